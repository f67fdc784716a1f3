"""[How to Move, How to Start] Streets, buildings, flyers, other monsters; starts, and the turns of players."""

import numpy as np
import pytest
from games.new_york.midtown import GAME, RULES, TREE, Midtown, at, kinds

from simkit import games
from simkit.core.board import new_board
from simkit.games.new_york import city
from simkit.games.new_york.rules.ground import distance, is_open, may_step
from simkit.games.new_york.rules.table import column_of
from simkit.games.new_york.schema import NOWHERE, STATE, TALLY, UNREACHED, Event


def test_the_map_is_that_of_the_figures():
    kinds_ = RULES.ground[: RULES.n_spaces].tolist()
    assert (len(kinds_), kinds_.count(0), kinds_.count(2), kinds_.count(1)) == (221, 173, 43, 5)
    assert int(RULES.avenue.sum()) == 11


def test_nobody_moves_diagonally():
    assert RULES.beside[at(2, 2)].tolist() == [at(2, 1), at(3, 2), at(2, 3), at(1, 2)]
    assert RULES.beside[at(0, 0)].tolist() == [NOWHERE, at(1, 0), at(0, 1), NOWHERE]


@pytest.mark.parametrize(("flies", "steps"), [(0, 4), (1, 2)])
def test_on_foot_one_walks_around_a_block(flies, steps):
    assert distance(RULES, flies, at(2, 1), at(4, 1)) == steps


def test_ways_are_those_of_a_search_over_the_map():
    """Against Floyd and Warshall's, which knows no buildings but as ends."""
    n, rows = 221, tuple(TREE["map"]["rows"])
    walls = np.array([kind == city.GROUND["B"] for kind in city.ground(rows)])
    steps = np.full((n, n), UNREACHED, int)
    for space in range(n):
        steps[space, space] = 0
        steps[space, [other for other in city.beside(rows)[space] if other != NOWHERE]] = 1
    for middle in np.flatnonzero(~walls):
        steps = np.minimum(steps, steps[:, middle, None] + steps[None, middle])
    assert (steps == RULES.ways[0][:n, :n]).all()


@pytest.mark.parametrize(
    ("differential", "column"),
    [(-99, 0), (-7, 0), (-6, 1), (-5, 1), (-4, 2), (-3, 2), (-2, 3), (-1, 3), (0, 4), (1, 5), (2, 5), (3, 6), (4, 6),
     (5, 7), (6, 7), (7, 8), (99, 8)],
)  # fmt: skip
def test_columns_of_differentials(differential, column):
    assert column_of(differential) == column


def test_a_monster_on_foot_enters_a_building_only_to_eat_it():
    field = Midtown()
    field.place("giant_ape", at(2, 1), "C")
    assert may_step(field.rules, 0, at(3, 1), field.state)
    assert not is_open(field.rules, at(3, 1), field.state)
    field.state.bites[at(3, 1)] = 1
    assert is_open(field.rules, at(3, 1), field.state)


def test_nor_does_it_attack_a_flyer_above_one():
    field = Midtown()
    field.place("giant_ape", at(2, 1), "C")
    field.place("moth", at(3, 1), "G")
    assert not may_step(field.rules, 0, at(3, 1), field.state)
    field.state.seats[0].flies = 1
    assert may_step(field.rules, 0, at(3, 1), field.state)


def test_without_movement_it_stays():
    field = Midtown()
    field.place("giant_lizard", at(2, 1), "G", movement=0)
    field.place("moth", at(3, 1), "G")
    assert field.turn() == []


def started(policy: str, n: int, seed: int = 1, **variants) -> list:
    """Where monsters start, with who chose, and who begins."""
    figures = games.figures("new_york")
    rules, _ = GAME.compile_rules(figures, variants)
    compiled, faults = GAME.compile_setup(figures, variants, "WHOLE_GAME", {"policy": policy, "players": n})
    assert faults == []
    board = new_board(STATE, TALLY, seed, 100)
    games.kernels(GAME).begin(rules, compiled.setups[0], compiled.policies, board.states[0], board.tallies[0],
                              board.dice, board.log)  # fmt: skip
    return [(int(e["kind"]), int(e["side"]), int(e["a"]), int(e["b"])) for e in board.log.rows[: board.log.written]]


@pytest.mark.parametrize("policy", ["mission", "random"])
@pytest.mark.parametrize("n", [2, 3, 4])
def test_each_start_is_chosen_by_the_next_player(policy, n):
    told = started(policy, n)
    first = next(side for kind, side, *_ in told if kind == Event.BEGINS)
    placed = [(side, a, b) for kind, side, a, b in told if kind == Event.PLACED]
    assert [(side, chooser) for side, chooser, _ in placed] == [
        ((first + k) % n, (first + k + 1) % n) for k in range(n)
    ]
    assert len({space for *_, space in placed}) == n
    assert {space for *_, space in placed} <= set(RULES.starts[: RULES.n_starts].tolist())


def test_or_at_any_edge():
    spaces = {
        b for seed in range(20) for kind, _, _, b in started("random", 4, seed, starts="edges") if kind == Event.PLACED
    }
    assert len(spaces) > 20
    assert all(space % 17 in (0, 16) or space // 17 in (0, 12) for space in spaces)


def test_chits_lie_on_the_coded_places_or_on_any_named_one():
    coded = sorted(a for kind, _, a, _ in started("mission", 4) if kind == Event.LAID)
    assert coded == sorted(city.places(TREE)[name] for name in TREE["blonds"]["places"])
    named = [a for kind, _, a, _ in started("mission", 4, blond_places="named") if kind == Event.LAID]
    assert len(set(named)) == 10
    assert set(named) <= set(city.places(TREE).values())
    assert sorted(named) != coded


def test_the_first_seat_may_begin():
    begins = {side for seed in range(12) for kind, side, *_ in started("mission", 4, seed, first_player="first_seat")
              if kind == Event.BEGINS}  # fmt: skip
    assert begins == {0}


def test_movement_is_what_the_counter_says():
    field = Midtown()
    field.place("giant_turtle", at(0, 0), "G")
    field.place("moth", at(16, 12), "G")
    field.turn()
    steps = [event for event in field.log.rows[: field.log.written] if event["kind"] == Event.STEPS]
    assert [int(event["c"]) for event in steps] == [3, 2, 1, 0]
    assert kinds([]) == []
