"""A scenario under several policies: these by name, and the result of every side under each, with its variants."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.errors import BadInput
from simkit.study.analyses.side_differences import Estimate, Side, difference, mean_of
from simkit.study.runs import columns, exact_values, runner
from simkit.study.runs.pairs import same_rules
from simkit.study.scenarios.changes import altered, changed_setup
from simkit.study.scenarios.labels import spoken
from simkit.study.scenarios.quantities import Quantity
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    from simkit.study.runs.journal import Records


class Hand(NamedTuple):
    """A policy by name, and the scenario played by it."""

    name: str
    scenario: Scenario

    @property
    def arms(self) -> list[Scenario]:
        """The scenario and its variants."""
        return [self.scenario, *(variant for _, variant in self.scenario.variants)]


def field_of(scenario: Scenario) -> dict[str, Any]:
    """The policies by name: those of [robust], else all presets but `random`."""
    asked = scenario.asked.robust.policies or [name for name in scenario.game.policies if name != "random"]
    return {str(spoken(policy)): policy for policy in asked}


def hands(scenario: Scenario, policies: Mapping[str, Any], where: str, *, variants: bool = False) -> list[Hand]:
    """The scenario, with or without its variants, under each policy; `BadInput` with all that is wrong."""
    all_hands, lines = [], []
    for name, policy in policies.items():
        setup = {scenario.asked.robust.seat: policy}
        changed, faults = changed_setup(scenario, setup)
        compared = []
        for variant_name, variant in scenario.variants if variants else ():
            change = scenario.asked.variants.get(variant_name)  # its own policies stay
            changed_variant, more = (
                altered(changed, change.rules, change.setup) if change else changed_setup(variant, setup)
            )
            faults += more
            compared.append((variant_name, changed_variant))
        lines += [
            f"{scenario.path}: {where}: {name}: {message}" for message in {fault.message: None for fault in faults}
        ]
        all_hands.append(Hand(name, changed._replace(variants=tuple(compared))))
    if lines:
        raise BadInput(lines)
    return all_hands


class Table:
    """The result of every side in every arm: exact, or played on the same luck; arms that are alike are played once."""

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
        n_cells = len({quantity.cell for quantity in chosen})
        self.games = 0 if self.exact else len(self.arms) * n_cells * self.arms[0].run.games

    def side(self, arm: Scenario, quantity: Quantity) -> Side:
        """The result of a side in an arm."""
        return self._found[self._place(arm)][self.chosen.index(quantity)]

    def seated(self, chosen: Sequence[Quantity]) -> list[Quantity]:
        """The quantities whose side sits in some game of some arm; the others are left out of the question."""
        return [
            quantity
            for quantity in chosen
            if any(not math.isnan(mean_of(self.side(arm, quantity))) for arm in self.arms)
        ]

    def difference(self, arm: Scenario, other_arm: Scenario, quantity: Quantity) -> Estimate:
        """One arm less the other; exactly 0 where the cell has the same rules and policies in both."""
        if same_rules(arm, other_arm, quantity.cell):
            return Estimate(0.0, ())
        return difference(self.side(arm, quantity), self.side(other_arm, quantity))

    def _place(self, arm: Scenario) -> int:
        cells = range(len(arm.cells))
        alike = (index for index, known in enumerate(self.arms) if all(same_rules(known, arm, cell) for cell in cells))
        return next(alike, -1)
