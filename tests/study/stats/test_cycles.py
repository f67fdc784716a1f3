"""Circles among those who beat one another."""

import numpy as np
import pytest

from simkit.study.stats.cycles import cycles
from simkit.study.stats.plackett_luce import Wins, fit_strengths, on_the_same_luck


def test_the_shortest_circles_are_found_once():
    assert cycles({0: [2], 2: [1], 1: [0]}) == [(0, 2, 1)]
    assert cycles({0: [1], 1: [2], 2: [3], 3: [0, 1]}) == [(1, 2, 3), (0, 1, 2, 3)]


def test_an_order_has_no_circle():
    assert cycles({0: [1, 2, 3], 1: [2, 3], 2: [3]}) == []
    assert cycles({}) == []


def test_one_among_three_of_another_is_as_strong_as_his_share_says():
    """Of equal seats he wins e to his strength, of that and three: twice as strong, two games of five."""
    line_ups = np.array([[0, 1, 1, 1], [1, 0, 0, 0]])
    counts = np.array([[400, 200, 200, 200], [100, 200, 200, 200]])
    fitted = fit_strengths(Wins(line_ups, ((0,), (1,), (2,), (3,)), counts), 2, ridge=1e-9)
    assert fitted.characters[0] - fitted.characters[1] == pytest.approx(np.log(2), abs=1e-6)
    assert fitted.seats == pytest.approx(np.zeros(4), abs=1e-6)


def test_the_same_game_counted_twice_is_one_game():
    """Both line-ups twice on the same luck: as independent games their variance would be half of what it is."""
    rng, games = np.random.default_rng(3), 4_000
    lost = (rng.random((2, games)) > [[0.6], [0.4]]).astype(int)  # the first seat, to the strong and to the weak
    counts = np.array([[games - row.sum(), row.sum()] for row in lost])
    line_ups, sets = np.array([[0, 1], [1, 0]]), ((0,), (1,))
    once = fit_strengths(Wins(line_ups, sets, counts), 2)
    doubled = Wins(np.tile(line_ups, (2, 1)), sets, np.tile(counts, (2, 1)))
    twice = fit_strengths(doubled, 2)
    right = on_the_same_luck(doubled, twice, np.tile(lost, (2, 1)))
    assert twice.covariance[0, 0] == pytest.approx(once.covariance[0, 0] / 2, rel=0.02)
    assert right.covariance[0, 0] == pytest.approx(once.covariance[0, 0], rel=0.1)
