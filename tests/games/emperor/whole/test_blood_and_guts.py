"""[Blood & Guts] Who attacks whom, what a fight among players comes to, and whose the spoils are."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import (
    NRUFF,
    OZMO,
    ROSA,
    TURB,
    dice,
    foes,
    pair,
    quarrel,
    space,
)

from simkit.games.emperor.shared.schema import Event as Fight
from simkit.games.emperor.whole.rules import pools
from simkit.games.emperor.whole.schema import KILLED_BY_PLAYER, Ending, Event

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")


def test_players_do_not_fight_unless_the_rule_is_on():
    for on in (True, False):
        table = foes(rules={"blood_and_guts": on})
        table.policies[ROSA].fight.pays = 1
        wounded = dice(5)  # exploring finds nothing
        table.seat(ROSA, wounds=9)
        table.turn(*wounded)
        assert len(table.told(Event.CHALLENGES)) == on


def test_the_stronger_is_paid_by_whoever_pays():
    table = foes()
    table.policies[ROSA].fight.pays = 1
    table.seat(OZMO, arms=["axe"])
    quarrel(table)
    assert table.told(Event.TRIBUTE) == [(OZMO, ROSA, 1, 0, 0)]
    assert (table.holds(OZMO), table.holds(ROSA)) == (["gold_box"], ["magic_mace"])  # riches first


def test_a_weaker_one_is_not_paid():
    table = foes()
    table.policies[ROSA].fight.pays = 1
    table.seat(OZMO, wounds=10)
    quarrel(table, *dice(1, 1), 0, 1)
    assert table.told(Event.TRIBUTE) == []


def test_a_fight_goes_by_range_approach_and_melee():
    table = foes()
    table.seat(ROSA, arms=["sling"], wounds=9)
    table.seat(OZMO, arms=["axe"], treasures=[])
    # Range 4 and 2: two rounds of Approach, in which only the sling is used; then both strike.
    shots = [0, 1]  # no dice of his, one hit of hers
    quarrel(table, *dice(4, 2), *shots, *shots, 2, 0)  # her mace parries the first
    clashes = [(row[0], row[1]) for row in table.told(Event.CLASH)]
    sling = int(table.rules.fight.arms[8].missile_dice)
    assert clashes == [(ROSA, 2 + sling), (ROSA, 2 + sling), (OZMO, 5), (ROSA, 4)]  # a magic mace has two dice
    assert table.told(Event.DIES) == [(ROSA, KILLED_BY_PLAYER, space("saltz"), 0, 0)]


def test_the_treasures_of_the_dead_are_the_victors_or_the_pools():
    """Variant `spoils`."""
    for reading, held in (("victor", ["gold_box", "magic_mace"]), ("pools", [])):
        table = foes(rules={"spoils": reading})
        table.seat(ROSA, wounds=9, arms=["club"])
        quarrel(table, *dice(1, 1), 3, 0)
        assert table.holds(OZMO) == held
        assert table.arms(OZMO) == []
        assert table.state.seats[ROSA].killer == KILLED_BY_PLAYER


def test_both_may_die_in_one_round():
    table = foes(TURB)
    table.seat(OZMO, wounds=10, treasures=["gold_cup"])
    table.seat(ROSA, wounds=9)
    quarrel(table, *dice(1, 1), 2, 1)
    assert [int(table.state.seats[who].alive) for who in range(4)] == [0, 0, 1, 1]
    assert table.holds(OZMO) == table.holds(ROSA) == []
    assert pools.treasures_in_pool(table.rules, table.state) == 34


def test_the_last_two_may_kill_each_other():
    table = foes(rules={"last_survivor": "plays_on"})
    for other in (TURB, NRUFF):
        table.seat(other, alive=0)
    table.seat(OZMO, wounds=10)
    table.seat(ROSA, wounds=9)
    quarrel(table, *dice(1, 1), 2, 1)
    assert table.state.ending == Ending.ALL_DEAD


def test_the_emerald_works_among_players():
    table = foes()
    table.seat(ROSA, wounds=9, treasures=["emerald_of_life", "gold_box"])
    table.policies[ROSA].fight.flee_at = 99
    quarrel(table, *dice(1, 1), 1, 0, pair(12))
    assert (table.state.seats[ROSA].alive, table.state.seats[ROSA].player.wounds) == (1, 0)
    assert table.told(Fight.REVIVES) != []


def test_who_gets_away_drops_something_and_the_fight_is_over():
    table = foes()
    table.policies[ROSA].fight.flee_at = 99
    table.seat(ROSA, arms=["club"])
    quarrel(table, *dice(1, 1), 0, 0, pair(7))  # both have an Escape Number of 7
    assert table.told(Event.GETS_AWAY) == [(ROSA, 7, 7, 1, 0)]
    assert table.arms(ROSA) == []


def test_a_gang_runs_as_fast_as_its_slowest():
    table = foes(TURB, NRUFF)
    for who in (TURB, NRUFF):
        table.plan(who, challenges_from=-99, gangs_up=1, flee_at=0)
    table.policies[ROSA].fight.flee_at = 99
    table.state.seats[NRUFF].player.escape = 3
    # Three on one: seven hits in all on her; then she runs from a 3, and needs a 3.
    quarrel(table, *dice(1, 1), 1, 1, 1, 0, pair(3))
    assert {row[0] for row in table.told(Event.CLASH)} == {OZMO, ROSA, TURB, NRUFF}
    assert table.told(Event.GETS_AWAY) == [(ROSA, 3, 3, 1, 0)]


def test_a_gang_that_runs_is_as_slow_as_its_slowest_and_each_drops_something():
    table = foes(TURB)
    table.plan(TURB, challenges_from=-99, gangs_up=1, flee_at=99)
    table.seat(OZMO, arms=["club"])
    table.seat(TURB, arms=["dagger"])
    table.state.seats[TURB].player.escape = 4
    quarrel(table, *dice(1, 1), 0, 0, 0, pair(10))  # 4 against 7
    assert table.told(Event.GETS_AWAY) == [(OZMO, 10, 10, 1, 0)]
    assert table.arms(OZMO) == table.arms(TURB) == []


def test_hits_on_a_gang_go_round_evenly():
    table = foes(TURB, NRUFF)
    for who in (TURB, NRUFF):
        table.plan(who, challenges_from=-99, gangs_up=1, flee_at=0)
    table.policies[ROSA].fight.flee_at = 99
    quarrel(table, *dice(1, 1), 0, 0, 0, 4, pair(12))
    assert [int(table.state.seats[who].player.wounds) for who in range(4)] == [2, 0, 1, 1]


def test_shields_and_weapons_absorb_what_they_can():
    table = foes()
    table.seat(OZMO, arms=["axe", "kite_shield"])
    table.policies[ROSA].fight.flee_at = 99
    quarrel(table, *dice(1, 1), 0, 4, pair(2), 0, 4, pair(12))
    assert table.state.seats[OZMO].player.wounds == 2  # of eight hits four and two are absorbed


def test_the_other_of_two_alone_in_a_space_may_begin():
    table = foes()
    table.plan(OZMO, site="saltz", challenges_from=99)
    table.plan(ROSA, site="saltz", challenges_from=-99)
    table.seat(OZMO, treasures=["gold_cup"], wounds=10)
    quarrel(table, *dice(1, 1), 1, 0)
    assert table.told(Event.CHALLENGES) == [(ROSA, OZMO, 0, 0, 0)]
    assert table.told(Event.DIES)[0][0] == OZMO


def test_of_several_only_the_one_whose_turn_it_is():
    table = foes(TURB)
    table.plan(OZMO, site="saltz", challenges_from=99)
    table.plan(TURB, site="saltz", challenges_from=-99)
    assert quarrel(table).told(Event.CHALLENGES) == []


def test_nobody_attacks_who_has_nothing_or_is_too_strong():
    table = foes()
    table.seat(ROSA, treasures=[])
    assert quarrel(table).told(Event.CHALLENGES) == []
    table = foes()
    table.plan(OZMO, site="saltz", challenges_from=40)
    assert quarrel(table).told(Event.CHALLENGES) == []
