"""The records and enums of Search for the Emperor's Treasure."""

from enum import IntEnum

from simkit.core.records import integers, outcome, record

# Array geometry: how many of each the published game holds.
N_HEROES, N_ARMS, N_KINDS, N_TERRAINS, N_CLASSES = 8, 19, 33, 8, 4
N_SPECIAL_PLACES = 16
MOST_DICE = 32
HITS_COLUMNS = 5
BETTER = 4  # the column of the hits table where every die is one better; columns 0 ... 3 are that many plusses
EVENTS_AN_ENCOUNTER = 1024  # address numbers that an encounter may use
AT_RANDOM = -1  # a decision's answer: let the dice choose among what is legal
NOTHING = -1  # no arm of that sort, no chit yet


TERRAINS = ("clear", "desert", "wastes", "forest", "swamp", "mountain", "coastal_sea", "deep_sea")
HERO_CLASSES = ("fighter", "elf", "magician", "cleric")


class Entry(IntEnum):
    """Where play starts and stops."""

    WHOLE_GAME = 0
    ENCOUNTER = 1  # one named chit
    TERRAIN = 2  # one draw from the Encounter Pool, as at the end of a turn


class Ending(IntEnum):
    """Why an encounter ended."""

    FOE_KILLED = 1
    HERO_KILLED = 2
    BOTH_KILLED = 3
    HERO_ESCAPED = 4
    FOE_FLED = 5
    LET_GO = 6
    PEACEFUL = 7
    ENDED_BY_MAGIC = 8
    LOST_AT_SEA = 9
    ROUND_LIMIT = 10


class Event(IntEnum):
    """What a log row says; its a, b, c, d in brackets."""

    DRAWS_ARM = 1  # (arm, 1 when the hero may use it)
    DRAWS_CHIT = 2  # (kind, 1 when it applies here)
    PASSES = 3  # (kind): a chit that ends without a fight
    DEMANDS = 4  # (kind, treasures demanded, treasures held, 1 when paid)
    ATTACKS = 5  # (kind)
    RANGE = 6  # (hero's face, foe's face, rounds of Approach)
    NO_APPROACH = 7  # (kind)
    CLOSES_IN = 8  # (rounds of Approach not used)
    TAKES_UP = 9  # (arm or NOTHING)
    ATTACK = 10  # (dice, hits, 1 in the Approach)
    DEFENCE = 11  # foe's attack: (dice, hits, taken by the shield, taken by shield and weapon)
    WOUNDS = 12  # (hero's wounds, of how many, foe's wounds, of how many)
    HERO_TRIES = 13  # (roll, needed, 1 when he escapes)
    FOE_TRIES = 14  # (roll, needed or 0 when automatic, 1 when it escapes)
    HEALS = 15  # (foe's wounds after healing)
    DROPS = 16  # ()
    ENDS = 17  # (Ending, treasure draws, arms draws)
    RUNS_AWAY = 18  # (kind, face): the Elephant


class Purpose(IntEnum):
    """What a stream of dice is for.  Only ever appended to: the numbers decide the luck."""

    SETUP = 1
    ENCOUNTER_DRAW = 2
    REACTION = 3
    RANGE = 4
    BLOWS = 5
    HERO_ESCAPE = 6
    FOE_ESCAPE = 7
    POLICY_ARMS = 8
    POLICY_PAYS = 9
    POLICY_FLEES = 10
    POLICY_LETS_GO = 11


class Policy(IntEnum):
    """How a player decides: by his thresholds, or by the dice."""

    SCRIPTED = 0
    RANDOM = 1


class Weapon(IntEnum):
    """Which weapon a scripted player takes in Melee."""

    STRONGEST = 0  # the most dice
    STURDIEST = 1  # the one that parries most, until it has; then the strongest


class Stage(IntEnum):
    """How far an encounter is."""

    ARMS = 0
    CHIT = 1
    REACTION = 2
    RANGE = 3
    ROUNDS = 4


class HeroClass(IntEnum):
    """[How to Start] Two characters of each; in the order of HERO_CLASSES."""

    FIGHTER = 0
    ELF = 1
    MAGICIAN = 2
    CLERIC = 3


class Reaction(IntEnum):
    """[Encounter Descriptions] What a chit does when it is drawn where it applies."""

    ATTACK = 0
    BRIBE_OR_ATTACK = 1
    ATTACK_UNLESS_STONE = 2
    SENT_TO_OTHER = 3
    ELF_JOINS_ELSE_ROLL = 4
    PEACEFUL = 5  # everything that is no battle


class Flight(IntEnum):
    """[Escape Attempt; Trolls; Demon; Olliver] When a creature tries to get away."""

    AT_ONE_LEFT = 0
    NEVER = 1
    OVER_HALF_WOUNDED = 2


