"""The rules, case by case, in situations laid out by hand."""

import itertools

import pytest
from games.waterloo import referee
from games.waterloo.battlefield import ALLIED, FRENCH, TREE, Ending, Event, Field, rules_of
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.games.waterloo.compile import COLUMNS
from simkit.games.waterloo.hexes import DIRECTIONS, INDEX, NAMES, neighbour
from simkit.games.waterloo.rules.attacks import is_held, require_attacks
from simkit.games.waterloo.rules.movement import move
from simkit.games.waterloo.rules.table import combat_column, combat_result
from simkit.games.waterloo.schema import NOWHERE, OFF_MAP, STATE, Fate, Result

RULES = rules_of()
A1, A2, A3 = 3, 4, 5


def sights(name: str, rules=RULES) -> set[str]:
    return {NAMES[hex_] for hex_ in rules.sights[INDEX[name]] if hex_ != NOWHERE}


def ways(name: str, rules=RULES) -> set[str]:
    return {NAMES[hex_] for hex_ in rules.ways[INDEX[name]] if hex_ != NOWHERE}


def column(strength: int, defence: int, *, demoralized: bool = False, side: int = FRENCH, rules=RULES) -> str:
    field = Field(side)
    field.state.demoralized = demoralized
    return COLUMNS[combat_column(rules, strength, defence, field.state)]


# ---- [2.0] The map


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
        move(field.rules, field.who["1512"], INDEX["1511"], field.state, field.tally, _log())


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
        move(field.rules, field.who["1514"], INDEX["1510"], field.state, field.tally, _log())


def _log():
    from simkit.core.log import new_log

    return new_log(20)


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


# ---- [5.0] Preconditions


def test_5_1_a_unit_in_contact_without_an_attack_is_refused():
    field = Field()
    field.add(FRENCH, "1512")
    field.add(FRENCH, "1611")
    field.add(ALLIED, "1511")
    field.announce(["1512"], ["1511"])
    with pytest.raises(ValueError, match="takes part in no attack"):
        require_attacks(field.rules, field.state)


def test_5_1_an_enemy_in_contact_must_be_attacked():
    field = Field()
    field.add(FRENCH, "1512")
    field.add(ALLIED, "1511")
    field.add(ALLIED, "1411")
    field.announce(["1512"], ["1511"])
    with pytest.raises(ValueError, match="takes part in no attack"):
        require_attacks(field.rules, field.state)


def test_5_4_an_attacker_must_be_beside_every_defender():
    field = Field()
    field.add(FRENCH, "1512")
    field.add(ALLIED, "1511")
    field.add(ALLIED, "1510")
    field.announce(["1512"], ["1511", "1510"])
    with pytest.raises(ValueError, match="attacks whom it cannot"):
        require_attacks(field.rules, field.state)


def test_5_6_guns_in_contact_may_not_bombard():
    field = Field()
    field.gun(FRENCH, "1512")
    field.add(ALLIED, "1511")
    field.add(ALLIED, "1510")
    field.announce([], ["1510"], guns=("1512",))
    field.announce([], ["1511"])
    with pytest.raises(ValueError, match=r"bombards that may not|takes part in no attack"):
        require_attacks(field.rules, field.state)


def test_5_6_without_bombardment_nobody_bombards():
    field = Field(bombardment=False)
    field.gun(FRENCH, "1512")
    field.add(ALLIED, "1510")
    field.announce([], ["1510"], guns=("1512",))
    with pytest.raises(ValueError, match="bombards that may not"):
        require_attacks(field.rules, field.state)


def test_5_6_5_8_bombardment_alone_and_in_combination_is_accepted():
    field = Field()
    field.gun(FRENCH, "1512")
    field.gun(FRENCH, "1712")
    field.add(FRENCH, "1511")
    field.add(ALLIED, "1510")
    field.add(ALLIED, "1710")
    field.announce(["1511"], ["1510"], guns=("1512",))
    field.announce([], ["1710"], guns=("1712",))
    require_attacks(field.rules, field.state)
    attack = field.state.attacks[0]
    assert (attack.strength, attack.guns, attack.defence) == (4, 3, 4)


# ---- [6.2] Ratios and columns


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


# ---- [6.3 to 6.8] Results


def duel(strengths: list[int], defender: int, face: int, **changes) -> Field:
    """Attackers S, SE, SW of a defender in clear ground."""
    field = Field(**changes)
    field.add(ALLIED, "1312", defender)
    places = [NAMES[neighbour("1312", side)] for side in ("S", "SE", "SW")]
    attackers = [field.add(FRENCH, place, strength) for place, strength in zip(places, strengths, strict=False)]
    return field.announce(attackers, ["1312"]).fight(face)


