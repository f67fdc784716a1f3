"""What no sensible player does: each a folly that was seen in a transcript, and is mended."""

import random

import pytest
from conftest import JIT
from games.emperor.whole.tables import ARMS, CLUES, GOODS, SPACES, Table, die, four, kind, space

from simkit.core.dice import loaded_dice
from simkit.games.emperor.encounter.rules import worth
from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.encounter.rules.parting import drop_possession, pay_treasure, trade_one
from simkit.games.emperor.shared.schema import Event as Fight
from simkit.games.emperor.shared.terms import MAGIC_ARMS_FROM, Possession, Reaction
from simkit.games.emperor.whole.rules import barter, exploration, goals, presenting, turns
from simkit.games.emperor.whole.schema import Event
from simkit.games.emperor.whole.terms import Find, Mode

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")
HANDS = 2_000
OZMO, ROSA, TURB, NRUFF = range(4)


def lone(character="Rosa", **has):
    """Somebody with something, and a fighter elsewhere."""
    table = Table(character, "Fighter B")
    table.seat(0, **has)
    return table


def parted(table, losing, policy="fight"):
    """What the first player loses when he has to choose."""
    player, seat_policy = table.state.seats[0].player, table.policies[0][policy]
    table.log.written = 0
    losing(table.rules.fight, seat_policy, player, table.state.battle, table.tally.fight, loaded_dice([]), table.log)
    names = {Possession.ARM: ARMS, Possession.GOOD: GOODS, Possession.CLUE: CLUES}
    return [names[Possession(a)][b] for _, a, b, *_ in table.told(Fight.LOSES)]


# ---- What is dropped and paid


def test_a_bow_that_she_cannot_use_is_dropped_before_the_emerald():
    assert parted(lone(treasures=["emerald_of_life", "magic_bow"]), drop_possession) == ["magic_bow"]
    assert parted(lone(arms=["bow"], treasures=["emerald_of_life"]), drop_possession) == ["bow"]


def test_silver_is_dropped_before_a_clue_and_a_useless_dagger_before_both():
    assert parted(lone(treasures=["sack_of_silver"], clues=["clue_2"]), drop_possession) == ["sack_of_silver"]
    table = lone(treasures=["sack_of_silver"], clues=["clue_2"], arms=["dagger"])
    assert parted(table, drop_possession) == ["dagger"]


def test_the_second_of_two_weapons_is_dropped_and_not_the_one_in_use():
    assert parted(lone("Ozmo", arms=["great_sword", "club"]), drop_possession) == ["club"]


def test_gold_is_paid_before_the_sword_that_wins_fights():
    table = lone("Ozmo", treasures=["magic_great_sword", "gold_box", "grail_of_pale"])
    assert parted(table, pay_treasure) == ["gold_box"]
    assert parted(lone("Turb", treasures=["magic_axe", "battle_ring_of_gorath"]), pay_treasure) == ["magic_axe"]


def test_nobody_parts_with_what_is_worth_more_to_him_than_something_else():
    luck = random.Random(14)
    for _ in range(HANDS):
        table_hand = luck.sample(ARMS[:MAGIC_ARMS_FROM], luck.randint(0, 3))
        held = luck.sample(GOODS + ARMS[MAGIC_ARMS_FROM:], luck.randint(0, 3))
        clues = luck.sample(CLUES, luck.randint(0, 1))
        if not table_hand + held + clues:
            continue
        table = SHARED
        table.seat(0, arms=table_hand, treasures=held, clues=clues)
        rules, policy, player = table.rules.fight, table.policies[0].fight, table.state.seats[0].player
        sort, item = worth.least_possession(rules, policy, player, False)
        worths = [worth.worth_of_arm(rules, policy, player, ARMS.index(arm)) for arm in table_hand]
        worths += [worth.worth_of_arm(rules, policy, player, ARMS.index(one)) for one in held if one in ARMS]
        worths += [worth.worth_of_good(policy, GOODS.index(one)) for one in held if one in GOODS]
        worths += [int(policy.clue_worth)] * len(clues)
        chosen = {
            Possession.ARM: lambda item=item: worth.worth_of_arm(rules, policy, player, item),  # noqa: B023
            Possession.GOOD: lambda item=item: worth.worth_of_good(policy, item),  # noqa: B023
            Possession.CLUE: lambda item=item: policy.clue_worth,  # noqa: B023
        }[Possession(sort)]()
        assert chosen == min(worths)


SHARED = lone("Alatha")


# ---- In encounters


def test_who_would_run_walks_away_from_what_is_snared_and_drops_nothing():
    table = lone("Alatha", space="m13", spells=["elvin_snare"], arms=["dagger"], wounds=7)
    table.plan(0, site="m13", meditates=0, flee_at=4, walks_away=0)
    table.turn(table.chit("mountain_lion"), 3, 0, 0, 0, 0)  # no Approach; three hits of the snare
    assert len(table.told(Fight.WALKS_AWAY)) == 1
    assert table.told(Fight.HERO_TRIES) == []
    assert table.arms(0) == ["dagger"]


