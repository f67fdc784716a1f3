"""[Encounters; Imperial Treasures] Whose encounter a chit is, and what comes of it."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import CHITS, CLUES, NRUFF, OZMO, ROSA, TURB, dice, die, four, hand, kind, pair

from simkit.games.emperor.shared.schema import Ending as Fate
from simkit.games.emperor.shared.schema import Event as Fight
from simkit.games.emperor.shared.terms import Vessel
from simkit.games.emperor.whole import play, policies
from simkit.games.emperor.whole.rules import encounters, pools, presenting
from simkit.games.emperor.whole.schema import Event
from simkit.games.emperor.whole.terms import Presents

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")


# ---- Presenting


def test_a_chit_that_applies_is_the_drawers_own():
    table = four()
    table.seat(ROSA, space="f09", treasures=["gold_box"])
    table.turn(table.chit("black_bear"), *dice(1, 1), 12 - 9, 0, *[3, 0] * 3)
    assert table.told(Event.PRESENTS) == []
    assert table.state.battle.ending == Fate.FOE_KILLED


@pytest.mark.parametrize(
    ("place", "chit", "presented"),
    [
        ("m09", "brown_bear", True),
        ("saltz", "brown_bear", True),  # a village in the mountains
        ("c05", "brown_bear", False),
        ("p2", "great_whale", True),
        ("e3", "great_whale", False),
        ("monastery", "demon", True),
        ("m09", "demon", False),
        ("walled_city", "obtuse_genie", True),
        ("saltz", "holy_man", False),  # who does no harm
    ],
)
def test_a_chit_is_presented_to_the_leader_where_it_applies(place, chit, presented):
    table = four()
    table.seat(ROSA, space=place, treasures=["gold_box"], wounds=1)
    table.policies[ROSA].fight.flee_at = 99
    found = table.roll(presenting.present, [], table.policies[OZMO], kind(chit), OZMO)
    assert found == (ROSA if presented else -1)


def test_whom_a_player_presents_to():
    for presents, rolls, found in (
        (Presents.NOBODY, [], -1),
        (Presents.LEADER, [], -1),  # the leader is where the chit does not apply
        (Presents.ANYBODY, [0], min(TURB, NRUFF)),
        (Presents.ANYBODY, [1], max(TURB, NRUFF)),
    ):
        table = four()
        table.seat(ROSA, space="c05", treasures=["gold_box"])
        table.seat(TURB, space="m09")
        table.seat(NRUFF, space="m10")
        table.plan(OZMO, presents=presents)
        assert table.roll(presenting.present, rolls, table.policies[OZMO], kind("brown_bear"), OZMO) == found


def test_nobody_presents_where_that_is_ruled_out():
    """Variant `presenting`."""
    for allowed in (True, False):
        table = four({"presenting": allowed})
        table.seat(ROSA, space="walled_city", treasures=["gold_box"])
        table.turn(table.chit("obtuse_genie"), *[0] * allowed)
        assert len(table.told(Event.PRESENTS)) == allowed
        assert table.where(ROSA) == ("inn" if allowed else "walled_city")


def test_the_dead_are_left_alone():
    table = four()
    table.seat(ROSA, space="m09", treasures=["gold_box"], alive=0)
    table.plan(OZMO, presents=Presents.ANYBODY)
    assert table.roll(presenting.present, [], table.policies[OZMO], kind("brown_bear"), OZMO) == -1


# ---- The Palantir


def test_the_palantir_shows_two_chits_and_the_better_one_is_played():
    table = four()
    table.seat(OZMO, treasures=["palantir_of_zog"])
    bear, clue = table.chit("black_bear"), table.chit("treasure_clue")
    table.turn(bear, clue, die(1))
    assert table.told(Event.SECOND_CHIT) == [(OZMO, kind("treasure_clue"), kind("black_bear"), 0, 0)]
    assert table.told(Event.GETS_CLUE) == [(OZMO, 0, 0, 0, 0)]


def test_the_palantir_does_not_draw_one_chit_twice():
    table = four()
    table.seat(OZMO, treasures=["palantir_of_zog"])
    table.turn(table.chit("great_whale"), table.chit("great_whale"))  # there is one whale: the next in the pool
    assert table.told(Event.SECOND_CHIT) == [(OZMO, kind("great_whale"), CHITS.index("great_whale") + 1, 0, 0)]


def test_the_palantir_is_blind_to_what_others_present():
    table = four()
    table.seat(ROSA, space="walled_city", treasures=["palantir_of_zog"])
    table.turn(table.chit("obtuse_genie"), 0)
    assert table.told(Event.SECOND_CHIT) == []


@pytest.mark.parametrize(("second", "n_free"), [("great_whale", 1), ("great_whale", 3), ("treasure_clue", 2)])
def test_who_takes_the_first_chit_of_the_palantir_takes_any_clue_that_is_left(second, n_free):
    """The chit that is held while the second is drawn is one of those in the pool."""
    table = four()
    table.seat(OZMO, treasures=["palantir_of_zog"])
    in_play = CLUES[: int(table.rules.fight.encounter_pool[kind("treasure_clue")])]
    table.seat(ROSA, clues=in_play[: len(in_play) - n_free])
    table.turn(table.chit("treasure_clue"), table.chit(second), die(n_free))
    assert table.told(Event.GETS_CLUE) == [(OZMO, len(in_play) - 1, 0, 0, 0)]


# ---- Olliver


def test_olliver_is_not_sent_to_ones_own_company_while_there_is_somebody_else():
    table = four({"traveling_together": True})
    table.seat(OZMO, company=OZMO + 1)
    table.seat(TURB, space="f08", company=OZMO + 1, treasures=["gold_box", "gold_cup"])
    assert policies.leader_of_rivals(table.state, OZMO) == ROSA
    for rival in (ROSA, NRUFF):
        table.seat(rival, alive=0)
    assert policies.leader_of_rivals(table.state, OZMO) == TURB


def test_olliver_is_sent_to_the_leader_of_the_others():
    table = four()
    table.seat(OZMO, treasures=["gold_cup", "gold_crown", "gold_necklace"])
    table.seat(TURB, treasures=["gold_box"], spells=["stinking_fog"])
    table.policies[TURB].fight.magic_flight_at = 99
    table.turn(table.chit("olliver"), *dice(2, 2), 1)
    assert table.told(Event.SENDS_OLLIVER) == [(OZMO, TURB, 0, 0, 0)]
    assert table.told(Event.MEETS) == [(TURB, kind("olliver"), 0, 0, 0)]


def test_olliver_with_nobody_else_to_go_to():
    """Variant `olliver_last_player`."""
    for reading, attacks in (("attacks", True), ("leaves", False)):
        table = four({"last_survivor": "plays_on", "olliver_last_player": reading})
        for other in (ROSA, TURB, NRUFF):
            table.seat(other, alive=0)
        table.plan(OZMO, flee_at=99)
        table.turn(table.chit("olliver"), *[*dice(1, 1), 0, 0, pair(12)] * attacks)
        assert table.state.battle.hostile == attacks


# ---- The Evil Sorcerer


@pytest.mark.parametrize(
    ("held", "rolls", "victim"),
    [
        ({ROSA: ["grail_of_pale"], TURB: ["magic_axe", "scroll_heal", "magic_mace"]}, [], ROSA),  # Imperials first
        ({ROSA: ["magic_axe"], TURB: ["scroll_heal", "magic_mace"]}, [], TURB),
        ({ROSA: ["gold_box", "stone_of_fire"], TURB: ["scroll_heal"]}, [], TURB),  # riches and the Stone are no magic
        ({OZMO: ["scroll_heal"]}, [], OZMO),  # the drawer too
        ({ROSA: ["magic_axe"], TURB: ["magic_mace"]}, dice(3, 4, 1, 5), TURB),  # the lowest roll
        ({ROSA: ["magic_axe"], TURB: ["magic_mace"]}, dice(3, 4, 6, 1, 1, 1, 1, 2), ROSA),  # and once more
        ({ROSA: ["gold_box"]}, [], -1),
    ],
)
def test_whom_the_sorcerer_seeks(held, rolls, victim):
    table = four()
    for who, treasures in held.items():
        table.seat(who, treasures=treasures)
    assert table.roll(encounters.sorcerer_seeks, rolls) == victim


def test_of_three_equals_only_the_lowest_roll_again():
    table = four()
    for who, treasure in enumerate(("magic_axe", "magic_mace", "magic_sword")):
        table.seat(who, treasures=[treasure])
    rolls = dice(1, 2, 6, 6, 2, 1, 5, 5, 1, 1)
    seek = encounters.sorcerer_seeks
    assert table.roll(seek, rolls) == TURB


def test_the_sorcerer_takes_what_is_given_up_to_the_pool():
    table = four()
    table.seat(ROSA, treasures=["grail_of_pale", "magic_axe", "gold_box", "stone_of_fire"])
    table.policies[ROSA].fight.gives_up = 1
    table.turn(table.chit("evil_sorcerer"))
    assert table.told(Event.SORCERER_SEEKS) == [(OZMO, ROSA, 0, 0, 0)]
    assert table.holds(ROSA) == ["gold_box", "stone_of_fire"]
    assert pools.discovered(table.rules, table.state) == 0


# ---- The Imperial Patrol


def test_a_patrol_confiscates_for_good_and_what_it_takes_counts_as_discovered():
    table = four()
    table.seat(OZMO, treasures=["grail_of_pale", "gold_box"])
    table.policies[OZMO].fight.surrenders = 1
    table.turn(table.chit("imperial_patrol"))
    assert table.holds(OZMO) == ["gold_box"]
    assert table.state.returned == hand(["grail_of_pale"], ["?"] * 5 + ["grail_of_pale"])
    assert pools.discovered(table.rules, table.state) == 1


def test_a_patrol_that_found_nothing_helps_until_the_players_next_turn():
    table = four()
    table.seat(NRUFF, treasures=["gold_box"])
    table.seat(OZMO, arms=["axe"])
    table.turn(table.chit("imperial_patrol"))
    assert table.state.seats[OZMO].patrols == 1
    pools.fill_encounter_pool(table.rules, table.state)
    assert table.state.pool[kind("imperial_patrol")] == 1  # of two
    # Rosa presents a bear: three of his own, two of the axe and five of the patrol.
    table.seat(OZMO, treasures=["gold_cup", "gold_crown"])
    table.seat(ROSA, space="c05")
    table.plan(ROSA, site="c05", meditates=0, presents=Presents.LEADER)
    table.turn(table.chit("black_bear"), *dice(1, 1), 10, 0, 2, 0)
    assert table.told(Fight.ATTACK) == [(OZMO, 10, 10, 0, 0), (OZMO, 10, 2, 0, 0)]
    # When the turn comes round to him, it goes.
    table.state.active = NRUFF
    play.pass_turn(table.rules, table.policies, table.state, table.tally, table.log)
    assert (table.state.active, table.state.seats[OZMO].patrols) == (OZMO, 0)


@pytest.mark.parametrize(("reading", "n"), [("presented", 3), ("all", 8)])
def test_patrol_helps(reading, n):
    """In his own second encounter in the Mines a patrol looks on, or helps there too."""
    table = four({"patrol_helps": reading})
    table.seat(OZMO, space="mines")
    table.plan(OZMO, site="mines", meditates=0, presents=Presents.NOBODY, flee_at=0)
    second = die(3)
    bear = table.chit("black_bear")  # the patrol is in the pool until it is met, and of two one is left there
    table.turn(table.chit("imperial_patrol"), second, bear, *dice(1, 1), 3, 0, 3, 0, 3, 0, 3, 0)
    assert {row[1] for row in table.told(Fight.ATTACK)} == {n}
    assert table.told(Event.PATROL_STAYS) == [(OZMO, 0, 0, 0, 0)]


def test_a_patrol_that_was_fought_does_not_help():
    table = four()
    table.seat(OZMO, treasures=["grail_of_pale"])
    table.policies[OZMO].fight.surrenders = 0
    table.turn(table.chit("imperial_patrol"), *dice(1, 1), 3, 0, 3, 0, 3, 0, 3, 0, table.treasure("gold_box"))
    assert (table.state.seats[OZMO].patrols, sorted(table.holds(OZMO))) == (0, ["gold_box", "grail_of_pale"])


# ---- Storms


@pytest.mark.parametrize(
    ("scope", "drawn_at", "struck"),
    [("drawn_at_sea", "p2", 3), ("drawn_at_sea", "f08", 0), ("always", "f08", 2)],
)
def test_whom_a_storm_strikes(scope, drawn_at, struck):
    """Variant `storm_scope`: every vessel at sea, none in port; three dice near the coast, two in the deep."""
    table = four({"storm_scope": scope})
    table.seat(OZMO, space=drawn_at, vessel="ship" if drawn_at == "p2" else "none")
    table.plan(OZMO, site=drawn_at, presents=Presents.NOBODY)
    table.seat(ROSA, space="e3", vessel="ship")
    table.seat(TURB, space="p1", vessel="ship")
    table.seat(NRUFF, space="walled_city", vessel="boat")
    rolls = {0: [], 2: dice(1, 1, 1, 1, 1), 3: dice(1, 1, 1, 1, 1, 1, 1)}[struck]
    table.turn(table.chit("storm"), *rolls)
    damage = [int(table.state.seats[who].player.vessel_wounds) for who in range(4)]
    assert damage == {0: [0, 0, 0, 0], 2: [0, 3, 2, 0], 3: [2, 3, 2, 0]}[struck]


def test_a_storm_may_be_presented():
    table = four()
    table.seat(ROSA, space="e3", vessel="ship", treasures=["gold_box"])
    table.seat(TURB, space="e4", vessel="boat")
    table.turn(table.chit("storm"), *dice(1, 1, 1, 1, 1, 1))
    assert table.told(Event.PRESENTS) == [(OZMO, kind("storm"), ROSA, 0, 0)]
    assert [int(table.state.seats[who].player.vessel_wounds) for who in (ROSA, TURB)] == [3, 3]


def test_who_is_lost_at_sea_is_washed_ashore_and_does_not_explore():
    table = four(place="p2")
    table.seat(OZMO, vessel="boat", arms=["axe"], treasures=["gold_box"], clues=["treasure_map"])
    table.plan(OZMO, sails=1)
    # Six wounds sink a boat; each thing rolls to be saved (1: a 5 or 6).
    table.turn(table.chit("storm"), *dice(5, 5), 1, 0, 1)
    assert table.where(OZMO) == "pirate_lair"
    assert (table.arms(OZMO), table.holds(OZMO)) == (["axe"], [])
    assert table.state.seats[OZMO].player.clues == hand(["treasure_map"], CLUES)
    assert table.state.seats[OZMO].player.vessel == Vessel.NONE
    assert table.told(Event.EXPLORES) == []


# ---- Teleporting out of an encounter


def test_who_teleports_out_in_anothers_turn_looks_around_at_once():
    table = four(place="c05")
    table.seat(TURB, space="m09", spells=["teleport"], treasures=["gold_box"])
    table.policies[TURB].fight.magic_flight_at = 99
    table.policies[TURB].sails = 0
    # Ozmo presents a brown bear; Turb is gone in the first round, and explores where he lands.
    table.turn(table.chit("brown_bear"), *dice(1, 1), die(3))
    assert table.where(TURB) == "monastery"
    assert table.told(Event.EXPLORES) == [(TURB, 3, 3, 0, 0)]
    assert table.state.active == ROSA


def test_who_meditated_before_explores_there_like_anybody():
    table = four(place="c05")
    table.seat(TURB, space="m09", spells=["teleport"], treasures=["gold_box"], meditation=0)
    table.policies[TURB].fight.magic_flight_at = 99
    table.state.active = TURB
    table.seat(TURB, space="mohg")
    table.plan(TURB, site="mohg", meditates=1, magic_flight_at=99)
    table.turn(die(1))
    table.state.active = OZMO
    table.turn(table.chit("brown_bear"), *dice(1, 1), die(3))
    assert len(table.told(Event.EXPLORES)) == 1


def test_who_teleports_out_in_his_own_turn_is_done():
    table = four(place="f08")
    table.seat(OZMO, treasures=["scroll_teleport"])
    table.plan(OZMO, magic_flight_at=99, scrolls_at=99)
    table.turn(table.chit("black_bear"), *dice(1, 1))
    assert table.where(OZMO) != "f08"
    assert (table.told(Event.EXPLORES), table.holds(OZMO)) == ([], [])


def test_the_genie_sends_home_or_steals():
    table = four(place="walled_city")
    table.seat(OZMO, vessel="ship", treasures=["gold_box"], companions={"ed_eagle": ""})
    table.turn(die(2), table.chit("obtuse_genie"), 0)
    player = table.state.seats[OZMO].player
    assert (table.where(OZMO), player.vessel, player.companions) == ("inn", Vessel.NONE, 0)
    assert table.told(Event.EXPLORES) == [(OZMO, 2, 2, 7, 0)]  # at the Inn he does not
    table = four(place="walled_city")
    table.seat(OZMO, treasures=["gold_box"])
    table.turn(die(2), table.chit("obtuse_genie"), 1, die(1))
    assert (table.where(OZMO), table.holds(OZMO)) == ("walled_city", [])


def test_the_mad_magician_trades_two_draws_for_one_and_does_not_give_back_what_he_got():
    table = four(place="mines")
    table.seat(OZMO, treasures=["magic_axe", "scroll_heal", "gold_box"])
    table.policies[OZMO].fight.trades, table.policies[OZMO].fight.die_worth = 1, 0
    pool = pools.treasures_in_pool(table.rules, table.state)
    # A 2: two of them; four draws of sacks of silver, from a pool without what he has just handed over.
    table.turn(table.chit("mad_magician"), die(2), *[table.treasure("sack_of_silver")] * 4, die(1), table.arm("club"))
    assert table.told(Fight.TRADES)[0][1:3] == (2, 2)
    assert len(table.holds(OZMO)) == 5
    assert pools.treasures_in_pool(table.rules, table.state) == pool - 2
