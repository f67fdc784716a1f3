"""Dice.  One argument, `dice`, is all the luck that a kernel has: a record, of one of two dtypes with the same fields.

RANDOM  `stream` is running (xoshiro256++), begun for game number `game` of `seed`
LOADED  `outcomes` holds what to show; `sizes` and `chances` note how many outcomes each roll had and how likely the one
        shown was, `owners` and `purposes` whose decision it was and what for; `rolled` counts

Which of the two it is shows in the length of `outcomes`, a constant when numba compiles, so random play pays nothing
for it.  (Records, not arrays: an array is seven arguments at every call.)

Random dice are *addressed*: a stream begins at a (purpose, turn, event) of a (seed, game), so two variants of the rules
meet the same luck for as long as they ask the same questions.  Every roll takes one word, whatever its number of dice.
A word is scaled to n outcomes by a 128-bit product: each outcome's probability is within 2^-64 of 1/n.
"""

from typing import Any

import numpy as np

from simkit.core.jit import kernel, pasted, routine
from simkit.core.records import record
from simkit.core.words import next_word, philox, wide_product, word

MOST_ROLLS = 64  # that loaded dice can show
ONLY_SIDE = np.int64(0)  # who decides in a game of one side
CHANCE = 0  # the owner of a roll that is no decision; that of a decision is its side, from 1 on
TWO_DICE_OUTCOMES, MOST_LIKELY = 11, 5  # sums 2 ... 12; outcome 5 is the seven
ONE = 2.0**64


def _dice(n: int) -> np.dtype[Any]:
    luck = (("stream", "u8", (4,)), ("seed", "u8"), ("game", "u8"))
    shown = (("outcomes", "i8", (n,)), ("sizes", "i8", (n,)), ("chances", "f8", (n,)))
    return record(*luck, ("rolled", "i8"), ("purpose", "i8"), *shown, ("owners", "i8", (n,)), ("purposes", "i8", (n,)))


RANDOM, LOADED = _dice(1), _dice(MOST_ROLLS)


@kernel
def loaded(dice):
    """Whether these are LOADED dice."""
    return dice.outcomes.shape[0] > 1


@pasted
def address(dice, purpose, turn, event):
    """Begin the stream of one purpose at one event; `dice` is modified in place.  Loaded dice note the purpose."""
    begin_stream(dice, np.int64(purpose), np.int64(turn), np.int64(event))


@routine
def begin_stream(dice, purpose, turn, event):
    """Begin the stream of an address; `address` calls this."""
    if loaded(dice):
        dice.purpose = purpose
    else:
        stream = dice.stream
        stream[0], stream[1], stream[2], stream[3] = philox(
            dice.seed, word(purpose), dice.game, word(turn), word(event), word(0)
        )


@kernel
def roll(dice, sides):
    """One die: a face, 1 ... `sides`."""
    if loaded(dice):
        return _show(dice, sides, 1.0 / sides) + 1
    else:
        return np.int64(wide_product(next_word(dice.stream), word(sides))[0]) + 1


@kernel
def choose(dice, n, whose):
    """A decision that the policy of side `whose` leaves open, 0 ... `n` - 1: random dice make it, each with one chance.

    Loaded dice show it like a roll and note whose it is, so that who looks for the best choice finds it.
    """
    if loaded(dice):
        choice = _show(dice, n, 1.0 / n)
        dice.owners[dice.rolled - 1] = whose + 1
        return choice
    else:
        return np.int64(wide_product(next_word(dice.stream), word(n))[0])


@kernel
def succeeds(dice, faces, sides):
    """Whether a die shows one of `faces` of its `sides` faces: a roll of two outcomes, the loaded one 0 for success."""
    if loaded(dice):
        failure = _shown(dice, 2)
        chance = faces / sides
        return _show(dice, 2, 1.0 - chance if failure == 1 else chance) == 0
    else:
        return np.int64(wide_product(next_word(dice.stream), word(sides))[0]) < faces


