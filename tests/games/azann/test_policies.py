"""What scripted players decide, and that who decides at random does so fairly."""

import numpy as np
import pytest
from conftest import JIT
from games.azann.tower import (
    GAME,
    NO,
    RULES,
    START,
    YES,
    bits,
    die,
    duel,
    faults,
    go,
    play,
    policy_of,
    read,
    rules_of,
)
from statistical import assert_counts

from simkit.core.dice import loaded_dice, random_dice
from simkit.core.records import filled
from simkit.games.azann.policies import answers, floor_wanted, least_wanted, next_way, stands
from simkit.games.azann.rules.choices import decide, decide_among
from simkit.games.azann.schema import (
    AT_RANDOM,
    BURN,
    BY_ROOM,
    BY_SANDALS,
    BY_SPELL,
    CHOICES,
    DUCK_AWAY,
    FACTS,
    FIGHT_ON,
    ITEMS,
    MONSTERS,
    SPELLS,
    STATE,
    STATS,
    TALLY,
    VANISH,
    Event,
)

ALL_STANDS = 0b1111
EVERY_WAY = 0b111111111
ONE_DOWN = 0b110010001  # rooms, level 4, magic


def person(level=1, facts=(), spells=(), items=(), foe=None, **points):
    """STATE of somebody."""
    state = filled(STATE, level=level, facts=bits(FACTS, facts), spells=bits(SPELLS, spells))[0]
    state["items"] = bits(ITEMS, items)
    for stat in STATS:
        state.hero[stat] = points.get(stat, 4)
        state.foe[stat] = RULES.monsters[MONSTERS.index(foe)][stat] if foe else 0
    state.foe_kind = MONSTERS.index(foe) if foe else 0
    return state


def policy(kind="fighter", **thresholds):
    return policy_of({"kind": kind, **thresholds})[0]


def ways_from(level):
    """Rooms, magic, and the stairs from a level below the highest: a flight up, or one down to any level."""
    return sum(1 << way for way in (BY_ROOM, *range(1, level), level + 1, BY_SPELL, BY_SANDALS))


def says(choice, state, *how, rules=RULES, **thresholds):
    return answers(rules, policy(*how, **thresholds), state, np.int64(CHOICES.index(choice)))


# ---- Where he is bound for


@pytest.mark.parametrize(("facts", "thresholds", "floor"), [
    ([], {}, 6), (["child"], {}, 4), (["child", "jewel"], {}, 0), (["azann_gone"], {}, 4), (["goblin_dead"], {}, 6),
    (["azann_gone", "goblin_dead"], {}, 0), ([], {"jewel_first": True}, 4), (["jewel"], {"jewel_first": True}, 6),
    ([], {"wants_child": False}, 4), (["child"], {"wants_jewel": False}, 0), ([], {"child_floor": 3}, 3),
    ([], {"rests_below": 9, "rest_floor": 5}, 5),
    ([], {"rests_below": 8}, 6), ([], {"gives_up_at": 8}, 0), ([], {"gives_up_at": 7}, 6),
])  # fmt: skip
def test_the_floor_he_wants(facts, thresholds, floor):
    said = {"rests_below": 0, **thresholds}
    assert floor_wanted(RULES, policy(**said), person(facts=facts)) == floor


def test_who_regenerates_counts_all_his_points():
    state = person(spells=["regeneration"])
    assert floor_wanted(RULES, policy("mage", rests_below=13), state) == policy("mage").rest_floor
    assert floor_wanted(RULES, policy("mage", rests_below=12), state) == 6
    assert floor_wanted(RULES, policy("mage", rests_below=12, regenerates=False), state) == policy("mage").rest_floor


@pytest.mark.parametrize(("level", "thresholds", "way"), [
    (3, {"child_floor": 3}, BY_ROOM), (3, {}, 4), (1, {"teleports_over": 5}, BY_SPELL), (2, {"teleports_over": 5}, 3),
    (1, {"sandals_over": 5}, BY_SANDALS), (2, {"sandals_over": 5}, 3), (5, {"gives_up_at": 99}, 1),
    (1, {"gives_up_at": 99}, BY_ROOM),
])  # fmt: skip
def test_the_way_he_takes(level, thresholds, way):
    assert next_way(RULES, policy(rests_below=0, **thresholds), person(level=level), ways_from(level)) == way


