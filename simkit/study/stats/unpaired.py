"""A base and a variant that seat a side in different games: two shares or means, each from its own games.

Other players, another company or other seats change who sits in which game.  The games in which both happen to seat a
side are no fair sample of its company, so its value under each is taken over all games in which that one seats it.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import NamedTuple

from simkit.games.metrics import Metric
from simkit.study.stats.intervals import Interval, Moments, count_interval, difference_of_two, share_interval
from simkit.study.stats.paired import PairSums


class OwnMean(NamedTuple):
    """The mean of a quantity over the games in which a side sits, in the unit of the metric."""

    games: int
    mean: float
    low: float
    high: float


def own_mean(metric: Metric, seen: Counter[int], level: float) -> OwnMean:
    """The mean and its interval, from how often each value came."""
    n, parts = seen.total(), metric.parts
    if not n:
        return OwnMean(0, math.nan, math.nan, math.nan)
    total = sum(value * count for value, count in seen.items())
    if metric.is_share:
        low, high = share_interval(total / parts, n, level)
    else:
        low, high = (end / parts for end in count_interval(_moments(seen), metric.least, metric.most, level, parts))
    return OwnMean(n, total / n / parts, low, high)


def _moments(seen: Counter[int]) -> Moments:
    least, most = min(seen), max(seen)
    total, squares = (sum(value**power * count for value, count in seen.items()) for power in (1, 2))
    return Moments(seen.total(), total, squares, least, seen[least], most, seen[most])


def difference(base: OwnMean, variant: OwnMean, between: float = 0.0) -> Interval:
    """Interval of the variant's mean less the base's, by the correlation between them (Zou & Donner 2008)."""
    low, high = difference_of_two((variant.mean, variant.low, variant.high), (base.mean, base.low, base.high), between)
    return float(low), float(high)


def correlation(pairs: PairSums, base: Counter[int], variant: Counter[int]) -> float:
    """Correlation of the two means, which comes of the games that seat the side in both; 0 where one does not vary.

    Two of three players against two of another three: a character's shares correlate by -.15 to -.17, since on the
    same luck the one without the rival wins.  Taken as independent, they would miss 7 % at a nominal 5 %.
    """
    (base_mean, base_scatter), (variant_mean, variant_scatter) = map(_scatter, (base, variant))
    joint = pairs.products - base_mean * pairs.variant - variant_mean * pairs.base + pairs.n * base_mean * variant_mean
    return joint / math.sqrt(base_scatter * variant_scatter) if base_scatter * variant_scatter > 0 else 0.0


def _scatter(seen: Counter[int]) -> tuple[float, float]:
    """The mean, and the sum of squares about it."""
    n, total = seen.total(), sum(value * count for value, count in seen.items())
    squares = sum(value**2 * count for value, count in seen.items())
    return total / n, (n * squares - total**2) / n
