"""Joint draws, and what of a spread is only chance."""

import math

import numpy as np
import pytest
from scipy import stats as distributions
from statistical import assert_share

from simkit.study.stats.latin_hypercube import draws_without_flip, latin_hypercube, share_of_box, spread


def test_every_figure_visits_every_part_of_its_range_once():
    draws = latin_hypercube(59, 7, seed=3)
    assert draws.shape == (59, 7)
    np.testing.assert_array_equal(np.sort((draws * 59).astype(int), axis=0), np.tile(np.arange(59)[:, None], 7))
    assert 0 <= draws.min() < draws.max() < 1


def test_figures_are_shuffled_apart_and_seeds_too():
    draws = latin_hypercube(59, 7, seed=3)
    assert len({tuple(order) for order in np.argsort(draws, axis=0).T.tolist()}) == 7
    assert not np.array_equal(draws, latin_hypercube(59, 7, seed=4))
    np.testing.assert_array_equal(draws, latin_hypercube(59, 7, seed=3))


def test_a_place_within_its_part_is_uniform():
    within = (latin_hypercube(500, 20, seed=1) * 500 % 1).ravel()
    assert distributions.kstest(within, "uniform").pvalue > 1e-6


def test_59_draws_without_a_flip_say_less_than_5_per_cent_at_95_per_cent():
    assert draws_without_flip() == 59
    assert 0.95**59 < 0.05 < 0.95**58
    assert draws_without_flip(0.01, 0.99) == 459


def test_bounds_of_the_box_are_exact_and_doubtful_draws_widen_them():
    assert share_of_box(0, 0, 59, 0.975) == pytest.approx((0, 1 - 0.025 ** (1 / 59)))
    assert share_of_box(0, 0, 59, 0.95)[1] < 0.05
    low, high = share_of_box(4, 3, 59, 0.975)
    assert distributions.binom.sf(3, 59, low) == pytest.approx(0.0125)
    assert distributions.binom.cdf(7, 59, high) == pytest.approx(0.0125)
    assert share_of_box(59, 0, 59, 0.975)[1] == 1


def test_the_spread_between_maps_is_what_the_games_on_each_do_not_explain():
    found = spread([0.48, 0.52, 0.50, 0.54], [0.01, 0.01, 0.02, 0.02])
    observed = np.var([0.48, 0.52, 0.50, 0.54], ddof=1)
    assert found.mean == pytest.approx(0.51)
    assert found.variance == pytest.approx(observed - 0.00025)
    assert found.high - found.mean == pytest.approx(3.182446 * math.sqrt(observed / 4), rel=1e-6)
    assert found.mean - found.low == pytest.approx(found.high - found.mean)


def test_what_all_maps_share_is_added_to_their_scatter():
    assert (spread([0.5, 0.5], [0.1, 0.1], (0.03, 0.04))[1:3]) == pytest.approx((0.47, 0.54))


def test_maps_that_differ_by_chance_only_have_no_spread():
    assert spread([0.50, 0.51, 0.49], [0.02, 0.02, 0.02]).variance == 0


def test_over_30_maps_the_interval_covers_and_the_variance_is_unbiased():
    rng = np.random.default_rng(2)
    maps = 0.5 + 0.03 * rng.normal(size=(2_000, 30)) + 0.02 * rng.normal(size=(2_000, 30))
    found = [spread(estimates, np.full(30, 0.02)) for estimates in maps]
    assert_share(sum(one.low <= 0.5 <= one.high for one in found), 2_000, 0.95)
    error = 0.0013 * math.sqrt(2 / 29 / 2_000)
    assert abs(np.mean([one.variance for one in found]) - 0.03**2) < 4.9 * error
