"""Simulated pairs: how often each difference D came, up to each look of many runs."""

from collections import Counter

import numpy as np
from scipy import stats
from statistical import ALPHA

from simkit.games.metrics import Metric
from simkit.study.runs.pairs import Pairs, Series
from simkit.study.scenarios.quantities import Quantity
from simkit.study.stats.paired import PairSums

SIGNS = np.array([-1.0, 0.0, 1.0])
HALVES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
SHARE = Quantity(0, "all", Metric("killed", "the hero dies", "share", "", "killed", 2))


def most_errors(runs, share=0.05):
    """Errors that a share allows, but for one test in a million."""
    return int(stats.binom.isf(ALPHA, runs, share))


def counts(n, up, down):
    return np.array([down, n - up - down, up])


def chances(divergence, mean):
    """Of D in HALVES: a fifth of the divergent pairs differ by a half."""
    up = (mean / (0.9 * divergence) + 1) / 2
    return divergence * np.array([0.8 * (1 - up), 0.2 * (1 - up), 1 / divergence - 1, 0.2 * up, 0.8 * up])


def diverged(table):
    return table.sum(axis=-1) - table[..., table.shape[-1] // 2]


def play_looks(divergence, mean, block, looks, runs, seed):
    """Counts of D in HALVES up to each look: int[runs, looks, 5]."""
    table = np.random.default_rng(seed).multinomial(block, chances(divergence, mean), size=(runs, looks))
    return table.cumsum(axis=1)


def play_until(stops, divergence, mean, block, runs, seed, most=5_000):
    """Counts of D in HALVES at the look at which each run stops, and what `stops` then said; 0 is go on."""
    rng, going = np.random.default_rng(seed), np.arange(runs)
    table, said = np.zeros((runs, len(HALVES)), np.int64), np.zeros(runs, np.int64)
    for _ in range(most):
        table[going] += rng.multinomial(block, chances(divergence, mean), size=len(going))
        said[going] = stops(table[going])
        going = going[said[going] == 0]
        if not len(going):
            break
    assert not len(going), f"{len(going)} runs never stopped"
    return table, said


def series_of(quantity, *looks, apart=0, stopped=False):
    """Counters of D, in what the column counts, up to each look; so many more pairs differ in something else."""
    series = Series(0, quantity, same_rules=False)
    for differences in looks:
        total = sum(value * n for value, n in differences.items())
        squares = sum(value**2 * n for value, n in differences.items())
        n = sum(differences.values())
        diverged = apart + n - differences.get(0, 0)
        sums = PairSums(n, diverged, 0, total, 0, squares, 0)
        series.at.append(Pairs(sums, Counter(differences), Counter(), Counter(), 0))
    if stopped:
        series.stopped = len(looks) - 1
    return series
