"""[The Monster Attack Table] Its columns, and what a result takes from whom."""

import numpy as np

from simkit.core.jit import kernel
from simkit.games.new_york.schema import N_COLUMNS, POINT, Result

EVEN = N_COLUMNS // 2


@kernel
def column_of(differential):
    """[The Monster Attack Table] The column of strength less strength: two to each, but for even and the ends."""
    away = min((abs(differential) + 1) // 2, EVEN)
    return EVEN + away if differential > 0 else EVEN - away


@kernel
def result_of(setup, column, face):
    """[The Monster Attack Table] The Result on a face, 1 ... 6, in a column, 0 ... 8."""
    return np.int64(setup.table[face - 1, column])


@kernel
def attacker_loses(result):
    """[Attacker Loses] Points, of a Result from A3 to A1."""
    return Result.B1.value - result


@kernel
def defender_loses(rules, result):
    """[Defender Loses] Points, of a Result from D1 to D3 (variant `one_point`)."""
    return POINT if rules.one_point else result - Result.B1.value
