"""What a transcript tells: enough to follow each attack and each exit with the rulebook."""

import pytest
from games.waterloo.battlefield import FIGURES, FRENCH, GAME, Field, scenario

from simkit.core.log import events, new_log
from simkit.games.waterloo.hexes import INDEX
from simkit.games.waterloo.rules.movement import find_ways, move
from simkit.games.waterloo.schema import N_FACES, N_ODDS, N_RESULTS, OFF_MAP, Announced
from simkit.games.waterloo.sentences import said_of_exits
from simkit.study.report.transcript import transcript


def told(text: str) -> str:
    """The attack of a cell of ODDS, as it is told."""
    return next(line for line in transcript(scenario(text, "ODDS"), 0, 0) if " attack" in line and "die" in line)


@pytest.mark.parametrize(("cell", "said"), [
    ("", "9 to 3, 3-1, die"),
    ("lowered = 1", "9 to 3, 2-1, lowered from 3-1, die"),
    ("lowered = 9", "9 to 3, 1-5, lowered from 3-1, die"),
    ('demoralized = true\nattacker = "allied"',
     "9 to 3 with the Allies demoralized, 2-1, lowered from 3-1 by demoralization, die"),
    ("demoralized = true", "9 to 3 with the Allies demoralized, 4-1, raised from 3-1 by demoralization, die"),
    ('demoralized = true\nattacker = "allied"\nlowered = 2',
     "9 to 3 with the Allies demoralized, 1-2, lowered from 2-1, lowered from 3-1 by demoralization, die"),
])  # fmt: skip
def test_a_column_that_is_not_that_of_the_ratio_says_from_which_it_comes(cell, said):
    assert said in told(f'column = "3-1"\n{cell}')


@pytest.mark.parametrize(("column", "attacker"), [("6-1", "french"), ("1-5", "allied")])
def test_where_the_table_ends_demoralization_changes_nothing(column, attacker):
    line = told(f'column = "{column}"\ndemoralized = true\nattacker = "{attacker}"')
    assert f"with the Allies demoralized, {column}, die" in line


def test_what_is_announced_is_unpacked_as_it_was_packed():
    for announced in (Announced(999, 9, 8, 7, 5, 4), Announced(1, 0, 1, 0, 0, 0)):
        packed = 0
        for digit, base in zip(announced, (1, N_ODDS, N_ODDS, N_ODDS, N_FACES, N_RESULTS), strict=True):
            packed = packed * base + digit
        assert Announced.unpacked(packed) == announced


# ---- Bombardment


def guns(*places: str, defenders: tuple[str, ...] = ("1312",), others: str = "") -> str:
    listed = ", ".join(f'{{ strength = 3, hex = "{place}", arm = "artillery" }}' for place in places)
    hit = ", ".join(f'{{ strength = 2, hex = "{place}" }}' for place in defenders)
    return told(f"attackers = [{others}{listed}]\ndefenders = [{hit}]")


def test_a_bombardment_names_its_line_of_sight():
    assert "bombarding from 1314 over 1313 attacks" in guns("1314")
    assert "bombarding from 1413 over 1313 or 1412 attacks" in guns("1413")


def test_guns_in_contact_do_not_bombard():
    assert "bombarding" not in guns("1313")


@pytest.mark.parametrize("target", ["0705", "0905"])
def test_a_bent_line_past_woods_names_the_open_hex(target):
    """The example of 2.2: past the woods of 0804."""
    line = guns("0803", defenders=(target,))
    assert "bombarding from 0803 over 0" in line
    assert "0804" not in line.split("attacks")[0]
    assert " or " not in line


def test_where_several_are_attacked_it_is_told_into_whose_hex_guns_fire():
    beside_both = '{ strength = 4, hex = "1311" }, '
    line = guns("1410", "1113", defenders=("1211", "1312"), others=beside_both)
    assert "French unit 2 (3) bombarding from 1410 over 1311 into 1211 and" in line
    assert "French unit 3 (3) bombarding from 1113 over 1112 or 1212 into 1211 attack" in line


def test_the_line_of_fire_goes_to_a_hex_that_guns_can_see():
    """Past the woods of 0804 guns in 0803 see 0705, but not 0805, which is attacked with it."""
    for defenders in (("0805", "0705"), ("0705", "0805")):
        line = guns("0803", defenders=defenders, others='{ strength = 4, hex = "0706" }, ')
        assert "bombarding from 0803 over 0704 into 0705 attack" in line or "over 0703 into 0705 attack" in line


# ---- Leaving the map


def leaving(here: str, movement: int) -> str:
    """The sentence of a French unit that leaves."""
    field, log = Field(), new_log(9)
    field.add(FRENCH, here, movement=movement)
    who = field.who[here]
    find_ways(field.rules, who, field.state)
    move(field.rules, who, OFF_MAP, field.state, field.tally, log)
    row = events(log)[0]
    assert int(row["b"]) == INDEX[here]
    say = GAME.sentences(FIGURES, scenario("").cells[0].compiled.setups[0])
    return say(row)


def test_an_exit_is_told_by_the_hex_at_the_edge():
    assert leaving("0501", 1) == "6th Inf (7) leaves the map from 0501: 1 has left."
    assert leaving("0504", 4) == "6th Inf (7) leaves the map from 0501, coming from 0504: 1 has left."
    assert "leaves the map from 0901, coming from 1002: " in leaving("1002", 5)


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 French units have"), (1, "1 French unit has"), (7, "7 French units have")]
)
def test_one_unit_has_left_and_several_have(n, said):
    assert said_of_exits(n) == f"{said} left the map"
