"""[Blood & Guts] Players fight each other by the rules of an encounter, switches and all."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import Table, dice, pair, space

from simkit.games.emperor.shared.schema import Event as Fight
from simkit.games.emperor.shared.terms import Vessel
from simkit.games.emperor.whole.rules import player_fights
from simkit.games.emperor.whole.schema import Event

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")
OZMO, ROSA = 0, 1
STAYS, GOES = LOST, _ = 0, 1  # loaded outcomes of a die of which only some faces matter


def duel(*rolls, place="saltz", rules=None, ozmo=None, rosa=None, **flees):
    """Ozmo attacks Rosa, who has a treasure; she runs after the first round unless `flee_at` says otherwise."""
    table = Table("Ozmo", "Rosa", "Turb", rules={"blood_and_guts": True, **(rules or {})})
    for who in (OZMO, ROSA):
        table.seat(who, space=place, **((ozmo, rosa)[who] or {}))
        table.plan(who, site=place, pays=0, challenges_from=99, flee_at=0)
    if not table.holds(ROSA):
        table.seat(ROSA, treasures=["gold_box"])
    table.plan(OZMO, site=place, pays=0, challenges_from=-99, flee_at=0)
    table.policies[ROSA].fight.flee_at = flees.get("flee_at", 99)
    table.log.written = 0
    table.roll(player_fights.quarrel, list(rolls), table.policies, OZMO)
    return table


def struck(table, who):
    """(dice, 1 in the Approach) of what a player struck or shot."""
    return [(row[1], row[3]) for row in table.told(Event.CLASH) if row[0] == who]


@pytest.mark.parametrize(("reading", "more"), [("ability_plus_dice", 2), ("dice_only", 0)])
def test_missiles_go_by_the_switch_of_missiles(reading, more):
    """Variant `missile_ability`."""
    table = duel(*dice(3, 1), 0, 0, pair(12), rules={"missile_ability": reading}, rosa={"arms": ["sling"]})
    sling = int(table.rules.fight.arms[8].missile_dice)
    assert struck(table, ROSA) == [(sling + more, 1)]
    assert struck(table, OZMO) == []
    assert table.told(Event.KEEPS_DISTANCE) == [(OZMO, 3, ROSA, 1, 2)]


@pytest.mark.parametrize(("reading", "absorbed"), [("shield", [(1, 2)]), ("both", [(1, 2)]), ("neither", [])])
def test_what_takes_missile_hits_goes_by_its_switch(reading, absorbed):
    """Variant `missile_absorb`; the axe is in hand, and parries as in an encounter."""
    rules = {"missile_absorb": reading, "arms.kite_shield.absorb": 1}
    kit = {"arms": ["kite_shield", "axe"]}
    table = duel(*dice(3, 1), 0, 3, pair(12), rules=rules, ozmo=kit, rosa={"arms": ["sling"]})
    assert [row[1:3] for row in table.told(Event.ABSORBS)] == absorbed
    assert table.state.seats[OZMO].player.wounds == (0 if absorbed else 3)


def test_in_the_approach_a_weapon_parries_while_it_is_in_hand():
    """Who shoots has a bow in hand; only "both" lets his axe parry, too."""
    kit = {"arms": ["axe", "bow"]}
    rolls = [*dice(3, 1), 0, 2, pair(12)]
    for reading, wounds in (("shield", 2), ("both", 0)):
        table = duel(*rolls, rules={"missile_absorb": reading}, ozmo=kit, rosa={"arms": ["sling"]})
        assert table.state.seats[OZMO].player.wounds == wounds


def test_shields_and_weapons_can_be_switched_off():
    kit = {"arms": ["kite_shield", "axe"]}
    for rules, wounds in (({}, 0), ({"shield": False}, 2), ({"parry": False}, 0)):
        table = duel(
            *dice(1, 1),
            0,
            4,
            pair(12),
            rules=rules,
            ozmo=kit,
            rosa={"treasures": ["battle_ring_of_gorath"], "arms": ["mace"]},
        )
        assert table.state.seats[OZMO].player.wounds == wounds


def test_escapes_may_come_before_the_blows():
    """Variant `escape_first`."""
    table = duel(*dice(1, 1), pair(12), rules={"escape_first": True})
    assert (table.told(Event.CLASH), table.told(Event.GETS_AWAY)) == ([], [(ROSA, 12, 7, 1, 0)])


def test_companions_and_familiars_fight_beside_their_heroes():
    """They roll to stay, add their Ability Scores, and take their share of the hits."""
    with_bear = {"companions": {"brown_bear": ""}}
    table = duel(STAYS, *dice(1, 1), 0, 2, pair(12), ozmo=with_bear)
    assert struck(table, OZMO) == [(3 + 4, 0)]
    assert (table.state.seats[OZMO].player.companion_wounds[0], table.state.seats[OZMO].player.wounds) == (1, 1)
    gone = duel(GOES, *dice(1, 1), 0, 0, pair(12), ozmo=with_bear)
    assert struck(gone, OZMO) == [(3, 0)]


def test_at_sea_vessels_lend_their_dice_and_take_hits():
    table = duel(*dice(1, 1), 0, 2, pair(12), place="p2", ozmo={"vessel": "ship"}, rosa={"vessel": "boat"})
    assert (struck(table, OZMO), struck(table, ROSA)) == ([(3 + 2, 0)], [(2 + 1, 0)])
    assert (table.state.seats[OZMO].player.vessel_wounds, table.state.seats[OZMO].player.wounds) == (2, 0)
    assert table.told(Fight.VESSEL_WOUNDS) == [(OZMO, Vessel.SHIP, 2, 12, 0)]


def test_whose_vessel_sinks_is_lost_at_sea_and_the_fight_is_over():
    table = duel(
        *dice(1, 1), 1, 0, LOST, place="p2", flee_at=0,
        ozmo={"vessel": "ship"}, rosa={"vessel": "boat", "vessel_wounds": 5, "wounds": 9},
    )  # fmt: skip
    assert table.where(ROSA) == "pirate_lair"
    assert (table.state.seats[ROSA].player.vessel, table.holds(ROSA)) == (Vessel.NONE, [])
    assert table.told(Event.WASHED_ASHORE) == [(ROSA, space("pirate_lair"), 0, 0, 0)]


def test_wounds_among_players_are_counted_among_those_of_the_game():
    table = duel(*dice(1, 1), 2, 1, pair(12))
    assert table.tally.fight.wounds == 3


@pytest.mark.parametrize(("reading", "dice_of_ozmo"), [("presented", 3), ("all", 8)])
def test_a_patrol_takes_no_side_among_players_unless_it_always_helps(reading, dice_of_ozmo):
    """Variant `patrol_helps`."""
    table = duel(*dice(1, 1), 0, 0, pair(12), rules={"patrol_helps": reading}, ozmo={"patrols": 1})
    assert struck(table, OZMO) == [(dice_of_ozmo, 0)]
