"""[Traveling Together] What a company does for its members, and what they may do to each other."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import FIGURES, NRUFF, OZMO, ROSA, SPELLS, TURB, Table, dice, die, kind, pair

from simkit.core.log import events
from simkit.games.emperor.shared.schema import Event as Fight
from simkit.games.emperor.shared.terms import Vessel
from simkit.games.emperor.whole.rules import company, encounters, player_fights
from simkit.games.emperor.whole.schema import Event
from simkit.games.emperor.whole.sentences import sentences
from simkit.games.emperor.whole.terms import Mode

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")
TOGETHER = {"traveling_together": True}
BOTH = {**TOGETHER, "blood_and_guts": True}


def band(*members, place="c05", rules=None):
    """Ozmo leads those members, and himself; nobody attacks, meditates or runs unless the test says so."""
    table = Table("Ozmo", "Rosa", "Turb", "Nruff", rules={**TOGETHER, **(rules or {})})
    for who in range(4):
        table.seat(who, space=place if who == OZMO or who in members else "inn")
        table.plan(who, site=place, meditates=0, parts_at=0, flee_at=0, teams_up=1, challenges_from=99, pays=0)
        table.seat(who, company=OZMO + 1 if who == OZMO or who in members else 0)
    return table


def learns(table):
    """Who learnt what by meditation in this turn."""
    return [(row[0], SPELLS[row[1]] if row[1] >= 0 else "") for row in table.told(Event.LEARNS)]


# ---- Who wants to stay


@pytest.mark.parametrize("wants", [True, False])
def test_a_member_who_wants_to_meditate_keeps_the_whole_company_in_place(wants):
    table = band(TURB)
    table.plan(OZMO, site="midland")
    table.plan(TURB, site="c05", meditates=wants)
    table.seat(TURB, spells=["bolt_of_lightning"])
    nothing = table.chit("great_whale")
    table.turn(*([die(4), nothing] if wants else [die(1), die(3)]))  # his die; or the move and what it finds
    assert [table.where(who) for who in (OZMO, TURB)] == (["c05"] * 2 if wants else ["midland"] * 2)
    assert table.told(Event.HOLDS_BACK) == ([(TURB, Mode.MEDITATE, 0, 0, 0)] if wants else [])
    assert learns(table) == ([(TURB, "ball_of_fire")] if wants else [])
    assert len(table.told(Event.MOVES)) == (not wants)


def test_a_member_who_would_rather_be_elsewhere_does_not_hold_the_others():
    table = band(TURB)
    table.plan(OZMO, site="midland")
    table.plan(TURB, site="walled_city", meditates=1)
    table.turn(die(1), die(3))
    assert (table.where(OZMO), table.told(Event.HOLDS_BACK)) == ("midland", [])


@pytest.mark.parametrize(
    ("face", "chit", "rolls"), [(3, "great_whale", []), (4, "wild_boar", [*dice(1, 1), 4, 0, 3, 0])]
)
def test_an_odd_die_or_a_fight_of_the_company_ends_a_members_meditation(face, chit, rolls):
    table = band(TURB, place="f08")
    table.plan(TURB, site="f08", meditates=1)
    table.seat(TURB, spells=["bolt_of_lightning"])
    table.turn(die(face), table.chit(chit), *rolls)
    assert learns(table) == [(TURB, "")]


def test_only_the_leader_explores_while_a_member_meditates():
    """The member's 4 is no Must Leave; the leader's is, and ends the meditation."""
    for explored, learnt in ((3, "ball_of_fire"), (4, "")):
        table = band(TURB, place="monastery", rules={"must_leave_follow_up": "nothing"})
        table.plan(TURB, site="monastery", meditates=1)
        table.seat(TURB, spells=["bolt_of_lightning"])
        table.turn(die(4), die(explored))
        assert learns(table) == [(TURB, learnt)]
        assert [row[:3] for row in table.told(Event.EXPLORES)] == [(OZMO, explored, explored)]
        assert (table.where(OZMO) == "monastery") == (explored == 3)
        assert table.where(TURB) == table.where(OZMO)


def test_leader_and_member_may_both_meditate():
    table = band(ROSA, TURB)
    table.state.active = TURB
    for who in (OZMO, ROSA, TURB):
        table.seat(who, company=TURB + 1)
    table.plan(TURB, site="c05", meditates=1)
    table.plan(ROSA, site="c05", meditates=1)
    table.turn(die(2), die(6), table.chit("great_whale"))
    assert learns(table) == [(ROSA, "heal_completely"), (TURB, "bolt_of_lightning")]


def test_a_member_who_wants_to_heal_another_keeps_the_company_in_place():
    table = band(ROSA)
    table.plan(OZMO, site="midland")
    table.plan(ROSA, site="midland", heals_others=1, heals_by_spell=4)
    table.seat(ROSA, spells=["heal_completely"])
    table.seat(OZMO, wounds=9)
    table.turn(table.chit("great_whale"))
    assert table.where(OZMO) == "c05"
    assert table.told(Event.HOLDS_BACK) == [(ROSA, Mode.HEAL, 0, 0, 0)]
    assert table.told(Event.HEALS_OTHER) == [(ROSA, OZMO, 9, 0, 0)]
    assert (table.state.seats[OZMO].player.wounds, table.spells(ROSA)) == (0, [])


def test_after_a_members_spell_the_company_may_be_forbidden_to_explore():
    """Variant `explore_after_healing`."""
    for may in (True, False):
        table = band(ROSA, place="saltz", rules={"explore_after_healing": may})
        table.plan(ROSA, site="saltz", heals_by_spell=4)
        table.seat(ROSA, spells=["heal_completely"], wounds=8)
        table.turn(*([die(5)] if may else []))
        assert len(table.told(Event.EXPLORES)) == may


# ---- Together


def test_a_company_is_chased_out_as_one_before_it_meets_what_is_there():
    table = band(ROSA, place="grenger")
    table.turn(die(4), table.chit("great_whale"))
    kinds = [int(row["kind"]) for row in table.log.rows[: table.log.written]]
    assert kinds.index(Event.FOLLOWS) < kinds.index(Event.IGNORES_CHIT)
    assert table.where(ROSA) == table.where(OZMO) != "grenger"


def test_who_is_taken_along_by_magic_leaves_his_companions_behind():
    table = band(ROSA)
    table.seat(OZMO, treasures=["scroll_teleport"])
    table.seat(ROSA, companions={"ed_eagle": ""}, patrols=1)
    table.plan(OZMO, site="walled_city", teleports_from=1, scrolls_at=99)
    table.turn(die(4))
    assert (table.where(ROSA), table.state.seats[ROSA].player.companions) == ("walled_city", 0)
    assert table.state.seats[ROSA].patrols == 0
    assert len(table.told(Fight.LEFT_BEHIND)) == 1


def test_in_the_approach_only_the_bows_of_a_company_help():
    table = band(ROSA, TURB, place="f08")
    table.seat(OZMO, arms=["axe"])
    table.seat(ROSA, arms=["sling"])
    table.seat(TURB, arms=["dagger"])
    sling = int(table.rules.fight.arms[8].missile_dice)
    table.turn(table.chit("wild_boar"), *dice(2, 1), 2, 0, 5, 0)
    shots, blows = table.told(Fight.ATTACK)
    assert shots == (OZMO, 2 + sling, 2, 1, 0)  # Rosa's two and her sling's
    assert blows == (OZMO, (3 + 2) + 2 + (1 + 1), 5, 0, 0)
    assert table.told(Event.HELPED) == [(OZMO, 0, 4, 2 + sling, 0)]


def test_wounds_are_told_when_they_are_shared():
    table = band(ROSA, place="f08")
    table.turn(table.chit("wild_boar"), *dice(1, 1), 5, 2, 2, 0)
    wounds = [int(table.state.seats[who].player.wounds) for who in (OZMO, ROSA)]
    assert sum(wounds) == 2
    assert [row[:2] for row in table.told(Event.SHARES)] == list(zip((OZMO, ROSA), wounds, strict=True))


# ---- Traveling Together with Blood & Guts


def test_a_follower_may_start_a_conflict_when_it_would_be_his_turn():
    """Between the turns of Ozmo, who leads, and of Nruff comes Rosa's time."""
    for rules, begins in ((BOTH, True), (TOGETHER, False)):
        table = band(ROSA, rules=rules)
        table.seat(TURB, space="c05", treasures=["gold_box"], wounds=8)
        table.plan(TURB, site="c05", teams_up=0)
        table.plan(ROSA, site="c05", challenges_from=-99)
        table.turn(table.chit("great_whale"), *([*dice(1, 1), 1, 0, 0] if begins else []))
        assert table.told(Event.CHALLENGES) == ([(ROSA, TURB, 1, 0, 0)] if begins else [])
        assert table.state.seats[TURB].alive == (not begins)
        assert table.state.active == (NRUFF if begins else TURB)


