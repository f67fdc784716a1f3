"""Looking early: stopping when an interval is narrow, and intervals that stay true.

Simulated samples of pairs are multinomial.  A share of errors is held against its stated one by an exact binomial test
at 1e-6: of 2,000 runs at most 149 may err where 5 % are allowed, which finds a true 10 % with a power above .999.
"""

import math
from itertools import product

import numpy as np
import pytest
from pairs import HALVES, SIGNS, counts, diverged, most_errors, play_looks, play_until
from statistical import assert_share

from simkit.study.stats.estimates import mean_interval, z_quantile
from simkit.study.stats.paired import score_interval
from simkit.study.stats.sequential import (
    asymptotic_errors,
    asymptotic_interval,
    betting_interval,
    bounded_interval,
    enough_for_means,
    first_true,
    log_wealth,
    narrow_enough,
)


def test_the_first_look_at_which_something_holds():
    assert first_true([False, True, True]) == 1
    assert first_true(np.array([[False, False], [True, False]])).tolist() == [-1, 0]


def test_narrow_is_not_enough_before_1000_games_and_25_divergent_pairs():
    assert narrow_enough(-0.01, 0.01, 0.01, 1000, 25)
    assert not narrow_enough(-0.01, 0.01, 0.01, 999, 25)
    assert not narrow_enough(-0.01, 0.01, 0.01, 1000, 24)
    assert not narrow_enough(-0.01, 0.011, 0.01, 1000, 25)


def covered_until_narrow(divergence, mean, half_width, block, runs):
    def stops(table):
        low, high = score_interval(HALVES, table)
        return narrow_enough(low, high, half_width, table.sum(axis=-1), diverged(table))

    table, _ = play_until(stops, divergence, mean, block, runs, seed=11)
    low, high = score_interval(HALVES, table)
    return int(np.sum((low <= mean) & (mean <= high)))


def test_stopping_when_narrow_keeps_the_coverage():
    assert_share(covered_until_narrow(0.02, 0.005, 0.005, 250, 1_000), 1_000, 0.95)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("divergence", "half_width", "block"),
    [(0.004, 0.002, 250), (0.02, 0.01, 250), (0.05, 0.01, 250), (0.3, 0.01, 1000)],
)
@pytest.mark.parametrize("lean", [0, 0.5])
def test_stopping_when_narrow_covers_94_to_96_per_cent(divergence, half_width, block, lean):
    covered = covered_until_narrow(divergence, lean * divergence, half_width, block, 10_000)
    assert 0.94 < covered / 10_000 < 0.965


# The confidence sequence


@pytest.mark.parametrize("chance", [[0.2, 0.7, 0.1], [0, 0.9, 0.1], [0.5, 0, 0.5]])
def test_betting_is_a_fair_game_where_the_mean_is_true(chance):
    """What three pairs are expected to make of 1, over all of them one by one."""
    expected = sum(
        np.prod([chance[x] for x in pairs])
        * math.exp(log_wealth(SIGNS, np.bincount(pairs, minlength=3), np.dot(chance, SIGNS)))
        for pairs in product(range(3), repeat=3)
    )
    assert expected == pytest.approx(1, rel=1e-12)


def test_wealth_is_that_of_forty_bettors():
    table, mean = np.array([2, 3, 1]), 0.1
    bets = [sign * 0.001 * 500 ** (d / 19) for sign in (1, -1) for d in range(20)]
    wealth = [math.prod((1 + bet * (x - mean)) ** n for x, n in zip(SIGNS, table, strict=True)) for bet in bets]
    assert log_wealth(SIGNS, table, mean) == pytest.approx(math.log(sum(wealth) / 40), rel=1e-12)
    with np.errstate(divide="raise", invalid="raise"):
        assert np.isfinite(log_wealth(SIGNS, np.array([0, 0, 9]), -1.0))


def test_the_sequence_is_all_means_against_which_betting_has_made_20():
    table = counts(2000, 30, 12)
    low, high = betting_interval(SIGNS, table)
    inside = np.linspace(low + 1e-9, high - 1e-9, 101)
    outside = np.concatenate([np.linspace(-1, low - 1e-9, 50), np.linspace(high + 1e-9, 1, 50)])
    assert np.all(log_wealth(SIGNS, np.tile(table, (101, 1)), inside) < math.log(20))
    assert np.all(log_wealth(SIGNS, np.tile(table, (100, 1)), outside) > math.log(20))


