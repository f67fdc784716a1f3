"""Sequential tests of the mean of D in [-1, 1]: whether it is nearer to the one bound or to the other.

The likelihood ratio is the generalised one on the multinomial of the values that came: the most likely distribution
with the one mean against the most likely one with the other (Wald 1945; Owen 1988; Van den Bergh 2019).  A row of
`counts` belongs to a look and holds all pairs up to it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit.study.stats.empirical_likelihood import Counts, Floats, bisect, lack_of_support, multiplier
from simkit.study.stats.estimates import z_quantile

Signs = NDArray[np.int8]

CORNERS = (-1.0, 0.0, 1.0)
UNSEEN = 0.5  # pairs that count for a corner that has not come: where .4 % diverge 1 % err of 2.5, and 3 % with 1e-3
NORMALISED_ELO = 800 / math.log(10) / math.sqrt(2)  # of one standard deviation of a pair (Van den Bergh 2020)


def log_likelihood_ratio(values: Floats, counts: Counts, low: float, high: float) -> Floats:
    """Log likelihood of "the mean is `high`" less that of "it is `low`", for each look; -1 < low < high < 1."""
    values, counts = _with_corners(values, counts)
    return _loss(values, counts, low) - _loss(values, counts, high)


def _loss(values: Floats, counts: Counts, mean: float) -> Floats:
    return lack_of_support(values - mean, counts, -1 - mean, 1 - mean)


def normalised_log_likelihood_ratio(values: Floats, counts: Counts, low: float, high: float) -> Floats:
    """The same for bounds in normalised Elo: mean over standard deviation of D, times 245.7 (Van den Bergh 2020)."""
    values, counts = _with_corners(values, counts)
    low, high = low / NORMALISED_ELO, high / NORMALISED_ELO
    return _normalised_loss(values, counts, low) - _normalised_loss(values, counts, high)


def _normalised_loss(values: Floats, counts: Counts, t: float) -> Floats:
    """Loss of log likelihood when the mean must be t standard deviations.

    That is kappa root mean squares, kappa = t / sqrt(1 + t^2); with R that root, Lagrange's gain of a value x is
    x - kappa (x^2 + R^2) / (2 R), and R agrees with the distribution which it leads to.
    """
    if t == 0:
        return _loss(values, counts, 0.0)
    kappa = t / math.sqrt(1 + t**2)

    def gains(root: Floats) -> Floats:
        return values - kappa * (values**2 + root[..., None] ** 2) / (2 * root[..., None])

    def ends(gained: Floats) -> tuple[Floats, Floats]:
        return gained.min(axis=-1), gained.max(axis=-1)

    def too_small(root: Floats) -> Floats:
        gained = gains(root)
        weights = counts / (1 + multiplier(gained, counts, *ends(gained))[..., None] * gained)
        short: Floats = np.sum(weights * values**2, axis=-1) - root**2 * np.sum(counts, axis=-1)
        return short

    # From this root on there are gains of both signs.
    least = abs(kappa) / (1 + math.sqrt(1 - kappa**2))
    gained = gains(bisect(too_small, np.full(counts.shape[:-1], least), 1.0))
    return lack_of_support(gained, counts, *ends(gained))


def _with_corners(values: Floats, counts: Counts) -> tuple[Floats, Floats]:
    """Values with the corners -1, 0 and 1 among them; at each look, a corner that has not come counts half a pair."""
    together = np.union1d(values, CORNERS)
    filled = np.zeros((*counts.shape[:-1], len(together)))
    filled[..., np.searchsorted(together, values)] = counts
    return together, np.where(np.isin(together, CORNERS) & (filled == 0), UNSEEN, filled)


def normalised_estimate(values: Floats, counts: Counts, level: float = 0.95) -> tuple[float, float]:
    """Mean over standard deviation of D, in normalised Elo, and the half-width of its interval."""
    n = np.sum(counts)
    mean = counts @ values / n
    deviation = math.sqrt(counts @ (values - mean) ** 2 / n)
    return NORMALISED_ELO * mean / deviation, NORMALISED_ELO * z_quantile(level) / math.sqrt(n)


def thresholds(alpha: float, beta: float) -> tuple[float, float]:
    """Log likelihood ratios at which the low bound and the high one are accepted (Wald 1945).

    `alpha` is the chance of the high bound's being accepted where the low one is true, `beta` the other.
    """
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def decisions(ratios: Any, alpha: float = 0.05, beta: float = 0.05) -> Signs:
    """What the ratio of each look would decide: 1 the high bound, -1 the low one, 0 go on."""
    low, high = thresholds(alpha, beta)
    return (np.asarray(ratios) >= high).astype(np.int8) - (np.asarray(ratios) <= low).astype(np.int8)
