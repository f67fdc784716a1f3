"""Intervals and tests against score equations, closed forms and enumeration; nothing here is simulated."""

import math
import statistics
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from simkit.study.stats.estimates import (
    family_level,
    half_width,
    mean_interval,
    two_sided_binomial,
    wilson,
    z_quantile,
)

WORST_COVERAGE = {20: 0.83659, 100: 0.83786, 358: 0.83809}


def binomial(n, p):
    """Chance of 0 ... n successes: rational if p is a Fraction, arrays if it is one."""
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def coverage(n, shares):
    """Chance that the interval of n games holds the share, for each share."""
    low, high = np.reshape(wilson(np.arange(n + 1), n), (2, -1, 1))
    return np.sum(binomial(n, shares), axis=0, where=(low <= shares) & (shares <= high))


def p_value_by_enumeration(successes, n, p):
    chances = binomial(n, p)
    return min(1, 2 * sum(chances[: successes + 1]), 2 * sum(chances[successes:]))


@pytest.mark.parametrize("level", [0.5, 0.6827, 0.95, 0.99, 1 - 1e-6])
def test_z_quantile_holds_its_level_by_the_error_function(level):
    assert math.erf(z_quantile(level) / math.sqrt(2)) == pytest.approx(level, rel=1e-15)


def test_z_quantile_has_the_published_digits():
    assert z_quantile(0.95) == pytest.approx(1.959963984540054, abs=1e-15)
    assert round(z_quantile(1 - 1e-6), 2) == 4.89


@pytest.mark.parametrize("level", [0, 1, 95, -0.95, math.nan])
def test_a_level_outside_0_to_1_is_refused(level):
    with pytest.raises(ValueError, match=f"between 0 and 1, not at {level}"):
        z_quantile(level)


def test_wilson_gives_the_known_answer():
    low, high = wilson(193, 358)
    assert (round(low, 4), round(high, 4)) == (0.4873, 0.5901)


@pytest.mark.parametrize("n", [1, 20, 358])
def test_both_wilson_ends_solve_the_score_equation(n):
    share = np.arange(n + 1) / n
    for end in wilson(np.arange(n + 1), n, level=0.9):
        np.testing.assert_allclose(n * (share - end) ** 2, z_quantile(0.9) ** 2 * end * (1 - end), rtol=0, atol=1e-12)


def test_wilson_holds_the_share_and_mirrors_successes_and_failures():
    successes = np.arange(101)
    low, high = wilson(successes, 100)
    share = successes[1:-1] / 100
    assert np.all(low[1:-1] < share)
    assert np.all(share < high[1:-1])
    np.testing.assert_array_equal(high, 1 - low[::-1])


@pytest.mark.parametrize("n", [1, 2, 7, 20, 100, 358, 10**6, 10**12])
def test_wilson_ends_are_exact_at_no_success_and_at_no_failure(n):
    (never_low, never_high), (always_low, always_high) = wilson(0, n), wilson(n, n)
    assert (never_low, always_high) == (0, 1)
    assert 0 < never_high < 1
    assert 0 < always_low < 1


def test_wilson_knows_nothing_without_games():
    assert wilson(0, 0) == (0, 1)


def test_wilson_takes_arrays_cell_by_cell():
    wins, games = np.array([[0, 193], [0, 5]]), np.array([[0, 358], [20, 5]])
    low, high = wilson(wins, games)
    for cell in np.ndindex(2, 2):
        assert (low[cell], high[cell]) == wilson(wins[cell], games[cell])


def test_wilson_keeps_its_digits_for_one_success_in_a_trillion():
    z_squared = z_quantile(0.95) ** 2
    poisson_root = 2 / (2 + z_squared + math.sqrt((2 + z_squared) ** 2 - 4))
    assert wilson(1, 10**12)[0] * 10**12 == pytest.approx(poisson_root, rel=1e-11)


@pytest.mark.parametrize("n", [20, 100, 358])
def test_wilson_covers_95_per_cent_on_average_and_never_less_than_its_spike(n):
    """Averaged over 1,000 shares in the middle of equal steps; the spikes of all lower ends are visited too."""
    ends = wilson(np.arange(1, n + 1), n)[0]
    grid = (np.arange(1000) + 0.5) / 1000
    assert 0.950 < coverage(n, grid).mean() < 0.953
    assert coverage(n, np.append(grid, np.nextafter(ends, 0))).min() == pytest.approx(WORST_COVERAGE[n], abs=5e-6)