@kernel
def two_dice(dice):
    """The sum of two six-sided dice, 2 ... 12."""
    if loaded(dice):
        outcome = _shown(dice, TWO_DICE_OUTCOMES)
        return _show(dice, TWO_DICE_OUTCOMES, (6 - abs(outcome - MOST_LIKELY)) / 36.0) + 2
    else:
        pair = np.int64(wide_product(next_word(dice.stream), word(36))[0])
        return pair // 6 + pair % 6 + 2


@kernel
def hits(dice, table, n, plus):
    """Hits of a pool of `n` dice, by inverse distribution.

    Parameters
    ----------
    table : uint64[n_max + 1, columns, n_max]     from `pools.hits_table`
    n : int                                       dice in the pool, 0 ... n_max
    plus : int                                    column of the table
    """
    thresholds = table[n, plus]
    if loaded(dice):
        outcome = _shown(dice, n + 1)
        below = np.float64(thresholds[outcome - 1]) if outcome > 0 else 0.0
        if outcome < n:
            return _show(dice, n + 1, (np.float64(thresholds[outcome]) - below) / ONE)
        return _show(dice, n + 1, (ONE - below) / ONE)
    else:
        drawn = next_word(dice.stream)
        n_hits = 0
        for k in range(n):  # no way out early: a branch that goes wrong costs more than the comparisons
            n_hits += drawn >= thresholds[k]
        return n_hits


@kernel
def draw(dice, counts):
    """Index of a chit drawn blindly from a pool given as `counts`: int64[k], at least one of them positive.

    Loaded dice choose among the kinds that are there, so that they never show an outcome of probability zero.
    """
    n_chits, n_kinds = 0, 0
    for count in counts:
        n_chits += count
        n_kinds += count > 0
    if n_chits <= 0:
        raise ValueError("draw: the pool is empty")
    if loaded(dice):
        kind = _kind_there(counts, _shown(dice, n_kinds))
        _show(dice, n_kinds, counts[kind] / n_chits)
        return kind
    else:
        left = np.int64(wide_product(next_word(dice.stream), word(n_chits))[0])
        kind = 0
        while left >= counts[kind]:
            left -= counts[kind]
            kind += 1
        return kind


@kernel
def _kind_there(counts, nth):
    """Index of the `nth` kind, counted from 0, among the kinds that are in the pool."""
    for kind in range(counts.shape[0]):
        if counts[kind] > 0:
            if nth == 0:
                return kind
            nth -= 1
    raise ValueError("draw: a loaded die shows a kind that is not in the pool")


@kernel
def _shown(dice, n_outcomes):
    """The outcome that the next loaded die will show, 0 ... `n_outcomes` - 1."""
    if dice.rolled >= dice.outcomes.shape[0]:
        raise IndexError("the loaded dice ran out")
    outcome = dice.outcomes[dice.rolled]
    if outcome < 0 or outcome >= n_outcomes:
        raise ValueError("a loaded die shows an outcome that it does not have")
    return outcome


@kernel
def _show(dice, n_outcomes, chance):
    """Turn up the next loaded die and note what it was."""
    outcome = _shown(dice, n_outcomes)
    dice.sizes[dice.rolled] = n_outcomes
    dice.chances[dice.rolled] = chance
    dice.owners[dice.rolled] = CHANCE
    dice.purposes[dice.rolled] = dice.purpose
    dice.rolled += 1
    return outcome


def random_dice(seed: int, game: int = 0) -> Any:
    """Random dice for one game, not yet addressed.  `seed` and `game` are 0 ... 2^64 - 1."""
    dice = np.zeros(1, RANDOM)
    dice["seed"], dice["game"] = np.uint64(seed), np.uint64(game)
    return dice[0]


def loaded_dice(outcomes: list[int]) -> Any:
    """Dice that show `outcomes` in turn, then zeros: a face less one, a sum less two, a number of hits."""
    dice = np.zeros(1, LOADED)
    dice["outcomes"][0, : len(outcomes)] = outcomes
    return dice[0]
