"""Shares and means held against each other on the same luck: estimates with intervals that hold for few games too."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.games.metrics import Metric
from simkit.study.runs.columns import Column
from simkit.study.stats.intervals import Interval, apart, difference_interval
from simkit.study.stats.paired import count_values
from simkit.study.stats.unpaired import own

ROUNDING = 1e-9  # exact values nearer to each other than this are equal: their sums are only so exact

Side = Column | float  # played, or an exact value
Term = tuple[Side, int]  # and how often it counts, below 0 where it is subtracted


class Group(NamedTuple):
    """Terms whose sides sit in the same games, added game by game."""

    terms: tuple[tuple[Column, int], ...]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """What each game in which they sit adds, in parts of the unit: int64[n]."""
        sits = self.terms[0][0].sits
        columns = [column.values if sits is None else column.values[sits] for column, _ in self.terms]
        return sum(
            (times * column.astype(np.int64) for (_, times), column in zip(self.terms, columns, strict=True)),
            np.zeros(len(columns[0]), np.int64),
        )

    @property
    def parts(self) -> NDArray[np.float64]:
        """The part of each game in the error of their sum, of mean 0: float64[games]."""
        (first, _), numbers = self.terms[0], self.numbers
        centred: NDArray[np.float64] = (numbers - numbers.mean()) / first.metric.parts
        if first.sits is None:
            return centred
        found = np.zeros(len(first.sits))
        found[first.sits] = centred * (len(first.sits) / len(numbers))
        return found

    def ends(self, level: float) -> tuple[float, float, float]:
        """The sum of their means, and the low and high end of its interval."""
        (first, times), numbers, whole = self.terms[0], self.numbers, self.terms[0][0].metric.parts
        mean = int(numbers.sum()) / len(numbers) / whole
        if len(self.terms) == 1:
            low, high = sorted(times * end for end in _single(first.metric, times * numbers, level))
            return mean, low, high
        low, high = difference_interval(count_values(numbers), len(numbers), self._largest, level, whole)
        return mean, low / whole, high / whole

    @property
    def _largest(self) -> float | None:
        """The largest number, of either sign, that a game can add; None for no bound."""
        ranges = [_range(column, times) for column, times in self.terms]
        low, high = sum(low for low, _ in ranges), sum(high for _, high in ranges)
        return max(-low, high) if math.isfinite(high - low) else None


def _range(column: Column, times: int) -> Interval:
    least, most = column.metric.span
    ends = times * least, times * (math.inf if most is None else most)
    return min(ends), max(ends)


def _single(metric: Metric, numbers: NDArray[np.int64], level: float) -> Interval:
    """Interval of one share or mean, in its unit, from what each game gave."""
    found = own(metric, count_values(numbers), level)
    return found.low, found.high


class Estimate(NamedTuple):
    """A sum of shares or means, some of them subtracted.

    Each share is one of the games in which its side sits.  Sides that sit in the same games are held against each other
    game by game; those that do not are taken apart, and their intervals joined with the correlation that their games
    show.  An exact sum has no groups.
    """

    size: float
    groups: tuple[Group, ...]
    divisor: int = 1

    @property
    def exact(self) -> bool:
        """Whether it is no estimate at all."""
        return not self.groups

    @property
    def parts(self) -> NDArray[np.float64]:
        """The part of each game in its error, of mean 0: float64[games]."""
        found: NDArray[np.float64] = np.sum([group.parts for group in self.groups], axis=0) / self.divisor
        return found

    @property
    def error(self) -> float:
        """Standard error, as the games show it."""
        if self.exact or math.isnan(self.size):
            return 0.0 if self.exact else math.nan
        return float(np.std(self.parts)) / math.sqrt(len(self.parts))

    def interval(self, level: float) -> Interval:
        """Of no width where it is exact; without bounds where too few games say anything."""
        if self.exact:
            return self.size, self.size
        if math.isnan(self.size):  # somebody never sits
            return -math.inf, math.inf
        mean, low, high = self.groups[0].ends(level)
        parts = self.groups[0].parts
        for group in self.groups[1:]:
            there, its_low, its_high = group.ends(level)
            its_parts = group.parts
            # It is added: what is subtracted is its negative.
            ends = apart((mean, low, high), (-there, -its_high, -its_low), -_correlation(parts, its_parts))
            (low, high), mean, parts = map(float, ends), mean + there, parts + its_parts
        return low / self.divisor, high / self.divisor


def _correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    scale = math.sqrt(float(one @ one) * float(other @ other))
    return float(np.clip(one @ other / scale, -1, 1)) if scale else 0.0


def combined(terms: Sequence[Term], divisor: int = 1) -> Estimate:
    """The sum of some terms, all of them played or all of them exact."""
    size = sum(times * (side.mean if isinstance(side, Column) else side) for side, times in terms) / divisor
    columns = [(side, times) for side, times in terms if isinstance(side, Column)]
    if not columns:
        return Estimate(0.0 if abs(size) < ROUNDING else size, ())
    groups: list[list[tuple[Column, int]]] = []
    for column, times in columns:
        alike = next((group for group in groups if _sit_alike(group[0][0], column)), None)
        if alike is None:
            groups.append([(column, times)])
        else:
            alike.append((column, times))
    return Estimate(size, tuple(Group(tuple(group)) for group in groups), divisor)


def _sit_alike(one: Column, other: Column) -> bool:
    if one.sits is None or other.sits is None:
        return one.sits is other.sits
    return one.sits is other.sits or np.array_equal(one.sits, other.sits)


def difference(one: Side, other: Side) -> Estimate:
    """One side less the other."""
    return combined([(one, 1), (other, -1)])


def mean_of(side: Side) -> float:
    """The share or mean of a side; no number where it never sits."""
    return side.mean if isinstance(side, Column) else side


def leaders(sides: Sequence[Side], level: float) -> list[int]:
    """Those that chance could put first: one alone where it leads every other beyond chance.

    Parameters
    ----------
    level
        Confidence level of each lead over another side.  Sides that never sit are left out.

    Returns
    -------
    places
        Ascending; none where no side sits.  The order of the sides decides nothing.
    """
    means = {place: mean_of(side) for place, side in enumerate(sides)}
    there = [place for place, mean in means.items() if not math.isnan(mean)]
    most = max((means[place] for place in there), default=0.0)
    top = [place for place in there if means[place] >= most - ROUNDING]
    return [
        place
        for place in there
        if place in top or any(not leads(difference(sides[best], sides[place]), level) for best in top)
    ]


def leads(lead: Estimate, level: float) -> bool:
    """Whether a lead is above 0 beyond chance."""
    return lead.size > 0 and lead.interval(level)[0] > 0


def sign_of(estimate: Estimate, level: float) -> int:
    """1 above 0 beyond chance, -1 below 0, else 0."""
    low, high = estimate.interval(level)
    return int(low > 0) - int(high < 0)