def test_he_has_no_such_time_when_it_is_not_his_turn():
    table = band(TURB, rules=BOTH)
    table.seat(ROSA, space="c05", treasures=["gold_box"], company=0)
    table.plan(ROSA, site="c05", teams_up=0)
    table.plan(TURB, site="c05", challenges_from=-99)
    table.turn(table.chit("great_whale"))  # Ozmo's turn; next is Rosa's
    assert (table.told(Event.CHALLENGES), table.state.active) == ([], ROSA)


@pytest.mark.parametrize("betrays", [True, False])
def test_one_of_a_company_may_be_the_victim_of_another(betrays):
    """The others of it stay out of it, and the company goes on."""
    table = band(ROSA, TURB, rules=BOTH)
    table.seat(OZMO, treasures=["gold_box"], wounds=10)
    table.plan(ROSA, site="c05", challenges_from=-99, betrays=betrays)
    table.policies[OZMO].fight.flee_at = 99
    table.turn(table.chit("great_whale"), *([*dice(1, 1), 0, 0, pair(12)] if betrays else []))
    assert table.told(Event.CHALLENGES) == ([(ROSA, OZMO, 1, 0, 0)] if betrays else [])
    assert {row[0] for row in table.told(Event.CLASH)} == ({ROSA, OZMO} if betrays else set())
    assert [int(table.state.seats[who].company) for who in (OZMO, ROSA, TURB)] == [1, 1, 1]


