"""[Experience Points; Improved Abilities] What earns points, and what they are good for."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import OZMO, ROSA, Table, dice, die, foes, pair, quarrel

from simkit.games.emperor.whole import play
from simkit.games.emperor.whole.rules import experience
from simkit.games.emperor.whole.schema import Event
from simkit.games.emperor.whole.terms import Improves

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")


POINTS = {"experience": True}


@pytest.mark.parametrize(
    ("rolls", "flee_at", "points"),
    [
        ([0, 0, pair(12)], 99, 1),  # he ran
        ([3, 0, 3, 0, 3, 0, 3, 0], 0, 12),  # he killed it
        ([3, 0, 3, 0, 3, 0, 2, 0, pair(12)], 0, 6),  # it ran
    ],
)
def test_points_for_a_fight_with_a_bear_of_twelve_wounds(rolls, flee_at, points):
    table = Table("Ozmo", "Rosa", rules=POINTS)
    table.seat(OZMO, space="f08")
    table.plan(OZMO, site="f08", flee_at=flee_at, lets_go=0)
    table.turn(table.chit("black_bear"), *dice(1, 1), *rolls)
    assert table.state.seats[OZMO].points == points


def test_points_for_a_charm_are_half_the_wound_number():
    table = Table("Rosa", "Ozmo", rules=POINTS)
    table.seat(0, space="m09", spells=["speak_to_animals"])
    table.plan(0, site="m09", charms=1, meditates=0)
    table.turn(table.chit("brown_bear"), *dice(1, 1), 1)
    assert table.state.seats[0].points == 13 // 2


def test_fog_gives_no_points():
    table = Table("Turb", "Ozmo", rules=POINTS)
    table.seat(0, space="f08", spells=["stinking_fog"])
    table.plan(0, site="f08", magic_flight_at=99, meditates=0)
    table.turn(table.chit("black_bear"), *dice(1, 1), 1)
    assert table.state.seats[0].points == 0


def test_five_points_for_an_imperial_that_is_returned():
    table = Table("Ozmo", "Rosa", rules=POINTS)
    table.seat(OZMO, space="c07", treasures=["grail_of_pale", "palantir_of_zog"])
    table.plan(OZMO, "seeker")
    table.turn(die(1), *[6] * 4)
    assert table.state.seats[OZMO].points == 10


def test_points_among_players():
    table = foes(rules=POINTS)
    table.seat(ROSA, wounds=9)
    quarrel(table, *dice(1, 1), 2, 0)
    assert table.state.seats[OZMO].points == table.state.seats[ROSA].player.wound_number
    table = foes(rules=POINTS)
    table.policies[ROSA].fight.flee_at = 99
    quarrel(table, *dice(1, 1), 0, 0, pair(12))
    assert table.state.seats[ROSA].points == 1
    assert table.state.seats[OZMO].points == table.state.seats[ROSA].player.wound_number // 2


@pytest.mark.parametrize(
    ("treasures", "rolls", "points"),
    [
        (["emerald_of_life"], [], 40),
        (["grail_of_pale"], [], 20),
        (["magic_great_sword"], [], 25),
        (["magic_dagger"], [], 10),
        (["magic_axe", "magic_round_shield"], [], 30),
        (["scroll_heal", "scroll_teleport"], [], 40),
        (["large_ruby"], dice(*range(1, 7), 6, 6), 33),
        (["gold_cup"], dice(1, 2, 3, 4), 10),
        (["sack_of_silver", "sack_of_silver"], dice(1, 2, 3, 6), 12),
        (["stone_of_fire"], dice(*[6] * 10), 60),
    ],
)
def test_what_treasures_are_worth(treasures, rolls, points):
    table = Table("Ozmo", "Rosa", rules=POINTS)
    table.seat(OZMO, treasures=treasures, points=3)
    table.outcome(*rolls)
    assert table.state.seats[OZMO].wealth == points + 3


def test_experience_has_a_winner_of_its_own():
    for counts, winner in ((True, ROSA), (False, OZMO)):
        table = Table("Ozmo", "Rosa", rules={"experience": counts})
        table.seat(OZMO, treasures=["sack_of_silver", "silver_ingots"])
        table.seat(ROSA, treasures=["grail_of_pale"], points=5)
        found = table.outcome(*dice(6, 6, 6, 6) if counts else ())
        assert found.winner == winner


@pytest.mark.parametrize("which", list(Improves))
def test_forty_points_better_a_characteristic(which):
    for improved in (True, False):
        table = Table("Ozmo", "Rosa", rules={"improved": improved, "experience": True})
        table.plan(OZMO, improves=which)
        player = table.seat(OZMO, points=119, improvements=1).player
        before = int(player.ability), int(player.wound_number), int(player.escape)
        play.end_turn(table.rules, table.policies, table.state, table.tally, None, table.log)
        after = int(player.ability), int(player.wound_number), int(player.escape)
        assert [b - a for a, b in zip(before, after, strict=True)] == [improved and n == which for n in range(3)]


def test_a_leap_of_points_betters_more_than_one():
    table = Table("Ozmo", "Rosa", rules={"improved": True})
    table.plan(OZMO, improves=Improves.WOUNDS)
    table.seat(OZMO, points=85)
    table.roll(lambda rules, state, tally, d, log: experience.improve(rules, table.policies[0], 0, state, log), [])
    assert table.state.seats[OZMO].improvements == 2
    assert len(table.told(Event.IMPROVES)) == 2
