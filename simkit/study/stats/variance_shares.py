"""Whose doubt an answer carries: variance shares of uncertain inputs, from an additive surrogate of what was played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Effect = Callable[[Floats], Floats]  # of numbers in [0, 1): float64[n] -> float64[n, k], on k differences

SAMPLES = 1 << 14  # a power of 2, as the estimators of scipy want it; shares err by some thousandths


class Surrogate(NamedTuple):
    """Differences that each input moves by itself, and an answer that is the least of them.

    One difference makes it additive.
    """

    base: Floats  # [k], the differences under the usual inputs
    effects: Sequence[Effect]  # one an input

    def at(self, drawn: Floats) -> Floats:
        """The answers float64[n] to joint draws float64[n, inputs] in [0, 1)."""
        return _least(self._differences(drawn))

    def swapped(self, drawn: Floats, others: Floats) -> Iterator[Floats]:
        """For each input the answers where it alone is drawn as in `others`."""
        differences = self._differences(drawn)
        for i, effect in enumerate(self.effects):
            yield _least(differences - effect(drawn[:, i]) + effect(others[:, i]))

    def _differences(self, drawn: Floats) -> Floats:
        moved = (effect(drawn[:, i]) for i, effect in enumerate(self.effects))
        return sum(moved, np.tile(self.base, (len(drawn), 1)))


def _least(differences: Floats) -> Floats:
    least: Floats = np.min(differences, axis=1)
    return least


class Shares(NamedTuple):
    """What each input carries of the variance of an answer."""

    first: Floats  # by itself: what is expected to go once it is known (first-order Sobol index)
    total: Floats  # with all that it does together with others; the same as `first` where the answer is additive
    variance: float  # of the answer


def variance_shares(surrogate: Surrogate, seed: int, samples: int = SAMPLES) -> Shares:
    """Variance shares of independent inputs, each uniform on [0, 1) (Sobol 1993; Saltelli et al. 2010).

    Parameters
    ----------
    seed
        The same one gives the same shares on every machine.
    samples
        A power of 2.

    Returns
    -------
    shares
        At least 0, and those of `first` at most 1 together; all are 0 where the answer never varies.
    """
    from scipy.stats import sobol_indices

    inputs = len(surrogate.effects)
    a, b = np.split(_shifted_points(samples, 2 * inputs, seed), 2, axis=1)
    of_a, of_b = surrogate.at(a), surrogate.at(b)
    variance = float(np.var([of_a, of_b]))
    if variance == 0:
        return Shares(np.zeros(inputs), np.zeros(inputs), 0.0)
    if inputs == 1:  # it carries all, and scipy takes two or more
        return Shares(np.ones(1), np.ones(1), variance)
    swapped = np.array(list(surrogate.swapped(a, b)))[:, None]
    found = sobol_indices(func={"f_A": of_a[None], "f_B": of_b[None], "f_AB": swapped}, n=samples)
    first, total = (np.maximum(np.ravel(shares), 0.0) for shares in (found.first_order, found.total_order))
    return Shares(first / max(1.0, np.sum(first)), total, variance)


def _shifted_points(n: int, dimensions: int, seed: int) -> Floats:
    """Points of Sobol's sequence, all moved by one random step around the unit cube (Cranley & Patterson 1976)."""
    from scipy.stats import qmc

    # numpy keeps the words of a bit generator for ever, which scipy's own scrambling does not rest on.
    words = np.random.Philox(key=np.array([seed, 1], np.uint64)).random_raw(dimensions)
    points: Floats = (qmc.Sobol(dimensions, scramble=False).random(n) + (words >> np.uint64(11)) * 2.0**-53) % 1
    return points


def explained(answers: Floats, predicted: Floats) -> float:
    """R2: which share of the spread of answers a surrogate foretells (1 - residual / total sum of squares).

    Chance in played answers counts against it.  Below 0 the mean would foretell better; not a number where the answers
    do not vary.
    """
    around = np.sum((answers - np.mean(answers)) ** 2)
    return float(1 - np.sum((answers - predicted) ** 2) / around) if around else float("nan")
