"""What the rulebook of Search for the Emperor's Treasure names, and the readings of its switches, as numbers."""

from enum import IntEnum

TERRAINS = ("clear", "desert", "wastes", "forest", "swamp", "mountain", "coastal_sea", "deep_sea")
SEA = ("coastal_sea", "deep_sea")
HERO_CLASSES = ("fighter", "elf", "magician", "cleric")


class Possession(IntEnum):
    """Sorts of personal possessions."""

    ARM = 0
    GOOD = 1  # a treasure that is no magic arm
    CLUE = 2
    VESSEL = 3


class Good(IntEnum):
    """Treasures that some rule names, by their number among the goods."""

    EMERALD = 0
    TALISMAN = 1
    PALANTIR = 2
    SCEPTRE = 3
    BATTLE_RING = 4
    GRAIL = 5
    SCROLL_HEAL = 15
    SCROLL_PROTECTION = 16
    SCROLL_TELEPORT = 17
    STONE_OF_FIRE = 18


N_IMPERIALS = 6  # the first goods
MAGIC_ARMS_FROM = 11  # arms from this number on are magic


class Spell(IntEnum):
    """[Spell Descriptions] What a hero may know."""

    FAMILIAR = 0
    TELEPORT = 1
    STINKING_FOG = 2
    BOLT_OF_LIGHTNING = 3
    BALL_OF_FIRE = 4
    FEAR = 5
    INVISIBLE_BARRIER = 6
    HEAL_COMPLETELY = 7
    SPEAK_TO_ANIMALS = 8
    PHRASE_OF_FRIENDSHIP = 9
    ELVIN_BOLT = 10
    ELVIN_SNARE = 11
    ROCK_WALL = 12


class Action(IntEnum):
    """What a hero does in a round: attack, cast spell number a - 1, or read a scroll."""

    ATTACK = 0
    READ_HEALING = 14
    READ_PROTECTION = 15
    READ_TELEPORT = 16


N_ACTIONS = 17
N_SCROLLS = N_ACTIONS - 1 - len(Spell)


class Vessel(IntEnum):
    """[Hostile Encounters at Sea] What a hero sails in."""

    NONE = 0
    BOAT = 1
    SHIP = 2


class Spares(IntEnum):
    """At sea, where a scripted player puts the hits that are his to place."""

    BALANCED = 0  # on the vessel while it stays afloat, then on himself while he lives
    HERO = 1  # on the vessel
    VESSEL = 2  # on himself


class Weapon(IntEnum):
    """Which weapon a scripted player takes in Melee."""

    STRONGEST = 0  # the most dice
    STURDIEST = 1  # the one that parries most; the strongest when it can parry no more


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
    ROLL_JOINS = 5
    ESCORT = 6
    SEEKS_MAGIC = 7
    HEAL = 8
    CONFISCATE = 9
    TRADE = 10
    STEAL_OR_SEND_HOME = 11
    STORM = 12
    THIEVES = 13
    CLUE = 14


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


class Snare(IntEnum):
    """[Elvin Snare] Variant `snare_details`."""

    NEXT_ROUNDS = 0
    THIS_ROUND_COUNTS = 1
    ONE_HIT = 2
    MAY_FLEE = 3


class Wreck(IntEnum):
    """[Lost at Sea] Variant `lost_at_sea_companions`."""

    KEPT = 0
    LOST = 1
    ROLLED = 2


class DropChoice(IntEnum):
    """[Escape Attempt] Variant `drop_choice`."""

    OWNER = 0
    RANDOM = 1
    OPPONENT = 2


class AbsorbFirst(IntEnum):
    """[Shields and Other Defenses] Variant `absorb_first`."""

    FIRST_TO_ABSORB = 0
    FIRST_USED = 1
    BEST_HELD = 2
