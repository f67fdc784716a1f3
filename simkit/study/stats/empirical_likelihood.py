"""The empirical likelihood of a mean, from counts of the values that came (Owen 1988).

Among all distributions with a given mean, the most likely one gives a value x that came n_x times in n the probability
(n_x / n) / (1 + lambda (x - mean)).  Everything here works elementwise: `counts` may be a table of many samples, its
last axis the values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Counts = NDArray[Any]

HALVINGS = 60  # leaves 1e-18 of the bracket
ABOVE_MINUS_1 = np.nextafter(-1.0, 0.0)


def bisect(falling: Callable[[Floats], Floats], low: Any, high: Any) -> Floats:
    """Where a falling function passes zero between `low` and `high`, elementwise.

    It is `low` where the function is nowhere positive, and `high` where it is positive everywhere.
    """
    low, high = np.broadcast_arrays(np.asarray(low, float), np.asarray(high, float))
    middle: Floats
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        beyond = falling(middle) > 0
        low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)
    middle = (low + high) / 2
    return middle


def multiplier(gains: Floats, counts: Counts, worst: Any, best: Any) -> Floats:
    """Lagrange's multiplier of "the expected gain is nothing": the root of sum n_x g_x / (1 + lambda g_x).

    Parameters
    ----------
    gains
        What each value gains, [..., k].
    counts
        How often it came, [..., k].
    worst, best
        The lowest (below 0) and highest (above 0) gain that can come, seen or not.  Where only an unseen one could
        balance those that came, lambda stands at its end and that one has the rest of the probability.
    """

    def slope(tilt: Floats) -> Floats:
        total: Floats = np.sum(counts * gains / (1 + _tilted(gains, tilt)), axis=-1)
        return total

    return bisect(slope, np.broadcast_to(-1 / best, counts.shape[:-1]), np.broadcast_to(-1 / worst, counts.shape[:-1]))


def lack_of_support(gains: Floats, counts: Counts, worst: Any, best: Any) -> Floats:
    """How much log likelihood the most likely distribution loses when the expected gain must be nothing; at least 0."""
    tilt = multiplier(gains, counts, worst, best)
    lost: Floats = np.sum(counts * np.log1p(_tilted(gains, tilt)), axis=-1)
    return lost


def _tilted(gains: Floats, tilt: Floats) -> Floats:
    # A value that never came may stand where lambda ends, and must count 0 there, not 0 / 0.
    return np.maximum(tilt[..., None] * gains, ABOVE_MINUS_1)
