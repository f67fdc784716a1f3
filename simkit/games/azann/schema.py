"""The records and enums of The Tower of Azann."""

from enum import IntEnum

import numpy as np

from simkit.core.records import integers, outcome, record

# What the rulebook names, in the order of the numbers that stand for it in kernels.
STATS = ("combat", "agility", "magic")
SPELLS = ("teleportation", "resistance", "fireball", "regeneration")
ITEMS = (
    "emerald_rod", "enchanted_sandals", "ruby_of_kreesh", "crystal_sphere",
    "silver_dagger", "great_bow", "great_axe", "spear_of_grom",
)  # fmt: skip
WEAPONS = ITEMS[4:]
MONSTERS = ("azann", "goblin", "ogre", "skeleton", "spider", "troll", "wraith", "demon")
FACTS = ("child", "jewel", "goblin_dead", "azann_gone")
CHOICES = (
    "front_door", "climb", "wait", "attack", "statue", "investigate", "kill", "agree", "communicate", "rush", "speak",
    "demons", "throw", "throw_back", "abandon", "push", "escape", "sip", "approach", "resist", "duck", "leave",
)  # fmt: skip

# The same as numbers, up to the last that a rule names.  They are numpy's: for a Python int, numba compiles a kernel
# anew for every value that it is called with.
COMBAT, AGILITY, MAGIC = np.arange(3)
TELEPORTATION, RESISTANCE, FIREBALL, REGENERATION = np.arange(4)
EMERALD_ROD, ENCHANTED_SANDALS, RUBY_OF_KREESH, CRYSTAL_SPHERE = np.arange(4)
SILVER_DAGGER, GREAT_BOW, GREAT_AXE = np.arange(4, 7)
AZANN, GOBLIN, OGRE, SKELETON, SPIDER, TROLL, WRAITH, DEMON = np.arange(8)
CHILD, JEWEL, GOBLIN_DEAD, AZANN_GONE = np.arange(4)
(
    FRONT_DOOR, CLIMB, WAIT, ATTACK, STATUE, INVESTIGATE, KILL, AGREE, COMMUNICATE, RUSH, SPEAK,
    DEMONS, THROW, THROW_BACK, ABANDON, PUSH, ESCAPE, SIP, APPROACH, RESIST, DUCK, LEAVE,
) = np.arange(22)  # fmt: skip
BY_ROOM, BY_SPELL, BY_SANDALS = np.array([0, 7, 8])  # ways to move on; 1 ... 6 are stairs to that level
FIGHT_ON, BURN, VANISH, DUCK_AWAY = np.arange(4)  # what he may do as a round begins
THEIR_BLOW, FIRST_BLOW = np.arange(2)  # blows of a round; his own are 1 and up
ALL_STATS, ONE_POINT, NOBODY = np.array([7, 1, 0])  # as bits; a change; a line of foes

# Array geometry.
N_STATS, N_SPELLS, N_ITEMS, N_MONSTERS, N_LEVELS, N_PARAGRAPHS = 3, 4, 8, 8, 6, 120
TENS = 10  # what the level's digit is worth in the number of a room
MOST_CLAUSES = 1024  # of all paragraphs together
MOST_FOES = 12  # in one encounter
KIND_BITS, KIND_MASK = 4, 15  # a line of foes is packed in one number: each monster's number plus one, the next lowest
HERO_POINTS, FOE_COMBAT, FOE_AGILITY = 13, 9, 6  # the book of duels holds points below these
N_TURNS, MOST_PAGES, N_OPTIONS, CERTAIN = 2, 32, 4, 10_000  # its blows, lines, choices; its chances are out of CERTAIN
AT_RANDOM = -1  # a decision's answer: let the dice choose among what is legal
NOTHING = -1
NO_ITEM = N_ITEMS  # the bit for opening an encounter with none


class Entry(IntEnum):
    """What is played."""

    WHOLE_GAME = 0
    DUEL = 1  # one encounter


class Ending(IntEnum):
    """[How to Win] The five ends; then those of a duel, and the limit."""

    CHILD_AND_JEWEL = 1
    CHILD = 2
    JEWEL = 3
    NOTHING = 4
    DEAD = 5
    FOES_BEATEN = 6
    GOT_AWAY = 7
    STEP_LIMIT = 8