def test_6_3_ae_destroys_all_attackers():
    field = duel([1, 1], 10, 6)
    assert [field.where(name) for name in list(field.who)[1:]] == ["destroyed", "destroyed"]
    assert list(field.state.lost) == [2, 0]


def test_6_3_ar_every_attacker_goes_back_a_hex():
    field = duel([4], 4, 6)
    assert field.where("1313") not in ("1313", "destroyed")
    assert field.where("1312") == "1312"


def test_6_3_dr_the_defender_goes_back_a_hex():
    field = duel([4], 4, 1)
    assert field.where("1312") not in ("1312", "destroyed")


def test_6_3_de_the_defender_is_destroyed():
    field = duel([4, 4, 4], 4, 1)
    assert field.where("1312") == "destroyed"
    assert field.tally.de == 1


@pytest.mark.parametrize(
    ("strengths", "defender", "paid"),
    [([3, 3], 3, 3), ([5, 4, 3], 4, 4), ([2, 2, 2], 3, 4), ([7], 3, 7), ([6, 2, 2], 5, 6), ([5, 3, 2], 5, 5)],
)
def test_6_3_ee_the_attacker_loses_as_little_as_matches_the_defender(strengths, defender, paid):
    face = {2: 5, 3: 6, 4: 5}[sum(strengths) // defender]
    field = duel(strengths, defender, face)
    assert field.tally.ee == 1
    assert list(field.state.lost) == [paid, defender]


def test_nw_08_a_doubled_defender_may_have_to_be_matched():
    def fight(**changes) -> list[int]:
        field = Field(**changes)
        field.add(ALLIED, "1310", 2)
        names = [field.add(FRENCH, NAMES[neighbour("1310", side)], 4) for side in ("S", "SE", "SW")]
        return list(field.announce(names, ["1310"]).fight(6).state.lost)

    assert fight() == [4, 2]  # 12 to 4 is 3-1, and a 6 is Ee
    field = Field(exchange="doubled")
    field.add(ALLIED, "1310", 3)
    names = [field.add(FRENCH, NAMES[neighbour("1310", side)], strength) for side, strength in (("S", 4), ("SE", 8))]
    assert list(field.announce(names, ["1310"]).fight(5).state.lost) == [8, 3]  # 6 are owed


def test_6_4_who_has_no_safe_hex_is_destroyed():
    field = Field()
    field.add(ALLIED, "1312", 4)
    for side in ("N", "S"):
        field.add(FRENCH, NAMES[neighbour("1312", side)], 2)
    field.announce(["1311", "1313"], ["1312"]).fight(1)
    assert field.where("1312") == "destroyed"
    assert field.of(Event.DESTROYED)[0][-1] == 1
    assert field.tally.allied_cornered == 4


def test_6_4_the_edge_of_the_map_is_no_safe_hex():
    field = Field()
    field.add(ALLIED, "0101", 4)
    field.add(FRENCH, "0102", 4)
    field.announce(["0102"], ["0101"]).fight(1)
    assert field.where("0101") == "destroyed"


def test_6_4_hougoumont_can_retreat_to_0813_only():
    field = Field()
    field.add(ALLIED, "0914", 1)
    field.add(FRENCH, "1014", 1)
    field.announce(["1014"], ["0914"]).fight(1)
    assert field.where("0914") == "0813"
    field = Field()
    field.add(ALLIED, "0914", 1)
    field.add(FRENCH, "0814", 1)
    assert is_held(field.rules, field.state.units[field.who["0914"]], field.state)
    field.announce(["0814"], ["0914"]).fight(1)
    assert field.where("0914") == "destroyed"


def test_2_2_woods_road_is_not_doubled_unless_nw_01_says_so():
    for doubles, odds in ((False, "1-1"), (True, "1-2")):
        field = Field(woods_road_doubles=doubles)
        field.add(ALLIED, "0914", 2)
        field.add(FRENCH, "1014", 2)
        field.announce(["1014"], ["0914"])
        assert COLUMNS[combat_column(field.rules, 2, field.state.attacks[0].defence, field.state)] == odds


def hemmed_in(behind: list[str], *, barred: list[str] = ()) -> Field:
    """An Allied unit in 1112 attacked from the south, with a friend in 1111, its one way back; more friends behind."""
    field = Field()
    field.add(ALLIED, "1112", 4)
    attackers = [field.add(FRENCH, place, 2) for place in ("1113", "1212", "1012")]
    for place in ("1111", *behind):
        field.add(ALLIED, place, 1)
    for place in barred:
        field.add(FRENCH, place, 1)
    return field.announce(attackers, ["1112"]).fight(1)  # 6 to 4 is 1-1: Dr


def test_6_5_a_friend_in_the_only_safe_hex_is_displaced():
    field = hemmed_in([])
    assert field.where("1112") == "1111"
    assert field.where("1111") in {"1110", "1210", "1010"}
    assert field.tally.displaced == 1


def test_6_5_displacement_runs_on_in_a_chain():
    behind = ["1110", "1210", "1010"]
    field = hemmed_in(behind)
    assert field.where("1112") == "1111"
    assert field.where("1111") in behind
    assert field.tally.displaced == 2
    assert field.state.lost[ALLIED] == 0
    assert len({field.where(name) for name in ("1112", "1111", *behind)}) == 5


def test_6_5_nobody_is_displaced_who_has_nowhere_to_go():
    field = hemmed_in([], barred=["1109", "1310", "0910"])
    assert field.where("1112") == "destroyed"
    assert field.where("1111") == "1111"


@pytest.mark.parametrize("required", [True, False])
def test_6_5_guns_with_a_required_bombardment_to_come_are_not_displaced(required):
    """The guns in 1111 bombard 1109; another unit touches it, and attacks 1107 instead."""
    field = Field(ALLIED).weights(ALLIED, trade=100)
    field.add(ALLIED, "1112", 4)
    field.gun(ALLIED, "1111", 1)
    for place, strength in (("1113", 4), ("1212", 1), ("1012", 1), ("1109", 6)):
        field.add(FRENCH, place, strength)
    field.announce(["1112"], ["1113"])
    field.announce([], ["1109"], guns=("1111",))
    if required:
        field.add(ALLIED, "1108", 1)
        field.add(FRENCH, "1107", 9)
        field.announce(["1108"], ["1107"]).fight(6, 6, 6)
        assert field.where("1112") == "destroyed"
        assert field.where("1111") == "1111"
    else:
        field.fight(6)
        assert field.where("1112") == "1111"
        assert field.where("1111") not in ("1111", "destroyed")
        assert field.tally.lapsed == 1


def test_6_6_a_victor_may_advance_into_the_hex_that_is_vacated():
    field = Field()
    field.weights(FRENCH, pursue=50, caution=0)
    field.add(ALLIED, "1312", 4)
    field.add(FRENCH, "1313", 4)
    field.announce(["1313"], ["1312"]).fight(1)
    assert field.where("1313") == "1312"


def test_6_6_the_defender_may_advance_when_the_attacker_goes():
    for strength, face in ((4, 6), (1, 6)):
        field = Field()
        field.weights(ALLIED, pursue=50, caution=0)
        field.add(ALLIED, "1312", 4)
        field.add(FRENCH, "1313", strength)
        field.announce(["1313"], ["1312"]).fight(face)
        assert field.where("1312") == "1313"


def test_6_6_hougoumont_is_entered_from_0813_only():
    for place, ends in (("1014", "1014"), ("0813", "0914")):
        field = Field()
        field.weights(FRENCH, pursue=50, caution=0)
        field.add(ALLIED, "0914", 1)
        field.add(FRENCH, place, 6)
        field.announce([place], ["0914"]).fight(1)
        assert field.where("0914") == "destroyed"
        assert field.where(place) == ends


def test_6_8_bombarding_guns_are_untouched_by_every_result():
    for strength, face in ((1, 6), (4, 6), (8, 5), (4, 1), (12, 1)):
        field = Field()
        field.add(ALLIED, "1310", 4)
        field.gun(FRENCH, "1312", strength)
        field.announce([], ["1310"], guns=("1312",)).fight(face)
        assert field.where("1312") == "1312"
        assert field.state.lost[FRENCH] == 0


def test_6_8_guns_fall_back_after_a_bad_result_when_an_enemy_comes_beside_them():
    field = Field()
    field.weights(ALLIED, pursue=50, caution=0)
    field.add(ALLIED, "1410", 6)
    field.add(FRENCH, "1411", 1)
    field.gun(FRENCH, "1412", 1)
    field.announce(["1411"], ["1410"], guns=("1412",)).fight(6)
    assert field.where("1411") == "destroyed"
    assert field.where("1410") == "1411"
    assert field.where("1412") not in ("1412", "destroyed")
    assert len(field.of(Event.FALLS_BACK)) == 1


def test_nw_05_guns_advance_where_they_may():
    for reading, ends in (("adjacent", "1412"), ("bombarding_too", "1410")):
        field = Field(advance=reading)
        field.weights(FRENCH, pursue=99, caution=0, guns=0)
        field.add(ALLIED, "1410", 1)
        field.gun(FRENCH, "1412", 6)
        field.announce([], ["1410"], guns=("1412",)).fight(1)
        assert field.where("1412") == ends


def test_nw_09_the_victor_chooses_otherwise_than_the_owner():
    def fight(chooser: str) -> str:
        field = Field(retreat_chooser=chooser)
        field.add(ALLIED, "1312", 4)
        field.add(FRENCH, "1313", 4)
        return field.announce(["1313"], ["1312"]).fight(1).where("1312")

    assert fight("owner") == "1311"  # towards its own edge
    assert fight("victor") in {"1211", "1411"}


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


# ---- [8.0] Victory


def leave(field: Field, name: str) -> Field:
    field.found(name)
    move(field.rules, field.who[name], OFF_MAP, field.state, field.tally, _log())
    return field


def test_8_3_a_unit_leaves_from_an_exit_hex_for_one_more_point():
    for movement, can in ((1, False), (2, True)):
        field = Field()
        field.add(FRENCH, "0502", movement=movement)
        field.found("0502")
        assert bool(field.state.field.leaves) == can
    field = Field(movement__exit_cost=0)
    field.add(FRENCH, "0502", movement=1)
    field.found("0502")
    assert field.state.field.leaves


def test_8_3_not_from_1001_unless_nw_11_says_so():
    for exits, can in (("to_0901", False), ("to_1001", True)):
        field = Field(exit_hexes=exits)
        field.add(FRENCH, "1002", movement=2)
        field.found("1002")
        assert bool(field.state.field.leaves) == can


def test_nw_06_who_is_stopped_by_a_zone_does_not_leave():
    field = Field()
    field.add(FRENCH, "0503", movement=6)
    for place in ("0202", "0402", "0602", "0802"):
        field.add(ALLIED, place)
    field.found("0503")
    assert not field.state.field.leaves
    with pytest.raises(ValueError, match="cannot leave the map"):
        leave(field, "0503")


@pytest.mark.parametrize(("demoralized", "before", "ending"), [(1, 6, 1), (1, 5, 0), (0, 6, 0)])
def test_8_3_the_seventh_unit_wins_when_the_allies_are_demoralized(demoralized, before, ending):
    field = Field()
    field.state.demoralized, field.state.exited = demoralized, before
    field.add(FRENCH, "0501")
    assert leave(field, "0501").state.ending == ending
    assert field.where("0501") == "exited"
    assert field.state.exited == before + 1


def at_the_limit(french: int, allied: int, exited: int, demoralized: int = 0) -> Field:
    """An exchange of three points each, when so much has been lost already."""
    field = Field()
    field.state.lost[:] = french, allied
    field.state.exited, field.state.demoralized = exited, demoralized
    field.add(ALLIED, "1312", 3)
    field.add(FRENCH, "1313", 3)
    field.add(FRENCH, "1412", 3)
    return field.announce(["1313", "1412"], ["1312"]).fight(6 if demoralized else 5)


def test_8_1_forty_french_points_win_for_the_allies():
    assert at_the_limit(37, 36, 0).state.ending == Ending.ALLIED_WIN
    assert at_the_limit(36, 36, 0).state.ending == 0


def test_8_2_forty_allied_points_demoralize():
    field = at_the_limit(36, 37, 0)
    assert field.state.demoralized == 1
    assert field.state.ending == 0
    assert field.tally.demoralized_turn == 1


def test_8_2_8_3_and_win_when_seven_have_left_already():
    assert at_the_limit(36, 37, 7).state.ending == Ending.FRENCH_WIN


def test_8_4_both_at_once():
    assert at_the_limit(37, 37, 6).state.ending == Ending.ALLIED_WIN
    assert at_the_limit(37, 37, 7).state.ending == Ending.FRENCH_WIN


def test_8_2_what_the_french_lose_afterwards_does_not_matter():
    field = at_the_limit(50, 45, 0, demoralized=1)
    assert field.tally.ee == 1
    assert field.state.ending == 0


def test_8_2_the_limits_are_figures():
    assert rules_of(victory__allied_limit=30).allied_limit == 30
    assert rules_of(victory__french_limit=50).french_limit == 50
    assert rules_of(prussians__turn=2).prussian_turn == 2


def test_the_states_here_are_the_games():
    assert Field().states.dtype == STATE
