"""Sequential tests that stop by themselves, and what is said after stopping.

Simulated samples of pairs are multinomial.  A share of errors is held against its stated one by an exact binomial test
at 1e-6: of 2,000 runs at most 149 may err where 5 % are allowed, which finds a true 10 % with a power above .999.
"""

import math

import numpy as np
import pytest
from pairs import HALVES, SIGNS, counts, diverged, most_errors, play_looks, play_until
from scipy.optimize import minimize_scalar
from statistical import assert_share

from simkit.study.stats import sprt, sprt_ending
from simkit.study.stats.after_stopping import adjusted_estimate, exit_above
from simkit.study.stats.estimates import z_quantile
from simkit.study.stats.paired import score_interval
from simkit.study.stats.sequential import betting_interval, log_wealth
from simkit.study.stats.sprt import (
    decisions,
    log_likelihood_ratio,
    normalised_estimate,
    normalised_log_likelihood_ratio,
    thresholds,
)
from simkit.study.stats.sprt_ending import Asked, ending, two_sided_ending

CHESS_PAIRS = np.array([379, 10170, 21828, 10640, 343])


def test_the_known_answer_of_pairs_of_chess_games():
    """Loss-loss ... win-win against normalised bounds 0 and 2: a test that just accepts the higher one."""
    ratio = normalised_log_likelihood_ratio(HALVES, CHESS_PAIRS, 0, 2)
    assert round(float(ratio), 4) == 2.9455
    assert decisions(ratio) == 1
    estimate, half = normalised_estimate(HALVES, CHESS_PAIRS)
    assert (round(estimate, 2), round(half, 2)) == (3.05, 2.31)


@pytest.mark.parametrize("bounds", [(-1e4, -9e3), (-300, -290), (-5, 0), (0, 5), (500, 600)])
def test_twenty_straight_losses_end_against_any_normalised_bounds(bounds):
    assert math.isfinite(normalised_log_likelihood_ratio(np.array([-1.0]), np.array([20]), *bounds))


@pytest.mark.parametrize("bounds", [(-0.99, -0.98), (-0.5, -0.4), (0, 0.01), (0.8, 0.9)])
def test_twenty_straight_losses_end_against_any_bounds(bounds):
    assert math.isfinite(log_likelihood_ratio(np.array([-1.0]), np.array([20]), *bounds))


def test_straight_losses_are_settled_in_the_end():
    losses = np.array([[20], [25], [500]])
    assert ending(np.array([-1.0]), losses, Asked(0, 0.01, 0.025))[:2] == (2, -1)


def highest_likelihood(table, mean_of, most=1.0):
    """Of -1, 0 and 1, over all shares of divergent pairs, the mean a function of the share."""

    def loss(share):
        mean = mean_of(share)
        if not abs(mean) < share <= most:
            return math.inf
        return -table @ np.log([(share - mean) / 2, 1 - share, (share + mean) / 2])

    grid = np.linspace(0, 1, 4001)[1:-1]
    best = grid[np.argmin([loss(share) for share in grid])]
    return -minimize_scalar(loss, bounds=(best - 5e-4, best + 5e-4), method="bounded", options={"xatol": 1e-12}).fun


@pytest.mark.parametrize("table", [counts(400, 60, 35), counts(400, 9, 90)])
@pytest.mark.parametrize(("low", "high"), [(0.0, 0.05), (-0.1, 0.02)])
def test_the_ratio_is_that_of_the_two_highest_likelihoods(table, low, high):
    by_search = highest_likelihood(table, lambda share: high) - highest_likelihood(table, lambda share: low)
    assert log_likelihood_ratio(SIGNS, table, low, high) == pytest.approx(by_search, rel=1e-6)


@pytest.mark.parametrize("table", [counts(400, 60, 35), counts(400, 9, 90)])
@pytest.mark.parametrize(("low", "high"), [(0, 20), (-30, 10)])
def test_the_normalised_ratio_is_that_of_the_two_highest_likelihoods(table, low, high):
    """Where the mean is t deviations, it is t sqrt(share / (1 + t^2))."""

    def searched(bound):
        t = bound * math.log(10) * math.sqrt(2) / 800
        return highest_likelihood(table, lambda share: t * math.sqrt(share / (1 + t**2)))

    by_search = searched(high) - searched(low)
    assert normalised_log_likelihood_ratio(SIGNS, table, low, high) == pytest.approx(by_search, rel=1e-6)


def test_a_corner_that_has_not_come_counts_half_a_pair():
    seen = log_likelihood_ratio(SIGNS, np.array([0.5, 90, 10]), 0, 0.05)
    assert log_likelihood_ratio(SIGNS, np.array([0, 90, 10]), 0, 0.05) == seen
    assert log_likelihood_ratio(np.array([0.0, 1.0]), np.array([90, 10]), 0, 0.05) == seen


