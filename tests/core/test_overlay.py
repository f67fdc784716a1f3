"""Packing of rows: what goes in comes out, in as few words as it was made for."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.core.overlay import pack, unpack

WORD = st.integers(0, 2**64 - 1) | st.integers(0, 3) | st.sampled_from([0, 2**64 - 1, 1 << 63])


def rows_of(lists):
    return np.array(lists, np.uint64)


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 5).flatmap(lambda n: st.lists(st.lists(WORD, min_size=n, max_size=n), min_size=1, max_size=8)))
def test_what_is_packed_comes_back(lists):
    rows = rows_of(lists)
    np.testing.assert_array_equal(unpack(pack(rows), rows.shape[1]), rows)


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (40, 6), (3, 70)])
def test_random_rows_come_back(shape):
    rows = np.random.default_rng(7).integers(0, 2**64, shape, np.uint64, endpoint=False)
    np.testing.assert_array_equal(unpack(pack(rows), shape[1]), rows)


def test_only_bits_that_vary_take_room():
    """Six words with ten varying bits each, all at the lower end, fit into one; what is the same is free."""
    varying = np.random.default_rng(8).integers(0, 1 << 10, (50, 6)).astype(np.uint64)
    rows = varying | np.uint64(0xABC << 40)
    assert len(pack(rows)) == 8 * (6 + 6 + 50)
    np.testing.assert_array_equal(unpack(pack(rows), 6), rows)


def test_a_word_that_varies_everywhere_has_one_of_its_own():
    rows = np.array([[0, 0, 5], [2**64 - 1, 1, 5]], np.uint64)
    assert len(pack(rows)) == 8 * (3 + 3 + 2 * 2)


def test_packing_leaves_the_rows_alone():
    rows = np.arange(12, dtype=np.uint64).reshape(4, 3)
    before = rows.copy()
    pack(rows)
    np.testing.assert_array_equal(rows, before)
