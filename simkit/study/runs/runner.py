"""Plays the cells of a scenario in chunks, on threads, and keeps what is done."""

import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from simkit import games
from simkit.core.board import new_board
from simkit.core.compile_ahead import call
from simkit.core.log import events
from simkit.core.overlay import pack
from simkit.core.records import words
from simkit.study.runs import tally as tallies
from simkit.study.runs.journal import Key, Record, Records
from simkit.study.runs.tally import Tally
from simkit.study.scenarios.mixtures import stretches
from simkit.study.scenarios.scenario import Cell, Scenario

T = TypeVar("T", bound="Named")
Progress = Callable[[int], Any]  # called with the number of games just done

CHUNK = 20_000  # games; what is played does not depend on it
ROWS_BELOW = 10_000_000  # games up to which one row a game is kept


class Chunk(NamedTuple):
    """Games `first` ... `first + n - 1` of a cell."""

    cell: int
    first: int
    n: int

    @property
    def key(self) -> Key:
        """The chunk itself: it names a record of a run's journal."""
        return self.cell, self.first, self.n


def chunks(scenario: Scenario, size: int = CHUNK) -> Iterator[Chunk]:
    """The whole run, cut in pieces."""
    for cell in range(len(scenario.cells)):
        for first in range(0, scenario.run.games, size):
            yield Chunk(cell, first, min(size, scenario.run.games - first))


def keeps_rows(scenario: Scenario) -> bool:
    """Whether one row a game is kept."""
    few = scenario.run.games * len(scenario.cells) < ROWS_BELOW
    return few if scenario.run.rows is None else scenario.run.rows


def simulate(scenario: Scenario, cell: Cell, first: int, count: int) -> np.ndarray:
    """The outcomes of some games of a cell: OUTCOME[count]."""
    schema = scenario.game.schema
    outcomes = np.zeros(count, schema.OUTCOME)
    board = new_board(schema.STATE, schema.TALLY, scenario.run.seed)
    kernel, setups = games.kernels(scenario.game).simulate, cell.compiled.setups
    for begin, end, policies in stretches(cell.compiled, cell.mixture, scenario.run.seed, first, count):
        call(kernel, scenario.rules, setups, policies, first + begin, board, outcomes[begin:end])
    return outcomes


def replay(scenario: Scenario, cell: Cell, number: int, capacity: int) -> tuple[np.ndarray, np.ndarray]:
    """One game with its log on: OUTCOME[1] and EVENT[k]."""
    schema = scenario.game.schema
    outcomes = np.zeros(1, schema.OUTCOME)
    board = new_board(schema.STATE, schema.TALLY, scenario.run.seed, capacity)
    ((_, _, policies),) = stretches(cell.compiled, cell.mixture, scenario.run.seed, number, 1)
    kernel = games.kernels(scenario.game).simulate
    call(kernel, scenario.rules, cell.compiled.setups, policies, number, board, outcomes)
    return outcomes, events(board.log)


def play_chunk(scenario: Scenario, rows: bool, chunk: Chunk) -> bytes:
    """Play a chunk: its tally, and its outcomes where rows are kept, packed in the cache that they were played in."""
    outcomes = simulate(scenario, scenario.cells[chunk.cell], chunk.first, chunk.n)
    payload = tallies.to_bytes(tallies.tally(scenario.game, chunk.first, outcomes))
    return payload + pack(words(outcomes)) if rows else payload


class Named(Protocol):
    """A task that a journal can recognise."""

    @property
    def key(self) -> Key:
        """Three numbers of 64 bits that no other task of the journal has."""


def map_chunks(
    function: Callable[[T], bytes], tasks: Iterable[T], jobs: int, journal: Records | None = None
) -> Generator[tuple[T, bytes]]:
    """Each task with what a function gives for it, as it is done on `jobs` threads; a journal answers what it holds.

    Tasks are taken one by one, a little ahead of the threads, so that there may be more of them than memory holds. The
    thread that plays also writes to the journal: another one would have to fetch the payload into its own cache first.
    """

    def answer(task: T) -> tuple[T, bytes]:
        if journal is not None and task.key in journal:
            return task, journal.payload(task.key)
        payload = function(task)
        if journal is not None:
            journal.append(Record(*task.key, payload))
        return task, payload

    waiting = iter(tasks)
    first_two = list(islice(waiting, 2))
    every_task = chain(first_two, waiting)
    if jobs == 1 or len(first_two) < 2:
        yield from map(answer, every_task)
        return
    from joblib import Parallel, delayed  # heavy, and one task or one thread needs no helpers

    parallel = Parallel(n_jobs=jobs, backend="threading", return_as="generator_unordered")
    played = parallel(delayed(answer)(task) for task in every_task)
    try:
        for answered in played:  # noqa: UP028 -- `yield from` would close it before the warnings below are silenced
            yield answered
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that tasks were done in vain, when a run is broken off
            played.close()


def run_in_memory(scenario: Scenario, jobs: int = 1, size: int = CHUNK) -> list[Tally]:
    """Play everything without a folder: a tally a cell."""
    cell_parts: list[list[Tally]] = [[] for _ in scenario.cells]
    for chunk, payload in map_chunks(partial(play_chunk, scenario, False), chunks(scenario, size), jobs):
        cell_parts[chunk.cell].append(tallies.from_bytes(payload, scenario.game))
    return [tallies.merge(parts, scenario.game) for parts in cell_parts]
