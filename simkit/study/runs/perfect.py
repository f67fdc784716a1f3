"""A cell under perfect play: the best that the asked side can reach, and all that comes of playing so."""

from typing import Any, NamedTuple

import numpy as np

from simkit.core.control import ALIKE, BEST, MEAN, PRECISION, Control, Optimum, best_play, induced
from simkit.core.walking import Tree, walk_ways
from simkit.study.runs.exact_odds import (
    MOST_STATES,
    Unsolvable,
    cell_prefix,
    check_policies,
    explored_by,
    most_steps,
    outcomes_at,
    solved,
)
from simkit.study.scenarios.goals import Goal
from simkit.study.scenarios.scenario import Cell, Scenario


class Perfect(NamedTuple):
    """The answer for one cell, the average over its setups."""

    worth: float  # the best that can be reached within the limit on steps
    error: float  # by which that may be wrong at most
    lost: float  # what the policy of states, which does not look at the steps left, loses to it at the limit
    unended: float  # chance that this policy plays until the limit
    steps: float  # that it takes, on average
    means: dict[str, float]  # of each metric and ending, when it plays
    n_states: int
    n_ways: int


class Play(NamedTuple):
    """Perfect play from one setup."""

    control: Control
    optimum: Optimum


def perfect(scenario: Scenario, cell: Cell, goal: Goal, seats: list[int], most: int = MOST_STATES) -> Perfect:
    """The best of a cell whose asked seats leave every decision open; `Unsolvable` where its states are too many."""
    check_policies(scenario, cell)
    answers = [_one_setup(scenario, setup, cell, goal, seats, most) for setup in cell.compiled.setups]
    names = [*(metric.name for metric in scenario.game.metrics), *(ending.name for ending in scenario.game.endings)]
    means = {name: float(np.mean([answer.means.get(name, 0.0) for answer in answers])) for name in names}
    worth, error, lost, unended, steps = np.mean([answer[:5] for answer in answers], axis=0).tolist()
    n_states, n_ways = np.sum([answer[6:] for answer in answers], axis=0).tolist()
    return Perfect(worth, error, lost, unended, steps, means, n_states, n_ways)


def perfect_play(
    scenario: Scenario, setup: Any, cell: Cell, goal: Goal, seats: list[int], most: int = MOST_STATES
) -> Play:
    """The tree of a setup and the best policy in it."""
    try:
        tree = explore_ways(scenario, setup, cell.compiled.policies, most)
    except ValueError as error:
        raise Unsolvable(f"{scenario.path}: {cell_prefix(cell)}{error}") from error
    control = Control(tree, _roles(cell, seats), *_worths(scenario, setup, tree, goal), most_steps(scenario))
    return Play(control, best_play(control))


def explore_ways(scenario: Scenario, setup: Any, policies: np.ndarray, most_states: int) -> Tree:
    """The trees of all states that play can reach from a setup; `ValueError` where they are too many."""
    tree: Tree = explored_by(walk_ways, scenario, setup, policies, most_states)
    return tree


def _one_setup(scenario: Scenario, setup: Any, cell: Cell, goal: Goal, seats: list[int], most: int) -> Perfect:
    """The best of one setup; the chain of its policy goes through the exact answer like any other's."""
    control, optimum = perfect_play(scenario, setup, cell, goal, seats, most)
    chain = induced(control, optimum.taken)
    answer = solved(scenario, setup, chain)
    means = {**answer.means, **answer.endings}
    best, reached = float(optimum.value[0]), goal.worth({name: means.get(name, 0.0) for name in _names(goal)})
    if reached > best + _tolerance(best):
        raise RuntimeError(f"{scenario.path}: a policy is worth {reached!r}, the best {best!r}: the solver is wrong")
    lost = best - reached if best - reached > _tolerance(best) else 0.0
    n_states, n_ways, steps = len(chain.states), len(control.tree.branches.target), float(optimum.steps[0])
    return Perfect(best, optimum.error, lost, answer.ends.unended, steps, means, n_states, n_ways)


def _tolerance(worth: float) -> float:
    return PRECISION * max(1.0, abs(worth)) + ALIKE


def _names(goal: Goal) -> list[str]:
    return [metric.name for metric in goal.metrics]


def _roles(cell: Cell, seats: list[int]) -> np.ndarray:
    """What becomes of the decisions of each owner: the best for the asked seats, those of others left to chance."""
    return np.array([MEAN, *(BEST if seat in seats else MEAN for seat in range(len(cell.compiled.policies)))])


def _worths(scenario: Scenario, setup: Any, tree: Tree, goal: Goal) -> tuple[np.ndarray, np.ndarray]:
    """What each state is worth where play ends there, and each of the gains on the way."""
    outcomes = outcomes_at(scenario, setup, tree.states)
    worth, gain_worth = np.zeros(len(tree.states)), np.zeros(len(tree.gains))
    for metric, weight in goal.weights:
        share = weight / metric.parts
        if metric.column in (tree.gains.dtype.names or ()):
            gain_worth += share * tree.gains[metric.column]
        elif metric.column == "ending":
            worth += share * (outcomes["ending"] == scenario.game.endings[metric.name])
        else:
            worth += share * metric.of(outcomes)
    return worth, gain_worth
