"""64-bit words: the wrapping arithmetic, Philox4x64-10 and xoshiro256++, the same bits in both lanes.

Compiled, a word is a uint64 and wraps by itself.  Without the JIT numpy warns when a scalar wraps, so there the five
primitives below work on Python integers.  Everything built on them is written once.

Sources: Salmon, Moraes, Dror, Shaw 2011 (Philox); Blackman, Vigna 2021 (xoshiro256++).
"""

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from simkit.core.jit import kernel

MASK = (1 << 64) - 1
U64 = int if config.DISABLE_JIT else np.uint64

MULTIPLIER_0, MULTIPLIER_1 = U64(0xD2E7470EE14C6C93), U64(0xCA5A826395121157)
WEYL_0, WEYL_1 = U64(0x9E3779B97F4A7C15), U64(0xBB67AE8584CAA73B)

if config.DISABLE_JIT:

    def word(number):
        return int(number)

    def plus(a, b):
        return (int(a) + int(b)) & MASK

    def product(a, b):
        return (int(a) * int(b)) & MASK

    def wide_product(a, b):
        full = int(a) * int(b)
        return full >> 64, full & MASK

    def left(a, n):
        return (int(a) << n) & MASK

    def right(a, n):
        return int(a) >> n

else:

    @kernel
    def word(number):
        """An integer as a word."""
        return np.uint64(number)

    @kernel
    def plus(a, b):
        """Sum modulo 2^64."""
        return a + b

    @kernel
    def product(a, b):
        """Product modulo 2^64."""
        return a * b

    @intrinsic
    def wide_product(typing_context, a, b):
        """The high and the low 64 of the 128 bits of a product: one instruction."""

        def generate(context, builder, signature, arguments):
            wide = ir.IntType(128)
            full = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
            high = builder.trunc(builder.lshr(full, ir.Constant(wide, 64)), ir.IntType(64))
            return context.make_tuple(builder, signature.return_type, (high, builder.trunc(full, ir.IntType(64))))

        return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), generate

    @kernel
    def left(a, n):
        """Bits moved up, zeros behind them."""
        return a << np.uint64(n)

    @kernel
    def right(a, n):
        """Bits moved down, zeros before them."""
        return a >> np.uint64(n)


@kernel
def rotate(a, n):
    """Bits moved up and round."""
    return left(a, n) | right(a, 64 - n)


@kernel
def philox(key_0, key_1, counter_0, counter_1, counter_2, counter_3):
    """One block of Philox4x64-10: four words from a key of two and a counter of four.

    Its ten rounds are written out: LLVM's first level leaves a loop a loop, and a battle takes 5 % longer.
    """
    block = key_0, key_1, counter_0, counter_1, counter_2, counter_3
    block = _round(_round(_round(_round(_round(block)))))
    block = _round(_round(_round(_round(_round(block)))))
    return block[2:]


@kernel
def _round(block):
    """One round: two products, crossed over, and both keys moved on."""
    key_0, key_1, counter_0, counter_1, counter_2, counter_3 = block
    high_0, low_0 = wide_product(MULTIPLIER_0, counter_0)
    high_1, low_1 = wide_product(MULTIPLIER_1, counter_2)
    crossed_0, crossed_2 = high_1 ^ counter_1 ^ key_0, high_0 ^ counter_3 ^ key_1
    return plus(key_0, WEYL_0), plus(key_1, WEYL_1), crossed_0, low_1, crossed_2, low_0


@kernel
def next_word(stream):
    """The next word of xoshiro256++; `stream`: uint64[4] or longer, its first four words are modified in place."""
    s0, s1, s2, s3 = stream[0], stream[1], stream[2], stream[3]
    drawn = plus(rotate(plus(s0, s3), 23), s0)
    shifted = left(s1, 17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    stream[0], stream[1], stream[2], stream[3] = s0, s1, s2, rotate(s3, 45)
    return drawn
