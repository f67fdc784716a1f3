"""Every single change of a policy: one key, over its range, the others as they are."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.faults import spelt
from simkit.games.keys import Key
from simkit.study.analyses.other_values import alternatives
from simkit.study.analyses.threshold_search import in_words, usual_policy
from simkit.study.runs.pairs import same_rules
from simkit.study.scenarios.changes import changed_setup
from simkit.study.scenarios.labels import spoken
from simkit.study.scenarios.scenario import Cell, Scenario


class Change(NamedTuple):
    """One key with another value."""

    key: str
    was: Any
    value: Any

    @property
    def said_was(self) -> str:
        """The old value as a text."""
        return _text(self.was)

    @property
    def said(self) -> str:
        """The new value as a text."""
        return _text(self.value)


class InUse(NamedTuple):
    """A policy of a seat, and the cells in which it plays."""

    seat: str  # the key that sets it
    scenario: Scenario  # those cells alone
    policy: dict[str, Any]  # its kind and all that a scenario may set of it

    @property
    def name(self) -> str:
        """As a person would say it."""
        return str(spoken(in_words(self.scenario, self.policy)))

    def changes(self, only: Sequence[str] = ()) -> list[Change]:
        """Every single change, key by key; `only` of these keys, where there are any."""
        return [
            Change(key.name, self.policy[key.name], value)
            for key in self._keys(only)
            for value in alternatives(key, self.policy[key.name])
        ]

    def unasked(self, only: Sequence[str] = ()) -> list[str]:
        """The keys of which nobody knows another value, such as a name of a place."""
        return [key.name for key in self._keys(only) if not alternatives(key, self.policy[key.name])]

    def under(self, change: Change, scenario: Scenario) -> Scenario | None:
        """The cells of a scenario with this policy changed; None where the game refuses that."""
        changed, faults = changed_setup(
            scenario, {self.seat: in_words(scenario, {**self.policy, change.key: change.value})}
        )
        return None if faults else changed

    def _keys(self, only: Sequence[str]) -> list[Key]:
        keys = self.scenario.game.policy_keys
        return [key for key in keys if key.name in self.policy and (key.name in only or not only)]


def in_use(scenario: Scenario, seat: str) -> list[InUse]:
    """Every policy that a key of a cell holds, with the cells that hold it; those that have no keys are left out.

    Raises `BadInput` where the key is not what the seat plays by.
    """
    cells: dict[str, list[Cell]] = {}
    policies: dict[str, dict[str, Any]] = {}
    for cell in scenario.cells:
        with suppress(BadInput):  # a policy without keys
            policy = usual_policy(scenario._replace(cells=(cell,)), seat)
            cells.setdefault(spelt(policy), []).append(cell)
            policies[spelt(policy)] = policy
    used_policies = [InUse(seat, scenario._replace(cells=tuple(its)), policies[name]) for name, its in cells.items()]
    for used in used_policies:
        _check_that_it_plays(used)
    return used_policies


def _check_that_it_plays(used: InUse) -> None:
    base = used.scenario
    same, _ = changed_setup(base, {used.seat: in_words(base, used.policy)})
    if not all(same_rules(base, same, cell) for cell in range(len(base.cells))):
        raise BadInput(f"{base.path}: {used.seat} plays by another key than its own: set {used.seat} under [setup]")


def _text(value: Any) -> str:
    return spelt(value) if isinstance(value, bool) else str(spoken(list(value) if isinstance(value, tuple) else value))
