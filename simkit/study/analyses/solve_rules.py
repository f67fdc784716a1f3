"""A policy of many states as a few rules that a person can use, and what each is worth.

A decision is told by one choice, or by splits of the state at a threshold, each the one that saves most of what the
choices lose, weighted by how often they are met (a tree grown greedily, as Breiman et al. 1984).  What rules lose is
counted decision by decision with perfect play afterwards (Kakade and Langford 2002), so it is near, not exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.runs.perfect_decisions import Met

MOST_SPLITS = 3
SAVES = 1e-9  # what a split must save

Floats = NDArray[np.float64]


class Rule(NamedTuple):
    """What to choose in some states."""

    conditions: tuple[tuple[str, bool, int], ...]  # field, whether above, threshold
    choice: str
    met: float  # how often a play follows it
    loses: float  # to perfect play, on average a play

    @property
    def when(self) -> str:
        """Its conditions in words."""
        return " and ".join(
            f"{name} is {self._range(name)}" for name in dict.fromkeys(one[0] for one in self.conditions)
        )

    def _range(self, name: str) -> str:
        """The values of a field that its conditions leave."""
        low = max(
            (threshold + 1 for field, above, threshold in self.conditions if field == name and above), default=None
        )
        high = min(
            (threshold for field, above, threshold in self.conditions if field == name and not above), default=None
        )
        if low is None:
            return f"{high} or less"
        if high is None:
            return f"{low} or more"
        return str(low) if low == high else f"{low} to {high}"


class Rules(NamedTuple):
    """A decision, told by rules."""

    decision: str
    rules: tuple[Rule, ...]
    saves: float  # what they save, against always choosing the same

    @property
    def loses(self) -> float:
        """To perfect play, on average a play."""
        return sum(rule.loses for rule in self.rules)


def rules_of(met: Sequence[Met]) -> list[Rules]:
    """Rules for each decision that is met, those first with which most can be lost."""
    by_name: dict[str, list[Met]] = {}
    for one in met:
        if len(one.values) > 1:
            by_name.setdefault(one.decision, []).append(one)
    told = [_rules(name, rows) for name, rows in by_name.items()]
    return sorted(told, key=lambda one: -one.saves)


def _rules(name: str, rows: Sequence[Met]) -> Rules:
    choices = list(dict.fromkeys(choice for one in rows for choice in one.choices))
    losses = _losses(rows, choices)
    fields = {field: np.array([one.state[field] for one in rows]) for field in rows[0].state}
    whole = np.ones(len(rows), bool)
    parts: list[tuple[NDArray[np.bool_], tuple[tuple[str, bool, int], ...]]] = [(whole, ())]
    for _ in range(MOST_SPLITS):
        splits = [(*_best_split(losses, fields, part), number) for number, (part, _) in enumerate(parts)]
        saved, field, threshold, number = max(splits, key=lambda split: split[0])
        if saved < SAVES:
            break
        part, conditions = parts[number]
        above = part & (fields[field] > threshold)
        parts[number : number + 1] = [
            (part & ~above, (*conditions, (field, False, threshold))),
            (above, (*conditions, (field, True, threshold))),
        ]
    weights = np.array([one.met for one in rows])
    rules = [
        Rule(conditions, choices[losses[part].sum(axis=0).argmin()], float(weights[part].sum()), _lost(losses[part]))
        for part, conditions in parts
    ]
    return Rules(name, tuple(rules), _lost(losses) - sum(rule.loses for rule in rules))


def _losses(rows: Sequence[Met], choices: Sequence[str]) -> Floats:
    """What each choice loses in each decision, times how often it is met.

    A choice that is not there loses as much as the worst.
    """
    losses = np.empty((len(rows), len(choices)))
    for row, one in enumerate(rows):
        lost = np.maximum(one.met * (one.values[one.chosen] - np.array(one.values)), 0.0)
        losses[row] = max(lost.max(), SAVES * one.met)
        losses[row, [choices.index(choice) for choice in one.choices]] = lost
    return losses


def _lost(losses: Floats) -> float:
    """What the best single choice loses."""
    return float(losses.sum(axis=0).min())


def _best_split(
    losses: Floats, fields: dict[str, NDArray[np.int64]], part: NDArray[np.bool_]
) -> tuple[float, str, int]:
    """What the best split of some decisions saves, and its field and threshold; "" where nothing can be split."""
    whole, best = _lost(losses[part]), (0.0, "", 0)
    for field, values in fields.items():
        for threshold in np.unique(values[part])[:-1].tolist():
            above = values[part] > threshold
            saved = whole - _lost(losses[part][above]) - _lost(losses[part][~above])
            if saved > best[0]:
                best = (saved, field, threshold)
    return best