class Event(IntEnum):
    """What a log row says; its a, b, c, d in brackets."""

    READS = 1  # (paragraph, level)
    ENTERS_ROOM = 2  # (level, face)
    TAKES_STAIRS = 3  # (from level, to level, face)
    TELEPORTS = 4  # (level, face, 1 by the sandals)
    OUTSIDE = 5  # (1 when he ends there)
    ROLLS = 6  # (face)
    NERVE_CHECK = 7  # (face, help, points, 1 when passed)
    POINTS = 8  # (characteristic, change, now)
    CHOOSES = 9  # (choice, 1 for yes)
    DUCKS = 10  # (face, agility, 1 when away, agility now)
    TRIES_THE_DOOR = 11  # (face, 1 when the way is free)
    FINDS = 12  # (item)
    LOSES = 13  # (item)
    LEARNS = 14  # (spell)
    FORGETS = 15  # (spell)
    CASTS = 16  # (spell, combat, agility, magic)
    USES = 17  # (item, combat, agility, magic)
    FACT = 18  # (fact, 1 from now on, 0 no longer)
    MEETS = 19  # (monster, combat, agility, how many behind it)
    STRIKES = 20  # side 0 the hero or his stand-in, 1 the monster: (difference, face or 0, 1 striker hit, 1 target hit)
    STANDS = 21  # after a blow: (combat, agility, foe's combat, foe's agility)
    KILLS = 22  # (monster)
    STAND_IN = 23  # a wraith faces Azann: (combat, agility, how many behind it)
    STAND_IN_FALLS = 24  # ()
    ARRIVES = 25  # (level, 1 when he came from there)
    ENDS = 26  # (Ending, cause of death)
    TOO_HEAVY = 27  # (item)
    GIVES_BACK = 28  # the sandals: (points of Agility, now)
    LEAVES = 29  # (item, 1 when it is not there: he has it, or it is lost for good)


class Purpose(IntEnum):
    """What a stream of dice is for.  Only ever appended to: the numbers decide the luck."""

    PARAGRAPH = 1
    WAY = 2
    BLOW = 3
    POLICY = 4
    DUCKING = 5
    TELEPORTATION = 6


class Policy(IntEnum):
    """How a player decides: by his thresholds, or by the dice."""

    SCRIPTED = 0
    RANDOM = 1


class Stage(IntEnum):
    """What the next step is."""

    READING = 0
    CHOOSING = 1
    FIGHTING = 2
    WATCHING = 3


class Kind(IntEnum):
    """Sorts of clauses of which a paragraph is made."""

    HEAD = 0  # of a paragraph
    CHECK = 1  # where it holds, go to the target
    EFFECT = 2
    FIGHT = 3
    CLOSE = 4


class Check(IntEnum):
    """Clauses that send the reader to their target where they hold; operands in brackets."""

    ALWAYS = 0
    AT_LEAST = 1  # (characteristic, low)
    BETWEEN = 2  # (characteristic, low, high)
    FACE = 3  # (low, high): the die rolled last
    ROLL_AT_LEAST = 4  # (characteristic): a die is equal to or greater than it
    ROLL_ABOVE = 5  # (characteristic)
    ROLL_PLUS = 6  # (characteristic, needed)
    NERVE = 7
    CHOOSE = 8  # (choice)
    DUCK = 9
    ESCAPE = 10  # (low, high)
    TRYING = 11  # he declared that he tries to escape
    FACT = 12  # (fact)
    BOTH = 13  # (fact, fact)
    AGAIN = 14  # (bit of `paid`): this paragraph has paid already
    FIND = 15  # (item): it is there and he wants it
    RESIST = 16  # he can cast Resistance, and does


class Effect(IntEnum):
    """Clauses that change something, up to CAP his points; operands in brackets."""

    ROLL = 0
    GAIN = 1  # (characteristic, points)
    GAIN_ROLL = 2  # (characteristic, limit)
    GAIN_ANY = 3  # (points)
    LOSE = 4  # (characteristic, points)
    LOSE_ROLL = 5  # (characteristic)
    SET = 6  # (characteristic, points)
    CAP = 7  # (characteristic, points)
    TAKE = 8
    LEARN = 9
    FORGET_ONE = 10
    FORGET_ALL_BUT_ONE = 11
    DROP_ITEM = 12
    NOW = 13  # (fact)
    NO = 14  # (fact)
    LEVEL = 15  # (level)
    FALL = 16  # (levels further)
    STAY = 17
    LEAVE_ROOM = 18


