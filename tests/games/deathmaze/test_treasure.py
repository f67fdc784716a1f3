"""[9.1, 10.0] Treasure types, chests and traps: loaded dice, or every case there is.

The dice of a hoard come in the order chest, Bezants, gems, magic items; where a code begins with 6 no die is rolled for
whether there is any.
"""

import numpy as np
import pytest
from games.deathmaze.hauls import (
    COINS,
    FOUR,
    HERO,
    ITEM,
    MEDALLION,
    NOTHING_MORE,
    POTION,
    THIEF,
    TRAPS,
    TREE,
    WIZARD,
    die,
    haul,
    hoard_j,
    pair,
    rules_of,
)

from simkit.games.deathmaze.compile import dice_code
from simkit.games.deathmaze.rules.treasure import gem_value
from simkit.games.deathmaze.schema import PARTS, Ending, Event

# ---- [9.1] Treasure types


@pytest.mark.parametrize("face", range(1, 7))
def test_9_12_the_example_is_3_1d6x5(face):
    """Type F has the code that the rules explain: on a 1, 2 or 3 the die is rolled again and multiplied by 5."""
    amount = [die(4)] if face <= 3 else []
    told = haul([die(face), *amount, die(6), die(6)], hoard="F")
    assert told.outcome["bezants"] == (20 if face <= 3 else 0)


@pytest.mark.parametrize(("text", "code"), [("-", (0, 0, 0, 0)), ("1:1", (1, 0, 0, 1)), ("6:3D6x25", (6, 3, 6, 25))])
def test_9_12_dice_codes_are_read_as_printed(text, code):
    assert dice_code(text) == code
    assert dice_code(text.replace("6:", "")) == (code if code[0] != 6 else (0, *code[1:]))


def test_9_12_a_dash_is_never_rolled_for():
    told = haul([], hoard="A")
    assert (told.outcome["value"], told.outcome["items"], told.outcome["ending"]) == (0, 0, Ending.TAKEN)


def test_9_12_several_dice_are_added_before_they_are_multiplied():
    assert haul([die(2), die(5), die(6), die(6), die(6)], hoard="G").outcome["bezants"] == 5 * (2 + 5 + 6)


def test_9_13_each_monster_is_rolled_for_alone():
    told = haul([die(2), die(5)], hoard="B", number=2)
    assert told.of(Event.BEZANTS) == [(2, 0, 0), (5, 0, 0)]
    assert (told.outcome["value"], told.outcome["turns"]) == (7, 2)
    assert haul([die(2), die(1), die(1), die(1), die(6)], hoards=["B", "C"]).outcome["value"] == 5


def test_9_14_the_gem_table_by_the_sum_of_two_dice():
    rules = rules_of()
    assert [gem_value(rules, total) for total in range(2, 13)] == [1, 5, 10, 15, 20, 25, 35, 50, 75, 100, 150]


def test_9_14_each_gem_is_rolled_for():
    told = haul(hoard_j(gems=[pair(2), pair(7), pair(12)]), hoard="J")
    assert told.of(Event.GEM) == [(1, 0, 0), (25, 0, 0), (150, 0, 0)]
    assert (told.outcome["gems"], told.outcome["gem_value"], told.outcome["value"]) == (3, 176, 196)


@pytest.mark.parametrize("item", TREE["magic_items"].values())
def test_9_15_the_magic_item_table(item):
    more = {"weapon": [0, 0], "armor": [0], "potion": [POTION["charm_person"]], "medallion": [MEDALLION["oratory"]]}
    told = haul([ITEM[item], *more.get(item, [0])], find="magic_item")
    counted = {name: int(told.outcome[f"{name}s"]) for name in ITEM}
    assert counted == {name: int(name == item) for name in ITEM}
    assert told.outcome["items"] == 1


@pytest.mark.parametrize("face", range(1, 7))
def test_9_16_a_chest_is_trapped_on_1_to_3(face):
    told = haul([die(face), *COINS, *NOTHING_MORE], hoard="J")
    assert told.of(Event.CHEST) == [(int(face <= 3), 0, 0)]
    assert (told.outcome["chests"], told.outcome["traps"]) == (1, int(face <= 3))


