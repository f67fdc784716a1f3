"""[How to Find a Blond] The real one, carried, put down, squashed, devoured; and each False Blond."""

import pytest
from games.new_york.midtown import Midtown, all_chits, at, kinds

from simkit.games.new_york.schema import CITY, NOWHERE, Blond, Event, Result

PARK = at(9, 3)  # Bryant Park
BESIDE = at(9, 4)
MACYS = at(7, 3)


def seeker(monster: str = "giant_ape", number: int = 0, mission: str = "A", **changes) -> Midtown:
    """A monster beside a park with a chit in it, and another far away."""
    field = Midtown(**changes)
    field.place(monster, BESIDE, mission)
    field.place("green_slime", at(0, 12), "G")
    field.lay(PARK, number)
    return field


def test_she_is_picked_up_the_turn_after_she_was_examined():
    field = seeker()
    assert field.turn(1) == [(Event.EXAMINES, 0, PARK, 0, 0, 0)]
    assert field.state.blond == Blond.FOUND
    field.state.turn = 2
    told = field.turn()
    assert told == [(Event.PICKS_UP, 0, PARK, 0, 0, 0)]
    assert field.state.seats[0].carrying
    assert field.state.seats[0].space == at(5, 2), "she costs one space of six"


def test_not_in_the_same_turn():
    field = seeker()
    field.turn(1)
    assert field.turn() == []


def test_a_good_monster_wins_when_it_carries_her_off():
    field = seeker()
    field.place("robot", at(16, 0), "G")
    field.state.seats[0].space, field.state.seats[0].carrying = at(2, 4), 1
    field.state.blond = Blond.CARRIED
    told = field.turn()
    assert kinds(told) == [Event.LEAVES, Event.WINS]
    assert told[0][2] == at(0, 4)


def test_an_evil_one_wins_when_it_finds_her():
    assert kinds(seeker("robot").turn(1)) == [Event.EXAMINES, Event.WINS]


@pytest.mark.parametrize("switch", [{"evil_finds": "carries"}, {"evil_exits": True}])
def test_or_only_when_it_carries_her(switch):
    field = seeker("robot", **switch)
    assert kinds(field.turn(1)) == [Event.EXAMINES]
    field.state.turn = 2
    assert kinds(field.turn())[0] == Event.PICKS_UP
    assert bool(field.state.ending) == ("evil_finds" in switch)


def test_devouring_takes_the_whole_move():
    field = seeker("robot", mission="B")
    assert kinds(field.turn(1)) == [Event.EXAMINES]
    field.state.turn = 2
    assert kinds(field.turn()) == [Event.PICKS_UP, Event.DEVOURS, Event.WINS]
    assert field.state.seats[0].space == PARK


def test_a_good_monster_with_mission_b_carries_her_off():
    field = seeker(mission="B")
    field.turn(1)
    field.state.turn = 2
    assert kinds(field.turn()) == [Event.PICKS_UP]


def test_or_devours_her_and_leaves():
    field = seeker(mission="B", good_devours=True)
    field.turn(1)
    field.state.turn = 2
    assert kinds(field.turn()) == [Event.PICKS_UP, Event.DEVOURS]
    field.state.turn = 3
    assert kinds(field.turn()) == []
    assert not field.state.ending


def carrying(**values) -> Midtown:
    """A lizard of 12 carries her into a fight with a slime of 9."""
    field = Midtown()
    field.place("giant_lizard", BESIDE, "C", carrying=1, **values)
    field.place("green_slime", at(10, 4), "G")
    field.state.blond = Blond.CARRIED
    return field


def test_an_attack_while_carrying_is_two_weaker():
    assert carrying().turn(3)[0] == (Event.ATTACKS, 0, 1, 1, 3, Result.B1)


def test_who_loses_more_than_a_point_squashes_her():
    told = carrying().turn(1)
    assert kinds(told) == [Event.ATTACKS, Event.LOSES, Event.SQUASHES, Event.DISPLACED]


def test_who_loses_one_point_does_not():
    field = carrying()
    assert Event.SQUASHES not in kinds(field.turn(2))
    assert field.state.seats[0].carrying


