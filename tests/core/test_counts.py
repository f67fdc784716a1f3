"""Sums over columns, against numpy."""

import numpy as np
import pytest

from simkit.core.counts import count_marks, moments
from simkit.core.records import MARKS_A_WORD, record

ROWS = record(("small", "i1"), ("middle", "i2"), ("large", "i4"), ("huge", "i8"))


@pytest.mark.parametrize("name", ROWS.names)
def test_moments_of_a_field_neither_wrap_nor_copy(name):
    rows = np.zeros(50, ROWS)
    most = min(np.iinfo(ROWS[name]).max, 10**8)
    rows[name] = np.linspace(-most, most, 50).astype(ROWS[name])
    values = rows[name].tolist()
    ends = (min(values), values.count(min(values)), max(values), values.count(max(values)))
    assert moments(rows[name]) == (sum(values), sum(value**2 for value in values), *ends)


def test_moments_count_the_least_and_the_most():
    assert moments(np.array([3, 1, 1, 2, 3, 1, 3, 3], np.int16)) == (17, 43, 1, 3, 3, 4)
    assert moments(np.array([5, 5, 5], np.int8)) == (15, 75, 5, 3, 5, 3)
    assert moments(np.array([-2, 7, -2], np.int64)) == (3, 57, -2, 2, 7, 1)


def test_moments_of_nothing():
    assert moments(np.zeros(0, np.int16)) == (0, 0, 0, 0, 0, 0)


def test_marks_are_added_bit_by_bit():
    marks = np.array([0, 1, 5, 2**62, 2**63 - 1], np.int64)
    counts = np.ones(MARKS_A_WORD, np.int64)
    count_marks(marks, counts)
    assert counts.tolist() == [1 + sum(mark >> k & 1 for mark in marks.tolist()) for k in range(MARKS_A_WORD)]