def test_the_sequence_is_wider_for_a_family_and_knows_nothing_without_pairs():
    table = counts(2000, 30, 12)
    wide, narrow = betting_interval(SIGNS, table, 1 - 0.05 / 16), betting_interval(SIGNS, table)
    assert wide[0] < narrow[0] < narrow[1] < wide[1]
    assert betting_interval(SIGNS, counts(0, 0, 0)) == (-1, 1)


@pytest.mark.parametrize(
    ("diverging", "of_normal", "of_score"),
    [(10, 2.51, 2.13), (100, 1.785, 1.75), (1_000, 1.73, 1.73), (10_000, 1.73, 1.73)],
)
def test_what_peeking_costs(diverging, of_normal, of_score):
    """Against the normal interval of the same pairs, and against the score interval, which has the floor of its own."""
    table = counts(200_000, diverging // 2, diverging // 2)
    low, high = betting_interval(SIGNS, table)
    normal = 2 * z_quantile(0.95) * math.sqrt(diverging) / 200_000
    assert (high - low) / normal == pytest.approx(of_normal, abs=0.01)
    score_low, score_high = score_interval(SIGNS, table)
    assert (high - low) / (score_high - score_low) == pytest.approx(of_score, abs=0.01)


def alarms_at_any_look(table):
    """Of nulls, how many of the sequences ever exclude 0, and how many of the naive intervals."""
    betting = log_wealth(HALVES, table, 0.0) >= math.log(20)
    low, high = score_interval(HALVES, table)
    return int(np.sum(betting.any(axis=1))), int(np.sum(((low > 0) | (high < 0)).any(axis=1)))


def test_the_sequence_stands_500_nulls_looked_at_50_times_and_the_naive_interval_does_not():
    honest, naive = alarms_at_any_look(play_looks(0.01, 0, 1_000, 50, 500, seed=1))
    assert honest <= most_errors(500) < naive


@pytest.mark.slow
@pytest.mark.parametrize("divergence", [0.001, 0.01, 0.3])
def test_the_sequence_stands_2000_nulls_looked_at_100_times_and_the_naive_interval_does_not(divergence):
    assert most_errors(2_000) == 149
    honest, naive = alarms_at_any_look(play_looks(divergence, 0, 1_000, 100, 2_000, seed=2))
    assert honest <= 40
    assert naive > 550


# The asymptotic sequence


def test_the_asymptotic_sequence_is_the_papers_formula():
    """Waudby-Smith et al. 2024, the unit-variance margin with rho^2 set for 1,000 games."""
    rho_squared = (-2 * math.log(0.05) + math.log(-2 * math.log(0.05) + 1)) / 1000
    for n in (1_000, 5_000, 10**6):
        inner = n * rho_squared + 1
        margin = math.sqrt(2 * inner * math.log(math.sqrt(inner) / 0.05) / (n**2 * rho_squared))
        assert asymptotic_errors(n, 0.95, 1000) / math.sqrt(n) == pytest.approx(margin, rel=1e-12)


def test_the_asymptotic_sequence_is_narrowest_about_where_it_was_told_to_be():
    errors = [asymptotic_errors(10_000, 0.95, tightest_at) for tightest_at in (5_000, 9_000, 10_000, 20_000)]
    assert min(errors) == pytest.approx(errors[2], rel=1e-4)
    assert errors[0] > errors[2] < errors[3]


def test_the_asymptotic_sequence_widens_the_normal_interval():
    low, high = asymptotic_interval(30_000, 950_000, 1_000, 1_000)
    narrow_low, narrow_high = mean_interval(30_000, 950_000, 1_000)
    assert (low + high) / 2 == pytest.approx(30)
    assert (high - low) / (narrow_high - narrow_low) == pytest.approx(asymptotic_errors(1000, 0.95, 1000) / 1.959964)


def test_the_asymptotic_sequence_says_nothing_early_or_of_equal_numbers_or_of_few_that_differ():
    assert asymptotic_interval(999 * 30, 999 * 950, 999, 999) == (-math.inf, math.inf)
    assert asymptotic_interval(30_000, 900_000, 1_000, 1_000) == (-math.inf, math.inf)
    assert asymptotic_interval(99, 99, 10_000, 99) == (-math.inf, math.inf)
    assert asymptotic_interval(100, 100, 10_000, 100)[0] > 0
    assert asymptotic_interval(399, 399, 10_000, 399, 1 - 0.05 / 24) == (-math.inf, math.inf)
    assert asymptotic_interval(400, 400, 10_000, 400, 1 - 0.05 / 24)[0] > 0


def test_of_rare_differences_the_asymptotic_sequence_misses_most_and_betting_does_not():
    """Divergence .05 %, all one way."""
    table = np.random.default_rng(3).multinomial(1_000, [0, 0.9995, 0.0005], size=(500, 100)).cumsum(axis=1)
    n, average, squares = table.sum(axis=-1), table @ SIGNS / table.sum(axis=-1), table @ SIGNS**2 / table.sum(axis=-1)
    half = asymptotic_errors(n, 0.95, 1000) * np.sqrt((squares - average**2) / (n - 1))
    misses = np.mean((np.abs(average - 0.0005) > half).any(axis=1))
    assert misses == pytest.approx(0.62, abs=0.07)
    assert np.sum((log_wealth(SIGNS, table, 0.0005) >= math.log(20)).any(axis=1)) <= most_errors(500)


SIZES = np.array([1, 10, -1, -10])


def rare_looks(divergence, lean, looks, runs, rng):
    """Rare differences of 1 and, one in ten, of 10; `lean` of them upwards.  Pairs, sum, squares, and how many."""
    chances = divergence * np.array([0.9 * lean, 0.1 * lean, 0.9 * (1 - lean), 0.1 * (1 - lean)])
    came = rng.multinomial(1_000, [*chances, 1 - divergence], size=(runs, looks))[..., :4].cumsum(axis=1)
    return 1_000 * np.arange(1, looks + 1), came, float(chances @ SIZES)


def asymptotic_misses(divergence, lean, looks, runs, level):
    """How often the asymptotic sequence ever misses, at any look that has enough pairs."""
    rng, missed = np.random.default_rng(5), 0
    for _ in range(runs // 100):
        n, came, mean = rare_looks(divergence, lean, looks, 100, rng)
        average, squares = came @ SIZES / n, came @ SIZES**2 / n
        half = asymptotic_errors(n, level, 1_000) * np.sqrt((squares - average**2) / (n - 1))
        told = came.sum(axis=-1) >= enough_for_means(level)
        missed += int(np.sum((told & (np.abs(average - mean) > half)).any(axis=1)))
    return missed


def test_the_asymptotic_sequence_is_the_one_that_is_simulated():
    n, came, _ = rare_looks(0.05, 0.8, 10, 1, np.random.default_rng(6))
    total, squares, differing = (int(found[0, -1]) for found in (came @ SIZES, came @ SIZES**2, came.sum(axis=-1)))
    low, high = asymptotic_interval(total, squares, 10_000, differing)
    half = asymptotic_errors(10_000, 0.95, 1_000) * math.sqrt((squares / 10_000 - (total / 10_000) ** 2) / 9_999)
    assert (low, high) == pytest.approx((total / 10_000 - half, total / 10_000 + half), rel=1e-12)
    assert n[-1] == 10_000


def test_rare_differences_of_many_sizes_are_missed_as_seldom_as_stated():
    assert asymptotic_misses(0.05, 1.0, 100, 500, 0.95) <= most_errors(500)


@pytest.mark.slow
@pytest.mark.parametrize("k", [1, 2, 24, 100])
@pytest.mark.parametrize("lean", [1.0, 0.8, 0.5, 0.0])
@pytest.mark.parametrize(("divergence", "looks"), [(0.0005, 2_000), (0.005, 400), (0.05, 200), (0.3, 100)])
def test_rare_differences_of_many_sizes_are_missed_as_seldom_as_stated_in_4000(divergence, looks, lean, k):
    assert asymptotic_misses(divergence, lean, looks, 4_000, 1 - 0.05 / k) <= most_errors(4_000, 0.05 / k)


def test_a_bounded_mean_has_a_betting_sequence_within_its_bounds():
    values, came = np.array([-3.0, 0.0, 2.0]), np.array([[1, 40, 5], [10, 4_000, 500]])
    low, high = bounded_interval(values, came, 20.0)
    scaled = betting_interval(values / 20, came)
    assert (low, high) == (pytest.approx(20 * scaled[0]), pytest.approx(20 * scaled[1]))
    assert np.all((low >= -20) & (high <= 20))
    with pytest.raises(ValueError, match="difference of 3 where there is none above 2"):
        bounded_interval(values, came, 2.0)


@pytest.mark.parametrize("lean", [1.0, 0.5])
def test_a_bounded_rare_mean_is_missed_as_seldom_as_stated_from_the_first_look_on(lean):
    _, came, mean = rare_looks(0.0005, lean, 200, 300, np.random.default_rng(7))
    values = np.array([*SIZES / 12, 0.0])
    rest = 1_000 * np.arange(1, 201) - came.sum(axis=-1)
    wealth = log_wealth(values, np.concatenate([came, rest[..., None]], axis=-1), mean / 12)
    assert np.sum((wealth >= math.log(20)).any(axis=1)) <= most_errors(300)
