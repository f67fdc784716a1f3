"""What a transcript tells: a referee can follow every die, level, thing and point."""

import pytest
from games.azann.tower import FIGURES, NO, YES, die, duel, read, rules_of

from simkit.games.azann.sentences import sentences

STRIKE_A = 1  # whoever decides at random: Agility


def told(scene):
    """What a reader hears."""
    say = sentences(FIGURES, None)
    return [say(event) for event in scene.events]


def test_who_turns_back_on_the_stairs_is_told_where_he_is():
    assert told(read(7, level=2, bound=3)) == ["007, level 2: pitching stairs.", "He is back on level 2."]
    arrives = read(7, level=2, bound=3, rules=rules_of(p007="success_arrives"))
    assert told(arrives)[-1] == "He is on level 3."
    returns = read(11, level=2, bound=3, rules=rules_of(vortex_stair_arrives="returns"), magic=3)
    assert told(returns)[-1] == "He is back on level 2."


@pytest.mark.parametrize(("level", "bound", "said"), [(3, 2, "He is on level 2."), (2, 3, "He is back on level 2.")])
def test_a_fall_is_told_by_the_level_where_it_ends(level, bound, said):
    scene = read(87, die(1), level=level, bound=bound, combat=4)
    assert told(scene) == [
        f"087, level {level}: a fall.", said, "He rolls 1.", "He loses 1 Combat Strength: 3 now.",
    ]  # fmt: skip


def test_the_pit_ends_on_level_1():
    scene = read(57, die(1), through=True, level=4, combat=9, agility=9, policy="fighter")
    assert "He is on level 1." in told(scene)


def test_an_event_on_the_stairs_that_lets_nobody_arrive_is_told():
    scene = read(36, level=2, bound=3, rules=rules_of(stair_event_arrival="stays"))
    assert told(scene)[-1] == "He is back on level 2."


def test_ducking_out_tells_what_it_costs():
    scene = read(107, die(1), YES, die(3), agility=4, facts=["jewel"])
    assert told(scene)[-1] == "He tries to duck out, rolls 3 against Agility 4: away. Agility is 3 now."


def test_every_die_that_sends_foes_is_told():
    assert told(read(86, die(2), agility=4))[1:] == ["He rolls 2."]
    assert told(read(86, die(6), agility=4))[1:3] == [
        "He rolls 6.",
        "The ogre attacks (Combat Strength 5, Agility 2), 1 behind.",
    ]
    assert "He rolls 3." in told(read(92, NO, die(3)))


def test_what_the_alert_attack_takes_from_the_cave_troll_is_told():
    assert told(read(60, die(3)))[1:] == [
        "The troll attacks (Combat Strength 4, Agility 2).",
        "He rolls 3.",
        "He has 4/4, the troll 1/2.",
    ]


def test_what_is_left_lying_and_what_is_not_there_are_told():
    assert told(read(39, NO))[-1] == "He leaves the Spear of Grom."
    assert told(read(39, items=["spear_of_grom"]))[-1] == "The place is empty."


def test_points_that_the_wraiths_share_are_told_to_be_lost():
    scene = read(71, through=True, magic=6, policy="fighter", rules=rules_of(p071_bonus="shared"))
    assert "He loses 6 Magic Skill: 0 now." in told(scene)


def test_who_falls_with_his_foe_has_killed_it():
    """A tie, and a die above both: each loses his last point."""
    rules = rules_of({"monsters.skeleton.combat": 1, "monsters.skeleton.agility": 1})
    scene = duel(die(6), STRIKE_A, STRIKE_A, foes=["skeleton"], combat=1, agility=0, rules=rules)
    assert (scene.leads, scene.tally.kills) == ("DEAD", 1)
    assert told(scene)[-1] == "The skeleton is dead."
