"""Totals of what is counted on the way, against a walk over the same chain in fractions."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from simkit.core.exact import Chain, expected_gains, solve
from simkit.core.records import integers
from simkit.core.totals import FIRST_VALUES, carried, distribution, mean_square

STATE, TALLY = integers("ending", "number"), integers("won", "bets")
FOREVER = 1_000
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)

# (target, chance, gain) of each way out of states 0, 1 ...; a state without any is an end.
STRAIGHT = [[(1, HALF, 0), (2, HALF, 7)], [(2, THIRD, 5), (3, 2 * THIRD, 1)], [(3, HALF, 300), (4, HALF, 2)], [], []]
ROUND = [[(0, HALF, 1), (1, THIRD, 3), (2, Fraction(1, 6), 0)], [(0, THIRD, 2), (3, 2 * THIRD, 0)], [], []]
BARREN = [[(1, HALF, 0), (2, HALF, 0)], [(3, Fraction(1), 0)], [], []]


def chain_of(ways):
    states = np.zeros(len(ways), STATE)
    states["number"], states["ending"] = np.arange(len(ways)), [0 if out else 1 for out in ways]
    targets, chances, won = zip(*(arc for out in ways for arc in out), strict=True)
    gains = np.zeros(len(won), TALLY)
    gains["won"], gains["bets"] = won, 1
    first_arc, number = np.cumsum([0, *map(len, ways)]), np.arange(len(won))
    return Chain(states, first_arc, np.array(targets), np.array(chances, float), number, gains)


def walked(ways, most_steps):
    """The chance of each (state, total) after so many steps."""
    places = Counter({(0, 0): Fraction(1)})
    for _ in range(most_steps):
        moved = Counter()
        for (state, total), chance in places.items():
            for target, share, gain in ways[state] or [(state, Fraction(1), 0)]:
                moved[target, total + gain] += chance * share
        places = moved
    return places


@pytest.mark.parametrize("ways", [STRAIGHT, ROUND, BARREN])
@pytest.mark.parametrize("most_steps", [0, 1, 2, 3, 9])
def test_totals_are_those_of_a_walk_in_fractions(ways, most_steps):
    places = walked(ways, most_steps)
    expected = Counter()
    for (_, total), chance in places.items():
        expected[total] += chance
    found = distribution(chain_of(ways), most_steps, "won")
    assert len(found) == max(total for total, chance in expected.items() if chance) + 1
    assert max(abs(found[total] - float(expected[total])) for total in range(len(found))) < 1e-15


@pytest.mark.parametrize("ways", [STRAIGHT, ROUND, BARREN])
@pytest.mark.parametrize("most_steps", [0, 1, 2, 3, 9])
def test_what_is_carried_is_that_of_a_walk_in_fractions(ways, most_steps):
    expected = [Fraction(0)] * len(ways)
    for (state, total), chance in walked(ways, most_steps).items():
        expected[state] += total * chance
    found = carried(chain_of(ways), most_steps, "won")
    assert max(abs(found[state] - float(expected[state])) for state in range(len(ways))) < 1e-13


@pytest.mark.parametrize("ways", [STRAIGHT, ROUND, BARREN])
@pytest.mark.parametrize("most_steps", [0, 1, 2, 3, 9])
def test_the_mean_square_is_that_of_a_walk_in_fractions(ways, most_steps):
    expected = sum(total**2 * chance for (_, total), chance in walked(ways, most_steps).items())
    assert mean_square(chain_of(ways), most_steps, "won") == pytest.approx(float(expected), rel=1e-13)


@pytest.mark.parametrize("ways", [STRAIGHT, ROUND, BARREN])
@pytest.mark.parametrize("field", ["won", "bets"])
def test_both_give_the_expectation(ways, field):
    chain = chain_of(ways)
    mean = expected_gains(chain, solve(chain, FOREVER))[field]
    totals = distribution(chain, FOREVER, field)
    assert abs(totals @ np.arange(len(totals)) - mean) < 1e-12 * max(mean, 1)
    assert abs(carried(chain, FOREVER, field).sum() - mean) < 1e-12 * max(mean, 1)
    assert abs(totals.sum() - 1) < 1e-14


def test_a_total_without_end_is_followed_until_nothing_is_left():
    totals = distribution(chain_of(ROUND), FOREVER, "won")
    assert len(totals) > FIRST_VALUES
    assert totals[-1] < 1e-17


def test_what_takes_too_many_cells_is_refused():
    assert len(distribution(chain_of(STRAIGHT), FOREVER, "won", most_cells=3 * 512)) == 308
    assert distribution(chain_of(STRAIGHT), FOREVER, "won", most_cells=3 * 512 - 1).size == 0


def test_only_states_that_can_still_gain_take_cells():
    assert distribution(chain_of(BARREN), FOREVER, "won", most_cells=0).tolist() == [1.0]
