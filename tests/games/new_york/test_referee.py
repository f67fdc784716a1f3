"""The referee follows whole games of all kinds, and refuses logs in which one thing was changed."""

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from games.new_york.midtown import FIGURES, GAME, at
from games.new_york.referee import Referee
from games.new_york.referee_moves import BreachError

from simkit import games
from simkit.contract_scenarios import JIT
from simkit.core.board import new_board
from simkit.core.log import MOST_EVENTS
from simkit.games.new_york.compile import switches
from simkit.games.new_york.schema import OUTCOME, STATE, TALLY, Event

POLICIES = ("mission", "brawler", "avoider", "guard", "random")
READINGS: tuple[dict[str, Any], ...] = (
    {}, {"attack_table": "gentle"}, {"one_point": True}, {"unhurt_eater": True}, {"city_attack": "attacker"},
    {"evil_exits": True}, {"evil_finds": "carries"}, {"found_by": "defender"}, {"death": "strength"},
    {"starts": "edges"}, {"flyers_rest": False}, {"good_devours": True}, {"forgotten": "goes_on"},
    {"both_lose": "withdraw"}, {"half_eaten": "returns"}, {"every_other": "living"}, {"blond_places": "named"},
    {"first_player": "first_seat"},
)  # fmt: skip
N = 1000 if JIT else 30
Row = dict[str, int]
Log = list[Row]


@cache
def arena() -> tuple[Any, Any]:
    return new_board(STATE, TALLY, 1979, MOST_EVENTS), np.zeros(1, OUTCOME)


