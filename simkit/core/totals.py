"""What is counted on the way: its expectation by where play ends, and how likely each total is."""

import numpy as np

from simkit.core.exact import NEGLIGIBLE, Chain, Solution, solve
from simkit.core.jit import kernel

TILT = 1e-30  # so small that its square is nothing beside 1
FIRST_VALUES, MOST_CELLS = 1 << 3, 1 << 21


def carried(chain: Chain, most_steps: int, field: str) -> np.ndarray:
    """Expectation of a field of the tally over those plays that end in each state: float64[n].

    By a complex step (Squire, Trapp 1998): chances times 1 + i TILT gain carry in their imaginary part the derivative
    by TILT, to the last digit, since nothing is subtracted.
    """
    solution = _tilted(chain, most_steps, field)
    return np.asarray((solution.ended + solution.left).imag / TILT)


def mean_square(chain: Chain, most_steps: int, field: str) -> float:
    """Expectation of the square of a field of the tally over a whole play.

    A gain g on top of a total s adds g (g + 2 s) to the square; what a play carries when it passes a state is the
    derivative of how often it passes.
    """
    visits = np.repeat(_tilted(chain, most_steps, field).visits, np.diff(chain.first_arc))
    gains = chain.counted(field)
    return float(chain.probability @ (gains * (gains * visits.real + 2 * visits.imag / TILT)))


def _tilted(chain: Chain, most_steps: int, field: str) -> Solution:
    return solve(chain._replace(probability=chain.probability * (1 + 1j * TILT * chain.counted(field))), most_steps)


def distribution(chain: Chain, most_steps: int, field: str, most_cells: int = MOST_CELLS) -> np.ndarray:
    """Chance of each total 0, 1, 2 ... of a field of the tally: float64[values].

    Empty when that takes more than `most_cells`: totals, times states from which on the field may still grow.
    """
    arcs = chain.first_arc, chain.target, chain.counted(field), chain.probability
    grows = np.zeros(len(chain.states), np.bool_)
    while _spread_back(*arcs, grows):
        pass
    rows, n_rows = np.where(grows, np.cumsum(grows) - 1, -1), int(grows.sum())
    n_values = FIRST_VALUES
    while n_rows * n_values <= most_cells:
        (mass, moved), totals = np.zeros((2, n_rows, n_values)), np.zeros(n_values)
        if _flow_by_total(*arcs, rows, most_steps, mass, moved, np.zeros(n_rows, np.int64), totals) <= NEGLIGIBLE:
            return np.trim_zeros(totals, "b")
        n_values *= 2
    return np.zeros(0)


@kernel
def _spread_back(first_arc, target, gain, probability, grows):
    """Mark the states that can still gain; True when this marked another one."""
    changed = False
    for state in range(grows.shape[0] - 1, -1, -1):
        for arc in range(first_arc[state], first_arc[state + 1]):
            if not grows[state] and probability[arc] > 0.0 and (gain[arc] > 0 or grows[target[arc]]):
                grows[state] = changed = True
    return changed


@kernel
def _flow_by_total(first_arc, target, gain, probability, rows, most_steps, mass, moved, n_filled, totals):
    """Move the mass of every total step by step; returns the mass beyond the last total.

    Breaks off as soon as that mass is not negligible.

    Parameters
    ----------
    rows : int64[states]                    row of `mass` of a state; negative where the total is final
    mass, moved : float64[rows, values]     zeroed; modified in place
    n_filled : int64[rows]                  zeroed; modified in place: how many totals of a row have mass, from 0 on
    totals : float64[values]                zeroed; modified in place: the answer
    """
    if rows[0] < 0:
        totals[0] = 1.0
        return 0.0
    beyond = 0.0
    mass[rows[0], 0] = 1.0
    n_filled[rows[0]] = 1
    for _ in range(most_steps):
        for state in range(rows.shape[0]):
            if rows[state] >= 0 and n_filled[rows[state]] > 0:
                source = mass[rows[state], : n_filled[rows[state]]]
                for arc in range(first_arc[state], first_arc[state + 1]):
                    into = moved[rows[target[arc]]] if rows[target[arc]] >= 0 else totals
                    beyond += _shift(source, gain[arc], probability[arc], into)
        if beyond > NEGLIGIBLE or _take_over(moved, mass, n_filled) < NEGLIGIBLE:
            break
    for row in range(mass.shape[0]):
        _shift(mass[row], 0, 1.0, totals)
    return beyond


@kernel
def _shift(source, gain, probability, into):
    """Add the mass of each total to that of the total `gain` higher; returns the mass for which there is no room."""
    n_kept = max(min(source.shape[0], into.shape[0] - gain), 0)
    for value in range(n_kept):
        into[value + gain] += source[value] * probability
    beyond = 0.0
    for value in range(n_kept, source.shape[0]):
        beyond += source[value] * probability
    return beyond


@kernel
def _take_over(moved, mass, n_filled):
    """What moved is the mass of the next step; returns how much there is."""
    total = 0.0
    for row in range(mass.shape[0]):
        n_filled[row] = 0
        for value in range(mass.shape[1]):
            here = moved[row, value]
            mass[row, value], moved[row, value] = here, 0.0
            total += here
            if here > 0.0:
                n_filled[row] = value + 1
    return total
