"""Whether an analysis is answered exactly, and the exact values: no games, no luck, no intervals."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simkit.study.odds import MOST_STATES, Unsolvable, exact_means
from simkit.study.quantities import NOBODY, Quantity
from simkit.study.scenario import Scenario

Floats = NDArray[np.float64]


def exact_values(arms: Sequence[Scenario], chosen: Sequence[Quantity], *, exact: bool | None = None) -> Floats | None:
    """The exact value of each quantity under each arm of an analysis: float64[arms, quantities]; None: simulate.

    Parameters
    ----------
    arms
        Scenarios with the same cells, such as a base and its variants.
    exact
        True: whatever it takes.  False: never.  None: where every cell of every arm has fewer states than the games
        that are asked for.

    Raises
    ------
    Unsolvable
        `exact` is True, and something has no exact answer.
    """
    if exact is False:
        return None
    try:
        return np.array([_of_one(arm, chosen, MOST_STATES if exact else arm.run.games - 1) for arm in arms])
    except Unsolvable:
        if exact:
            raise
        return None


def _of_one(arm: Scenario, chosen: Sequence[Quantity], most_states: int) -> list[float]:
    if any(one.member != NOBODY for one in chosen):
        raise Unsolvable(f"{arm.path}: who wins has no exact answer")
    cells = {one.cell for one in chosen}
    means = {cell: exact_means(arm, arm.cells[cell], min(most_states, MOST_STATES)) for cell in sorted(cells)}
    return [means[one.cell][one.metric.name] for one in chosen]
