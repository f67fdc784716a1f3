"""The records and enums of the duel."""

from enum import IntEnum

from simkit.core.records import integers, outcome, record

NOBODY = -1


class Entry(IntEnum):
    """What is played."""

    DUEL = 1


class Ending(IntEnum):
    """Why a duel ended."""

    FALLS = 1
    BOTH_FALL = 2
    YIELDS = 3
    ROUND_LIMIT = 4


class Event(IntEnum):
    """What a log row says; its a in brackets, and its side is the fighter whom it is about."""

    HITS = 1  # (points that the other has left)
    ENDS = 2  # (Ending): the side is the loser's, or NOBODY


class Purpose(IntEnum):
    """What a stream of dice is for.  Only ever appended to: the numbers decide the luck."""

    BLOWS = 1


class Policy(IntEnum):
    """How a player decides."""

    STEADY = 0  # by the points that he has left


RULES = integers("faces", "at_once", "round_limit")
FIGHTER = integers("number", "points", "hits_from")
SETUP = record(("fighters", FIGHTER, (2,)))
POLICY = integers("kind", "yields_at")
STATE = record(("ending", "i8"), ("loser", "i8"), ("points", "i8", (2,)))
EXPLORED = STATE
TALLY = integers("rounds", "hits")
OUTCOME = outcome(("hits", "i4"), ("first_wins", "i1"), ("second_wins", "i1"))
