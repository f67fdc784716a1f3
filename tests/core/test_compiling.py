"""How much of a kernel is compiled, told while it is."""

import numba
import pytest
from conftest import JIT
from numba.core import event

from simkit.core.compiling import routines, tell_of_compiling

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")


@numba.njit
def leaf(n):
    return n + 1


@numba.njit
def other_leaf(n):
    return n + 2


@numba.njit(inline="always")
def pasted(n):
    return other_leaf(n)


@numba.njit
def top(n):
    return leaf(n) + leaf(2 * n) + pasted(n)


@numba.njit
def elsewhere(n):
    return n - 1


def test_routines_are_what_is_called_directly_or_not_and_not_what_is_pasted():
    assert routines(top) == [top, leaf, other_leaf]
    assert routines(leaf) == [leaf]


def test_it_is_told_before_each_routine_and_once_when_the_call_is_done(monkeypatch):
    told = []
    monkeypatch.setitem(event._registered, "numba:compile", [])
    tell_of_compiling(top, lambda ready, total: told.append((ready, total)), lambda: told.append("done"))
    assert top(3) == 16
    assert told == [(0, 3), (0, 3), (1, 3), "done"]
    top(4)
    assert told[4:] == []
