"""Exact answers: a cell's endings and means from the very kernels that simulate it."""

from typing import Any, NamedTuple

import numpy as np

from simkit import games
from simkit.core.board import new_board
from simkit.core.exact import Chain, Solution, expected_gains, solve, walk
from simkit.core.log import new_log
from simkit.study.scenario import Cell, Scenario
from simkit.study.stats import family_level, two_sided_binomial
from simkit.study.tally import Tally

MOST_STATES = 1 << 21
FAMILY_ALPHA = 1e-6  # chance that `check` calls a right kernel wrong, over all its comparisons


class Exact(NamedTuple):
    """The exact answer for one cell."""

    endings: dict[str, float]  # chance of each ending that can happen
    means: dict[str, float]  # expectation of each metric
    n_states: int


def exact(scenario: Scenario, cell: Cell) -> Exact:
    """Endings and means of a cell, without simulation; raises `ValueError` when there are too many states.

    Where a cell has several setups, which games take in turn, the answer is their average.
    """
    setups = cell.compiled.setups
    answers = [_one_setup(scenario, setup, cell.compiled.policies) for setup in setups]
    endings = {name: 0.0 for answer in answers for name in answer.endings}
    for answer in answers:
        endings |= {name: endings[name] + chance / len(setups) for name, chance in answer.endings.items()}
    means = {name: sum(answer.means[name] for answer in answers) / len(setups) for name in answers[0].means}
    return Exact(endings, means, sum(answer.n_states for answer in answers))


def _one_setup(scenario: Scenario, setup: Any, policies: np.ndarray) -> Exact:
    chain = explore(scenario, setup, policies)
    limit = scenario.game.limits[scenario.entry]
    solution = solve(chain, int(scenario.rules[limit.field]))
    endings = _endings(scenario, chain, solution)
    if solution.unended:
        endings[limit.ending.name] = solution.unended
    return Exact(endings, _means(scenario, setup, chain, solution), len(chain.states))


def explore(scenario: Scenario, setup: Any, policies: np.ndarray) -> Chain:
    """The chain of all states that play can reach from a setup."""
    schema, kernels, log = scenario.game.schema, games.kernels(scenario.game.name), new_log()
    return walk(
        lambda memory: kernels.explore(scenario.rules, setup, policies, memory, log),
        schema.EXPLORED, schema.TALLY, MOST_STATES,
    )  # fmt: skip


def _endings(scenario: Scenario, chain: Chain, solution: Solution) -> dict[str, float]:
    endings = chain.states["ending"]
    found = {ending.name: float(solution.ended[endings == ending].sum()) for ending in scenario.game.endings}
    return {name: chance for name, chance in found.items() if chance}


def _means(scenario: Scenario, setup: Any, chain: Chain, solution: Solution) -> dict[str, float]:
    """Expected metrics: what is counted on the way from the arcs, all else from the states where play ends."""
    schema, kernels = scenario.game.schema, games.kernels(scenario.game.name)
    outcomes = np.zeros(len(chain.states), schema.OUTCOME)
    kernels.score_states(scenario.rules, setup, chain.states, new_board(schema.STATE, schema.TALLY, 0), outcomes)
    gains = expected_gains(chain, solution)
    return {
        metric.name: gains[metric.column] if metric.column in gains else float(solution.ended @ outcomes[metric.column])
        for metric in scenario.game.metrics
    }


class Comparison(NamedTuple):
    """One simulated quantity against its exact value."""

    cell: dict[str, Any]
    quantity: str
    simulated: float
    exact: float
    p_value: float


def compare(scenario: Scenario, answers: list[Exact], tallies: list[Tally]) -> list[Comparison]:
    """Every ending and every mean of every cell: exact binomial tests of endings, normal ones of means."""
    found = []
    for cell, answer, tally in zip(scenario.cells, answers, tallies, strict=True):
        for ending in scenario.game.endings:
            chance, count = answer.endings.get(ending.name, 0.0), tally.endings[ending]
            p_value = two_sided_binomial(count, tally.n, min(chance, 1.0))
            found.append(Comparison(cell.coordinates, ending.name, count / tally.n, chance, p_value))
        for index, metric in enumerate(scenario.game.metrics):
            if metric.kind == "mean":
                found.append(_compare_mean(cell, metric.name, answer.means[metric.name], tally, index))
    return found


def _compare_mean(cell: Cell, name: str, expected: float, tally: Tally, index: int) -> Comparison:
    from scipy.special import ndtr

    n, total, squares = tally.n, tally.sums[index], tally.squares[index]
    error = ((n * squares - total**2) / n**2 / max(n - 1, 1)) ** 0.5
    difference = total / n - expected
    z = difference / error if error else (0.0 if abs(difference) < 1e-9 else np.inf)
    return Comparison(cell.coordinates, name, total / n, expected, float(2 * ndtr(-abs(z))))


def threshold(comparisons: list[Comparison]) -> float:
    """p-values below this contradict the exact answers."""
    return family_level(FAMILY_ALPHA, len(comparisons))
