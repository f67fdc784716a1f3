"""Sums over a column of outcomes, in one pass and without a copy."""

from typing import Any

from simkit.core.jit import kernel
from simkit.core.records import MARKS_A_WORD


@kernel
def moments(column: Any) -> Any:
    """Sum and sum of squares of int[n], which may be a field of records; the sum of squares must stay below 2^63.

    Then the least number and how often it occurs, and the greatest and how often; all 0 for an empty column.
    """
    total, squares = 0, 0
    least, times_least, most, times_most = 0, 0, 0, 0
    if column.shape[0]:
        least = most = int(column[0])
    for i in range(column.shape[0]):
        value = int(column[i])
        total += value
        squares += value * value
        if value <= least:
            if value < least:
                least, times_least = value, 0
            times_least += 1
        if value >= most:
            if value > most:
                most, times_most = value, 0
            times_most += 1
    return total, squares, least, times_least, most, times_most


@kernel
def count_marks(column: Any, counts: Any) -> None:
    """Add to counts[k] how many numbers of int64[n] have bit k; `counts`: int64[MARKS_A_WORD], modified in place."""
    for i in range(column.shape[0]):
        marks = column[i]
        for k in range(MARKS_A_WORD):
            counts[k] += marks >> k & 1
