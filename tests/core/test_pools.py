"""Pools of dice against sequences counted one by one, and thresholds against binomials in whole numbers."""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from conftest import all_faces, faces_of_pool, shares

from simkit.core.pools import hits_table, pool, together


@pytest.mark.parametrize("sides", [4, 6])
@pytest.mark.parametrize("plus", [0, 1, 2, 4])
@pytest.mark.parametrize("n", range(5))
def test_ways_of_a_pool_are_the_sequences_counted(n, plus, sides):
    counted = Counter(faces_of_pool(faces, sides - 1, plus) for faces in all_faces(n, sides))
    assert pool(n, 2, 1, plus, sides) == [counted[k] for k in range(n + 1)]


def test_pools_rolled_together_are_one_pool():
    assert together(pool(2, 2), pool(3, 2)) == pool(5, 2)
    assert together(pool(0, 2), pool(3, 3)) == pool(3, 3)


def test_pools_of_two_kinds_are_the_sequences_counted():
    counted = Counter(faces_of_pool(faces[:2]) + faces_of_pool(faces[2:], hit_face=4, plus=1) for faces in all_faces(4))
    assert together(pool(2, 2), pool(2, 3, 1, 1)) == [counted[k] for k in range(5)]


@pytest.mark.parametrize(("plus_all", "p"), [(False, Fraction(1, 3)), (True, Fraction(1, 2))])
def test_thresholds_are_the_binomials_in_whole_numbers(plus_all, p):
    """A pool to all of whose dice one may be added is a pool of dice one better."""
    n_max = 12
    table = hits_table(n_max, [lambda n: pool(n, 2, 1, plus=n * plus_all)])
    for n in range(n_max + 1):
        for k in range(n):
            at_most = sum(comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k + 1))
            assert int(table[n, 0, k]) == at_most * 2**64 // 1


@pytest.mark.parametrize("plus", [0, 1, 2, 3])
def test_thresholds_are_the_counted_shares_in_whole_numbers(plus):
    table = hits_table(5, [lambda n: pool(n, 2, 1, plus)])
    for n in range(6):
        probabilities = shares(faces_of_pool(faces, plus=plus) for faces in all_faces(n))
        for k in range(n):
            at_most = sum(probabilities.get(j, 0) for j in range(k + 1))
            assert int(table[n, 0, k]) == at_most * 2**64 // 1


def test_no_threshold_lies_past_the_last_word():
    assert hits_table(2, [lambda n: pool(n, 0)])[2, 0].tolist() == [2**64 - 1, 2**64 - 1]


def test_one_more_die_or_one_more_plus_never_scores_fewer_hits_from_any_word():
    """The hits are the thresholds that a word reaches, so lower thresholds are more hits from every word."""
    table = hits_table(8, [lambda n, plus=plus: pool(n, 2, 1, plus) for plus in range(4)])
    for n in range(1, 8):
        assert (table[n + 1, :, :n] <= table[n, :, :n]).all()
    for plus in range(3):
        assert (table[:, plus + 1] <= table[:, plus]).all()
