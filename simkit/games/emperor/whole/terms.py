"""What the rulebook names in the whole game, and what players do in it, as numbers."""

from enum import IntEnum


class SpaceKind(IntEnum):
    """[The Map] What a space is."""

    WILDERNESS = 0
    CIVILIZED = 1
    MINES = 2
    OASIS = 3
    SEA = 4


class Find(IntEnum):
    """[Exploration Chart] What a face gives."""

    NONE = 0
    ARMS = 1
    ARMS_OR_BOAT = 2
    BOAT = 3
    BOAT_OR_SHIP = 4
    HEAL_ONE = 5
    HEAL_ALL = 6
    ENCOUNTER = 7
    MUST_LEAVE = 8
    TREASURE = 9


class Habit(IntEnum):
    """Rules of policies, as bits of `fired`, for the census of those that never fired."""

    RESTS = 0
    REDEEMS = 1
    ESCORTS = 2
    FOLLOWS_CLUE = 3
    CAMPS = 4
    SEEKS = 5
    WANDERS = 6
    HUNTS = 7
    HEALS_BY_SPELL = 8
    HEALS_OTHER = 9
    TELEPORTS = 10
    MEDITATES = 11
    PRESENTS = 12
    SAILS = 13
    CHALLENGES = 14
    GANGS_UP = 15
    PAYS_TRIBUTE = 16
    TEAMS_UP = 17
    PARTS = 18
    TURNS_ON_HIS_OWN = 19
    SUMMONS = 20
    BARTERS = 21


class Presents(IntEnum):
    """To whom a player presents a chit that does not apply to himself."""

    LEADER = 0
    ANYBODY = 1
    NOBODY = 2
    RICHEST = 3  # of those to whom it applies


class Improves(IntEnum):
    """[Improved Abilities] Which characteristic a player betters."""

    ABILITY = 0
    WOUNDS = 1
    ESCAPE = 2


class Mode(IntEnum):
    """What a player does in the first step of his turn."""

    STAY = 0
    MOVE = 1
    MEDITATE = 2
    HEAL = 3
    TELEPORT = 4
    SUMMON = 5


class Look(IntEnum):
    """[3. Explore; 4. Encounter] What a turn ends with, in this order."""

    CHIT = 0  # where there is no column of the chart, and in the Mines before it
    CHART = 1


N_LOOKS = len(Look)
