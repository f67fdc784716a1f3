"""Scripted players: shortest ways, what they fight, what they give up; each folly that was seen in a transcript."""

import numpy as np
import pytest
from games.new_york.midtown import FIGURES, GAME, PLACES, RULES, Midtown, all_chits, at, kinds
from scipy import stats
from statistical import ALPHA, assert_counts

from simkit import games
from simkit.contract_scenarios import JIT
from simkit.core.board import new_board
from simkit.games.new_york.schema import OUTCOME, STATE, TALLY, Blond, Event

compiled_only = pytest.mark.skipif(not JIT, reason="takes more games than can be played without the JIT")


def test_who_is_blocked_goes_round_the_nearer_way():
    """A robot before a saucer on Tenth Avenue went five spaces north and came back."""
    field = Midtown()
    field.place("robot", at(0, 5), "A")
    field.place("saucer", at(0, 6), "D")
    field.lay(at(1, 7), 2)
    field.turn()
    assert int(field.state.seats[0].space) == at(2, 6)


def test_a_victim_above_a_building_is_followed_all_the_same():
    """A turtle stood still while those it had not hurt yet were where it could not go."""
    field = Midtown()
    field.place("giant_turtle", at(12, 6), "D")
    field.place("moth", PLACES["empire_state_building"], "C")
    field.turn()
    assert RULES.ways[0, field.state.seats[0].space, PLACES["empire_state_building"]] == 1


def test_who_cannot_win_any_more_keeps_others_from_it():
    """An ape whose Macy's was gone stood in one street for ten rounds."""
    field = Midtown()
    field.place("giant_ape", at(7, 4), "G")
    field.place("giant_turtle", at(4, 6), "A", strength=8)
    field.state.bites[PLACES["macys"]] = 1
    all_chits(field)
    assert kinds(field.turn(6))[0] == Event.ATTACKS


def test_a_guard_does_not_leave_its_own_deed_for_a_chase():
    """A saucer beside the Empire State Building flew off after a lizard that had eaten Macy's."""
    field = Midtown("guard")
    field.place("saucer", at(8, 5), "F")
    field.place("giant_lizard", at(7, 2), "A", showed=1, strength=8)
    all_chits(field)
    assert kinds(field.turn(6))[0] == Event.BITES


def test_a_guard_goes_for_who_carries_the_blond():
    field = Midtown("guard")
    field.place("giant_ape", at(8, 4), "E")
    field.place("giant_turtle", at(6, 4), "A", carrying=1)
    field.state.blond = Blond.CARRIED
    assert kinds(field.turn(6))[0] == Event.ATTACKS


def test_a_brawler_attacks_the_weakest_in_reach_at_the_odds_it_wants():
    field = Midtown("brawler")
    field.place("giant_ape", at(8, 4), "G")
    field.place("robot", at(6, 4), "A")
    field.place("saucer", at(10, 4), "A")
    all_chits(field)
    assert field.turn(6)[0][:3] == (Event.ATTACKS, 0, 2)


def test_or_does_its_mission():
    field = Midtown("brawler")
    field.place("moth", at(7, 4), "G")
    field.place("giant_ape", at(6, 4), "A")
    all_chits(field)
    assert kinds(field.turn(6))[0] == Event.BITES


def test_an_avoider_stops_out_of_reach_of_the_strong():
    field = Midtown("avoider")
    field.place("moth", at(0, 4), "D", strength=8)
    field.place("giant_ape", at(10, 4), "A", movement=4)
    all_chits(field)
    field.turn()
    assert int(field.state.seats[0].space) == at(4, 4)
    field.turn()
    assert int(field.state.seats[0].space) == at(5, 4)
    field.turn()
    assert int(field.state.seats[0].space) == at(5, 4), "the next space is in the ape's reach"


def test_a_weak_monster_goes_for_the_weak():
    """A saucer that had to kill somebody attacked an ape at -6."""
    field = Midtown()
    field.place("saucer", at(8, 4), "C")
    field.place("giant_ape", at(7, 4), "G")
    field.place("moth", at(12, 4), "G", strength=6)
    assert field.turn(6)[0][:3] == (Event.ATTACKS, 0, 2)


def test_or_waits():
    """A slime that attacked an ape again and again, at -13 in the end, died of it."""
    field = Midtown()
    field.place("green_slime", at(8, 4), "C")
    field.place("giant_ape", at(7, 4), "G")
    assert field.turn() == []


@pytest.mark.parametrize(
    ("kept", "n"),
    [((8, 3), 4), ((8, 3), 9), ((0, 3), 12), ((99, 0), 6), ((8, 3), 17)],
)
def test_points_are_given_up_as_the_policy_says(kept, n):
    """Strength to what is kept, then movement to what is kept of that, then strength again, movement last."""
    field = Midtown()
    field.place("giant_ape", at(8, 4), "C", strength=12, movement=6)
    field.policies = field.policies.copy()
    field.policies["strength_kept"], field.policies["movement_kept"] = kept
    field.lose(n)
    strength, movement = field.values()
    assert (strength, movement) == given_up(12, 6, kept, n)
    assert strength + movement == 18 - n


def given_up(strength: int, movement: int, kept: tuple[int, int], n: int) -> tuple[int, int]:
    """The same, point by point, in words of its own."""
    first = min(n, max(strength - kept[0], 0))
    second = min(n - first, max(movement - kept[1], 0))
    third = min(n - first - second, strength - first)
    return strength - first - third, movement - second - (n - first - second - third)


def played(n: int, seed: int = 1, **cell) -> np.ndarray:
    """Outcomes of some games."""
    compiled, faults = GAME.compile_setup(FIGURES, {}, "WHOLE_GAME", cell)
    assert faults == []
    outcomes = np.zeros(n, OUTCOME)
    games.kernels(GAME).simulate(RULES, *compiled, 0, new_board(STATE, TALLY, seed), outcomes)
    return outcomes


@compiled_only
@pytest.mark.parametrize("mission", "DEFG")
def test_who_does_its_mission_beats_who_rolls_dice(mission):
    """In at least 80 of 100 games of two: alarms where so few wins have a chance below ALPHA.  A to C: the README."""
    shares = played(4_032, players=2, mission=mission, policies=["mission", "random"])["players"]["share"][:, 0]
    assert stats.binom.cdf((shares > 0).sum(), len(shares), 0.8) >= ALPHA


@compiled_only
def test_seats_win_alike():
    """Who begins is drawn, so nothing tells the seats apart."""
    winners = np.bincount(played(11_760)["winner"] + 1, minlength=5)[1:]
    assert_counts(winners.tolist(), [0.25] * 4)
