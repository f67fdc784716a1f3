"""Line-ups: balance by counting, and an order that only the seed decides."""

from itertools import permutations

import numpy as np
import pytest

from simkit.core.lineups import line_ups


def test_a_block_holds_every_line_up_in_every_seat_order_once():
    block = line_ups(8, 4, seed=5)
    assert block.shape == (70 * 24, 4)
    assert sorted(map(tuple, block.tolist())) == sorted(permutations(range(8), 4))


def test_after_whole_blocks_everyone_has_sat_everywhere_and_met_everyone_equally_often():
    rows = line_ups(5, 3, seed=2, blocks=4)
    seats = np.array([np.bincount(seat, minlength=5) for seat in rows.T])
    assert np.all(seats == 4 * 60 / 5)
    present = np.zeros((len(rows), 5), int)
    np.put_along_axis(present, rows, 1, axis=1)
    met = present.T @ present
    assert set(met[~np.eye(5, dtype=bool)].tolist()) == {4 * 60 * 3 * 2 // (5 * 4)}


def test_shuffled_the_first_1000_games_are_nearly_balanced_and_in_lexicographic_order_they_are_not():
    """A character's games are hypergeometric: mean 500, deviation 10.1; 4.9 deviations are one in a million."""
    games = np.bincount(line_ups(8, 4, seed=5)[:1000].ravel())
    assert np.all(np.abs(games - 500) < 4.9 * 10.1)
    lexicographic = np.bincount(np.array(list(permutations(range(8), 4)))[:1000].ravel())
    assert (lexicographic.max(), lexicographic.min()) == (556, 412)


def test_every_seed_and_every_block_has_its_own_order():
    two, other = line_ups(5, 3, seed=1, blocks=2), line_ups(5, 3, seed=2)
    assert not np.array_equal(two[:60], two[60:])
    assert not np.array_equal(two[:60], other)
    np.testing.assert_array_equal(two[:60], line_ups(5, 3, seed=1))


def test_a_seed_gives_the_same_order_on_every_machine():
    assert line_ups(4, 2, seed=7)[:5].tolist() == [[2, 3], [1, 2], [0, 2], [2, 0], [1, 0]]


@pytest.mark.parametrize(("characters", "seats"), [(3, 4), (3, 0)])
def test_seats_that_cannot_be_taken_are_refused(characters, seats):
    with pytest.raises(ValueError, match=f"{seats} seats cannot be taken by {characters}"):
        line_ups(characters, seats, seed=1)


def test_more_line_ups_than_can_be_listed_are_refused():
    with pytest.raises(ValueError, match="too many to list"):
        line_ups(20, 6, seed=1)
