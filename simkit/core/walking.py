"""Memory for an `explore` kernel, as much as it needs, and what it found: a chain, or the trees of all ways."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from simkit.core.dice import MOST_ROLLS, loaded_dice
from simkit.core.exact import FULL, N_ARCS, N_EDGES, N_GAINS, N_STATES, SOURCE, Chain
from simkit.core.records import words
from simkit.core.ways import Ways, no_ways

FIRST_STATES, FIRST_ARCS, FIRST_GAINS = 1 << 14, 1 << 18, 1 << 14  # memory that is never touched costs nothing
MOST_ARCS = 1 << 25  # a gigabyte, with what else is kept of a way
GROWTH = 4


class Memory(NamedTuple):
    """What an `explore` kernel works in; every array is modified in place."""

    states: np.ndarray  # STATE[n]
    state_words: np.ndarray  # the same memory as uint64[n, words]
    scratch: np.ndarray  # STATE[1]: where `step` plays
    scratch_words: np.ndarray
    slots: np.ndarray  # int64[power of two]: the hash table, of state numbers plus one
    latest_arc: np.ndarray  # int64[n]: number plus one of the last arc that led to a state
    first_arc: np.ndarray  # int64[n + 1]
    target: np.ndarray  # int32[m]
    gain: np.ndarray  # int32[m]: which of the gains
    probability: np.ndarray  # float64[m]; not filled where ways are kept
    gains: np.ndarray  # TALLY[k]: every one that a step has; one more is being counted
    gain_words: np.ndarray  # the same memory as uint64[k, words]
    gain_slots: np.ndarray  # int64[power of two]: the hash table of the gains
    ways: Ways  # of length 0 where ways to the same state are joined
    dice: Any  # LOADED
    counts: np.ndarray  # int64[9]: see `exact`


class Branches(NamedTuple):
    """The trees of all states.  An edge is one outcome of one roll; each way is told from its fork on."""

    first_way: np.ndarray  # int64[n + 1]: ways of state s are first_way[s] ... first_way[s + 1] - 1
    first_edge: np.ndarray  # int64[n + 1]: its edges are first_edge[s] ... first_edge[s + 1] - 1
    target: np.ndarray  # int32[ways]
    gain: np.ndarray  # int32[ways]: which gains are counted on the way
    ways: Ways


class Tree(NamedTuple):
    """What `explore` found where every sequence of dice is a way of its own; state 0 is where play begins."""

    states: np.ndarray  # STATE[n]
    gains: np.ndarray  # TALLY[k]: every one that a step has
    branches: Branches


class Room(NamedTuple):
    """How many of each a memory holds."""

    states: int
    arcs: int
    gains: int
    edges: int  # of ways; 0 where they are joined


def walk(
    explore: Callable[[Memory], None], state: np.dtype[Any], tally: np.dtype[Any], most_states: int = 1 << 20
) -> Chain:
    """Run `explore` with as much memory as it needs; `ValueError` when there is too much to explore."""
    memory = _walked(explore, state, tally, most_states, n_edges=0)
    states, first_arc, target, gain, gains = _found(memory)
    return Chain(states, first_arc, target, memory.probability[: len(target)], gain, gains)


def walk_ways(
    explore: Callable[[Memory], None], state: np.dtype[Any], tally: np.dtype[Any], most_states: int = 1 << 20
) -> Tree:
    """The same, with every sequence of dice a way of its own."""
    memory = _walked(explore, state, tally, most_states, n_edges=2 * FIRST_ARCS)
    states, first_way, target, gain, gains = _found(memory)
    ways = memory.ways.cut(len(target), int(memory.counts[N_EDGES]))
    edges_before = np.concatenate(([0], np.cumsum(ways.depth.astype(np.int64) - ways.fork)))
    return Tree(states, gains, Branches(first_way, edges_before[first_way], target, gain, ways))


def _walked(
    explore: Callable[[Memory], None], state: np.dtype[Any], tally: np.dtype[Any], most_states: int, n_edges: int
) -> Memory:
    """The memory after exploring, as large as it had to be."""
    room = Room(min(FIRST_STATES, most_states + 1), FIRST_ARCS, FIRST_GAINS, n_edges)
    while True:
        memory = memory_for(state, tally, room)
        explore(memory)
        if memory.counts[N_STATES] > most_states:
            raise ValueError(f"more than {most_states:,} states: too many for an exact answer")
        if not memory.counts[FULL]:
            return memory
        if memory.counts[N_ARCS] == MOST_ARCS:
            raise ValueError(f"more than {MOST_ARCS:,} ways between states: too many for an exact answer")
        room = _more_room(room, memory.counts, most_states)


def _more_room(room: Room, counts: np.ndarray, most_states: int) -> Room:
    """More of whatever was full."""
    states, arcs, gains, edges = (GROWTH * n for n in room)
    return Room(
        min(states, most_states + 1) if counts[N_STATES] == room.states else room.states,
        min(arcs, MOST_ARCS) if counts[N_ARCS] == room.arcs else room.arcs,
        gains if counts[N_GAINS] == room.gains else room.gains,
        edges if counts[N_EDGES] + MOST_ROLLS > room.edges else room.edges,
    )


def memory_for(state: np.dtype[Any], tally: np.dtype[Any], room: Room) -> Memory:
    """Memory with some room, nothing in it."""
    states, scratch, gains = np.zeros(room.states, state), np.zeros(1, state), np.zeros(room.gains, tally)
    counts = np.zeros(9, np.int64)
    counts[SOURCE] = -1
    return Memory(
        states=states,
        state_words=words(states),
        scratch=scratch,
        scratch_words=words(scratch),
        slots=_slots(room.states),
        latest_arc=np.zeros(room.states, np.int64),
        first_arc=np.zeros(room.states + 1, np.int64),
        target=np.zeros(room.arcs, np.int32),
        gain=np.zeros(room.arcs, np.int32),
        probability=np.zeros(room.arcs),
        gains=gains,
        gain_words=words(gains),
        gain_slots=_slots(room.gains),
        ways=Ways.of(room.arcs, room.edges) if room.edges else no_ways(),
        dice=loaded_dice([]),
        counts=counts,
    )


def _slots(n: int) -> np.ndarray:
    """A hash table for `n` records, at most half full."""
    return np.zeros(1 << (2 * n - 1).bit_length(), np.int64)


def _found(memory: Memory) -> tuple[np.ndarray, ...]:
    """States, first arcs, targets, gains of arcs, and the gains, without what was not filled."""
    n_states, n_arcs, n_gains = (int(count) for count in memory.counts[[N_STATES, N_ARCS, N_GAINS]])
    arcs = slice(n_arcs)
    return (
        memory.states[:n_states],
        memory.first_arc[: n_states + 1],
        memory.target[arcs],
        memory.gain[arcs],
        memory.gains[:n_gains],
    )