def test_no_later_look_changes_what_was_said():
    """A value that comes at the second look only has no say in the first."""
    looks = np.array([[4, 0, 90, 0, 20], [9, 3, 180, 2, 40]])
    first = log_likelihood_ratio(SIGNS, looks[0, ::2], 0, 0.02)
    assert log_likelihood_ratio(HALVES, looks, 0, 0.02)[0] == first
    assert log_wealth(HALVES, looks, 0.0)[0] == pytest.approx(float(log_wealth(SIGNS, looks[0, ::2], 0.0)), rel=1e-13)
    assert score_interval(HALVES, looks)[0][0] == pytest.approx(score_interval(SIGNS, looks[0, ::2])[0], rel=1e-13)


def test_thresholds_are_walds():
    assert thresholds(0.05, 0.05) == pytest.approx((-math.log(19), math.log(19)))
    assert thresholds(0.01, 0.2) == pytest.approx((math.log(0.2 / 0.99), math.log(80)))


def test_each_look_is_held_against_the_thresholds():
    assert decisions([9, 2.9, 2.95, -2.95, -2.9, 0]).tolist() == [1, 0, 1, -1, 0, 0]
    assert decisions([3.7, 3.6, -3.7], 0.025, 0.025).tolist() == [1, 0, -1]


def looks_of(*tables):
    return np.array([counts(*table) for table in tables])


def test_with_25_divergent_pairs_the_ratio_decides_and_the_interval_is_adjusted():
    looks = looks_of((250, 14, 11), (500, 60, 11), (750, 61, 11))
    found = ending(SIGNS, looks, Asked(0, 0.05, 0.025))
    assert found[:2] == (1, 1)
    assert 0 < found.interval[0] < found.mean < found.interval[1]
    assert found.mean < 49 / 500


def test_before_the_25th_divergent_pair_the_confidence_sequence_must_agree():
    looks = looks_of((1000, 12, 1), (1100, 14, 1), (1200, 20, 1), (1700, 24, 1))
    ratios = log_likelihood_ratio(SIGNS, looks, 0, 0.008)
    assert decisions(ratios, 0.025, 0.025)[0] == 1
    found = ending(SIGNS, looks, Asked(0, 0.008, 0.025))
    assert found.look == 2
    assert found.accepted == 1
    assert found.mean is None
    assert found.interval == pytest.approx(betting_interval(SIGNS, looks[2]))
    assert betting_interval(SIGNS, looks[1])[0] < 0 < found.interval[0]


def test_what_never_differs_is_decided_by_the_confidence_sequence():
    looks = looks_of(*((n, 0, 0) for n in range(100, 2_001, 100)))
    found = ending(SIGNS, looks, Asked(0, 0.01, 0.025))
    assert found.accepted == -1
    assert found.interval[1] < 0.01
    assert betting_interval(SIGNS, looks[found.look - 1])[1] >= 0.01
    assert two_sided_ending(SIGNS, looks, Asked(0, 0.01, 0.025))[:2] == (found.look, 0)


def endings(divergence, mean, block, looks, runs, asked, find=ending, seed=21):
    """Of runs that end: those that accept the high bound, the low one and neither; how many miss the mean."""
    accepted, missed = {1: 0, -1: 0, 0: 0}, 0
    for table in play_looks(divergence, mean, block, looks, runs, seed):
        found = find(HALVES, table, asked)
        if found.look >= 0:
            accepted[found.accepted] += 1
            missed += not found.interval[0] <= mean <= found.interval[1]
            if find is two_sided_ending and not found.accepted:
                assert max(np.abs(found.interval)) < asked.high
            elif found.accepted == 1:
                assert found.interval[0] > asked.low, "the interval holds the bound that was rejected"
            else:
                assert found.interval[1] < (0 if find is two_sided_ending else asked.high)
    return accepted, missed


def test_the_test_errs_as_seldom_as_stated_and_the_interval_follows():
    for mean, wrong in ((0, 1), (0.005, -1)):
        accepted, missed = endings(0.02, mean, 500, 60, 100, Asked(0, 0.005, 0.025))
        assert accepted[wrong] <= most_errors(100, 0.025)
        assert missed <= most_errors(100)
        assert sum(accepted.values()) > 90


@pytest.mark.slow
@pytest.mark.parametrize(
    ("divergence", "high", "block", "looks"),
    [(0.004, 0.002, 250, 250), (0.02, 0.005, 250, 120), (0.05, 0.01, 250, 80), (0.3, 0.02, 250, 120)],
)
def test_the_test_errs_at_most_as_stated_in_1000_and_the_interval_covers(divergence, high, block, looks):
    for mean, wrong in ((0, 1), (high, -1)):
        accepted, missed = endings(divergence, mean, block, looks, 1_000, Asked(0, high, 0.025))
        assert accepted[wrong] <= most_errors(1_000, 0.025)
        assert missed <= most_errors(1_000)
        assert sum(accepted.values()) > 950


