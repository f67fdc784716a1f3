"""A base and a variant that seat a side in different games: two shares or means, each from its own games.

Other players, another company or other seats change who sits in which game.  The games in which both happen to seat a
side are no fair sample of its company, so its value under each is taken over all games in which that one seats it.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import NamedTuple

from simkit.games.metrics import Metric
from simkit.study.stats.intervals import Interval, Moments, apart, count_interval, share_interval


class Own(NamedTuple):
    """The mean of a quantity over the games in which a side sits, in the unit of the metric."""

    games: int
    mean: float
    low: float
    high: float
    error: float  # standard error


def own(metric: Metric, seen: Counter[int], level: float) -> Own:
    """From how often each value came."""
    n, parts = seen.total(), metric.parts
    if not n:
        return Own(0, math.nan, math.nan, math.nan, math.nan)
    total = sum(value * count for value, count in seen.items())
    squares = sum(value**2 * count for value, count in seen.items())
    error = math.sqrt((n * squares - total**2) / n**3) / parts
    if metric.kind == "share":
        low, high = share_interval(total / parts, n, level)
    else:
        low, high = (end / parts for end in count_interval(_moments(seen), metric.least, metric.most, level, parts))
    return Own(n, total / n / parts, low, high, error)


def _moments(seen: Counter[int]) -> Moments:
    least, most = min(seen), max(seen)
    total, squares = (sum(value**power * count for value, count in seen.items()) for power in (1, 2))
    return Moments(seen.total(), total, squares, least, seen[least], most, seen[most])


def difference(base: Own, variant: Own) -> Interval:
    """Interval of the variant's mean less the base's, as independent ones (Zou & Donner 2008)."""
    low, high = apart((variant.mean, variant.low, variant.high), (base.mean, base.low, base.high))
    return float(low), float(high)


def p_value(base: Own, variant: Own) -> float:
    """Two-sided normal p-value of "both means are equal"; 1 where neither varies."""
    error = math.hypot(base.error, variant.error)
    return math.erfc(abs(variant.mean - base.mean) / error / math.sqrt(2)) if error else 1.0