@pytest.mark.parametrize("n", [20, 100, 358])
def test_the_worst_coverage_is_that_of_no_success_just_below_the_interval_of_one(n):
    """Brown, Cai & DasGupta 2001 on the spikes at both ends; in the limit exp(-0.1765) = 0.838."""
    assert (1 - wilson(1, n)[0]) ** n == pytest.approx(WORST_COVERAGE[n], abs=5e-6)


def test_half_widths_are_those_of_the_planning_table():
    assert round(100 * half_width(0.5, 1_000), 1) == 3.1
    assert round(100 * half_width(0.5, 32_000), 2) == 0.55


def test_half_width_is_wider_at_a_higher_level_and_never_nothing():
    assert half_width(0.5, 1000, level=0.99) > half_width(0.5, 1000)
    assert half_width(0, 1000) > 0


def test_mean_interval_agrees_with_the_textbook():
    numbers = [3, 1, 4, 1, 5, 9, 2, 6]
    low, high = mean_interval(sum(numbers), sum(x * x for x in numbers), len(numbers), level=0.9)
    assert (low + high) / 2 == pytest.approx(statistics.mean(numbers), rel=1e-15)
    error = statistics.stdev(numbers) / math.sqrt(len(numbers))
    assert (high - low) / 2 == pytest.approx(z_quantile(0.9) * error, rel=1e-14)


def test_mean_interval_loses_no_digit_far_from_zero():
    near, far = [0, 1] * 500, [10**12, 10**12 + 1] * 500
    (near_low, near_high), (far_low, far_high) = (
        mean_interval(sum(numbers), sum(x * x for x in numbers), 1000) for numbers in (near, far)
    )
    assert far_low - 10**12 == pytest.approx(near_low, abs=math.ulp(10.0**12))
    assert far_high - far_low == pytest.approx(near_high - near_low, abs=math.ulp(10.0**12))


def test_mean_interval_takes_sums_as_numpy_holds_them():
    sums = np.array([3 * 10**15, 9 * 10**18, 10**15])
    assert mean_interval(*sums) == mean_interval(3 * 10**15, 9 * 10**18, 10**15)


def test_mean_interval_refuses_sums_that_are_not_integers():
    with pytest.raises(TypeError):
        mean_interval(10.0, 30, 5)


def test_mean_interval_knows_nothing_from_one_number():
    assert mean_interval(7, 49, 1) == mean_interval(0, 0, 0) == (-math.inf, math.inf)


def test_mean_interval_of_equal_numbers_has_no_width():
    assert mean_interval(70, 490, 10) == (7, 7)


@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 6), Fraction(1, 2), Fraction(35, 36), Fraction(1)])
@pytest.mark.parametrize("n", [0, 1, 2, 9, 60])
def test_p_value_is_that_of_rational_arithmetic(n, p):
    for successes in range(n + 1):
        expected = float(p_value_by_enumeration(successes, n, p))
        assert two_sided_binomial(successes, n, float(p)) == pytest.approx(expected, rel=1e-12, abs=0)


def test_p_value_keeps_its_digits_in_the_centre_of_ten_million_games():
    """One below the half: all but the chance of the half itself, by Stirling's series."""
    n = 10**7
    half = math.sqrt(2 / (math.pi * n)) * (1 - 1 / (4 * n))
    assert two_sided_binomial(n // 2 - 1, n, 0.5) == pytest.approx(1 - half, rel=1e-12)


@pytest.mark.parametrize("p", [0.01, 0.3, 0.5, 0.97])
def test_a_true_chance_is_rejected_no_oftener_than_declared(p):
    chances = np.asarray(binomial(60, p))
    p_values = np.array([two_sided_binomial(k, 60, p) for k in range(61)])
    for alpha in (0.1, 0.05, 1e-6):
        assert chances[p_values <= alpha].sum() <= alpha


def test_a_family_of_independent_tests_keeps_its_level():
    each = family_level(0.05, 8)
    assert each == 0.00625
    assert 0.048 < 1 - (1 - each) ** 8 < 0.05


def test_the_import_and_the_intervals_need_no_scipy():
    code = """
import sys
from simkit.study.stats.estimates import mean_interval, wilson
wilson(1, 2), mean_interval(1, 1, 2)
print(sorted({"scipy", "pandas", "matplotlib"} & set(sys.modules)))
"""
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"
