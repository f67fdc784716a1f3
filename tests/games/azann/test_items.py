"""[Discovering Items; Magic Items; Weapons] What a character may carry, and what it does for him."""

import pytest
from games.azann.tower import SANDALS, STRIKE_A, STRIKE_C, TELEPORT, YES, die, duel, go, play, read, rules_of, way

from simkit.games.azann.schema import ITEMS, Event

ITEM = {name: place for place, name in enumerate(ITEMS)}


# ---- Discovering Items


def test_never_more_than_four_things():
    four = ["great_axe", "silver_dagger", "great_bow", "crystal_sphere"]
    scene = read(69, die(1), 0, items=four, offered=ITEM["emerald_rod"])
    assert scene.items == {"great_axe", "silver_dagger", "great_bow", "emerald_rod"}


@pytest.mark.parametrize(("thing", "points", "kept"), [
    ("great_bow", {"combat": 3}, True), ("great_bow", {"combat": 2}, False),
    ("great_axe", {"combat": 2}, True), ("great_axe", {"combat": 1}, False),
    ("spear_of_grom", {"agility": 2}, True), ("spear_of_grom", {"agility": 1}, False),
    ("emerald_rod", {"magic": 1}, True), ("emerald_rod", {"magic": 0}, False),
    ("crystal_sphere", {"magic": 0}, True), ("ruby_of_kreesh", {"combat": 0}, True),
    ("silver_dagger", {"agility": 0}, True),
])  # fmt: skip
def test_what_is_too_heavy_is_lost_and_the_rod_for_good(thing, points, kept):
    scene = read(62, items=[thing], **points)
    assert scene.items == ({thing} if kept else set())
    assert int(scene.state.gone) == (1 << ITEM["emerald_rod"] if thing == "emerald_rod" and not kept else 0)


@pytest.mark.parametrize(("thing", "check", "points"), [
    ("great_bow", 70, {"combat": 2}), ("spear_of_grom", 70, {"agility": 1}), ("great_axe", 70, {"combat": 2}),
])  # fmt: skip
def test_what_he_cannot_carry_is_not_taken_and_nothing_is_left_for_it(thing, check, points):
    """Four things carried already; the dice say that he knows its worth."""
    four = ["silver_dagger", "crystal_sphere", "ruby_of_kreesh", "enchanted_sandals"]
    heavier = {"great_axe": {"items.great_axe.least": 3}}.get(thing, {})
    scene = read(check, die(1), items=four, offered=ITEM[thing], rules=rules_of(heavier), **points)
    assert scene.items == set(four)
    assert (scene.told(Event.TOO_HEAVY), scene.told(Event.LOSES)) == ([(ITEM[thing], 0, 0, 0)], [])
    assert int(scene.tally.finds) == 0
    assert scene.leads == "level 1"


def test_037_a_bow_too_heavy_costs_no_other_thing():
    """With Axe, Dagger, Sphere and Spear: the fighter would give the Spear for the Bow."""
    four = ["great_axe", "silver_dagger", "crystal_sphere", "spear_of_grom"]
    scene = play(die(1), at=37, steps=2, items=four, combat=2, agility=4, policy="fighter")
    assert (scene.items, scene.leads) == (set(four), "level 1")
    strong = play(die(1), at=37, steps=2, items=four, combat=3, agility=4, policy="fighter")
    assert strong.items == {"great_axe", "silver_dagger", "crystal_sphere", "great_bow"}


def test_who_regenerates_may_take_what_he_could_not_carry():
    """The die of 070 is prepared for: 2 Combat Strength become 7."""
    given = {"items": [], "offered": ITEM["great_bow"], "spells": ["regeneration"], "policy": "mage"}
    assert read(70, die(1), combat=2, **given).items == {"great_bow"}


def test_what_is_lost_can_be_found_again_but_not_the_rod():
    assert read(78, YES).leads == "069"
    assert read(78, gone=1 << ITEM["emerald_rod"]).leads == "level 1"


# ---- Magic items


