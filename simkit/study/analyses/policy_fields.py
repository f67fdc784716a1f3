"""A scenario in other hands: its policies by name, and what each hand, with its variants, makes of every side."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.errors import BadInput
from simkit.study.analyses.contrasts import Estimate, Side, difference, mean_of
from simkit.study.runs import columns, exact_values, runner
from simkit.study.runs.pairs import same_rules
from simkit.study.scenarios.changes import altered, changed_setup
from simkit.study.scenarios.labels import spoken
from simkit.study.scenarios.quantities import Quantity
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    from simkit.study.runs.journal import Records


class Hand(NamedTuple):
    """A policy, and the scenario in its hands."""

    name: str
    scenario: Scenario

    @property
    def arms(self) -> list[Scenario]:
        """The scenario and its variants."""
        return [self.scenario, *(variant for _, variant in self.scenario.variants)]


def field_of(scenario: Scenario) -> dict[str, Any]:
    """The policies by what they are called: those of [robust], else all but the one that lets the dice decide."""
    asked = scenario.asked.robust.policies or [name for name in scenario.game.policies if name != "random"]
    return {str(spoken(policy)): policy for policy in asked}


def hands(scenario: Scenario, policies: Mapping[str, Any], where: str, *, variants: bool = False) -> list[Hand]:
    """The scenario, with or without its variants, in the hands of each policy; `BadInput` with all that is wrong."""
    found, lines = [], []
    for name, policy in policies.items():
        setup = {scenario.asked.robust.seat: policy}
        changed, faults = changed_setup(scenario, setup)
        compared = []
        for variant, one in scenario.variants if variants else ():
            change = scenario.asked.variants.get(variant)  # what it says of policies stays
            theirs, more = altered(changed, change.rules, change.setup) if change else changed_setup(one, setup)
            faults += more
            compared.append((variant, theirs))
        lines += [
            f"{scenario.path}: {where}: {name}: {message}" for message in {fault.message: None for fault in faults}
        ]
        found.append(Hand(name, changed._replace(variants=tuple(compared))))
    if lines:
        raise BadInput(lines)
    return found


class Table:
    """What every arm makes of every side: exact, or played on the same luck; arms that are alike are played once."""

    def __init__(
        self,
        arms: Sequence[Scenario],
        chosen: Sequence[Quantity],
        *,
        exact: bool | None,
        jobs: int,
        journal: Records | None,
        progress: runner.Progress,
    ) -> None:
        self.chosen = chosen
        self.arms: list[Scenario] = []
        for arm in arms:
            if self._place(arm) < 0:
                self.arms.append(arm)
        means = exact_values.exact_values(self.arms, chosen, exact=exact, journal=journal)
        self.exact = means is not None
        self._found: list[Sequence[Side]] = []
        for sides in columns.played(self.arms, chosen, jobs, journal) if means is None else means.tolist():
            self._found.append(sides)
            progress(1)
        n_cells = len({one.cell for one in chosen})
        self.games = 0 if self.exact else len(self.arms) * n_cells * self.arms[0].run.games

    def side(self, arm: Scenario, quantity: Quantity) -> Side:
        """What an arm makes of a side."""
        return self._found[self._place(arm)][self.chosen.index(quantity)]

    def seated(self, chosen: Sequence[Quantity]) -> list[Quantity]:
        """Those that sit in some game of some arm; who never sits is no side of the question."""
        return [one for one in chosen if any(not math.isnan(mean_of(self.side(arm, one))) for arm in self.arms)]

    def difference(self, one: Scenario, other: Scenario, quantity: Quantity) -> Estimate:
        """One arm less the other; exactly nothing where a cell is played under the same rules in the same hands."""
        if same_rules(one, other, quantity.cell):
            return Estimate(0.0, ())
        return difference(self.side(one, quantity), self.side(other, quantity))

    def _place(self, arm: Scenario) -> int:
        cells = range(len(arm.cells))
        alike = (place for place, one in enumerate(self.arms) if all(same_rules(one, arm, cell) for cell in cells))
        return next(alike, -1)
