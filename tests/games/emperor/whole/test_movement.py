"""[Movement; Sea Movement; Teleportation; Exploration] Where players go, step by step."""

import numpy as np
import pytest
from conftest import JIT
from games.emperor.whole.tables import CATALOG, PLACES, SPACES, Table, dice, die, rules_of, space

from simkit.core.dice import loaded_dice
from simkit.games.emperor.shared.terms import TERRAINS, Vessel
from simkit.games.emperor.whole import compile as whole
from simkit.games.emperor.whole.rules import exploration, goals, movement, turns
from simkit.games.emperor.whole.schema import NOWHERE, Event
from simkit.games.emperor.whole.terms import Mode

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")
COSTS = {"clear": 1, "desert": 1, "wastes": 1, "forest": 2, "swamp": 2, "coastal_sea": 2, "deep_sea": 2, "mountain": 3}
PORTS = ["despin", "fragon_birg", "walled_city", "pirate_lair", "imperial_capital"]


def moved(start, goal, face, *more, rules=None, seat=None, **plan):
    """A table after the first player has moved, and nothing else."""
    table = Table("Ozmo", "Rosa", rules=rules)
    table.seat(0, space=start, **(seat or {}))
    table.plan(0, site=goal, **plan)
    table.roll(movement.move, [die(face), *more], table.policies[0], space(goal), 0)
    return table


LINKS = CATALOG.map["links"]
ISLAND = {  # the Pirate Lair without its two trails
    "map.links.desert": [*LINKS["desert"][:-1], "w04 - w05 - m13"],
    "map.links.east": [*LINKS["east"][:-1], "walled_city - m18 - f16 - s07 - f17 - m19"],
}


# ---- The map


def test_every_space_costs_what_its_terrain_says_and_places_one_point():
    rules = rules_of()
    said = {
        name: 1 if name in PLACES else COSTS[TERRAINS[rules.spaces[n].spot.terrain]] for n, name in enumerate(SPACES)
    }
    assert {name: int(rules.spaces[n].cost) for n, name in enumerate(SPACES)} == said


def test_links_go_both_ways():
    rules = rules_of()
    there = {(a, int(b)) for a in range(rules.n_spaces) for b in rules.spaces[a].links[: rules.spaces[a].n_links]}
    assert there == {(b, a) for a, b in there}
    assert all(a != b for a, b in there)


def test_routes_are_shortest_by_an_independent_reckoning():
    """Floyd and Warshall, on matrices, against Dijkstra's ways with their next spaces."""
    rules = rules_of()
    n = int(rules.n_spaces)
    planned = rules.spaces["cost"][:n].copy()
    planned[space("oasis")] += round(3.5)  # it is not found one time in two, and then a turn is lost
    for cost, route, by_sea in ((rules.land_cost, rules.land_route, False), (rules.sea_cost, rules.sea_route, True)):
        least = np.full((n, n), np.inf)
        for a in range(n):
            least[a, a] = 0 if by_sea or not rules.spaces[a].spot.sea else np.inf
            for b in rules.spaces[a].links[: rules.spaces[a].n_links]:
                if by_sea or not (rules.spaces[a].spot.sea or rules.spaces[b].spot.sea):
                    least[a, b] = planned[b]
        for middle in range(n):
            least = np.minimum(least, least[:, middle, None] + least[middle])
        reachable = np.isfinite(least)
        assert (cost[:n, :n][reachable] == least[reachable]).all()
        assert (cost[:n, :n][~reachable] == whole.FAR).all()
        for a, b in zip(*np.nonzero(reachable), strict=True):
            if a != b:
                onward = int(route[a, b])
                assert least[a, b] == planned[onward] + least[onward, b]


# ---- Points


@pytest.mark.parametrize(
    ("start", "goal", "face", "end"),
    [
        ("inn", "mines", 1, "c01"),
        ("inn", "mines", 2, "s01"),  # one point left is enough for a swamp
        ("inn", "mines", 3, "s01"),  # and none is not
        ("inn", "mines", 4, "s02"),
        ("m01", "saltz", 1, "saltz"),
        ("c02", "saltz", 1, "m01"),  # a single point even into the mountains
        ("c02", "saltz", 3, "m01"),
        ("c02", "saltz", 4, "saltz"),
        ("inn", "saltz", 5, "saltz"),
        ("inn", "c01", 6, "c01"),  # need not use it all
    ],
)
def test_points_are_spent_until_none_is_left(start, goal, face, end):
    table = moved(start, goal, face)
    assert table.where(0) == end
    assert table.told(Event.MOVES) == [(0, face, 0, 0, 0)]
    assert table.told(Event.STEPS)[-1][:2] == (0, space(end))


