"""Many uncertain figures at once: joint draws over their ranges, and what of their spread is only chance."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

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


def largest_null_bar(bars: int) -> float:
    """Expected size of the largest of so many bars that are chance only, in standard errors: 2.2 of 20."""
    from scipy.integrate import quad
    from scipy.special import erf

    return float(quad(lambda size: 1 - erf(size / math.sqrt(2)) ** bars, 0, math.inf)[0])


class Spread(NamedTuple):
    """A mean over draws or maps, each of which was itself only estimated."""

    mean: float
    low: float
    high: float
    variance: float  # between draws, the Monte Carlo variance subtracted; at least 0


def spread(estimates: Any, errors: Any, level: float = 0.95) -> Spread:
    """Mean of a random effect with Student's interval, and its variance free of that within draws (Cochran 1954).

    Parameters
    ----------
    estimates, errors
        One estimate a draw, two draws or more (30 of random maps), and their Monte Carlo standard errors.
    """
    from scipy.special import stdtrit

    estimates, errors = np.asarray(estimates, float), np.asarray(errors, float)
    n, mean, observed = len(estimates), float(np.mean(estimates)), float(np.var(estimates, ddof=1))
    half = float(stdtrit(n - 1, (1 + level) / 2)) * math.sqrt(observed / n)
    return Spread(mean, mean - half, mean + half, max(0.0, observed - float(np.mean(errors**2))))