def log_of(number: int) -> tuple[Log, dict[str, Any]]:
    """A game and its readings; every seat, policy and reading comes up in turn, half of the games by the book."""
    policy, players = POLICIES[number % 5], 2 + number // 5 % 3
    readings = READINGS[number // 2 % len(READINGS)] if number % 2 else {}
    rules, faults = GAME.compile_rules(FIGURES, readings)
    assert faults == []
    compiled, faults = GAME.compile_setup(FIGURES, readings, "WHOLE_GAME", {"policy": policy, "players": players})
    assert faults == []
    board, outcomes = arena()
    outcomes[:] = 0
    games.kernels(GAME).simulate(rules, *compiled, 7 * number, board, outcomes)
    rows = board.log.rows[: board.log.written]
    return [{name: int(row[name]) for name in row.dtype.names} for row in rows], readings


def follow(log: Log, readings: dict[str, Any]) -> Referee:
    referee = Referee(FIGURES.tree, switches(readings))
    referee.watch(log)
    return referee


@pytest.mark.parametrize("block", range(10))
def test_no_game_breaks_a_rule(block):
    for number in range(block * N // 10, (block + 1) * N // 10):
        try:
            assert follow(*log_of(number)).over
        except BreachError as breach:
            pytest.fail(f"game {number}: {breach}")


# ---- Logs written by hand: all is well before the last event, which breaks a rule

MONSTERS = list(FIGURES.tree["monsters"])
PLACES = [at(*FIGURES.tree["places"][name]["at"]) for name in FIGURES.tree["blonds"]["places"]]
PARK = at(1, 7)
LIZARD, APE = ("giant_lizard", "G", at(4, 0)), ("giant_ape", "C", at(5, 0))  # 12-5, evil; 13-6, good
IN_PARK = ("giant_lizard", "A", at(0, 7))
ROBOT, SAUCER, SLIME = ("robot", "G", at(0, 7)), ("saucer", "G", at(0, 7)), ("green_slime", "G", at(0, 7))
Part = tuple[Any, ...]


def row(kind: Event, side: int, *values: int) -> Part:
    return kind, side, *values


def opening(*seats: tuple[str, str, int]) -> list[Part]:
    """The set-up; the first seat begins."""
    cards = [FIGURES.tree["monsters"][name] for name, _, _ in seats]
    sits = [
        row(Event.SITS, k, MONSTERS.index(name), "ABCDEFG".index(mission), card["strength"], card["movement"])
        for k, ((name, mission, _), card) in enumerate(zip(seats, cards, strict=True))
    ]
    laid = [row(Event.LAID, 0, space) for space in PLACES]
    placed = [row(Event.PLACED, k, (k + 1) % len(seats), seat[2]) for k, seat in enumerate(seats)]
    return [*sits, *laid, row(Event.BEGINS, 0), *placed]


def walk(side: int, left: int, *spaces: int) -> list[Part]:
    """Steps from the first space on, `left` moves before them."""
    pairs = enumerate(pairwise(spaces), 1)
    return [row(Event.STEPS, side, here, there, left - k) for k, (here, there) in pairs]


def turn(side: int, space: int, strength: int, movement: int) -> Part:
    return row(Event.TURN, side, space, strength, movement)


def as_log(parts: list[Part]) -> Log:
    """Rows of a log; the first seat's turn begins a round."""
    log, now = [], 0
    for kind, side, *values in parts:
        now += kind == Event.TURN and side == 0
        padded = [*values, 0, 0, 0, 0]
        log.append({"turn": now, "kind": int(kind), "side": side, **dict(zip("abcd", padded, strict=False))})
    return log


S = opening(LIZARD, APE)
T = [*S, turn(0, at(4, 0), 12, 5)]
MEET = [*T, *walk(0, 5, at(4, 0), at(5, 0))]
B1 = [
    *MEET, row(Event.ATTACKS, 0, 1, -1, 4, 3), row(Event.LOSES, 0, 1, 0, 11, 5), row(Event.LOSES, 1, 1, 0, 12, 6),
]  # fmt: skip
WON = [*MEET, row(Event.ATTACKS, 0, 1, -1, 5, 4), row(Event.LOSES, 1, 1, 0, 12, 6)]
AT_WALL = [*T, *walk(0, 5, at(4, 0), at(4, 1), at(3, 1))]
BITTEN = [*AT_WALL, row(Event.BITES, 0, at(3, 1), 7, 1, 1), row(Event.LOSES, 0, 2, 0, 10, 5)]
EATS = [*AT_WALL, row(Event.BITES, 0, at(3, 1), 7, 3, 4)]


def park(seat: tuple[str, str, int], number: int, other: tuple[str, str, int] = APE) -> list[Part]:
    """The first seat enters the park and turns a chit over."""
    card = FIGURES.tree["monsters"][seat[0]]
    come = walk(0, card["movement"], at(0, 7), PARK)
    begun = [*opening(seat, other), turn(0, at(0, 7), card["strength"], card["movement"])]
    return [*begun, *come, row(Event.EXAMINES, 0, PARK, number)]


G_APE = ("giant_ape", "A", at(0, 7))
PASS = turn(1, at(5, 0), 12, 5)
OTHER = ("giant_lizard", "G", at(5, 0))
FOUND = [*park(G_APE, 0, OTHER), PASS, turn(0, PARK, 13, 6)]
CARRIED = [*FOUND, row(Event.PICKS_UP, 0, PARK)]
UNSEEN = [
    *park(G_APE, 0, ("giant_lizard", "G", at(0, 6))), turn(1, at(0, 6), 12, 5), turn(0, PARK, 13, 6),
    *walk(0, 6, PARK, at(1, 8)), turn(1, at(0, 6), 12, 5), *walk(1, 5, at(0, 6), at(1, 6), PARK),
    turn(0, at(1, 8), 13, 6), turn(1, PARK, 12, 5),
]  # fmt: skip
WEST = [*CARRIED, *walk(0, 5, PARK, at(0, 7))]
HIT = [
    *CARRIED, *walk(0, 5, PARK, at(1, 6), at(1, 5)), row(Event.BITES, 0, at(1, 5), 6, 1, 1),
    row(Event.LOSES, 0, 2, 0, 11, 6),
]  # fmt: skip
SUBWAY = [*park(IN_PARK, 8), row(Event.CITY_ATTACKS, 0, 1, 1, 1), row(Event.TO_BE_STUCK, 0, 1)]
MEDIA = [*park(IN_PARK, 9), row(Event.TO_BE_STUCK, 0, 1), row(Event.MUST_LEAVE, 0, 7)]
LATE = [
    *MEDIA, turn(1, at(5, 0), 13, 6), turn(0, PARK, 12, 5), row(Event.STUCK, 0), turn(1, at(5, 0), 13, 6),
    *[part for _ in range(5) for part in (turn(0, PARK, 12, 5), turn(1, at(5, 0), 13, 6))], turn(0, PARK, 12, 5),
]  # fmt: skip
IDLE = [part for _ in range(60) for part in (turn(0, at(4, 0), 12, 5), turn(1, at(5, 0), 13, 6))]
ABOVE = [*opening(("saucer", "G", at(0, 1)), APE), turn(0, at(0, 1), 7, 6), *walk(0, 6, at(0, 1), at(1, 1))]
MACYS = ("saucer", "G", at(7, 0))
AT_MACYS = [
    *opening(MACYS, APE), turn(0, at(7, 0), 7, 6), *walk(0, 6, at(7, 0), at(7, 1), at(7, 2), at(7, 3)),
]  # fmt: skip
ATE_MACYS = [*AT_MACYS, row(Event.BITES, 0, at(7, 3), 2, 6, 5), row(Event.EATEN, 0, at(7, 3), 0)]

BREACHES: dict[str, tuple[list[Part], Part]] = {
    # How to Start
    "not what the counter says": ([], row(Event.SITS, 0, 3, 6, 13, 5)),
    "a monster twice": (S[:1], row(Event.SITS, 1, 3, 5, 12, 5)),
    "a mission twice": (S[:1], row(Event.SITS, 1, 2, 6, 13, 6)),
    "a chit where none belongs": (S[:3], row(Event.LAID, 0, PLACES[0])),
    "ten Blonds": (S[:11], row(Event.BEGINS, 0)),
    "the next player chooses the start": (S[:-2], row(Event.PLACED, 0, 0, 0)),
    "placed in the order of play": (S[:-2], row(Event.PLACED, 1, 0, 0)),
    "no start": (S[:-1], row(Event.PLACED, 1, 0, at(4, 0))),
    "a monster without a start": (S[:-1], turn(0, at(4, 0), 12, 5)),
    # How to Proceed, How to Move
    "out of turn": (S, turn(1, at(5, 0), 13, 6)),
    "not what the monster is": (S, turn(0, at(4, 0), 12, 6)),
    "not its turn": (T, row(Event.STEPS, 1, at(5, 0), at(6, 0), 5)),
    "straight, a space at a time": (T, row(Event.STEPS, 0, at(4, 0), at(5, 1), 4)),
    "farther than it moves": (T, row(Event.STEPS, 0, at(4, 0), at(3, 0), 5)),
    "through a building or a monster": (MEET, row(Event.STEPS, 0, at(5, 0), at(6, 0), 3)),
    "two monsters in a space, and no fight": (MEET, turn(1, at(5, 0), 13, 6)),
    "in a building, on foot": (AT_WALL, turn(1, at(5, 0), 13, 6)),
    "a flyer rests above a building": (ABOVE, turn(1, at(5, 0), 13, 6)),
    # How to Attack
    "not in its space": (T, row(Event.ATTACKS, 0, 1, -1, 4, 3)),
    "not the strengths": (MEET, row(Event.ATTACKS, 0, 1, 1, 4, 4)),
    "not what the table says": (MEET, row(Event.ATTACKS, 0, 1, -1, 4, 4)),
    "no building to eat": (T, row(Event.BITES, 0, at(4, 0), 7, 3, 4)),
    "a second attack": ([*EATS, row(Event.EATEN, 0, at(3, 1), 0)], row(Event.BITES, 0, at(3, 1), 7, 3, 4)),
    "where it could not go": (WON, row(Event.DISPLACED, 1, 0, at(5, 0), at(5, 1))),
    "the enemy displaces": (WON, row(Event.DISPLACED, 1, 1, at(5, 0), at(6, 0))),
    "there was a way": (WON, row(Event.CORNERED, 1, 0)),
    "TURN before [('DISPLACED', 1), ('CORNERED', 1)]": (WON, turn(1, at(5, 0), 12, 6)),
    "must attack another": ([*B1, turn(1, at(5, 0), 12, 6)], row(Event.LOCKED, 1, 1)),
    "STEPS before [('LOCKED', 1)]": ([*B1, turn(1, at(5, 0), 12, 6)], row(Event.STEPS, 1, at(5, 0), at(6, 0), 5)),
    "points": (BITTEN[:-1], row(Event.LOSES, 0, 1, 0, 11, 5)),
    "points left": (BITTEN[:-1], row(Event.LOSES, 0, 1, 1, 11, 5)),
    "LOSES out of nothing": (T, row(Event.LOSES, 0, 1, 0, 11, 5)),
    "DIES out of nothing": (BITTEN, row(Event.DIES, 0, -1)),
    "not whence it came": (BITTEN, row(Event.GOES_BACK, 0, at(3, 1), at(3, 0))),
    "not what is left of it": (EATS, row(Event.EATEN, 0, at(3, 1), 1)),
    # Blonds
    "no chit there": (T, row(Event.EXAMINES, 0, PARK, 1)),
    "a chit in an intact building": (AT_MACYS, row(Event.EXAMINES, 0, at(7, 3), 1)),
    "a move comes first": (park(G_APE, 0, OTHER), row(Event.PICKS_UP, 0, PARK)),
    "the turn after it first saw her": (UNSEEN, row(Event.PICKS_UP, 1, PARK)),
    "she is not there": (park(G_APE, 2, OTHER)[:-2], row(Event.PICKS_UP, 0, PARK)),
    "it does not carry her": (FOUND, row(Event.DEVOURS, 0, PARK)),
    "a whole move in the same space, and no attack": (WEST, row(Event.DEVOURS, 0, at(0, 7))),
    "TURN before [('GOES_BACK', 0), ('SQUASHES', 0)]": (HIT, PASS),
    "not the attack of the chit": (park(ROBOT, 2), row(Event.CITY_ATTACKS, 0, 3, 3, 4)),
    "CITY_ATTACKS out of nothing": (park(ROBOT, 1), row(Event.CITY_ATTACKS, 0, 7, 3, 4)),
    "not the gain of the chit": (park(ROBOT, 1), row(Event.GAINS, 0, 1, 1, 11, 6)),
    "turns without a move": (SUBWAY[:-1], row(Event.TO_BE_STUCK, 0, 2)),
    "TURN before [('CITY_ATTACKS', 0)]": ([*park(SLIME, 5), row(Event.CITY_ATTACKS, 0, 1, 1, 1)], PASS),
    "STEPS before [('STUCK', 0)]": (
        [*SUBWAY, turn(1, at(5, 0), 13, 6), turn(0, PARK, 12, 5)], row(Event.STEPS, 0, PARK, at(0, 7), 4),
    ),
    "buildings on the avenue": (park(SLIME, 7), row(Event.MUST_EAT, 0, 2, 0)),
    "MUST_EAT out of nothing": (park(SAUCER, 7), row(Event.MUST_EAT, 0, 3, 0)),
    "within six turns": (MEDIA[:-1], row(Event.MUST_LEAVE, 0, 8)),
    "TURN before [('FORGOTTEN', 0)]": (LATE, turn(1, at(5, 0), 13, 6)),
    "what being forgotten means": (LATE, row(Event.FORGOTTEN, 0, 0)),
    # How to Win
    "has not won": (AT_MACYS, row(Event.WINS, 0, 6)),
    "who has won does not say so": (ATE_MACYS, turn(1, at(5, 0), 13, 6)),
    "leaves before its deed": ([*FOUND, *walk(0, 6, PARK, at(0, 7))], row(Event.LEAVES, 0, at(0, 7), 0)),
    "not its exit": (WEST, row(Event.LEAVES, 0, at(0, 7), 1)),
    "who has won": (ATE_MACYS, row(Event.ENDS, 0, 3, 1)),
    "somebody could still win": (T, row(Event.ENDS, 0, 2, 1)),
    "before the last round is over": (T, row(Event.ENDS, 0, 3, 1)),
    "after the last round": ([*S, *IDLE], turn(0, at(4, 0), 12, 5)),
    "something happens after the end": (
        [*ATE_MACYS, row(Event.WINS, 0, 6), row(Event.ENDS, 0, 1, 1)], turn(1, at(5, 0), 13, 6),
    ),
}  # fmt: skip


def judged(parts: list[Part], rule: str) -> str:
    """What the referee says to a log written by hand; monsters start at the edges, and flyers must eat."""
    readings = {"starts": "edges"} | ({"flyers_rest": False} if rule.startswith("a flyer") else {})
    try:
        follow(as_log(parts), readings)
    except BreachError as breach:
        return str(breach)
    return ""


@pytest.mark.parametrize("rule", BREACHES)
def test_one_event_against_a_rule_is_refused(rule):
    before, last = BREACHES[rule]
    assert judged(before, rule) in ("a game without an end", "")
    assert judged([*before, last], rule) == rule
