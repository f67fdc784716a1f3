"""The records and enums of DeathMaze's treasure."""

from enum import IntEnum

from simkit.core.records import integers, outcome, record

# Array geometry: how many of each the rules name, and how many a scenario may ask for.
N_TYPES, N_MONSTERS, N_FACES, N_SUMS = 13, 19, 6, 11
MOST_ADVENTURERS = 6
MOST_HOARDS = 32
MOST_BONUS = 140  # a larger bonus has a chance below 2^-62, however its sixes fall
PARTS = 840  # of a Bezant: the share of up to eight adventurers is a whole number of them

NOTHING = -1  # nobody, no monster
AT_RANDOM = -2  # a decision's answer: let the dice choose one of the living, or nobody


class Entry(IntEnum):
    """What is played."""

    WHOLE_GAME = 0
    HAUL = 1  # all that slain monsters leave
    FIND = 2  # gems, or magic items, whoever left them


class Ending(IntEnum):
    """Why a haul ended."""

    TAKEN = 1
    PARTY_DEAD = 2
    STEP_LIMIT = 3


class Event(IntEnum):
    """What a log row says; its a, b, c, d in brackets."""

    SEARCHES = 1  # (treasure type)
    CHEST = 2  # (1 when it is trapped)
    SESAME = 3  # ()
    LEAVES_CHEST = 4  # ()
    DETRAPS = 5  # (adventurer)
    TRAP = 6  # (adventurer)
    BEZANTS = 7  # (Bezants)
    GEM = 8  # (Bezants)
    WEAPON = 9  # (face of the Weapon Table)
    COMBAT_BONUS = 10  # (bonus)
    ARMOR = 11  # (bonus)
    DONS = 12  # (adventurer, bonus, points left)
    TAKES_OFF = 13  # (adventurer, bonus)
    KEEPS_POTION = 14  # (): nobody tests it
    KEEPS_MEDALLION = 15  # ()
    POTION = 16  # (adventurer who tests it, or NOTHING when it is appraised; potion)
    STRENGTH = 17  # (adventurer, bonus)
    SPICE = 18  # (spice)
    MEDALLION = 19  # (adventurer, medallion)
    RING = 20  # (face of the Ring Table)
    WOUNDS = 21  # (adventurer, wounds, points left)
    HEALS = 22  # (adventurer, wounds, points left)
    DIES = 23  # (adventurer)
    CHARMS = 24  # (adventurer, monster)
    TURNS = 25  # (): the charmed monster, when its charmer is dead
    ENDS = 26  # (Ending, value in Bezants, how many share it)


class Purpose(IntEnum):
    """What a stream of dice is for.  Only ever appended to: the numbers decide the luck."""

    CHEST = 1
    BEZANTS = 2
    GEMS = 3
    ITEMS = 4
    GEM = 5
    ITEM = 6
    IDENTIFY = 7
    BONUS = 8
    TRAP = 9
    HEALING = 10
    POLICY_OPENS = 11
    POLICY_TESTS = 12
    POLICY_WEARS = 13
    POLICY_HEALS = 14


class Policy(IntEnum):
    """How a player decides: by his thresholds, or by the dice."""

    SCRIPTED = 0
    RANDOM = 1


class Pick(IntEnum):
    """Whom a scripted player delegates."""

    FIRST = 0  # in marching order
    STRONGEST = 1  # most points left
    WEAKEST = 2
    NOBODY = 3


class Calling(IntEnum):
    """What an adventurer is."""

    HERO = 0
    WIZARD = 1
    THIEF = 2


class Column(IntEnum):
    """[9.12, 9.16] What is looked at next of what a monster had."""

    CHEST = 0
    BEZANTS = 1
    GEMS = 2
    ITEMS = 3
    DONE = 4


class Item(IntEnum):
    """[9.15] A magic item that is still to be identified."""

    NONE = 0
    WEAPON = 1
    ARMOR = 2
    POTION = 3
    SPICE = 4
    MEDALLION = 5
    RING = 6
    COMBAT_BONUS = 7  # [9.21] of a weapon whose type is known


class Potion(IntEnum):
    """[9.47] The Potion Table."""

    HEALING = 0
    POISON = 1
    STRENGTH = 2
    CHARM_PERSON = 3
    CHARM_MONSTER = 4


class Spice(IntEnum):
    """[9.58] The Spice Table."""

    MUSTARD = 0
    SESAME = 1
    SPINACH = 2
    RED_PEPPER = 3
    CLOVES = 4
    CANNABIS = 5