def test_nobody_teleports_where_one_flight_of_stairs_leads():
    home = policy("mage", teleports_over=2, rests_below=0, gives_up_at=99)
    assert next_way(RULES, home, person(level=5), ways_from(5)) == 1
    assert next_way(RULES, home, person(level=5), ONE_DOWN) == BY_SPELL


def test_one_floor_at_a_time_where_that_is_the_rule():
    assert next_way(RULES, policy(gives_up_at=99), person(level=5), ONE_DOWN & 0b1111111) == 4


# ---- What he answers


@pytest.mark.parametrize(("choice", "yes", "no"), [
    ("front_door", {}, {"back_door": True}),
    ("climb", {}, {"gives_up_at": 99}),
    ("escape", {"gives_up_at": 99}, {}),
    ("leave", {"gives_up_at": 99}, {}),
    ("investigate", {"jewel_first": True}, {}), ("investigate", {"wants_child": False}, {"wants_jewel": False}),
    ("agree", {}, {"wants_jewel": False}),
])  # fmt: skip
def test_choices_that_his_thresholds_decide(choice, yes, no):
    assert says(choice, person(), rests_below=0, **yes) == YES
    assert says(choice, person(), rests_below=0, **no) == NO


@pytest.mark.parametrize(("choice", "yes", "no"), [
    ("demons", {"combat": 4}, {"combat": 5}),
    ("speak", {"combat": 4}, {"combat": 4, "spells": ["fireball"]}),
    ("demons", {"combat": 4}, {"combat": 4, "spells": ["resistance"]}),
    ("resist", {"combat": 4}, {"combat": 1, "agility": 0}),
    ("throw", {"magic": 5, "facts": ["jewel"]}, {"magic": 4, "facts": ["jewel"]}),
    ("throw_back", {"combat": 2}, {"combat": 3}),
    ("duck", {"agility": 2}, {"agility": 1}),
])  # fmt: skip
def test_choices_that_his_strength_decides(choice, yes, no):
    assert says(choice, person(**yes)) == YES
    assert says(choice, person(**no)) == NO


@pytest.mark.parametrize("choice", ["statue", "communicate", "push", "sip", "approach"])
def test_choices_that_he_always_accepts(choice):
    assert says(choice, person()) == YES


@pytest.mark.parametrize("choice", ["wait", "attack", "kill", "rush", "abandon"])
def test_choices_that_he_never_accepts(choice):
    assert says(choice, person()) == NO


def test_every_choice_is_told_of():
    told = {
        "front_door", "climb", "escape", "leave", "investigate", "agree", "demons", "speak", "resist", "throw",
        "throw_back", "duck", "statue", "communicate", "push", "sip", "approach", "wait", "attack", "kill", "rush",
        "abandon",
    }  # fmt: skip
    assert told == set(CHOICES)


# ---- What he does in a fight


@pytest.mark.parametrize(("thresholds", "foe", "points", "stand"), [
    ({}, "demon", {"combat": 1}, FIGHT_ON),
    ({"fireball_at": -1}, "demon", {"combat": 4}, BURN), ({"fireball_at": -2}, "demon", {"combat": 4}, FIGHT_ON),
    ({"vanish_at": -1}, "demon", {"combat": 4}, VANISH), ({"duck_at": -1}, "demon", {"combat": 4}, DUCK_AWAY),
    ({"fireball_at": 0}, "troll", {"combat": 3}, FIGHT_ON), ({"fireball_group": 2}, "troll", {"combat": 9}, BURN),
    ({"fireball_at": 0}, "ogre", {"combat": 0, "agility": 6}, FIGHT_ON),
])  # fmt: skip
def test_the_edge_at_which_he_burns_vanishes_or_ducks(thresholds, foe, points, stand):
    by_edge = policy(**{"fireball_below": 0, "vanish_below": 0, **thresholds})
    assert stands(RULES, by_edge, person(foe=foe, **points), 2, ALL_STANDS) == stand


