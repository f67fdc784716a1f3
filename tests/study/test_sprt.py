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

from simkit.study import sprt
from simkit.study.paired import Verdict, score_interval
from simkit.study.sequential import log_wealth
from simkit.study.sprt import (
    Stop,
    decisions,
    first_stop,
    log_likelihood_ratio,
    normalised_estimate,
    normalised_log_likelihood_ratio,
    stop_verdict,
    thresholds,
    two_sided,
)
from simkit.study.stopped import adjusted_estimate, exit_above, naive_estimate

CHESS_PAIRS = np.array([379, 10170, 21828, 10640, 343])


def test_the_known_answer_of_pairs_of_chess_games():
    """Loss-loss ... win-win against normalised bounds 0 and 2: a test that just accepts the higher one."""
    ratio = normalised_log_likelihood_ratio(HALVES, CHESS_PAIRS, 0, 2)
    assert round(float(ratio), 4) == 2.9455
    assert decisions(ratio, diverged(CHESS_PAIRS)) == 1
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
    ratios = log_likelihood_ratio(np.array([-1.0]), losses, 0, 0.01)
    assert first_stop(ratios, losses[:, 0]) == Stop(2, -1, False)


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


def test_nothing_is_decided_below_25_divergent_pairs():
    assert decisions([9, 9, -9, 0], [24, 25, 25, 99]).tolist() == [0, 1, -1, 0]


def test_a_test_stops_at_the_first_look_that_decides_and_says_when_it_had_to_wait():
    assert first_stop([1, 3, -3], [30, 40, 50]) == Stop(1, 1, False)
    assert first_stop([3, 3, -3], [10, 20, 30]) == Stop(2, -1, True)
    assert first_stop([1, 2, 1], [30, 40, 50]) == Stop(-1, 0, False)
    many = first_stop([[0, -3], [0, 0]], [[30, 40], [30, 40]])
    assert (many.look.tolist(), many.sign.tolist()) == ([1, -1], [-1, 0])


def wrong_decisions(divergence, high, block, runs, low=0.0):
    """How often the test accepts the high bound at the low one, and the low bound at the high one."""

    def stops(table):
        return decisions(log_likelihood_ratio(HALVES, table, low, high), diverged(table))

    return tuple(
        int(np.sum(play_until(stops, divergence, mean, block, runs, seed=21)[1] == wrong))
        for mean, wrong in ((low, 1), (high, -1))
    )


def test_the_test_errs_as_seldom_as_stated():
    assert max(wrong_decisions(0.004, 0.002, 250, 300)) <= most_errors(300)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("divergence", "high", "block"), [(0.004, 0.002, 250), (0.02, 0.005, 250), (0.05, 0.01, 250), (0.3, 0.02, 250)]
)
def test_the_test_errs_at_most_149_times_in_2000(divergence, high, block):
    assert max(wrong_decisions(divergence, high, block, 2_000)) <= 149


@pytest.mark.slow
def test_half_a_pair_in_the_corners_and_the_floor_are_what_keeps_rare_differences_honest(monkeypatch):
    """With the usual 1e-3 and no floor the stated 5 % are exceeded: 123, 74 and 17 of 2,000 err."""
    both = max(wrong_decisions(0.004, 0.003, 100, 2_000))
    monkeypatch.setattr(sprt, "ENOUGH_DIVERGED", 0)
    half_a_pair = max(wrong_decisions(0.004, 0.003, 100, 2_000))
    monkeypatch.setattr(sprt, "UNSEEN", 1e-3)
    neither = max(wrong_decisions(0.004, 0.003, 100, 2_000))
    assert both < half_a_pair < 100 < neither


def test_three_verdicts_from_two_tests():
    up, down, zero, going = Stop(4, 1, False), Stop(2, 1, True), Stop(3, -1, False), Stop(-1, 0, False)
    expected = {
        (up, zero): (4, Verdict.HIGHER),
        (zero, down): (2, Verdict.LOWER),
        (zero, zero._replace(look=7)): (7, Verdict.EQUIVALENT),
        (zero, going): (-1, Verdict.NOT_SETTLED),
        (going, going): (-1, Verdict.NOT_SETTLED),
        (up, going): (4, Verdict.HIGHER),
    }
    for tests, (look, word) in expected.items():
        stop = two_sided(*tests)
        assert (stop.look, stop_verdict(stop)) == (look, word)
    assert two_sided(zero, down).by_floor


def test_three_verdicts_err_as_seldom_as_stated():
    """At 0 a direction is given with 5 % at most, at the margin it is denied with 5 % at most."""
    for mean, right in ((0, 0), (0.01, 1), (-0.01, -1)):
        table = play_looks(0.05, mean, 500, 60, 200, seed=31)
        ups, downs = (log_likelihood_ratio(sign * HALVES, table, 0, 0.01) for sign in (1, -1))
        stop = two_sided(*(first_stop(ratios, diverged(table), 0.025, 0.05) for ratios in (ups, downs)))
        assert np.sum(stop.look < 0) < 20
        assert np.sum((stop.look >= 0) & (stop.sign != right)) <= most_errors(200)


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
    assert 0 < one.mean < naive_estimate(HALVES, table).mean


def estimates_after_stopping(divergence, mean, high, block, runs):
    """Of stopped runs: how many, how many naive and adjusted intervals cover, and adjusted means below the truth."""

    def stops(table):
        return decisions(log_likelihood_ratio(HALVES, table, 0, high), np.full(len(table), 99))

    table, _ = play_until(stops, divergence, mean, block, runs, seed=41)
    table = table[diverged(table) >= 25]
    naive, adjusted = naive_estimate(HALVES, table), adjusted_estimate(HALVES, table, 0, high, block)
    cover = [int(np.sum((one.low <= mean) & (mean <= one.high))) for one in (naive, adjusted)]
    return len(table), *cover, int(np.sum(adjusted.mean < mean))


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
