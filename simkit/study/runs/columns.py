"""The quantities of scenarios game by game: what every arm of an analysis gave, on the same luck."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.runs import runner
from simkit.study.runs.runner import Chunk
from simkit.study.runs.tasks import Task, pack, question, unpack
from simkit.study.scenarios.quantities import values

if TYPE_CHECKING:
    from simkit.games.metrics import Metric
    from simkit.study.runs.journal import Records
    from simkit.study.scenarios.quantities import Quantity
    from simkit.study.scenarios.scenario import Scenario

PARTS = 4  # into which the usual chunk is cut: an analysis has many arms of few games


class Column(NamedTuple):
    """A quantity of one arm, game by game."""

    metric: Metric
    values: NDArray[Any]  # int[games] in parts of the metric's unit; 0 where the side does not sit
    sits: NDArray[np.bool_] | None  # bool[games]; None: in every game

    @property
    def n(self) -> int:
        """Games in which the side sits."""
        return len(self.values) if self.sits is None else int(self.sits.sum())

    @property
    def mean(self) -> float:
        """The share or mean over the games in which the side sits, in the metric's unit; no number without any."""
        return int(self.values.sum(dtype=np.int64)) / self.metric.parts / self.n if self.n else float("nan")


def played(
    arms: Sequence[Scenario], chosen: Sequence[Quantity], jobs: int, journal: Records | None = None, first: int = 0
) -> Iterator[list[Column]]:
    """The quantities of one arm after the other, from game number `first` on."""
    table = _Table(arms, chosen, first)
    waiting: dict[int, list[tuple[Chunk, bytes]]] = {}
    next_arm = 0
    for task, payload in runner.map_chunks(table.play, table.tasks(), jobs, journal):
        waiting.setdefault(task.place, []).append((task.chunk, payload))
        while len(waiting.get(next_arm, ())) == table.n_tasks(next_arm):
            yield table.read(next_arm, waiting.pop(next_arm))
            next_arm += 1


class _Table:
    """The arms: which tasks they make, what a task keeps, and how it is read back."""

    def __init__(self, arms: Sequence[Scenario], chosen: Sequence[Quantity], first: int) -> None:
        self.arms, self.chosen, self.first = arms, chosen, first
        self.cells = {
            cell: [q for q, quantity in enumerate(chosen) if quantity.cell == cell]
            for cell in dict.fromkeys(quantity.cell for quantity in chosen)
        }
        self.size = max(1_000, runner.CHUNK // PARTS)

    def n_tasks(self, arm: int) -> int:
        """Pieces of an arm; -1 beyond the last one."""
        return (
            len(self.cells) * -(-(self.arms[arm].run.games - self.first) // self.size) if arm < len(self.arms) else -1
        )

    def tasks(self) -> Iterator[Task]:
        """The tasks of one arm after the other; `place` is the arm."""
        for index, arm in enumerate(self.arms):
            for cell, numbers in self.cells.items():
                asked = question("columns", [arm], cell, [self.chosen[q].name for q in numbers])
                for first in range(self.first, arm.run.games, self.size):
                    yield Task(asked, Chunk(cell, first, min(self.size, arm.run.games - first)), place=index)

    def play(self, task: Task) -> bytes:
        """The values of each quantity of a cell; where its side does not sit in every game, also a bit a game."""
        arm, (cell, first, n) = self.arms[task.place], task.chunk
        outcomes = runner.simulate(arm, arm.cells[cell], first, n)
        parts: list[Any] = []
        for q in self.cells[cell]:
            numbers, sits = values(arm, self.chosen[q], outcomes)
            everywhere = sits is None or bool(np.all(sits))
            parts += [numbers, ()] if everywhere else [np.where(sits, numbers, 0), np.packbits(sits)]
        return zlib.compress(pack(parts), 1)

    def read(self, arm: int, pieces: Sequence[tuple[Chunk, bytes]]) -> list[Column]:
        """The columns of an arm, from what `play` gave for all its pieces."""
        games = self.arms[arm].run.games - self.first
        columns = [np.zeros(games, np.int64) for _ in self.chosen]
        sits = [np.ones(games, bool) for _ in self.chosen]
        for (cell, number, n), payload in pieces:
            arrays, first = iter(unpack(zlib.decompress(payload))), number - self.first
            for q in self.cells[cell]:
                columns[q][first : first + n] = next(arrays)
                bits = next(arrays).astype(np.uint8)
                if len(bits):
                    sits[q][first : first + n] = np.unpackbits(bits, count=n)
        return [
            Column(quantity.metric, _narrow(numbers), None if seated.all() else seated)
            for quantity, numbers, seated in zip(self.chosen, columns, sits, strict=True)
        ]


def _narrow(numbers: NDArray[np.int64]) -> NDArray[Any]:
    """The same integers in as little memory as 32 bits hold: an analysis keeps many columns."""
    small = numbers.astype(np.int32)
    return small if np.array_equal(small, numbers) else numbers