def test_the_palantir_does_not_bring_the_sorcerer_to_its_holder():
    table = four()
    table.seat(OZMO, treasures=["palantir_of_zog"])
    sorcerer = presenting.menace(table.rules, kind("evil_sorcerer"), OZMO, table.state)
    assert sorcerer > presenting.menace(table.rules, kind("great_whale"), OZMO, table.state)
    assert presenting.menace(table.rules, kind("evil_sorcerer"), ROSA, table.state) == 0


def test_a_chit_that_helps_is_taken_before_one_that_concerns_nobody():
    table = four(place="mines")
    table.seat(OZMO, treasures=["palantir_of_zog"], wounds=2)
    nothing = presenting.menace(table.rules, kind("great_whale"), OZMO, table.state)
    for chit in ("mad_magician", "holy_man", "treasure_clue"):
        assert presenting.menace(table.rules, kind(chit), OZMO, table.state) < nothing
    foes = table.rules.fight.foes
    assert foes[kind("mad_magician")].reaction == Reaction.TRADE


def test_the_magic_arm_that_is_needed_is_not_traded_if_it_is_worth_more_than_what_is_drawn():
    for die_worth, traded in ((1, True), (9, False)):
        table = lone("Ozmo", treasures=["magic_great_sword"])
        policy = table.policies[0].fight
        policy.die_worth = die_worth
        player, battle = table.state.seats[0].player, table.state.battle
        gives = trade_one(table.rules.fight, policy, player, battle, table.tally.fight, loaded_dice([]), table.log)
        assert gives == traded


# ---- Where to go, and what to do there


def goal_of(table, who=0):
    """Where a player goes."""
    return SPACES[goals.choose_goal(table.rules, table.policies[who], who, table.state)[0]]


def test_nobody_meditates_where_he_came_to_be_healed():
    table = lone("Turb", space="monastery", wounds=8)
    table.plan(0, "seeker", meditates=1, rests_at=3)
    assert mode_of(table) == Mode.STAY
    table.seat(0, wounds=0)
    assert mode_of(table) == Mode.MEDITATE


def mode_of(table):
    """What a player does in place of moving."""
    return goals.choose_mode(table.rules, table.policies[0], 0, table.state, table.tally, loaded_dice([]))[0]


def test_nobody_meditates_before_enough_spells_are_missing():
    table = lone("Turb", space="monastery", spells=["fear", "teleport", "familiar"])
    for needed, mode in ((1, Mode.MEDITATE), (2, Mode.MOVE)):
        table.plan(0, "seeker", meditates=1, meditates_from=needed, teleports_from=999)
        assert mode_of(table) == mode


def test_who_has_many_wounds_goes_where_all_are_healed_and_who_has_one_where_it_is_near():
    villages = ["heal1", "heal1", "heal1", "none", "none", "none"]
    table = Table("Ozmo", "Fighter B", rules={"exploration.inland_village": villages})
    table.plan(0, "seeker", rests_at=99)
    for wounds, rest in ((10, "monastery"), (1, "saltz")):
        table.seat(0, space="saltz", wounds=wounds)
        assert goal_of(table) == rest


def test_the_oasis_is_reckoned_at_its_odds():
    table = lone()
    oasis = space("oasis")
    neighbours = table.rules.spaces[oasis].links[: table.rules.spaces[oasis].n_links]
    for neighbour in neighbours:
        assert table.rules.land_cost[neighbour, oasis] > table.rules.spaces[oasis].cost


def test_the_passenger_who_lives_next_door_comes_first():
    table = lone("Ozmo", space="m01", companions={"maid_marywin": "imperial_capital", "elf_princess": "saltz"})
    table.plan(0, "seeker")
    assert goal_of(table) == "saltz"


def test_an_errand_that_is_too_far_for_what_it_brings_is_left():
    table = lone("Ozmo", space="c02", companions={"elf_princess": "imperial_capital"})
    for points, goes in ((999, True), (2, False)):
        table.plan(0, "seeker", points_a_draw=points)
        assert (goal_of(table) == "imperial_capital") == goes


@pytest.mark.parametrize(("others", "redeems"), [(["gold_box", "gold_cup"], False), ([], True)])
def test_who_is_behind_does_not_end_the_game_at_the_emperors(others, redeems):
    table = Table("Ozmo", "Rosa", rules={"game_end.2": 2})
    table.seat(0, space="imperial_capital", treasures=["grail_of_pale"])
    table.seat(1, treasures=others)
    table.plan(0, "seeker")
    assert goals.would_redeem(table.rules, table.policies[0], 0, table.state) == redeems
    table.plan(0, "seeker", hastens_end=1)
    assert goals.would_redeem(table.rules, table.policies[0], 0, table.state)


