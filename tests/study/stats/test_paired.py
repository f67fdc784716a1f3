"""Pairs against published tables, closed forms and enumeration; simulated only where shares are split."""

import math
import subprocess
import sys
from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy import stats as distributions

from simkit.study.stats.empirical_likelihood import multiplier
from simkit.study.stats.estimates import family_level, z_quantile
from simkit.study.stats.intervals import difference_interval
from simkit.study.stats.paired import (
    Verdict,
    cells,
    correlation,
    count_differences,
    equivalent,
    games_saved,
    holm,
    inverted,
    merge,
    one_sided_level,
    pair_sums,
    score_interval,
    score_p_value,
    share_p_value,
    tango_interval,
    variance_ratio,
    verdict,
)

SIGNS = np.array([-1.0, 0.0, 1.0])
SPLIT = np.array([-1, -1 / 2, -1 / 3, 0, 1 / 3, 1 / 2, 1])
Z_SQUARED = z_quantile(0.95) ** 2


def counts(n, up, down):
    """So many pairs, of which some differ by 1 and some by -1."""
    return np.array([down, n - up - down, up])


def most_likely(values, n_x, mean):
    """The most likely distribution with a mean, over the values and both extremes."""
    values, n_x = values[n_x > 0], n_x[n_x > 0]
    tilt = multiplier(values - mean, n_x, -1 - mean, 1 - mean)
    chances = n_x / n_x.sum() / (1 + tilt * (values - mean))
    extreme = -1 if tilt > 0 else 1
    return np.append(values, extreme), np.append(chances, 1 - chances.sum())


def enumerated(n, expected, up_share, most=70):
    """All counts of pairs up and down, below `most` each, and their probabilities; and the mean."""
    up, down = np.array([(up, down) for up, down in product(range(most), repeat=2) if up + down <= n]).T
    table = np.stack([down, n - up - down, up], axis=-1)
    chances = np.array([1 - up_share, n / expected - 1, up_share]) * expected / n
    return table, distributions.multinomial.pmf(table, n, chances), chances @ SIGNS


@pytest.mark.parametrize(
    ("both", "first", "second", "neither", "low", "high"),
    [(1, 1, 7, 12, -0.517, -0.026), (59, 6, 16, 80, -0.1240, -0.0054)],
    ids=["airway", "response"],
)
def test_the_interval_is_that_of_the_published_tables(both, first, second, neither, low, high):
    """Fagerland, Lydersen & Laake 2014, the rows of Tango."""
    n = both + first + second + neither
    found = tango_interval(SIGNS, counts(n, first, second))
    assert found == pytest.approx((low, high), abs=0.0005 if n < 100 else 0.00005)


@pytest.mark.parametrize(("n", "up", "down"), [(50, 12, 2), (1000, 4, 0), (1000, 0, 9), (7, 3, 4), (10**6, 300, 250)])
def test_both_ends_solve_the_equation_that_tango_prints(n, up, down):
    for end in tango_interval(SIGNS, counts(n, up, down)):
        b = -up - down + (2 * n - up + down) * end
        q = (math.sqrt(b**2 + 8 * n * down * end * (1 - end)) - b) / (4 * n)
        z = (up - down - n * end) / math.sqrt(n * (2 * q + end * (1 - end)))
        assert z**2 == pytest.approx(Z_SQUARED, rel=1e-8)


@pytest.mark.parametrize("n_x", [[3, 1, 0, 90, 2, 0, 8], [0, 5, 2, 60, 0, 1, 0], [0, 0, 0, 30, 0, 4, 0]])
def test_with_split_wins_both_ends_solve_the_score_equation_of_the_most_likely_distribution(n_x):
    n_x = np.array(n_x)
    n, average = n_x.sum(), n_x @ SPLIT / n_x.sum()
    for end in tango_interval(SPLIT, n_x):
        values, chances = most_likely(SPLIT, n_x, end)
        assert chances.min() > -1e-12
        assert chances @ values == pytest.approx(end, abs=1e-9)
        assert n * (average - end) ** 2 == pytest.approx(Z_SQUARED * (chances @ (values - end) ** 2), rel=1e-7)


def test_no_divergent_pair_is_no_proof_of_equality():
    low, high = score_interval(SIGNS, counts(1000, 0, 0))
    assert high == -low == pytest.approx(Z_SQUARED / (1000 + Z_SQUARED), rel=1e-12)


