"""Dice: each sampler against an oracle of whole numbers, loaded, word by word and in many games; then the addresses."""

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from conftest import JIT, all_faces, faces_of_pool, shares
from statistical import assert_counts

from simkit.core.dice import (
    CHANCE,
    MOST_ROLLS,
    address,
    choose,
    draw,
    hits,
    loaded_dice,
    random_dice,
    roll,
    two_dice,
)
from simkit.core.exact import chance, turn
from simkit.core.pools import hits_table, pool
from simkit.core.words import U64, next_word, philox

SEED = 51
GAMES = 50_000 if JIT else 4_000
ROUNDING = 2.0**-52  # of a float64: a loaded probability is a difference of two rounded thresholds

# Columns of the table: nothing added, one added to one die, to two dice, and every die one better.
PLAIN, ONE_MORE, TWO_MORE, BETTER = range(4)
N_MAX = 6
TABLE = hits_table(
    N_MAX, [lambda n: pool(n, 2), lambda n: pool(n, 2, 1, 1), lambda n: pool(n, 2, 1, 2), lambda n: pool(n, 3)]
)
CHITS = np.array([3, 0, 1, 0, 4, 0])


def hits_shares(n, hit_face=5, plus=0):
    return shares(faces_of_pool(faces, hit_face, plus) for faces in all_faces(n))


SAMPLERS = {
    "a die": (lambda dice: roll(dice, 6), shares(range(1, 7))),
    "a die of ten": (lambda dice: roll(dice, 10), shares(range(1, 11))),
    "a die of one": (lambda dice: roll(dice, 1), {1: Fraction(1)}),
    "two dice": (two_dice, shares(a + b for a, b in all_faces(2))),
    "no dice": (lambda dice: hits(dice, TABLE, 0, PLAIN), {0: Fraction(1)}),
    "one die of a pool": (lambda dice: hits(dice, TABLE, 1, ONE_MORE), hits_shares(1, plus=1)),
    "a plain pool": (lambda dice: hits(dice, TABLE, 5, PLAIN), hits_shares(5)),
    "a pool with one added": (lambda dice: hits(dice, TABLE, 4, ONE_MORE), hits_shares(4, plus=1)),
    "a pool with two added": (lambda dice: hits(dice, TABLE, 3, TWO_MORE), hits_shares(3, plus=2)),
    "a better pool": (lambda dice: hits(dice, TABLE, 6, BETTER), hits_shares(6, hit_face=4)),
    "a chit": (lambda dice: draw(dice, CHITS), shares([0, 0, 0, 2, 4, 4, 4, 4])),
}
every_sampler = pytest.mark.parametrize(("ask", "probabilities"), SAMPLERS.values(), ids=SAMPLERS)


def addressed(game=0, purpose=1, turn=2, event=3, seed=SEED):
    dice = random_dice(seed, game)
    address(dice, purpose, turn, event)
    return dice


def stream_of(*coordinates, **named):
    return tuple(addressed(*coordinates, **named).stream)


def with_word(drawn):
    """Dice whose next word is `drawn`: with the first word zero it is the last one, rotated by 23."""
    dice = random_dice(SEED)
    dice.stream[3] = drawn >> 23 | (drawn << 41) % 2**64
    return dice


# Loaded dice


@every_sampler
def test_loaded_dice_turn_through_every_outcome_with_its_probability(ask, probabilities):
    dice, found, more = loaded_dice([]), {}, True
    while more:
        outcome = ask(dice)
        assert outcome not in found
        found[outcome] = chance(dice)
        more = turn(dice) >= 0
    assert found.keys() == probabilities.keys()
    assert all(abs(found[outcome] - probabilities[outcome]) <= ROUNDING for outcome in found)
    assert abs(sum(found.values()) - 1) <= ROUNDING


def test_the_odometer_follows_rolls_that_depend_on_rolls():
    dice, found, more = loaded_dice([]), [], True
    while more:
        n = roll(dice, 3)
        found.append((n, *(roll(dice, 2) for _ in range(n))))
        more = turn(dice) >= 0
    assert found == [(n, *faces) for n in (1, 2, 3) for faces in all_faces(n, 2)]


def test_loaded_dice_show_a_face_less_one_a_sum_less_two_a_number_of_hits_a_place():
    dice = loaded_dice([4, 9, 2, 1])
    assert (roll(dice, 6), two_dice(dice), hits(dice, TABLE, 3, PLAIN), draw(dice, CHITS)) == (5, 11, 2, 2)


def test_loaded_dice_show_zeros_after_the_outcomes():
    dice = loaded_dice([5])
    assert [roll(dice, 6) for _ in range(3)] == [6, 1, 1]


def test_loaded_dice_run_out():
    dice = loaded_dice([0] * MOST_ROLLS)
    for _ in range(MOST_ROLLS):
        roll(dice, 6)
    with pytest.raises(IndexError, match="the loaded dice ran out"):
        roll(dice, 6)


@pytest.mark.parametrize(
    ("ask", "outcome"),
    [
        (lambda dice: roll(dice, 6), 6),
        (lambda dice: roll(dice, 6), -1),
        (two_dice, 11),
        (lambda dice: hits(dice, TABLE, 3, PLAIN), 4),
        (lambda dice: draw(dice, CHITS), 3),
    ],
)
def test_loaded_dice_refuse_an_outcome_that_they_do_not_have(ask, outcome):
    with pytest.raises(ValueError, match="an outcome that it does not have"):
        ask(loaded_dice([outcome]))