def test_the_leader_may_turn_on_a_follower_and_those_who_gang_up_join_him():
    table = band(ROSA, TURB, rules=BOTH)
    table.seat(TURB, treasures=["gold_box"], wounds=7)
    table.plan(OZMO, site="c05", challenges_from=-99, betrays=1)
    table.plan(ROSA, site="c05", challenges_from=-99, gangs_up=1, betrays=1)
    table.state.active = OZMO
    table.roll(player_fights.quarrel, [*dice(1, 1), 1, 1, 0], table.policies, OZMO)
    assert {row[0] for row in table.told(Event.CLASH)} == {OZMO, ROSA, TURB}
    assert (table.state.seats[TURB].alive, table.holds(OZMO)) == (0, ["gold_box"])


def test_who_kills_the_owner_of_the_ship_that_carries_him_sails_on():
    table = band(ROSA, place="p2", rules=BOTH)
    table.seat(OZMO, treasures=["gold_box"], vessel="ship", wounds=10)
    table.plan(OZMO, site="p2", fights="random")
    table.plan(ROSA, site="p2", challenges_from=-99, betrays=1)
    none_on_the_ship = 0
    table.roll(player_fights.quarrel, [*dice(1, 1), 2, 0, none_on_the_ship], table.policies, ROSA)
    assert table.state.seats[OZMO].alive == 0
    assert table.state.seats[ROSA].player.vessel == Vessel.SHIP
    assert table.holds(ROSA) == ["gold_box"]


def test_where_a_follower_kills_the_leader_the_next_leads_on():
    table = band(ROSA, TURB, rules=BOTH)
    table.seat(OZMO, treasures=["gold_box"], wounds=10)
    table.plan(ROSA, site="c05", challenges_from=-99, betrays=1)
    table.turn(table.chit("great_whale"), *dice(1, 1), 1, 0)
    assert table.state.seats[OZMO].alive == 0
    assert [int(table.state.seats[who].company) for who in (ROSA, TURB)] == [ROSA + 1] * 2


def test_every_place_round_the_table_counts_once_against_the_time_limit():
    table = band(ROSA, TURB, rules={**BOTH, "time_limit": 1})
    table.turn(table.chit("great_whale"))  # Rosa's and Turb's times pass, and it is Nruff's turn
    assert (table.state.active, table.state.last_calls) == (NRUFF, 3)


# ---- Aboard


def aboard(wounds=0, **figures):
    """Ozmo's ship carries Rosa in the deep sea, where Turb presents her with the whale."""
    table = band(ROSA, place="p2", rules=figures)
    table.seat(OZMO, vessel="ship", vessel_wounds=wounds)
    table.seat(ROSA, treasures=["gold_box"])
    return table


