"""[Turn in Clues; Elf Princess; Maid Marywin] Clues that are turned in, and passengers who are brought home."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import PLACES, Table, dice, die, kind, rules_of, space

from simkit.games.emperor.whole import compile as whole
from simkit.games.emperor.whole.rules import exploration, goals, movement
from simkit.games.emperor.whole.schema import NOWHERE, Event

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")


# ---- Clues


def test_a_clue_is_turned_in_where_it_points_and_the_map_for_a_die():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="m13", clues=["treasure_map", "clue_4"])
    table.plan(0, site="pirate_lair", sails=0, hunts_clues=0)
    draws = [table.treasure("gold_box"), table.treasure("large_ruby", "gold_box")]
    # Movement, the die of the map, two draws, and exploration in the Lair.
    table.turn(die(1), die(2), *draws, die(1), table.arm("club"))
    assert table.holds(0) == ["gold_box", "large_ruby"]
    assert table.told(Event.TURNS_IN_CLUE) == [(0, 0, 2, 0, 0)]
    assert table.state.seats[0].player.clues == 1 << 3 * 3  # the other one is kept
    assert table.tally.draws_clues == 2


def test_a_clue_drawn_at_its_own_place_waits_for_the_next_turn():
    table = Table("Ozmo", "Rosa", rules={"encounter_counts": "descriptions"})
    table.seat(0, space="wizards_tower")
    table.plan(0, site="wizards_tower", hunts_clues=0)
    table.seat(1, clues=["treasure_map", "clue_2", "clue_3"])
    table.turn(die(3), table.chit("treasure_clue"), die(1))
    assert table.told(Event.GETS_CLUE) == [(0, 3, 0, 0, 0)]
    assert table.holds(0) == []
    table.state.active = 0
    table.turn(table.treasure("gold_box"), table.treasure("gold_cup", "gold_box"), die(4), table.chit("great_whale"))
    assert table.holds(0) == ["gold_box", "gold_cup"]


def test_clues_are_turned_in_where_one_stops_or_in_passing():
    """Variant `clue_timing`."""
    for timing, draws in (("stopping", 0), ("passing", 3)):
        table = Table("Ozmo", "Rosa", rules={"clue_timing": timing})
        table.seat(0, space="m10", clues=["clue_2"])
        table.roll(movement.move, [die(4), *[0] * draws], table.policies[0], space("m11"), 0)
        assert table.where(0) == "m11"  # through the Mines
        assert len(table.holds(0)) == draws


def test_who_turned_in_a_clue_explores_too_or_not():
    """Variant `explore_after_clue`."""
    for explores in (True, False):
        table = Table("Ozmo", "Rosa", rules={"explore_after_clue": explores})
        table.seat(0, space="m07", clues=["clue_5"])
        table.plan(0, site="monastery")
        table.turn(die(1), 0, 0, *[die(3)] * explores)
        assert len(table.told(Event.EXPLORES)) == explores


# ---- Escorts


def test_the_chart_says_where_a_passenger_wants_to_go():
    chart = [
        "inn", "mines", "wizards_tower", "midland", "pirate_lair", "river", "fragon_birg", "nebbswitt", "scrab",
        "imperial_capital", "walled_city", "grenger", "monastery", "mohg", "saltz", "despin",
    ]  # fmt: skip
    for total, place in enumerate(chart, 3):
        faces = [min(6, max(1, total - 2)), 0, 0]
        faces[1] = min(6, total - faces[0] - 1)
        faces[2] = total - faces[0] - faces[1]
        table = Table("Ozmo", "Rosa")
        table.seat(0, space="c05")
        table.plan(0, site="c05", meditates=0)
        table.turn(table.chit("elf_princess"), *dice(*faces))
        assert table.told(Event.DESTINATION) == [(0, kind("elf_princess"), space(place), total, 0)]


def test_a_destination_where_one_is_already_is_rolled_again():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="mines")
    table.plan(0, site="mines", meditates=0, escorts=0)
    table.turn(table.chit("maid_marywin"), *dice(1, 1, 2), *dice(6, 6, 6), die(1), table.arm("club"))
    assert table.told(Event.DESTINATION) == [(0, kind("maid_marywin"), space("despin"), 18, 0)]


@pytest.mark.parametrize(("passenger", "draws"), [("elf_princess", 1), ("maid_marywin", 2)])
def test_passengers_pay_at_their_destination(passenger, draws):
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="c02", companions={passenger: "saltz"})
    table.plan(0, "seeker", meditates=0)
    table.turn(die(4), *[0] * draws, die(4))
    assert table.where(0) == "saltz"
    assert table.told(Event.DELIVERS) == [(0, kind(passenger), draws, 0, 0)]
    assert len(table.holds(0)) == draws
    assert table.state.seats[0].player.companions == 0
    assert table.tally.draws_escorts == draws


def test_an_escort_goes_by_fewest_areas_not_by_fewest_points():
    rules = rules_of()
    longer = [
        (a, b)
        for a in range(rules.n_spaces)
        for b in map(space, PLACES)
        if 0 < rules.land_hops[a, b] < whole.FAR and rules.land_hops[rules.land_route[a, b], b] >= rules.land_hops[a, b]
    ]
    assert longer  # the cheapest way is not always the shortest
    for a, b in longer[:20]:
        onward = movement.next_by_hops(rules, b, a)
        assert rules.land_hops[onward, b] == rules.land_hops[a, b] - 1


def test_a_passenger_who_is_led_astray_leaves():
    for step, stays in (("m01", True), ("inn", False), ("f05", False)):
        table = Table("Ozmo", "Rosa")
        table.seat(0, space="c02", companions={"elf_princess": "saltz"})
        movement.enter(table.rules, Event.STEPS, 0, space(step), 0, table.state, table.tally, table.log)
        assert table.state.seats[0].player.companions == stays
        assert len(table.told(Event.PASSENGER_LEAVES)) == (not stays)


def test_standing_still_leads_nobody_astray():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="c02", companions={"elf_princess": "saltz"})
    table.plan(0, site="c02", escorts=0, meditates=0)
    table.turn(table.chit("great_whale"))
    assert table.state.seats[0].player.companions == 1


def test_must_leave_may_lead_a_passenger_astray():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="grenger", companions={"elf_princess": "saltz"})
    table.roll(exploration.must_leave, [], table.policies[0], 0)
    hops = table.rules.land_hops
    nearer = hops[table.state.seats[0].space, space("saltz")] < hops[space("grenger"), space("saltz")]
    assert table.state.seats[0].player.companions == nearer


def test_a_companion_does_not_take_over_the_destination_of_a_passenger_who_fled():
    table = Table("Alatha", "Rosa")
    table.seat(0, space="f05", companions={"elf_princess": "f05"})
    table.state.seats[0].player.companions = 0
    table.state.seats[0].player.companion_kinds[0] = 0  # she is gone, and her destination is stale
    table.plan(0, site="f05", meditates=0)
    table.turn(table.chit("elephant"))
    assert table.state.seats[0].player.companions == 1
    table.state.active = 0
    table.turn(table.chit("great_whale"))
    assert table.told(Event.DELIVERS) == []
    assert goals.best_errand(table.rules, table.policies[0], 0, table.state)[0] == NOWHERE
