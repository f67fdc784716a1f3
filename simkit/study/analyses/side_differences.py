"""Differences of sides, chosen after the games, such as who leads whom: every game is kept, since any may be needed.

`factorial_effects` is for contrasts that are fixed before the games, and keeps only sums.

The sides are shares and means on the same luck.  The intervals also hold for few games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.games.metrics import Metric
from simkit.study.runs.columns import Column
from simkit.study.stats.intervals import Interval, difference_interval, difference_of_two
from simkit.study.stats.paired import count_values
from simkit.study.stats.unpaired import own_mean

ROUNDING = 1e-9  # exact values closer than this count as equal: their difference may be rounding

Side = Column | float  # played, or an exact value
Term = tuple[Side, int]  # a side and its factor, below 0 where it is subtracted


class Group(NamedTuple):
    """Terms whose sides sit in the same games, added game by game."""

    terms: tuple[tuple[Column, int], ...]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The sum of the terms in each game in which their sides sit, in parts of the unit: int64[n]."""
        sits = self.terms[0][0].sits
        columns = [column.values if sits is None else column.values[sits] for column, _ in self.terms]
        return sum(
            (times * column.astype(np.int64) for (_, times), column in zip(self.terms, columns, strict=True)),
            np.zeros(len(columns[0]), np.int64),
        )

    @property
    def parts(self) -> NDArray[np.float64]:
        """What each game adds to the error of the sum of the means; their mean is 0: float64[games]."""
        (first, _), numbers = self.terms[0], self.numbers
        centred: NDArray[np.float64] = (numbers - numbers.mean()) / first.metric.parts
        if first.sits is None:
            return centred
        parts = np.zeros(len(first.sits))
        parts[first.sits] = centred * (len(first.sits) / len(numbers))
        return parts

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
        """The largest sum, of either sign, that one game can give; None for no bound."""
        ranges = [_range(column, times) for column, times in self.terms]
        low, high = sum(low for low, _ in ranges), sum(high for _, high in ranges)
        return max(-low, high) if math.isfinite(high - low) else None


def _range(column: Column, times: int) -> Interval:
    least, most = column.metric.span
    ends = times * least, times * (math.inf if most is None else most)
    return min(ends), max(ends)


def _single(metric: Metric, numbers: NDArray[np.int64], level: float) -> Interval:
    """Interval of one share or mean, in its unit, from the numbers of the games."""
    estimate = own_mean(metric, count_values(numbers), level)
    return estimate.low, estimate.high


class Estimate(NamedTuple):
    """A sum of shares or means, some of them subtracted.

    Each share is over the games in which its side sits.  Sides that sit in the same games form a group and are compared
    game by game.  The intervals of several groups are joined with the correlation that their games show.  An exact sum
    has no groups.
    """

    size: float
    groups: tuple[Group, ...]
    divisor: int = 1

    @property
    def exact(self) -> bool:
        """Whether it is known without games."""
        return not self.groups

    @property
    def parts(self) -> NDArray[np.float64]:
        """What each game adds to its error; their mean is 0: float64[games]."""
        total: NDArray[np.float64] = np.sum([group.parts for group in self.groups], axis=0) / self.divisor
        return total

    @property
    def error(self) -> float:
        """Standard error, estimated from the games."""
        if self.exact or math.isnan(self.size):
            return 0.0 if self.exact else math.nan
        return float(np.std(self.parts)) / math.sqrt(len(self.parts))

    def interval(self, level: float) -> Interval:
        """Confidence interval: of width 0 where the sum is exact, infinite where too few games differ."""
        if self.exact:
            return self.size, self.size
        if math.isnan(self.size):  # a side never sits
            return -math.inf, math.inf
        mean, low, high = self.groups[0].ends(level)
        parts = self.groups[0].parts
        for group in self.groups[1:]:
            its_mean, its_low, its_high = group.ends(level)
            its_parts = group.parts
            # `difference_of_two` subtracts; this is a sum, so the negative of the group is subtracted.
            ends = difference_of_two(
                (mean, low, high), (-its_mean, -its_high, -its_low), -_correlation(parts, its_parts)
            )
            (low, high), mean, parts = map(float, ends), mean + its_mean, parts + its_parts
        return low / self.divisor, high / self.divisor


def _correlation(parts: NDArray[np.float64], other_parts: NDArray[np.float64]) -> float:
    scale = math.sqrt(float(parts @ parts) * float(other_parts @ other_parts))
    return float(np.clip(parts @ other_parts / scale, -1, 1)) if scale else 0.0


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


def _sit_alike(column: Column, other_column: Column) -> bool:
    if column.sits is None or other_column.sits is None:
        return column.sits is other_column.sits
    return column.sits is other_column.sits or np.array_equal(column.sits, other_column.sits)


def difference(side: Side, other_side: Side) -> Estimate:
    """One side less the other."""
    return combined([(side, 1), (other_side, -1)])


def mean_of(side: Side) -> float:
    """The share or mean of a side; NaN where it never sits."""
    return side.mean if isinstance(side, Column) else side


def leaders(sides: Sequence[Side], level: float) -> list[int]:
    """The sides that may be first: a single one where it leads every other beyond chance.

    Parameters
    ----------
    level
        Confidence level of each lead over another side.  Sides that never sit are left out.

    Returns
    -------
    numbers
        Of these sides, ascending; none where no side sits.  The result does not depend on the order of the sides.
    """
    means = {index: mean_of(side) for index, side in enumerate(sides)}
    sitting = [index for index, mean in means.items() if not math.isnan(mean)]
    most = max((means[index] for index in sitting), default=0.0)
    top = [index for index in sitting if means[index] >= most - ROUNDING]
    return [
        index
        for index in sitting
        if index in top or any(not leads(difference(sides[best], sides[index]), level) for best in top)
    ]


def leads(lead: Estimate, level: float) -> bool:
    """Whether a lead is above 0 beyond chance."""
    return lead.size > 0 and lead.interval(level)[0] > 0


def sign_of(estimate: Estimate, level: float) -> int:
    """1 above 0 beyond chance, -1 below 0, else 0."""
    low, high = estimate.interval(level)
    return int(low > 0) - int(high < 0)
