"""Who is delegated: every decision against a plain statement of it, and what the presets come to."""

from itertools import product

import numpy as np
import pytest
from conftest import JIT
from games.deathmaze.hauls import ARCHER, FOUR, GAME, HERO, THIEF, WIZARD, die, haul, scenario

from simkit.core.records import filled
from simkit.games.deathmaze import policies
from simkit.games.deathmaze.schema import (
    ADVENTURER,
    AT_RANDOM,
    CARD,
    CODE,
    NOTHING,
    POLICY,
    Calling,
    Ending,
    Event,
    Pick,
    Policy,
)
from simkit.study.runs import runner

GAMES = 20_000 if JIT else 100
HOARDS = """hoards = ["J", "J", "J", "F", "H"]
party = [
    { calling = "hero", points = 8 },
    { calling = "thief", points = 6, wounds = 2 },
    { calling = "wizard", points = 5 },
]
policy = """
DEADLY, HARMLESS, OF_3, OF_12 = (
    filled(CODE, faces=6, dice=dice, sides=sides, times=times)[0]
    for dice, sides, times in ((0, 0, 99), (0, 0, 0), (1, 3, 1), (2, 6, 1))
)


def adventurers(*points, wounds=(0,) * 6, armor=(0,) * 6):
    party = np.zeros(6, ADVENTURER)
    for who, left in enumerate(points):
        party[who] = (left, wounds[who], armor[who])
    return party


def policy(**parameters):
    thresholds = dict.fromkeys(("potions_from", "medallions_from", "chests_from", "heal_at"), 1)
    return filled(POLICY, **{"kind": Policy.SCRIPTED, **thresholds, **parameters})[0]


def chosen(how, points, least):
    """The first of the best, among those with that many points."""
    able = [who for who, left in enumerate(points) if left >= least]
    if not able or how == Pick.NOBODY:
        return NOTHING
    best = {Pick.FIRST: min(able), Pick.STRONGEST: max(able, key=lambda who: (points[who], -who))}
    return best.get(how, min(able, key=lambda who: (points[who], who)))


@pytest.mark.parametrize("how", Pick)
def test_every_choice_among_three(how):
    for points in product((0, 1, 4, 7), repeat=3):
        for least in (1, 4, 5, 8):
            assert policies.pick(int(how), adventurers(*points), least) == chosen(how, points, least)
            assert policies.tester(policy(tester=how), adventurers(*points), least) == chosen(how, points, least)


@pytest.mark.parametrize("how", Pick)
def test_armor_goes_to_whoever_gains_by_it_and_does_not_live_by_his_own(how):
    for points, armor in product(product((0, 2, 5), repeat=3), product((0, 1, 3), repeat=3)):
        party = adventurers(*points, armor=armor)
        gains = [left if left > old and old < 2 else 0 for left, old in zip(points, armor, strict=True)]
        assert policies.wearer(policy(wearer=how), party, 2) == chosen(how, gains, 1)


@pytest.mark.parametrize(("heal_at", "who"), [(1, 1), (3, 1), (4, 1), (5, NOTHING)])
def test_the_most_wounded_of_the_living_is_healed_first(heal_at, who):
    party = adventurers(5, 1, 3, 0, wounds=(2, 4, 4, 0))
    assert policies.patient(policy(heal_at=heal_at), party) == who


@pytest.mark.parametrize(
    ("points", "least", "who"), [((8, 5, 6), 1, 1), ((8, 0, 6), 1, 2), ((8, 3, 3), 4, 0), ((3, 3, 3), 4, NOTHING)]
)
def test_a_thief_opens_trapped_chests_if_one_is_able_to(points, least, who):
    cards = np.zeros(6, CARD)
    cards["calling"] = [Calling.HERO, Calling.THIEF, Calling.THIEF, 0, 0, 0]
    one = policy(tester=Pick.NOBODY, opener=Pick.STRONGEST, chests_from=least)
    assert policies.opener(one, cards, adventurers(*points), DEADLY) == who


@pytest.mark.parametrize(("harm", "points", "who"), [
    (HARMLESS, (1, 1), 0), (OF_3, (3, 3), NOTHING), (OF_3, (3, 4), 1), (OF_12, (12, 12), NOTHING), (OF_12, (13, 5), 0),
    (DEADLY, (50, 98), NOTHING),
])  # fmt: skip
def test_nobody_fears_a_trap_that_cannot_kill_him(harm, points, who):
    wary = policy(opener=Pick.STRONGEST, chests_from=999)
    assert policies.opener(wary, np.zeros(6, CARD), adventurers(*points), harm) == who


