"""The Monster Attack Table, and the completions of its lost rows: every one in which no result gets worse.

A table is monotone when no result gets worse for the attacker as the die rises, or his strength does.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from simkit.games.new_york.schema import N_COLUMNS, N_FACES, Result

RESULTS = tuple(result.name for result in Result)
COLUMNS = ("m7", "m5", "m3", "m1", "even", "p1", "p3", "p5", "p7")
HEADINGS = (
    "7 or fewer less", "6 or 5 less", "4 or 3 less", "2 or 1 less", "even", "1 or 2 more", "3 or 4 more", "5 or 6 more",
    "7 or more",
)  # fmt: skip
N_KNOWN = 2  # rows that are printed
GIVEN = ((N_KNOWN, COLUMNS.index("p3")),)  # cells of the lost rows that are known


def table(tree: Mapping[str, Any], reading: str) -> np.ndarray:
    """int8[6, 9] of Results: the table of the figures (variant `attack_table`)."""
    other = tree["gentle_table"] if reading == "gentle" else {}
    rows = [{**tree["attack_table"][str(face)], **other.get(str(face), {})} for face in range(1, N_FACES + 1)]
    return np.array([[RESULTS.index(row[column]) for column in COLUMNS] for row in rows], np.int8)


def falls(results: np.ndarray) -> list[tuple[int, int]]:
    """Cells, as face less one and column, that are worse for the attacker than the one before or above."""
    worse = np.zeros(results.shape, bool)
    worse[:, 1:] |= np.diff(results, axis=1) < 0
    worse[1:] |= np.diff(results, axis=0) < 0
    return [(int(face), int(column)) for face, column in np.argwhere(worse)]


@cache
def _columns() -> np.ndarray:
    """int64[k, 4]: all that the lost rows of one column may hold."""
    return np.array(list(combinations_with_replacement(range(len(Result)), N_FACES - N_KNOWN)))


def completion(known: np.ndarray, seed: int) -> np.ndarray:
    """A table with the printed rows, drawn evenly from all monotone ones.

    Columns are drawn from the left, each as likely as there are ways to go on from it.

    Parameters
    ----------
    known : int8[6, 9]     whose first rows, and the cells of the example, are kept
    seed : int             1 and up
    """
    columns = _columns()
    fits = [_fitting(known, column) for column in range(N_COLUMNS)]
    follows = np.all(columns[:, None, :] <= columns[None, :, :], axis=2)
    ways = [fits[-1].astype(float)]
    for fit in reversed(fits[:-1]):
        ways.insert(0, fit * (follows @ ways[0]))
    drawn, words = known.copy(), np.random.Philox(key=np.array([seed, 0], np.uint64)).random_raw(N_COLUMNS)
    allowed = np.ones(len(columns), bool)
    for column, word in enumerate(words):
        weights = np.cumsum(ways[column] * allowed)
        chosen = int(np.searchsorted(weights, int(word) / 2**64 * weights[-1], side="right"))
        drawn[N_KNOWN:, column] = columns[chosen]
        allowed = follows[chosen]
    return drawn


def _fitting(known: np.ndarray, column: int) -> np.ndarray:
    """Which columns go on from the printed rows, and hold what the example says."""
    columns = _columns()
    fit: np.ndarray = columns[:, 0] >= known[N_KNOWN - 1, column]
    for face, given in GIVEN:
        if given == column:
            fit &= columns[:, face - N_KNOWN] == known[face, column]
    return fit
