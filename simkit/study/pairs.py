"""Plays a base and its variants on the same luck, look by look, and keeps the differences of pairs.

Looks stand at game numbers fixed beforehand.  What is said of a comparison at a look depends on the games up to it, and
on nothing else: neither on threads, nor on how the run is cut, nor on games that were played beyond it.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from simkit.core.records import words
from simkit.study import runner
from simkit.study.likelihood import Floats
from simkit.study.paired import Integers, PairSums, count_differences, merge, pair_sums
from simkit.study.quantities import Quantity, values
from simkit.study.scenario import Scenario
from simkit.study.tables import Compare

GROWTH = 0.25  # looks played beyond those that were judged, so that threads do not wait: a part of these

Key = tuple[int, int]  # variant, quantity


class Pairs(NamedTuple):
    """The pairs of some games, for one quantity under one variant."""

    sums: PairSums
    differences: Counter[int]


class Series:
    """One comparison, look by look; everything in it is the sum of all pairs up to a look."""

    def __init__(self, variant: int, quantity: Quantity, *, same_rules: bool) -> None:
        self.variant, self.quantity, self.same_rules = variant, quantity, same_rules
        self.at: list[Pairs] = []
        self.stopped = -1  # the look at which it has stopped

    @property
    def look(self) -> int:
        """The look of which it speaks: where it has stopped, else the last."""
        return len(self.at) - 1

    @property
    def end(self) -> Pairs:
        """All pairs up to the look of which it speaks."""
        return self.at[-1]

    def stop(self, look: int) -> None:
        """Speak of a look from now on, and forget the games beyond it; -1 to go on."""
        self.stopped = look
        if look >= 0:
            del self.at[look + 1 :]

    def add(self, pairs: Pairs) -> None:
        """The pairs between the last look and the next one."""
        if self.at:
            pairs = Pairs(merge([self.at[-1].sums, pairs.sums]), self.at[-1].differences + pairs.differences)
        self.at.append(pairs)

    def table(self, first: int = 0) -> tuple[Floats, Integers]:
        """Values of D in units of the metric, ascending, and how often each came up to each look from `first`."""
        found = sorted({value for pairs in self.at[first:] for value in pairs.differences} | {0})
        counts = [[pairs.differences[value] for value in found] for pairs in self.at[first:]]
        return np.array(found) / self.quantity.whole, np.array(counts, np.int64).reshape(-1, len(found))

    def diverged(self, first: int = 0) -> Integers:
        """Pairs up to each look from number `first` of which anything came out differently."""
        return np.array([pairs.sums.diverged for pairs in self.at[first:]], np.int64)

    def n(self, first: int = 0) -> Integers:
        """Pairs up to each look from number `first`."""
        return np.array([pairs.sums.n for pairs in self.at[first:]], np.int64)


Rule = Callable[[Series, int], int]  # the first look, from a number on, at which a comparison may stop; -1 for none


def look_numbers(asked: Compare, scenario: Scenario, *, early: bool) -> list[int]:
    """Games up to each look: whole blocks of line-ups as far as that goes; only the last without looking early."""
    games = scenario.run.games
    if not early:
        return [games]
    block = math.lcm(*(len(cell.compiled.setups) for cell in scenario.cells))
    if isinstance(asked.looks, int):
        every = -(-asked.looks // block) * block
        found = list(range(every, games, every))
    else:
        found = [look for look in asked.looks if look < games]
    return [*found, games]


class Played(NamedTuple):
    """What came of a run."""

    series: list[Series]
    games: int  # played, of base and variants together, those beyond a stop included


def play(
    base: Scenario,
    variants: Sequence[Scenario],
    quantities: Sequence[Quantity],
    looks: Sequence[int],
    rule: Rule,
    jobs: int,
    progress: runner.Progress = lambda n: None,
) -> Played:
    """Every quantity under every variant, variant by variant, until the rule stops it or the looks are over."""
    series = {
        (v, q): Series(v, quantity, same_rules=same_rules(base, variant, quantity.cell))
        for v, variant in enumerate(variants)
        for q, quantity in enumerate(quantities)
    }
    n_played = 0
    judged = 0
    while judged < len(looks):
        going = [key for key, one in series.items() if one.stopped < 0]
        if not going:
            break
        upto = min(len(looks), judged + max(1, int(judged * GROWTH)))
        tasks = list(_tasks(quantities, going, [0, *looks], range(judged, upto)))
        totals: dict[tuple[int, Key], list[Pairs]] = {}
        for task, found, n_games in _run(base, variants, quantities, tasks, jobs):
            n_played += n_games
            progress(task.n)
            for key, pairs in found.items():
                totals.setdefault((task.look, key), []).append(pairs)
        for look in range(judged, upto):
            for key in going:
                series[key].add(_together(totals[look, key]))
        for key in going:
            series[key].stop(rule(series[key], judged))
        judged = upto
    return Played(list(series.values()), n_played)


class _Task(NamedTuple):
    look: int
    cell: int
    first: int
    n: int
    variants: tuple[int, ...]


def _tasks(
    quantities: Sequence[Quantity], going: Sequence[Key], looks: Sequence[int], numbers: range
) -> Iterator[_Task]:
    cells: dict[int, dict[int, None]] = {}
    for v, q in going:
        cells.setdefault(quantities[q].cell, {})[v] = None
    for look in numbers:
        for first in range(looks[look], looks[look + 1], runner.CHUNK):
            n = min(runner.CHUNK, looks[look + 1] - first)
            for cell, variants in cells.items():
                yield _Task(look, cell, first, n, tuple(variants))


def _run(
    base: Scenario, variants: Sequence[Scenario], quantities: Sequence[Quantity], tasks: Sequence[_Task], jobs: int
) -> Iterator[tuple[_Task, dict[Key, Pairs], int]]:
    from joblib import Parallel, delayed

    calls = (delayed(_pairs)(base, variants, quantities, task) for task in tasks)
    return iter(Parallel(n_jobs=jobs, backend="threading", return_as="generator")(calls))


def _pairs(
    base: Scenario, variants: Sequence[Scenario], quantities: Sequence[Quantity], task: _Task
) -> tuple[_Task, dict[Key, Pairs], int]:
    outcomes = runner.simulate(base, base.cells[task.cell], task.first, task.n)
    found, n_games = {}, task.n
    for v in task.variants:
        changed, apart = outcomes, np.zeros(task.n, bool)
        if not same_rules(base, variants[v], task.cell):
            changed = runner.simulate(variants[v], variants[v].cells[task.cell], task.first, task.n)
            apart = (words(changed) != words(outcomes)).any(axis=1)
            n_games += task.n
        for q, quantity in enumerate(quantities):
            if quantity.cell == task.cell:
                found[v, q] = _one(base, quantity, outcomes, changed, apart)
    return task, found, n_games


def _one(base: Scenario, quantity: Quantity, outcomes: Any, changed: Any, apart: Any) -> Pairs:
    before, present = values(base, quantity, outcomes)
    after, _ = values(base, quantity, changed)
    if present is not None:
        before, after, apart = before[present], after[present], apart[present]
    return Pairs(pair_sums(before, after, int(apart.sum())), count_differences(before, after))


def _together(parts: Sequence[Pairs]) -> Pairs:
    return Pairs(merge(one.sums for one in parts), sum((one.differences for one in parts), Counter[int]()))


def same_rules(base: Scenario, variant: Scenario, cell: int) -> bool:
    """Whether a cell is played under the same rules, setups and policies, byte for byte."""
    ours, theirs = base.cells[cell].compiled, variant.cells[cell].compiled
    return bool(
        base.rules.tobytes() == variant.rules.tobytes()
        and ours.setups.tobytes() == theirs.setups.tobytes()
        and ours.policies.tobytes() == theirs.policies.tobytes()
    )