@pytest.mark.parametrize("dice", [random_dice(SEED), loaded_dice([])], ids=["random", "loaded"])
def test_nothing_is_drawn_from_an_empty_pool(dice):
    with pytest.raises(ValueError, match="the pool is empty"):
        draw(dice, np.zeros(3, np.int64))


# Random dice: every word, and many games


@pytest.mark.parametrize(
    ("ask", "answers"),
    [
        (lambda dice: roll(dice, 6), range(1, 7)),
        (lambda dice: roll(dice, 7), range(1, 8)),
        (two_dice, [a + b for a, b in all_faces(2)]),
        (lambda dice: draw(dice, CHITS), [0, 0, 0, 2, 4, 4, 4, 4]),
    ],
)
def test_the_words_are_shared_out_evenly_and_in_order(ask, answers):
    """Case i of n begins at the first word that is i/n of the way: the probabilities are exact to 2^-64."""
    n = len(answers)
    for i, answer in enumerate(answers):
        first, last = -(-(i << 64) // n), -(-((i + 1) << 64) // n) - 1
        assert ask(with_word(first)) == ask(with_word(last)) == answer


@pytest.mark.parametrize("column", [PLAIN, ONE_MORE, TWO_MORE, BETTER])
def test_a_pool_scores_as_many_hits_as_thresholds_are_reached(column):
    for n in range(1, N_MAX + 1):
        thresholds = [int(threshold) for threshold in TABLE[n, column, :n]]
        for k, threshold in enumerate(thresholds):
            assert hits(with_word(threshold - 1), TABLE, n, column) == k
            assert hits(with_word(threshold), TABLE, n, column) == k + 1


@every_sampler
def test_many_games_roll_as_the_oracle_says(ask, probabilities):
    dice, found = random_dice(SEED), Counter()
    for game in range(GAMES):
        dice.game = game
        address(dice, 0, 0, 0)
        found[ask(dice)] += 1
    assert found.keys() <= probabilities.keys()
    assert_counts([found[outcome] for outcome in probabilities], [float(p) for p in probabilities.values()])


def test_rolls_of_one_stream_are_independent():
    dice = addressed()
    pairs = Counter((roll(dice, 6), roll(dice, 6)) for _ in range(GAMES))
    assert_counts([pairs[pair] for pair in all_faces(2)], [1 / 36] * 36)


def test_both_lanes_and_every_version_roll_the_same():
    dice = addressed(game=7)
    assert [roll(dice, 6) for _ in range(10)] == [6, 5, 6, 1, 2, 1, 4, 1, 4, 6]
    assert [two_dice(dice) for _ in range(10)] == [4, 10, 8, 7, 10, 8, 5, 3, 11, 8]
    assert [hits(dice, TABLE, 6, TWO_MORE) for _ in range(10)] == [4, 1, 4, 3, 5, 3, 3, 2, 1, 3]
    assert [draw(dice, CHITS) for _ in range(10)] == [4, 0, 4, 4, 0, 2, 4, 0, 4, 4]


def test_one_more_die_never_scores_fewer_hits_in_a_game():
    for game in range(100):
        scored = [hits(addressed(game), TABLE, n, PLAIN) for n in range(N_MAX + 1)]
        assert scored == sorted(scored)


# Addresses


def test_an_address_is_a_block_of_philox():
    dice = addressed(game=5, purpose=2, turn=7, event=9)
    block = philox(*map(U64, [SEED, 2, 5, 7, 9, 0]))
    assert (dice.stream.tolist(), dice.seed, dice.game) == ([*block], SEED, 5)


def test_an_address_takes_the_whole_range_of_seeds_and_games():
    top = 2**64 - 1
    assert len({stream_of(game, seed=seed) for seed in (0, top) for game in (0, top)}) == 4


@every_sampler
def test_every_roll_takes_one_word(ask, probabilities):
    dice, stream = addressed(), addressed().stream
    ask(dice)
    next_word(stream)
    assert dice.stream.tolist() == stream.tolist()


def test_a_stream_does_not_depend_on_what_was_rolled_before():
    dice = addressed(event=1)
    for n_rolls in range(3):
        for _ in range(n_rolls):
            two_dice(dice)
        address(dice, 1, 2, 3)
        assert tuple(dice.stream) == stream_of()


def test_distinct_addresses_begin_distinct_streams():
    coordinates = itertools.product(range(3), repeat=5)
    assert len({stream_of(*address) for address in coordinates}) == 3**5


def test_loaded_dice_have_no_address_and_note_what_they_are_for():
    dice = loaded_dice([3, 4])
    address(dice, 1, 2, 3)
    assert (dice.purpose, not np.any(dice.stream), dice.rolled) == (1, True, 0)
    assert [roll(dice, 6), roll(dice, 6)] == [4, 5]


def test_a_choice_takes_the_word_of_a_roll_and_loaded_dice_note_whose_it_is_and_what_for():
    assert [choose(addressed(game), 5, 0) + 1 for game in range(99)] == [roll(addressed(game), 5) for game in range(99)]
    dice = loaded_dice([1, 2, 3])
    address(dice, 7, 0, 0)
    assert [roll(dice, 6), choose(dice, 4, 1), roll(dice, 6)] == [2, 2, 4]
    assert dice.owners[:3].tolist() == [CHANCE, 2, CHANCE]
    assert (dice.purposes[:3].tolist(), dice.chances[1], dice.sizes[1]) == ([7, 7, 7], 1 / 4, 4)
    turn(dice)
    assert dice.purpose == 0
