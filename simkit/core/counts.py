"""Sums over a column of outcomes, in one pass and without a copy."""

from typing import Any

from simkit.core.jit import kernel
from simkit.core.records import MARKS_A_WORD


@kernel
def moments(column: Any) -> Any:
    """Sum and sum of squares of int[n], a field of records perhaps; the squares must stay below 2^63."""
    total, squares = 0, 0
    for i in range(column.shape[0]):
        value = int(column[i])
        total += value
        squares += value * value
    return total, squares


@kernel
def count_marks(column: Any, counts: Any) -> None:
    """Add to counts[k] how many numbers of int64[n] have bit k; `counts`: int64[MARKS_A_WORD], modified in place."""
    for i in range(column.shape[0]):
        marks = column[i]
        for k in range(MARKS_A_WORD):
            counts[k] += marks >> k & 1