def test_no_pair_says_nothing():
    assert score_interval(SIGNS, counts(0, 0, 0)) == (-1, 1)


def test_only_the_same_rules_give_exactly_nothing():
    assert score_interval(SIGNS, counts(1000, 0, 0), same_rules=True) == (0, 0)


def test_the_same_rules_that_come_out_differently_are_refused():
    with pytest.raises(ValueError, match="the same rules came out differently"):
        score_interval(SIGNS, counts(1000, 1, 0), same_rules=True)


def test_the_interval_turns_with_the_sign_and_stays_within_its_bounds():
    low, high = score_interval(SIGNS, counts(5, 5, 0))
    assert high == 1
    assert score_interval(SIGNS, counts(5, 0, 5)) == (-1, -low)
    assert score_interval(SIGNS, counts(200, 9, 3), 0.99)[0] < score_interval(SIGNS, counts(200, 9, 3))[0]


@pytest.mark.parametrize("level", [0.95, 0.99])
def test_many_samples_at_once_are_each_by_itself(level):
    table = np.array([[counts(100, 3, 1), counts(50, 0, 0)], [counts(9, 9, 0), counts(0, 0, 0)]])
    low, high = score_interval(SIGNS, table, level)
    for cell in np.ndindex(2, 2):
        assert (low[cell], high[cell]) == score_interval(SIGNS, table[cell], level)


@pytest.mark.parametrize("k", [8, 24])
@pytest.mark.parametrize("up_share", [0.5, 0.75, 1])
@pytest.mark.parametrize("expected", [0.11, 3, 12, 20])
def test_at_the_levels_of_families_it_misses_no_oftener_than_said(k, up_share, expected):
    alpha = family_level(0.05, k)
    table, chances, mean = enumerated(1000, expected, up_share)
    low, high = score_interval(SIGNS, table, 1 - alpha)
    assert chances[(mean < low) | (high < mean)].sum() <= alpha
    assert np.all((low >= -1) & (low < high) & (high <= 1))


def test_tangos_interval_would_miss_oftener_at_the_level_of_a_family_of_24():
    alpha = family_level(0.05, 24)
    table, chances, mean = enumerated(1000, 12, 1)
    low, high = tango_interval(SIGNS, table, 1 - alpha)
    assert chances[(mean < low) | (high < mean)].sum() == pytest.approx(1.41 * alpha, rel=0.01)


@pytest.mark.parametrize("expected", [4, 10, 25])
@pytest.mark.parametrize("up_share", [0.5, 0.75])
def test_the_interval_covers_94_to_96_per_cent_by_enumeration(expected, up_share):
    table, chances, mean = enumerated(1000, expected, up_share)
    low, high = score_interval(SIGNS, table)
    assert chances.sum() == pytest.approx(1, abs=1e-9)
    assert 0.94 < chances[(low <= mean) & (mean <= high)].sum() < 0.96


def test_at_the_worst_it_covers_93_per_cent_where_all_pairs_diverge_one_way():
    table, chances, mean = enumerated(1000, 4, 1)
    low, high = score_interval(SIGNS, table)
    assert chances[(low <= mean) & (mean <= high)].sum() == pytest.approx(0.931, abs=5e-4)


def test_the_normal_interval_misses_on_one_side_where_few_pairs_diverge():
    """Wald 93.3 %, and twelve misses above for one below."""
    table, chances, mean = enumerated(1000, 4, 0.75)
    average, squares = table @ SIGNS / 1000, table @ SIGNS**2 / 1000
    error = np.sqrt((squares - average**2) / 1000)
    below, above = (chances[sign * (average - mean) > 1.96 * error].sum() for sign in (1, -1))
    assert 1 - below - above == pytest.approx(0.933, abs=1e-3)
    assert above > 10 * below


def covered_splits(runs, divergence, n):
    chances = np.array([0.3, 0.1, 0.05, 0, 0.05, 0.1, 0.4]) * divergence
    chances[3] = 1 - divergence
    low, high = score_interval(SPLIT, np.random.default_rng(7).multinomial(n, chances, size=runs))
    mean = chances @ SPLIT
    return np.mean((low <= mean) & (mean <= high))


def test_with_split_wins_it_covers_94_to_96_per_cent():
    assert 0.94 < covered_splits(5_000, 0.02, 1_000) < 0.96


