"""Plays the arms of a design on the same luck, piece by piece, and keeps the sums of each quantity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from simkit.study.analyses.factorial_effects import Sums, merge, sums_of
from simkit.study.runs import runner
from simkit.study.runs.journal import Records
from simkit.study.runs.runner import Chunk
from simkit.study.runs.tasks import Integers, Task, pack, question, unpack
from simkit.study.scenarios.quantities import Quantity, values
from simkit.study.scenarios.scenario import Scenario
from simkit.study.stats.factorial import Signs

PIECE = 4  # tasks a chunk is cut into, since a task plays every arm


class Arms:
    """The arms of a design, each a scenario with the same cells: plays them, and keeps the sums."""

    def __init__(self, arms: Sequence[Scenario], chosen: Sequence[Quantity], signs: Signs) -> None:
        self.arms, self.chosen, self.signs = arms, chosen, signs
        self.cells = {
            cell: [index for index, quantity in enumerate(chosen) if quantity.cell == cell]
            for cell in {quantity.cell for quantity in chosen}
        }
        self.alike = {cell: alike(arms, cell) for cell in self.cells}

    def play(self, jobs: int, progress: runner.Progress, journal: Records | None = None) -> list[Sums]:
        """The sums of every quantity, over all games that the scenario asks for."""
        parts: list[list[Sums]] = [[] for _ in self.chosen]
        for task, payload in runner.map_chunks(self._answer, self._tasks(), jobs, journal):
            for index, sums in self._read(task, payload):
                parts[index].append(sums)
            progress(task.chunk.n)
        return [merge(pieces) for pieces in parts]

    @property
    def n_games(self) -> int:
        """Games of all arms; of arms that are alike, byte for byte, only one is played."""
        return self.arms[0].run.games * sum(len(set(numbers)) for numbers in self.alike.values())

    def _tasks(self) -> Iterator[Task]:
        asked = {cell: self._question(cell) for cell in self.cells}
        for chunk in runner.chunks(self.arms[0], max(1, runner.CHUNK // PIECE)):
            if chunk.cell in asked:
                yield Task(asked[chunk.cell], chunk)

    def _question(self, cell: int) -> str:
        names = [self.chosen[index].name for index in self.cells[cell]]
        return question("contrasts", self.arms, cell, [*names, self.signs.tolist()])

    def _answer(self, task: Task) -> bytes:
        chunk, indices = task.chunk, self.cells[task.chunk.cell]
        by_number: dict[int, list[tuple[Any, Any]]] = {}
        columns: list[list[tuple[Any, Any]]] = [[] for _ in indices]
        for number, arm in zip(self.alike[chunk.cell], self.arms, strict=True):
            if number not in by_number:
                outcomes = runner.simulate(arm, arm.cells[chunk.cell], chunk.first, chunk.n)
                by_number[number] = [values(arm, self.chosen[index], outcomes) for index in indices]
            for column, pair in zip(columns, by_number[number], strict=True):
                column.append(pair)
        return pack(array for column in columns for array in _to_arrays(self._sums(column, chunk)))

    def _sums(self, columns: Sequence[tuple[Any, Any]], chunk: Chunk) -> Sums:
        outcomes = np.array([column for column, _ in columns])
        if all(present is None for _, present in columns):
            return sums_of(outcomes, self.signs)
        everywhere = np.ones(chunk.n, bool)
        return sums_of(outcomes, self.signs, [everywhere if sits is None else sits for _, sits in columns])

    def _read(self, task: Task, payload: bytes) -> Iterator[tuple[int, Sums]]:
        arrays = iter(unpack(payload))
        for index in self.cells[task.chunk.cell]:
            yield index, _from_arrays(arrays, len(self.arms), len(self.signs))


def alike(arms: Sequence[Scenario], cell: int) -> list[int]:
    """A number for each arm; arms with the same rules, setups and policies, byte for byte, have the same."""
    numbers: dict[bytes, int] = {}
    arm_numbers = []
    for arm in arms:
        content = b"".join(record.tobytes() for record in (arm.rules, *arm.cells[cell].records))
        arm_numbers.append(numbers.setdefault(content, len(numbers)))
    return arm_numbers


def _to_arrays(sums: Sums) -> Iterator[Integers]:
    yield np.array([sums.together, sums.apart])
    yield from (sums.sits, sums.totals, sums.products)
    for counter in (*sums.values, *sums.contrasts):
        yield np.array(list(counter), np.int64)
        yield np.array(list(counter.values()), np.int64)


def _from_arrays(arrays: Iterator[Integers], n_arms: int, n_effects: int) -> Sums:
    together, apart = next(arrays).tolist()
    sits, totals, products = (next(arrays).reshape(n_arms, n_arms).astype(object) for _ in range(3))
    counted = [
        Counter(dict(zip(next(arrays).tolist(), next(arrays).tolist(), strict=True)))
        for _ in range(n_arms + n_effects)
    ]  # fmt: skip
    return Sums(together, apart, sits, totals, products, tuple(counted[:n_arms]), tuple(counted[n_arms:]))
