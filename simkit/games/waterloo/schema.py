"""The records and enums of Napoleon at Waterloo."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from simkit.core.records import integers, outcome, record

# Array geometry: the sheet has 23 columns of 17 hexes, a hex six sides and twelve hexes at two hexes' distance.
N_COLUMNS, N_ROWS = 23, 17
N_HEXES = N_COLUMNS * N_ROWS
N_DIRECTIONS, N_SIGHTS = 6, 12
N_ODDS, N_FACES, N_RESULTS = 10, 6, 5
N_SIDES, N_FRENCH, N_ANGLO_ALLIED, N_PRUSSIANS = 2, 26, 18, 9
N_UNITS = N_FRENCH + N_ANGLO_ALLIED + N_PRUSSIANS
MOST_ATTACKS = N_UNITS  # a phase: an enemy is attacked once
MOST_TURNS = 99

FRENCH, ALLIED = 0, 1
NOWHERE = np.int64(-1)  # no hex; a numpy number, which is no literal that kernels would be specialised on
NOTHING = np.int64(-1)  # no unit, no attack
OFF_MAP = N_HEXES  # a choice: leave the map


class Entry(IntEnum):
    """What is played."""

    WHOLE_GAME = 0
    ODDS = 1  # one attack


class Ending(IntEnum):
    """Why a battle ended; of an attack, its result."""

    FRENCH_WIN = 1
    ALLIED_WIN = 2
    DRAW = 3
    ATTACKER_ELIMINATED = 4
    ATTACKER_RETREATS = 5
    EXCHANGE = 6
    DEFENDER_RETREATS = 7
    DEFENDER_ELIMINATED = 8


class Result(IntEnum):
    """[6.3] What the Combat Results Table says."""

    AE = 0
    AR = 1
    EE = 2
    DR = 3
    DE = 4


class Event(IntEnum):
    """What a log row says; its a, b, c, d in brackets."""

    PLAYER_TURN = 1  # ()
    MOVES = 2  # (unit, from, to)
    ENTERS = 3  # (unit, hex)
    EXITS = 4  # (unit, from, units that have left, the hex at the edge)
    ATTACKS = 5  # (French units as bits, Allied units as bits, bombarding units as bits, the numbers of `Announced`)
    RETREATS = 6  # (unit, from, to)
    DISPLACED = 7  # (unit, from, to)
    FALLS_BACK = 8  # (unit, from, to)
    DESTROYED = 9  # (unit, hex, strength points lost by its side, 1 for want of a safe hex)
    ADVANCES = 10  # (unit, from, to)
    DEMORALIZED = 11  # (strength points lost)
    LAPSES = 12  # (a defender, or NOTHING)
    ENDS = 13  # (Ending, French points lost, Allied points lost, units that have left)


class Announced(NamedTuple):
    """[6.1, 6.2] An attack as announced, its die and its result; packed in one number, the last field lowest."""

    defence: int  # strength points, terrain counted
    bare: int  # column of the ratio alone
    due: int  # column with demoralization counted (8.2)
    column: int  # the one that the attacker announced
    face: int  # less one
    result: int

    @classmethod
    def unpacked(cls, packed: int) -> "Announced":
        """The fields of one number."""
        digits = []
        for base in (N_RESULTS, N_FACES, N_ODDS, N_ODDS, N_ODDS):
            packed, digit = divmod(packed, base)
            digits.append(digit)
        return cls(packed, *reversed(digits))


class Purpose(IntEnum):
    """What a stream of dice is for.  Only ever appended to: the numbers decide the luck."""

    COMBAT = 1
    POLICY_MOVES = 2
    POLICY_ATTACKS = 3
    POLICY_RESULTS = 4


class Policy(IntEnum):
    """How a player decides: by his weights, or by the dice."""

    SCRIPTED = 0
    RANDOM = 1


class Arm(IntEnum):
    """[2.4] What type a unit is of."""

    INFANTRY = 0
    CAVALRY = 1
    ARTILLERY = 2


class Terrain(IntEnum):
    """[2.2] The Terrain Effects Chart."""

    CLEAR = 0
    BUILDING = 1
    WOODS_ROAD = 2
    WOODS = 3


class Fate(IntEnum):
    """Where a unit is."""

    ABSENT = 0  # not in this game
    TO_COME = 1
    ON_MAP = 2
    DESTROYED = 3
    EXITED = 4


class Gate(IntEnum):
    """[7.2, 7.3] How reinforcements may use a hex."""

    NONE = 0
    EAST = 1
    NORTH = 2


class Part(IntEnum):
    """[5.2] A unit's part in the attacks of a phase, where it is not the number of an attack, from 1 on."""

    SPENT = -1  # it has had its attack
    NONE = 0


