"""Distributions of dice pools in whole numbers, and the table that `dice.hits` reads.  No kernels here: numpy only."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import comb

import numpy as np

TOP = np.uint64(2**64 - 1)


def hits_table(n_max: int, columns: Sequence[Callable[[int], Sequence[int]]]) -> np.ndarray:
    """Thresholds of `hits`: uint64[n_max + 1, columns, n_max], entry k is P(at most k hits) in 2^-64ths, rounded down.

    A column gives for n dice the ways to score 0 ... n hits, as `pool` does; all in whole numbers.
    """
    table = np.full((n_max + 1, len(columns), n_max), TOP, np.uint64)
    for column, ways in enumerate(columns):
        for n in range(n_max + 1):
            table[n, column, :n] = _thresholds(ways(n))
    return table


def pool(n: int, n_hit: int, n_close: int = 0, plus: int = 0, sides: int = 6) -> list[int]:
    """Ways, of `sides` ** n, in which n dice score 0 ... n hits.

    `n_hit` faces hit; `n_close` faces hit when one is added to them, which may be done to `plus` of the dice.
    """
    ways = [0] * (n + 1)
    for hit in range(n + 1):
        hit_ways, left = comb(n, hit) * n_hit**hit, n - hit
        left_ways = (sides - n_hit) ** left
        for close in range(min(plus, left)):
            exactly = comb(left, close) * n_close**close * (sides - n_hit - n_close) ** (left - close)
            ways[hit + close] += hit_ways * exactly
            left_ways -= exactly
        ways[hit + min(plus, left)] += hit_ways * left_ways
    return ways


def together(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Ways of two pools rolled together."""
    ways = [0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            ways[i + j] += a * b
    return ways


def _thresholds(ways: Sequence[int]) -> list[int]:
    total = sum(ways)
    return [min((at_most << 64) // total, 2**64 - 1) for at_most in accumulate(ways[:-1])]
