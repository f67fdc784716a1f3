"""[6.2] Columns of the odds, over all that can be asked of them."""

from fractions import Fraction

import pytest

from simkit.games.waterloo.compile import COLUMNS
from simkit.games.waterloo.rules.table import odds_column

N_BELOW = 4


def column(attack, defence):
    return COLUMNS[odds_column(attack, defence, N_BELOW)]


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
            assert odds_column(attack, defence, N_BELOW) == max(reached - 1, 0)