@pytest.mark.slow
@pytest.mark.parametrize(("divergence", "n"), [(0.004, 10_000), (0.02, 1_000), (0.02, 10_000), (0.3, 1_000)])
def test_with_split_wins_it_covers_94_to_96_per_cent_in_100_000_runs(divergence, n):
    assert 0.94 < covered_splits(100_000, divergence, n) < 0.96


def test_the_p_value_is_mcnemars_where_no_win_is_split():
    expected = distributions.chi2.sf((12 - 2) ** 2 / (12 + 2), 1)
    assert score_p_value(SIGNS, counts(50, 12, 2)) == pytest.approx(expected, rel=1e-10)
    assert score_p_value(SIGNS, counts(50, 0, 0)) == 1


def test_the_p_value_agrees_with_the_interval():
    n_x = np.array([3, 1, 0, 90, 2, 0, 12])
    p_value = float(score_p_value(SPLIT, n_x))
    assert tango_interval(SPLIT, n_x, 1 - p_value)[0] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("level", [0.9, 0.95, 1 - 0.05 / 2, 1 - 0.05 / 24])
@pytest.mark.parametrize("n", [20, 60, 3_000])
def test_a_p_value_says_of_zero_what_the_interval_beside_it_says(level, n):
    rng = np.random.default_rng(5)
    said = set()
    for _ in range(40):
        n_x = rng.multinomial(n, rng.dirichlet([0.3, 4, 0.3]))
        low, high = score_interval(SIGNS, n_x, level)
        p_value = share_p_value(SIGNS, n_x, level)
        assert (p_value <= 1 - level) == (low > 0 or high < 0)
        said.add(bool(low > 0 or high < 0))
        table = Counter({value: int(count) for value, count in zip((-3, 0, 1), n_x, strict=True)})
        ends = difference_interval(table, n, None, level)
        p_value = inverted(lambda one, table=table: difference_interval(table, n, None, one), level)
        assert math.isnan(p_value) == (ends == (-math.inf, math.inf))
        assert (p_value <= 1 - level) == (ends[0] > 0 or ends[1] < 0)
    assert n < 100 or said == {True, False}


def test_a_p_value_is_the_level_at_which_the_interval_ends_at_zero():
    for level in (0.95, 0.999):
        p_value = inverted(lambda one: difference_interval({0: 900, 1: 80, -1: 20}, 1_000, 1, one), level)
        assert difference_interval({0: 900, 1: 80, -1: 20}, 1_000, 1, 1 - p_value)[0] == pytest.approx(0, abs=1e-9)
    assert inverted(lambda one: difference_interval({0: 900, 1: 50, -1: 50}, 1_000, 1, one), 0.95) == 1
    assert inverted(lambda one: (1.0, 2.0), 0.95) == pytest.approx(1e-12)


def test_what_has_no_p_value_has_none_and_counts_in_the_family():
    assert holm([0.01, math.nan, 0.02]) == pytest.approx([0.03, math.nan, 0.04], nan_ok=True)


def some_pairs(n=500):
    rng = np.random.default_rng(3)
    base = rng.integers(0, 100, n)
    return base, base + rng.integers(-5, 9, n)


def test_sums_give_the_textbook_statistics_of_the_pairs():
    base, variant = some_pairs()
    sums = pair_sums(base, variant, int(np.sum(base != variant)))
    change = variant - base
    assert correlation(sums) == pytest.approx(np.corrcoef(base, variant)[0, 1], rel=1e-12)
    assert variance_ratio(sums) == pytest.approx((base.var() + variant.var()) / change.var(), rel=1e-12)
    assert games_saved(sums) == pytest.approx(1000 * (variance_ratio(sums) - 1))


def test_sums_merge_in_any_order():
    base, variant = some_pairs()
    parts = [pair_sums(base[i : i + 70], variant[i : i + 70], i) for i in range(0, 500, 70)]
    whole = pair_sums(base, variant, sum(range(0, 500, 70)))
    assert merge(parts) == merge(parts[::-1]) == whole


def test_differences_count_and_merge():
    base, variant = np.array([0, 840, 420, 0]), np.array([0, 0, 840, 0], np.int16)
    halves = count_differences(base[:2], variant[:2]) + count_differences(base[2:], variant[2:])
    assert halves == count_differences(base, variant) == Counter({0: 2, -840: 1, 420: 1})
    values, n_x = cells(halves, 840)
    assert (values.tolist(), n_x.tolist()) == ([-1, 0, 0.5], [1, 2, 1])


