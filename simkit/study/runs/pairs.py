"""Plays a base and its variants on the same luck, look by look, and keeps the differences of pairs.

Looks stand at game numbers fixed beforehand.  What a comparison says at a look depends on the games up to it alone:
neither on threads, nor on how the run is cut, nor on games that were played beyond it.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from simkit.core.records import words
from simkit.study.runs import runner
from simkit.study.runs.journal import Records
from simkit.study.runs.runner import Chunk
from simkit.study.runs.tasks import Task, pack, question, unpack
from simkit.study.scenarios.quantities import Quantity, values
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sections import Compare
from simkit.study.stats.empirical_likelihood import Floats
from simkit.study.stats.paired import Integers, PairSums, count_differences, count_values, merge, pair_sums

GROWTH = 0.25  # looks played beyond those that were judged, so that threads do not wait: a part of these

Key = tuple[int, int]  # variant, quantity


class Pairs(NamedTuple):
    """The pairs of some games, for one quantity under one variant.

    A side that does not sit in every game has its values in those in which it sits; a pair is a game in which base and
    variant both seat it.
    """

    sums: PairSums  # over pairs
    differences: Counter[int]  # D of each pair
    base: Counter[int]  # values of the base, in all games in which it seats the side
    variant: Counter[int]
    unpaired: int  # games in which one of the two seats the side and the other does not


class Series:
    """One comparison, look by look; everything in it is the sum of all pairs up to a look."""

    def __init__(self, variant: int, quantity: Quantity, *, same_rules: bool) -> None:
        self.variant, self.quantity, self.same_rules = variant, quantity, same_rules
        self.at: list[Pairs] = []
        self.stopped = -1  # the look at which it has stopped

    @property
    def look(self) -> int:
        """The look at which it stopped, else the last one."""
        return len(self.at) - 1

    @property
    def end(self) -> Pairs:
        """All pairs up to that look."""
        return self.at[-1]

    @property
    def unpaired(self) -> bool:
        """Whether base and variant seat the side in different games, so that their shares are compared apart."""
        return self.end.unpaired > 0

    def stop(self, look: int) -> None:
        """Stop at a look, and forget the games beyond it; -1 to go on."""
        self.stopped = look
        if look >= 0:
            del self.at[look + 1 :]

    def add(self, pairs: Pairs) -> None:
        """Add the pairs between the last look and the next one."""
        self.at.append(_together([self.at[-1], pairs]) if self.at else pairs)

    def forget_means(self, judged: int) -> None:
        """Drop the counts of looks that were judged: a mean has many values, and no mode looks at them again."""
        if not self.quantity.metric.is_share:
            for look in range(min(judged, len(self.at) - 1)):
                self.at[look] = self.at[look]._replace(differences=Counter(), base=Counter(), variant=Counter())

    def table(self, first: int = 0) -> tuple[Floats, Integers]:
        """Values of D in units of the metric, ascending, and how often each came up to each look from `first`."""
        numbers = sorted({value for pairs in self.at[first:] for value in pairs.differences} | {0})
        counts = [[pairs.differences[value] for value in numbers] for pairs in self.at[first:]]
        return np.array(numbers) / self.quantity.whole, np.array(counts, np.int64).reshape(-1, len(numbers))

    def diverged(self, first: int = 0) -> Integers:
        """Divergent pairs up to each look from number `first`."""
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
        spacing = -(-asked.looks // block) * block
        early_looks = list(range(spacing, games, spacing))
    else:
        early_looks = [look for look in asked.looks if look < games]
    return [*early_looks, games]


class Played(NamedTuple):
    """All comparisons, and how many games they took."""

    series: list[Series]
    games: int  # played, of base and variants together, those beyond the look of a stop included


def play(
    base: Scenario,
    variants: Sequence[Scenario],
    quantities: Sequence[Quantity],
    looks: Sequence[int],
    rule: Rule,
    jobs: int,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
) -> Played:
    """Every quantity under every variant, variant by variant, until the rule stops it or the looks are over.

    A side that base and variant seat in different games does not stop early, since the modes judge pairs alone.
    """
    series = {
        (v, q): Series(v, quantity, same_rules=same_rules(base, variant, quantity.cell))
        for v, variant in enumerate(variants)
        for q, quantity in enumerate(quantities)
    }
    table = _Table(base, variants, quantities)
    n_played = 0
    judged = 0
    while judged < len(looks):
        open_keys = [key for key, comparison in series.items() if comparison.stopped < 0]
        if not open_keys:
            break
        upto = min(len(looks), judged + max(1, int(judged * GROWTH)))
        tasks = table.tasks(open_keys, [0, *looks], range(judged, upto))
        totals: dict[tuple[int, Key], list[Pairs]] = {}
        for task, payload in runner.map_chunks(table.play, tasks, jobs, journal):
            n_played += table.n_games(task)
            progress(task.chunk.n)
            for key, pairs in table.read(task, payload):
                totals.setdefault((task.place, key), []).append(pairs)
        for look in range(judged, upto):
            for key in open_keys:
                series[key].add(_together(totals[look, key]))
        for key in open_keys:
            comparison = series[key]
            comparison.stop(-1 if comparison.unpaired else rule(comparison, judged))
            comparison.forget_means(upto)
        judged = upto
    return Played(list(series.values()), n_played)


class _Table:
    """The base and its variants: which tasks they make, what a task keeps, and how it is read back."""

    def __init__(self, base: Scenario, variants: Sequence[Scenario], quantities: Sequence[Quantity]) -> None:
        self.base, self.variants, self.quantities = base, variants, quantities
        self.cells = {
            cell: [q for q, quantity in enumerate(quantities) if quantity.cell == cell]
            for cell in dict.fromkeys(quantity.cell for quantity in quantities)
        }

    def tasks(self, open_keys: Sequence[Key], looks: Sequence[int], numbers: range) -> Iterator[Task]:
        """The games between looks, of the cells and variants that have an open comparison; `place` is the look."""
        cells: dict[int, dict[int, None]] = {}
        for v, q in open_keys:
            cells.setdefault(self.quantities[q].cell, {})[v] = None
        asked = {cell: self._question(cell, tuple(arms)) for cell, arms in cells.items()}
        for look in numbers:
            for first in range(looks[look], looks[look + 1], runner.CHUNK):
                n = min(runner.CHUNK, looks[look + 1] - first)
                for cell, arms in cells.items():
                    yield Task(asked[cell], Chunk(cell, first, n), tuple(arms), look)

    def _question(self, cell: int, arms: tuple[int, ...]) -> str:
        names = [self.quantities[q].name for q in self.cells[cell]]
        return question("pairs", [self.base, *(self.variants[v] for v in arms)], cell, names)

    def n_games(self, task: Task) -> int:
        """Games of base and variants together; a variant that changes nothing is not played."""
        changed = [v for v in task.arms if not same_rules(self.base, self.variants[v], task.chunk.cell)]
        return task.chunk.n * (1 + len(changed))

    def play(self, task: Task) -> bytes:
        """The pairs of a task, for each of its variants and each quantity of its cell."""
        _, (cell, first, n), arms, _ = task
        outcomes = runner.simulate(self.base, self.base.cells[cell], first, n)
        parts: list[Any] = []
        for v in arms:
            variant, changed, differs = self.variants[v], outcomes, np.zeros(n, bool)
            if not same_rules(self.base, variant, cell):
                changed = runner.simulate(variant, variant.cells[cell], first, n)
                differs = (words(changed) != words(outcomes)).any(axis=1)
            for q in self.cells[cell]:
                parts += _to_arrays(_pairs(self.base, variant, self.quantities[q], outcomes, changed, differs))
        return pack(parts)

    def read(self, task: Task, payload: bytes) -> Iterator[tuple[Key, Pairs]]:
        """The pairs that `play` packed, by variant and quantity."""
        arrays = iter(unpack(payload))
        for v in task.arms:
            for q in self.cells[task.chunk.cell]:
                yield (v, q), _from_arrays(arrays)


def _pairs(
    base: Scenario, variant: Scenario, quantity: Quantity, base_outcomes: Any, variant_outcomes: Any, differs: Any
) -> Pairs:
    before, sits = values(base, quantity, base_outcomes)
    after, still_sits = values(variant, quantity, variant_outcomes)
    if sits is None or still_sits is None:
        counts = count_differences(before, after), count_values(before), count_values(after)
        return Pairs(pair_sums(before, after, int(differs.sum())), *counts, 0)
    both = sits & still_sits
    sums = pair_sums(before[both], after[both], int(differs[both].sum()))
    differences = count_differences(before[both], after[both])
    seen = count_values(before[sits]), count_values(after[still_sits])
    return Pairs(sums, differences, *seen, int((sits ^ still_sits).sum()))


def _to_arrays(pairs: Pairs) -> Iterator[Any]:
    yield np.array([*pairs.sums, pairs.unpaired], np.int64)
    for counter in (pairs.differences, pairs.base, pairs.variant):
        yield np.array(list(counter), np.int64)
        yield np.array(list(counter.values()), np.int64)


def _from_arrays(arrays: Iterator[Integers]) -> Pairs:
    *sums, unpaired = next(arrays).tolist()
    differences, base, variant = (
        Counter(dict(zip(next(arrays).tolist(), next(arrays).tolist(), strict=True))) for _ in range(3)
    )
    return Pairs(PairSums(*sums), differences, base, variant, unpaired)


def _together(parts: Sequence[Pairs]) -> Pairs:
    differences, base, variant = Counter[int](), Counter[int](), Counter[int]()
    for part in parts:
        differences.update(part.differences)
        base.update(part.base)
        variant.update(part.variant)
    unpaired = sum(part.unpaired for part in parts)
    return Pairs(merge(part.sums for part in parts), differences, base, variant, unpaired)


def same_rules(base: Scenario, variant: Scenario, cell: int) -> bool:
    """Whether a cell is played under the same rules, setups and policies, byte for byte."""
    base_records, variant_records = ((arm.rules, *arm.cells[cell].records) for arm in (base, variant))
    alike = (one.tobytes() == other.tobytes() for one, other in zip(base_records, variant_records, strict=False))
    return len(base_records) == len(variant_records) and all(alike)
