"""Intervals where little is known: closed forms, enumerated coverage, and what may never come out of them."""

import math
from collections import Counter

import numpy as np
import pytest
from scipy import stats as distributions
from statistical import ALPHA

from simkit.study.stats.estimates import family_level, mean_interval, wilson
from simkit.study.stats.intervals import (
    Amounts,
    Moments,
    clopper_pearson,
    count_interval,
    difference_interval,
    difference_of_two,
    gains_less_losses,
    gamma_interval,
    share_interval,
)

FAMILY_OF_8 = 1 - family_level(0.05, 8)
FAMILY_OF_24 = 1 - family_level(0.05, 24)


def moments(numbers):
    return moments_of(Counter(int(number) for number in numbers))


def moments_of(counts):
    """Of a counter of numbers."""
    least, most = min(+counts), max(+counts)
    sums = [sum(number**power * count for number, count in counts.items()) for power in (1, 2)]
    return Moments(counts.total(), *sums, least, counts[least], most, counts[most])


# Shares


def test_wilson_serves_up_to_95_per_cent_from_five_of_each_on_and_the_exact_interval_elsewhere():
    assert share_interval(5, 10) == wilson(5, 10)
    assert share_interval(5, 10, 0.9) == wilson(5, 10, 0.9)
    for successes, n, level in ((4, 100, 0.95), (96, 100, 0.95), (50, 100, 0.96), (0, 9, 0.95), (9, 9, 0.95)):
        assert (
            share_interval(successes, n, level) == clopper_pearson(successes, n, level) != wilson(successes, n, level)
        )


@pytest.mark.parametrize("level", [0.95, FAMILY_OF_24])
def test_the_exact_ends_are_the_chances_whose_binomial_tails_are_half_of_what_may_miss(level):
    for successes in (1, 3, 19):
        low, high = clopper_pearson(successes, 20, level)
        assert distributions.binom.sf(successes - 1, 20, low) == pytest.approx((1 - level) / 2)
        assert distributions.binom.cdf(successes, 20, high) == pytest.approx((1 - level) / 2)


@pytest.mark.parametrize("n", [1, 2, 100, 200, 10**6])
@pytest.mark.parametrize("level", [0.9, 0.95, FAMILY_OF_24])
def test_all_and_none_never_give_an_interval_without_width(n, level):
    (never_low, never_high), (always_low, always_high) = share_interval(0, n, level), share_interval(n, n, level)
    assert never_low == 0 < never_high < 1
    assert always_high == 1 > always_low > 0
    assert always_low == pytest.approx(1 - never_high, abs=1e-15)


def test_a_share_of_no_games_is_anything():
    assert share_interval(0, 0) == share_interval(0, 0, 0.99) == (0, 1)


def test_shares_in_tables_are_each_by_itself():
    wins, games = np.array([[0, 193], [2.5, 5]]), np.array([[0, 358], [20, 10]])
    for level in (0.95, 0.99):
        low, high = share_interval(wins, games, level)
        for cell in np.ndindex(2, 2):
            assert (low[cell], high[cell]) == share_interval(wins[cell], games[cell], level)


@pytest.mark.parametrize("expected", [0.01, 0.1, 0.5, 1, 5, 40])
def test_at_the_level_of_a_family_of_eight_a_share_misses_no_oftener_than_said_where_wilsons_would(expected):
    n = 1_000
    k = np.arange(n + 1)
    chances = distributions.binom.pmf(k, n, expected / n)

    def missed(interval):
        low, high = interval(k, n, FAMILY_OF_8)
        return chances[(expected / n < low) | (high < expected / n)].sum()

    assert missed(share_interval) <= 1 - FAMILY_OF_8
    if expected == 0.1:
        assert missed(wilson) == pytest.approx(0.095, abs=0.001)


# Amounts


@pytest.mark.parametrize("count", [0, 1, 7, 300])
@pytest.mark.parametrize("level", [0.95, FAMILY_OF_24])
def test_amounts_of_one_have_garwoods_interval(count, level):
    """Chi-squared quantiles over 2 n (Garwood 1936)."""
    tail = (1 - level) / 2
    low = distributions.chi2.ppf(tail, 2 * count) / 2000 if count else 0
    expected = (low, distributions.chi2.isf(tail, 2 * count + 2) / 2000)
    assert gamma_interval(count, count, 1000, 1, level) == pytest.approx(expected, rel=1e-9)


def test_the_gamma_interval_is_that_of_its_formula():
    total, squares, n, largest, tail = 37, 310, 2_000, 12, 0.025
    y, v, w = total / n, squares / n**2, largest / n
    low = v / (2 * y) * distributions.chi2.ppf(tail, 2 * y**2 / v)
    high = (v + w**2) / (2 * (y + w)) * distributions.chi2.isf(tail, 2 * (y + w) ** 2 / (v + w**2))
    assert gamma_interval(total, squares, n, largest) == pytest.approx((low, high), rel=1e-9)


