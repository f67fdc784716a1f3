"""The board: the memory that games are played in, one after the other.  Kernels allocate nothing themselves."""

from typing import Any, NamedTuple

import numpy as np

from simkit.core.dice import random_dice
from simkit.core.jit import kernel
from simkit.core.log import new_log


class Board(NamedTuple):
    """What a game changes while it is played; all of it is modified in place."""

    dice: Any  # RANDOM
    log: Any  # LOG
    states: np.ndarray  # STATE[2]: the one in play, and a blank one
    tallies: np.ndarray  # TALLY[2]: likewise


def new_board(state: np.dtype[Any], tally: np.dtype[Any], seed: int, events: int = 0) -> Board:
    """A board for the games of a seed, with a log of that many events."""
    return Board(random_dice(seed), new_log(events), np.zeros(2, state), np.zeros(2, tally))


@kernel
def clear(board, game):
    """Make ready for game number `game`."""
    board.dice.game = game
    board.log.written = 0
    board.states[0] = board.states[1]
    board.tallies[0] = board.tallies[1]
