"""[The Monster Mission Chart] Each mission, for good and evil; who has won, and when all have lost."""

import pytest
from games.new_york.midtown import PLACES, Midtown, all_chits, at, kinds

from simkit.games.new_york.schema import Blond, Ending, Event

GOOD, EVIL = "giant_ape", "giant_lizard"
INSIDE = {"west": (1, 6), "south_west": (8, 11), "north_east": (15, 2), "north_west": (2, 1), "south": (12, 11)}
EXITS = {"A": "west", "B": "west", "C": "south_west", "D": "north_east", "E": "north_west", "F": "west", "G": "south"}


def done(monster: str, mission: str, space: int = 0, **changes) -> Midtown:
    """A monster whose deed is done, alone but for a turtle far away."""
    field = Midtown(**changes)
    seat = field.place(monster, space or at(9, 4), mission, movement=2)
    field.place("giant_turtle", at(0, 0) if space != at(0, 0) else at(16, 12), "G")
    seat.deed, seat.kills, seat.hurt, seat.met, seat.devoured = 1, 1, 2, 1, 1
    if monster == GOOD and mission in "AB":
        seat.carrying, seat.movement, field.state.blond = 1, 3, Blond.CARRIED
    return field


@pytest.mark.parametrize("mission", "ABCDEFG")
def test_an_evil_monster_wins_by_its_deed(mission):
    field = done(EVIL, mission)
    assert kinds(field.turn()) == [Event.WINS]
    assert (field.state.ending, field.state.winner) == (Ending.MISSION, 0)


@pytest.mark.parametrize("mission", "ABCDEFG")
def test_a_good_one_still_has_to_leave(mission):
    field = done(GOOD, mission)
    field.turn()
    assert not field.state.ending


@pytest.mark.parametrize("mission", "CDEFG")
def test_and_so_has_an_evil_one_under_a_switch(mission):
    field = done(EVIL, mission, evil_exits=True)
    field.turn()
    assert not field.state.ending


@pytest.mark.parametrize(("mission", "exit_"), EXITS.items())
def test_it_leaves_by_the_exit_of_its_mission(mission, exit_):
    field = done(GOOD, mission, at(*INSIDE[exit_]))
    assert kinds(field.turn()) == [Event.LEAVES, Event.WINS]


@pytest.mark.parametrize(
    ("mission", "space"),
    [("A", (0, 11)), ("C", (10, 12)), ("D", (16, 4)), ("E", (4, 0)), ("G", (0, 0)), ("F", (0, 12))],
)
def test_not_beyond_its_bounds(mission, space):
    """The west edge on or north of 20th Street, the south west of Fifth, and so on."""
    field = done(GOOD, mission, at(*space))
    field.state.seats[0].movement = 1 if mission not in "AB" else 2
    field.turn()
    assert not field.state.ending


def test_leaving_takes_a_space():
    field = done(GOOD, "G", at(12, 11))
    field.state.seats[0].movement = 1
    assert field.turn() == []
    assert field.state.seats[0].space == at(12, 12)
    assert kinds(field.turn()) == [Event.LEAVES, Event.WINS]


def test_or_nothing():
    field = done(GOOD, "G", at(12, 11), movement__exit_cost=0)
    field.state.seats[0].movement = 1
    assert kinds(field.turn()) == [Event.LEAVES, Event.WINS]


def test_killing_in_defence_counts():
    field = Midtown()
    field.place("green_slime", at(6, 5), "D", strength=1, movement=1)
    field.place(EVIL, at(6, 4), "C")
    assert kinds(field.turn(1))[-2:] == [Event.DIES, Event.WINS]
    assert field.state.winner == 1


@pytest.mark.parametrize(("reading", "wins"), [("all", False), ("living", True)])
def test_mission_d_and_the_dead(reading, wins):
    field = Midtown(every_other=reading)
    field.place(EVIL, at(9, 4), "D", hurt=0b10)
    field.place(GOOD, at(0, 0), "C")
    field.place("robot", at(0, 12), "C", alive=0)
    field.turn()
    assert bool(field.state.ending == Ending.MISSION) == wins


def test_the_deed_is_his_who_eats_the_building_first():
    field = Midtown()
    field.place(EVIL, at(13, 8), "C")
    field.place("robot", at(13, 10), "E")
    field.place(GOOD, at(0, 0), "C")
    field.state.bites[PLACES["257_park_avenue_south"]] = 1
    field.state.active = 1
    field.turn(who=1)
    assert not field.state.ending
    field.state.seats[0].alive = field.state.seats[2].alive = 0
    field.turn(who=1)
    assert field.state.ending == Ending.ALL_LOST


def test_all_have_lost_when_she_is_gone_and_all_need_her():
    field = Midtown()
    field.place(EVIL, at(9, 4), "A")
    field.place(GOOD, at(0, 0), "B")
    all_chits(field)
    field.state.blond = Blond.LOST
    field.turn()
    assert field.state.ending == Ending.ALL_LOST


def test_a_good_monster_that_cannot_move_cannot_win():
    field = Midtown()
    field.place(GOOD, at(9, 4), "G", movement=0)
    field.place("moth", at(0, 0), "G", movement=0)
    field.turn()
    assert field.state.ending == Ending.ALL_LOST


def test_who_is_on_turn_wins_before_others():
    field = Midtown()
    field.place(EVIL, at(9, 4), "C", kills=1)
    field.place("robot", at(0, 0), "C", kills=1, movement=0)
    field.turn(who=1)
    assert field.state.winner == 1
