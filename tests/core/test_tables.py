"""Lookups, over all that can be asked of them."""

from fractions import Fraction

import numpy as np
import pytest

from simkit.core.tables import band, odds_column

N_BELOW = 4
COLUMNS = ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]


def column(attack, defence):
    return COLUMNS[odds_column(attack, defence, N_BELOW, len(COLUMNS))]


def printed_ratio(label):
    attack, defence = map(int, label.split("-"))
    return Fraction(attack, defence)


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (11, 4, "2-1"),
        (4, 11, "1-3"),
        (7, 7, "1-1"),
        (6, 7, "1-2"),
        (1, 2, "1-2"),
        (13, 7, "1-1"),
        (100, 1, "6-1"),
        (1, 100, "1-5"),
        (0, 3, "1-5"),
    ],
)
def test_odds_are_rounded_for_the_defender_and_clamped(attack, defence, expected):
    assert column(attack, defence) == expected


def test_the_column_is_the_best_printed_ratio_that_the_attack_reaches():
    ratios = [printed_ratio(label) for label in COLUMNS]
    for attack in range(50):
        for defence in range(1, 50):
            reached = sum(ratio <= Fraction(attack, defence) for ratio in ratios)
            assert odds_column(attack, defence, N_BELOW, len(COLUMNS)) == max(reached - 1, 0)


def test_a_table_may_begin_at_one_to_one():
    assert [odds_column(attack, 2, 0, 3) for attack in range(8)] == [0, 0, 0, 0, 1, 1, 2, 2]


def test_a_band_holds_its_upper_bound_and_the_last_is_open():
    bounds = np.array([2, 5, 9])
    assert [band(bounds, value) for value in range(-1, 12)] == [0] * 4 + [1] * 3 + [2] * 6


def test_a_single_band_holds_everything():
    assert [band(np.array([4]), value) for value in (0, 4, 5)] == [0, 0, 0]