class Fight(IntEnum):
    """Clauses that begin an encounter; operands in brackets."""

    FIGHT = 0  # (number, monster, number, monster)
    AMBUSH = 1  # the same, and the monsters strike first
    ROLL = 2  # (monster): a die of them
    ROLL_LESS_AGILITY = 3  # (monster)
    WEAKENED = 4  # (monster): a die from its Combat Strength
    GROUP = 5  # the foes of a duel
    WATCH = 6  # the wraiths against Azann; go to the target where they win


class Close(IntEnum):
    """Clauses after which the paragraph is over."""

    PROCEED = 0
    ARRIVE = 1
    BACK = 2
    END = 3
    KILLED = 4
    CLIMB = 5
    ENTER = 6
    BEATEN = 7


class StairsDown(IntEnum):
    """[Going Up and Down Stairs] Variant `stairs_down`."""

    DESTINATION_PLUS_DIE = 0
    CONCATENATED = 1
    START_PLUS_DIE = 2
    START_LESS_ONE_PLUS_DIE = 3


class StairEvent(IntEnum):
    """[Adventure Paragraphs] Variant `stair_event_arrival`."""

    ARRIVES = 0
    STAYS = 1
    ROLLS_AGAIN = 2


class Bow(IntEnum):
    """[Great Bow] What it is to the opponent at hand."""

    AT_REST = 0
    DRAWN = 1  # and not paid for yet
    PAID = 2


class EscapeDie(IntEnum):
    """[Escape] Variant `escape_single_die`."""

    OWN_DIE = 0
    ONE_DIE = 1
    ALWAYS_ROLLED = 2


class NerveCheck(IntEnum):
    """[Nerve Checks] Variant `nerve_check`."""

    CORRECTED = 0
    PRINTED = 1
    TWO_DICE = 2
    COMBAT_ONLY = 3


class Death(IntEnum):
    """[Combat] Variant `char_death`."""

    LITERAL = 0
    EITHER_ZERO = 1
    BOTH_FOR_MONSTERS = 2


class SpellGate(IntEnum):
    """[Summary of Spells] Variant `spell_cost_gate`."""

    AS_PRINTED = 0
    MAGIC_ONE = 1
    ONCE_EACH = 2
    NOT_IN_COMBAT = 3


class Teleport11(IntEnum):
    """[Spell of Teleportation] Variant `teleport_11`."""

    DIGITS = 0
    SUM = 1
    ENDS = 2


class WraithBonus(IntEnum):
    """[Adventure Paragraphs, 071] Variant `p071_bonus`."""

    EACH = 0
    NONE = 1
    SHARED = 2


class DuckTiming(IntEnum):
    """[Ducking Out] Variant `duck_out_timing`."""

    WHERE_OFFERED = 0
    BEFORE_ANY_COMBAT = 1
    ANY_ROUND = 2


# The switches that are fields of RULES.
CODED = {
    "stairs_down": StairsDown,
    "stair_event_arrival": StairEvent,
    "escape_single_die": EscapeDie,
    "nerve_check": NerveCheck,
    "char_death": Death,
    "spell_cost_gate": SpellGate,
    "teleport_11": Teleport11,
    "p071_bonus": WraithBonus,
    "duck_out_timing": DuckTiming,
}
YES_OR_NO = (
    "descend_many", "stairs_bounds", "zero_diff_monster_turn", "multi_first", "fireball_azann", "regen_conserves",
    "mutual_death",
)  # fmt: skip

# A cause of death, from 1 on: a monster, a paragraph, or what he did to himself.
OWN_MAGIC = np.int64(N_MONSTERS + N_PARAGRAPHS + 1)
CAUSES = (
    *(name.replace("_", " ") for name in MONSTERS),
    *(f"paragraph {number:03}" for number in range(1, N_PARAGRAPHS + 1)),
    "his own magic",
)