@pytest.mark.parametrize("row", "ABCDEFGHIJKLM")
def test_9_16_types_i_and_j_are_in_chests(row):
    treasure = rules_of()["treasures"]["ABCDEFGHIJKLM".index(row)]
    assert bool(treasure["chest"]) == (row in "IJ")


def test_9_18_the_treasure_is_divided_equally():
    told = haul([die(5)], party=FOUR, hoard="B")
    assert [told.player(n)["share"] for n in range(6)] == [5 * PARTS // 4] * 4 + [0] * 2
    assert told.outcome["share"] * 4 == 5 * PARTS


@pytest.mark.parametrize(("dead_share", "sharers"), [(False, 1), (True, 2)])
def test_9_18_the_dead_have_a_share_by_ruling_only(dead_share, sharers):
    shown = hoard_j((ITEM["medallion"], MEDALLION["strangling"], die(6), die(6)))
    told = haul(shown, {"dead_share": dead_share}, party=(HERO, WIZARD), hoard="J")
    assert told.player(0)["dead"] == 1
    assert told.outcome["share"] == 20 * PARTS // sharers
    assert [told.player(n)["share"] > 0 for n in (0, 1)] == [dead_share, True]


def test_9_18_when_all_are_dead_nobody_carries_anything_out():
    shown = hoard_j((ITEM["medallion"], MEDALLION["strangling"], die(6), die(6)))
    told = haul(shown, {"dead_share": True}, hoard="J")
    assert (told.outcome["ending"], told.outcome["value"]) == (Ending.PARTY_DEAD, 20)
    assert (told.outcome["share"], told.player(0)["share"], told.of(Event.ENDS)) == (0, 0, [(2, 20, 0)])


def test_death_ends_the_search():
    shown = [ITEM["medallion"], MEDALLION["strangling"], die(6), die(6)]
    assert haul(shown, find="magic_item", number=5).outcome["items"] == 1


# ---- [10.0] Traps, which are not held: what a scenario says of them


@pytest.mark.parametrize("face", range(1, 7))
def test_10_a_thief_may_detrap_a_chest(face):
    harm = [die(3)] if face > 2 else []
    told = haul([die(1), die(face), *harm, *COINS, *NOTHING_MORE], TRAPS, party=(HERO, THIEF), hoard="J")
    assert (told.of(Event.DETRAPS), told.of(Event.WOUNDS)) == (([(1, 0, 0)], []) if face <= 2 else ([], [(1, 3, 3)]))


def test_10_without_a_thief_the_opener_opens_the_chest():
    told = haul([die(1), die(6), *COINS, *NOTHING_MORE], TRAPS, party=(WIZARD, HERO), hoard="J")
    assert (told.of(Event.TRAP), told.of(Event.WOUNDS)) == ([(1, 0, 0)], [(1, 6, 2)])


def test_10_a_dead_thief_detraps_nothing():
    first = [die(1), die(6), die(6), *COINS, *NOTHING_MORE]
    told = haul([*first, die(1), die(2), *COINS, *NOTHING_MORE], TRAPS, party=(HERO, THIEF), hoard="J", number=2)
    assert told.of(Event.DIES) == [(1, 0, 0)]
    assert told.of(Event.TRAP) == [(1, 0, 0), (0, 0, 0)]


def test_10_a_trap_harms_nobody_until_a_scenario_says_so():
    told = haul([die(1), *COINS, *NOTHING_MORE], hoard="J")
    assert (told.outcome["traps"], told.outcome["wounds"], told.of(Event.WOUNDS)) == (1, 0, [])


def test_10_a_chest_that_nobody_dares_to_open_is_left():
    policy = {"kind": "bold", "chests_from": 9}
    told = haul([die(1), die(4)], {"traps.wounds": "2D6"}, party=FOUR, policy=policy, hoards=["J", "B"])
    assert (told.outcome["chests_left"], told.outcome["value"]) == (1, 4)


# ---- Variants


def test_the_second_version_of_the_table_has_other_cells():
    first, second = (rules_of({"treasure_table": name})["treasures"] for name in ("first", "second"))
    changed = {
        f"{row}.{column}"
        for row, one, other in zip("ABCDEFGHIJKLM", first, second, strict=True)
        for column in ("bezants", "gems", "items")
        if one[column] != other[column]
    }
    assert changed == {"C.bezants", "E.gems", "F.gems", "G.bezants", "H.gems"}
    assert np.array_equal(first["chest"], second["chest"])
