"""[Going Up and Down Stairs; Entering Rooms] Where a move leads, with loaded dice."""

import pytest
from games.azann.tower import ROOM, die, go, read, rules_of, way

from simkit.games.azann.rules.movement import stairs_base

# ---- Going Up and Down Stairs


def test_stairs_up_are_the_level_and_a_die():
    """The example: from level 1 with a 5, paragraph 006."""
    scene = go(way(2, 1), die(5), level=1)
    assert (scene.leads, scene.state.bound) == ("006", 2)


def test_stairs_down_lead_to_any_floor_in_one_move():
    scene = go(way(2, 5), die(3), level=5)
    assert (scene.leads, scene.state.bound) == ("005", 2)
    assert read(5, level=5, bound=2, through=True, policy="fighter", combat=9, agility=9).leads == "level 2"


def test_descend_many_or_one_floor_a_move():
    room_4_or_6 = [ROOM, 4, 6]
    scene = go(room_4_or_6.index(4), die(3), level=5, rules=rules_of(descend_many=False))
    assert (scene.leads, scene.state.bound) == ("007", 4)


def test_stairs_bounds_of_the_tower():
    assert go(way(5, 6), die(3), level=6).state.bound == 5
    with pytest.raises(ValueError, match="does not have"):
        go(way(5, 6) + 1, level=6)
    beyond = go(way(5, 6) + 1, die(6), level=6, rules=rules_of(stairs_bounds=False))
    assert (beyond.leads, beyond.state.bound) == ("012", 6)
    assert read(12, die(1), level=6, bound=6).leads == "level 6"


@pytest.mark.parametrize(("reading", "base"), [
    ("destination_plus_die", 2), ("start_plus_die", 5), ("start_less_one_plus_die", 4),
])  # fmt: skip
def test_stairs_down_readings(reading, base):
    assert stairs_base(rules_of(stairs_down=reading), 5, 2) == base
    assert stairs_base(rules_of(stairs_down=reading), 2, 3) == 2


def test_stairs_down_concatenated_lead_into_a_room():
    scene = go(way(2, 5), die(4), level=5, rules=rules_of(stairs_down="concatenated"))
    assert (scene.leads, scene.state.level, scene.state.bound) == ("024", 2, 0)


@pytest.mark.parametrize(("reading", "shown", "leads"), [
    ("arrives", [], "level 3"), ("stays", [], "level 2"), ("rolls_again", [die(2)], "004"),
])  # fmt: skip
def test_stair_event_arrival(reading, shown, leads):
    rules = rules_of(stair_event_arrival=reading)
    assert read(115, *shown, level=2, bound=3, rules=rules).leads == leads
    assert read(2, level=2, bound=3, rules=rules).leads == "level 3"
    assert read(7, level=2, bound=3, rules=rules).leads == "level 2"


# ---- Entering Rooms


@pytest.mark.parametrize("level", range(1, 7))
def test_rooms_are_the_level_and_a_die_as_digits(level):
    """The example: level 2 and a 3 are paragraph 23."""
    for face in range(1, 7):
        assert go(0, die(face), level=level).leads == f"0{level}{face}"
