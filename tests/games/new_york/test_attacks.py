"""[How to Attack] The rulebook's example, results on monsters and on buildings, fights that go on."""

import pytest
from games.new_york.midtown import FLYER, GOOD, ON_FOOT, PLACES, Midtown, at, kinds

from simkit.games.new_york.schema import NOTHING, Event, Mission, Result

CROSSING = at(6, 4)


def two(who: str = "giant_ape", other: str = "green_slime", **changes) -> Midtown:
    """The rulebook's example: 13 attacks 9, a street apart."""
    field = Midtown(**changes)
    field.place(who, at(6, 5), "C")
    field.place(other, CROSSING, "G")
    return field


def test_the_example_of_the_rulebook():
    """13 against 9 and a 3: the enemy loses one point, and is displaced."""
    field = two()
    told = field.turn(3)
    assert (Event.ATTACKS, 0, 1, 4, 3, Result.D1) in told
    assert field.values(1) == (8, 4)
    assert kinds(told) == [Event.ATTACKS, Event.LOSES, Event.DISPLACED]
    assert field.state.seats[1].space != CROSSING == field.state.seats[0].space


@pytest.mark.parametrize(("face", "lost"), [(1, 2), (2, 1)])
def test_the_attacker_loses_and_is_displaced_by_the_enemy(face, lost):
    field = two()
    told = field.turn(face)
    assert sum(field.values(0)) == 19 - lost
    assert told[-1][:3] == (Event.DISPLACED, 0, 1)
    assert field.state.seats[1].space == CROSSING != field.state.seats[0].space
    assert field.state.seats[1].hurt == 1


@pytest.mark.parametrize(("face", "lost"), [(3, 1), (5, 2), (6, 3)])
@pytest.mark.parametrize("one_point", [False, True])
def test_a_defender_loses_what_the_table_says(face, lost, one_point):
    field = two(one_point=one_point)
    field.turn(face)
    assert sum(field.values(1)) == 13 - (1 if one_point else lost)


def even(**changes) -> Midtown:
    """Nine against nine: a 3 or a 4 makes both lose."""
    field = Midtown(**changes)
    field.place("flying_lizard", at(6, 5), "C", flies=0)
    field.place("green_slime", CROSSING, "G")
    return field


def test_both_lose_and_stay_and_the_other_must_attack():
    field = even()
    assert kinds(field.turn(3)) == [Event.ATTACKS, Event.LOSES, Event.LOSES]
    assert [seat.space for seat in field.state.seats[:2]] == [CROSSING, CROSSING]
    told = field.turn(4, who=1)
    assert told[:2] == [(Event.LOCKED, 1, 0, 0, 0, 0), (Event.ATTACKS, 1, 0, 0, 4, Result.B1)]
    told = field.turn(5)
    assert told[0] == (Event.LOCKED, 0, 1, 0, 0, 0)
    assert told[-1][0] == Event.DISPLACED
    assert [seat.foe for seat in field.state.seats[:2]] == [0, 0]


def test_or_the_attacker_withdraws():
    field = even(both_lose="withdraw")
    assert field.turn(3)[-1] == (Event.GOES_BACK, 0, CROSSING, at(6, 5), 0, 0)
    assert field.state.seats[1].foe == 0


def test_nobody_joins_a_fight():
    field = even()
    field.place(GOOD, at(5, 4), "C")
    field.turn(3)
    told = field.turn(who=2)
    assert told == []
    assert field.state.seats[2].space != CROSSING


def test_who_has_nowhere_to_go_fights_on():
    """In a corner between two others the loser stays, and whose turn it is not must attack."""
    field = Midtown()
    field.place(GOOD, at(1, 0), "C")
    field.place("green_slime", at(0, 0), "G")
    field.place("robot", at(0, 1), "G")
    field.state.seats[0].movement = 1
    field.state.n_players += 1
    other = field.state.seats[3]
    other.alive, other.space, other.monster, other.strength = 1, at(1, 0), 4, 50
    told = field.turn(3)
    assert told[-1] == (Event.CORNERED, 1, 0, 0, 0, 0)
    assert field.state.seats[1].foe == 1
    assert field.state.seats[0].space == field.state.seats[1].space == at(0, 0)


