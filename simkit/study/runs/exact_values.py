"""Whether an analysis is answered exactly, and the exact values: no games, no luck, no intervals."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.runs.exact_odds import MOST_STATES, Unsolvable, exact_means
from simkit.study.runs.journal import Key, Records
from simkit.study.runs.runner import map_chunks
from simkit.study.runs.tasks import key_of, pack, question, unpack
from simkit.study.scenarios.arguments import default_jobs
from simkit.study.scenarios.quantities import NOBODY, Quantity
from simkit.study.scenarios.scenario import Scenario

Floats = NDArray[np.float64]


# What a state costs to explore and to solve, in games, and how many states in all are solved whatever the games cost;
# measured once, so that no clock decides: see DESIGN.
PRICE = 50
SOLVED_ANYWAY = 1 << 19


class _Cell(NamedTuple):
    """A cell of an arm, to be solved."""

    arm: Scenario
    cell: int
    names: tuple[str, ...]  # of its metrics
    most_states: int

    @property
    def key(self) -> Key:
        return key_of(question("exact", [self.arm], self.cell, self.names))


def exact_values(
    arms: Sequence[Scenario],
    chosen: Sequence[Quantity],
    *,
    exact: bool | None = None,
    answers: int = 1,
    jobs: int | None = None,
    journal: Records | None = None,
) -> Floats | None:
    """The exact value of each quantity under each arm of an analysis: float64[arms, quantities]; None: simulate.

    Parameters
    ----------
    arms
        Scenarios with the same cells, such as a base and its variants.
    exact
        True: whatever it takes.  False: never.  None: where every cell of every arm has fewer states than the games
        that are asked for, and so few that all of them take no longer than these: see `most_states`.
    answers
        How many such answers the analysis asks for in all.
    jobs
        Threads; by default one a processor.
    journal
        Keeps solved cells, and gives them back.

    Raises
    ------
    Unsolvable
        `exact` is True, and something has no exact answer.
    """
    if exact is False:
        return None
    names = {
        cell: tuple(dict.fromkeys(one.metric.name for one in chosen if one.cell == cell))
        for cell in dict.fromkeys(one.cell for one in chosen)
    }
    try:
        if any(one.member != NOBODY for one in chosen):
            raise Unsolvable(f"{arms[0].path}: who wins has no exact answer")
        n_solved = answers * len(arms) * len(names)
        asked = [
            _Cell(arm, cell, names[cell], MOST_STATES if exact else most_states(arm.run.games, n_solved))
            for arm in arms
            for cell in names
        ]
        means = {one.key: _read(one, data) for one, data in map_chunks(_solve, asked, jobs or default_jobs(), journal)}
    except Unsolvable:
        if exact:
            raise
        return None
    solved = iter([means[one.key] for one in asked])
    values = [{cell: next(solved) for cell in names} for _ in arms]
    return np.array([[arm[one.cell][one.metric.name] for one in chosen] for arm in values])


def most_states(games: int, n_solved: int) -> int:
    """The most states at which a cell is solved rather than played `games` times, as one of `n_solved` cells."""
    return min(games - 1, MOST_STATES, max(games // PRICE, SOLVED_ANYWAY // n_solved))


def _solve(task: _Cell) -> bytes:
    means, n_states = exact_means(task.arm, task.arm.cells[task.cell], task.most_states)
    return pack([np.array([n_states]), np.array([means[name] for name in task.names]).view(np.int64)])


def _read(task: _Cell, data: bytes) -> dict[str, float]:
    n_states, words = unpack(data)
    if n_states[0] > task.most_states:  # solved when more games were asked for
        raise Unsolvable(f"{task.arm.path}: more than {task.most_states:,} states")
    return dict(zip(task.names, words.view(np.float64).tolist(), strict=True))