class Reward(IntEnum):
    """What a beaten creature leaves."""

    NONE = 0
    TREASURE = 1
    ARMS = 2


class Attacks(IntEnum):
    """[Melee] Variant `attacks`."""

    SIMULTANEOUS = 0
    HERO_FIRST = 1
    FOE_FIRST = 2


class MissileAbsorb(IntEnum):
    """[The Approach] Variant `missile_absorb`."""

    SHIELD = 0
    BOTH = 1
    NEITHER = 2


class AbsorbFirst(IntEnum):
    """[Shields and Other Defenses] Variant `absorb_first`."""

    FIRST_TO_ABSORB = 0
    FIRST_USED = 1
    BEST_HELD = 2


HERO = integers("hero_class", "ability", "wounds", "escape")
ARM = record(
    ("users", "i8", (N_CLASSES,)),
    ("melee_dice", "i8"),
    ("missile_dice", "i8"),
    ("plus", "i8"),
    ("absorb", "i8"),
    ("shield", "?"),
    ("magic", "?"),
    ("quantity", "i8"),
)
FOE = record(
    ("chits", "i8"),
    ("ability", "i8"),
    ("hits_column", "i8"),
    ("missile_dice", "i8"),
    ("wounds", "i8"),
    ("escape", "i8"),
    ("flees_at", "i8"),  # wounds taken from which on it tries to get away; more than `wounds` for never
    ("heals", "i8"),
    ("approaches", "?"),
    ("defies_great_sword", "?"),  # fights to the death against whoever holds the magic one
    ("reaction", "i8"),
    ("killed_reward", "i8"),
    ("fled_reward", "i8"),
    ("terrains", "i8", (N_TERRAINS,)),
    ("coastal_land", "?"),
    ("places", "i8", (N_SPECIAL_PLACES,)),
)
RULES = record(
    ("heroes", HERO, (N_HEROES,)),
    ("arms", ARM, (N_ARMS,)),
    ("foes", FOE, (N_KINDS,)),
    ("hits", "u8", (MOST_DICE + 1, HITS_COLUMNS, MOST_DICE)),
    ("great_sword", "i8"),  # the arm that is the Magic Great Sword
    ("arms_pool", "i8", (N_ARMS,)),
    ("encounter_pool", "i8", (N_KINDS,)),
    ("escape_target", "i8"),
    ("elephant_attacks", "i8"),  # faces 1 ... this many
    ("die_sides", "i8"),
    ("bribe_divisor", "i8"),
    ("round_limit", "i8"),
    ("parry", "?"),
    ("shield", "?"),
    ("escape_first", "?"),
    ("attacks", "i8"),
    ("approach_skip", "?"),
    ("missile_ability", "?"),
    ("missile_absorb", "i8"),
    ("absorb_first", "i8"),
    ("foe_escape_rolls", "?"),
    ("foe_must_flee", "?"),
    ("flee_reward_when_let_go", "?"),
    ("heals_before_flight", "?"),
    ("olliver_attacks", "?"),
    ("any_shore", "?"),
    ("hero_survives", "?"),
)
SPOT = record(("terrain", "i8"), ("coastal", "?"), ("shore", "?"), ("place", "i8"))  # place 0: none that a chit names
SETUP = record(
    ("entry", "i8"),
    ("hero", "i8"),
    ("spot", SPOT),
    ("kind", "i8"),
    ("draws_arms", "?"),
    ("arms", "i8", (N_ARMS,)),
    ("carries", "i8", (N_ARMS,)),  # arms that he only carries
    ("wounds", "i8"),
    ("treasures", "i8"),
)
POLICY = integers("kind", "flee_at", "lets_go", "pays", "shoots", "weapon")
BATTLE = integers(
    "ending", "stage", "kind", "applies", "hostile",
    "hero_class", "ability", "wound_number", "escape", "wounds", "foe_wounds",
    "strongest", "sturdiest", "launcher", "shield", "weapon",  # arms, or NOTHING; `weapon` is the one in hand
    "approach", "shielded", "parry_arm", "parried",
    "possessions", "great_sword", "treasures", "treasure_draws", "arms_draws", "dropped",
)  # fmt: skip
EXPLORED = BATTLE
STATE = record(("ending", "i8"), ("battle", BATTLE))
TALLY = integers("turn", "event", "rounds", "dealt", "taken", "absorbed", "lost")
OUTCOME = outcome(
    ("wounds", "i2"), ("foe_wounds", "i2"), ("rounds", "i2"), ("dealt", "i2"), ("taken", "i2"), ("absorbed", "i2"),
    ("lost", "i2"), ("kind", "i1"), ("applies", "i1"), ("hostile", "i1"), ("killed", "i1"), ("escaped", "i1"),
    ("treasure_draws", "i1"), ("arms_draws", "i1"), ("dropped", "i1"),
)  # fmt: skip