def test_what_is_not_paid_does_not_carry_over():
    table = moved("c02", "saltz", 1)
    table.roll(movement.move, [die(1)], table.policies[0], space("saltz"), 0)
    assert table.where(0) == "saltz"


def test_the_talisman_adds_a_point():
    assert moved("inn", "mines", 3, seat={"treasures": ["talisman_of_quox"]}).where(0) == "s02"


def test_one_may_roll_and_stay():
    table = Table("Ozmo", "Rosa")
    table.plan(0, "wanderer")
    links = int(table.rules.spaces[space("inn")].n_links)
    table.roll(movement.move, [die(6), die(links + 1)], table.policies[0], NOWHERE, 0)
    assert table.where(0) == "inn"


def test_one_may_backtrack():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="c01")
    table.plan(0, "wanderer")
    ways = {int(table.rules.spaces[space("c01")].links[n]): n + 1 for n in range(2)}
    back = {int(table.rules.spaces[space("inn")].links[n]): n + 1 for n in range(4)}
    steps = [ways[space("inn")], back[space("c01")], ways[space("inn")], len(back) + 1]
    table.roll(movement.move, [die(6), *dice(*steps)], table.policies[0], NOWHERE, 0)
    assert table.where(0) == "inn"


# ---- The Vanishing Oasis: succeeds (0) or fails (1) to be found


def test_the_oasis_is_found_or_the_movement_is_over():
    assert moved("d03", "oasis", 4, 0).where(0) == "oasis"
    lost = moved("d03", "oasis", 4, 1)
    assert lost.where(0) == "d03"
    assert lost.told(Event.OASIS) == [(0, 0, 0, 0, 0)]


def test_who_finds_the_oasis_may_go_on_through_it():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="d03")
    table.plan(0, "wanderer")  # others go round it
    links = [[int(link) for link in table.rules.spaces[space(name)].links] for name in ("d03", "oasis")]
    beyond = next(n for n, link in enumerate(links[1]) if SPACES[link] != "d03")
    rolls = [die(2), die(links[0].index(space("oasis")) + 1), 0, die(beyond + 1)]
    table.roll(movement.move, rolls, table.policies[0], NOWHERE, 0)
    assert table.state.seats[0].space == links[1][beyond]
    assert table.told(Event.OASIS) == [(0, 1, 0, 0, 0)]


def test_the_oasis_may_be_tried_again_in_the_same_turn_or_is_known():
    """Variant `oasis_retry`: through it and back again."""
    for retry, tests in (("each_entry", [0, 0]), ("once_a_turn", [0])):
        table = Table("Ozmo", "Rosa", rules={"oasis_retry": retry})
        table.seat(0, space="oasis")
        table.plan(0, "wanderer")
        here = table.rules.spaces[space("oasis")]
        outside = int(here.links[0])
        back = [int(link) for link in table.rules.spaces[outside].links].index(space("oasis")) + 1
        rolls = [die(4), die(1), die(back), *tests[:1], die(1), die(back), *tests[1:]]
        table.roll(movement.move, rolls, table.policies[0], NOWHERE, 0)
        assert table.where(0) == "oasis"


def test_a_turn_at_the_oasis_ends_with_a_chit_or_is_safe():
    """Variant `oasis_kind`."""
    for reading, rolls in (("wilderness", 1), ("safe", 0)):
        table = Table("Ozmo", "Rosa", rules={"oasis_kind": reading})
        table.seat(0, space="oasis")
        table.plan(0, site="oasis", meditates=0)
        table.turn(*[table.chit("great_whale")][:rolls])
        assert len(table.told(Event.IGNORES_CHIT)) == rolls


# ---- The sea


def test_the_sea_is_for_owners_of_a_vessel():
    walking = moved("pirate_lair", "imperial_capital", 6)
    assert not walking.rules.spaces[walking.state.seats[0].space].spot.sea
    sailing = moved("pirate_lair", "imperial_capital", 6, seat={"vessel": "boat"})
    assert sailing.where(0) == "p2"
    assert sailing.state.seats[0].player.vessel == Vessel.BOAT


