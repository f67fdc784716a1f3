"""Words against numpy, against published vectors, and against Python's own whole numbers."""

import itertools

import numpy as np
import pytest

from simkit.core import words
from simkit.core.jit import kernel
from simkit.core.words import MASK, U64, left, next_word, philox, plus, product, right, rotate

EDGES = [0, 1, 2, 3, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 0xD2E7470EE14C6C93, MASK - 1, MASK]

# Random123's known answers for philox4x64 with 10 rounds: counter, key, block.
KNOWN_BLOCKS = [
    ((0,) * 4, (0,) * 2, "16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b"),
    ((MASK,) * 4, (MASK,) * 2, "87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0"),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        (0x452821E638D01377, 0xBE5466CF34E90C6C),
        "a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6",
    ),
]

# xoshiro256++ from the state 1, 2, 3, 4, as the authors' own C program prints it.
KNOWN_STREAM = [
    41943041,
    58720359,
    3588806011781223,
    3591011842654386,
    9228616714210784205,
    9973669472204895162,
    14011001112246962877,
    12406186145184390807,
    15849039046786891736,
    10450023813501588000,
]


@kernel
def wide_product(a, b):
    """An intrinsic is called from kernels only."""
    return words.wide_product(a, b)


def block(key, counter):
    return [int(drawn) for drawn in philox(*map(U64, key), *map(U64, counter))]


def numpy_block(key, counter):
    """numpy steps its 256-bit counter before each block, so it starts one below."""
    before = (sum(value << (64 * i) for i, value in enumerate(counter)) - 1) % 2**256
    steps = np.array([before >> (64 * i) & MASK for i in range(4)], np.uint64)
    return np.random.Philox(key=np.array(key, np.uint64), counter=steps).random_raw(4).tolist()


def test_sums_and_products_wrap():
    for a, b in itertools.product(EDGES, repeat=2):
        assert plus(U64(a), U64(b)) == (a + b) % 2**64
        assert product(U64(a), U64(b)) == a * b % 2**64
        assert wide_product(U64(a), U64(b)) == (a * b // 2**64, a * b % 2**64)


@pytest.mark.parametrize("n", [1, 17, 29, 32, 63])
def test_shifts_drop_bits_and_rotations_keep_them(n):
    for a in EDGES:
        assert left(U64(a), n) == a * 2**n % 2**64
        assert right(U64(a), n) == a // 2**n
        assert rotate(U64(a), n) == a * 2**n % 2**64 + a * 2**n // 2**64


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN_BLOCKS)
def test_philox_gives_the_published_blocks(counter, key, expected):
    assert block(key, counter) == [int(number, 16) for number in expected.split()]


def test_philox_is_numpys():
    draw = np.random.default_rng(1)
    for _ in range(50):
        key, counter = (draw.integers(0, MASK, n, np.uint64, endpoint=True).tolist() for n in (2, 4))
        assert block(key, counter) == numpy_block(key, counter)


@pytest.mark.parametrize("counter", [(0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 5, 0), (0, 0, 0, 9), (1, 0, 0, 0)])
def test_philox_is_numpys_where_its_counter_carries(counter):
    assert block((51, 3), counter) == numpy_block((51, 3), counter)


def test_xoshiro_gives_the_published_stream():
    stream = np.array([1, 2, 3, 4], np.uint64)
    assert [int(next_word(stream)) for _ in KNOWN_STREAM] == KNOWN_STREAM


def test_only_the_streams_own_four_words_change():
    stream = np.array([1, 2, 3, 4, 51, 7], np.uint64)
    next_word(stream)
    assert stream[4:].tolist() == [51, 7]
