"""Which figures decide a conclusion, and where they stand: what the owner of a copy should look up first.

From the bars of a sensitivity analysis comes a surrogate in which each figure moves each difference of the conclusion
by itself; its variance over all figures at once, each anywhere in its range, is the doubt, and is shared out.  The
joint draws, which were played or solved, tell how much of their spread the surrogate foretells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit import games
from simkit.games.components import stands
from simkit.study.stats.variance_shares import Surrogate, explained, variance_shares

if TYPE_CHECKING:
    from simkit.study.analyses.plausible_figures import Doubt
    from simkit.study.analyses.side_differences import Estimate
    from simkit.study.scenarios.scenario import Scenario
    from simkit.study.stats.variance_shares import Floats

MAP = "the map"


class LookUp(NamedTuple):
    """A figure, where it stands, and its share of the doubt."""

    figure: str
    piece: str
    where: str
    usual: Any
    believed: str
    share: float  # of the lead's variance: what is expected to go once the figure is known
    with_others: float  # its share together with what it does only jointly with others


class LookUps(NamedTuple):
    """All figures that enter, those that carry most doubt first."""

    figures: tuple[LookUp, ...] = ()
    explained: float = math.nan  # share of the spread of joint draws that the surrogate foretells (R2)


NOTHING_TO_LOOK_UP = LookUps()


def look_ups(
    scenario: Scenario,
    doubted: Sequence[Doubt],
    base: Sequence[float],
    changes: Sequence[Sequence[Estimate]],
    draws: Sequence[tuple[Floats, float]],
    between_maps: float,
) -> LookUps:
    """Share out the doubt of a conclusion.

    Parameters
    ----------
    base
        The differences of the conclusion, the least of which is the lead.
    changes
        Of each setting, in the order of the doubts and their values, the changes of these differences.
    draws
        Of each joint draw its numbers and its lead.
    between_maps
        Variance of the lead over maps drawn otherwise, free of chance.
    """
    if not doubted:
        return NOTHING_TO_LOOK_UP
    surrogate = Surrogate(np.array(base), _effects(doubted, changes))
    shares = variance_shares(surrogate, scenario.run.seed)
    of_figures = shares.variance / (shares.variance + between_maps) if shares.variance else 0.0
    found = [
        _look_up(scenario, doubt, *(of_figures * share))
        for doubt, share in zip(doubted, np.column_stack([shares.first, shares.total]), strict=True)
    ]
    if between_maps > 0:
        found.append(LookUp(MAP, "Map board", "its spaces and ways", "", "", 1 - of_figures, 1 - of_figures))
    leads = np.array([lead for _, lead in draws])
    foretold = surrogate.at(np.array([numbers for numbers, _ in draws])) if draws else leads
    order = sorted(found, key=lambda one: (-one.share, -one.with_others))
    return LookUps(tuple(order), explained(leads, foretold) if draws else math.nan)


def _effects(doubted: Sequence[Doubt], changes: Sequence[Sequence[Estimate]]) -> list[Any]:
    """What each figure does to each difference, between its values in straight lines."""
    rest, effects = iter(changes), []
    for doubt in doubted:
        under = [[0.0] * len(changes[0]), *([_net(change) for change in next(rest)] for _ in doubt.values[1:])]
        order = np.argsort(doubt.places)
        effects.append(partial(_effect, doubt, np.array(doubt.places, float)[order], np.array(under)[order]))
    return effects


def _effect(doubt: Doubt, places: Floats, under: Floats, numbers: Floats) -> Floats:
    positions = doubt.positions(numbers)
    return np.column_stack([np.interp(positions, places, column) for column in under.T])


def _net(change: Estimate) -> float:
    """A change without what chance adds to its square; 0 where there is none, or nobody sits to show one."""
    if math.isnan(change.size):
        return 0.0
    return math.copysign(math.sqrt(max(0.0, change.size**2 - change.error**2)), change.size)


def _look_up(scenario: Scenario, doubt: Doubt, share: float, with_others: float) -> LookUp:
    figure = doubt.figure
    stand = stands(games.get(scenario.game.name), scenario.figures, figure.path)
    others = " or ".join(map(str, doubt.values[1:]))
    believed = f"{figure.range[0]} to {figure.range[1]}" if figure.range else f"or {others}"
    return LookUp(figure.path, stand.piece, stand.where, figure.value, believed, float(share), float(with_others))
