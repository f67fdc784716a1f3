"""[How to Move] Spaces: what is open, who stands there, how far it is."""

import numpy as np

from simkit.core.jit import kernel, routine
from simkit.games.new_york.schema import N_CHITS, NOTHING, Ground


@kernel
def distance(rules, flies, start, target):
    """Steps from one space to another, through no intact building unless flying."""
    return np.int64(rules.ways[flies, start, target])


@kernel
def way_out(rules, flies, exit_, space):
    """Steps from a space to the nearest one of an exit."""
    return np.int64(rules.exit_ways[flies, exit_, space])


@kernel
def is_open(rules, space, state):
    """Whether a space is a street, a park, or rubble."""
    return rules.ground[space] != Ground.BUILDING or state.bites[space] >= rules.successes[space]


@routine
def other_at(space, who, state):
    """The first other monster in a space, or NOTHING."""
    for other in range(state.n_players):
        seat = state.seats[other]
        if other != who and seat.alive and seat.space == space:
            return np.int64(other)
    return NOTHING


@routine
def others_at(space, who, state):
    """How many other monsters are in a space."""
    n = 0
    for other in range(state.n_players):
        seat = state.seats[other]
        n += other != who and seat.alive and seat.space == space
    return n


@routine
def chit_at(space, state):
    """Which of the chits lies face down in a space, or NOTHING."""
    for chit in range(N_CHITS):
        if state.chits[chit] == space:
            return np.int64(chit)
    return NOTHING


@kernel
def passable(rules, who, space, state):
    """[How to Move] Whether a monster could normally be in a space: no building unless it flies, no other monster."""
    return (state.seats[who].flies == 1 or is_open(rules, space, state)) and other_at(space, who, state) == NOTHING


@kernel
def may_step(rules, who, space, state):
    """[How to Move] Whether a step into a space is allowed: to pass, to eat the building, to attack the monster.

    Two monsters in a space are fighting; nobody joins them.  Who cannot pass a building cannot attack above it.
    """
    n = others_at(space, who, state)
    return n == 0 or (n == 1 and (state.seats[who].flies == 1 or is_open(rules, space, state)))


@kernel
def must_stop(rules, who, state):
    """[How to Move] Whether a move ends in the space where a monster is: to attack, or to eat."""
    seat = state.seats[who]
    in_building = seat.flies == 0 and not is_open(rules, seat.space, state)
    return in_building or other_at(seat.space, who, state) != NOTHING
