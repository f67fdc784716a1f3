"""[Nerve Checks; Ducking Out; Escape] What a die is held against, face by face."""

import pytest
from games.azann.tower import NO, RULES, YES, die, duel, read, rules_of

from simkit.games.azann.rules.checks import steady
from simkit.games.azann.schema import Event, NerveCheck

# ---- Nerve Checks


@pytest.mark.parametrize("points", range(14))
def test_nerve_check_readings_face_by_face(points):
    for face in range(-3, 13):
        assert bool(steady(RULES, face, points)) == (face <= points)
        assert bool(steady(rules_of(nerve_check="printed"), face, points)) == (face > points)


def test_nerve_check_is_against_all_points_or_combat_strength_only():
    weak = {"combat": 2, "agility": 2, "magic": 1}
    assert read(8, die(5), level=2, bound=3, **weak).leads == "level 3"
    assert read(8, die(6), level=2, bound=3, **weak).leads == "115"
    assert read(8, die(3), level=2, bound=3, rules=rules_of(nerve_check="combat_only"), **weak).leads == "115"


def test_nerve_check_of_two_dice():
    two = rules_of(nerve_check="two_dice")
    assert read(8, die(6), die(5), level=2, bound=3, agility=3, rules=two).leads == "level 3"
    assert read(8, die(6), die(6), level=2, bound=3, agility=3, rules=two).leads == "115"
    assert NerveCheck(two.nerve_check) == NerveCheck.TWO_DICE


def test_nerve_check_great_axe_and_resistance_take_two_each():
    weak = {"combat": 3, "agility": 0, "magic": 0, "level": 2, "bound": 3}
    assert read(8, die(5), items=["great_axe"], **weak).leads == "level 3"
    assert read(8, die(6), items=["great_axe"], **weak).leads == "115"
    helped = read(8, YES, die(6), items=["great_axe"], spells=["resistance"], **weak)
    assert helped.told(Event.NERVE_CHECK) == [(6, 4, 2, 1)]
    assert helped.points == (2, 0, 0)


def test_nerve_check_resistance_needs_combat_strength():
    assert read(8, die(6), spells=["resistance"], combat=0, level=2, bound=3).leads == "level 3"


# ---- Ducking Out


@pytest.mark.parametrize(("agility", "face", "away"), [(4, 3, True), (4, 4, False), (1, 1, False), (7, 6, True)])
def test_ducking_out_a_die_below_agility_and_a_point_either_way(agility, face, away):
    shown = [die(1), YES, die(face)] if away else [die(1), YES, die(face), die(6)]
    scene = read(107, *shown, agility=agility, facts=["jewel"])
    assert scene.told(Event.DUCKS) == [(face, agility, int(away), agility - 1)]
    assert scene.points[1] == agility - 1
    assert scene.leads == ("level 1" if away else "103")


def test_ducking_out_is_not_for_who_has_no_agility():
    assert read(107, die(1), die(6), agility=0, facts=["jewel"]).leads == "103"


def test_duck_out_timing_where_offered_before_any_combat_or_in_any_round():
    ducks = {"kind": "acrobat", "duck_at": 99}
    fight = {"foes": ["spider"], "policy": ducks, "combat": 9, "agility": 6}
    assert duel(**fight).told(Event.DUCKS) == []
    before, always = rules_of(duck_out_timing="before_any_combat"), rules_of(duck_out_timing="any_round")
    assert duel(die(4), rules=before, **fight).leads == "GOT_AWAY"
    assert duel(die(6), rounds=2, rules=before, **fight).told(Event.DUCKS) == [(6, 6, 0, 5)]
    tie = die(1)  # the spider's blow, once its Combat Strength is 5
    assert duel(die(6), tie, die(6), rounds=2, rules=always, **fight).told(Event.DUCKS) == [(6, 6, 0, 5), (6, 5, 0, 4)]
    stairs = read(5, die(1), steps=2, level=2, bound=3, rules=before, **{**fight, "foes": []})
    assert stairs.leads == "level 3"


# ---- Escape


@pytest.mark.parametrize(("room", "highest"), [(12, 3), (13, 4), (14, 5), (15, 3)])
def test_escape_within_the_range_that_the_room_gives(room, highest):
    assert read(room, YES, die(highest)).leads == "110"
    assert read(room, YES, die(highest + 1), *([die(1)] if room != 14 else [])).leads != "110"


def test_escape_is_for_level_1_only():
    assert read(13, die(1), level=2).leads == "level 2"
    assert read(16, level=2).leads == "level 2"


def test_escape_single_die_serves_for_both():
    one = rules_of(escape_single_die="one_die")
    assert read(12, YES, die(4), rules=one).leads == "fight ogre ogre"
    assert read(13, YES, die(5), rules=one).leads == "fight troll troll"
    assert read(15, YES, die(4), rules=one).leads == "022"
    assert read(12, NO, die(4), rules=one).leads == "fight ogre ogre"


def test_escape_die_rolled_even_if_not_declared():
    always = rules_of(escape_single_die="always_rolled")
    assert read(12, NO, die(3), rules=always).leads == "110"
    assert read(12, NO, die(4), die(1), rules=always).leads == "level 1"