def test_sandals_take_agility_for_as_long_as_he_is_in_the_room():
    place = way(SANDALS, 1, SANDALS)
    there = go(place, die(4), die(6), level=1, items=["enchanted_sandals"])
    assert (there.leads, there.state.level, there.points[1], there.state.lent) == ("046", 4, 2, 2)
    by_room = go(0, die(3), level=4, agility=2, lent=2)
    assert (by_room.points[1], by_room.state.lent) == (4, 0)
    away = go(way(TELEPORT, 4, TELEPORT), die(1), die(2), die(3), level=4, agility=2, lent=2, spells=["teleportation"])
    assert (away.points[1], away.state.lent) == (2, 0)


def test_sandals_what_they_borrow_comes_back_by_every_way_on_foot():
    """A room, stairs of his choice, stairs without a choice (057), and the door of the tower."""
    lent = {"agility": 2, "lent": 2, "level": 3}
    by_stairs = go(way(4, 3), die(1), **lent)
    assert (by_stairs.points[1], by_stairs.state.lent, by_stairs.leads) == (4, 0, "004")
    assert by_stairs.told(Event.GIVES_BACK) == [(2, 4, 0, 0)]
    for door in (108, 109):
        outside = read(door, **lent, facts=["jewel"])
        assert (outside.points[1], outside.state.lent) == (4, 0)
    assert read(62, **lent).points[1] == 2


def test_sandals_and_the_pit_of_057():
    """Agility 5, 3 in the room: he falls, loses a point, kills the spider, and is as nimble as ever on the stairs."""
    feeble = rules_of({"monsters.spider.combat": 1, "monsters.spider.agility": 1})
    scene = read(57, die(5), through=True, level=3, combat=30, agility=3, lent=2, policy="fighter", rules=feeble)
    assert (scene.leads, scene.state.lent) == ("006", 0)
    left = scene.points[1]
    assert scene.told(Event.GIVES_BACK) == [(2, left, 0, 0)]
    assert play(at=6, level=1, bound=2, agility=left, policy="fighter").leads == "level 2"
    assert left == 5 - 1


def test_sandals_borrow_no_more_than_he_has():
    place = way(SANDALS, 1, SANDALS)
    there = go(place, die(4), die(6), level=1, items=["enchanted_sandals"], agility=1)
    assert (there.points[1], there.state.lent) == (0, 1)
    assert there.told(Event.USES) == [(ITEM["enchanted_sandals"], 4, 0, 4)]


def test_rod_ruby_and_spear_turn_one_point_into_another():
    given = {"policy": {"kind": "acrobat", "keeps": 1}, "level": 3}
    rod = read(31, items=["emerald_rod"], combat=4, agility=2, magic=4, **given)
    assert (rod.points, rod.leads) == ((4, 4, 2), "level 3")
    ruby = read(11, items=["ruby_of_kreesh"], combat=4, agility=4, magic=1, **given)
    assert (ruby.points, ruby.leads) == ((2, 4, 3), "090")
    spear = duel(foes=["troll"], items=["spear_of_grom"], combat=1, agility=4, policy=given["policy"])
    assert spear.told(Event.USES) == [(ITEM["spear_of_grom"], 3, 2, 4)]


@pytest.mark.parametrize(("thing", "price"), [("silver_dagger", (4, 3, 4)), ("crystal_sphere", (4, 4, 3))])
def test_dagger_and_sphere_strike_twice_before_the_first_foe(thing, price):
    scene = duel(0, STRIKE_A, STRIKE_A, foes=["troll", "troll"], items=[thing], combat=9, rounds=1)
    assert [row["side"] for row in scene.events if row["kind"] == Event.STRIKES] == [0, 0]
    assert scene.points == (9, *price[1:])
    assert scene.foes == ["troll"]


def test_dagger_and_sphere_have_their_limits():
    assert duel(0, STRIKE_A, STRIKE_A, foes=["troll"], items=["silver_dagger"], agility=2, combat=9).told(Event.USES)
    assert not duel(STRIKE_A, STRIKE_C, foes=["troll"], items=["silver_dagger"], agility=1, combat=9).told(Event.USES)
    assert not duel(STRIKE_A, STRIKE_C, foes=["ogre"], items=["crystal_sphere"], magic=0, combat=9).told(Event.USES)


def test_bow_has_strength_8_against_all_but_the_first():
    scene = duel(foes=["troll", "demon"], items=["great_bow"], combat=4, agility=9, rounds=2, policy="fighter")
    assert scene.told(Event.USES) == [(ITEM["great_bow"], 3, 9, 4)]
    struck = [(int(row["a"])) for row in scene.events if row["kind"] == Event.STRIKES and row["side"] == 0]
    assert struck == [2, 3]


