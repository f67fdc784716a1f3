"""[Combat] Blows, deaths and several monsters, with loaded dice or every case there is."""

from itertools import product

import pytest
from games.azann.tower import (
    RULES,
    STRIKE_A,
    STRIKE_C,
    die,
    duel,
    read,
    rules_of,
)

from simkit.core.records import filled
from simkit.games.azann.rules.combat import blow_lands
from simkit.games.azann.rules.points import lose_point, slain, spent
from simkit.games.azann.schema import AGILITY, COMBAT, FIGHTER, Event


def fighter(combat, agility):
    return filled(FIGHTER, combat=combat, agility=agility)[0]


# ---- Combat


def test_the_example_of_a_wraith():
    """Combat Strength 4, Agility 5 against a wraith: -1, he pays with Combat Strength; -3, its Agility falls to 4."""
    scene = duel(STRIKE_C, STRIKE_A, foes=["wraith"], agility=5)
    assert scene.told(Event.STRIKES) == [(-1, 0, 1, 0), (-3, 0, 1, 0)]
    assert (scene.points, scene.foe) == ((3, 5, 4), (2, 4))


@pytest.mark.parametrize("difference", range(-3, 4))
def test_combat_below_zero_the_striker_above_zero_the_target(difference):
    if difference:
        assert blow_lands(difference, 0, 4, 4) == ((1, 0) if difference < 0 else (0, 1))


def test_combat_at_zero_each_whose_strength_the_die_exceeds():
    for face, striker, target in product(range(1, 7), range(9), range(9)):
        assert blow_lands(0, face, striker, target) == (face > striker, face > target)


def test_combat_a_die_is_rolled_for_zero_in_either_attack():
    tie = duel(die(4), STRIKE_C, STRIKE_A, die(3), STRIKE_A, foes=["goblin"], combat=3, agility=3)
    assert tie.told(Event.STRIKES) == [(0, 4, 1, 1), (0, 3, 0, 1)]


def test_zero_diff_monster_turn_rolls_or_does_nothing():
    quiet = duel(STRIKE_A, foes=["goblin"], agility=3, rules=rules_of(zero_diff_monster_turn=False))
    assert quiet.told(Event.STRIKES) == [(1, 0, 0, 1)]


def test_a_loss_that_one_characteristic_cannot_pay_falls_on_the_other():
    for combat, agility, stat, left in ((2, 2, COMBAT, (1, 2)), (2, 2, AGILITY, (2, 1)), (0, 2, COMBAT, (0, 1)),
                                        (2, 0, AGILITY, (1, 0)), (0, 0, COMBAT, (0, 0))):  # fmt: skip
        one = fighter(combat, agility)
        lose_point(one, stat)
        assert (one.combat, one.agility) == left


def test_death_takes_both_of_a_character_and_either_of_a_monster():
    cases = [fighter(0, 0), fighter(0, 3), fighter(3, 0), fighter(3, 3)]
    either, both = rules_of(char_death="either_zero"), rules_of(char_death="both_for_monsters")
    assert [bool(spent(RULES, one)) for one in cases] == [True, False, False, False]
    assert [bool(slain(RULES, one)) for one in cases] == [True, True, True, False]
    assert [bool(spent(either, one)) for one in cases] == [True, True, True, False]
    assert [bool(slain(both, one)) for one in cases] == [True, False, False, False]


def test_monsters_are_taken_on_one_at_a_time_the_character_first():
    scene = duel(foes=["goblin", "ogre"], rounds=3, combat=9, agility=9, policy="fighter")
    assert [kind for kind, *_ in scene.told(Event.MEETS)] == [1, 2]
    assert [row["side"] for row in scene.events if row["kind"] == Event.STRIKES] == [0, 1, 0, 0, 1]


def test_multi_first_or_turns_go_on_alternating():
    alternate = rules_of(multi_first=False)
    scene = duel(foes=["goblin", "ogre"], rounds=3, combat=9, agility=9, policy="fighter", rules=alternate)
    assert [row["side"] for row in scene.events if row["kind"] == Event.STRIKES] == [0, 1, 0, 1, 0]
    fell_by_its_own = duel(foes=["goblin", "ogre"], rounds=2, combat=0, agility=20, policy="fighter", rules=alternate)
    assert fell_by_its_own.foes == ["goblin", "ogre"]


def test_who_is_ambushed_strikes_second():
    scene = read(18, level=1)
    assert scene.state.foe_first == 1
    scene = read(18, through=True, combat=9, agility=9, policy="fighter", facts=["child"])
    assert next(row["side"] for row in scene.events if row["kind"] == Event.STRIKES) == 1


def test_mutual_death_is_a_death_or_a_win():
    """Ogre 1/1 against 1/1: a tie, and a 2 hits both."""
    last = {"foes": ["ogre"], "combat": 1, "agility": 0}
    feeble = {"monsters.ogre.agility": 1, "monsters.ogre.combat": 1}
    shown = [die(2), STRIKE_C, STRIKE_C]
    assert duel(*shown, rules=rules_of(feeble), **last).leads == "DEAD"
    spared = duel(*shown, rules=rules_of(feeble, mutual_death=False), rounds=2, **last)
    assert spared.leads == "FOES_BEATEN"


# ---- 071


@pytest.mark.parametrize(("bonus", "magic", "strengths"), [
    ("each", 3, [5] * 6), ("none", 3, [2] * 6), ("shared", 8, [4, 4, 3, 3, 3, 3]), ("shared", 0, [2] * 6),
])  # fmt: skip
def test_071_what_the_wraiths_draw(bonus, magic, strengths):
    rules = rules_of({"monsters.azann.combat": 99, "monsters.azann.agility": 99}, p071_bonus=bonus)
    scene = read(71, through=True, magic=magic, policy="fighter", rules=rules)
    assert [combat for combat, *_ in scene.told(Event.STAND_IN)] == strengths
    assert scene.leads == "103"
    assert scene.points[2] == (0 if bonus == "shared" else magic)


def test_071_the_wraiths_lead_to_the_child_or_to_death():
    assert read(71, through=True, magic=3, policy="fighter").leads == "102"
    assert read(71, through=True, magic=1, policy="fighter").leads == "103"