@pytest.mark.parametrize(
    "decide",
    [
        lambda p: policies.tester(p, adventurers(3), 1),
        lambda p: policies.wearer(p, adventurers(3), 1),
        lambda p: policies.patient(p, adventurers(3)),
        lambda p: policies.opener(p, np.zeros(6, CARD), adventurers(3), DEADLY),
    ],
)
def test_decisions_are_left_to_the_dice_or_refused(decide):
    assert decide(policy(kind=Policy.RANDOM)) == AT_RANDOM
    with pytest.raises(ValueError, match="unknown policy"):
        decide(policy(kind=7))


# ---- Thresholds, seen from outside


@pytest.mark.parametrize(
    ("find", "key", "event", "tested"),
    [
        ("potion", "potions_from", Event.KEEPS_POTION, [3, 0]),
        ("medallion", "medallions_from", Event.KEEPS_MEDALLION, [3]),
    ],
)
def test_what_nobody_has_the_points_for_is_kept(find, key, event, tested):
    kept = haul([], find=find, policy={"kind": "bold", key: 9})
    assert (kept.outcome["untested"], len(kept.of(event))) == (1, 1)
    assert haul(tested, find=find, policy={"kind": "bold", key: 8}).outcome["untested"] == 0


def test_with_an_antidote_potions_are_tested_whatever_the_threshold():
    told = haul([4, 0, 2, 4], find="magic_item", number=2, policy={"kind": "bold", "potions_from": 99})
    assert (told.outcome["untested"], told.outcome["potions"]) == (0, 1)


def test_armor_that_nobody_is_to_wear_is_carried():
    told = haul([die(3)], find="armor", policy={"kind": "bold", "wearer": "nobody"})
    assert (told.outcome["armors"], told.player(0)["armor"]) == (1, 0)


@pytest.mark.parametrize(("shown", "who"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, NOTHING)])
def test_the_dice_choose_one_of_the_living_or_nobody(shown, who):
    told = haul([shown, *([die(4)] if who != NOTHING else [])], party=FOUR, find="medallion", policy="random")
    assert [told_who for told_who, *_ in told.of(Event.MEDALLION)] == ([who] if who != NOTHING else [])


# ---- What the presets come to


def played(name):
    one = scenario(f'{HOARDS}"{name}"', n=GAMES)
    return runner.simulate(one, one.cells[0], 0, GAMES)


def test_the_careful_do_nothing_that_can_kill():
    """Traps do nothing by themselves; a potion does 3 wounds at most, strangling 12."""
    outcomes = played("careful")
    assert not outcomes["died"].any()
    assert outcomes["untested"].any()
    assert outcomes["wounds"].any()


def test_porters_try_nothing_out():
    outcomes = played("porter")
    assert (outcomes["untested"] == outcomes["potions"] + outcomes["medallions"]).all()
    assert not outcomes["wounds"].any()
    assert not outcomes["players"]["armor"].any()


@pytest.mark.parametrize("name", ["careful", "bold", "ruthless", "porter"])
def test_no_chest_is_left_where_traps_do_nothing(name):
    assert not played(name)["chests_left"].any()


def test_the_bold_test_everything_and_lose_fewer_than_the_ruthless():
    bold, ruthless = played("bold"), played("ruthless")
    assert bold["untested"].sum() == ruthless["untested"].sum() == 0
    assert bold["deaths"].sum() < ruthless["deaths"].sum() or not JIT


def test_whoever_tests_they_find_the_same():
    """The dice are addressed: who is delegated does not change what the next monster had."""
    bold, ruthless = played("bold"), played("ruthless")
    taken = (bold["ending"] == Ending.TAKEN) & (ruthless["ending"] == Ending.TAKEN)
    for name in ("value", "items", "bonus", "rings"):
        assert np.array_equal(bold[name][taken], ruthless[name][taken])
    assert taken.mean() > 0.9


def test_policies_can_be_changed_and_are_spelt_as_elsewhere():
    told = haul(
        [die(6), die(6), die(6)],
        party=(HERO, ARCHER, THIEF, WIZARD),
        find="medallion",
        policy={"kind": "bold", "tester": "Weakest"},
    )
    assert told.of(Event.DIES) == [(3, 0, 0)]
    assert set(GAME.policies) == {"careful", "bold", "ruthless", "porter", "random"}
