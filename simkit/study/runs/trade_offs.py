"""The best trade-offs between two goals: the convex hull of what policies reach, by weighted sums.

Corners are policies that look at the state alone; between two of them play is mixed by one coin at the start.  Unmixed
policies below the hull are not sought (Roijers et al. 2013: the convex coverage set, by optimistic linear support).
"""

from typing import NamedTuple

import numpy as np

from simkit.study.runs.perfect import perfect
from simkit.study.scenarios.goals import Goal
from simkit.study.scenarios.scenario import Cell, Scenario

SLIGHT = 1e-6  # the weight of the other goal where only one counts
CLOSE = 1e-7  # a corner that is no further outside than this is none
MOST_CORNERS = 64


class Corner(NamedTuple):
    """What a policy reaches of both goals, as worths: more is better."""

    first: float
    second: float

    def worth(self, weights: tuple[float, float]) -> float:
        """Its weighted sum."""
        return weights[0] * self.first + weights[1] * self.second


def corners(scenario: Scenario, cell: Cell, goals: tuple[Goal, Goal], seats: list[int]) -> list[Corner]:
    """The corners of the hull, from the best of the first goal to the best of the second one."""

    def best(weights: tuple[float, float]) -> Corner:
        means = perfect(scenario, cell, weighted(goals, weights), seats).means
        return Corner(goals[0].worth(means), goals[1].worth(means))

    found, open_sides = [best((1.0, SLIGHT)), best((SLIGHT, 1.0))], [0]
    while open_sides and len(found) < MOST_CORNERS:
        side = open_sides.pop()
        left, right = found[side], found[side + 1]
        weights = across(left, right)
        corner = best(weights) if weights else left
        if weights and corner.worth(weights) > left.worth(weights) + CLOSE:
            found.insert(side + 1, corner)
            open_sides = [*(one + (one > side) for one in open_sides), side, side + 1]
    return found


def weighted(goals: tuple[Goal, Goal], weights: tuple[float, float]) -> Goal:
    """The goal of a weighted sum of two."""
    parts = zip(goals, weights, strict=True)
    return Goal(tuple((metric, share * weight) for goal, share in parts for metric, weight in goal.weights), True)


def across(left: Corner, right: Corner) -> tuple[float, float] | None:
    """Weights that add up to 1 and under which two corners are worth the same; None where there is no trade-off."""
    less, more = left.first - right.first, right.second - left.second
    return (more / (less + more), less / (less + more)) if less > CLOSE and more > CLOSE else None


def above(hull: list[Corner], policy: Corner) -> float:
    """How much more of the second goal the hull has than a policy, at as much of the first as it reaches, or more."""
    firsts = np.array([corner.first for corner in reversed(hull)])
    seconds = np.array([corner.second for corner in reversed(hull)])
    return float(np.interp(policy.first, firsts, seconds)) - policy.second
