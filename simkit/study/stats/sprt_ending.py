"""Where a sequential test ends, and an interval that agrees with its decision."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from simkit.study.stats.after_stopping import adjusted_estimate
from simkit.study.stats.empirical_likelihood import Counts, Floats
from simkit.study.stats.paired import Interval
from simkit.study.stats.sequential import ENOUGH_DIVERGED, betting_interval, first_true, log_wealth
from simkit.study.stats.sprt import NORMALISED_ELO, decisions, log_likelihood_ratio, normalised_log_likelihood_ratio


class Asked(NamedTuple):
    """What a sequential test asks: whether the mean of D is nearer to the low bound or to the high one."""

    low: float
    high: float
    error: float  # chance of accepting a bound where the other one is true
    normalised: bool = False  # the bounds are in normalised Elo

    @property
    def level(self) -> float:
        """Confidence level of an interval each of whose ends errs as seldom as the test does."""
        return 1 - 2 * self.error

    def bounds(self, values: Floats, counts: Counts) -> tuple[float, float]:
        """In units of D at one look; those in normalised Elo by the deviation of the pairs that came: counts [k]."""
        if not self.normalised:
            return self.low, self.high
        n = np.sum(counts)
        deviation = math.sqrt(counts @ (values - counts @ values / n) ** 2 / n)
        return self.low * deviation / NORMALISED_ELO, self.high * deviation / NORMALISED_ELO


class Ending(NamedTuple):
    """The look at which a test has ended, and its result there for the mean of D."""

    look: int  # -1: it has not
    accepted: int = 0  # 1 the high bound, -1 the low one, 0 neither
    interval: Interval = (-1.0, 1.0)
    mean: float | None = None  # median-unbiased; None where the interval is the confidence sequence


OPEN = Ending(-1)


def ending(values: Floats, counts: Counts, asked: Asked, first: int = 0) -> Ending:
    """The first look that decides, of counts [looks, k].

    Where the ratio leaves its thresholds with 25 divergent pairs or more it decides, and the interval is the adjusted
    one.  Where it has left them before, few pairs look like many: then a bound is accepted at the first look at which
    the confidence sequence parts from the other bound, too.  So no interval holds the bound that was rejected.

    Parameters
    ----------
    first
        The looks before this one are known not to have decided.
    """
    ratio = normalised_log_likelihood_ratio if asked.normalised else log_likelihood_ratio
    signs = decisions(ratio(values, counts, asked.low, asked.high), asked.error, asked.error)
    left = int(first_true(signs != 0))
    if left < 0:
        return OPEN
    seen = counts[left] > 0
    if np.sum(counts[left][values != 0]) >= ENOUGH_DIVERGED and np.sum(seen) > 1:
        adjusted = _adjusted(values, counts[left], asked, left, int(signs[left]))
        low, high = asked.bounds(values, counts[left])
        if adjusted.interval[0] > low if adjusted.accepted == 1 else adjusted.interval[1] < high:
            return adjusted
    start = max(first, left)
    above, below = _parted(values, counts[start:], asked)
    look = int(first_true(np.where(signs[start:] == 1, above, (signs[start:] == -1) & below)))
    return OPEN if look < 0 else _by_sequence(values, counts, asked, start + look, int(signs[start + look]))


def two_sided_ending(values: Floats, counts: Counts, asked: Asked) -> Ending:
    """Higher (1), lower (-1) or neither (0), by tests of 0 against a margin to either side (Sobel & Wald 1949).

    The first to accept the margin decides.  It is neither (0) at the first look at which both have accepted 0 and the
    confidence sequence lies within the margin.
    """
    up, down = ending(values, counts, asked), _mirrored(ending(-values[::-1], counts[:, ::-1], asked))
    beyond = [result for result, sign in ((up, 1), (down, -1)) if result.accepted == sign]
    if beyond:
        return min(beyond, key=lambda result: result.look)
    if up.look < 0 or down.look < 0:
        return OPEN
    start = max(up.look, down.look)
    _, below = _parted(values, counts[start:], asked)
    _, above = _parted(-values[::-1], counts[start:, ::-1], asked)
    look = int(first_true(below & above))
    return OPEN if look < 0 else _by_sequence(values, counts, asked, start + look, 0)


def _parted(values: Floats, counts: Counts, asked: Asked) -> tuple[Any, Any]:
    """Whether the confidence sequence lies above the low bound, and below the high one, at each look."""
    average = counts @ values / np.sum(counts, axis=-1)
    lows, highs = np.array([asked.bounds(values, row) for row in counts]).T
    enough = -math.log1p(-asked.level)
    above = (average > lows) & (log_wealth(values, counts, lows) > enough)
    return above, (average < highs) & (log_wealth(values, counts, highs) > enough)


def _adjusted(values: Floats, counts: Counts, asked: Asked, look: int, accepted: int) -> Ending:
    mean, low, high = adjusted_estimate(
        values,
        counts,
        *asked.bounds(values, counts),
        round(np.sum(counts) / (look + 1)),
        alpha=asked.error,
        beta=asked.error,
        level=asked.level,
    )
    return Ending(look, accepted, (float(low), float(high)), float(mean))


def _by_sequence(values: Floats, counts: Counts, asked: Asked, look: int, accepted: int) -> Ending:
    low, high = betting_interval(values, counts[look], asked.level)
    return Ending(look, accepted, (float(low), float(high)))


def _mirrored(result: Ending) -> Ending:
    low, high = result.interval
    return Ending(result.look, -result.accepted, (-high, -low), None if result.mean is None else -result.mean)
