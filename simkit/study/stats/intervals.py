"""Intervals that cover where few games say anything: rare shares, rare amounts, skewed counts and their differences.

An interval has no width only where no game could have come out differently, and stays within what a game can give.
A `level` is a confidence level; every interval is two-sided with equal tails.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple, overload

import numpy as np

from simkit.study.stats.estimates import wilson

Interval = tuple[float, float]
Ends = tuple[Any, Any, Any]  # an estimate, and the low and high end of its interval

ONE_AT_A_TIME = 0.95  # the highest level of an interval that stands alone; beyond it stand those of families
FEW = 5  # successes, or failures, below which a share has its exact interval
ENOUGH_SEEN = (
    50  # games that leave the commonest value, from which the largest amount seen serves where none is declared
)
ENOUGH_IN_A_FAMILY = 100  # such games at the levels of families
ENOUGH_TO_CENTRE = 50  # games from which the variance that they show may stand for that of the game
ALMOST_NOTHING = 1e-9  # of a mean square, so that a variance never is nothing


@overload
def share_interval(successes: float, n: int, level: float = 0.95) -> Interval: ...
@overload
def share_interval(successes: Any, n: Any, level: float = 0.95) -> tuple[Any, Any]: ...
def share_interval(successes: Any, n: Any, level: float = 0.95) -> tuple[Any, Any]:
    """Interval for a share: Wilson's up to 95 % and from five successes and five failures on, else the exact one.

    Parameters
    ----------
    successes
        0 ... n; fractions of a win are allowed where a tie was split.
    n
        Number of games. Without any the interval is (0, 1).

    Returns
    -------
    low, high
        In [0, 1], of the shape of both.  The exact interval (Clopper & Pearson 1934) covers `level` at least, which
        Wilson's (1927) does not at the levels of families: .11 successes expected of each of eight, it misses one in
        ten times at a nominal .6 %.
    """
    if np.ndim(successes) == np.ndim(n) == 0:
        chosen = wilson if _is_common(successes, n, level) else clopper_pearson
        low, high = chosen(successes, n, level)
        return float(low), float(high)
    usual, exact = wilson(successes, n, level), clopper_pearson(successes, n, level)
    common = _is_common(np.asarray(successes), np.asarray(n), level)
    return np.where(common, usual[0], exact[0]), np.where(common, usual[1], exact[1])


def _is_common(successes: Any, n: Any, level: float) -> Any:
    return (level <= ONE_AT_A_TIME) & (successes >= FEW) & (n - successes >= FEW)


def clopper_pearson(successes: Any, n: Any, level: float = 0.95) -> tuple[Any, Any]:
    """Exact interval for a share (Clopper & Pearson 1934), elementwise; `successes` may have fractions."""
    return _exact_low(successes, n, level), 1 - _exact_low(n - successes, n, level)


def _exact_low(successes: Any, n: Any, level: float) -> Any:
    from scipy.special import betaincinv

    positive = np.asarray(successes) > 0
    return np.where(positive, betaincinv(np.where(positive, successes, 1), n - successes + 1, (1 - level) / 2), 0.0)


class Amounts(NamedTuple):
    """Sums over games of a non-negative amount, and the largest that one game can give; arrays, or numbers."""

    total: Any
    squares: Any
    largest: Any


def gamma_interval(total: Any, squares: Any, n: Any, largest: Any, level: float = 0.95) -> tuple[Any, Any]:
    """Interval for the mean of a non-negative amount a game (Fay & Feuer 1997), elementwise.

    With y the mean, v = squares / n^2 and w = largest / n, the low end is a quantile of the gamma distribution of mean
    y and variance v, 0 where nothing came, and the high one a quantile of that of mean y + w and variance v + w^2.
    With amounts of 1 it is the exact interval of a Poisson mean (Garwood 1936).

    Parameters
    ----------
    total, squares
        Sum of the amounts and of their squares, over n games.
    largest
        The largest amount that one game can give, above 0.

    Returns
    -------
    low, high
        Never of no width: n games without any amount give 3.69 largest / n at 95 %.  No game gives 0 and infinity.
    """
    games = np.maximum(n, 1)
    low, high = _gamma(np.divide(total, games), np.divide(squares, games**2), np.divide(largest, games), level)
    return low, np.where(np.asarray(n) > 0, high, np.inf)


def _gamma(mean: Any, variance: Any, step: Any, level: float) -> tuple[Any, Any]:
    """Both ends, from the mean, its variance and `step`: what one more game of the largest amount would add to it.

    Where the step is infinite, so is the high end; where step and mean are 0, the high end is 0.
    """
    from scipy.special import gammainccinv, gammaincinv

    tail = (1 - level) / 2
    low = np.where(mean > 0, _quantile(gammaincinv, mean, variance, tail), 0)
    bounded = np.isfinite(step)
    mean, step = mean + np.where(bounded, step, 0), np.where(bounded, step, 0)
    high = np.where(mean > 0, _quantile(gammainccinv, mean, variance + step**2, tail), 0)
    return low, np.where(bounded, high, np.inf)


def _quantile(inverse: Any, mean: Any, variance: Any, tail: float) -> Any:
    positive = mean > 0
    mean = np.where(positive, mean, 1)
    scale = np.where(positive, variance, 1) / mean
    return scale * inverse(mean / scale, tail)


def difference_of_two(one: Ends, other: Ends, correlation: Any = 0) -> tuple[Any, Any]:
    """Interval for the difference of two quantities, from the estimate, low and high end of each (Zou & Donner 2008).

    `correlation` is that of the two estimates.
    """
    (a, a_low, a_high), (b, b_low, b_high) = one, other
    below, above = _third_side(a - a_low, b_high - b, correlation), _third_side(a_high - a, b - b_low, correlation)
    return a - b - below, a - b + above


def _third_side(one: Any, other: Any, correlation: Any) -> Any:
    endless = np.isinf(one) | np.isinf(other)
    one, other = np.where(endless, 0, one), np.where(endless, 0, other)
    return np.where(endless, np.inf, np.sqrt(one**2 + other**2 - 2 * np.asarray(correlation) * one * other))


def gains_less_losses(gains: Amounts, losses: Amounts, n: Any, level: float = 0.95) -> tuple[Any, Any]:
    """Interval for the mean of gains less that of losses, where no game has both; elementwise.

    Gains and losses have a gamma interval each, and are joined by `difference_of_two`.  From 50 games on v is the
    variance of the mean, (squares / n - y^2) / n, and the correlation is that of numbers of which one is always 0:
    where most games gain or lose, this is as narrow as a normal interval, and where few do it is Fay and Feuer's.
    """
    games, centred = np.maximum(n, 1), np.asarray(n) >= ENOUGH_TO_CENTRE
    means, variances, ends = [], [], []
    for side in (gains, losses):
        mean = np.divide(side.total, games)
        spread = np.divide(side.squares, games)
        variance = np.where(centred, np.maximum(spread - mean**2, ALMOST_NOTHING * spread), spread) / games
        means.append(mean)
        variances.append(variance)
        ends.append((mean, *_gamma(mean, variance, np.divide(side.largest, games), level)))
    product = means[0] * means[1]
    both = centred & (product > 0)
    spread = games * np.sqrt(np.where(both, variances[0] * variances[1], 1))
    return difference_of_two(ends[0], ends[1], np.where(both, -np.minimum(product / spread, 1), 0))


def difference_interval(
    differences: Mapping[Any, int], n: int, largest: float | None = None, level: float = 0.95, unit: float = 1
) -> Interval:
    """Interval for the mean difference of n pairs of which most may not differ.

    What leaves the commonest difference (0 where none has half of the pairs) is a gain or a loss, see
    `gains_less_losses`.

    Parameters
    ----------
    differences
        How often each D came; pairs up to n that are not among them have none.
    largest
        The largest D, of either sign, that the game declares possible; None for no bound.
    unit
        What counts as 1.

    Returns
    -------
    low, high
        In the unit of D, within -largest and largest.  Without a bound fewer than 50 pairs that leave the commonest
        difference (100 at levels beyond 95 %) say nothing, and give minus infinity and infinity; from there on the
        largest seen on each side, or one unit, serves for the largest.
    """
    counts: Counter[Any] = Counter(differences)
    counts[0] += n - counts.total()
    commonest, its_pairs = max(counts.items(), key=lambda item: item[1], default=(0, 0))
    pivot = commonest if 2 * its_pairs > n else 0
    above = {value - pivot: count for value, count in counts.items() if value > pivot}
    below = {pivot - value: count for value, count in counts.items() if value < pivot}
    bound = math.inf if largest is None else max(largest, *map(abs, counts))  # what was seen is possible
    low, high = _judged(_amounts(above), _amounts(below), n, n - its_pairs, (bound - pivot, bound + pivot), level, unit)
    return max(pivot + low, -bound), min(pivot + high, bound)


def _amounts(counts: Mapping[Any, int]) -> Amounts:
    return Amounts(
        sum(value * count for value, count in counts.items()),
        sum(value**2 * count for value, count in counts.items()),
        max(counts, default=0),
    )


class Moments(NamedTuple):
    """Sums over n whole numbers, and both ends of them; Python integers."""

    n: int
    total: int
    squares: int
    least: int
    least_count: int  # of the numbers that are the least
    most: int
    most_count: int


def count_interval(
    seen: Moments, least: float = 0, most: float | None = None, level: float = 0.95, unit: float = 1
) -> Interval:
    """Interval for the mean of n numbers between `least` and `most`, of which most may be equal.

    As `difference_interval`, but from sums: gains and losses are measured from the number that over half of the games
    gave, where the sums show it, else from the nearer end of the numbers seen.

    Parameters
    ----------
    seen
        What the games gave.
    least, most
        What the game declares the least and the most that it can give; `most` is None for no bound.
    unit
        What counts as 1.

    Returns
    -------
    low, high
        Within `least` and `most`, never of no width.  Where fewer than 50 games (100 at levels beyond 95 %) leave the
        commonest number and there is no most, high is infinity.
    """
    n, bound = seen.n, math.inf if most is None else most
    if not n:
        return least, bound
    least, bound = min(least, seen.least), max(bound, seen.most)  # what was seen is possible
    pivot, leaving = _pivot(seen)
    moved = seen.total - n * pivot
    squares = seen.squares - 2 * pivot * seen.total + n * pivot**2
    reach = max(seen.most - pivot, pivot - seen.least, 1)
    # What gains and losses come to: known where the pivot is an end, else as if all were of the largest size.
    together = max(abs(moved), squares / reach)
    shares = ((together + moved) / 2, (together - moved) / 2)
    gains, losses = (
        Amounts(share, squares * share / together if together else 0, end)
        for share, end in zip(shares, (seen.most - pivot, pivot - seen.least), strict=True)
    )
    low, high = _judged(gains, losses, n, leaving, (bound - pivot, pivot - least), level, unit)
    return max(pivot + low, least), min(pivot + high, bound)


def _pivot(seen: Moments) -> tuple[int, int]:
    """The number to measure from, and how many games at least leave the commonest one."""
    n = seen.n
    for end, count in ((seen.least, seen.least_count), (seen.most, seen.most_count)):
        if 2 * count > n:
            return end, n - count
    middle = round(seen.total / n)
    squares = seen.squares - 2 * middle * seen.total + n * middle**2
    if 2 * squares < n:  # whatever leaves a whole number does so by 1 at least
        return middle, squares // max(seen.most - middle, middle - seen.least) ** 2
    return (seen.least if 2 * seen.total <= n * (seen.least + seen.most) else seen.most), n // 2


def _judged(
    gains: Amounts, losses: Amounts, n: int, leaving: int, bounds: tuple[float, float], level: float, unit: float
) -> Interval:
    """Interval of gains less losses; the largest of each is declared, or with enough games the largest seen."""
    enough = ENOUGH_SEEN if level <= ONE_AT_A_TIME else ENOUGH_IN_A_FAMILY
    sides = []
    for side, bound in zip((gains, losses), bounds, strict=True):
        # The largest seen gives the narrower interval; where a bound is declared it needs twice as many games.
        plenty = leaving >= (enough if math.isinf(bound) else 2 * enough)
        sides.append(side._replace(largest=min(side.largest or unit, bound) if plenty else bound))
    low, high = gains_less_losses(sides[0], sides[1], n, level)
    return float(low), float(high)
