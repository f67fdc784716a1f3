"""What a sequential test that has stopped says about the size of a difference.

The plain average is biased by the stopping.  Outcomes are put in Siegmund's order: the low bound accepted early, late,
the high bound late, early.  The median-unbiased mean is the one under which outcomes up to the observed one have
probability 1/2 (Siegmund 1978), the sum of D taken as a Brownian motion between two barriers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.study.stats.empirical_likelihood import Counts, Floats, bisect
from simkit.study.stats.sprt import thresholds

IMAGES = 2 * np.arange(-15, 16)  # mirrored barriers; those beyond add less than 1e-18
OVERSTEP = 0.5826  # standard deviations of a step beyond a barrier, on average (Siegmund 1985): -zeta(1/2) / sqrt(2 pi)
LONGEST = 10.0  # in squared distances of the barriers: a path that stays between them so long has probability 1e-21


class Estimate(NamedTuple):
    """A mean of D with its interval."""

    mean: Any
    low: Any
    high: Any


def adjusted_estimate(
    values: Floats,
    counts: Counts,
    low: float,
    high: float,
    block: int,
    *,
    alpha: float = 0.05,
    beta: float = 0.05,
    level: float = 0.95,
) -> Estimate:
    """Median-unbiased mean and interval after a sequential test between `low` and `high` has stopped.

    Parameters
    ----------
    values, counts
        The k values of D, in [-1, 1], and how often each had come when the test stopped: [..., k].
    low, high, alpha, beta
        The bounds of the test and its two chances of error.
    block
        Pairs from one look to the next.

    Where the test waited for its 25th divergent pair the barriers do not describe it: give the confidence sequence
    instead.
    """
    mean, variance = _moments(values, counts)
    n, middle = np.sum(counts, axis=-1), (low + high) / 2
    overstep = OVERSTEP * np.sqrt(variance * block)
    down, up = (threshold * variance / (high - low) for threshold in thresholds(alpha, beta))
    down, up = down - overstep, up + overstep
    above = mean > middle
    # The path is taken to have met the barrier on a straight line from its beginning.
    time = np.minimum(np.where(above, up, down) / (mean - middle), n)

    def below(theta: Floats) -> Floats:
        drift = theta - middle
        not_high_before: Floats = 1 - exit_above(time, drift, up, -down, variance)
        low_before: Floats = exit_above(time, -drift, -down, up, variance)
        return np.where(above, not_high_before, low_before)

    def quantile(p: float) -> Floats:
        return bisect(lambda theta: below(theta) - p, -np.ones_like(mean), 1.0)

    return Estimate(quantile(0.5), quantile((1 + level) / 2), quantile((1 - level) / 2))


def exit_above(time: Any, drift: Any, up: Any, down: Any, variance: Any) -> Any:
    """Chance that a Brownian motion from 0 leaves (-down, up) by its upper end, and before `time`.

    Each mirrored barrier adds the first-passage probability of a single one (Darling & Siegert 1953).

    Parameters
    ----------
    time, drift, variance
        Units of time, drift and variance per unit.
    up, down
        Distances of the barriers, above 0.
    """
    from scipy.special import log_ndtr

    time, drift, up, down = np.broadcast_arrays(
        np.asarray(time) * variance, np.asarray(drift) / variance, np.asarray(up, float), down
    )
    span = up + down
    root = np.sqrt(np.minimum(time, LONGEST * span**2))[..., None]
    barrier = up[..., None] + IMAGES * span[..., None]
    distance, drift = np.abs(barrier), drift[..., None]
    lift = drift * up[..., None]
    passed = np.exp(lift - drift * distance + log_ndtr(drift * root - distance / root))
    reflected = np.exp(lift + drift * distance + log_ndtr(-drift * root - distance / root))
    return np.sum(np.sign(barrier) * (passed + reflected), axis=-1)


def _moments(values: Floats, counts: Counts) -> tuple[Floats, Floats]:
    n = np.sum(counts, axis=-1)
    mean = np.sum(values * counts, axis=-1) / n
    return mean, np.sum(values**2 * counts, axis=-1) / n - mean**2