FIGHTER = integers(*STATS)
ITEM = integers("carry_stat", "carry_least", "for_good", "from_stat", "to_stat")
CLAUSE = integers("paragraph", "kind", "op", "a", "b", "c", "d", "target")
RULES = record(
    ("clauses", CLAUSE, (MOST_CLAUSES,)),
    ("pays", "i8", (N_LEVELS + 1,)),  # whether rooms of that level give points again and again
    ("pays_once", "i8", (N_LEVELS + 1,)),  # bits of `paid` of those that give points once
    ("starts", "i8", (N_PARAGRAPHS + 1,)),  # the first clause of each paragraph; 0 is the duel's
    ("monsters", FIGHTER, (N_MONSTERS,)),
    ("pages", "i8", (MOST_PAGES,)),  # of the book of duels: the line of foes that each is about
    ("odds", "i2", (MOST_PAGES, N_TURNS, FOE_COMBAT, FOE_AGILITY, HERO_POINTS, HERO_POINTS)),  # out of CERTAIN
    ("advice", "i1", (MOST_PAGES, N_TURNS, FOE_COMBAT, FOE_AGILITY, HERO_POINTS, HERO_POINTS)),
    ("items", ITEM, (N_ITEMS,)),
    *((name, "i8") for name in (
        "die_sides", "levels", "start_level", "start_paragraph", "item_limit", "step_limit",
        "axe_help", "resistance_help", "resistance_cost", "resistance_least", "teleport_most", "teleport_outside",
        "fireball_divisor", "example_combat", "example_agility", "example_magic",
        "sandals_cost", "sphere_cost", "sphere_least", "dagger_cost", "dagger_least", "bow_strength", "bow_cost",
        "bow_least", "opening_blows", "duck_cost", "n_wraiths", "n_pages",
        *CODED,
    )),
    *((name, "?") for name in YES_OR_NO),
)  # fmt: skip
SETUP = record(
    ("entry", "i8"),
    ("hero", FIGHTER),
    ("spells", "i8"),  # bits
    ("items", "i8"),  # bits
    ("line", "i8"),  # of foes
    ("ambush", "?"),
)
POLICY = record(
    *((name, "i8") for name in (
        "kind", "child_floor", "jewel_floor", "rest_floor", "wants_child", "wants_jewel", "jewel_first",
        "rests_below", "gives_up_at", "back_door", "fireball_at", "fireball_group", "vanish_at", "duck_at",
        "regenerates", "converts", "keeps", "opens", "draws_bow", "resists", "teleports_over", "sandals_over",
        "throws_at", "fireball_below", "vanish_below", "duck_below", "dares_from",
    )),
    ("item_worth", "i8", (N_ITEMS,)),  # 0: not wanted
    ("spell_worth", "i8", (N_SPELLS,)),
)  # fmt: skip
STATE = record(
    ("ending", "i8"),
    ("stage", "i8"),
    ("at", "i8"),  # the clause to be read next
    ("level", "i8"),  # 0 in a duel
    ("bound", "i8"),  # the level to which he is on the stairs, or 0
    ("hero", FIGHTER),
    ("lent", "i8"),  # Agility that the sandals take while he is in the room
    ("spells", "i8"),  # bits, as are the next three
    ("cast", "i8"),
    ("items", "i8"),
    ("gone", "i8"),  # items lost for good
    ("facts", "i8"),
    ("paid", "i8"),  # paragraphs that pay once
    ("offered", "i8"),  # the item that he is about to take
    ("face", "i8"),  # the die rolled last in this paragraph, or 0
    ("trying", "i8"),  # to escape
    ("foe", FIGHTER),
    ("foe_kind", "i8"),
    ("line", "i8"),  # the foes behind it
    ("ambush", "i8"),
    ("foe_first", "i8"),
    ("fresh", "i8"),  # the encounter's first round is to come
    ("opening", "i8"),  # blows that he strikes before the first foe does
    ("bow", "i8"),  # Bow
    ("stand_in", FIGHTER),
    ("stand_ins", "i8"),  # wraiths left, this one included
    ("cause", "i8"),
)
EXPLORED = STATE
TALLY = integers("steps", "asked", "paragraphs", "rounds", "kills", "casts", "finds", "seen_0", "seen_1")
OUTCOME = outcome(
    ("paragraphs", "i4"), ("rounds", "i4"), ("seen_0", "i8"), ("seen_1", "i8"),
    ("combat_left", "i2"), ("agility_left", "i2"), ("magic_left", "i2"), ("kills", "i2"), ("casts", "i2"),
    ("finds", "i2"), ("cause", "i2"), ("carried", "i1"), ("saved", "i1"), ("rich", "i1"), ("dead", "i1"), ("won", "i1"),
)  # fmt: skip