@pytest.mark.slow
def test_half_a_pair_in_the_corners_and_the_confidence_sequence_keep_rare_differences_honest(monkeypatch):
    """Bounds 0 and .3 points where .4 % of pairs differ: without either the ratio errs some three times as often."""

    def wrong(mean, sign):
        return endings(0.004, mean, 100, 200, 400, Asked(0, 0.003, 0.025))[0][sign]

    both = max(wrong(0, 1), wrong(0.003, -1))
    monkeypatch.setattr(sprt_ending, "ENOUGH_DIVERGED", 0)
    monkeypatch.setattr(sprt, "UNSEEN", 1e-3)
    neither = max(wrong(0, 1), wrong(0.003, -1))
    assert 2 * both < neither
    assert both <= most_errors(400, 0.025)


def test_three_verdicts_err_as_seldom_as_stated():
    """At 0 a direction is given with 5 % at most, at the margin it is denied with 5 % at most."""
    for mean, right in ((0, 0), (0.01, 1), (-0.01, -1)):
        accepted, missed = endings(0.05, mean, 500, 60, 150, Asked(0, 0.01, 0.025), two_sided_ending, seed=31)
        assert sum(accepted.values()) > 130
        assert sum(accepted.values()) - accepted[right] <= most_errors(150)
        assert missed <= most_errors(150)


def test_normalised_bounds_are_of_the_deviation_that_came():
    low, high = Asked(-2, 5, 0.025, normalised=True).bounds(SIGNS, counts(1000, 50, 50))
    assert (low, high) == pytest.approx((-2 * math.sqrt(0.1) / 245.68, 5 * math.sqrt(0.1) / 245.68), rel=1e-4)
    looks = looks_of(*((n, n // 10, n // 30) for n in range(300, 30_001, 300)))
    found = ending(SIGNS, looks, Asked(0, 20, 0.025, normalised=True))
    assert found.accepted == 1
    assert 0 < found.interval[0] < found.mean < found.interval[1]


# After stopping


def exit_above_by_sines(time, drift, up, down):
    """The other series of the same chance (Feller 1971, XIV.5), for times that are not short."""
    span, n = up + down, np.arange(1, 400)
    ever = math.expm1(-2 * drift * down) / math.expm1(-2 * drift * span) if drift else down / span
    rate = (n * math.pi / span) ** 2 / 2 + drift**2 / 2
    still = np.exp(-rate * time) * n * np.sin(n * math.pi * up / span) / rate
    return ever - math.pi / span**2 * math.exp(drift * up) * still.sum()


@pytest.mark.parametrize("drift", [-3, -0.4, 0, 0.4, 3])
@pytest.mark.parametrize("time", [0.1, 1, 8, 1000])
def test_exits_from_a_strip_agree_with_the_series_of_sines(time, drift):
    assert exit_above(time, drift, 1, 2, 1) == pytest.approx(exit_above_by_sines(time, drift, 1, 2), abs=1e-12)


def test_exits_scale_with_the_variance():
    assert exit_above(7, 0.5, 3, 5, 4) == pytest.approx(exit_above(7, 0.25, 1.5, 2.5, 1), rel=1e-12)


def test_on_the_middle_line_the_adjusted_estimate_turns_with_the_sign():
    table = np.array([40, 10, 2000, 30, 90])
    one, other = (adjusted_estimate(HALVES, n_x, -0.01, 0.01, 100) for n_x in (table, table[::-1]))
    assert other == pytest.approx((-one.mean, -one.high, -one.low), abs=1e-12)
    assert one.low < one.mean < one.high
    assert 0 < one.mean < HALVES @ table / table.sum()


def estimates_after_stopping(divergence, mean, high, block, runs):
    """Of stopped runs: how many, how many naive and adjusted intervals cover, and adjusted means below the truth."""

    def stops(table):
        return decisions(log_likelihood_ratio(HALVES, table, 0, high))

    table, _ = play_until(stops, divergence, mean, block, runs, seed=41)
    table = table[diverged(table) >= 25]
    naive, adjusted = naive_interval(table), adjusted_estimate(HALVES, table, 0, high, block)
    cover = [int(np.sum((low <= mean) & (mean <= end))) for low, end in (naive, (adjusted.low, adjusted.high))]
    return len(table), *cover, int(np.sum(adjusted.mean < mean))


def naive_interval(table):
    """The normal interval of the average, as if the number of games had been fixed."""
    games = table.sum(axis=-1)
    mean = table @ HALVES / games
    half = z_quantile(0.95) * np.sqrt((table @ HALVES**2 / games - mean**2) / games)
    return mean - half, mean + half


@pytest.mark.parametrize("mean", [0, 0.03])
def test_after_stopping_the_adjusted_estimate_is_median_unbiased_and_covers(mean):
    n, _, covered, below = estimates_after_stopping(0.3, mean, 0.03, 250, 400)
    assert n == 400
    assert_share(covered, n, 0.95)
    assert_share(below, n, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("mean", [0, 0.01, 0.02])
def test_after_stopping_naive_intervals_cover_too_seldom_and_adjusted_ones_do_not(mean):
    n, naive, adjusted, below = estimates_after_stopping(0.3, mean, 0.02, 250, 4_000)
    assert 0.88 < naive / n < 0.93
    assert 0.945 < adjusted / n < 0.97
    assert 0.45 < below / n < 0.55
