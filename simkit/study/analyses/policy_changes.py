"""Every single change of a policy: one key, over its range, the others as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from simkit.errors import BadInput
from simkit.games.faults import spelt
from simkit.games.keys import Key
from simkit.study.analyses.threshold_search import WIDEST, in_words, usual_policy
from simkit.study.runs.pairs import same_rules
from simkit.study.scenarios.changes import changed_setup
from simkit.study.scenarios.labels import spoken
from simkit.study.scenarios.scenario import Cell, Scenario

MOST_VALUES = 9  # of a number, both ends and the value that it has included


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


def alternatives(key: Key, now: Any) -> list[Any]:
    """The other values that a key may have, beside the one that it has; none for a name that nobody lists.

    Numbers have all values, or those of `grid`.  A list has each two neighbours exchanged, each item left out, and each
    missing one added at its end.
    """
    if key.kind == "bool":
        return [not now]
    if key.kind == "int":
        high = max(WIDEST, 3 * now) if key.high is None else int(key.high)
        return [value for value in grid(int(key.low or 0), now, high) if value != now]
    if key.kind == "choices":
        return list(_other_lists(list(key.choices), list(now)))
    return [choice for choice in (*key.choices, *key.words) if choice != now]


def grid(low: int, now: int, high: int) -> list[int]:
    """At most nine whole numbers, ascending: both ends, the present value, and more of them the nearer to it."""
    low, high = min(low, now), max(high, now)
    if high - low < MOST_VALUES:
        return list(range(low, high + 1))
    below = min(now - low, max(MOST_VALUES // 2, MOST_VALUES - 1 - (high - now)))
    above = min(high - now, MOST_VALUES - 1 - below)
    return [
        *(now - step for step in reversed(_steps(now - low, below))),
        now,
        *(now + s for s in _steps(high - now, above)),
    ]


def _steps(reach: int, n: int) -> list[int]:
    """`n` growing distances up to `reach`, each about so many times the one before."""
    steps: list[int] = []
    for index, distance in enumerate(np.geomspace(1, max(reach, 1), n).tolist() if n else []):
        most = reach - (n - 1 - index)  # the others need room
        steps.append(reach if index == n - 1 else min(most, max(round(distance), steps[-1] + 1 if steps else 1)))
    return steps


def _other_lists(choices: Sequence[str], now: list[str]) -> Iterator[list[str]]:
    for first in range(len(now) - 1):
        yield [*now[:first], now[first + 1], now[first], *now[first + 2 :]]
    for index in range(len(now)):
        yield now[:index] + now[index + 1 :]
    for choice in choices:
        if choice not in now:
            yield [*now, choice]


def _text(value: Any) -> str:
    return spelt(value) if isinstance(value, bool) else str(spoken(list(value) if isinstance(value, tuple) else value))
