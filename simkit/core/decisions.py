"""What perfect play decides: every decision of a state, what each choice is worth, and how often it is met."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from simkit.core.control import MEAN, Control, Optimum


class Decision(NamedTuple):
    """A decision that is met in a state."""

    state: int
    purpose: int
    owner: int  # from 1 on
    seen: tuple[tuple[int, int], ...]  # purpose and outcome of each roll and decision before it in its step
    values: tuple[float, ...]  # of each choice
    chosen: int
    reach: float  # how likely a step from the state meets it


@dataclass
class _Roll:
    """A roll of a tree, with its outcomes so far."""

    owner: int
    purpose: int
    outcomes: list["_Outcome"] = field(default_factory=list)


@dataclass
class _Outcome:
    """An outcome of a roll: where it leads, and the worth of that."""

    chance: float  # under the best policy
    roll: _Roll | None = None
    worth: float = 0.0


def decisions(control: Control, optimum: Optimum, state: int) -> Iterator[Decision]:
    """Every decision of the steps from a state, those first that come first; choices of others than the best, too."""
    root = _grown(control, optimum, state)
    if root is not None:
        yield from _met(control, state, root, (), 1.0)


def _grown(control: Control, optimum: Optimum, state: int) -> _Roll | None:
    """The tree of a state; None where its step rolls nothing."""
    branches = control.tree.branches
    ways, edge, open_rolls = branches.ways, int(branches.first_edge[state]), list[_Roll]()
    for way in range(int(branches.first_way[state]), int(branches.first_way[state + 1])):
        del open_rolls[int(ways.fork[way]) + 1 :]
        for level in range(int(ways.fork[way]), int(ways.depth[way])):
            if level == len(open_rolls):
                roll = _Roll(int(ways.owner[edge]), int(ways.purpose[edge]))
                if open_rolls:
                    open_rolls[-1].outcomes[-1].roll = roll
                open_rolls.append(roll)
            is_chance = control.roles[ways.owner[edge]] == MEAN
            chance = float(ways.chance[edge]) if is_chance else float(optimum.taken[edge])
            open_rolls[level].outcomes.append(_Outcome(chance))
            edge += 1
        if open_rolls:
            worth = optimum.value[branches.target[way]] + control.gain_worth[branches.gain[way]]
            open_rolls[-1].outcomes[-1].worth = float(worth)
    return open_rolls[0] if open_rolls else None


def _met(
    control: Control, state: int, roll: _Roll, seen: tuple[tuple[int, int], ...], reach: float
) -> Iterator[Decision]:
    """The decisions of a tree, with how likely each is met."""
    if control.roles[roll.owner] != MEAN:
        values = tuple(_worth(control, outcome) for outcome in roll.outcomes)
        chosen = next(place for place, outcome in enumerate(roll.outcomes) if outcome.chance > 0)
        yield Decision(state, roll.purpose, roll.owner, seen, values, chosen, reach)
    for place, outcome in enumerate(roll.outcomes):
        if outcome.roll is not None:
            before = (*seen, (roll.purpose, place))
            yield from _met(control, state, outcome.roll, before, reach * outcome.chance)


def _worth(control: Control, outcome: _Outcome) -> float:
    """What an outcome is worth."""
    if outcome.roll is None:
        return outcome.worth
    worths = [_worth(control, one) for one in outcome.roll.outcomes]
    role = int(control.roles[outcome.roll.owner])
    if role != MEAN:
        return role * max(role * worth for worth in worths)
    return sum(one.chance * worth for one, worth in zip(outcome.roll.outcomes, worths, strict=True))
