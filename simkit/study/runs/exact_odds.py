"""Exact answers: a cell's endings and means from the very kernels that simulate it."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from simkit import games
from simkit.core.board import new_board
from simkit.core.exact import Chain, Solution, expected_gains, solve
from simkit.core.log import new_log
from simkit.core.records import PLAYING
from simkit.core.totals import carried, distribution, mean_square
from simkit.core.walking import walk
from simkit.errors import BadInput
from simkit.games.metrics import Metric
from simkit.study.runs.tally import Tally
from simkit.study.scenarios.scenario import Cell, Scenario
from simkit.study.stats.estimates import family_level, two_sided_binomial

MOST_STATES = 1 << 21
FAMILY_ALPHA = 1e-6  # chance that `check` calls a right kernel wrong, over all its comparisons


class Exact(NamedTuple):
    """The exact answer for one cell."""

    endings: dict[str, float]  # chance of each ending that can happen
    means: dict[str, float]  # expectation of each metric
    # Expectation of each metric's square, unless it is counted on the way; a lower bound where it depends on a count.
    squares: dict[str, float]
    distributions: dict[str, dict[float, float]]  # chance of each value of a headline mean, unless they are too many
    n_states: int


class Unsolvable(ValueError):  # noqa: N818 - it is the question that is unsolvable
    """Something has no exact answer, or one of too many states."""


def exact(scenario: Scenario, cell: Cell) -> Exact:
    """Endings and means of a cell, without simulation; raises `Unsolvable` when there are too many states.

    Where a cell has several setups, which games take in turn, the answer is their average.
    """
    check_policies(scenario, cell)
    setups = cell.compiled.setups
    try:
        answers = [_one_setup(scenario, setup, cell.compiled.policies) for setup in setups]
    except ValueError as error:
        raise Unsolvable(f"{scenario.path}: {cell_prefix(cell)}{error}") from error
    endings = {name: 0.0 for answer in answers for name in answer.endings}
    for answer in answers:
        endings |= {name: endings[name] + chance / len(setups) for name, chance in answer.endings.items()}
    means, squares = _average([answer.means for answer in answers]), _average([answer.squares for answer in answers])
    distributions = _mixture([answer.distributions for answer in answers])
    return Exact(endings, means, squares, distributions, sum(answer.n_states for answer in answers))


def check_policies(scenario: Scenario, cell: Cell) -> None:
    """`Unsolvable` for a mixture, whose chain would hold one of every combination of policies."""
    if cell.mixture:
        raise Unsolvable(f"{scenario.path}: {cell_prefix(cell)}a mixture of policies is played, not solved")


def cell_prefix(cell: Cell) -> str:
    """The coordinates of a cell and a colon, to begin a message with."""
    text = ", ".join(f"{name} {value}" for name, value in cell.coordinates.items())
    return f"{text}: " if text else ""


def _average(moments: list[dict[str, float]]) -> dict[str, float]:
    return {name: sum(of_setup[name] for of_setup in moments) / len(moments) for name in moments[0]}


def _mixture(distributions: list[dict[str, dict[float, float]]]) -> dict[str, dict[float, float]]:
    """The average of the distributions that all setups have."""
    return {
        name: {
            value: sum(of_setup[name].get(value, 0.0) for of_setup in distributions) / len(distributions)
            for value in sorted({value for of_setup in distributions for value in of_setup[name]})
        }
        for name in distributions[0]
        if all(name in of_setup for of_setup in distributions)
    }


def check_exact_entry(scenario: Scenario) -> None:
    """`BadInput` where the entry of a scenario has no exact answer."""
    if scenario.entry not in scenario.game.exact_entries:
        parts = games.get(scenario.game.name).every_part()
        able = ", ".join(entry for part in parts for entry in part.exact_entries) or "none"
        raise BadInput([f"{scenario.path}: {scenario.entry} has no exact answer; entries that have: {able}"])


def exact_means(scenario: Scenario, cell: Cell, most_states: int) -> tuple[dict[str, float], int]:
    """The mean of each metric of a cell and the chance of each ending, by name; and the number of states.

    Without squares and distributions, which take longer.  Raises
    `Unsolvable` where its entry has no exact answer, or its setups more than `most_states` states together.
    """
    if scenario.entry not in scenario.game.exact_entries:
        raise Unsolvable(f"{scenario.path}: {scenario.entry} has no exact answer")
    check_policies(scenario, cell)
    setups, total, left = cell.compiled.setups, Counter[str](), most_states
    for setup in setups:
        try:
            chain = explore(scenario, setup, cell.compiled.policies, left)
        except ValueError as error:
            raise Unsolvable(f"{scenario.path}: {cell_prefix(cell)}{error}") from error
        left -= len(chain.states)
        endings, means, _, _ = solved(scenario, setup, chain)
        total.update({**endings, **means})
    names = [*(metric.name for metric in scenario.game.metrics), *(ending.name for ending in scenario.game.endings)]
    return {name: total[name] / len(setups) for name in names}, most_states - left


def _one_setup(scenario: Scenario, setup: Any, policies: np.ndarray) -> Exact:
    chain = explore(scenario, setup, policies, MOST_STATES)
    endings, means, gains, ends = solved(scenario, setup, chain)
    squares = {metric.name: ends.mean(metric, 2) for metric in scenario.game.metrics if metric.column not in gains}
    shown = [
        metric for metric in scenario.game.metrics if metric.name in scenario.game.headline and not metric.is_share
    ]
    distributions = {headline.name: distribution for headline in shown if (distribution := ends.distribution(headline))}
    return Exact(endings, means, squares, distributions, len(chain.states))


def solved(scenario: Scenario, setup: Any, chain: Chain) -> "Solved":
    """The answer for one setup, from its chain."""
    limit = scenario.game.entries[scenario.entry].limit
    solution = solve(chain, most_steps(scenario))
    endings = _endings(scenario, chain, solution)
    if solution.unended:
        endings[limit.ending.name] = solution.unended
    ends = _Ends(scenario, setup, chain, solution)
    gains = expected_gains(chain, solution)
    return Solved(endings, {metric.name: _mean(metric, gains, ends) for metric in scenario.game.metrics}, gains, ends)


def most_steps(scenario: Scenario) -> int:
    """After how many steps play is cut off."""
    return int(scenario.rules[scenario.game.entries[scenario.entry].limit.field])


def explore(scenario: Scenario, setup: Any, policies: np.ndarray, most_states: int) -> Chain:
    """The chain of all states that play can reach from a setup; `ValueError` where they are too many."""
    chain: Chain = explored_by(walk, scenario, setup, policies, most_states)
    return chain


def explored_by(
    walker: Callable[..., Any], scenario: Scenario, setup: Any, policies: np.ndarray, most_states: int
) -> Any:
    """What a walk through all states makes of them: arcs of a chain, or trees of ways."""
    schema, kernels, log = scenario.game.schema, games.kernels(scenario.game), new_log()
    return walker(
        lambda memory: kernels.explore(scenario.rules, setup, policies, memory, log),
        schema.EXPLORED, schema.TALLY, most_states,
    )  # fmt: skip


def _endings(scenario: Scenario, chain: Chain, solution: Solution) -> dict[str, float]:
    endings = chain.states["ending"]
    chances = {ending.name: float(solution.ended[endings == ending].sum()) for ending in scenario.game.endings}
    return {name: chance for name, chance in chances.items() if chance}


def outcomes_at(scenario: Scenario, setup: Any, states: np.ndarray, **counted: int) -> np.ndarray:
    """The outcome of each state if play ended there and nothing but `counted` was counted on the way.

    Where play ends at the limit, the ending is that of the limit.
    """
    schema, limit = scenario.game.schema, scenario.game.entries[scenario.entry].limit
    ended, outcomes = states.copy(), np.zeros(len(states), schema.OUTCOME)
    ended["ending"][ended["ending"] == PLAYING] = limit.ending
    board = new_board(schema.STATE, schema.TALLY, 0)
    for field, count in counted.items():
        board.tallies[field] = count
    games.kernels(scenario.game).score_states(scenario.rules, setup, ended, board, outcomes)
    return outcomes


class _Ends:
    """The states where play ends, and the value of each metric there."""

    def __init__(self, scenario: Scenario, setup: Any, chain: Chain, solution: Solution) -> None:
        self.chain, self.most_steps = chain, most_steps(scenario)
        self.chances, self.unended = solution.ended + solution.left, solution.unended
        self.outcomes = outcomes_at(scenario, setup, chain.states)
        fields = {metric.counted for metric in scenario.game.metrics if metric.counted}
        self.counts = {
            field: (self._mean(field), outcomes_at(scenario, setup, chain.states, **{field: 1})) for field in fields
        }

    def _mean(self, field: str) -> np.ndarray:
        """The mean of a field of the tally, over the plays that end in each state."""
        totals = carried(self.chain, self.most_steps, field)
        mean: np.ndarray = np.divide(totals, self.chances, out=np.zeros_like(totals), where=self.chances > 0)
        return mean

    def means(self, metric: Metric) -> np.ndarray:
        """A metric's mean over the plays that end in each state."""
        column: np.ndarray = metric.of(self.outcomes).astype(float)
        if metric.counted:
            mean, with_one = self.counts[metric.counted]
            column += mean * (metric.of(with_one) - column)
        column /= metric.parts
        return column

    def mean(self, metric: Metric, power: int = 1) -> float:
        """A metric's mean over all plays; with power 2, that of the squares of `means`."""
        return float(self.chances @ self.means(metric) ** power)

    def distribution(self, metric: Metric) -> dict[float, float]:
        """Chance of each value; empty where they are too many, or depend both on a count and on where play ends."""
        if metric.counted:
            return {}
        if metric.column in (self.chain.gains.dtype.names or ()):
            chances = distribution(self.chain, self.most_steps, metric.column)
            values = np.arange(len(chances))
        else:
            values, indices = np.unique(metric.of(self.outcomes), return_inverse=True)
            chances = np.bincount(indices, self.chances)
        return {float(values[k] / metric.parts): float(chances[k]) for k in np.flatnonzero(chances)}


