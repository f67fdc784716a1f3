"""Hands: how many of each kind somebody holds, three bits a kind in one integer.

A hand is a count, never an ordered list, so that the states of an exact answer stay few; in one word, so that they stay
small.  Up to 21 kinds, up to seven of each.
"""

from simkit.core.jit import kernel

BITS, MOST, KINDS = 3, 7, 21


@kernel
def count(hand, kind):
    """How many of a kind."""
    return (hand >> BITS * kind) & MOST


@kernel
def with_one(hand, kind):
    """The hand and one more of a kind."""
    return hand + (1 << BITS * kind)


@kernel
def without_one(hand, kind):
    """The hand and one less of a kind, of which it holds at least one."""
    return hand - (1 << BITS * kind)


@kernel
def size(hand):
    """How many in all."""
    total = 0
    while hand > 0:
        total += hand & MOST
        hand >>= BITS
    return total
