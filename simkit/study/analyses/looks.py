"""Intervals of a difference at the looks of a series: at one look, or at all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.study.runs.pairs import Series
from simkit.study.stats import paired, sequential
from simkit.study.stats.intervals import difference_interval
from simkit.study.stats.paired import Integers, Interval


def fixed_interval(series: Series, level: float) -> Interval:
    """The interval of a fixed number of games, at the look where the series ends (`series.look`)."""
    low, high = look_intervals(series, series.look, level)
    return float(low[0]), float(high[0])


def look_intervals(series: Series, first: int, level: float) -> tuple[Any, Any]:
    """Intervals of a fixed number of games, at each look from number `first`."""
    if is_share(series):
        return paired.score_interval(*series.table(first), level)
    largest, whole = series.quantity.metric.largest_difference, series.quantity.whole
    intervals = [
        difference_interval(pairs.differences, pairs.sums.n, largest, level, whole) for pairs in series.at[first:]
    ]
    return tuple(np.array(intervals).T / whole)


def sequence_intervals(series: Series, first: int, level: float) -> tuple[Any, Any]:
    """Confidence sequences at each look from number `first`."""
    values, counts = series.table(first)
    most = most_of(series)
    if most is not None:
        return sequential.bounded_interval(values, counts, most, level)
    intervals = []
    for pairs, differing in zip(series.at[first:], n_differing(series, first).tolist(), strict=True):
        total, squares = paired.difference_sums(pairs.sums)
        intervals.append(sequential.asymptotic_interval(total, squares, pairs.sums.n, differing, level))
    return tuple(np.array(intervals).T / series.quantity.whole)


def sequence_at_end(series: Series, level: float) -> Interval:
    """The confidence sequence at the look where the series ends."""
    low, high = sequence_intervals(series, series.look, level)
    return float(low[0]), float(high[0])


def is_share(series: Series) -> bool:
    """Whether what is compared is a share."""
    return series.quantity.metric.is_share


def most_of(series: Series) -> float | None:
    """The largest difference that two games can show, in the metric's unit; None where nothing bounds it."""
    if is_share(series):
        return 1.0
    largest = series.quantity.metric.largest_difference
    return None if largest is None else largest / series.quantity.whole


def n_differing(series: Series, first: int) -> Integers:
    """Number of pairs whose D is not 0, up to each look from number `first`."""
    values, counts = series.table(first)
    numbers: Integers = counts[:, values != 0].sum(axis=1)
    return numbers


def look_from(first: int, holds: Any) -> int:
    """The number of the first look for which `holds` is true; -1 where it never is.  `holds` begins at look `first`."""
    look = int(sequential.first_true(holds))
    return first + look if look >= 0 else -1
