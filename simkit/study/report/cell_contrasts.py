"""Cells of a run against the first value of an axis: by how much a metric differs, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from simkit.study.report.frames import estimate
from simkit.study.scenarios.labels import spoken
from simkit.study.stats.estimates import family_level
from simkit.study.stats.intervals import difference_of_two

if TYPE_CHECKING:
    from simkit.study.runs.tally import Tally
    from simkit.study.scenarios.scenario import Cell, Scenario

ALPHA = 0.05  # chance that any of the intervals misses


class Contrast(NamedTuple):
    """One cell against its base, in the unit of the metric."""

    cell: Cell
    base: Cell
    difference: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """Higher, lower, or not settled."""
        return "higher" if self.low > 0 else "lower" if self.high < 0 else "not settled"


def differences(scenario: Scenario, tallies: list[Tally], axis: str) -> list[Contrast]:
    """By how much each cell differs, its interval and its base's joined (Zou & Donner 2008), Bonferroni over all.

    The intervals take the cells for independent.  Cells meet the same luck, so their true errors are mostly smaller:
    `simkit compare` pairs games and is sharper.
    """
    metric = scenario.game.pictured(scenario.entry)
    pairs = list(_pairs(scenario, axis))
    level, metric_index = 1 - family_level(ALPHA, max(1, len(pairs))), scenario.game.metrics.index(metric)
    contrasts = []
    for index, base in pairs:
        ends, base_ends = (estimate(metric, tallies[cell].moments(metric_index), level) for cell in (index, base))
        low, high = difference_of_two(ends, base_ends)
        contrasts.append(
            Contrast(scenario.cells[index], scenario.cells[base], ends[0] - base_ends[0], float(low), float(high))
        )
    return contrasts


def _pairs(scenario: Scenario, axis: str) -> Iterator[tuple[int, int]]:
    """Each cell and its base: the cell with the first value of the axis, and otherwise the same values."""
    first = scenario.cells[0].coordinates[axis]
    bases = {_others(cell, axis): index for index, cell in enumerate(scenario.cells) if cell.coordinates[axis] == first}
    for index, cell in enumerate(scenario.cells):
        base = bases.get(_others(cell, axis), index)
        if base != index:
            yield index, base


def _others(cell: Cell, axis: str) -> str:
    return repr({name: value for name, value in cell.coordinates.items() if name != axis})


def lines(scenario: Scenario, tallies: list[Tally]) -> Iterator[str]:
    """The differences in sentences, if the scenario asks for them."""
    axis = scenario.report.against
    if not axis:
        return
    metric = scenario.game.pictured(scenario.entry)
    scale, unit = (100, "points") if metric.is_share else (1, metric.unit)
    yield f"{metric.title.capitalize()}, against {axis} {spoken(scenario.cells[0].coordinates[axis])}:"
    for contrast in differences(scenario, tallies, axis):
        label = ", ".join(f"{name} {spoken(value)}" for name, value in contrast.cell.coordinates.items())
        low, size, high = (_signed(scale * number) for number in (contrast.low, contrast.difference, contrast.high))
        yield f"  {label}: {size} {unit} [{low} to {high}], {contrast.verdict}"


def _signed(number: float) -> str:
    return f"{number:+.2f}".replace("-", "\N{MINUS SIGN}")
