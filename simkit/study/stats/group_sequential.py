"""Looks planned beforehand: an error that is spent look by look, and what may be said where a run has stopped.

The statistic is taken as a Brownian motion that is seen at fractions of the planned games (Lan & DeMets 1983); of its
driftless density between the bounds, all that has a drift follows by the likelihood ratio.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.stats.empirical_likelihood import bisect
from simkit.study.stats.estimates import z_quantile

Floats = NDArray[np.float64]

NODES = 256  # of an integral between two bounds: several for each step of a thousand looks
FARTHEST = 9.0  # standard deviations beyond which nothing is: a chance of 1e-19
LEAST_SPENT = 1e-12  # a look with less to spend has no bounds


def spent(fraction: float, alpha: float) -> float:
    """The error, half of it to either side, that may be spent up to a fraction of the planned games.

    It is spent late, like that of O'Brien and Fleming (Lan & DeMets 1983).
    """
    from scipy.special import ndtr

    return float(4 * ndtr(-z_quantile(1 - alpha / 2) / math.sqrt(fraction)))


class _Stage(NamedTuple):
    """A look at which something is spent, and the motion at the last such look before it, between its bounds."""

    look: int
    nodes: Floats
    masses: Floats  # of the driftless motion, at the nodes
    before: float  # the fraction of that look
    fraction: float
    bound: float  # of the motion at this look


class Plan:
    """Looks at some fractions of the planned games, with two-sided bounds that spend `alpha`.

    Parameters
    ----------
    fractions
        Ascending, at most 1.  What was due at looks that were left out is spent at the first one here.
    """

    def __init__(self, fractions: Sequence[float], alpha: float) -> None:
        self.fractions, self.alpha = tuple(fractions), alpha

    @cached_property
    def stages(self) -> list[_Stage]:
        """The looks that spend something (Armitage, McPherson & Rowe 1969)."""
        nodes, masses, before, done, stages = np.zeros(1), np.ones(1), 0.0, 0.0, list[_Stage]()
        for look, fraction in enumerate(self.fractions):
            due = spent(fraction, self.alpha)
            if due - done > LEAST_SPENT:
                bound = _bound(nodes, masses, fraction - before, due - done)
                stages.append(_Stage(look, nodes, masses, before, fraction, bound))
                nodes, masses = _carried(stages[-1])
                before, done = fraction, due
        return stages

    @property
    def bounds(self) -> Floats:
        """For z at each look: beyond them the run stops; infinite where nothing is spent."""
        bounds = np.full(len(self.fractions), math.inf)
        for stage in self.stages:
            bounds[stage.look] = stage.bound / math.sqrt(stage.fraction)
        return bounds

    def above(self, look: int, z: float, drift: float) -> float:
        """The chance of an outcome at least as high as z at a look that spends something, in the stagewise order.

        Highest is what crosses the upper bound first, lowest what crosses the lower one first (Tsiatis, Rosner & Mehta
        1984).

        Parameters
        ----------
        drift
            Of the motion over all planned games: the mean of z at a fraction t is drift * sqrt(t).
        """
        if z < 0:
            return 1 - self.above(look, -z, -drift)
        (last,) = (stage for stage in self.stages if stage.look == look)
        earlier = sum(_beyond(stage, stage.bound, drift) for stage in self.stages if stage.look < look)
        return earlier + _beyond(last, z * math.sqrt(last.fraction), drift)

    def drift(self, look: int, z: float, p: float) -> float:
        """The drift under which an outcome at least as high has probability p: 1/2 for the median-unbiased estimate."""
        from scipy.optimize import brentq

        middle, reach = (number / math.sqrt(self.fractions[look]) for number in (z, FARTHEST))
        return float(brentq(lambda drift: self.above(look, z, drift) - p, middle - reach, middle + reach))


@lru_cache(maxsize=256)
def plan(fractions: tuple[float, ...], alpha: float) -> Plan:
    """A plan, worked out once."""
    return Plan(fractions, alpha)


def _bound(nodes: Floats, masses: Floats, step: float, error: float) -> float:
    """The bound that the driftless motion crosses to either side with a chance of `error`."""
    from scipy.special import ndtr

    deviation = math.sqrt(step)

    def left_over(bound: Floats) -> Floats:
        return np.array(masses @ ndtr((nodes - float(bound)) / deviation) - error / 2)

    return float(bisect(left_over, 0.0, float(np.max(nodes)) + FARTHEST * deviation))


def _beyond(stage: _Stage, bound: float, drift: float) -> float:
    """The chance to be above a bound at a look, and within the bounds at all looks before."""
    from scipy.special import ndtr

    step = stage.fraction - stage.before
    with np.errstate(divide="ignore"):  # a mass of 0
        drifted = np.exp(np.log(stage.masses) + drift * stage.nodes - drift**2 * stage.before / 2)
    return float(drifted @ ndtr((stage.nodes + drift * step - bound) / math.sqrt(step)))


def _carried(stage: _Stage) -> tuple[Floats, Floats]:
    """The motion at the nodes of a look, as far as it has not stopped."""
    places, weights = _legendre()
    nodes, step = stage.bound * places, stage.fraction - stage.before
    distances = nodes[:, None] - stage.nodes
    density = np.exp(-(distances**2) / (2 * step)) @ stage.masses / math.sqrt(2 * math.pi * step)
    return nodes, stage.bound * weights * density


@lru_cache(maxsize=1)
def _legendre() -> tuple[Floats, Floats]:
    places, weights = np.polynomial.legendre.leggauss(NODES)
    return places, weights