class Medallion(IntEnum):
    """[9.67] The Medallion Table."""

    NEUTRALIZE_POISON = 0
    POTION_APPRAISAL = 1
    ORATORY = 2
    DEXTERITY = 3
    STRANGLING = 4


CODE = integers("faces", "dice", "sides", "times")  # 3:2D6x20; without dice it is `times`, and without faces nothing
TREASURE = record(("chest", "?"), ("bezants", CODE), ("gems", CODE), ("items", CODE))
RULES = record(
    ("treasures", TREASURE, (N_TYPES,)),
    ("gems", "i8", (N_SUMS,)),
    ("items", "i8", (N_FACES,)),
    ("item_faces", "i8"),
    ("weapon_bonus", "i8", (MOST_BONUS,)),  # chance of each bonus, in 2^-62ths: `draw` reads it as a pool
    ("armor_bonus", "i8", (MOST_BONUS,)),
    ("potions", "i8", (N_FACES,)),
    ("spices", "i8", (N_FACES,)),
    ("medallions", "i8", (N_FACES,)),
    ("healing", CODE),
    ("poison", CODE),
    ("strength", CODE),
    ("strangling", CODE),
    ("trap", CODE),
    ("persons", "i8", (N_MONSTERS,)),
    ("oratory", "i8"),
    ("dexterity", "i8"),
    ("potion_doses", "i8"),
    ("weapons_each", "i8"),
    ("die_sides", "i8"),
    ("trapped_to", "i8"),  # faces 1 ... this many
    ("detrapped_to", "i8"),
    ("trap_poisonous", "?"),
    ("dead_share", "?"),
    ("armor_worn", "i8"),
    ("step_limit", "i8"),
)
CARD = integers("calling", "missiles", "points", "wounds")  # an adventurer as he comes; without points there is none
ADVENTURER = integers("points", "wounds", "armor")  # points left, those of his armor with them: none when he is dead
SETUP = record(
    ("hoards", "i8", (MOST_HOARDS,)),  # treasure types
    ("n_hoards", "i8"),
    ("gems", "i8"),
    ("items", "i8"),
    ("kind", "i8"),  # the Item that all of them are, or NONE
    ("bystander", "i8"),  # a living monster in the segment, or NOTHING
    ("party", CARD, (MOST_ADVENTURERS,)),
)
POLICY = integers("kind", "tester", "opener", "wearer", "potions_from", "medallions_from", "chests_from", "heal_at")
STATE = record(
    ("ending", "i8"),
    ("hoard", "i8"),  # which one is searched, from 1 on
    ("column", "i8"),
    ("gems", "i8"),
    ("items", "i8"),
    ("kind", "i8"),  # the Item in hand
    ("doses", "i8"),  # of healing potions and mustard
    ("sesame", "i8"),
    ("antidote", "i8"),  # a medallion that neutralizes poison
    ("appraisal", "i8"),
    ("spare", "i8"),  # bonus of the best armor that nobody wears
    ("bystander", "i8"),
    ("charmer", "i8"),
    ("party", ADVENTURER, (MOST_ADVENTURERS,)),
)
EXPLORED = STATE
TALLY = integers(
    "event", "value", "bezants", "gems", "gem_value", "items",
    "bonus", "weapons", "weapon_bonus", "armors", "armor_bonus", "potions", "spices", "medallions", "rings", "untested",
    "strength", "oratory", "dexterity", "chests", "chests_left", "traps", "wounds", "healed", "charmed", "turned",
)  # fmt: skip
PLAYER = record(("share", "i4"), ("wounds", "i1"), ("armor", "i1"), ("weapons", "i1"), ("dead", "i1"))
OUTCOME = outcome(
    ("value", "i4"), ("bezants", "i4"), ("gem_value", "i4"), ("share", "i4"), ("bonus", "i4"), ("weapon_bonus", "i4"),
    ("armor_bonus", "i4"), ("strength", "i4"), ("oratory", "i4"), ("dexterity", "i4"), ("wounds", "i4"),
    ("healed", "i4"), ("gems", "i2"), ("items", "i2"), ("weapons", "i2"), ("armors", "i2"), ("potions", "i2"),
    ("spices", "i2"), ("medallions", "i2"), ("rings", "i2"), ("untested", "i2"), ("doses", "i2"), ("chests", "i1"),
    ("chests_left", "i1"), ("traps", "i1"), ("charmed", "i1"), ("turned", "i1"), ("deaths", "i1"), ("died", "i1"),
    ("players", PLAYER, (MOST_ADVENTURERS,)),
)  # fmt: skip
