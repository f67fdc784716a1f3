"""A turn of a seat: policies are searched in a race on one luck, and the best is held against the usual on another.

`tune` is one turn, `league` many.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.errors import BadInput
from simkit.study.analyses.side_differences import Estimate, Side, combined, mean_of
from simkit.study.analyses.threshold_search import Search
from simkit.study.runs import columns, exact_values, runner
from simkit.study.runs.columns import Column
from simkit.study.scenarios.quantities import Quantity
from simkit.study.scenarios.scenario import Scenario
from simkit.study.stats.estimates import family_level

if TYPE_CHECKING:
    from simkit.study.runs.journal import Records

HEATS = 5  # of a race: each has twice the games of the one before
BEHIND = 0.05  # chance of dropping, in some heat, a policy that is as good as the best

Policy = Mapping[str, Any]  # a kind and all thresholds
Arm = Callable[[Policy], Scenario]  # the scenario in which the seat plays a policy


class Luck:
    """Results of arms: exact as long as exact answers are possible, from then on played."""

    def __init__(
        self, chosen: Sequence[Quantity], jobs: int, journal: Records | None, exact: bool | None, n_answers: int
    ) -> None:
        self.chosen, self.jobs, self.journal = chosen, jobs, journal
        self.exact, self.n_answers, self.n_games = exact, n_answers, 0

    def answers(self, arms: Sequence[Scenario]) -> list[list[Side]]:
        """The metric of each side in each arm."""
        solved = self._solved(arms)
        return self._played(arms) if solved is None else solved

    def race(self, arm: Scenario, rival: Sequence[Side], sign: int) -> list[Side]:
        """The metric of each side in an arm; where it is played and falls behind its rival beyond chance it stops."""
        solved = self._solved([arm])
        if solved is not None:
            return solved[0]
        sides: list[Side] = []
        for first, upto in pairwise([0, *_heats(arm)]):
            (more,) = self._played([arm.played(games=upto)], first)
            sides = [_joined(*pair) for pair in zip(sides, more, strict=True)] if sides else more
            if _behind(sides, rival, sign):
                break
        return sides

    def _solved(self, arms: Sequence[Scenario]) -> list[list[Side]] | None:
        if self.exact is False:
            return None
        means = exact_values.exact_values(
            arms, self.chosen, exact=self.exact, answers=self.n_answers, journal=self.journal
        )
        if means is None:
            self.exact = False
            return None
        return [list(values) for values in means.tolist()]

    def _played(self, arms: Sequence[Scenario], first: int = 0) -> list[list[Side]]:
        n_cells = len({quantity.cell for quantity in self.chosen})
        self.n_games += n_cells * sum(arm.run.games - first for arm in arms)
        return [list(sides) for sides in columns.played(arms, self.chosen, self.jobs, self.journal, first)]


def _heats(arm: Scenario) -> list[int]:
    """Games up to the end of each heat: whole blocks of line-ups as far as that goes."""
    games, block = arm.run.games, math.lcm(*(len(cell.compiled.setups) for cell in arm.cells))
    return sorted({min(games, -(-games // (block << heat)) * block) for heat in range(HEATS)})


def _joined(side: Side, more: Side) -> Side:
    """The games of a side, and further ones."""
    assert isinstance(side, Column)
    assert isinstance(more, Column)
    seated = [np.ones(len(part.values), bool) if part.sits is None else part.sits for part in (side, more)]
    sits = None if side.sits is None and more.sits is None else np.concatenate(seated)
    return Column(side.metric, np.concatenate([side.values, more.values]), sits)


def _behind(sides: Sequence[Side], rival: Sequence[Side], sign: int) -> bool:
    """Whether an arm is worse than its rival on the same games, beyond chance."""
    same_games = list(_same_games(sides, rival))
    if not same_games:
        return False
    ends = gain(sides, same_games).interval(1 - family_level(BEHIND, HEATS))
    return max(sign * end for end in ends) < 0


def _same_games(sides: Sequence[Side], rival: Sequence[Side]) -> Iterator[Side]:
    """The rival in the games of an arm; nothing where one of them is exact."""
    for side, other in zip(sides, rival, strict=False):
        if isinstance(side, Column) and isinstance(other, Column):
            n = len(side.values)
            yield Column(other.metric, other.values[:n], None if other.sits is None else other.sits[:n])


def gain(after: Sequence[Side], before: Sequence[Side]) -> Estimate:
    """The mean difference over the sides that sit in some game."""
    pairs = [pair for pair in zip(after, before, strict=True) if not any(math.isnan(mean_of(side)) for side in pair)]
    return combined([term for now, was in pairs for term in ((now, 1), (was, -1))], max(1, len(pairs)))


def average(sides: Sequence[Side]) -> float:
    """The mean over the sides that sit in any game."""
    means = [mean for mean in map(mean_of, sides) if not math.isnan(mean)]
    return float(np.mean(means)) if means else math.nan


class Best(NamedTuple):
    """The best policy of a search."""

    policy: dict[str, Any] | None  # None: nothing was better than the rival that the search began with
    sides: Sequence[Side]
    value: float


def searched(
    arm: Arm, search: Search, luck: Luck, sign: int, n_trials: int, *, progress: runner.Progress, rival: Best | None
) -> tuple[Best, list[dict[str, Any]]]:
    """The best of some proposals, all on the same luck, and a row for each; of equal ones the first.

    Each is played against the best so far, and dropped in the heat in which it is behind beyond chance; its value is
    then that of the best plus the difference in the games of both.

    Parameters
    ----------
    sign
        -1 where less of the metric is better.
    rival
        What has to be bettered; without one the first proposal.
    """
    best, name, path = rival, luck.chosen[0].metric.name, ""
    rows: list[dict[str, Any]] = []
    values: dict[str, float] = {}
    for _ in range(n_trials):
        policy = search.propose()
        known = json.dumps(policy, sort_keys=True)
        if known not in values:
            scenario = arm(policy)
            path = str(scenario.path)
            sides = luck.race(scenario, best.sides if best else (), sign)
            values[known] = _value(sides, best)
            if best is None or sign * (values[known] - best.value) > 0:
                best = Best(policy, sides, values[known])
        if math.isnan(values[known]):
            raise BadInput(f"{path}: {name} counts in none of the games")
        search.tell(values[known])
        rows.append({**policy, name: values[known]})
        progress(1)
    assert best is not None
    return best, rows


def _value(sides: Sequence[Side], best: Best | None) -> float:
    """The metric of an arm; of one that was dropped, the best's and the difference in the games of both."""
    if best and (same_games := list(_same_games(sides, best.sides))):
        if any(len(side.values) < len(whole.values) for side, whole in zip(sides, best.sides, strict=True)
               if isinstance(side, Column) and isinstance(whole, Column)):  # fmt: skip
            return best.value + gain(sides, same_games).size
    return average(sides)