def test_she_escapes_when_she_is_put_down():
    field = carrying()
    field.policies = field.policies.copy()
    field.policies["puts_down"] = 1
    told = field.turn(3)
    assert kinds(told)[:2] == [Event.PUTS_DOWN, Event.ESCAPES]
    assert (Event.ATTACKS, 0, 1, 3, 3, Result.D1) in told
    assert field.state.blond == Blond.LOST


def test_and_when_her_carrier_dies():
    field = carrying(strength=1, movement=0)
    field.lose(1)
    assert kinds(field.new_events()) == [Event.LOSES, Event.DIES, Event.ESCAPES]


def test_another_sees_her_where_she_lies():
    field = seeker()
    field.state.chits[0], field.state.blond, field.state.blond_space = NOWHERE, Blond.FOUND, PARK
    assert field.turn() == [(Event.MEETS, 0, PARK, 0, 0, 0)]


def test_a_chit_in_a_building_is_seen_when_it_is_eaten():
    field = Midtown()
    field.place("giant_lizard", at(7, 4), "A")
    field.place("green_slime", at(0, 12), "G")
    field.lay(MACYS, 2)
    told = field.turn(2, 1, 1)
    assert kinds(told) == [Event.BITES, Event.EATEN, Event.LOSES, Event.EXAMINES, Event.CITY_ATTACKS]


def test_or_on_a_later_entry_when_both_lost():
    field = Midtown(found_by="defender")
    field.place("giant_lizard", at(7, 4), "A")
    field.place("green_slime", at(0, 12), "G")
    field.lay(MACYS, 2)
    assert kinds(field.turn(2)) == [Event.BITES, Event.EATEN, Event.LOSES]
    assert kinds(field.turn(1, 1)) == [Event.EXAMINES, Event.CITY_ATTACKS]


# ---- False Blonds: what each does to a monster on foot, to a flyer, and to those that it names

CITY_AND_LOSS = [Event.EXAMINES, Event.CITY_ATTACKS, Event.LOSES]


@pytest.mark.parametrize(
    ("number", "monster", "column"),
    [
        (1, "giant_ape", 7), (1, "moth", 7), (2, "giant_ape", 5), (2, "saucer", 5), (3, "moth", 3), (4, "moth", 3),
        (4, "giant_ape", 1), (5, "moth", 3), (5, "giant_ape", 1), (6, "giant_ape", 1),
    ],
)  # fmt: skip
def test_the_city_attacks(number, monster, column):
    field = seeker(monster, number)
    told = field.turn(1, 6)
    assert kinds(told) == CITY_AND_LOSS
    assert told[1][2:4] == (column, 6)
    assert sum(field.values()) == field_sum(monster) - (3 if column > 2 else 2)


def field_sum(monster: str) -> int:
    from games.new_york.midtown import TREE

    return TREE["monsters"][monster]["strength"] + TREE["monsters"][monster]["movement"]


@pytest.mark.parametrize(("face", "lost"), [(1, 0), (2, 1), (3, 1), (4, 2), (6, 3)])
def test_only_the_defenders_losses_count_and_nobody_is_displaced(face, lost):
    """At +5: A is nothing, B a point."""
    field = seeker(number=2)
    told = field.turn(1, face)
    assert sum(field.values()) == 19 - lost
    assert Event.DISPLACED not in kinds(told)


@pytest.mark.parametrize(("face", "lost"), [(1, 2), (2, 1), (3, 0), (6, 0)])
def test_or_only_the_attackers(face, lost):
    field = seeker(number=2, city_attack="attacker")
    field.turn(1, face)
    assert sum(field.values()) == 19 - lost


@pytest.mark.parametrize("monster", ["robot", "saucer"])
def test_a_power_line_does_robot_and_saucer_good(monster):
    field = seeker(monster, 1, "A")
    strength, movement = field.values()
    assert field.turn(1)[1] == (Event.GAINS, 0, 2, 1, strength + 2, movement + 1)