class Solved(NamedTuple):
    """The answer for one setup, from its chain."""

    endings: dict[str, float]
    means: dict[str, float]
    gains: dict[str, float]  # of each field of the tally
    ends: _Ends


def _mean(metric: Metric, gains: dict[str, float], ends: _Ends) -> float:
    """A metric's mean: from the arcs where it is counted on the way, else from the states where play ends."""
    return gains[metric.column] / metric.parts if metric.column in gains else ends.mean(metric)


def counted_squares(scenario: Scenario, cell: Cell) -> dict[str, float]:
    """Expectation of the square of each metric that is counted on the way: takes longer than `exact` itself."""
    setups, policies = cell.compiled
    counted = [metric for metric in scenario.game.metrics if metric.column in (scenario.game.schema.TALLY.names or ())]
    chains = [explore(scenario, setup, policies, MOST_STATES) for setup in setups]
    return {
        metric.name: sum(mean_square(chain, most_steps(scenario), metric.column) for chain in chains)
        / len(chains)
        / metric.parts**2
        for metric in counted
    }


class Comparison(NamedTuple):
    """One simulated quantity against its exact value."""

    cell: dict[str, Any]
    quantity: str
    simulated: float
    exact: float
    p_value: float


def compare(scenario: Scenario, answers: list[Exact], tallies: list[Tally]) -> list[Comparison]:
    """Every ending and metric of every cell: exact binomial tests of endings and shares, normal ones of means."""
    comparisons = []
    for cell, answer, tally in zip(scenario.cells, answers, tallies, strict=True):
        squares = {**answer.squares, **counted_squares(scenario, cell)}
        for ending in scenario.game.endings:
            chance = answer.endings.get(ending.name, 0.0)
            comparisons.append(_compare_share(cell, ending.name, chance, tally.endings[ending], tally.n))
        for index, metric in enumerate(scenario.game.metrics):
            if metric.is_share and metric.parts == 1:
                comparisons.append(
                    _compare_share(cell, metric.name, answer.means[metric.name], tally.sums[index], tally.n)
                )
            else:
                moments = answer.means[metric.name], squares[metric.name]
                comparisons.append(_compare_mean(cell, metric, moments, tally, index))
    return comparisons


def _compare_share(cell: Cell, name: str, chance: float, count: int, n: int) -> Comparison:
    p_value = two_sided_binomial(count, n, min(chance, 1.0))
    return Comparison(cell.coordinates, name, count / n, chance, p_value)


def _compare_mean(cell: Cell, metric: Metric, moments: tuple[float, float], tally: Tally, index: int) -> Comparison:
    """Normal test with the larger of two variances: what is rare shows none in the games where it did not happen."""
    from scipy.special import ndtr

    n, total, squares, expected = tally.n, tally.sums[index], tally.squares[index], moments[0]
    variance = max((n * squares - total**2) / n**2 / metric.parts**2, moments[1] - expected**2)
    difference = total / n / metric.parts - expected
    z = difference / (variance / n) ** 0.5 if variance > 0 else (0.0 if abs(difference) < 1e-9 else np.inf)
    return Comparison(cell.coordinates, metric.name, total / n / metric.parts, expected, float(2 * ndtr(-abs(z))))


def threshold(comparisons: list[Comparison]) -> float:
    """p-values below this contradict the exact answers."""
    return family_level(FAMILY_ALPHA, len(comparisons))
