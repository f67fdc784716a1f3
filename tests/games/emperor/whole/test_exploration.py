"""[Exploration; Arms; Imperial Treasures] What a die finds, in every place."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import PLACES, Table, die, space

from simkit.games.emperor.shared.terms import Vessel
from simkit.games.emperor.whole.rules import exploration, pools
from simkit.games.emperor.whole.schema import Event
from simkit.games.emperor.whole.terms import Find

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")
ARMS, BOAT, OR_BOAT, OR_SHIP = "arms", "boat", "arms or boat", "boat or ship"
ONE, ALL, CHIT, OUT, TREASURE, NOTHING = "heal one wound", "heal all wounds", "encounter", "must leave", "treasure", ""
CHART = {  # as printed: faces 1 to 6 of each column, and the places that it is for
    "inland_village": ((ARMS, ONE, CHIT, NOTHING, NOTHING, NOTHING), ["inn", "saltz", "nebbswitt", "mohg", "scrab"]),
    "coastal_village": ((OR_BOAT, ONE, CHIT, NOTHING, BOAT, BOAT), ["despin"]),
    "mines": ((ARMS, ARMS, CHIT, OUT, TREASURE, TREASURE), ["mines"]),
    "inland_castle": ((ARMS, ARMS, NOTHING, OUT, NOTHING, TREASURE), ["grenger", "midland", "river"]),
    "coastal_castle": ((OR_BOAT, OR_BOAT, OR_SHIP, OUT, OR_SHIP, TREASURE), ["fragon_birg"]),
    "walled_city": ((OR_BOAT, CHIT, CHIT, OR_SHIP, TREASURE, TREASURE), ["walled_city"]),
    "monastery": ((ALL, ALL, NOTHING, OUT, NOTHING, ONE), ["monastery"]),
    "wizards_tower": ((ARMS, ALL, CHIT, OUT, CHIT, TREASURE), ["wizards_tower"]),
    "pirate_lair": ((OR_BOAT, CHIT, CHIT, OUT, TREASURE, TREASURE), ["pirate_lair"]),
    "imperial_capital": ((OR_BOAT, ONE, CHIT, OUT, OR_SHIP, TREASURE), ["imperial_capital"]),
}
CASES = [
    (place, face, find) for faces, places in CHART.values() for place in places for face, find in enumerate(faces, 1)
]


def looked(place, face, *more, rules=None, policy=None, table=None, **seat):
    """A table after the first player, who has four wounds, has stayed in a place and explored it."""
    table = table or Table("Ozmo", "Rosa", rules=rules)
    table.seat(0, space=place, wounds=4, **seat)
    table.plan(0, site=place, meditates=0, redeems=0, **(policy or {}))
    first = [table.chit("great_whale")] if place == "mines" else []
    finds = {ARMS: table.arm("club"), TREASURE: table.treasure("gold_box")}
    rolls = [finds.get(one, one) for one in more]
    table.turn(*first, die(face), *rolls)
    return table


# ---- The chart


def test_every_place_that_is_not_wilderness_is_in_the_chart():
    assert sorted(place for _, places in CHART.values() for place in places) == sorted({*PLACES} - {"oasis"})


@pytest.mark.parametrize(("place", "face", "find"), CASES)
def test_every_face_of_every_place(place, face, find):
    whale = Table("Ozmo", "Rosa").chit("great_whale")
    sails = {"policy": {"sails": 1}}
    player_of = lambda table: table.state.seats[0].player  # noqa: E731
    if find in (ARMS, OR_BOAT):
        assert looked(place, face, ARMS, policy={"sails": 0}).arms(0) == ["club"]
        assert player_of(looked(place, face, ARMS, **sails)).vessel == Vessel.NONE  # a camper needs no boat
    elif find == BOAT:
        assert player_of(looked(place, face, **sails)).vessel == Vessel.BOAT
        assert player_of(looked(place, face, policy={"sails": 0})).vessel == Vessel.NONE
    elif find == OR_SHIP:
        assert player_of(looked(place, face, **sails)).vessel == Vessel.SHIP
    elif find == ONE:
        assert player_of(looked(place, face)).wounds == 3
    elif find == ALL:
        assert player_of(looked(place, face)).wounds == 0
    elif find == CHIT:
        table = looked(place, face, whale)
        assert len(table.told(Event.IGNORES_CHIT)) == (2 if place == "mines" else 1)
    elif find == OUT:
        table = looked(place, face, whale)
        assert table.told(Event.MUST_LEAVE) == [(0, table.state.seats[0].space, 0, 0, 0)]
        assert table.where(0) != place
    elif find == TREASURE:
        table = looked(place, face, TREASURE)
        assert (table.holds(0), table.tally.draws_explored) == (["gold_box"], 1)
    else:
        table = looked(place, face)
        player = player_of(table)
        assert (player.wounds, player.arms, player.goods, player.vessel, table.where(0)) == (4, 0, 0, 0, place)


def test_the_wilderness_brings_a_chit_and_no_exploration():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="f08")
    table.plan(0, site="f08", meditates=0)
    table.turn(table.chit("great_whale"))
    assert (len(table.told(Event.IGNORES_CHIT)), table.told(Event.EXPLORES)) == (1, [])


def test_the_chit_of_the_mines_comes_before_the_die():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="mines", wounds=3)
    table.plan(0, site="mines")
    table.turn(table.chit("holy_man"), die(2), die(5), table.treasure("gold_cup"))
    rows = [row for row in table.log.rows[: table.log.written] if row.kind in (Event.EXPLORES, Event.IS_HEALED, 28)]
    assert [int(row.kind) for row in rows] == [28, Event.EXPLORES]
    assert table.state.seats[0].player.wounds == 1


# ---- Vessels


def test_there_are_two_of_each_vessel():
    table = Table("Ozmo", "Rosa", "Turb", "Nruff")
    for who, vessel in enumerate(("boat", "boat", "ship", "ship")):
        assert pools.vessel_free(table.rules, table.state, Vessel[vessel.upper()].value)
        table.seat(who, vessel=vessel)
    assert not pools.vessel_free(table.rules, table.state, Vessel.BOAT.value)
    assert not pools.vessel_free(table.rules, table.state, Vessel.SHIP.value)


@pytest.mark.parametrize(
    ("mine", "others", "find", "taken"),
    [
        ("none", [], Find.BOAT, "boat"),
        ("none", ["boat"], Find.BOAT, "boat"),
        ("none", ["boat", "boat"], Find.BOAT, "none"),  # who waits
        ("none", [], Find.BOAT_OR_SHIP, "ship"),
        ("none", ["ship", "ship"], Find.BOAT_OR_SHIP, "boat"),
        ("none", ["ship", "ship", "boat", "boat"], Find.BOAT_OR_SHIP, "none"),
        ("boat", [], Find.BOAT_OR_SHIP, "ship"),  # exchanged
        ("boat", ["ship", "ship"], Find.BOAT_OR_SHIP, "boat"),
        ("boat", [], Find.BOAT, "boat"),
        ("ship", [], Find.BOAT_OR_SHIP, "ship"),  # no more than one
        ("ship", [], Find.BOAT, "ship"),
    ],
)
def test_what_a_port_has_is_taken(mine, others, find, taken):
    table = Table("Ozmo", "Rosa", "Turb", "Nruff", "Alatha")
    table.seat(0, space="despin", vessel=mine, vessel_wounds=2)
    for who, vessel in enumerate(others, 1):
        table.seat(who, vessel=vessel)
    table.roll(exploration.take_find, [], table.policies[0], find.value, 0)
    player = table.state.seats[0].player
    assert player.vessel == Vessel[taken.upper()]
    assert player.vessel_wounds == (2 if mine == taken else 0)


def test_without_a_boat_in_the_economy_arms_or_boat_gives_arms():
    table = Table("Ozmo", "Rosa", "Turb")
    table.seat(1, vessel="boat")
    table.seat(2, vessel="boat")
    assert looked("despin", 1, ARMS, table=table).arms(0) == ["club"]


# ---- Arms


def test_five_arms_are_the_limit_magic_ones_beside_them():
    table = Table("Rosa", "Ozmo")
    table.seat(0, arms=["club", "mace", "staff", "sling", "dagger"], treasures=["magic_axe"])
    table.roll(pools.draw_arms, [table.arm("great_sword")], table.policies[0], 1, 0)
    # A cleric can use neither dagger nor great sword: the first of the useless goes back.
    assert table.arms(0) == ["mace", "club", "staff", "dagger", "sling"]
    assert table.holds(0) == ["magic_axe"]


def test_kinds_may_be_what_the_limit_counts():
    """Variant `arms_limit`: a second dagger is no sixth kind."""
    held = ["club", "mace", "staff", "sling", "dagger"]
    for reading, n in (("five_chits", 5), ("five_kinds", 6)):
        table = Table("Rosa", "Ozmo", rules={"arms_limit": reading})
        table.seat(0, arms=held)
        table.roll(pools.draw_arms, [table.arm("club")], table.policies[0], 1, 0)
        assert len(table.arms(0)) == n


def test_an_empty_pool_gives_nothing():
    arms = {f"arms.{name}.quantity": 0 for name in ("great_sword", "short_sword", "axe", "mace", "club", "staff")}
    arms |= {f"arms.{name}.quantity": 0 for name in ("dagger", "bow", "sling", "round_shield", "kite_shield")}
    table = Table("Ozmo", "Rosa", rules=arms)
    table.roll(pools.draw_arms, [], table.policies[0], 1, 0)
    assert table.arms(0) == []
    every = Table("Ozmo", "Rosa")
    rules = every.rules.copy()
    rules.goods_pool[:] = 0
    rules.magic_pool[:] = 0
    every.rules = rules
    assert every.roll(pools.draw_treasures, [], 3, 0) == 0


# ---- Grail and Sceptre


@pytest.mark.parametrize(
    ("treasure", "places"),
    [
        ("grail_of_pale", {"inn", "saltz", "nebbswitt", "mohg", "despin", "scrab", "monastery"}),
        ("sceptre_of_balladan", {"grenger", "midland", "river", "fragon_birg"}),
    ],
)
def test_where_a_roll_may_be_changed(treasure, places):
    table = Table("Ozmo", "Rosa")
    player = table.seat(0, treasures=[treasure]).player
    changing = {place for place in PLACES if exploration.most_shift(table.rules.spaces[space(place)], player) == 1}
    assert changing == places


def test_the_sceptre_makes_a_treasure_of_a_five_but_not_of_a_four():
    assert looked("grenger", 5, TREASURE, treasures=["sceptre_of_balladan"]).told(Event.EXPLORES) == [(0, 5, 6, 9, 4)]
    table = looked("grenger", 4, treasures=["sceptre_of_balladan"])  # 3 and 5 are both better than being chased
    assert table.told(Event.EXPLORES)[0][1:3] in ((4, 3), (4, 5))
    assert looked("grenger", 5).told(Event.EXPLORES) == [(0, 5, 5, 0, 4)]


def test_nothing_is_changed_beyond_one_and_six():
    table = Table("Ozmo", "Rosa")
    player = table.seat(0, treasures=["grail_of_pale"], wounds=2).player
    column = table.rules.spaces[space("monastery")].column
    assert exploration.best_face(table.rules, column, 1, 1, player) == 1
    assert exploration.best_face(table.rules, column, 6, 1, player) in (5, 6)
    assert exploration.best_face(table.rules, column, 3, 1, player) == 2


def test_a_change_may_have_to_be_named_before_the_roll():
    """Variant `item_roll`: one up is then named, and a six stays a six; a five that was a treasure is not."""
    before = {"item_roll": "before"}
    held = {"treasures": ["sceptre_of_balladan"]}
    assert looked("grenger", 5, TREASURE, rules=before, **held).told(Event.EXPLORES) == [(0, 5, 6, 9, 4)]
    assert looked("grenger", 6, TREASURE, rules=before, **held).told(Event.EXPLORES) == [(0, 6, 6, 9, 4)]
    whale = Table("Ozmo", "Rosa").chit("great_whale")
    table = looked("grenger", 3, whale, rules=before, **held)  # now it makes a 4 of a 3
    assert table.told(Event.EXPLORES) == [(0, 3, 4, 8, 4)]
    assert looked("grenger", 3, ARMS, **held).told(Event.EXPLORES) == [(0, 3, 2, 1, 4)]  # after it, a 2


# ---- Camping tax


def test_the_camping_tax_takes_a_second_treasure_running():
    for taxed in (False, True):
        table = Table("Ozmo", "Rosa", rules={"camping_tax": taxed})
        looked("walled_city", 6, TREASURE, table=table)
        table.state.active = 0
        table.turn(die(6), *[table.treasure("gold_cup")] * (not taxed))
        table.state.active = 0
        table.turn(die(5), table.treasure("large_ruby"))  # the one after that is free again
        assert len(table.holds(0)) == (2 if taxed else 3)


def test_the_camping_tax_is_of_one_place():
    table = Table("Ozmo", "Rosa", rules={"camping_tax": True})
    looked("walled_city", 6, TREASURE, table=table)
    table.state.active = 0
    table.seat(0, space="pirate_lair")
    table.plan(0, site="pirate_lair")
    table.turn(die(6), table.treasure("gold_cup"))
    assert len(table.holds(0)) == 2


# ---- The Capital


def test_imperials_are_redeemed_in_chains_for_two_draws_each():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="c07", treasures=["grail_of_pale"])
    table.plan(0, "seeker")
    draws = [table.treasure("palantir_of_zog"), table.treasure("gold_box", "palantir_of_zog")]
    gone = ["palantir_of_zog", "gold_box"]
    more = [table.treasure("gold_cup", *gone), table.treasure("large_ruby", *gone, "gold_cup")]
    table.turn(die(1), *draws, *more)  # and no exploration in this turn
    assert table.told(Event.REDEEMS) == [(0, 1, 2, 0, 0), (0, 1, 2, 0, 0)]
    assert sorted(table.holds(0)) == ["gold_box", "gold_cup", "large_ruby"]
    assert pools.discovered(table.rules, table.state) == 2
    assert table.tally.draws_redeemed == 4
    assert table.told(Event.EXPLORES) == []


def test_the_chain_ends_with_the_game():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="c07", treasures=["grail_of_pale"])
    table.seat(1, treasures=["palantir_of_zog", "talisman_of_quox"])
    table.plan(0, "seeker", hastens_end=1)
    table.turn(die(1), table.treasure("battle_ring_of_gorath"))  # the second draw is not made
    assert table.state.ending == 1
    assert table.holds(0) == ["battle_ring_of_gorath"]


def test_who_does_not_redeem_explores_the_capital():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="imperial_capital", treasures=["grail_of_pale"])
    table.plan(0, site="imperial_capital", redeems=0)
    table.turn(die(6), table.treasure("gold_box"))
    assert sorted(table.holds(0)) == ["gold_box", "grail_of_pale"]
