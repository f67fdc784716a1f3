"""The records and enums of The Creatures That Ate New York."""

from enum import IntEnum

import numpy as np

from simkit.core.records import integers, outcome, record

# Array geometry: what the rules name, and how large a map a scenario may ask for.
N_MONSTERS, N_MISSIONS, N_CHITS, N_FACES, N_COLUMNS, N_DIRECTIONS = 8, 7, 10, 6, 9, 4
MOST_SEATS = 4
MOST_SPACES, MOST_SIDE = 256, 32
MOST_PLACES, MOST_STARTS = 32, 128
MOST_POINTS = 99  # of strength, or of movement
MOST_ROUNDS = 1000
SHARES = 840  # of a win

NOWHERE = np.int64(-1)  # no space; a numpy number, which is no literal that kernels would be specialised on
NOTHING = np.int64(-1)  # no seat
STAY = np.int64(-1)  # a step: none
LEAVE = np.int64(-2)  # a step, or where to: off the map
CITY = np.int64(-1)  # whoever attacks a monster that is no monster
POINT = np.int64(1)  # that both lose
FLYING = np.int64(1)  # how: on foot, 0, or flying
COIN = np.int64(2)  # sides of a die that says yes or no
FIRST_ATTACK, FOLLOW_UP = np.int64(0), np.int64(1)  # of a False Blond on one monster
UNREACHED = 99  # a distance that nobody goes


class Entry(IntEnum):
    """What is played."""

    WHOLE_GAME = 0
    ATTACK = 1  # attacks of one monster on a building or on another monster


class Ending(IntEnum):
    """Why a game ended; of attacks, what came of them."""

    MISSION = 1
    ALL_LOST = 2
    TURN_LIMIT = 3
    EATEN = 4
    INTACT = 5
    DEFENDER_DEAD = 6
    ATTACKER_DEAD = 7
    BOTH_ALIVE = 8


class Result(IntEnum):
    """[The Monster Attack Table] From the worst for the attacker to the best."""

    A3 = 0
    A2 = 1
    A1 = 2
    B1 = 3
    D1 = 4
    D2 = 5
    D3 = 6


class Mission(IntEnum):
    """[The Monster Mission Chart] The letters of the chits."""

    A = 0
    B = 1
    C = 2
    D = 3
    E = 4
    F = 5
    G = 6


class Exit(IntEnum):
    """[The Monster Mission Chart; False Blond 9] Where the map is left."""

    WEST = 0
    SOUTH_WEST = 1
    NORTH_EAST = 2
    NORTH_WEST = 3
    SOUTH = 4
    SIXTH_AVENUE = 5


class Ground(IntEnum):
    """What a space is."""

    STREET = 0
    PARK = 1
    BUILDING = 2


class Blond(IntEnum):
    """[How to Find a Blond] Where the real Blond is."""

    HIDDEN = 0
    FOUND = 1  # face up on the map
    CARRIED = 2
    LOST = 3


class Event(IntEnum):
    """What a log row says; its a, b, c, d in brackets.  `side` is the seat that it is about."""

    SITS = 1  # (monster, mission, strength, movement)
    BEGINS = 2  # (): who is first
    PLACED = 3  # (the seat that chose, space)
    TURN = 4  # (space, strength, movement)
    STUCK = 5  # (): it may not move
    LOCKED = 6  # (the seat that it must attack)
    PICKS_UP = 7  # (space)
    STEPS = 8  # (from, to, moves left)
    LEAVES = 9  # (space, exit)
    BITES = 10  # (space, strength less the building's, face, Result)
    ATTACKS = 11  # (the seat attacked, strength less the other's, face, Result)
    EATEN = 12  # (space, successes it still takes)
    GOES_BACK = 13  # (from, to)
    LOSES = 14  # (of strength, of movement, strength left, movement left)
    DIES = 15  # (the seat that killed it, or CITY)
    DISPLACED = 16  # (the seat that chose, from, to)
    CORNERED = 17  # (the seat that it must fight on with)
    EXAMINES = 18  # (space, number of the chit, 0 for the real Blond)
    CITY_ATTACKS = 19  # (column, face, Result)
    GAINS = 20  # (of strength, of movement, strength, movement)
    TO_BE_STUCK = 21  # (turns)
    MUST_EAT = 22  # (buildings, 1 when it may not fly)
    MUST_LEAVE = 23  # (the last round in which it may)
    FORGOTTEN = 24  # (1 when it cannot win any more)
    SQUASHES = 25  # ()
    ESCAPES = 26  # (space)
    DEVOURS = 27  # (space)
    AVENUE = 28  # (buildings it must still eat there)
    WINS = 29  # (mission)
    ENDS = 30  # (Ending, round)
    MEETS = 31  # (space): it ends its move where the real Blond is, face up
    PUTS_DOWN = 32  # (space)
    LAID = 33  # (space): a chit is laid there, face down


class Purpose(IntEnum):
    """What a stream of dice is for.  Only ever appended to: the numbers decide the luck."""

    FIRST_PLAYER = 1
    PLACES = 2
    ATTACK = 3
    BLOND = 4
    CITY = 5
    POLICY_START = 6
    POLICY_MOVE = 7
    POLICY_CHOICE = 8


class Policy(IntEnum):
    """How a player decides: what he does beside his mission, or by the dice."""

    MISSION = 0
    BRAWLER = 1
    AVOIDER = 2
    GUARD = 3
    RANDOM = 4


