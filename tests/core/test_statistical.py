"""The statistical tests keep the error rates that they declare: by enumeration, not by simulation."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from statistical import (
    ALPHA,
    MUTANT_ALPHA,
    assert_counts,
    assert_mean,
    assert_share,
    counts_p_value,
    mean_p_value,
    rejects,
    share_p_value,
)

POWER = 0.999


def p_values(n, p):
    """`share_p_value` of every number of successes."""
    return np.array([share_p_value(successes, n, p) for successes in range(n + 1)])


@pytest.mark.parametrize(("n", "p"), [(50, 0.5), (400, 0.03), (1000, 0.25), (300, 0.0), (300, 1.0)])
def test_a_true_share_alarms_at_most_at_alpha(n, p):
    assert stats.binom.pmf(np.arange(n + 1), n, p) @ (p_values(n, p) < ALPHA) <= ALPHA


@pytest.mark.parametrize(("standard_errors", "alpha"), [(10, ALPHA), (13, MUTANT_ALPHA)])
@pytest.mark.parametrize("p", [0.1, 0.25, 0.5, 0.9])
def test_the_declared_power_is_had_from_a_thousand_games_on(p, standard_errors, alpha):
    n = 1000
    away = p + standard_errors * math.sqrt(p * (1 - p) / n) * (1 if p < 0.5 else -1)
    assert stats.binom.pmf(np.arange(n + 1), n, away) @ (p_values(n, p) < alpha) >= POWER


def test_a_true_set_of_counts_alarms_at_most_at_alpha():
    n, probabilities = 24, (0.02, 0.28, 0.7)
    triples = [(a, b, n - a - b) for a, b in itertools.product(range(n + 1), repeat=2) if a + b <= n]
    alarming = [counts for counts in triples if counts_p_value(counts, probabilities) < ALPHA]
    level = sum(stats.multinomial.pmf(counts, n, probabilities) for counts in alarming)
    assert 0 < level <= ALPHA


def test_the_worst_of_several_outcomes_counts_that_many_times():
    assert counts_p_value([590, 210, 200], [0.5, 0.25, 0.25]) == 3 * share_p_value(590, 1_000, 0.5)
    assert counts_p_value([500, 250, 250], [0.5, 0.25, 0.25]) == 1.0


def test_counts_of_a_loaded_die_are_found():
    fair = [1 / 6] * 6
    assert_counts([9_900, 10_080, 10_020, 9_950, 10_050, 10_000], fair)
    with pytest.raises(AssertionError, match=r"outcome 5 came 11,000 times in 60,000"):
        assert_counts([9_800, 9_800, 9_800, 9_800, 9_800, 11_000], fair)


def test_an_impossible_outcome_is_found_in_a_million():
    assert_counts([999_999, 0], [1.0, 0.0])
    assert rejects(counts_p_value([999_999, 1], [1.0, 0.0]))


@pytest.mark.parametrize("probabilities", [[0.5, 0.4], [0.5, 0.3, 0.2]])
def test_counts_want_all_probabilities(probabilities):
    with pytest.raises(ValueError, match="one in sum"):
        assert_counts([5, 5], probabilities)


def test_a_mean_is_tested_at_the_stated_number_of_standard_errors():
    n = 10_000  # half zeros, half twos: mean 1, variance 1, standard error 0.01
    assert_mean(n, 2 * n, n, 1 + 4.88 / 100)
    with pytest.raises(AssertionError, match="mean 1 of 10,000"):
        assert_mean(n, 2 * n, n, 1 + 4.90 / 100)


def test_values_that_never_vary_must_be_the_mean():
    assert_mean(3_000, 9_000, 1_000, 3.0)
    assert mean_p_value(3_000, 9_000, 1_000, 3.01) == 0.0


def test_a_mutant_is_caught_only_below_its_own_level():
    assert not rejects(share_p_value(500 + 110, 1_000, 0.5))
    assert rejects(share_p_value(500 + 115, 1_000, 0.5))


def test_share_names_what_it_saw():
    with pytest.raises(AssertionError, match=r"900 of 1,000 where a share of 0\.5"):
        assert_share(900, 1_000, 0.5)
