"""A variant against the base on the same luck: the differences of pairs, and what may be said of them.

A pair is one game number under the base and under a variant.  D, its difference (variant less base), is a share of a
win in [-1, 1], or a number of turns or wounds without bounds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.stats.empirical_likelihood import Counts, Floats, bisect, multiplier
from simkit.study.stats.estimates import z_quantile
from simkit.study.stats.intervals import (
    ENOUGH_TO_CENTRE,
    ONE_AT_A_TIME,
    Amounts,
    gains_less_losses,
)

LEAST_P = 1e-12  # a smaller p-value is given as this: levels have no more digits
HALVINGS = 50  # of the logarithm of a p-value: leaves a part in 1e13

Integers = NDArray[np.int64]
Interval = tuple[float, float]


class PairSums(NamedTuple):
    """Sums over pairs, of one metric of one side; Python integers, so merging is exact in any order."""

    n: int
    diverged: int  # pairs of which anything at all came out differently
    base: int
    variant: int
    base_squares: int
    variant_squares: int
    products: int


def pair_sums(base: Integers, variant: Integers, diverged: int) -> PairSums:
    """The sums of some pairs, of which `diverged` came out differently in anything."""
    base, variant = base.astype(np.int64), variant.astype(np.int64)
    sums = (base.sum(), variant.sum(), base @ base, variant @ variant, base @ variant)
    return PairSums(len(base), diverged, *map(int, sums))


def merge(sums: Iterable[PairSums]) -> PairSums:
    """The sums of all pairs together."""
    return PairSums(*map(sum, zip(PairSums(0, 0, 0, 0, 0, 0, 0), *sums, strict=True)))


def count_differences(base: Integers, variant: Integers) -> Counter[int]:
    """How often each D came; counters of several ranges add up."""
    return count_values(variant.astype(np.int64) - base)


def count_values(numbers: Integers) -> Counter[int]:
    """How often each number came."""
    values, counts = np.unique(numbers, return_counts=True)
    return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def cells(differences: Counter[int], whole: int) -> tuple[Floats, Integers]:
    """Values in [-1, 1], ascending, and their counts; `whole` is the D of a whole win."""
    values = np.array(sorted(differences), np.int64)
    return values / whole, np.array([differences[value] for value in values.tolist()], np.int64)


def score_interval(values: Floats, counts: Counts, level: float = 0.95, *, same_rules: bool = False) -> tuple[Any, Any]:
    """Interval for the mean of D in [-1, 1]: Tango's up to 95 %, gains and losses apart at the levels of families.

    Parameters
    ----------
    values, counts
        The k values of D, and how often each came: [..., k].
    same_rules
        The caller's word that base and variant have the same rules, byte for byte: then it is [0, 0].

    Returns
    -------
    low, high
        In [-1, 1], of the shape of counts without its last axis.  Beyond 95 %, and from 50 pairs on, they come of
        `gains_less_losses`: of 1,000 pairs it misses at most .9 times the nominal rate, Tango's interval up to 1.4
        times (12 to 20 divergent pairs expected, all one way, one of a family of 24), by enumeration.  Without a
        divergent pair it is narrower by a quarter there.
    """
    if same_rules:
        return _nothing(values, counts)
    many = np.sum(counts, axis=-1) >= ENOUGH_TO_CENTRE
    if level <= ONE_AT_A_TIME or not np.any(many):
        return tango_interval(values, counts, level)
    low, high = _sides_interval(values, counts, level)
    if np.all(many):
        return low, high
    usual = tango_interval(values, counts, level)
    return np.where(many, low, usual[0])[()], np.where(many, high, usual[1])[()]


def _sides_interval(values: Floats, counts: Counts, level: float) -> tuple[Any, Any]:
    """From gains and losses, within -1 and 1."""
    gains, losses = (_whole_amounts(side, counts) for side in (np.maximum(values, 0), np.maximum(-values, 0)))
    low, high = gains_less_losses(gains, losses, np.sum(counts, axis=-1), level)
    return np.maximum(low, -1)[()], np.minimum(high, 1)[()]


def _whole_amounts(values: Floats, counts: Counts) -> Amounts:
    return Amounts(np.sum(values * counts, axis=-1), np.sum(values**2 * counts, axis=-1), 1)


def tango_interval(values: Floats, counts: Counts, level: float = 0.95) -> tuple[Any, Any]:
    """Score interval for the mean of D in [-1, 1] (Tango 1998), of the shape of counts without its last axis.

    It holds every mean m with n (average - m)^2 <= z^2 V(m), V(m) the variance of D under the most likely distribution
    with that mean.  Where D is -1, 0 or 1 this is Tango's interval; the same sentence serves any D, since -1 and 1
    may have a share though neither was seen.

    n pairs none of which diverges give z^2 / (n + z^2) to either side, no pair at all gives -1 and 1.  From four
    expected divergent pairs on a 95 % interval covers 93.8-97.1 % where up to 80 % of them point one way, and 93.1 % at
    the worst.
    """
    # Without a pair the spread knows no bounds, for which the largest number serves.
    spread = z_quantile(level) ** 2 / np.maximum(np.sum(counts, axis=-1), 1e-300)
    return _score_low(values, counts, spread), -_score_low(-values, counts, spread)


def _score_low(values: Floats, counts: Counts, spread: Floats) -> Floats:
    # With d the distance of a value from the pole m - 1 / lambda, A and H the arithmetic and harmonic means of all d,
    # lambda is 1 / H and V(m) is (A - H) H: the end is where A / H is 1 + z^2 / n.  The pole is at -1 or below it.
    average = _average(values, counts)

    def excess(gap: Floats) -> Floats:
        distances = values + 1 + gap[..., None]
        return (average + 1 + gap) * _average(1 / distances, counts) - 1 - spread

    gap = bisect(excess, 0 * spread, 1 / np.sqrt(spread))
    return (average + 1 + gap) / (1 + spread) - 1 - gap


def _average(values: Floats, counts: Counts) -> Floats:
    mean: Floats = np.sum(values * counts, axis=-1) / np.maximum(np.sum(counts, axis=-1), 1)
    return mean


def _nothing(values: Floats, counts: Counts) -> tuple[Floats, Floats]:
    if np.any(counts * (values != 0)):
        raise ValueError("the same rules came out differently on the same luck")
    nothing = np.zeros(np.shape(counts)[:-1])
    return nothing, nothing


def score_p_value(values: Floats, counts: Counts) -> Floats:
    """Two-sided p-value of "the mean of D is 0", by the score of Tango 1998: McNemar 1947 where D is -1, 0 or 1."""
    from scipy.special import ndtr

    chi_squared = multiplier(values, counts, -1, 1) * np.sum(values * counts, axis=-1)
    p_value: Floats = 2 * ndtr(-np.sqrt(np.maximum(chi_squared, 0)))
    return p_value


def share_p_value(values: Floats, counts: Counts, level: float) -> float:
    """Two-sided p-value of "the mean of D is 0", by the interval that `score_interval` gives at `level`: counts [k]."""
    if level <= ONE_AT_A_TIME or np.sum(counts) < ENOUGH_TO_CENTRE:
        return float(score_p_value(values, counts))
    return inverted(lambda other_level: _sides_interval(values, counts, other_level), level)


def inverted(interval: Callable[[float], Interval], level: float) -> float:
    """Two-sided p-value of "it is 0": the least alpha at which the interval of level 1 - alpha leaves 0 out.

    Parameters
    ----------
    interval
        By level, the wider the higher that is, and never that of another method on the same side of 95 %.
    level
        Of the interval that the p-value stands beside: it is alpha or less where, and only where, that leaves 0 out.

    Returns
    -------
    p
        At least 1e-12, and not a number where there is no interval.
    """
    if not any(map(math.isfinite, interval(level))):
        return math.nan

    def leaves_out(alpha: float) -> bool:
        low, high = interval(1 - alpha)
        return bool(low > 0 or high < 0)

    edge, hair = 1 - ONE_AT_A_TIME, 1e-9
    few, many = (LEAST_P, edge * (1 - hair)), (edge, 1 - hair)
    low, high = few if leaves_out(few[1] if level > ONE_AT_A_TIME else many[0]) else many
    most = high
    for _ in range(HALVINGS):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if leaves_out(middle) else (middle, high)
    return high if high < most else 1.0 if most == many[1] else most


def difference_sums(sums: PairSums) -> tuple[int, int]:
    """Sum and sum of squares of D."""
    return sums.variant - sums.base, sums.base_squares + sums.variant_squares - 2 * sums.products


def correlation(sums: PairSums) -> float:
    """Correlation of base and variant over the pairs; not a number where one of them never varies."""
    base = sums.n * sums.base_squares - sums.base**2
    variant = sums.n * sums.variant_squares - sums.variant**2
    both = sums.n * sums.products - sums.base * sums.variant
    return both / math.sqrt(base * variant) if base and variant else math.nan


def variance_ratio(sums: PairSums) -> float:
    """How many times the games two independent runs would need for the same error; below 1 where pairing loses.

    Infinite where all pairs differ alike.
    """
    total, squares = difference_sums(sums)
    together = sums.n * squares - total**2
    apart = sums.n * (sums.base_squares + sums.variant_squares) - sums.base**2 - sums.variant**2
    return apart / together if together else math.inf


def games_saved(sums: PairSums) -> float:
    """Games, of base and variant together, that independent runs would need beyond those played; negative if fewer."""
    return 2 * sums.n * (variance_ratio(sums) - 1)


class Verdict(StrEnum):
    """What may be said of a difference; some need a bound beside them."""

    HIGHER = "higher"
    LOWER = "lower"
    EQUIVALENT = "equivalent"
    WITHIN = "different within the margin"
    NOT_SETTLED = "not settled"
    NOT_COMPARABLE = "not comparable"  # a side that sits in the games of one of the two alone
    MEASURED = "measured"  # as narrowly as was asked, which does not tell its direction
    NOT_HIGHER = "not higher"  # by as much as a test of 0 against more asked
    NOT_LOWER = "not lower"  # by as much as a test of less against 0 asked
    NOT_BELOW = "not below"  # the lower one of two bounds neither of which is 0
    NOT_ABOVE = "not above"  # the higher one

    @property
    def small(self) -> bool:
        """Whether it says that the difference lies within the margin."""
        return self in (Verdict.EQUIVALENT, Verdict.WITHIN)


def verdict(interval: Interval, one_sided: Interval, margin: float) -> Verdict:
    """The word for a difference, from two intervals of it.

    Parameters
    ----------
    interval
        Of level 1 - alpha, or 1 - alpha / k in a family of k: there is a difference where it leaves out 0.
    one_sided
        Of level 1 - 2 alpha, or 1 - 2 alpha / k: inside the margin, both one-sided tests reject at alpha
        (Schuirmann 1987; Berger 1982).
    margin
        The largest difference that does not matter, above 0, in the intervals' unit.
    """
    low, high = interval
    small = equivalent([one_sided], margin)
    if low <= 0 <= high:
        return Verdict.EQUIVALENT if small else Verdict.NOT_SETTLED
    if small:
        return Verdict.WITHIN
    return Verdict.HIGHER if low > 0 else Verdict.LOWER


def equivalent(one_sided: Iterable[Interval], margin: float) -> bool:
    """Whether all differences lie within the margin, from their intervals of level 1 - 2 alpha.

    The claim of all needs no correction: it errs with probability alpha at most (Berger 1982).
    """
    if not margin > 0:
        raise ValueError(f"a margin is a difference above 0 that does not matter, not {margin}")
    return all(-margin < low and high < margin for low, high in one_sided)


def one_sided_level(alpha: float, k: int = 1) -> float:
    """Confidence level of the interval whose ends are two one-sided tests at alpha / k each."""
    return 1 - 2 * alpha / k


def holm(p_values: Sequence[float]) -> Floats:
    """P-values adjusted for looking at all of them (Holm 1979), in the order given.

    Rejecting those of alpha or less errs with probability alpha at most, whatever their dependence.  What is not a
    number stays so, and counts as one that is never rejected.
    """
    p = np.asarray(p_values, float)
    filled = np.where(np.isnan(p), 1.0, p)
    order = np.argsort(filled, kind="stable")
    stepped = np.maximum.accumulate(filled[order] * np.arange(len(filled), 0, -1))
    return np.where(np.isnan(p), np.nan, np.minimum(1, stepped)[np.argsort(order, kind="stable")])
