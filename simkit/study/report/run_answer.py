"""A run as a page without a terminal's edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from simkit.study.report.frames import summary
from simkit.study.report.pictures import provenance
from simkit.study.report.pivots import across_of, interval_grid
from simkit.study.report.run_report import cast_table, cell_table, run_lines, win_grid
from simkit.study.runs.tally import Tally
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    from simkit.study.report.text_tables import Table

EVERY_CELL = "Every cell"


def run_page(
    scenario: Scenario, tallies: list[Tally], together: Scenario, counts: list[Tally]
) -> Iterator[Table | str]:
    """The tables and sentences of a run with its variants; of many cells first a grid, then all of them."""
    cast = scenario.game.cast
    if cast and len(tallies) == 1:
        yield cast_table(scenario, cast, tallies[0])
    elif cast:
        yield win_grid(scenario, tallies)
    if not cast or len(counts) > 1:
        frame = summary(together, counts)
        if across := across_of(together):
            yield interval_grid(together, across, frame)
        every_cell = cell_table(together, frame)
        yield every_cell._replace(title=EVERY_CELL) if across else every_cell
    yield from run_lines(scenario, tallies)
    yield provenance(scenario)
