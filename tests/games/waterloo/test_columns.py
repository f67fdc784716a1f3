"""[6.2, 8.2] The Combat Results Table: ratios, columns and shifts."""

import itertools
from fractions import Fraction

import pytest
from games.waterloo.battlefield import ALLIED, FRENCH, RULES, TREE, Field, rules_of

from simkit.games.waterloo.compile import COLUMNS
from simkit.games.waterloo.rules.table import combat_column, combat_result, odds_column
from simkit.games.waterloo.schema import Result

N_BELOW = 4  # columns before 1-1


def column(strength: int, defence: int, *, demoralized: bool = False, side: int = FRENCH, rules=RULES) -> str:
    field = Field(side)
    field.state.demoralized = demoralized
    return COLUMNS[combat_column(rules, strength, defence, field.state)]


def test_6_2_eleven_to_four_is_2_1_and_four_to_eleven_is_1_3():
    assert column(11, 4) == "2-1"
    assert column(4, 11) == "1-3"


@pytest.mark.parametrize("strength", range(1, 41))
def test_6_2_every_ratio_is_rounded_for_the_defender(strength):
    for defence in range(1, 41):
        ratios = {name: int(name.split("-")[0]) / int(name.split("-")[1]) for name in COLUMNS}
        reached = [name for name in COLUMNS if ratios[name] <= strength / defence + 1e-12] or ["1-5"]
        assert column(strength, defence) == reached[-1]


def test_8_2_a_demoralized_attack_goes_one_column_down_and_one_on_them_one_up():
    assert column(12, 4, demoralized=True, side=ALLIED) == "2-1"
    assert column(4, 8, demoralized=True, side=FRENCH) == "1-1"
    assert column(1, 40, demoralized=True, side=ALLIED) == "1-5"
    assert column(40, 1, demoralized=True, side=FRENCH) == "6-1"


def test_nw_07_where_the_shift_comes_first_8_to_1_stays_6_1():
    assert column(8, 1, demoralized=True, side=ALLIED) == "5-1"
    assert column(8, 1, demoralized=True, side=ALLIED, rules=rules_of(demoralization_clamp="shifted_first")) == "6-1"


def test_6_0_every_cell_of_the_table_is_the_figure():
    for face, place in itertools.product(range(1, 7), range(10)):
        printed = TREE["crt"][str(face)][COLUMNS[place]]
        assert Result(int(combat_result(RULES, place, face))).name.title() == printed


def test_6_0_known_chances():
    """Shares of sixths: the defender removed, its hex cleared, the attacker eliminated."""

    def faces(name: str, *results: str) -> int:
        return sum(row[name] in results for row in TREE["crt"].values())

    assert [faces(name, "De", "Ee") for name in ("2-1", "3-1", "6-1")] == [1, 2, 6]
    assert [faces(name, "Dr", "De", "Ee") for name in ("1-1", "2-1", "3-1", "4-1", "5-1", "6-1")] == [3, 5, 6, 6, 6, 6]
    assert [faces(name, "Ae") for name in ("1-2", "1-5")] == [1, 6]


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
    assert COLUMNS[odds_column(attack, defence, N_BELOW)] == expected


def test_the_column_is_the_best_printed_ratio_that_the_attack_reaches():
    ratios = [printed_ratio(label) for label in COLUMNS]
    for attack in range(50):
        for defence in range(1, 50):
            reached = sum(ratio <= Fraction(attack, defence) for ratio in ratios)
            assert odds_column(attack, defence, N_BELOW) == max(reached - 1, 0)