def own_blows(scene):
    """The differences of his own blows."""
    return [int(row["a"]) for row in scene.events if row["kind"] == Event.STRIKES and row["side"] == 0]


def test_bow_is_not_for_combat_strength_below_3():
    scene = duel(foes=["troll", "demon"], items=["great_bow"], combat=2, agility=20, rounds=4, policy="fighter")
    assert scene.told(Event.USES) == []
    assert scene.items == set()


def test_bow_at_combat_strength_3_is_for_one_shot():
    """He shoots the demon with 8 and has 2 left: the bow is too heavy, and his blows are his own again."""
    duel_of = {"foes": ["ogre", "demon"], "items": ["great_bow"], "combat": 3, "agility": 8, "policy": "fighter"}
    scene = duel(**duel_of, rounds=0, through=True)
    first_of_demon = [int(row["kind"]) for row in scene.events].index(Event.USES)
    after = scene.events[first_of_demon + 1 :]
    blows = [int(row["a"]) for row in after if row["kind"] == Event.STRIKES and row["side"] == 0]
    assert scene.told(Event.USES) == [(ITEM["great_bow"], 2, 8, 4)]
    assert blows[0] == 8 - 5
    assert max(blows[1:]) <= 2 - 1
    assert scene.told(Event.LOSES) == [(ITEM["great_bow"], 0, 0, 0)]
    assert "great_bow" not in scene.items


def test_bow_that_a_blow_makes_too_heavy_is_not_shot_and_not_paid_for():
    """Ambushed by troll and demon: the demon strikes first, and 3 Combat Strength are 2 before his shot."""
    given = {"items": ["great_bow"], "combat": 3, "agility": 5, "policy": "fighter", "ambush": 1}
    scene = duel(foes=["troll", "demon"], rounds=0, through=True, **given)
    assert [kind for kind, *_ in scene.told(Event.MEETS)] == [5, 7]
    assert scene.told(Event.USES) == []
    assert own_blows(scene)[:2] == [3 - 1, 2 - 5]


def test_bow_is_paid_for_once_an_opponent():
    scene = duel(
        foes=["troll", "demon", "demon"],
        items=["great_bow"],
        combat=5,
        agility=9,
        rounds=0,
        policy="fighter",
        through=True,
    )
    assert scene.leads == "FOES_BEATEN"
    assert scene.told(Event.USES) == [(ITEM["great_bow"], 4, 9, 4), (ITEM["great_bow"], 3, 9, 4)]


@pytest.mark.parametrize(("combat", "help_", "axe"), [(3, 4, True), (2, 2, False)])
def test_axe_that_resistance_makes_too_heavy_does_not_help(combat, help_, axe):
    """Who decides at random casts it: the price is paid before the die."""
    scene = read(
        33, YES, die(6), combat=combat, agility=0, magic=1, items=["great_axe"], spells=["resistance"], level=3
    )
    assert [check[1] for check in scene.told(Event.NERVE_CHECK)] == [help_]
    assert (scene.items == {"great_axe"}) == axe


def test_resistance_is_not_cast_where_it_costs_the_axe_more_than_it_helps():
    given = {
        "agility": 1,
        "magic": 0,
        "items": ["great_axe"],
        "spells": ["resistance"],
        "policy": "fighter",
        "level": 3,
    }
    assert read(33, die(6), combat=2, **given).told(Event.CASTS) == []
    assert len(read(33, die(6), combat=2, **{**given, "items": []}).told(Event.CASTS)) == 1


def test_resistance_used_up_comes_back_with_combat_strength():
    """Below 1 he has no power to use it; at 1 again he has."""
    given = {"agility": 1, "magic": 0, "spells": ["resistance"], "level": 3}
    spent = read(33, die(6), combat=0, **given)
    assert (spent.told(Event.CASTS), spent.spells) == ([], {"resistance"})
    assert len(read(33, YES, die(6), combat=1, **given).told(Event.CASTS)) == 1
    rested = play(at=36, combat=0, **given)
    assert read(33, YES, die(6), combat=rested.points[0], **given).told(Event.CASTS) != []
