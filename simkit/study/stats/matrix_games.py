"""Two players with opposite interests and a table of payoffs: how each best mixes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

LEAST_WEIGHT = 1e-6  # a smaller one is rounding


def equilibrium(payoffs: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """The mixtures of a matrix game in which neither player gains by changing his own (von Neumann 1928).

    Parameters
    ----------
    payoffs : float64[rows, columns]
        What the player of rows gets, and the player of columns loses.

    Returns
    -------
    rows, columns
        Weights that sum to one.  Where there are several such mixtures, one of them.
    """
    table = np.asarray(payoffs, float)
    return _best_mixture(table), _best_mixture(-table.T)


def _best_mixture(payoffs: NDArray[Any]) -> NDArray[Any]:
    """The mixture of rows whose least payoff over the columns is largest, by a linear program (Dantzig 1951)."""
    from scipy.optimize import linprog

    n_rows, n_columns = payoffs.shape
    least_payoff = np.append(np.zeros(n_rows), -1.0)  # the last variable is the value, which is to be large
    solution = linprog(
        least_payoff,
        A_ub=np.column_stack([-payoffs.T, np.ones(n_columns)]),
        b_ub=np.zeros(n_columns),
        A_eq=np.append(np.ones(n_rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[*[(0, None)] * n_rows, (None, None)],
        method="highs",
    )
    weights = np.where(solution.x[:-1] < LEAST_WEIGHT, 0.0, solution.x[:-1])
    return np.asarray(weights / weights.sum())