@pytest.mark.parametrize(("thresholds", "points", "stand"), [
    ({"fireball_below": 100}, (4, 6), FIGHT_ON), ({"fireball_below": 1}, (0, 5), BURN),
    ({"vanish_below": 1}, (0, 5), VANISH), ({"duck_below": 1}, (0, 5), DUCK_AWAY),
    ({"fireball_below": 50}, (3, 2), FIGHT_ON), ({"fireball_below": 51}, (3, 2), BURN),
])  # fmt: skip
def test_the_chance_below_which_he_burns_vanishes_or_ducks(thresholds, points, stand):
    """Against a goblin: Combat Strength 3 and Agility 2 win one time in two."""
    by_chance = policy(**{"fireball_below": 0, "vanish_below": 0, **thresholds})
    combat, agility = points
    meets = person(foe="goblin", combat=combat, agility=agility if combat else 3)
    assert stands(RULES, by_chance, meets, 1, ALL_STANDS) == stand


def test_he_gathers_strength_only_where_there_is_any():
    once = rules_of(stat_rooms_once="once")
    weak, tired = policy(rests_below=99, rest_floor=5), person(level=5)
    assert floor_wanted(once, weak, tired) == 5
    tired.paid = once.pays_once[5]
    assert floor_wanted(once, weak, tired) == 6
    assert floor_wanted(RULES, weak, tired) == 5
    assert floor_wanted(RULES, policy(rests_below=99, rest_floor=2), tired) == 6
    assert [level for level in range(7) if RULES.pays[level]] == [3, 4, 5]


@pytest.mark.parametrize(("spells", "points", "stand"), [
    ([], (0, 9, 0), BURN), ([], (1, 9, 5), BURN), ([], (2, 9, 0), FIGHT_ON), ([], (3, 6, 0), FIGHT_ON),
    (["regeneration"], (1, 9, 5), FIGHT_ON), (["regeneration"], (1, 9, 0), BURN),
])  # fmt: skip
def test_he_does_not_spare_a_fire_that_costs_him_no_point_to_fight_with(spells, points, stand):
    meets = person(foe="ogre", spells=spells, **dict(zip(STATS, points, strict=True)))
    assert stands(RULES, policy(), meets, 1, ALL_STANDS) == stand
    assert stands(RULES, policy(fireball_below=0), meets, 1, 0b11) == FIGHT_ON


def test_a_child_that_no_nerves_can_reach_is_not_sought():
    printed = rules_of(nerve_check="printed")
    assert floor_wanted(printed, policy("searcher", rests_below=0), person()) == 0
    assert floor_wanted(printed, policy("searcher", rests_below=0), person(combat=2, agility=2, magic=1)) == 6
    assert says("investigate", person(), rules=printed) == YES


def test_what_is_not_allowed_is_not_done():
    ready = policy(fireball_at=99, vanish_at=99, duck_at=99)
    fighter = person(foe="troll")
    assert [stands(RULES, ready, fighter, 1, legal) for legal in (0b1111, 0b1101, 0b1001, 0b0001)] == [
        BURN, VANISH, DUCK_AWAY, FIGHT_ON,
    ]  # fmt: skip


def test_a_mage_lays_out_his_points_for_each_foe():
    """All Magic Skill becomes Agility; Combat Strength is moved where he wins more surely so, or without a scratch."""
    mage = {"foes": ["azann"], "spells": ["regeneration"], "policy": "mage"}
    assert duel(**mage, combat=2, agility=2, magic=8).told(Event.CASTS) == [(3, 2, 10, 0)]
    assert duel(**mage, combat=2, agility=2, magic=4).told(Event.CASTS)[0] == (3, 5, 3, 0)
    assert duel(**mage, combat=1, agility=20, magic=0).told(Event.CASTS) == [(3, 5, 16, 0)]
    assert duel(**mage, combat=6, agility=9, magic=0).told(Event.CASTS) == []


def test_openers_spare_what_they_have_where_they_win_without():
    dagger = {"foes": ["goblin"], "items": ["silver_dagger"], "combat": 4}
    assert duel(**dagger, agility=5, policy="fighter").told(Event.USES) == []
    three = {**dagger, "foes": ["goblin"] * 3}
    assert duel(**three, agility=3, policy="fighter").told(Event.USES) == []  # he wins with certainty
    assert duel(**three, agility=2, policy={"kind": "fighter", "opens": False}).told(Event.USES) == []


# ---- Things and spells


def test_he_takes_what_he_wants_and_loses_what_he_wants_least():
    wants = {"kind": "fighter", "takes": ["great_axe", "silver_dagger"]}
    assert read(38, policy=wants).leads == "070"
    assert read(39, policy=wants).leads == "level 1"
    carried = bits(ITEMS, ["great_axe", "silver_dagger"])
    assert ITEMS[least_wanted(policy(**wants), carried)] == "silver_dagger"


