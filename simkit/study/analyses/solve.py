"""The best that anybody could do, exactly, and what each policy loses to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.errors import BadInput
from simkit.study.analyses.solve_cases import Case, asked_of, cases_of, check_solvable
from simkit.study.analyses.solve_finding import Row, Solve, Solved
from simkit.study.report.variant_runs import arms_of
from simkit.study.runs import runner
from simkit.study.runs.exact_odds import Unsolvable
from simkit.study.runs.exact_values import exact_values
from simkit.study.runs.perfect import Perfect, perfect
from simkit.study.runs.tasks import pack, unpack
from simkit.study.scenarios.arguments import name_of, threads, truth
from simkit.study.scenarios.quantities import Quantity
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    from simkit.study.runs.journal import Key, Records


def solve(
    scenario: Scenario | str | Path | Mapping[str, Any],
    *,
    goal: str | Mapping[str, float] = "",
    seat: str = "",
    explain: bool = False,
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> Solve:
    """The best that any policy can reach in each cell, each named policy beside it, and what it loses: all exact.

    "Best" is over the decisions that the game's README lists.  Other seats keep their policies.

    Parameters
    ----------
    goal
        Instead of that of [solve]: an ending, a metric in its lucky direction, or what some of them are worth, as in
        {"FOE_KILLED": 1, "killed": -3}.  By default the metric of the game's pictures.
    seat
        The key of a cell that says who plays; by default its first one.
    explain
        Whether the verdict tells the best policy in rules, too; it is in `.rules` in any case.
    progress
        Called after each case, and after the policies that are held against it.
    journal
        Keeps what was solved.
    changes
        games=, seed= instead of the file's; they change nothing but the name of the folder.

    Raises
    ------
    BadInput
        With all that is wrong in the file; for a goal that cannot be played for; where an entry has no exact answer or
        its decisions cannot be left open; where there are too many states.
    """
    loaded, explains = load(scenario, **changes), bool(truth("explain", explain))
    if truth("exact", exact) is False:
        raise BadInput(f"{loaded.path}: perfect play is computed, never played: leave out --simulate")
    check_solvable(loaded)
    usual = loaded.asked.solve.goal or loaded.game.pictured(loaded.entry).name
    asked = asked_of(loaded, usual if isinstance(goal, str) and not goal else goal, name_of("seat", seat))
    cases = [case for arm in arms_of(loaded) for case in cases_of(arm, asked)]
    best = _best(cases, threads(jobs), progress, journal)
    rows, solved = [], []
    for case in cases:
        answer = best[case.key]
        solved.append(Solved(case, answer))
        rows += list(_rows(case, answer, threads(jobs), journal))
        progress(1)
    return Solve(loaded, asked.goal, asked.seat, tuple(solved), tuple(rows), explains)


def n_steps(scenario: Scenario) -> int:
    """How often an answer makes progress, at most."""
    return 2 * sum(len(arm.cells) for arm in arms_of(scenario))


def _best(cases: Sequence[Case], jobs: int, progress: runner.Progress, journal: Records | None) -> dict[Key, Perfect]:
    """The best of each case, by its key."""
    found = {}
    for case, data in runner.map_chunks(_solve, cases, jobs, journal):
        found[case.key] = _read(case, data)
        progress(1)
    return found


def _solve(case: Case) -> bytes:
    answer = perfect(case.opened, case.first, case.asked.goal, case.asked.seats)
    numbers = [*answer[:5], *answer.means.values()]
    return pack([np.array(answer[6:]), np.array(numbers).view(np.int64)])


def _read(case: Case, data: bytes) -> Perfect:
    sizes, words = unpack(data)
    worth, error, lost, unended, steps, *means = words.view(np.float64).tolist()
    (n_states, n_ways), game = sizes.tolist(), case.arm.game
    names = [*(metric.name for metric in game.metrics), *(ending.name for ending in game.endings)]
    return Perfect(worth, error, lost, unended, steps, dict(zip(names, means, strict=True)), n_states, n_ways)


def _rows(case: Case, best: Perfect, jobs: int, journal: Records | None) -> Iterator[Row]:
    """Every policy that is held against the best, with what it reaches."""
    goal = case.asked.goal
    for name, arm, cell in case.held_against():
        chosen = [Quantity(cell, "", metric) for metric in goal.metrics]
        values = exact_values([arm], chosen, exact=True, jobs=jobs, journal=journal)
        if values is None:
            raise Unsolvable(f"{arm.path}: no exact answer")
        worth = goal.worth(dict(zip((metric.name for metric in goal.metrics), values[0].tolist(), strict=True)))
        yield Row(case.coordinates, name, goal.shown(worth), goal.shown(best.worth), best.worth - worth)