def test_a_monster_dies_when_both_values_are_zero():
    field = two()
    field.state.seats[1].strength, field.state.seats[1].movement = 1, 1
    told = field.turn(6)
    assert (Event.DIES, 1, 0, 0, 0, 0) in told
    assert not field.state.seats[1].alive
    assert field.state.seats[0].kills == 1
    assert field.tally.killers[1] == 2 + field.state.seats[0].monster


def test_or_when_strength_is():
    field = Midtown("random", death="strength")
    field.place("moth", CROSSING, "G", strength=1)
    field.lose(1, dice=(1,))
    assert kinds(field.new_events()) == [Event.LOSES, Event.DIES]


def test_without_strength_one_attacks_at_nothing():
    field = two()
    field.state.seats[0].strength, field.state.seats[0].mission = 0, Mission.D
    assert field.turn(1)[0][3] == -9


# ---- Buildings

MACYS, BEFORE = PLACES["macys"], at(7, 4)


def eater(monster: str = ON_FOOT, **changes) -> Midtown:
    """A lizard of 12 before Macy's: +7."""
    field = Midtown(**changes)
    field.place(monster, BEFORE, "G")
    field.place("giant_turtle", at(0, 0), "G")
    return field


@pytest.mark.parametrize("strength", [5, 6, 7, 8, 9, 10, 11, 12, 13])
def test_eating_succeeds_on_so_many_faces(strength):
    """At +3 and +4 on 4 faces of 6, at +5 and more on 5, whatever the lost rows say."""
    eaten = 0
    for face in range(1, 7):
        field = eater()
        field.state.seats[0].strength = strength
        field.turn(face)
        eaten += int(field.state.bites[MACYS])
    assert strength < 8 or eaten == (4 if strength < 10 else 5)
    assert 3 <= eaten <= 5


def test_who_fails_loses_points_and_goes_back():
    field = eater()
    told = field.turn(1)
    assert kinds(told) == [Event.BITES, Event.LOSES, Event.GOES_BACK]
    assert field.state.seats[0].space == BEFORE
    assert sum(field.values()) == 15


def test_or_goes_back_unhurt():
    assert kinds(eater(unhurt_eater=True).turn(1)) == [Event.BITES, Event.GOES_BACK]


def test_both_makes_rubble_and_costs_a_point():
    field = eater()
    told = field.turn(2)
    assert kinds(told) == [Event.BITES, Event.EATEN, Event.LOSES, Event.WINS]
    assert field.state.seats[0].space == MACYS


def test_a_flyer_may_rest_above_a_building_and_attack_it_later():
    field = eater(FLYER)
    field.state.seats[0].mission = 4  # E: it flies over Macy's
    field.state.seats[0].space, field.state.seats[0].movement = at(7, 2), 1
    assert field.turn() == []
    assert field.state.seats[0].space != at(7, 2)


def test_or_must_eat_where_it_stops():
    field = Midtown("random", flyers_rest=False)
    field.place(FLYER, BEFORE, "E", movement=1)
    field.place("giant_turtle", at(0, 0), "G")
    told = field.turn(2, 1, 6)  # goes on, to the north, and a six
    assert kinds(told) == [Event.BITES, Event.EATEN]


def test_the_empire_state_building_takes_two_successes():
    field = Midtown()
    field.place(ON_FOOT, at(9, 4), "F")
    field.place("giant_turtle", at(0, 0), "G")
    tower = PLACES["empire_state_building"]
    assert field.turn(6)[1] == (Event.EATEN, 0, tower, 1, 0, 0)
    assert field.state.seats[0].space == tower
    assert kinds(field.turn(6)) == [Event.BITES, Event.EATEN, Event.WINS]


def test_a_failure_in_its_rubble_leads_back():
    field = Midtown()
    field.place(ON_FOOT, at(9, 4), "F")
    field.place("giant_turtle", at(0, 0), "G")
    field.turn(6)
    assert field.turn(1)[-1] == (Event.GOES_BACK, 0, PLACES["empire_state_building"], at(9, 4), 0, 0)


def test_or_each_half_is_entered_anew():
    field = Midtown(half_eaten="returns")
    field.place(ON_FOOT, at(9, 4), "F")
    field.place("giant_turtle", at(0, 0), "G")
    assert kinds(field.turn(6)) == [Event.BITES, Event.EATEN, Event.GOES_BACK]
    assert field.state.winner == NOTHING
