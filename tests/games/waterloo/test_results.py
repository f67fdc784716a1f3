"""[6.3 to 6.8] Retreats, displacement, exchanges and advances, in situations laid out by hand."""

import pytest
from games.waterloo.battlefield import ALLIED, FRENCH, Event, Field

from simkit.games.waterloo.compile import COLUMNS
from simkit.games.waterloo.hexes import NAMES, neighbour
from simkit.games.waterloo.rules.attacks import is_held
from simkit.games.waterloo.rules.table import combat_column


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
