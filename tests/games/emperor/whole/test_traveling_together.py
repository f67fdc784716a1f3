"""[Traveling Together] Companies: who joins, follows, shares and leaves."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import FIRES, NRUFF, OZMO, ROSA, TURB, Table, dice, die, kind, pair, quarrel

from simkit.games.emperor.shared.schema import Event as Fight
from simkit.games.emperor.shared.terms import Vessel
from simkit.games.emperor.whole import play
from simkit.games.emperor.whole.rules import company, encounters, player_fights, pools
from simkit.games.emperor.whole.schema import Event

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")
TOGETHER = {"traveling_together": True}


def band(*members, place="c05", rules=None):
    """Ozmo leads those members, and himself."""
    table = Table("Ozmo", "Rosa", "Turb", "Nruff", rules={**TOGETHER, **(rules or {})})
    for who in range(4):
        table.seat(who, space=place if who == OZMO or who in members else "inn")
        table.plan(who, site=place, meditates=0, parts_at=0, flee_at=0, teams_up=1)
        table.seat(who, company=OZMO + 1 if who == OZMO or who in members else 0)
    return table


def test_players_who_agree_form_a_company_led_by_who_is_next():
    for agrees in (True, False):
        table = band()
        table.seat(OZMO, company=0)
        for who in (TURB, NRUFF):
            table.seat(who, space="c05")
        table.plan(TURB, teams_up=agrees)
        table.turn(table.chit("great_whale"))
        companies = [int(table.state.seats[who].company) for who in range(4)]
        assert companies == ([3, 0, 3, 0] if agrees else [4, 0, 0, 4])


def test_one_who_would_leave_at_once_does_not_join():
    table = band()
    table.seat(OZMO, company=0)
    table.seat(TURB, space="c05")
    table.plan(TURB, parts_at=4)
    table.turn(table.chit("great_whale"))
    assert not table.state.seats["company"].any()


def test_all_follow_the_leader_and_take_no_turns():
    table = band(ROSA, TURB)
    table.plan(OZMO, site="midland")
    table.turn(die(1), die(3))
    assert [table.where(who) for who in range(4)] == ["midland"] * 3 + ["inn"]
    assert table.state.active == NRUFF


def test_the_others_lend_their_dice():
    table = band(ROSA, TURB, place="f08")
    table.seat(OZMO, arms=["axe"])
    table.seat(ROSA, arms=["mace"], treasures=["battle_ring_of_gorath"])
    table.turn(table.chit("black_bear"), *dice(1, 1), 10, 0, 2, 0)
    assert table.told(Fight.ATTACK)[0] == (OZMO, 5 + 2 + 1 + 2 + 1, 10, 0, 0)


def test_wounds_go_round_to_who_has_most_left():
    table = band(ROSA, place="f08")
    table.turn(table.chit("black_bear"), *dice(1, 1), 5, 3, 5, 3, 2, 0)
    wounds = [int(table.state.seats[who].player.wounds) for who in (OZMO, ROSA)]
    assert sum(wounds) == 6
    left = [int(table.state.seats[who].player.wound_number) - wounds[who] for who in (OZMO, ROSA)]
    assert abs(left[0] - left[1]) <= 2


def test_nobody_dies_before_the_others_are_down_to_their_last():
    table = band(ROSA, place="f08")
    table.seat(OZMO, wounds=10)
    lives = 1 + (10 - 1)  # his last wound, and all but the last of hers
    rolls = [0, 3] * (lives // 3)
    table.turn(table.chit("black_bear"), *dice(1, 1), *rolls, 0, 1)
    assert [int(table.state.seats[who].alive) for who in (OZMO, ROSA)] == [0, 1]
    assert table.state.seats[ROSA].player.wounds == 9
    assert table.state.seats[ROSA].company == 0  # who was left of two


def test_treasures_are_dealt_to_who_has_fewest():
    table = band(ROSA, TURB)
    table.seat(OZMO, treasures=["gold_box"])
    table.seat(ROSA, treasures=["gold_cup"])
    table.roll(pools.draw_treasures, [6, 6, 6], 3, OZMO)
    assert [len(table.holds(who)) for who in range(3)] == [2, 2, 1]  # the third's first, the leader's, the second's


def test_clues_passengers_and_imperials_of_all_are_turned_in():
    table = band(ROSA, place="c07")
    table.seat(ROSA, treasures=["grail_of_pale"], companions={"elf_princess": "imperial_capital"})
    table.plan(OZMO, site="imperial_capital", redeems=1)
    rolls = [table.treasure("sack_of_silver"), table.treasure("sack_of_silver"), table.treasure("sack_of_silver")]
    table.turn(die(1), *rolls)
    assert (table.where(ROSA), table.state.seats[ROSA].player.companions) == ("imperial_capital", 0)
    assert table.told(Event.DELIVERS) == [(ROSA, kind("elf_princess"), 1, 0, 0)]
    assert table.told(Event.REDEEMS) == [(ROSA, 1, 2, 0, 0)]
    assert len(table.holds(OZMO)) + len(table.holds(ROSA)) == 3
    assert table.told(Event.EXPLORES) == []


def test_one_may_leave_before_the_leader_moves():
    table = band(ROSA, TURB)
    table.plan(ROSA, parts_at=4)
    table.state.active = NRUFF
    play.pass_turn(table.rules, table.policies, table.state, table.tally, table.log)
    assert table.state.active == OZMO
    play.pass_turn(table.rules, table.policies, table.state, table.tally, table.log)
    assert table.state.active == ROSA
    assert [int(seat.company) for seat in table.state.seats[:4]] == [1, 0, 1, 0]
    assert table.told(Event.PARTS) == [(ROSA, 0, 0, 0, 0)]


def test_the_next_leads_on_when_the_leader_leaves():
    table = band(ROSA, TURB)
    table.plan(OZMO, parts_at=4)
    table.state.active = NRUFF
    play.pass_turn(table.rules, table.policies, table.state, table.tally, table.log)
    assert [int(seat.company) for seat in table.state.seats[:4]] == [0, 2, 2, 0]


def test_the_next_leads_on_when_the_leader_dies_and_nobody_dead_has_a_turn():
    table = band(TURB, NRUFF)
    table.state.active = OZMO
    table.seat(ROSA, alive=0)
    encounters.die(table.rules, kind("wolves"), OZMO, table.state, table.tally, table.log)
    play.pass_turn(table.rules, table.policies, table.state, table.tally, table.log)
    assert [int(seat.company) for seat in table.state.seats[:4]] == [0, 0, 3, 3]
    assert table.state.active == TURB


def test_a_company_at_sea_sails_on_without_its_leader():
    table = band(TURB, place="p2")
    table.seat(OZMO, vessel="ship", vessel_wounds=5)
    encounters.die(table.rules, kind("great_whale"), OZMO, table.state, table.tally, table.log)
    vessels = [(int(seat.player.vessel), int(seat.player.vessel_wounds)) for seat in table.state.seats[:3]]
    assert vessels == [(Vessel.NONE, 0), (Vessel.NONE, 0), (Vessel.SHIP, 5)]


@pytest.mark.parametrize(("place", "who", "leaves"), [("p2", OZMO, False), ("p2", TURB, False), ("c05", TURB, True)])
def test_nobody_is_left_in_the_water(place, who, leaves):
    table = band(TURB, place=place)
    table.seat(OZMO, vessel="ship" if place == "p2" else "none")
    table.plan(who, parts_at=4)
    company.may_part(table.rules, table.policies[who], who, table.state, table.tally, table.log)
    assert (table.state.seats[who].company == 0) == leaves


def test_a_company_defends_its_own_and_does_not_turn_on_him():
    table = band(ROSA, TURB, rules=FIRES)
    table.seat(NRUFF, space="c05")
    table.seat(ROSA, treasures=["gold_box"])
    for who in range(4):
        table.plan(who, site="c05", pays=0, flee_at=0, challenges_from=-99, gangs_up=1)
    table.policies[NRUFF].fight.flee_at = 99
    quarrel(table, *dice(1, 1), 0, 1, 1, 1, pair(12), who=NRUFF)
    assert {row[0] for row in table.told(Event.CLASH)} == {OZMO, ROSA, TURB, NRUFF}
    assert [int(table.state.seats[who].player.wounds) for who in range(4)] == [0, 0, 0, 3]
    assert player_fights.whom_to_attack(table.rules, table.policies[OZMO], OZMO, table.state) == -1  # none but his own