def test_a_boat_is_taken_instead_of_arms_only_where_it_shortens_the_way():
    for goal, vessel in (("despin", 0), ("pirate_lair", 1)):
        table = lone("Ozmo", space="despin")
        table.plan(0, site=goal, sails=1)
        table.roll(
            exploration.take_find, [] if vessel else [table.arm("club")], table.policies[0], Find.ARMS_OR_BOAT.value, 0
        )
        assert table.state.seats[0].player.vessel == vessel


def test_a_vessel_is_not_left_for_a_site_inland_that_is_hardly_nearer():
    table = lone("Ozmo", space="despin", vessel="ship")
    table.plan(0, "seeker", vessel_points=99)
    here = table.rules.spaces[space(goal_of(table))]
    assert here.spot.coastal


def test_a_familiar_is_called_before_the_fight():
    table = lone("Turb", space="saltz", spells=["familiar"])
    table.plan(0, site="saltz", summons_early=1)
    table.turn(die(5))
    assert table.state.seats[0].player.familiar == table.rules.fight.familiar_wounds
    assert table.spells(0) == ["familiar"]  # its chit is held
    table.state.active = 0
    table.turn(die(5))
    assert table.told(Event.CASTS_INSTEAD) == []


# ---- Trade


def at_the_inn(**plan):
    """The Example of Play: Turb with a short sword, Ozmo with a staff."""
    table = Table("Turb", "Ozmo")
    table.seat(0, arms=["short_sword"])
    table.seat(1, arms=["staff"])
    table.plan(0, **plan)
    table.log.written = 0
    barter.barter(table.rules, table.policies, 0, table.state, table.tally, table.log)
    return table


def test_example_of_play_turb_trades_his_sword_for_the_staff():
    table = at_the_inn(barters=1)
    assert (table.arms(0), table.arms(1)) == (["staff"], ["short_sword"])
    assert table.told(Event.SWAPS) == [(0, 1, ARMS.index("short_sword"), ARMS.index("staff"), 0)]


def test_nobody_trades_who_does_not_want_to_or_is_elsewhere():
    assert at_the_inn(barters=0).told(Event.SWAPS) == []
    table = Table("Turb", "Ozmo")
    table.seat(0, arms=["short_sword"])
    table.seat(1, arms=["staff"], space="saltz")
    barter.barter(table.rules, table.policies, 0, table.state, table.tally, table.log)
    assert table.told(Event.SWAPS) == []


def test_both_gain_by_every_trade():
    luck = random.Random(5)
    table = Table("Turb", "Ozmo")
    for _ in range(HANDS // 20):
        hands = [luck.sample(ARMS[:MAGIC_ARMS_FROM], luck.randint(1, 3)) for _ in range(2)]
        for who, arms in enumerate(hands):
            table.seat(who, arms=arms)
        given, taken = barter.best_swap(table.rules, table.policies, 0, 1, table.state)
        if given >= 0:
            for who, (old, new) in enumerate(((given, taken), (taken, given))):
                player, policy = table.state.seats[who].player, table.policies[who].fight
                assert count(player.arms, old) > 0
                assert barter.gain_of_swap(table.rules.fight, policy, old, new, player) > 0


# ---- One who decides by the dice


def test_who_decides_by_the_dice_may_do_whatever_is_open_to_him():
    table = lone("Turb", space="saltz", spells=["teleport", "familiar"], wounds=2)
    table.plan(0, "wanderer")
    modes = []
    for face in range(1, 5):
        rest = [0] if face == 3 else []
        shown = loaded_dice([die(face), *rest])
        modes.append(goals.choose_mode(table.rules, table.policies[0], 0, table.state, table.tally, shown)[0])
        assert shown.rolled == 1 + len(rest)
    assert modes == [Mode.MOVE, Mode.MEDITATE, Mode.TELEPORT, Mode.SUMMON]


def test_who_decides_by_the_dice_presents_anything_or_keeps_it():
    for keeps in (True, False):
        table = four()
        table.plan(OZMO, "wanderer")
        table.seat(ROSA, space="mines")
        chit = kind("holy_man")
        victim = table.roll(
            lambda rules, *rest: presenting.whom_to_present(rules, table.policies[OZMO], chit, OZMO, *rest[:3]),  # noqa: B023
            [0, die(1 if keeps else 2)],
        )
        assert (victim == ROSA) == (not keeps)


def test_who_decides_by_the_dice_returns_imperials_one_time_in_two():
    table = lone("Ozmo", space="imperial_capital", treasures=["grail_of_pale"])
    table.plan(0, "wanderer")
    policy = table.policies[0]
    deciding = lambda rules, *rest: turns.redeems(rules, policy, 0, *rest[:3])  # noqa: E731
    assert [bool(table.roll(deciding, [die(face)])) for face in (1, 2)] == [False, True]
