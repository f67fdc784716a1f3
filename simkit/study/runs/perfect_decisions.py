"""The decisions of perfect play: where each is met, what is chosen, and what the next best choice would lose."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from simkit.core.control import induced
from simkit.core.decisions import Decision, decisions
from simkit.core.exact import solve
from simkit.core.records import PLAYING
from simkit.study.runs.exact_odds import most_steps
from simkit.study.runs.perfect import perfect_play
from simkit.study.scenarios.goals import Goal
from simkit.study.scenarios.scenario import Cell, Scenario


class Met(NamedTuple):
    """A decision in a state, under the policy that plays perfectly."""

    decision: str  # what for, as in "flees"
    state: Mapping[str, int]  # the fields of the state that differ among those met
    seen: str  # the rolls before it in its step: purposes and outcomes
    choices: tuple[str, ...]  # in words, where the game has any for them
    values: tuple[float, ...]  # of each choice
    chosen: int
    met: float  # how often a play meets it, on average

    @property
    def loses(self) -> float:
        """What the next best choice loses; 0 where another is as good, or there is none."""
        others = [value for place, value in enumerate(self.values) if place != self.chosen]
        return max(0.0, self.values[self.chosen] - max(others)) if others else 0.0

    @property
    def stake(self) -> float:
        """What a play would lose on average by always taking the next best choice here."""
        return self.met * self.loses


def decisions_met(scenario: Scenario, cell: Cell, goal: Goal, seats: list[int], number: int = 0) -> list[Met]:
    """Every decision of the asked seats that perfect play meets, from setup number `number` of a cell."""
    setup = cell.compiled.setups[number]
    control, optimum = perfect_play(scenario, setup, cell, goal, seats)
    states = control.tree.states
    visits = solve(induced(control, optimum.taken), most_steps(scenario)).visits
    reached = np.flatnonzero((visits > 0) & (states["ending"] == PLAYING))
    fields = {name: values[reached] for name, values in _leaves(states)}
    varying = {name: values for name, values in fields.items() if (values != values[0]).any()}
    owners = {seat + 1 for seat in seats}
    return [
        Met(
            _name(scenario, one.purpose),
            {name: int(values[place]) for name, values in varying.items()},
            _seen(scenario, one),
            _choices(scenario, states[state], one),
            one.values,
            one.chosen,
            float(visits[state]) * one.reach,
        )
        for place, state in enumerate(reached.tolist())
        for one in decisions(control, optimum, state)
        if one.owner in owners and one.reach > 0
    ]


def _choices(scenario: Scenario, state: Any, one: Decision) -> tuple[str, ...]:
    """The choices of a decision as the game says them, else numbers from 1 on."""
    n = len(one.values)
    say = scenario.game.abilities.get("choices")
    if say is None:
        return tuple(str(number) for number in range(1, n + 1))
    return tuple(say(scenario.figures, scenario.rules, state, one.purpose, n))


def _name(scenario: Scenario, purpose: int) -> str:
    """What a roll is for, in words."""
    return str(scenario.game.schema.Purpose(purpose).name.lower().removeprefix("policy_"))


def _seen(scenario: Scenario, one: Decision) -> str:
    return ", ".join(f"{_name(scenario, purpose)} {outcome}" for purpose, outcome in one.seen)


def _leaves(records: np.ndarray, prefix: str = "") -> Iterator[tuple[str, np.ndarray]]:
    """Every number of a record by its name, such as "player.wounds" or "party.0.points"."""
    for name in records.dtype.names or ():
        yield from _parts(records[name], f"{prefix}{name}")


def _parts(values: Any, name: str) -> Iterator[tuple[str, np.ndarray]]:
    if values.ndim > 1:
        for place in range(values.shape[1]):
            yield from _parts(values[:, place], f"{name}.{place}")
    elif values.dtype.names:
        yield from _leaves(values, f"{name}.")
    else:
        yield name, values