@pytest.mark.parametrize(
    ("number", "monster", "stuck"), [(3, "giant_ape", 1), (3, "moth", 0), (8, "moth", 1), (8, "giant_ape", 1)]
)
def test_who_is_stuck_does_not_move_for_a_turn(number, monster, stuck):
    field = seeker(monster, number)
    told = field.turn(1, 1)
    assert kinds(told) == [Event.EXAMINES, Event.CITY_ATTACKS] + [Event.TO_BE_STUCK] * stuck
    all_chits(field)
    field.state.chits[2] = NOWHERE  # that of the park
    space = int(field.state.seats[0].space)
    if stuck:
        assert field.turn() == [(Event.STUCK, 0, 0, 0, 0, 0)]
        assert field.state.seats[0].space == space
    assert field.state.seats[0].stuck == 0


def test_the_slime_is_attacked_again():
    field = seeker("green_slime", 5)
    field.state.seats[1].monster = 0
    told = field.turn(1, 6, 5)
    assert kinds(told) == [Event.EXAMINES, Event.CITY_ATTACKS, Event.LOSES, Event.CITY_ATTACKS, Event.LOSES]


def test_cabbies_ram_whoever_is_in_an_adjacent_street():
    """Not flyers, and not those in parks or rubble."""
    field = seeker(number=6)
    field.place("robot", at(9, 2), "G")
    field.place("moth", at(10, 3), "G")
    told = field.turn(1, 6, 5)
    assert [event[1] for event in told if event[0] == Event.CITY_ATTACKS] == [0, 2]
    assert sum(field.values(3)) == field_sum("moth")


def test_cabbies_leave_a_flyer_alone():
    assert kinds(seeker("moth", 6).turn(1)) == [Event.EXAMINES]


@pytest.mark.parametrize(("monster", "grounded"), [("moth", 1), ("flying_lizard", 1), ("giant_ape", 0)])
def test_three_buildings_must_be_eaten_on_ninth_avenue(monster, grounded):
    field = seeker(monster, 7)
    assert field.turn(1)[1] == (Event.MUST_EAT, 0, 3, grounded, 0, 0)
    seat = field.state.seats[0]
    assert seat.flies == 0
    seat.buildings, seat.space = 1, at(2, 3)
    field.state.blond, seat.met = Blond.FOUND, 1
    field.state.blond_space = at(16, 12)
    seat.mission, seat.deed = 6, 1
    told = field.turn(6)
    assert Event.AVENUE in kinds(told)
    assert (seat.buildings, seat.flies) == (0, grounded)


@pytest.mark.parametrize("monster", ["robot", "saucer"])
def test_machines_are_not_hungry(monster):
    assert kinds(seeker(monster, 7).turn(1)) == [Event.EXAMINES]


def test_television_wants_it_by_sixth_avenue_within_six_turns():
    field = seeker("robot", 9, "G")
    field.policies = field.policies.copy()
    field.policies["searches"] = 1
    field.state.seats[0].space = PARK
    field.state.seats[0].movement = 0
    assert field.turn(1)[1:] == [(Event.TO_BE_STUCK, 0, 1, 0, 0, 0), (Event.MUST_LEAVE, 0, 7, 0, 0, 0)]
    seat = field.state.seats[0]
    seat.deed, seat.stuck, seat.space, seat.movement = 1, 0, at(8, 1), 5
    field.state.turn = 7
    assert kinds(field.turn()) == [Event.LEAVES, Event.WINS]


@pytest.mark.parametrize(("reading", "lost"), [("loses", 1), ("goes_on", 0)])
def test_after_them_it_is_forgotten(reading, lost):
    field = seeker("robot", 9, "G", forgotten=reading)
    seat = field.state.seats[0]
    seat.deed, seat.deadline, seat.movement = 1, 7, 0
    field.state.turn = 8
    told = field.turn()
    assert told[0] == (Event.FORGOTTEN, 0, lost, 0, 0, 0)
    assert (Event.WINS in kinds(told)) == (not lost)


def test_nobody_knows_what_lies_face_down():
    """The number of a chit is drawn from all that are left, when it is turned over."""
    field = seeker()
    all_chits(field)
    field.turn(3, 1)
    assert field.state.pool.tolist() == [1, 1, 0, 1, 1, 1, 1, 1, 1, 1]
    assert field.state.blond == Blond.HIDDEN
    assert CITY == -1
