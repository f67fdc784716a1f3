"""[4.0, 7.0] Movement and reinforcements, in situations laid out by hand."""

import pytest
from games.waterloo import referee
from games.waterloo.battlefield import ALLIED, FRENCH, RULES, Field
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.core.log import new_log
from simkit.games.waterloo.hexes import INDEX, NAMES
from simkit.games.waterloo.rules.movement import move
from simkit.games.waterloo.schema import Fate

# ---- [4.0] Movement


def test_4_1_a_hex_costs_a_point():
    field = Field()
    field.add(FRENCH, "1512", movement=2)
    found = field.found("1512")
    assert len(found) == 19
    assert set(found.values()) == {0, 1, 2}
    assert found["1512"] == 0


def test_4_3_no_way_through_an_enemy_and_4_4_but_through_a_friend():
    field = Field()
    field.add(FRENCH, "0101", movement=5)
    field.add(FRENCH, "0102")
    assert {"0102", "0103"} <= set(field.found("0101"))
    field = Field()
    field.add(FRENCH, "0101", movement=12)
    field.add(ALLIED, "0103")
    found = field.found("0101")
    assert "0103" not in found
    assert {"0101", "0102", "0201", "0202"} <= set(found)


def test_4_4_no_move_ends_on_a_friend():
    field = Field()
    field.add(FRENCH, "1512")
    field.add(FRENCH, "1511")
    field.found("1512")
    with pytest.raises(ValueError, match="cannot end its movement there"):
        move(field.rules, field.who["1512"], INDEX["1511"], field.state, field.tally, new_log(20))


def test_4_5_a_unit_stops_where_a_zone_begins():
    field = Field()
    field.add(FRENCH, "1514", movement=12)
    field.add(ALLIED, "1511")
    found = field.found("1514")
    assert {"1512", "1611", "1411"} <= set(found)
    zone = {NAMES[hex_] for hex_ in RULES.beside[INDEX["1511"]]}
    assert found["1512"] == 2
    assert found["1510"] > 4  # all around, and in from outside: never through the zone
    assert zone <= set(found)


def test_4_5_a_friend_in_a_zone_bars_the_way():
    field = Field()
    field.add(FRENCH, "1513")
    field.add(FRENCH, "1512")
    field.add(ALLIED, "1511")
    assert "1512" not in field.found("1513")


def test_4_5_a_move_beyond_what_was_found_is_refused():
    field = Field()
    field.add(FRENCH, "1514", movement=3)
    field.add(ALLIED, "1511")
    field.found("1514")
    with pytest.raises(ValueError, match="cannot end its movement there"):
        move(field.rules, field.who["1514"], INDEX["1510"], field.state, field.tally, new_log(20))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_4_0_ways_are_those_of_the_referee(data):
    """Random counters; the referee searches anew from the rulebook."""
    free = sorted(f"{column:02}{row:02}" for column, row in referee.ALL - referee.WOODS)
    places = data.draw(st.lists(st.sampled_from(free), min_size=2, max_size=20, unique=True))
    n_french = data.draw(st.integers(1, len(places) - 1))
    movement = data.draw(st.integers(1, 6))
    field = Field()
    for place, name in enumerate(places):
        field.add(FRENCH if place < n_french else ALLIED, name, movement=movement)
    watcher = referee.Referee([])
    watcher.at = {field.who[name]: referee.hex_of(name) for name in places}
    start = referee.hex_of(places[0])
    expected = watcher.reach({start: 0}, movement)
    if start not in watcher.zone(ALLIED):
        found = {referee.hex_of(name): cost for name, cost in field.found(places[0]).items()}
        assert found == expected


# ---- [7.0] Reinforcements


def prussian(field: Field, movement: int = 4) -> dict[str, int]:
    field.state.side = ALLIED
    unit = field.state.units[26]
    unit.fate, unit.strength, unit.movement, unit.side = Fate.TO_COME, 4, movement, ALLIED
    field.who["coming"] = 26
    field.n[ALLIED] = 1
    return field.found("coming")


def test_7_1_an_entry_hex_costs_a_point():
    found = prussian(Field(), movement=1)
    assert set(found) == {"2303", "2307", "2308", "2309", "2311", "2312", "2313", "2316"}
    assert set(found.values()) == {1}


def test_7_2_no_entry_where_an_enemy_is_or_controls():
    field = Field()
    field.n[ALLIED] = 1
    field.add(FRENCH, "2308")
    found = prussian(field, movement=1)
    assert not {"2307", "2308", "2309"} & set(found)
    assert {"2303", "2316"} <= set(found)


def barring(places: list[str], **changes) -> set[str]:
    field = Field(**changes)
    for place in places:
        field.add(FRENCH, place)
    return set(prussian(field, movement=1))


def test_7_3_the_north_edge_when_all_of_the_east_is_barred():
    barred = ["2303", "2308", "2312", "2316"]
    north = {"1201", "1301", "1401", "1501", "1701", "1801", "1901", "2001", "2101"}
    assert barring(barred) == north  # 1601 is woods, and no road leads into it from the north
    assert not barring(barred[1:]) & north
    assert barring(barred[1:], north_entry="any_is_barred") >= north
