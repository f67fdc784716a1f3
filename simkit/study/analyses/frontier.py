"""What can be had of two goals at once, at best, and where the policies stand below it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.errors import BadInput
from simkit.study.analyses.finding import Finding
from simkit.study.analyses.solve_cases import Case, asked_of, cases_of, check_solvable
from simkit.study.report import text_tables
from simkit.study.report.variant_runs import arms_of
from simkit.study.runs import runner
from simkit.study.runs.exact_odds import MOST_STATES, exact_means
from simkit.study.runs.tasks import key_of, pack, unpack
from simkit.study.runs.trade_offs import Corner, above, corners
from simkit.study.scenarios.arguments import name_of, threads, truth
from simkit.study.scenarios.goals import Goal
from simkit.study.scenarios.labels import coordinates_text, flat
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Axes, Figure
    from simkit.study.runs.journal import Key, Records


class Both(NamedTuple):
    """A case, asked for two goals."""

    case: Case  # asked for the first goal
    goals: tuple[Goal, Goal]

    @property
    def key(self) -> Key:
        """The key of the answer in a journal."""
        return key_of(f"frontier {self.case.key} {self.goals[1]}")


class Line(NamedTuple):
    """The hull of a case, and what each policy reaches."""

    coordinates: dict[str, Any]
    corners: list[Corner]
    policies: dict[str, Corner]


@dataclass(frozen=True, repr=False)
class Frontier(Finding):
    """What `frontier` found."""

    scenario: Scenario
    goals: tuple[Goal, Goal]
    lines: tuple[Line, ...]
    games: int = 0

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a case and policy: what it reaches of both goals, and how much more of the second the hull has."""
        return self._framed(
            {**flat(line.coordinates), "policy": name, **self._both(corner), "short_of": above(line.corners, corner)}
            for line in self.lines
            for name, corner in line.policies.items()
        )

    @cached_property
    def hull(self) -> pd.DataFrame:
        """A row a corner of a case's hull."""
        return self._framed(
            {**flat(line.coordinates), **self._both(corner)} for line in self.lines for corner in line.corners
        )

    @property
    def sentences(self) -> list[str]:
        """From where to where each hull goes, and who stands how far below it."""
        return [*(self._told(line) for line in self.lines), self._basis()]

    def tables(self) -> dict[str, pd.DataFrame]:
        """Policies, and the hull."""
        return {"policies": self.frame, "hull": self.hull}

    def pictures(self) -> dict[str, Draw]:
        """The hull and the policies."""
        return {"frontier": self.plot}

    def page(self) -> Iterator[text_tables.Table | str]:
        """Policies and how far they are below the hull, then the sentences."""
        first, second = (goal.name for goal in self.goals)
        rows = [
            (self._label(line), name, *self._texts(corner), self._text(1, above(line.corners, corner)))
            for line in self.lines
            for name, corner in line.policies.items()
        ]
        columns = ("cell", "policy", first, second, f"more {second} at the hull")
        yield text_tables.table(self.scenario.title, columns, rows, left=2)
        yield from self.sentences

    def plot(self, ax: Axes | None = None) -> Figure:
        """Each hull as a line, the policies as marks; `ax` to draw on."""
        from simkit.study.report import plots

        points = [(self._label(line), name, corner) for line in self.lines for name, corner in line.policies.items()]
        return plots.frontier(
            self._framed(
                {"case": self._label(line), **self._shown(one)} for line in self.lines for one in line.corners
            ),
            self._framed({"case": case, "policy": name, **self._shown(corner)} for case, name, corner in points),
            title=self.scenario.title,
            subtitle="The line is the best that can be had of both at once; marks are policies.",
            labels=(self._axis(0), self._axis(1)),
            ax=ax,
        )

    def _framed(self, rows: Iterator[dict[str, Any]]) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame(list(rows))

    def _both(self, corner: Corner) -> dict[str, float]:
        return {goal.name: goal.shown(worth) for goal, worth in zip(self.goals, corner, strict=True)}

    def _shown(self, corner: Corner) -> dict[str, float]:
        scales = (100 if goal.is_share else 1 for goal in self.goals)
        sizes = [scale * goal.shown(worth) for scale, goal, worth in zip(scales, self.goals, corner, strict=True)]
        return {"first": sizes[0], "second": sizes[1]}

    def _axis(self, number: int) -> str:
        goal = self.goals[number]
        return f"{goal.title}, in per cent" if goal.is_share else goal.title

    def _told(self, line: Line) -> str:
        first, second = (goal.name for goal in self.goals)
        ends = [self._texts(corner) for corner in (line.corners[0], line.corners[-1])]
        nearest = min(line.policies, key=lambda name: above(line.corners, line.policies[name]))
        short_of = self._text(1, above(line.corners, line.policies[nearest]))
        return (
            f"{self._label(line)}: from {first} {ends[0][0]} with {second} {ends[0][1]} to {first} {ends[1][0]} with "
            f"{second} {ends[1][1]}, by {counted(len(line.corners), 'corner')}; nearest of the policies is {nearest}, "
            f"with {short_of} less {second} than could be had."
        )

    def _basis(self) -> str:
        return (
            "Exact; straight pieces are played by one coin at the start; best over the decisions that the README of "
            f"{self.scenario.game.name} lists."
        )

    def _texts(self, corner: Corner) -> list[str]:
        return [self._text(number, goal.shown(corner[number])) for number, goal in enumerate(self.goals)]

    def _text(self, number: int, size: float) -> str:
        shown = f"{100 * size:.4f} %" if self.goals[number].is_share else f"{size:.4f}"
        return shown.replace("-", "\N{MINUS SIGN}")

    def _label(self, line: Line) -> str:
        differing = {
            name: value
            for name, value in line.coordinates.items()
            if any(other.coordinates[name] != value for other in self.lines)
        }
        return coordinates_text(differing) or "all"


def frontier(
    scenario: Scenario | str | Path | Mapping[str, Any],
    first: str | Mapping[str, float],
    second: str | Mapping[str, float],
    *,
    seat: str = "",
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> Frontier:
    """The convex hull of what can be reached of two goals at once, and the policies below it: all exact.

    Goals and all else as of `solve`.
    """
    loaded = load(scenario, **changes)
    if truth("exact", exact) is False:
        raise BadInput(f"{loaded.path}: perfect play is computed, never played: leave out --simulate")
    check_solvable(loaded)
    asked, other = (asked_of(loaded, goal, name_of("seat", seat)) for goal in (first, second))
    goals = asked.goal, other.goal
    tasks = [Both(case, goals) for arm in arms_of(loaded) for case in cases_of(arm, asked)]
    hulls = {}
    for task, data in runner.map_chunks(_corners, tasks, threads(jobs), journal):
        hulls[task.key] = [Corner(*row) for row in unpack(data)[0].view(np.float64).reshape(-1, 2).tolist()]
        progress(1)
    return Frontier(loaded, goals, tuple(_line(task, hulls[task.key]) for task in tasks))


def _corners(task: Both) -> bytes:
    case = task.case
    return pack([np.array(corners(case.opened, case.first, task.goals, case.asked.seats)).view(np.int64)])


def _line(task: Both, hull: list[Corner]) -> Line:
    policies = {}
    for name, arm, cell in task.case.held_against():
        means, _ = exact_means(arm, arm.cells[cell], MOST_STATES)
        policies[name] = Corner(task.goals[0].worth(means), task.goals[1].worth(means))
    return Line(task.case.coordinates, hull, policies)