def test_no_game_says_nothing_of_an_amount():
    assert gamma_interval(0, 0, 0, 1) == (0, math.inf)


def test_amounts_in_tables_are_each_by_itself():
    total, squares = np.array([0, 3, 50]), np.array([0, 5, 200])
    low, high = gamma_interval(total, squares, 100, 4)
    for cell in range(3):
        assert (low[cell], high[cell]) == gamma_interval(total[cell], squares[cell], 100, 4)


def test_two_intervals_join_as_pythagoras_would():
    assert difference_of_two((5, 2, 9), (1, 0, 5)) == (4 - 5, 4 + math.hypot(4, 1))
    assert difference_of_two((5, 2, 9), (5, 2, 9), 1) == pytest.approx((5 - 5 - 1, 1))
    assert difference_of_two((5, 2, math.inf), (1, 0, 5)) == (-1, math.inf)


def test_where_nearly_all_games_gain_the_interval_is_as_narrow_as_a_normal_one():
    gained = gains_less_losses(Amounts(80_000, 80_000, 1), Amounts(0, 0, 1), 100_000)
    assert gained == pytest.approx(mean_interval(80_000, 80_000, 100_000), abs=1e-4)
    both = gains_less_losses(Amounts(40_000, 40_000, 1), Amounts(40_000, 40_000, 1), 100_000)
    assert both == pytest.approx(mean_interval(0, 80_000, 100_000), abs=1e-4)


# Differences


def test_a_difference_turns_with_the_sign():
    for counts in ({0: 980, 1: 15, -3: 5}, {0: 400, 1: 350, 2: 200, -5: 50}, {2: 30, 1: 3}, {0: 90, 4: 10}):
        n = sum(counts.values())
        turned = {-value: count for value, count in counts.items()}
        for largest in (6, None):
            low, high = difference_interval(counts, n, largest)
            assert difference_interval(turned, n, largest) == (-high, -low)


def test_a_difference_stays_within_what_the_game_declares_and_has_a_width():
    for counts in (
        {},
        {0: 1},
        {0: 1_000},
        {1: 1},
        {1: 1_000},
        {-2: 7},
        {2: 1_000},
        {-2: 5, 2: 5},
        {0: 10, 1: 10, -1: 10},
    ):
        low, high = difference_interval(counts, sum(counts.values()), 2)
        assert -2 <= low < high <= 2


@pytest.mark.parametrize(("level", "enough"), [(0.95, 50), (FAMILY_OF_8, 100)])
def test_without_a_bound_a_difference_is_known_from_so_many_divergent_pairs_on(level, enough):
    few, many = ({0: 10_000 - count, 3: count} for count in (enough - 1, enough))
    assert difference_interval(few, 10_000, None, level) == (-math.inf, math.inf)
    low, high = difference_interval(many, 10_000, None, level)
    assert 0 < low < 3 * enough / 10_000 < high < 2
    assert math.isfinite(difference_interval(few, 10_000, 3, level)[1])


def test_three_games_that_all_gain_say_nothing_without_a_bound():
    """Row 5 of the trial: `higher [+0.64 to +2.69]` from three games."""
    assert difference_interval({1: 1, 2: 2}, 3) == (-math.inf, math.inf)
    low, high = difference_interval({1: 1, 2: 2}, 3, 60)
    assert low < 0 < high


def test_pairs_that_are_not_among_the_differences_have_none():
    assert difference_interval({1: 4}, 1_000, 1) == difference_interval(Counter({0: 996, 1: 4}), 1_000, 1)


def test_what_most_pairs_gain_is_measured_from_there():
    """A variant that adds a round to nearly every game: the few that it does not are what is uncertain."""
    low, high = difference_interval({1: 960, 0: 40}, 1_000, 10)
    assert 0.9 < low < 0.96 < high < 1
    plain = gamma_interval(960, 960, 1_000, 10)
    assert high - low < 0.6 * (plain[1] - plain[0])


# Counts


@pytest.mark.parametrize("number", [0, 1, 5])
@pytest.mark.parametrize("n", [1, 10, 1_000, 10**6])
def test_games_that_are_all_equal_give_no_interval_without_width(number, n):
    seen = Moments(n, n * number, n * number**2, number, n, number, n)
    low, high = count_interval(seen, 0, 5)
    assert 0 <= low < high <= 5
    assert low <= number <= high
    if number == 0:
        assert high == pytest.approx(min(5, -math.log(0.025) * 5 / n))


