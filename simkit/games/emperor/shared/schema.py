"""The records and enums of Search for the Emperor's Treasure."""

from enum import IntEnum

from simkit.core.records import integers, outcome, record

# Array geometry: how many of each the published game holds.
N_HEROES, N_ARMS, N_GOODS, N_CLUES, N_SPELLS, N_KINDS, N_TERRAINS, N_CLASSES = 8, 19, 19, 8, 13, 33, 8, 4
N_COMPANIONS, N_VESSELS = 4, 3
N_SPECIAL_PLACES = 16
MOST_DICE = 40
HITS_COLUMNS = 5
BETTER = 4  # the column of the hits table where every die is one better; columns 0 ... 3 are that many plusses
EVENTS_AN_ENCOUNTER = 1024  # address numbers that an encounter may use
AT_RANDOM = -1  # a decision's answer: let the dice choose among what is legal
NOTHING = -1  # no arm of that sort, no chit yet


class Entry(IntEnum):
    """Where play begins and ends; the whole game has a description of its own in whole/."""

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
    DEFENCE = 11  # foe's attack: (dice, hits, taken by the shield, absorbed in all)
    WOUNDS = 12  # (hero's wounds, of how many, foe's wounds, of how many)
    HERO_TRIES = 13  # (roll, needed, 1 when he escapes)
    FOE_TRIES = 14  # (roll, needed or 0 when automatic, 1 when it escapes)
    HEALS = 15  # (foe's wounds after healing)
    ENDS = 17  # (Ending, treasure draws, arms draws)
    RUNS_AWAY = 18  # (kind, face): the Elephant
    STAYS = 19  # (companion's kind or NOTHING for the familiar, 1 when it stays)
    CASTS = 20  # (Action, dice, hits)
    BOLT = 21  # the Princess: (dice, hits, wounds)
    COMPANION_DIES = 23  # (kind, or NOTHING for the familiar)
    SINKS = 24  # (Vessel)
    LOSES = 25  # (Possession, item)
    REVIVES = 26  # ()
    JOINS = 27  # (kind, 1 when there is room, wounds)
    HEALED = 28  # (wounds healed, wounds left)
    STORM = 29  # (damage, absorbed, vessel's wounds, of how many)
    GIVES_UP = 30  # (kind, magic or Imperial Treasures given up)
    TRADES = 31  # (face, treasures traded)
    FINDS_CLUE = 32  # ()
    FRIGHTENED = 33  # (face): the Thieves were heard
    WALKS_AWAY = 34  # (): the hero leaves a snared creature
    SENT_HOME = 35  # (): the Genie's even face
    COMPANION_WOUNDS = 36  # (kind, or NOTHING for the familiar, wounds, of how many)
    VESSEL_WOUNDS = 37  # (Vessel, wounds, of how many)
    LEFT_BEHIND = 38  # (kind): a companion who does not come along
    HELD = 39  # (rounds): by a snare


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
    STAY = 12
    SPELL = 13
    LOST_AT_SEA = 14
    DROP = 15
    POLICY_ACTION = 16
    POLICY_YIELDS = 17
    POLICY_VESSEL = 18
    POLICY_WALKS = 19


class Policy(IntEnum):
    """How a player decides: by his thresholds, or by the dice."""

    SCRIPTED = 0
    RANDOM = 1


