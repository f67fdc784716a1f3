"""[Example of Play] Turn 1 of all four players, and Ozmo's voyage, with loaded dice."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import Table, dice, die, kind, pair, rules_of, space

from simkit.games.emperor.shared.schema import Ending as Fate
from simkit.games.emperor.shared.schema import Event as Fight
from simkit.games.emperor.shared.terms import Vessel
from simkit.games.emperor.whole.rules import goals
from simkit.games.emperor.whole.rules.discovery import discovered, missing
from simkit.games.emperor.whole.schema import Event
from simkit.games.emperor.whole.terms import Presents

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")
TURB, ROSA, OZMO, ALATHA = range(4)


@pytest.fixture
def table():
    """The situation at the Inn, after Turb and Ozmo have traded the short sword for the staff."""
    table = Table("Turb", "Rosa", "Ozmo", "Alatha", rules={"ball_of_fire": "example_4_4"})
    table.seat(TURB, arms=["staff"], spells=["ball_of_fire", "bolt_of_lightning", "familiar", "teleport"])
    table.seat(ROSA, arms=["sling"], spells=["heal_completely", "speak_to_animals"])
    table.seat(OZMO, arms=["short_sword"])
    table.seat(ALATHA, arms=["round_shield"], spells=["elvin_bolt"])
    table.plan(TURB, site="mines", fights="random")
    table.plan(ROSA, site="saltz", meditates=0)
    table.plan(OZMO, "wanderer")
    table.plan(ALATHA, site="f01", presents=Presents.NOBODY)
    return table


def test_turn_1(table):
    # Turb moves 4, through a clear space and two of the marsh, and meets Edna; range 3 and 4, his second last choice
    # of five (attack, familiar, teleport, bolt, ball of fire): 3, 3, 5, 6, 6.
    table.turn(die(4), table.chit("troll_edna"), *dice(3, 4), die(5), 3, 0, 0)
    assert table.where(TURB) == "s02"
    assert table.told(Fight.RANGE) == [(TURB, 3, 4, 1, 0)]
    assert table.told(Fight.CASTS) == [(TURB, 5, 5, 3, 0)]
    assert table.state.battle.ending == Fate.FOE_KILLED
    assert table.spells(TURB) == ["familiar", "teleport", "bolt_of_lightning"]
    assert table.state.seats[TURB].player.wounds == 0
    # Rosa moves 5, through the mountains into Saltz, explores with a 1 and draws a dagger.
    table.turn(die(5), die(1), table.arm("dagger"))
    assert table.where(ROSA) == "saltz"
    assert table.arms(ROSA) == ["dagger", "sling"]
    # Ozmo rolls 1 and does not move; he explores with a 2, heal one wound, and has none.
    table.turn(die(1), die(5), die(2))  # of five, the fifth: four trails, or to stop
    assert table.where(OZMO) == "inn"
    assert table.told(Event.IS_HEALED) == []
    # Alatha moves 6, past Turb to the first forest space, and draws a Brown Bear, which she does not give to Rosa.
    table.turn(die(6), table.chit("brown_bear"))
    assert table.where(ALATHA) == "f01"
    assert table.told(Event.IGNORES_CHIT) == [(ALATHA, kind("brown_bear"), 0, 0, 0)]
    assert (table.state.active, table.state.turns) == (TURB, 4)


def test_rosa_alone_could_have_been_given_the_bear(table):
    table.seat(TURB, space="s02")
    table.seat(ROSA, space="saltz", treasures=["gold_box"])
    table.plan(ALATHA, site="f01", presents=Presents.ANYBODY)
    table.plan(ROSA, flee_at=99, charms=0)
    table.state.active = ALATHA
    # Her only candidate, whatever the die that decides among candidates; then range, one round, and a lucky escape.
    table.turn(die(6), table.chit("brown_bear"), 0, *dice(1, 1), 0, 0, pair(12))
    assert table.told(Event.PRESENTS) == [(ALATHA, kind("brown_bear"), ROSA, 0, 0)]
    assert table.told(Event.MEETS) == [(ROSA, kind("brown_bear"), 0, 0, 0)]
    assert table.arms(ROSA) == []  # dropped in the haste


@pytest.fixture
def voyage(table):
    """Later: Ozmo at the Pirate Lair with a ship and six treasures, Turb with the Battle Ring and the Great Sword."""
    table.seat(
        OZMO, space="pirate_lair", vessel="ship", arms=["short_sword", "dagger", "dagger", "kite_shield"],
        treasures=["sack_of_silver", "sack_of_silver", "gold_box", "magic_axe", "grail_of_pale", "emerald_of_life"],
    )  # fmt: skip
    table.plan(OZMO, "seeker", fights="random")
    table.seat(TURB, space="f08", treasures=["battle_ring_of_gorath", "magic_great_sword"], spells=["stinking_fog"])
    table.plan(TURB, fights="scripted", magic_flight_at=99)
    table.seat(ALATHA, space="walled_city", arms=["round_shield"])
    table.plan(ALATHA, site="walled_city", presents=Presents.LEADER)
    table.state.active = OZMO
    return table


def test_ozmos_voyage(voyage):
    table = voyage
    assert missing(table.rules, table.state) == 1  # "as soon as another Imperial Treasure is drawn"
    # Ozmo rolls 5 and ends in the deep sea; Olliver is sent to Turb, his closest rival, who casts a stinking fog.
    table.turn(die(5), table.chit("olliver"), *dice(2, 2), 1)
    assert table.where(OZMO) == "p2"
    assert table.rules.sea_cost[space("p2"), space("imperial_capital")] == 5
    assert table.rules.sea_cost[space("e3"), space("imperial_capital")] == 9  # the safer way, toward the Walled City
    assert table.told(Event.SENDS_OLLIVER) == [(OZMO, TURB, 0, 0, 0)]
    assert table.state.battle.ending == Fate.ENDED_BY_MAGIC
    assert table.state.battle.treasure_draws == table.state.battle.dropped == 0
    assert (table.spells(TURB), table.state.seats[TURB].player.wounds) == ([], 0)
    # Alatha stays in the Walled City and explores with a 3: the Great Whale, for Ozmo.
    table.turn(
        die(3), table.chit("great_whale"), *dice(5, 5),
        3, 3, 1, pair(6),  # both hit three times, his shield absorbs it all
        0, 3, 1, pair(6),  # one more by the shield, two by the axe
        0, 5, 2, 1, pair(6),  # hits, hits taken by the ship, runs, and fails to
        0, 5, 2, 1, pair(6),
        0, 4, 2, 1, pair(6),
        0, 4, 2, 1, pair(6),  # ten wounds and eight
        0, 4, 3, 1, pair(6),  # three for the ship, and the last wound: the Emerald
        6, 2, 0, 1, pair(6),
        7, 0,
    )  # fmt: skip
    wounds = [(row[1], row[2]) for row in table.told(Fight.WOUNDS)]
    assert wounds == [(0, 11), (3, 11), (6, 11), (8, 11), (10, 11), (11, 11), (2, 11), (2, 11)]
    assert table.told(Fight.DEFENCE)[:2] == [(OZMO, 7, 3, 3, 3), (OZMO, 7, 3, 1, 3)]
    assert table.told(Fight.ATTACK)[0] == (OZMO, 7, 3, 0, 0)
    assert {row[1:4] for row in table.told(Fight.HERO_TRIES)} == {(6, 8, 0)}
    assert table.told(Event.PRESENTS) == [(ALATHA, kind("great_whale"), OZMO, 0, 0)]
    assert len(table.told(Fight.REVIVES)) == 1
    ozmo = table.state.seats[OZMO]
    assert (ozmo.alive, ozmo.player.wounds, ozmo.player.vessel, ozmo.player.vessel_wounds) == (1, 2, Vessel.SHIP, 11)
    assert sorted(table.holds(OZMO)) == ["gold_box", "grail_of_pale", "magic_axe", "sack_of_silver", "sack_of_silver"]
    assert discovered(table.rules, table.state) == 2
    assert missing(table.rules, table.state) == 2  # "two more Imperial treasures must be found"
    assert table.state.active == TURB


def test_a_revived_emerald_can_be_discovered_for_good(voyage):
    """Variant `discovered`: under "ever_drawn" one that went back to the pool still counts."""
    voyage.state.found = sum(1 << 3 * good for good in (0, 4, 5))
    voyage.seat(OZMO, treasures=["grail_of_pale"])
    assert discovered(rules_of(), voyage.state) == 2
    assert discovered(rules_of(discovered="ever_drawn"), voyage.state) == 3


def test_the_best_course_is_the_capital(voyage):
    state = voyage.state
    assert goals.choose_goal(voyage.rules, voyage.policies[OZMO], OZMO, state)[0] == space("imperial_capital")
