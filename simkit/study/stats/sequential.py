"""Looking early: when a run may stop, and intervals that stay true however often one looks.

Looks stand at game numbers fixed beforehand.  A row of `counts` belongs to a look and holds all pairs up to it, so that
no later game, no order of chunks and no restart can change what it says.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from simkit.study.stats.empirical_likelihood import Counts, Floats, bisect
from simkit.study.stats.estimates import mean_interval, z_quantile
from simkit.study.stats.paired import Interval

FIRST_GAMES = 1_000  # before them no interval is narrow by anything but chance
ENOUGH_DIVERGED = 25  # pairs, before which few differences look like many or like none
# Of a mean without bounds: a tenth of the pairs that differ may make up nine tenths of the variance, and until some of
# these have come it looks small.
ENOUGH_FOR_MEANS = 100
ENOUGH_FOR_FAMILIES = 400  # beyond a level of 95 %
STAKES = np.geomspace(0.001, 0.5, 20)
BETS = np.concatenate([STAKES, -STAKES])  # on "the mean is higher", and as much on "lower"


def first_true(holds: Any) -> Any:
    """Number of the first look at which something holds, along the last axis; -1 where there is none."""
    holds = np.asarray(holds, bool)
    return np.where(holds.any(axis=-1), holds.argmax(axis=-1), -1)


def enough_for_means(level: float) -> int:
    """Pairs that must differ before an interval at `level` of a mean without bounds is believed while looking early.

    Of sizes 1 and 10 at 9:1, in one pair of 2,000, of 200 or of 20, all one way, four of five or half of them, the
    asymptotic sequence misses 2.4 % at 95 %; at 1 - .05 / k, k from 2 to 100, at most 1 / k times .05 (10,000 runs
    each). Stopping when a gamma interval is narrow misses 5.3 %, and .2 % at k = 24.
    """
    return ENOUGH_FOR_MEANS if level <= 0.95 else ENOUGH_FOR_FAMILIES


def narrow_enough(low: Any, high: Any, half_width: float, n: Any, diverged: Any, enough: int = ENOUGH_DIVERGED) -> Any:
    """Whether a run that goes on until its interval is narrow may stop (Chow & Robbins 1965).

    Never before 1,000 games and `enough` pairs that differ.
    """
    begun = (np.asarray(n) >= FIRST_GAMES) & (np.asarray(diverged) >= enough)
    return begun & (np.asarray(high) - low <= 2 * half_width)


def log_wealth(values: Floats, counts: Counts, mean: Any) -> Floats:
    """Logarithm of what 40 bettors against a mean have made of 1 / 40 each (Waudby-Smith & Ramdas 2024).

    A pair multiplies what bettor d has by 1 + lambda_d (D - mean), and what the rival has by 1 - lambda_d (D - mean).
    Were the mean true, their sum would ever reach 1 / alpha with probability alpha at most (Ville 1939).  It depends
    on the counts only, not on the order of the pairs.

    Parameters
    ----------
    values, counts
        The k values of D, in [-1, 1], and how often each came: [..., k].
    mean
        In [-1, 1], of the shape of counts without its last axis.
    """
    from scipy.special import logsumexp

    surprises = (values - np.asarray(mean, float)[..., None])[..., None, :]
    # A bettor who lost everything would count minus infinity times the pairs, also where there are none.
    gains = np.log(np.maximum(1 + BETS[:, None] * surprises, 1e-300))
    wealth: Floats = logsumexp(np.matmul(gains, counts[..., None])[..., 0], axis=-1) - math.log(len(BETS))
    return wealth


def betting_interval(values: Floats, counts: Counts, level: float = 0.95) -> tuple[Any, Any]:
    """Confidence sequence for the mean of D in [-1, 1]: all means against which betting has not made 1 / alpha.

    Of all looks together, however many, one misses the mean with probability 1 - level at most.  A family of k needs
    level 1 - alpha / k for each.  Returns low and high, of the shape of counts without its last axis.
    """
    average = np.sum(values * counts, axis=-1) / np.maximum(np.sum(counts, axis=-1), 1)
    return _betting_low(values, counts, average, level), -_betting_low(-values, counts, -average, level)


def _betting_low(values: Floats, counts: Counts, average: Floats, level: float) -> Floats:
    # The wealth is convex in the mean, and at most 1 at the average.
    return bisect(lambda mean: log_wealth(values, counts, mean) + math.log1p(-level), -np.ones_like(average), average)


def bounded_interval(values: Floats, counts: Counts, most: float, level: float = 0.95) -> tuple[Any, Any]:
    """The confidence sequence of `betting_interval` for a D that is never beyond `most` to either side."""
    if np.any(np.abs(values) > most):
        raise ValueError(f"a difference of {np.max(np.abs(values)):g} where there is none above {most:g}")
    low, high = betting_interval(values / most, counts, level)
    return most * low, most * high


def asymptotic_interval(
    total: int, squares: int, n: int, differing: int, level: float = 0.95, *, tightest_at: int = 1_000
) -> Interval:
    """Asymptotic confidence sequence for a mean without bounds (Waudby-Smith et al. 2024).

    From the sum and the sum of squares of n integers.  It is (-inf, inf) before 1,000 games and before enough of them
    differ from 0 (`enough_for_means`): of shares that differ in one pair of two thousand, 62 % of runs would miss.

    Parameters
    ----------
    differing
        How many of the integers are not 0.
    tightest_at
        Number of games at which it is narrowest, fixed beforehand.
    """
    low, high = mean_interval(total, squares, n, level)
    if n < FIRST_GAMES or differing < enough_for_means(level) or low == high:
        return -math.inf, math.inf
    middle, half = (low + high) / 2, (high - low) / 2 * asymptotic_errors(n, level, tightest_at) / z_quantile(level)
    return middle - half, middle + half


def asymptotic_errors(n: Any, level: float, tightest_at: int) -> Any:
    """Half-width of the asymptotic confidence sequence after n games, in standard errors of the mean."""
    alpha = 1 - level
    minus_log = -2 * math.log(alpha)
    time = n * (minus_log + math.log(minus_log + 1)) / tightest_at
    return np.sqrt((time + 1) / time * (np.log(time + 1) + minus_log))
