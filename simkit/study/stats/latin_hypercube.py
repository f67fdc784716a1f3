"""Many uncertain figures at once: joint draws over their ranges, and what of their spread is only chance."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.stats.intervals import clopper_pearson

Floats = NDArray[np.float64]


def latin_hypercube(draws: int, figures: int, seed: int) -> Floats:
    """Joint draws that visit each of `draws` equal parts of every figure's range once (McKay, Beckman & Conover 1979).

    Returns float64[draws, figures] in [0, 1): the same for the same seed on every machine.
    """
    # numpy keeps the words of a bit generator for ever, but not what its Generator makes of them.
    words = np.random.Philox(key=np.array([seed, 0], np.uint64)).random_raw(2 * draws * figures)
    order, within = words.reshape(2, draws, figures)
    return (np.argsort(order, axis=0, kind="stable") + (within >> np.uint64(11)) * 2.0**-53) / draws


def draws_without_flip(share: float = 0.05, level: float = 0.95) -> int:
    """Draws of which none may flip a conclusion, to say that it flips in less than `share` of the box: 59."""
    return math.ceil(math.log(1 - level) / math.log(1 - share))


def share_of_box(flips: int, doubtful: int, draws: int, level: float) -> tuple[float, float]:
    """Bounds for the share of all combinations that flip a conclusion, from draws of which some are doubtful.

    Each bound counts the doubtful draws so that it is wider.  Where no draw surely flips there is only one bound.

    Returns
    -------
    low, high
        Of the exact interval (Clopper & Pearson 1934): none of 59 gives 0 and 1 - (1 - level)^(1/59).
    """
    tail = 1 - level if flips == 0 else (1 - level) / 2
    two_sided = 1 - 2 * tail
    return float(clopper_pearson(flips, draws, two_sided)[0]), float(
        clopper_pearson(flips + doubtful, draws, two_sided)[1]
    )


class Spread(NamedTuple):
    """A mean over draws or maps, each of which was itself only estimated."""

    mean: float
    low: float
    high: float
    variance: float  # between draws, the Monte Carlo variance subtracted; at least 0


def spread(estimates: Any, errors: Any, shared: tuple[float, float] = (0.0, 0.0), level: float = 0.95) -> Spread:
    """Mean of a random effect with Student's interval, and its variance free of that within draws (Cochran 1954).

    Parameters
    ----------
    estimates, errors
        One estimate a draw, two draws or more (30 of random maps), and their Monte Carlo standard errors.
    shared
        How far the mean may be below and above its estimate by an error that all draws share, as they are played on
        the same luck: their scatter does not show it, so it is added in squares (Zou & Donner 2008).
    """
    from scipy.special import stdtrit

    estimates, errors = np.asarray(estimates, float), np.asarray(errors, float)
    n, mean, observed = len(estimates), float(np.mean(estimates)), float(np.var(estimates, ddof=1))
    half = float(stdtrit(n - 1, (1 + level) / 2)) * math.sqrt(observed / n)
    below, above = (math.hypot(half, error) for error in shared)
    return Spread(mean, mean - below, mean + above, max(0.0, observed - float(np.mean(errors**2))))
