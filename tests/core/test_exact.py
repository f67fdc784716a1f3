"""Exact chains: a gambler's ruin, whose answers have been known since Huygens, and what memory does to it: nothing."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from conftest import JIT
from statistical import assert_counts

from simkit.core import walking
from simkit.core.dice import address, random_dice, roll
from simkit.core.exact import Chain, expected_gains, fresh_gains, fresh_state, note_arc, open_state, solve, start
from simkit.core.jit import kernel
from simkit.core.records import PLAYING, filled, integers
from simkit.core.walking import walk

STATE = integers("ending", "purse")
TALLY = integers("bets", "won")
RUINED, RICH = 1, 2
PURSE, GOAL = 3, 8
WIN, LOSE = Fraction(1, 3), Fraction(2, 3)
FOREVER = 100_000
GAMES = 50_000 if JIT else 400


@kernel
def bet(goal, state, tally, dice):
    """One coin on a one or a two."""
    tally.bets += 1
    if roll(dice, 6) <= 2:
        tally.won += 1
        state.purse += 1
    else:
        state.purse -= 1
    if state.purse == 0:
        state.ending = RUINED
    elif state.purse == goal:
        state.ending = RICH


@kernel
def explore(purse, goal, memory):
    memory.scratch[0].purse = purse
    start(memory)
    while open_state(memory):
        more = True
        while more:
            bet(goal, fresh_state(memory), fresh_gains(memory), memory.dice)
            more = note_arc(memory)


@kernel
def explore_one_roll(memory):
    start(memory)
    while open_state(memory):
        more = True
        while more:
            state, gains = fresh_state(memory), fresh_gains(memory)
            gains.won += roll(memory.dice, 6)
            state.ending = RICH
            more = note_arc(memory)


@kernel
def play(goal, state, tally, dice):
    while state.ending == PLAYING:
        bet(goal, state, tally, dice)


def chain_of(goal=GOAL, purse=PURSE, **limits):
    return walk(lambda memory: explore(purse, goal, memory), STATE, TALLY, **limits)


def chance_of(ending, chain, solution):
    return float(solution.ended[chain.states["ending"] == ending].sum())


def chance_to_get_rich(purse=PURSE, goal=GOAL):
    ratio = LOSE / WIN
    return (1 - ratio**purse) / (1 - ratio**goal)


def expected_bets(purse=PURSE, goal=GOAL):
    return (purse - goal * chance_to_get_rich(purse, goal)) / (LOSE - WIN)


def after(n_bets):
    """The chance of each purse after so many bets, in fractions; 0 and GOAL keep what reaches them."""
    purses = {PURSE: Fraction(1)}
    for _ in range(n_bets):
        moved = Counter()
        for purse, chance in purses.items():
            in_play = 0 < purse < GOAL
            moved[purse + in_play] += WIN * chance
            moved[purse - in_play] += LOSE * chance
        purses = moved
    return purses


def test_the_endings_have_the_chances_of_the_closed_form():
    chain = chain_of()
    solution = solve(chain, FOREVER)
    rich = chance_to_get_rich()
    assert abs(chance_of(RICH, chain, solution) - rich) < 1e-12
    assert abs(chance_of(RUINED, chain, solution) - (1 - rich)) < 1e-12
    assert solution.unended == 0.0


def test_gains_and_visits_are_those_of_the_closed_form():
    chain = chain_of()
    solution = solve(chain, FOREVER)
    gains = expected_gains(chain, solution)
    assert gains.keys() == {"bets", "won"}
    assert abs(gains["bets"] - expected_bets()) < 1e-12 * expected_bets()
    assert abs(gains["won"] - expected_bets() * WIN) < 1e-12 * expected_bets()
    assert abs(solution.visits.sum() - expected_bets()) < 1e-12 * expected_bets()


@pytest.mark.parametrize("n_bets", [0, 1, 2, 5, 12, 40])
def test_a_limit_on_the_steps_is_exact(n_bets):
    chain = chain_of()
    solution = solve(chain, n_bets)
    purses = after(n_bets)
    at_rest = solution.ended + solution.left
    assert all(abs(at_rest[i] - purses.get(purse, 0)) < 1e-12 for i, purse in enumerate(chain.states["purse"]))
    assert not np.any(solution.left[chain.states["ending"] != PLAYING])
    assert not np.any(solution.ended[chain.states["ending"] == PLAYING])
    assert abs(solution.unended - sum(solution.left)) < 1e-12


def test_gains_stop_at_the_limit_on_the_steps():
    chain = chain_of()
    in_play = [sum(chance for purse, chance in after(n).items() if 0 < purse < GOAL) for n in range(5)]
    assert abs(expected_gains(chain, solve(chain, 5))["bets"] - sum(in_play)) < 1e-12


def test_a_chain_that_begins_at_its_end_stays_there():
    none = np.zeros(0, np.int64)
    chain = Chain(filled(STATE, ending=RICH), np.zeros(2, np.int64), none, np.zeros(0), none, np.zeros(1, TALLY))
    solution = solve(chain, FOREVER)
    assert (solution.ended.tolist(), solution.unended) == ([1.0], 0.0)
    assert not np.any([solution.visits, solution.left])


def test_a_chain_holds_every_state_once_and_one_arc_for_faces_that_make_no_difference():
    chain = chain_of()
    assert chain.states[0]["purse"] == PURSE
    assert sorted(chain.states["purse"].tolist()) == list(range(GOAL + 1))
    assert chain.first_arc.tolist() == [0, *np.cumsum(2 * (chain.states["ending"] == PLAYING))]
    for source in np.flatnonzero(chain.states["ending"] == PLAYING):
        arcs = slice(*chain.first_arc[source : source + 2])
        moved = chain.states["purse"][chain.target[arcs]] - chain.states["purse"][source]
        assert moved.tolist() == [1, -1]
        assert chain.counted("won")[arcs].tolist() == [1, 0]
        assert chain.probability[arcs].tolist() == [sum([1 / 6] * 2), sum([1 / 6] * 4)]


def test_ways_to_one_state_are_kept_apart_where_they_count_differently():
    chain = walk(explore_one_roll, STATE, TALLY)
    assert (len(chain.states), chain.counted("won").tolist()) == (2, [1, 2, 3, 4, 5, 6])
    assert abs(expected_gains(chain, solve(chain, FOREVER))["won"] - Fraction(7, 2)) < 1e-12


@pytest.mark.parametrize(("first_states", "first_arcs"), [(2, 1), (2, 1000), (1000, 2), (9, 14), (8, 13), (10, 15)])
def test_memory_grows_without_changing_the_chain(monkeypatch, first_states, first_arcs):
    expected = chain_of()
    monkeypatch.setattr(walking, "FIRST_STATES", first_states)
    monkeypatch.setattr(walking, "FIRST_ARCS", first_arcs)
    for found, known in zip(chain_of(), expected, strict=True):
        assert found.tobytes() == known.tobytes()


@pytest.mark.skipif(not JIT, reason="more than a second without the JIT, where memory grows in the test above")
def test_a_chain_larger_than_the_first_memory_is_whole():
    goal = 140_000
    chain = chain_of(goal, purse=goal // 2)
    assert len(chain.states) == goal + 1 > walking.FIRST_STATES
    assert len(chain.target) == 2 * (goal - 1) > walking.FIRST_ARCS
    assert np.unique(chain.states["purse"]).size == goal + 1


@pytest.mark.parametrize("first_states", [4, 9, 2048])
def test_more_states_than_allowed_are_refused(monkeypatch, first_states):
    monkeypatch.setattr(walking, "FIRST_STATES", first_states)
    assert len(chain_of(most_states=GOAL + 1).states) == GOAL + 1
    with pytest.raises(ValueError, match="more than 8 states: too many for an exact answer"):
        chain_of(most_states=GOAL)


def test_games_played_end_as_the_chain_says():
    """The sampler and the odometer ask the same rules: random dice are held against the chain."""
    dice, endings = random_dice(51), Counter()
    for game in range(GAMES):
        dice.game = game
        address(dice, 0, 0, 0)
        state, tally = filled(STATE, purse=PURSE), np.zeros(1, TALLY)
        play(GOAL, state[0], tally[0], dice)
        endings[int(state[0]["ending"])] += 1
    chain = chain_of()
    solution = solve(chain, FOREVER)
    assert_counts([endings[e] for e in (RUINED, RICH)], [chance_of(e, chain, solution) for e in (RUINED, RICH)])
