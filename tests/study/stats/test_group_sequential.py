"""Planned looks against printed bounds, and what they say of a mean where a run has stopped."""

import numpy as np
import pytest
from pairs import most_errors
from scipy import stats

from simkit.study.stats.group_sequential import Plan, spent

RUNS = 2_000


def test_all_is_spent_at_the_end_and_little_before():
    assert spent(1.0, 0.05) == pytest.approx(0.05)
    assert spent(0.5, 0.05) == pytest.approx(4 * stats.norm.sf(stats.norm.isf(0.0125) / np.sqrt(0.5)))
    assert spent(0.01, 0.05) < 1e-100


@pytest.mark.parametrize(
    ("fractions", "bounds"),
    [  # printed by the program of Reboussin, DeMets, Kim & Lan 2000, O'Brien-Fleming-like, 2.5 % to either side
        ((0.2, 0.4, 0.6, 0.8, 1.0), (4.8769, 3.3569, 2.6803, 2.2898, 2.0310)),
        ((0.5, 1.0), (2.9626, 1.9686)),
        ((1.0,), (1.9600,)),
    ],
)
def test_bounds_are_those_that_are_printed(fractions, bounds):
    assert Plan(fractions, 0.05).bounds == pytest.approx(bounds, abs=2e-4)


def test_a_look_with_nothing_to_spend_has_no_bound_and_changes_no_other():
    early, usual = Plan((0.001, 0.5, 1.0), 0.05), Plan((0.5, 1.0), 0.05)
    assert early.bounds[0] == np.inf
    assert early.bounds[1:].tolist() == usual.bounds.tolist()


def test_chances_of_all_ways_to_stop_are_those_of_a_motion_that_is_played():
    """2,000 motions with a drift: how many stop above at each look, each count within a binomial limit at 1e-6."""
    plan, drift = Plan((0.25, 0.5, 0.75, 1.0), 0.05), 2.5
    steps = np.random.default_rng(1).normal(drift / 4, 0.5, size=(RUNS, 4)).cumsum(axis=1)
    z = steps / np.sqrt(plan.fractions)
    crossed = np.abs(z) >= plan.bounds
    first = np.where(crossed.any(axis=1), crossed.argmax(axis=1), 3)
    for look in range(4):
        high = ((first < look) & (z[np.arange(RUNS), first] > 0)) | (
            (first == look) & (z[:, look] >= plan.bounds[look])
        )
        chance = plan.above(look, float(plan.bounds[look]), drift)
        assert stats.binomtest(int(high.sum()), RUNS, chance).pvalue > 1e-6


def test_with_a_single_look_the_estimate_is_the_plain_one():
    plan = Plan((1.0,), 0.05)
    found = [plan.drift(0, 1.5, p) for p in (0.025, 0.5, 0.975)]
    assert found == pytest.approx([1.5 - 1.95996, 1.5, 1.5 + 1.95996], abs=1e-4)
    assert plan.drift(0, -1.5, 0.5) == pytest.approx(-1.5)


def test_an_interval_leaves_0_out_where_and_only_where_a_bound_is_crossed():
    plan = Plan((0.3, 0.6, 1.0), 0.05)
    for look, bound in enumerate(plan.bounds.tolist()):
        assert plan.drift(look, bound + 0.01, 0.025) > 0
        assert plan.drift(look, -bound - 0.01, 0.975) < 0
    last = float(plan.bounds[-1])
    assert plan.drift(2, last - 0.01, 0.025) < 0 < plan.drift(2, last + 0.01, 0.025)


@pytest.mark.parametrize("drift", [0.0, 3.0, 15.0])
def test_the_stagewise_interval_covers_and_the_estimate_is_its_median(drift):
    """Of 400 runs misses and estimates too low stay within binomial limits at 1e-6, whatever the drift."""
    runs, plan = 400, Plan((0.25, 0.5, 0.75, 1.0), 0.05)
    steps = np.random.default_rng(2).normal(drift / 4, 0.5, size=(runs, 4)).cumsum(axis=1)
    z = steps / np.sqrt(plan.fractions)
    crossed = np.abs(z) >= plan.bounds
    first = np.where(crossed.any(axis=1), crossed.argmax(axis=1), 3)
    chances = np.array([plan.above(int(look), float(z[run, look]), drift) for run, look in enumerate(first)])
    missed = int(((chances < 0.025) | (chances > 0.975)).sum())
    assert missed <= most_errors(runs)
    assert stats.binomtest(int((chances > 0.5).sum()), runs).pvalue > 1e-6