RULES = record(
    ("beside", "i8", (N_HEXES, N_DIRECTIONS)),  # the hexes next to each, or NOWHERE
    ("ways", "i8", (N_HEXES, N_DIRECTIONS)),  # those of them that a unit can go to, or NOWHERE
    ("sights", "i8", (N_HEXES, N_SIGHTS)),  # hexes two away that guns can fire at, or NOWHERE
    ("terrain", "i8", (N_HEXES,)),
    ("factor", "i8", (N_HEXES,)),  # what multiplies a defender
    ("gate", "i8", (N_HEXES,)),
    ("exits", "i8", (N_HEXES,)),  # 1 where the French leave the map
    ("exit_way", "i8", (N_HEXES,)),  # hexes on the way to the next of these
    ("crt", "i8", (N_FACES, N_ODDS)),
    ("faces", "i8", (N_ODDS, N_RESULTS)),  # of the die that give each result
    ("die_sides", "i8"),
    ("n_below", "i8"),  # columns below 1-1
    ("player_turns", "i8"),
    ("french_limit", "i8"),
    ("allied_limit", "i8"),
    ("exit_units", "i8"),
    ("exit_cost", "i8"),
    ("column_shift", "i8"),
    ("prussian_turn", "i8"),
    ("bombardment", "?"),
    ("reconsiders", "?"),  # must-attacks are looked at anew after every attack
    ("guns_advance", "?"),
    ("doubled_exchange", "?"),
    ("victor_retreats", "?"),
    ("north_if_any_blocked", "?"),
    ("shift_first", "?"),
)
CARD = integers("arm", "strength", "movement", "hex", "fate")  # a counter as it comes
SETUP = record(
    ("entry", "i8"),
    ("attacker", "i8"),  # ODDS: the side that attacks: all its units, all the enemy's
    ("demoralized", "i8"),
    ("lowered", "i8"),  # ODDS: columns that the attacker gives away
    ("units", CARD, (N_UNITS,)),
)
POLICY = integers(
    "kind",
    # Moving: what a hex is worth
    "ground", "hold", "line", "cover", "caution", "safe", "guns", "room",
    # Contact
    "aggression", "wanted", "faith", "reserve", "trap",
    # The north edge
    "exit_drive", "exit_from", "exit_strength",
    # Combat
    "trade", "race", "last_trade", "push", "unite", "fire", "pursue",
    # Reinforcements
    "enter_from",
)  # fmt: skip
UNIT = integers("side", "arm", "strength", "movement", "hex", "home", "fate", "bombards", "doomed")
ATTACK = integers(
    "n_attackers", "n_guns", "n_defenders", "strength", "guns", "defence", "printed",
    "target",  # the first defender
    "held",  # 1 when that one has nowhere to retreat to
)  # fmt: skip
FIELD = record(  # what a policy sees of the ground, looked at anew every Movement Phase; and which hexes are in reach
    ("near", "i8", (N_HEXES,)),  # hexes to the nearest enemy
    ("threat", "i8", (N_HEXES,)),  # enemy strength that may come next to it
    ("support", "i8", (N_HEXES,)),  # own strength that may
    ("worth", "i8", (N_HEXES,)),
    ("seen", "i8", (N_HEXES,)),  # number of the search that came there last
    ("cost", "i8", (N_HEXES,)),
    ("came", "i8", (N_HEXES,)),
    ("found", "i8", (N_HEXES,)),  # the hexes in reach, nearest first
    ("value", "i8", (N_HEXES,)),  # what each of them is worth to the unit that moves
    ("n_found", "i8"),
    ("search", "i8"),
    ("leaves", "i8"),  # the nearest hex where the map can be left, from 1 on; 0 for none
    ("order", "i8", (N_UNITS,)),
    ("n_order", "i8"),
)
STATE = record(
    ("ending", "i8"),
    ("turn", "i8"),
    ("side", "i8"),  # whose Player-Turn it is
    ("demoralized", "i8"),
    ("exited", "i8"),
    ("lost", "i8", (N_SIDES,)),
    ("units", UNIT, (N_UNITS,)),
    (
        "part",
        "i8",
        (N_UNITS,),
    ),  # in the attacks of a phase: the number of its attack, from 1 on, or a Part
    ("members", "i8", (N_UNITS,)),  # the units of the attack that is resolved
    ("n_members", "i8"),
    ("at", "i8", (N_HEXES,)),  # the unit in a hex, from 1 on; 0 for none
    ("zone", "i8", (N_SIDES, N_HEXES)),  # units of a side whose Zone of Control a hex is in
    ("pressure", "i8", (N_SIDES, N_HEXES)),  # and their strength
    ("attacks", ATTACK, (MOST_ATTACKS,)),
    ("n_attacks", "i8"),
    ("vacated", "i8", (N_DIRECTIONS,)),
    ("n_vacated", "i8"),
    ("field", FIELD),
)
EXPLORED = STATE
TALLY = integers(
    "player_turn", "event", "attacks", "bombardments", "lapsed", "retreats", "displaced", "advances", "moves",
    "ae", "ar", "ee", "dr", "de",
    "attacker_lost", "defender_lost", "attacker_exchanged", "defender_exchanged",
    "french_infantry", "french_cavalry", "french_artillery",
    "allied_infantry", "allied_cavalry", "allied_artillery",
    "french_in_clear", "french_in_building", "french_in_woods_road",
    "allied_in_clear", "allied_in_building", "allied_in_woods_road",
    "french_cornered", "allied_cornered", "demoralized_turn", "entered",
)  # fmt: skip
OUTCOME = outcome(
    ("demoralized_turn", "i1"), ("exited", "i1"), ("entered", "i1"), ("demoralized", "i1"),
    ("french_win", "i1"), ("allied_win", "i1"), ("drawn", "i1"), ("french_score", "i1"), ("moves", "i2"),
    ("french_lost", "i2"), ("allied_lost", "i2"), ("exited_strength", "i2"),
    ("attacks", "i2"), ("bombardments", "i2"), ("lapsed", "i2"), ("retreats", "i2"), ("displaced", "i2"),
    ("advances", "i2"), ("ae", "i2"), ("ar", "i2"), ("ee", "i2"), ("dr", "i2"), ("de", "i2"),
    ("attacker_lost", "i2"), ("defender_lost", "i2"), ("attacker_exchanged", "i2"), ("defender_exchanged", "i2"),
    ("french_infantry", "i2"), ("french_cavalry", "i2"), ("french_artillery", "i2"),
    ("allied_infantry", "i2"), ("allied_cavalry", "i2"), ("allied_artillery", "i2"),
    ("french_in_clear", "i2"), ("french_in_building", "i2"), ("french_in_woods_road", "i2"),
    ("allied_in_clear", "i2"), ("allied_in_building", "i2"), ("allied_in_woods_road", "i2"),
    ("french_cornered", "i2"), ("allied_cornered", "i2"),
)  # fmt: skip
