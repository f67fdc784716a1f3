"""Sets as bits of a number: spells known, items carried, facts."""

from simkit.core.jit import kernel


@kernel
def has(bits, index):
    """Whether a thing is in the set."""
    return (bits >> index) & 1 == 1


@kernel
def count_bits(bits):
    """How many things are in the set."""
    n = 0
    while bits > 0:
        n += bits & 1
        bits >>= 1
    return n


@kernel
def nth_bit(bits, n):
    """The thing that stands `n`-th in the set, counted from 0; there must be one."""
    index = -1
    while n >= 0:
        index += 1
        n -= (bits >> index) & 1
    return index