def whale(table, *rolls, **plan):
    table.plan(ROSA, **{"site": "p2", "flee_at": 0, "teams_up": 1, "parts_at": 0, **plan})
    table.log.written = 0
    table.roll(encounters.resolve, list(rolls), table.policies[ROSA], kind("great_whale"), True, ROSA)
    return table


def test_who_is_met_aboard_the_ship_of_his_company_fights_with_it():
    """Two dice of the ship, Rosa's and Ozmo's own; hits go to its hull; then it is its owner's again."""
    ours, theirs = 2, 3
    table = whale(aboard(), *dice(1, 1), ours, theirs, *[7, 0] * 2)
    strength = 2 + int(table.state.seats[ROSA].player.ability) + int(table.state.seats[OZMO].player.ability)
    assert table.told(Event.BOARDS) == [(ROSA, OZMO, Vessel.SHIP, 0, 0)]
    assert table.told(Fight.ATTACK)[0][1:3] == (strength, ours)
    assert table.told(Fight.VESSEL_WOUNDS)[0] == (ROSA, Vessel.SHIP, 3, 12, 0)
    owner, guest = table.state.seats[OZMO].player, table.state.seats[ROSA].player
    assert (owner.vessel, owner.vessel_wounds, guest.vessel, guest.wounds) == (Vessel.SHIP, 3, Vessel.NONE, 0)


def test_the_ship_may_sink_under_a_member_and_all_are_washed_ashore():
    table = aboard(wounds=11)
    box_lost = 0
    whale(table, *dice(1, 1), 0, 1, 1, box_lost, fights="random")
    assert table.state.battle.sunk
    table.roll(encounters.settle, [], table.policies[ROSA], kind("great_whale"), ROSA)
    assert [table.where(who) for who in (OZMO, ROSA)] == ["pirate_lair"] * 2
    assert [int(table.state.seats[who].player.vessel) for who in (OZMO, ROSA)] == [Vessel.NONE] * 2


@pytest.mark.parametrize("who", [OZMO, ROSA], ids=["its owner", "a guest"])
def test_with_a_ship_that_sinks_under_a_dead_man_the_others_are_washed_ashore(who):
    table = aboard(wounds=11)
    table.seat(OZMO, wounds=int(table.state.seats[OZMO].player.wound_number) - 1)
    table.seat(ROSA, wounds=int(table.state.seats[ROSA].player.wound_number) - 1)
    table.plan(who, flee_at=0, fights="random", site="p2", parts_at=0)
    table.log.written = 0
    table.roll(encounters.resolve, [*dice(1, 1), 0, 2, 1], table.policies[who], kind("great_whale"), True, who)
    table.roll(encounters.settle, [], table.policies[who], kind("great_whale"), who)
    other = ROSA if who == OZMO else OZMO
    assert (table.state.seats[who].alive, table.state.seats[other].alive) == (0, 1)
    assert table.where(other) == "pirate_lair"
    assert [int(table.state.seats[one].player.vessel) for one in (OZMO, ROSA)] == [Vessel.NONE] * 2


def test_on_land_nobody_borrows_a_vessel():
    table = band(ROSA, place="fragon_birg")
    table.seat(OZMO, vessel="ship")
    assert company.whose_vessel(table.rules, ROSA, table.state) == -1


# ---- What is told of it


def told(table):
    say = sentences(FIGURES, table.setup)
    return [say(event) for event in events(table.log)]


def parts(table, who):
    company.may_part(table.rules, table.policies[who], who, table.state, table.tally, table.log)


def test_who_leads_on_and_who_is_left_alone_are_told():
    table = band(ROSA, TURB)
    table.plan(OZMO, parts_at=4)
    table.log.written = 0
    parts(table, OZMO)
    assert told(table) == ["Ozmo leaves the company.", "Rosa leads the company on."]
    table.plan(ROSA, parts_at=4)
    table.log.written = 0
    parts(table, ROSA)
    parts(table, TURB)
    assert told(table) == ["Rosa leaves the company.", "Turb travels alone."]


def test_who_takes_over_a_dead_members_vessel_is_told_after_his_death():
    table = band(ROSA, place="p2")
    table.seat(OZMO, vessel="ship", vessel_wounds=2)
    table.log.written = 0
    encounters.die(table.rules, kind("great_whale"), OZMO, table.state, table.tally, table.log)
    assert told(table)[0].startswith("Ozmo is dead, killed by Great Whale at ")
    assert told(table)[1:] == ["Rosa takes over the Ship."]
    assert table.state.seats[ROSA].player.vessel_wounds == 2
