"""[Optional Rules] Blood & Guts, Traveling Together, Experience Points, Improved Abilities; Time Limit in meetings."""

import pytest
from conftest import JIT
from games.emperor.tables import Table, dice, die, kind, pair, space

from simkit.games.emperor.shared.schema import Event as Fight
from simkit.games.emperor.shared.terms import Vessel
from simkit.games.emperor.whole import play
from simkit.games.emperor.whole.rules import company, encounters, player_fights, pools
from simkit.games.emperor.whole.schema import KILLED_BY_PLAYER, Ending, Event
from simkit.games.emperor.whole.terms import Improves

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")
OZMO, ROSA, TURB, NRUFF = range(4)
FIRES = {"blood_and_guts": True}
TOGETHER = {"traveling_together": True}


def foes(*others, rules=None, **plan):
    """Ozmo, who attacks whoever has a treasure, and Rosa, who has one, in Saltz; the others elsewhere."""
    table = Table("Ozmo", "Rosa", "Turb", "Nruff", rules={**FIRES, **(rules or {})})
    for who in range(4):
        table.seat(who, space="saltz" if who < 2 or who in others else "inn")
        table.plan(who, site="saltz", meditates=0, flee_at=0, pays=0, challenges_from=99, gangs_up=0)
    table.seat(ROSA, treasures=["gold_box", "magic_mace"])
    table.plan(OZMO, site="saltz", challenges_from=-99, flee_at=0, **plan)
    return table


def quarrel(table, *rolls, who=OZMO):
    """What follows when everything else in a turn is done."""
    table.log.written = 0
    table.roll(player_fights.quarrel, list(rolls), table.policies, who)
    return table


# ---- Blood & Guts


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


# ---- Traveling Together


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


# ---- Experience Points; Improved Abilities

POINTS = {"experience": True}


@pytest.mark.parametrize(
    ("rolls", "flee_at", "points"),
    [
        ([0, 0, pair(12)], 99, 1),  # he ran
        ([3, 0, 3, 0, 3, 0, 3, 0], 0, 12),  # he killed it
        ([3, 0, 3, 0, 3, 0, 2, 0, pair(12)], 0, 6),  # it ran
    ],
)
def test_points_for_a_fight_with_a_bear_of_twelve_wounds(rolls, flee_at, points):
    table = Table("Ozmo", "Rosa", rules=POINTS)
    table.seat(OZMO, space="f08")
    table.plan(OZMO, site="f08", flee_at=flee_at, lets_go=0)
    table.turn(table.chit("black_bear"), *dice(1, 1), *rolls)
    assert table.state.seats[OZMO].points == points


def test_points_for_a_charm_are_half_the_wound_number():
    table = Table("Rosa", "Ozmo", rules=POINTS)
    table.seat(0, space="m09", spells=["speak_to_animals"])
    table.plan(0, site="m09", charms=1, meditates=0)
    table.turn(table.chit("brown_bear"), *dice(1, 1), 1)
    assert table.state.seats[0].points == 13 // 2


def test_fog_gives_no_points():
    table = Table("Turb", "Ozmo", rules=POINTS)
    table.seat(0, space="f08", spells=["stinking_fog"])
    table.plan(0, site="f08", magic_flight_at=99, meditates=0)
    table.turn(table.chit("black_bear"), *dice(1, 1), 1)
    assert table.state.seats[0].points == 0


def test_five_points_for_an_imperial_that_is_returned():
    table = Table("Ozmo", "Rosa", rules=POINTS)
    table.seat(OZMO, space="c07", treasures=["grail_of_pale", "palantir_of_zog"])
    table.plan(OZMO, "seeker")
    table.turn(die(1), *[6] * 4)
    assert table.state.seats[OZMO].points == 10


def test_points_among_players():
    table = foes(rules=POINTS)
    table.seat(ROSA, wounds=9)
    quarrel(table, *dice(1, 1), 2, 0)
    assert table.state.seats[OZMO].points == table.state.seats[ROSA].player.wound_number
    table = foes(rules=POINTS)
    table.policies[ROSA].fight.flee_at = 99
    quarrel(table, *dice(1, 1), 0, 0, pair(12))
    assert table.state.seats[ROSA].points == 1
    assert table.state.seats[OZMO].points == table.state.seats[ROSA].player.wound_number // 2


@pytest.mark.parametrize(
    ("treasures", "rolls", "points"),
    [
        (["emerald_of_life"], [], 40),
        (["grail_of_pale"], [], 20),
        (["magic_great_sword"], [], 25),
        (["magic_dagger"], [], 10),
        (["magic_axe", "magic_round_shield"], [], 30),
        (["scroll_heal", "scroll_teleport"], [], 40),
        (["large_ruby"], dice(*range(1, 7), 6, 6), 33),
        (["gold_cup"], dice(1, 2, 3, 4), 10),
        (["sack_of_silver", "sack_of_silver"], dice(1, 2, 3, 6), 12),
        (["stone_of_fire"], dice(*[6] * 10), 60),
    ],
)
def test_what_treasures_are_worth(treasures, rolls, points):
    table = Table("Ozmo", "Rosa", rules=POINTS)
    table.seat(OZMO, treasures=treasures, points=3)
    table.outcome(*rolls)
    assert table.state.seats[OZMO].wealth == points + 3


def test_experience_has_a_winner_of_its_own():
    for experience, winner in ((True, ROSA), (False, OZMO)):
        table = Table("Ozmo", "Rosa", rules={"experience": experience})
        table.seat(OZMO, treasures=["sack_of_silver", "silver_ingots"])
        table.seat(ROSA, treasures=["grail_of_pale"], points=5)
        found = table.outcome(*dice(6, 6, 6, 6) if experience else ())
        assert found.winner == winner


@pytest.mark.parametrize("which", list(Improves))
def test_forty_points_better_a_characteristic(which):
    for improved in (True, False):
        table = Table("Ozmo", "Rosa", rules={"improved": improved, "experience": True})
        table.plan(OZMO, improves=which)
        player = table.seat(OZMO, points=119, improvements=1).player
        before = int(player.ability), int(player.wound_number), int(player.escape)
        play.end_turn(table.rules, table.policies, table.state, table.tally, None, table.log)
        after = int(player.ability), int(player.wound_number), int(player.escape)
        assert [b - a for a, b in zip(before, after, strict=True)] == [improved and n == which for n in range(3)]


def test_a_leap_of_points_betters_more_than_one():
    table = Table("Ozmo", "Rosa", rules={"improved": True})
    table.plan(OZMO, improves=Improves.WOUNDS)
    table.seat(OZMO, points=85)
    table.roll(lambda rules, state, tally, d, log: encounters.improve(rules, table.policies[0], 0, state, log), [])
    assert table.state.seats[OZMO].improvements == 2
    assert len(table.told(Event.IMPROVES)) == 2
