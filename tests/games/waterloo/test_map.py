"""[2.0] The map: neighbours, ways and lines of fire."""

import itertools

from games.waterloo import referee
from games.waterloo.battlefield import RULES, rules_of

from simkit.games.waterloo.hexes import DIRECTIONS, INDEX, NAMES, neighbour
from simkit.games.waterloo.schema import NOWHERE


def sights(name: str, rules=RULES) -> set[str]:
    return {NAMES[hex_] for hex_ in rules.sights[INDEX[name]] if hex_ != NOWHERE}


def ways(name: str, rules=RULES) -> set[str]:
    return {NAMES[hex_] for hex_ in rules.ways[INDEX[name]] if hex_ != NOWHERE}


def test_2_1_every_hex_has_the_neighbours_that_the_referee_counts():
    for index, name in enumerate(NAMES):
        found = {NAMES[other] for other in RULES.beside[index] if other != NOWHERE}
        place = referee.hex_of(name)
        assert found == {f"{column:02}{row:02}" for column, row in referee.beside(place)}
        assert ways(name) == (
            {f"{column:02}{row:02}" for column, row in referee.steps(place)} if place not in referee.WOODS else set()
        )


def test_2_1_neighbours_are_mutual():
    for name, direction in itertools.product(NAMES, DIRECTIONS):
        other = neighbour(name, direction)
        back = DIRECTIONS[(DIRECTIONS.index(direction) + 3) % 6]
        assert other == NOWHERE or neighbour(NAMES[other], back) == INDEX[name]


def test_2_2_guns_in_0803_fire_past_0804_into_0705_and_0905_not_into_0805():
    assert {"0705", "0905"} <= sights("0803")
    assert "0805" not in sights("0803")


def test_2_2_guns_in_0912_fire_into_the_woods_road_of_0914():
    assert "0914" in sights("0912")


def test_2_2_every_line_of_fire_is_the_referees():
    for gun, target in itertools.product(NAMES, NAMES):
        seen = referee.in_range(referee.hex_of(gun), referee.hex_of(target))
        assert (target in sights(gun)) == seen


def test_nw_04_with_both_open_0803_sees_neither():
    strict = rules_of(bent_line="both_are_open")
    assert not {"0705", "0905"} & sights("0803", strict)
    assert sights("1510", strict) == sights("1510")


def test_4_2_the_garrison_of_hougoumont_has_one_way_out():
    assert ways("0914") == {"0813"}
    assert "0914" in ways("0813")
    assert "0914" not in ways("0814") | ways("0913") | ways("1014") | ways("0915")


def test_nw_02_without_row_17_even_columns_end_a_hex_higher():
    short = rules_of(row_17=False)
    assert not ways("1417", short)
    assert "1417" not in ways("1416", short)
    assert "1517" in ways("1516", short)
    assert "1417" in ways("1416")
