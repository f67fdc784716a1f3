"""Sets of house rules: a scenario with some switches on, and the smallest set that brings all sides within a target."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.games.metrics import Metric
from simkit.study.scenarios.changes import altered, leaves
from simkit.study.scenarios.quantities import Quantity
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import in_points, parse
from simkit.study.stats.factorial import Floats, Switches

Target = tuple[float, float]


class Proof(NamedTuple):
    """The set of rules that the cells suggest, tested on a fresh seed, or by its exact values."""

    switches: Switches
    intervals: tuple[tuple[float, float], ...]  # simultaneous, of each side that sits
    shares: tuple[float, ...]
    holds: bool  # all of them lie inside the target
    seed: int | None  # None where the values are exact


def insist_on_different_things(scenario: Scenario) -> None:
    """`BadInput` where two switches change the same thing, so that not both can be on."""
    changed = {}
    for name, variant in scenario.asked.variants.items():
        changed[name] = {(part, *path) for part in ("rules", "setup") for path, _ in leaves(getattr(variant, part))}
    for (a, paths), (b, other_paths) in combinations(changed.items(), 2):
        for same in paths & other_paths:
            raise BadInput(f"{scenario.path}: the switches {a} and {b} both change {'.'.join(map(str, same))}")


def under(scenario: Scenario, on: Any) -> Scenario:
    """The scenario with some of its switches on."""
    for (name, variant), chosen in zip(scenario.asked.variants.items(), on, strict=True):
        if chosen:
            scenario, faults = altered(scenario, variant.rules, variant.setup)
            if faults:
                raise BadInput([f"{scenario.path}: {name}, together with others: {fault.message}" for fault in faults])
    return scenario


def target_of(target: tuple[str | float, str | float] | None, metric: Metric) -> Target | None:
    """Where every side should lie, in the unit of the metric; `BadInput` for a bad target."""
    if target is None:
        return None
    if not isinstance(target, (list, tuple)) or len(target) != 2:
        raise BadInput(f"a target is its lower and its higher end, not {short(target)}")
    low, high = (parse(end, "an end of a target") for end in target)
    if not metric.is_share and any(map(in_points, target)):
        raise BadInput(f"a target in points is one of shares; for {metric.name} give numbers, as 2 and 3.5")
    if not low < high:
        raise BadInput(f"a target reaches from a lower to a higher end, not from {target[0]} to {target[1]}")
    if metric.is_share and (low < 0 or high > 1):
        raise BadInput(f"a target of a share lies within 0pt to 100pt, not from {target[0]} to {target[1]}")
    return low, high


def smallest(sets: Sequence[Switches], predicted: Floats, target: Target) -> tuple[Switches, bool]:
    """The smallest set predicted to reach the target, and True; else the closest set, and False.

    Of several smallest sets it is the one farthest inside the target.

    Parameters
    ----------
    sets, predicted
        Sets by size, and the predicted mean of each quantity under each: float64[sets, quantities]; NaN where the set
        does not seat the side.
    """
    slack = np.nanmin(np.minimum(predicted - target[0], target[1] - predicted), axis=1)
    inside = [index for index in range(len(sets)) if slack[index] > 0]
    if not inside:
        return sets[int(slack.argmax())], False
    fewest = min(len(sets[index]) for index in inside)
    best = max((index for index in inside if len(sets[index]) == fewest), key=lambda index: float(slack[index]))
    return sets[best], True


def reachable(target: Target, quantity: Quantity) -> Target:
    """The target, with its ends moved outwards where a share cannot pass them: so 0 and 1 themselves are inside."""
    low, high = target
    if not quantity.metric.is_share:
        return target
    return low if low > 0 else -1.0, high if high < 1 else 2.0
