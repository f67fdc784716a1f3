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
    arms: Sequence[Scenario], chosen: Sequence[Quantity], jobs: int, journal: Records | None = None
) -> Iterator[list[Column]]:
    """The quantities of one arm after the other."""
    table = _Table(arms, chosen)
    waiting: dict[int, list[tuple[Chunk, bytes]]] = {}
    following = 0
    for task, payload in runner.map_chunks(table.play, table.tasks(), jobs, journal):
        waiting.setdefault(task.place, []).append((task.chunk, payload))
        while len(waiting.get(following, ())) == table.n_tasks(following):
            yield table.read(following, waiting.pop(following))
            following += 1


class _Table:
    """The arms, what is played of them, and what is kept of it."""

    def __init__(self, arms: Sequence[Scenario], chosen: Sequence[Quantity]) -> None:
        self.arms, self.chosen = arms, chosen
        self.cells = {
            cell: [q for q, one in enumerate(chosen) if one.cell == cell]
            for cell in dict.fromkeys(one.cell for one in chosen)
        }
        self.size = max(1_000, runner.CHUNK // PARTS)

    def n_tasks(self, arm: int) -> int:
        """Pieces of an arm; -1 beyond the last one."""
        return len(self.cells) * -(-self.arms[arm].run.games // self.size) if arm < len(self.arms) else -1

    def tasks(self) -> Iterator[Task]:
        """Arm by arm; `place` is the arm."""
        for place, arm in enumerate(self.arms):
            for cell, of_it in self.cells.items():
                asked = question("columns", [arm], cell, [self.chosen[q].name for q in of_it])
                for first in range(0, arm.run.games, self.size):
                    yield Task(asked, Chunk(cell, first, min(self.size, arm.run.games - first)), place=place)

    def play(self, task: Task) -> bytes:
        """Of each quantity of a cell its values, and a bit a game where the side does not sit in all of them."""
        arm, (cell, first, n) = self.arms[task.place], task.chunk
        outcomes = runner.simulate(arm, arm.cells[cell], first, n)
        parts: list[Any] = []
        for q in self.cells[cell]:
            found, sits = values(arm, self.chosen[q], outcomes)
            everywhere = sits is None or bool(np.all(sits))
            parts += [found, ()] if everywhere else [np.where(sits, found, 0), np.packbits(sits)]
        return zlib.compress(pack(parts), 1)

    def read(self, arm: int, pieces: Sequence[tuple[Chunk, bytes]]) -> list[Column]:
        """What `play` gave of all pieces of an arm."""
        games = self.arms[arm].run.games
        found = [np.zeros(games, np.int64) for _ in self.chosen]
        sits = [np.ones(games, bool) for _ in self.chosen]
        for (cell, first, n), payload in pieces:
            arrays = iter(unpack(zlib.decompress(payload)))
            for q in self.cells[cell]:
                found[q][first : first + n] = next(arrays)
                bits = next(arrays).astype(np.uint8)
                if len(bits):
                    sits[q][first : first + n] = np.unpackbits(bits, count=n)
        return [
            Column(one.metric, _narrow(numbers), None if everywhere.all() else everywhere)
            for one, numbers, everywhere in zip(self.chosen, found, sits, strict=True)
        ]


def _narrow(numbers: NDArray[np.int64]) -> NDArray[Any]:
    """The same integers in as little memory as 32 bits hold: an analysis keeps many columns."""
    small = numbers.astype(np.int32)
    return small if np.array_equal(small, numbers) else numbers