MONSTER = record(("good", "?"), ("flyer", "?"), ("spared", "?"), ("followed", "?"), ("exempt", "?"), ("grounded", "?"))
CHIT = record(
    ("flyers", "i8"), ("others", "i8"), ("stuck_flyers", "i8"), ("stuck_others", "i8"), ("adjacent", "?"),
    ("follow_up", "i8"), ("strength", "i8"), ("movement", "i8"), ("buildings", "i8"), ("turns", "i8"),
)  # fmt: skip
RULES = record(
    ("n_spaces", "i8"),
    ("ground", "i8", (MOST_SPACES,)),
    ("beside", "i8", (MOST_SPACES, N_DIRECTIONS)),  # north, east, south, west, or NOWHERE
    ("ways", "i1", (2, MOST_SPACES, MOST_SPACES)),  # steps between spaces, on foot through no building; flying
    ("exit_ways", "i1", (2, len(Exit), MOST_SPACES)),  # steps to the nearest space of an exit, likewise
    ("remote", "i8", (MOST_SPACES,)),  # steps to all that missions and Blonds lead to, together
    ("avenue", "i8", (MOST_SPACES,)),  # buildings that front on the avenue of False Blond 7
    ("successes", "i8", (MOST_SPACES,)),  # that a building takes
    ("targets", "i8", (N_MISSIONS,)),  # the building of a mission, or NOWHERE
    ("exits", "i8", (N_MISSIONS,)),
    ("places", "i8", (MOST_PLACES,)),  # where Blonds may lie
    ("n_places", "i8"),
    ("starts", "i8", (MOST_STARTS,)),
    ("n_starts", "i8"),
    ("monsters", MONSTER, (N_MONSTERS,)),
    ("chits", CHIT, (N_CHITS,)),  # number 0, the real Blond, is nothing
    ("building", "i8"),  # strength
    ("carrying_movement", "i8"),
    ("carrying_strength", "i8"),
    ("harmless", "i8"),
    ("exit_cost", "i8"),
    ("die_sides", "i8"),
    ("rounds", "i8"),
    ("player_turns", "i8"),
    ("one_point", "?"),  # a defender loses one point, whatever the table says
    ("unhurt_eater", "?"),
    ("city_defends", "?"),
    ("evil_exits", "?"),
    ("carrying_found", "?"),
    ("found_by_defender", "?"),
    ("weak_die", "?"),
    ("must_eat", "?"),
    ("good_devours", "?"),
    ("forgotten_lose", "?"),
    ("attacker_withdraws", "?"),
    ("halves_return", "?"),
    ("hurts_living", "?"),
    ("random_first", "?"),
)
SETUP = record(
    ("entry", "i8"),
    ("n_players", "i8"),
    ("monsters", "i8", (MOST_SEATS,)),
    ("missions", "i8", (MOST_SEATS,)),
    ("strengths", "i8", (MOST_SEATS,)),
    ("movements", "i8", (MOST_SEATS,)),
    ("attacks", "i8"),  # of ATTACK: how many turns it takes at most
    ("on_building", "i8"),
    ("table", "i1", (N_FACES, N_COLUMNS)),
)
POLICY = integers(
    "kind", "strength_kept", "movement_kept", "fights_from", "kills_from", "detour", "weight", "searches",
    "random_start", "puts_down",
)  # fmt: skip
SEAT = integers(
    "alive", "strength", "movement", "space", "came_from", "foe", "stuck", "buildings", "deadline", "forgotten",
    "carrying", "met", "deed", "hurt", "kills", "entered", "devoured", "monster", "mission", "good", "flies", "showed",
)  # fmt: skip
STATE = record(
    ("ending", "i8"),
    ("n_players", "i8"),
    ("turn", "i8"),
    ("first", "i8"),
    ("active", "i8"),
    ("winner", "i8"),  # seat, or NOTHING
    ("blond", "i8"),
    ("blond_space", "i8"),
    ("seats", SEAT, (MOST_SEATS,)),
    ("chits", "i8", (N_CHITS,)),  # the spaces of those that lie face down, or NOWHERE
    ("pool", "i8", (N_CHITS,)),  # 1 for each number that nobody has examined
    ("bites", "i8", (MOST_SPACES,)),  # successes against each building
)
EXPLORED = STATE
TALLY = record(
    *((name, "i8") for name in (
        "event", "attacker_lost", "defender_lost", "eater_lost", "city_lost", "gained", "attacks", "bites", "eaten",
        "examined", "squashed", "escaped", "devoured", "displaced", "both",
    )),
    ("killers", "i8", (MOST_SEATS,)),  # 1 for the city, from 2 on a monster; 0 for none
)  # fmt: skip
PLAYER = record(
    ("share", "i2"), ("monster", "i1"), ("mission", "i1"), ("dead", "i1"), ("killing", "i1"), ("strength", "i1"),
    ("movement", "i1"),
)  # fmt: skip
CREATURE = record(("share", "i2"), ("played", "i1"), ("died", "i1"))
CHART = record(("share", "i2"), ("played", "i1"), ("done", "i1"))
OUTCOME = outcome(
    ("attacker_lost", "i2"), ("defender_lost", "i2"), ("eater_lost", "i2"), ("city_lost", "i2"), ("gained", "i2"),
    ("attacks", "i2"), ("bites", "i2"), ("eaten", "i2"), ("examined", "i2"), ("deaths", "i1"), ("squashed", "i1"),
    ("escaped", "i1"), ("devoured", "i1"), ("carried_off", "i1"), ("found", "i1"), ("displaced", "i2"), ("both", "i2"),
    ("won", "i1"), ("players", PLAYER, (MOST_SEATS,)), ("monsters", CREATURE, (N_MONSTERS,)),
    ("missions", CHART, (N_MISSIONS,)),
)  # fmt: skip