def test_a_vessel_is_kept_in_the_five_ports_and_at_sea_and_returned_inland_repaired():
    rules = rules_of()
    for n, name in enumerate(SPACES):
        table = Table("Ozmo", "Rosa")
        table.seat(0, vessel="ship", vessel_wounds=7)
        table.roll(lambda rules, *rest, to=n: movement.arrive(rules, to, 0, rest[0], rest[1], rest[3]), [])
        kept = name in PORTS or bool(rules.spaces[n].spot.sea)
        player = table.state.seats[0].player
        assert (player.vessel, player.vessel_wounds) == ((Vessel.SHIP, 7) if kept else (Vessel.NONE, 0))
        assert len(table.told(Event.RETURNS_VESSEL)) == (not kept)


def test_the_ports_touch_the_sea_and_nothing_else_on_land_does():
    rules = rules_of()
    for n in range(rules.n_spaces):
        if not rules.spaces[n].spot.sea:
            at_sea = [rules.spaces[link].spot.sea for link in rules.spaces[n].links[: rules.spaces[n].n_links]]
            assert any(at_sea) == (SPACES[n] in PORTS)


# ---- Teleportation


def test_a_spell_or_a_scroll_goes_anywhere_in_place_of_the_die():
    for who, held, left in (("Turb", {"spells": ["teleport"]}, []), ("Ozmo", {"treasures": ["scroll_teleport"]}, [])):
        table = Table(who, "Rosa")
        table.seat(0, **held, companions={"elf_princess": "saltz"}, familiar=6)
        table.plan(0, site="pirate_lair", teleports_from=1, scrolls_at=99, escorts=0, sails=0)
        table.turn(die(1), table.arm("club"))  # the die of exploration
        assert table.where(0) == "pirate_lair"
        assert table.told(Event.TELEPORTS) == [(0, int(who == "Ozmo"), space("pirate_lair"), 0, 0)]
        player = table.state.seats[0].player
        assert (table.spells(0), table.holds(0), player.companions, player.familiar) == (left, [], 0, 6)


def test_who_teleports_inland_has_no_vessel_any_more():
    table = Table("Turb", "Rosa")
    table.seat(0, space="walled_city", vessel="ship", spells=["teleport"])
    table.roll(lambda rules, *rest: turns.cast_teleport(rules, space("mohg"), 0, rest[0], rest[1], rest[3]), [])
    assert (table.where(0), table.state.seats[0].player.vessel) == ("mohg", Vessel.NONE)


# ---- Must Leave


def test_must_leave_is_one_space_in_any_direction():
    """Variant `must_leave_vessel`: by sea too for the owner of a vessel, which is as far as any."""
    rules = rules_of()
    for name in ("fragon_birg", "pirate_lair", "grenger", "monastery", "wizards_tower", "imperial_capital", "mines"):
        table = Table("Ozmo", "Rosa")
        table.seat(0, space=name)
        table.roll(exploration.must_leave, [], table.policies[0], 0)
        links = rules.spaces[space(name)].links[: rules.spaces[space(name)].n_links]
        assert table.state.seats[0].space in links
        assert not rules.spaces[table.state.seats[0].space].spot.sea
        assert table.state.seats[0].chased == 1


def test_where_only_the_sea_is_near_one_is_chased_there_in_a_vessel_if_the_rules_allow_it():
    for reading, end in (("any", "e1"), ("land", "pirate_lair")):
        table = Table("Ozmo", "Rosa", rules={"must_leave_vessel": reading, **ISLAND})
        table.seat(0, space="pirate_lair", vessel="boat")
        table.roll(exploration.must_leave, [], table.policies[0], 0)
        assert table.where(0) in ({end, "k1"} if reading == "any" else {end})


def test_what_follows_must_leave():
    """Variant `must_leave_follow_up`: a chit in the wilderness, or nothing."""
    for reading, chits in (("encounter", 1), ("nothing", 0)):
        table = Table("Ozmo", "Rosa", rules={"must_leave_follow_up": reading})
        table.seat(0, space="grenger")
        table.plan(0, site="grenger", meditates=0)
        table.turn(die(4), *[table.chit("great_whale")] * chits)
        assert len(table.told(Event.IGNORES_CHIT)) == chits
        assert len(table.told(Event.EXPLORES)) == 1


def test_a_way_that_is_long_enough_is_teleported():
    table = Table("Turb", "Rosa")
    table.seat(0, spells=["teleport"])
    table.plan(0, site="pirate_lair", teleports_from=14)
    mode, goal = goals.choose_mode(table.rules, table.policies[0], 0, table.state, table.tally, loaded_dice([]))
    assert (mode, goal) == (Mode.TELEPORT, space("pirate_lair"))
    table.plan(0, site="midland", teleports_from=14)
    assert (
        goals.choose_mode(table.rules, table.policies[0], 0, table.state, table.tally, loaded_dice([]))[0] == Mode.MOVE
    )