HERO = integers("hero_class", "ability", "wounds", "escape")
ARM = record(
    ("users", "i8", (N_CLASSES,)),
    ("melee_dice", "i8"),
    ("missile_dice", "i8"),
    ("plus", "i8"),
    ("absorb", "i8"),
    ("shield", "?"),
)
FOE = record(
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
    ("speaks", "i8"),  # hits that Speak to Animals needs, 0 for immune
    ("befriends", "i8"),  # hits that the Phrase of Friendship needs, 0 for immune
)
SPELL = integers("dice", "hits_needed", "wounds_per_hit", "rounds_per_hit", "absorb", "at_sea")
VESSEL = integers("dice", "wounds")
RULES = record(
    ("heroes", HERO, (N_HEROES,)),
    ("arms", ARM, (N_ARMS,)),
    ("foes", FOE, (N_KINDS,)),
    ("spells", SPELL, (N_SPELLS,)),
    ("vessels", VESSEL, (N_VESSELS,)),
    ("hits", "u8", (MOST_DICE + 1, HITS_COLUMNS, MOST_DICE)),
    ("great_sword", "i8"),  # the arm that is the Magic Great Sword
    ("arms_pool", "i8", (N_ARMS,)),
    ("encounter_pool", "i8", (N_KINDS,)),
    ("escape_target", "i8"),
    ("elephant_attacks", "i8"),  # faces 1 ... this many
    ("die_sides", "i8"),
    ("familiar_wounds", "i8"),
    ("familiar_ability", "i8"),
    ("familiar_at_once", "?"),
    ("protection_absorb", "i8"),
    ("ring_ability", "i8"),
    ("talisman_escape", "i8"),
    ("magic_goods", "i8", (N_GOODS,)),  # 1 for those that are magic
    ("princess", "i8"),  # her kind
    ("princess_bolt_dice", "i8"),
    ("princess_bolt_wounds", "i8"),
    ("joins_on", "i8"),  # faces on which an eagle joins
    ("companion_stays_on", "i8"),  # faces on which a companion stays
    ("familiar_stays_on", "i8"),
    ("genie_steals_on", "i8"),  # faces on which he steals; on the others he sends the hero home
    ("frightened_face", "i8"),
    ("stolen_on", "i8"),  # faces on which Thieves take a possession
    ("saved_on", "i8"),  # faces on which one is saved from the sea
    ("storm_dice", "i8", (N_TERRAINS,)),
    ("magician_draws", "i8"),
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
    ("spell_stops_attack", "?"),
    ("spell_absorbs", "?"),
    ("escape_after_casting", "?"),
    ("teleport_drops", "?"),
    ("snare", "i8"),
    ("ward_first", "?"),
    ("shield_before_split", "?"),
    ("check_any_hostile", "?"),
    ("vessel_first", "?"),
    ("vessel_dice_approach", "?"),
    ("shields_kept_at_sea", "?"),
    ("companions_at_sea", "i8"),  # Wreck
    ("vessel_stolen", "?"),
    ("stone_given_up", "?"),
    ("imperials_traded", "?"),
    ("all_storm_absorbed", "?"),
    ("drop_choice", "i8"),
)
SPOT = record(("terrain", "i8"), ("sea", "?"), ("coastal", "?"), ("shore", "?"), ("place", "i8"))  # place 0: unnamed
PLAYER = record(
    ("seat", "i8"),
    ("hero", "i8"),
    ("hero_class", "i8"),
    ("ability", "i8"),
    ("wound_number", "i8"),
    ("escape", "i8"),
    ("wounds", "i8"),
    ("arms", "i8"),  # hands: how many of each kind, see rules/hands.py
    ("goods", "i8"),
    ("clues", "i8"),
    ("spells", "i8"),
    ("vessel", "i8"),
    ("vessel_wounds", "i8"),
    ("familiar", "i8"),  # wounds that it can still take; 0 for none
    ("companions", "i8"),  # how many
    ("companion_kinds", "i8", (N_COMPANIONS,)),
    ("companion_wounds", "i8", (N_COMPANIONS,)),
)
SETUP = record(
    ("entry", "i8"),
    ("kind", "i8"),
    ("spot", SPOT),
    ("player", PLAYER),  # what he owns; the rest comes from the figures
    ("draws_arms", "?"),
)
POLICY = integers(
    "kind", "flee_at", "lets_go", "pays", "shoots", "weapon",
    "bolts_from", "wards_from", "heals_at", "magic_flight_at", "scrolls_at", "charms", "snares", "summons",
    "surrenders", "gives_up", "trades", "walks_away", "spares", "companions_first",
    "runs_from", "finishes_at", "yields_at", "die_worth", "clue_worth", "vessel_worth", "imperial_worth",
    "scroll_worth",
)  # fmt: skip
BATTLE = integers(
    "ending", "stage", "kind", "applies", "hostile", "foe_wounds",
    "strongest", "sturdiest", "launcher", "shield", "weapon",  # arms, or NOTHING; `weapon` is the one in hand
    "approach", "shielded", "parry_arm", "parried", "ward", "snared", "next_hit", "at_sea",
    "aid", "lent", "shots",  # dice of an Imperial Patrol; of a company, in Melee and in the Approach
    "treasure_draws", "arms_draws", "dropped", "charmed", "joined", "revived", "sunk", "moved",
    "arms_lost", "treasures_lost", "clues_lost", "clues_found", "confiscated", "traded_arms", "traded_goods",
)  # fmt: skip
STATE = record(("ending", "i8"), ("battle", BATTLE), ("player", PLAYER))
EXPLORED = STATE
TALLY = integers(
    "turn", "event", "rounds", "dealt", "taken", "absorbed", "familiar_hits", "companion_hits", "vessel_hits",
    "wounds", "lost", "healed", "cast",
)  # fmt: skip
OUTCOME = outcome(
    ("wounds", "i2"), ("foe_wounds", "i2"), ("rounds", "i2"), ("dealt", "i2"), ("taken", "i2"), ("absorbed", "i2"),
    ("familiar_hits", "i2"), ("companion_hits", "i2"), ("vessel_hits", "i2"), ("lost", "i2"), ("healed", "i2"),
    ("kind", "i1"), ("applies", "i1"), ("hostile", "i1"), ("killed", "i1"), ("escaped", "i1"), ("cast", "i1"),
    ("treasure_draws", "i1"), ("arms_draws", "i1"), ("dropped", "i1"), ("joined", "i1"), ("revived", "i1"),
    ("sunk", "i1"), ("moved", "i1"), ("arms_lost", "i1"), ("treasures_lost", "i1"), ("clues_lost", "i1"),
    ("clues_found", "i1"),
)  # fmt: skip