def test_a_variant_against_itself_differs_by_exactly_nothing():
    base = some_pairs()[0]
    sums = pair_sums(base, base, 0)
    assert correlation(sums) == 1
    assert variance_ratio(sums) == games_saved(sums) == math.inf


def test_games_that_gained_nothing_do_not_prove_that_nothing_is_gained():
    """Row 11 of the trial: two games gave +0.00 [+0.00 to +0.00]."""
    assert difference_interval({0: 2}, 2) == (-math.inf, math.inf)
    low, high = difference_interval({0: 2}, 2, 1)
    assert -1 <= low < 0 < high <= 1
    low, high = difference_interval({0: 900, 2: 60, -1: 40}, 1_000)
    assert low < 0.08 < high


def test_pairing_that_loses_shows_a_ratio_below_1():
    base = some_pairs()[0]
    sums = pair_sums(base, 100 - base, 500)
    assert variance_ratio(sums) == pytest.approx(0.5)
    assert games_saved(sums) == pytest.approx(-500)
    assert correlation(sums) == -1


def test_a_metric_that_never_varies_has_no_correlation():
    assert math.isnan(correlation(pair_sums(np.array([1, 1]), np.array([1, 2]), 1)))


@pytest.mark.parametrize(
    ("interval", "one_sided", "word"),
    [
        ((0.02, 0.06), (0.025, 0.055), Verdict.HIGHER),
        ((-0.06, -0.005), (-0.055, -0.007), Verdict.LOWER),
        ((-0.005, 0.008), (-0.004, 0.007), Verdict.EQUIVALENT),
        ((0.001, 0.009), (0.002, 0.008), Verdict.WITHIN),
        ((-0.009, -0.001), (-0.008, -0.002), Verdict.WITHIN),
        ((-0.01, 0.03), (-0.005, 0.025), Verdict.NOT_SETTLED),
        ((0, 0), (0, 0), Verdict.EQUIVALENT),
    ],
)
def test_verdicts(interval, one_sided, word):
    assert verdict(interval, one_sided, 0.01) is word
    mirrored = {Verdict.HIGHER: Verdict.LOWER, Verdict.LOWER: Verdict.HIGHER}
    turned = [(-high, -low) for low, high in (interval, one_sided)]
    assert verdict(*turned, 0.01) is mirrored.get(word, word)


@pytest.mark.parametrize("margin", [0, -0.01, math.nan])
def test_without_a_margin_nothing_is_equivalent(margin):
    with pytest.raises(ValueError, match="above 0"):
        verdict((0, 0), (0, 0), margin)


def test_all_are_equivalent_when_each_is():
    assert equivalent([(-0.004, 0.003), (0.001, 0.009)], 0.01)
    assert not equivalent([(-0.004, 0.003), (0.001, 0.01)], 0.01)


def test_two_one_sided_tests_at_5_per_cent_are_the_90_per_cent_interval():
    """At the margin itself each errs with 5 %: exactly, for a normal mean."""
    assert one_sided_level(0.05) == pytest.approx(0.9)
    assert distributions.norm.sf(z_quantile(one_sided_level(0.05))) == pytest.approx(0.05)
    assert one_sided_level(0.05, 10) == pytest.approx(0.99)


def test_holm_steps_down():
    """The p-values .01, .04, .03, .005 are multiplied by 3, 1, 2, 4, and none falls below a smaller one's."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.9]) == pytest.approx([1, 1])
    assert holm([]).tolist() == []


def test_the_imports_need_no_scipy():
    code = """
import sys
from simkit.study.stats import after_stopping, factorial, latin_hypercube, paired
from simkit.study.stats import plackett_luce, sequential, sprt, win_shares
print(sorted({"scipy", "pandas", "matplotlib", "numba"} & set(sys.modules)))
"""
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_a_family_of_eight_needs_its_correction_and_no_cleverer_one():
    """Win shares of eight characters, less their mean: uncorrected 32 % err; max-t 2.72, Bonferroni 2.73."""
    deviates = np.random.default_rng(5).normal(size=(100_000, 8))
    largest = np.abs(deviates - deviates.mean(axis=1, keepdims=True)).max(axis=1) / math.sqrt(7 / 8)
    assert np.mean(largest > z_quantile(0.95)) == pytest.approx(0.32, abs=0.01)
    assert np.quantile(largest, 0.95) == pytest.approx(2.72, abs=0.02)
    assert z_quantile(1 - family_level(0.05, 8)) == pytest.approx(2.734, abs=1e-3)