def test_with_four_things_he_takes_only_what_is_worth_more_than_one_of_them():
    wants = {"kind": "fighter", "takes": ["great_axe", "silver_dagger", "great_bow", "crystal_sphere", "emerald_rod"]}
    four = ["silver_dagger", "great_bow", "crystal_sphere", "emerald_rod"]
    assert read(38, items=four, policy=wants).leads == "070"
    assert read(70, die(1), items=four, offered=ITEMS.index("great_axe"), policy=wants).items == {
        "silver_dagger", "great_bow", "crystal_sphere", "great_axe",
    }  # fmt: skip
    best = ["great_axe", "silver_dagger", "great_bow", "crystal_sphere"]
    assert read(78, items=best, policy=wants).leads == "level 1"


def test_he_learns_what_he_likes_best_and_forgets_what_he_likes_least():
    likes = {"kind": "mage", "learns": ["fireball", "regeneration", "resistance", "teleportation"]}
    assert read(41, spells=["resistance"], policy=likes).spells == {"resistance", "fireball"}
    assert read(88, spells=["resistance", "fireball", "teleportation"], policy=likes).spells == {"fireball"}


@pytest.mark.parametrize(("reading", "points", "casts"), [
    ("corrected", (2, 2, 1), True), ("corrected", (2, 2, 2), False), ("corrected", (1, 0, 1), False),
    ("printed", (2, 2, 1), False), ("two_dice", (4, 4, 3), True), ("two_dice", (4, 4, 4), False),
    ("combat_only", (5, 4, 4), True), ("combat_only", (6, 4, 4), False),
])  # fmt: skip
def test_resistance_is_cast_where_he_could_fail_and_lives_on(reading, points, casts):
    given = {"spells": ["resistance"], "policy": "fighter", **dict(zip(STATS, points, strict=True))}
    scene = play(at=8, level=2, bound=3, rules=rules_of(nerve_check=reading), **given)
    assert len(scene.told(Event.CASTS)) == casts


# ---- At random


def test_who_decides_at_random_asks_the_dice():
    dice = policy_of("random")[0]
    someone = person(items=["great_axe"], foe="troll")
    assert {answers(RULES, dice, someone, np.int64(choice)) for choice in range(len(CHOICES))} == {AT_RANDOM}
    assert next_way(RULES, dice, someone, EVERY_WAY) == stands(RULES, dice, someone, 1, ALL_STANDS) == AT_RANDOM
    assert least_wanted(dice, bits(ITEMS, ["great_axe"])) == AT_RANDOM


def test_each_open_way_is_as_likely_as_another():
    found = [go(place, die(1), level=3, spells=()).leads for place in range(4)]
    assert found == ["031", "002", "003", "004"]


def test_decisions_at_random_are_fair():
    dice, tally, n = random_dice(seed=12), filled(TALLY)[0], 20_000 if JIT else 500
    yes, legal = [], []
    for step in range(n):
        tally.steps = step
        yes.append(int(decide(np.int64(AT_RANDOM), tally, dice)))
        legal.append(int(decide_among(np.int64(AT_RANDOM), np.int64(0b101010), tally, dice)))
    assert_counts([yes.count(NO), yes.count(YES)], [1 / 2] * 2)
    assert_counts([legal.count(bit) for bit in (1, 3, 5)], [1 / 3] * 3)


def test_a_single_way_is_not_rolled_for():
    dice, tally = loaded_dice([]), filled(TALLY)[0]
    assert decide_among(np.int64(AT_RANDOM), np.int64(0b1000), tally, dice) == 3
    assert (dice.rolled, tally.asked) == (0, 0)


# ---- Faults


def test_thresholds_have_their_limits():
    assert faults(**START, policy={"kind": "mage", "fireball_at": 100}) == ["fireball_at must be -99 to 99, not 100"]
    things, policies = ", ".join(ITEMS), ", ".join(GAME.policies)
    assert faults(**START, policy={"kind": "mage", "takes": ["sword"]}) == [f"unknown thing 'sword' (one of: {things})"]
    assert faults(**START, policy="wizard") == [f"unknown policy 'wizard' (one of: {policies})"]