def test_a_count_without_a_most_has_no_high_end_before_fifty_games_differ():
    for count, finite in ((0, False), (49, False), (50, True)):
        low, high = count_interval(moments([0] * (1_000 - count) + [1] * count))
        assert low == pytest.approx(gamma_interval(count, count, 1_000, 1)[0], rel=0.1)
        assert math.isfinite(high) == finite


def test_no_games_say_what_the_game_declares():
    nothing = Moments(0, 0, 0, 0, 0, 0, 0)
    assert count_interval(nothing, 0, 7) == (0, 7)
    assert count_interval(nothing) == (0, math.inf)


def test_counts_of_which_none_is_common_have_nearly_the_normal_interval():
    numbers = np.random.default_rng(2).poisson(6, 20_000)
    seen = moments(numbers)
    usual = mean_interval(seen.total, seen.squares, seen.n)
    for found in (count_interval(seen), count_interval(seen, 0, 40)):
        assert found == pytest.approx(usual, abs=0.1 * (usual[1] - usual[0]))
    mirrored = moments(40 - numbers)
    low, high = count_interval(mirrored, 0, 40)
    assert (40 - high, 40 - low) == pytest.approx(usual, abs=0.1 * (usual[1] - usual[0]))


def test_a_commonest_number_between_the_ends_is_found_from_the_sums():
    seen = moments([5] * 985 + [4] * 10 + [6] * 5)
    expected = difference_interval({0: 985, -1: 10, 1: 5}, 1_000, 5)
    assert count_interval(seen, 0, 10) == pytest.approx((5 + expected[0], 5 + expected[1]), rel=1e-12)
    assert count_interval(moments([5] * 999 + [15]), 0, None)[1] == math.inf


def test_what_was_seen_is_possible_whatever_was_declared():
    assert count_interval(moments([3] * 100), 0, 2) == count_interval(moments([3] * 100), 0, 3)
    assert difference_interval({0: 90, 4: 10}, 100, 2) == difference_interval({0: 90, 4: 10}, 100, 4)


# Coverage


def skewed(p, sizes, up):
    """Values and chances of a number that is 0 but with chance p, up or down."""
    values, chances = [0], [1 - p]
    for size, part in sizes:
        for sign, side in ((1, up), (-1, 1 - up)):
            if side:
                values.append(sign * size)
                chances.append(p * part * side)
    return np.array(values), np.array(chances)


ONE_SIZE, TWO_SIZES = ((1, 1.0),), ((1, 0.9), (10, 0.1))


@pytest.mark.parametrize(("level", "runs"), [(0.95, 1_000), (FAMILY_OF_8, 1_000)])
@pytest.mark.parametrize(("n", "p", "up", "sizes"), [
    (10, 0.1, 1, TWO_SIZES), (100, 0.3, 0.5, TWO_SIZES), (1_000, 0.0005, 1, TWO_SIZES), (1_000, 0.025, 0.75, TWO_SIZES),
    (20_000, 0.00125, 1, TWO_SIZES), (1_000, 0.1, 1, ONE_SIZE),
])  # fmt: skip
def test_differences_and_counts_miss_no_oftener_than_said(level, runs, n, p, up, sizes):
    """A declared error of 1e-6: so many misses come with that chance at most if one in 1 / (1 - level) is true."""
    values, chances = skewed(p, sizes, up)
    mean, largest = values @ chances, int(values.max())
    samples, times = np.unique(np.random.default_rng(n).multinomial(n, chances, size=runs), axis=0, return_counts=True)
    missed = {"declared": 0, "seen": 0, "count": 0}
    for counts, often in zip(samples, times, strict=True):
        table = dict(zip(values.tolist(), counts.tolist(), strict=True))
        found = {
            "declared": difference_interval(table, n, largest, level),
            "seen": difference_interval(table, n, None, level),
        }
        if up == 1:
            found["count"] = count_interval(moments_of(Counter(table)), 0, largest, level)
        for name, (low, high) in found.items():
            missed[name] += often * (not low <= mean <= high)
    assert max(missed.values()) <= distributions.binom.isf(ALPHA, runs, 1 - level)


@pytest.mark.parametrize("correlation", [-1, 0, 0.5, 1])
def test_what_has_no_end_leaves_the_difference_without_one(correlation):
    """A mean without a largest amount, and no game of the other: never "not a number"."""
    unknown, known = (1.0, 0.0, math.inf), (2.0, 1.5, 2.5)
    assert difference_of_two(unknown, unknown, correlation) == (-math.inf, math.inf)
    low, high = difference_of_two(unknown, known, correlation)
    assert math.isfinite(low)
    assert high == math.inf
