"""Transcripts and the map: every event said, and what the picture shows after a round is what the state holds."""

import numpy as np
import pytest
from games.new_york.midtown import FIGURES, GAME, PLACES, RULES, TREE, at

from simkit import games
from simkit.core.board import new_board
from simkit.core.log import MOST_EVENTS
from simkit.games.drawing import Words
from simkit.games.new_york import city
from simkit.games.new_york.picture import draw_map, fold
from simkit.games.new_york.resolvers import attack_results
from simkit.games.new_york.schema import OUTCOME, STATE, TALLY


def game(policy: str, number: int):
    """Set-up, log and board of one game."""
    compiled, _ = GAME.compile_setup(FIGURES, {}, "WHOLE_GAME", {"policy": policy})
    board = new_board(STATE, TALLY, 3, MOST_EVENTS)
    games.kernels(GAME).simulate(RULES, *compiled, number, board, np.zeros(1, OUTCOME))
    return compiled.setups[number % len(compiled.setups)], board.log.rows[: board.log.written], board


@pytest.mark.parametrize("policy", ["mission", "brawler", "guard"])
def test_the_last_picture_is_the_last_state(policy):
    setup, events, board = game(policy, 5)
    state = board.states[0]
    now = fold(setup, events, int(state.turn))
    living = {who: int(state.seats[who].space) for who in range(4) if state.seats[who].alive}
    gone = [who for who in living if who not in now.spaces]
    assert {**now.spaces, **{who: living[who] for who in gone}} == living
    assert gone in ([], [int(state.winner)])
    assert now.values == {who: (int(state.seats[who].strength), int(state.seats[who].movement)) for who in range(4)}
    rubble = {space for space, left in now.bites.items() if left == 0}
    kinds = RULES.ground[: RULES.n_spaces]
    assert rubble == {s for s in range(221) if kinds[s] == 2 and state.bites[s] >= RULES.successes[s]}
    assert sorted(s for s, text in now.chits.items() if text == "?") == sorted(
        s for s in state.chits.tolist() if s >= 0
    )


def test_a_picture_names_what_is_there():
    setup, events, _ = game("mission", 5)
    drawing = draw_map(FIGURES, setup, events, 1)
    words = [shape.text for shape in drawing.shapes if isinstance(shape, Words)]
    assert {"Empire", "State Building", "Ninth", "34th", "?"} <= set(words)
    assert drawing.title == "The Creatures That Ate New York: after round 1"
    assert draw_map(FIGURES, setup, events, 0).title.endswith("the start")


def test_every_space_has_an_address():
    names = city.space_names(TREE)
    assert names[at(2, 4)] == "Ninth and 34th"
    assert names[at(2, 3)] == "Ninth between 42nd and 34th"
    assert names[at(3, 4)] == "34th between Ninth and Eighth"
    assert names[at(1, 1)] == "the block of Tenth and 50th"
    assert names[PLACES["macys"]] == "Macy's"
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("attacking", "defending", "column", "eaten"),
    [
        (13, 9, "3 or 4 more", 4 / 6),
        (9, 5, "3 or 4 more", 4 / 6),
        (10, 5, "5 or 6 more", 5 / 6),
        (13, 5, "7 or more", 5 / 6),
    ],
)
def test_the_odds_of_an_attack(attacking, defending, column, eaten):
    found = attack_results(FIGURES, attacking, defending)
    assert found["column"] == column
    assert found["eaten_if_it_is_a_building"] == pytest.approx(eaten)
    assert sum(found["chances"].values()) == pytest.approx(1)
