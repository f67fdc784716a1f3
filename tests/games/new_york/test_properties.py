"""What holds in every game, whoever plays it: points, spaces, rubble, Blonds; from the log alone."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from games.new_york.midtown import FIGURES, GAME, RULES

from simkit import games
from simkit.contract_scenarios import JIT
from simkit.core.board import new_board
from simkit.core.log import MOST_EVENTS
from simkit.games.new_york.picture import PLACES
from simkit.games.new_york.schema import OUTCOME, STATE, TALLY, Event

N = 20 if JIT else 2
PLAYERS = ("mission", "brawler", "avoider", "guard", "random")
Row = dict[str, int]


@cache
def played(policy: str, game: int) -> tuple[list[Row], Any, Any]:
    """The log, the set-up and the outcome of one game."""
    compiled, faults = GAME.compile_setup(FIGURES, {}, "WHOLE_GAME", {"policy": policy})
    assert faults == []
    board, outcomes = new_board(STATE, TALLY, 79, MOST_EVENTS), np.zeros(1, OUTCOME)
    games.kernels(GAME).simulate(RULES, *compiled, game, board, outcomes)
    rows = [{name: int(row[name]) for name in row.dtype.names} for row in board.log.rows[: board.log.written]]
    return rows, compiled.setups[game % len(compiled.setups)], outcomes[0]


@pytest.fixture(params=[(policy, game) for policy in PLAYERS for game in range(N)], ids=str)
def game(request: pytest.FixtureRequest) -> tuple[list[Row], Any, Any]:
    return played(*request.param)


def test_points_are_what_was_printed_less_what_was_lost_and_more_what_was_gained(game):
    rows, setup, outcome = game
    values = {who: [int(setup["strengths"][who]), int(setup["movements"][who])] for who in range(4)}
    for row in rows:
        sign = {Event.LOSES: -1, Event.GAINS: 1}.get(row["kind"], 0)
        if sign:
            values[row["side"]][0] += sign * row["a"]
            values[row["side"]][1] += sign * row["b"]
            assert values[row["side"]] == [row["c"], row["d"]]
            assert min(values[row["side"]]) >= 0
    final = [[int(player["strength"]), int(player["movement"])] for player in outcome["players"]]
    assert final == list(values.values())
    lost = sum(row["a"] + row["b"] for row in rows if row["kind"] == Event.LOSES)
    counted = ("attacker_lost", "defender_lost", "eater_lost", "city_lost")
    assert lost == sum(int(outcome[name]) for name in counted)


def test_no_two_monsters_are_in_a_space_but_in_a_fight(game):
    """At the end of a turn whoever shares a space has to fight on: its next turn begins with that."""
    rows, *_ = game
    spaces: dict[int, int] = {}
    owed: set[frozenset[int]] = set()
    for row in rows:
        if row["kind"] == Event.TURN:
            shared = {frozenset((a, b)) for a in spaces for b in spaces if a < b and spaces[a] == spaces[b]}
            assert shared <= owed
            owed = shared
        elif row["kind"] == Event.CORNERED or (row["kind"] == Event.ATTACKS and row["d"] == 3):
            owed.add(frozenset((row["side"], row["a"])))
        elif row["kind"] in (Event.DIES, Event.LEAVES):
            spaces.pop(row["side"], None)
        if row["kind"] in PLACES:
            spaces[row["side"]] = row[PLACES[row["kind"]]]


def test_monsters_on_foot_stand_in_no_building(game):
    rows, *_ = game
    eaten: dict[int, int] = {}
    fliers = {row["side"] for row in rows if row["kind"] == Event.SITS and RULES.monsters[row["a"]].flyer}
    for row in rows:
        if row["kind"] == Event.EATEN:
            eaten[row["a"]] = row["b"]
        elif row["kind"] == Event.TURN and row["side"] not in fliers:
            assert RULES.ground[row["a"]] != 2 or row["a"] in eaten


def test_steps_go_to_the_next_space_and_no_farther_than_the_movement(game):
    rows, *_ = game
    left, carrying = 0, set()
    for row in rows:
        if row["kind"] == Event.TURN:
            left = row["c"]
        elif row["kind"] == Event.PICKS_UP:
            carrying.add(row["side"])
        elif row["kind"] in (Event.ESCAPES, Event.SQUASHES, Event.DEVOURS):
            carrying.clear()
        elif row["kind"] == Event.STEPS:
            left -= 1
            assert row["b"] in RULES.beside[row["a"]]
            assert row["c"] == left - (row["side"] in carrying)
            assert row["c"] >= 0


def test_rubble_never_heals(game):
    rows, *_ = game
    left: dict[int, int] = {}
    for row in rows:
        if row["kind"] == Event.EATEN:
            assert row["b"] == left.get(row["a"], int(RULES.successes[row["a"]])) - 1
            left[row["a"]] = row["b"]
        elif row["kind"] == Event.BITES:
            assert left.get(row["a"], 1) > 0


def test_the_blond_is_in_one_place(game):
    """Face down, face up, with one monster, or gone for ever; no number is turned over twice."""
    rows, *_ = game
    where, numbers = "hidden", set()
    goes = {
        Event.PICKS_UP: ({"found"}, "carried"), Event.ESCAPES: ({"carried"}, "gone"),
        Event.SQUASHES: ({"carried"}, "gone"), Event.DEVOURS: ({"carried"}, "gone"),
    }  # fmt: skip
    found = -1
    for row in rows:
        if row["kind"] == Event.EXAMINES:
            assert row["b"] not in numbers
            numbers.add(row["b"])
            if row["b"] == 0:
                where, found = "found", row["turn"]
        elif row["kind"] in goes:
            before, after = goes[Event(row["kind"])]
            assert where in before
            assert row["kind"] != Event.PICKS_UP or row["turn"] > found
            where = after


def test_the_dead_do_nothing_and_the_winner_has_what_it_needs(game):
    rows, _, outcome = game
    dead: set[int] = set()
    for row in rows:
        if row["kind"] == Event.TURN:
            assert row["side"] not in dead
        elif row["kind"] == Event.DIES:
            dead.add(row["side"])
    assert int(outcome["deaths"]) == len(dead)
    winners = [row["side"] for row in rows if row["kind"] == Event.WINS]
    assert winners == [int(outcome["winner"])] * int(outcome["won"])
    for who in winners:
        good = RULES.monsters[int(outcome["players"][who]["monster"])].good
        assert not good or any(row["kind"] == Event.LEAVES and row["side"] == who for row in rows)
