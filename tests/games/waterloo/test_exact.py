"""Exact odds of one attack against the table read anew."""

from fractions import Fraction

import pytest
from conftest import JIT
from games.waterloo.battlefield import TREE, scenario
from statistical import assert_counts

from simkit.games.waterloo.compile import COLUMNS
from simkit.games.waterloo.schema import Ending
from simkit.study.runs import exact_odds, runner

ENDINGS = {"Ae": 4, "Ar": 5, "Ee": 6, "Dr": 7, "De": 8}
PLACES = ("clear", "building")


def solved(text: str, rules: str = ""):
    one = scenario(text, "ODDS", rules)
    return exact_odds.exact(one, one.cells[0])


def expected(column: str) -> dict[str, Fraction]:
    chances: dict[str, Fraction] = {}
    for row in TREE["crt"].values():
        name = Ending(ENDINGS[row[column]]).name
        chances[name] = chances.get(name, Fraction(0)) + Fraction(1, 6)
    return chances


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_gives_the_chances_of_the_table(column):
    answer = solved(f'column = "{column}"')
    assert answer.endings == pytest.approx({name: float(share) for name, share in expected(column).items()}, abs=1e-12)


@pytest.mark.parametrize(("column", "face_odds"), [("3-1", "1-1"), ("6-1", "3-1"), ("1-2", "1-4"), ("2-1", "1-1")])
def test_a_building_doubles_the_defender(column, face_odds):
    answer = solved(f'column = "{column}"\nterrain = "building"')
    assert answer.endings == pytest.approx({name: float(p) for name, p in expected(face_odds).items()}, abs=1e-12)


@pytest.mark.parametrize("column", COLUMNS)
def test_demoralization_shifts_a_column(column):
    place = COLUMNS.index(column)
    for attacker, shifted in (("french", min(place + 1, 9)), ("allied", max(place - 1, 0))):
        answer = solved(f'column = "{column}"\ndemoralized = true\nattacker = "{attacker}"')
        chances = {name: float(share) for name, share in expected(COLUMNS[shifted]).items()}
        assert answer.endings == pytest.approx(chances, abs=1e-12)


def test_a_column_can_be_lowered():
    chances = {name: float(share) for name, share in expected("3-1").items()}
    assert solved('column = "5-1"\nlowered = 2').endings == pytest.approx(chances, abs=1e-12)


@pytest.mark.parametrize("column", COLUMNS)
def test_strength_lost_is_that_of_the_results(column):
    """Three points on the smaller side; there is a way back for both; an exchange costs the attacker whole units."""
    many, few = map(int, column.split("-"))
    shares = [3 * (many // min(many, 3) + (place < many % min(many, 3))) for place in range(min(many, 3))]
    paid = min(
        sum(s for i, s in enumerate(shares) if bits >> i & 1) for bits in range(8) if _pays(shares, bits, 3 * few)
    )
    counts = {result: sum(row[column] == result for row in TREE["crt"].values()) for result in ENDINGS}
    answer = solved(f'column = "{column}"')
    attacker, defender = 3 * many * counts["Ae"] + paid * counts["Ee"], 3 * few * (counts["De"] + counts["Ee"])
    assert answer.means["attacker_lost"] == pytest.approx(attacker / 6, abs=1e-12)
    assert answer.means["defender_lost"] == pytest.approx(defender / 6, abs=1e-12)
    assert answer.means["attacker_exchanged"] == pytest.approx(paid * counts["Ee"] / 6, abs=1e-12)
    assert answer.means["allied_lost"] == pytest.approx(answer.means["defender_lost"], abs=1e-12)


def _pays(shares: list[int], bits: int, owed: int) -> bool:
    return sum(s for i, s in enumerate(shares) if bits >> i & 1) >= min(owed, sum(shares)) and bits < 1 << len(shares)


def test_a_defender_who_is_surrounded_dies_of_a_retreat():
    both = '{ strength = 4, hex = "1311" }, { strength = 4, hex = "1313" }'
    text = f'attackers = [{both}]\ndefenders = [{{ strength = 4, hex = "1312" }}]'
    assert solved(text).means["defender_lost"] == pytest.approx(4 * 5 / 6)
    assert solved(text.replace("1311", "1212")).means["defender_lost"] == pytest.approx(4 * 1 / 6)


def test_guns_add_their_strength_and_lose_nothing():
    text = (
        'attackers = [{ strength = 2, hex = "1313" }, { strength = 2, hex = "1314", arm = "artillery" }]\n'
        'defenders = [{ strength = 4, hex = "1312" }]'
    )
    answer = solved(text)
    assert answer.endings == pytest.approx({name: float(share) for name, share in expected("1-1").items()})
    alone = text.replace('{ strength = 2, hex = "1313" }, ', "")
    answer = solved(alone.replace("strength = 2", "strength = 1"))
    assert answer.endings == pytest.approx({name: float(share) for name, share in expected("1-4").items()})
    assert answer.means["attacker_lost"] == 0


@pytest.mark.skipif(not JIT, reason="takes many games")
@pytest.mark.parametrize("column", ["1-2", "2-1", "5-1"])
def test_simulation_agrees(column):
    one = scenario(f'column = "{column}"', "ODDS", n=6000)
    answer = exact_odds.exact(one, one.cells[0])
    played = runner.simulate(one, one.cells[0], 0, 6000)["ending"]
    names = list(answer.endings)
    assert_counts([int((played == Ending[name]).sum()) for name in names], [answer.endings[name] for name in names])
