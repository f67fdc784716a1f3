"""Exact probabilities from the rules that simulate: loaded dice turned through every outcome, states made a chain.

A game's `explore` kernel is four lines round its own `step`; the pieces are here (`start`, `open_state`, `fresh_state`,
`fresh_gains`, `note_arc`).  `walk` gives it memory, and `solve` follows the absorbing chain step by step (Kemeny, Snell
1960, chapter 3), so that a limit on the number of steps is exact too.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from simkit.core.dice import loaded_dice
from simkit.core.jit import kernel
from simkit.core.records import PLAYING, words
from simkit.core.words import U64, plus, product, right, wide_product, word

FIRST_STATES, FIRST_ARCS = 1 << 14, 1 << 18  # memory that is never touched costs nothing
MOST_ARCS = 1 << 23  # with their gains a gigabyte or two
NEGLIGIBLE = 1e-18
HASH_FACTOR = U64(0x9E3779B97F4A7C15)  # binary digits of the golden ratio
N_STATES, N_ARCS, SOURCE, LATEST, FULL = 0, 1, 2, 3, 4


class Memory(NamedTuple):
    """What an `explore` kernel works in; every array is modified in place."""

    states: np.ndarray  # STATE[n]
    state_words: np.ndarray  # the same memory as uint64[n, words]
    scratch: np.ndarray  # STATE[1]: where `step` plays
    scratch_words: np.ndarray
    slots: np.ndarray  # int64[power of two]: the hash table, of state numbers plus one
    latest_arc: np.ndarray  # int64[n]: number plus one of the last arc that led to a state
    first_arc: np.ndarray  # int64[n + 1]
    target: np.ndarray  # int64[m]
    probability: np.ndarray  # float64[m]
    gains: np.ndarray  # TALLY[m]
    gain_words: np.ndarray  # the same memory as uint64[m, words]
    dice: Any  # LOADED
    counts: np.ndarray  # int64[5]: states, arcs, the state being opened, the one found last, 1 when memory ran out


class Chain(NamedTuple):
    """What `explore` found: state 0 is where play begins, and arcs stand in the order of their sources.

    Rolls that lead to the same state with the same gains are one arc.
    """

    states: np.ndarray  # STATE[n]
    first_arc: np.ndarray  # int64[n + 1]: arcs of state s are first_arc[s] ... first_arc[s + 1] - 1
    target: np.ndarray  # int64[arcs]
    probability: np.ndarray  # float64[arcs]
    gains: np.ndarray  # TALLY[arcs]: what was counted on the way


class Solution(NamedTuple):
    """Where a chain ends and how often it passes."""

    ended: np.ndarray  # float64[n]: chance to end in this state (0 for states in play)
    unended: float  # chance to be in play still after the steps allowed
    visits: np.ndarray  # float64[n]: expected number of steps that begin here
    left: np.ndarray  # float64[n]: chance to be here, in play still after the steps allowed


@kernel
def start(memory):
    """Take the state in `scratch` as the first one."""
    _look_up(memory)


@kernel
def open_state(memory):
    """Go on to the next state in play; False when all are open or the memory is full."""
    counts = memory.counts
    while counts[FULL] == 0:
        counts[SOURCE] += 1
        memory.first_arc[counts[SOURCE]] = counts[N_ARCS]
        if counts[SOURCE] == counts[N_STATES]:
            return False
        if memory.states[counts[SOURCE]].ending == PLAYING:
            return True
    return False


@kernel
def fresh_state(memory):
    """The open state, copied to where a step may change it."""
    _copy(memory.state_words[memory.counts[SOURCE]], memory.scratch_words[0])
    return memory.scratch[0]


@kernel
def fresh_gains(memory):
    """The tally of the arc to come, all zero."""
    gain_words = memory.gain_words[memory.counts[N_ARCS]]
    for i in range(gain_words.shape[0]):
        gain_words[i] = 0
    return memory.gains[memory.counts[N_ARCS]]


@kernel
def note_arc(memory):
    """Store where the step led and how likely; False after the last sequence of dice, or when the memory is full."""
    counts = memory.counts
    memory.probability[_arc_to(memory, _find(memory))] += chance(memory.dice)
    if counts[N_ARCS] == memory.target.shape[0] or counts[N_STATES] == memory.states.shape[0]:
        counts[FULL] = 1
        return False
    return turn(memory.dice)


@kernel
def turn(dice):
    """Turn loaded dice to the next sequence, as an odometer turns; False after the last one."""
    last = dice.rolled - 1
    dice.rolled = 0
    while last >= 0 and dice.outcomes[last] == dice.sizes[last] - 1:
        dice.outcomes[last] = 0
        last -= 1
    if last < 0:
        return False
    dice.outcomes[last] += 1
    return True


@kernel
def chance(dice):
    """Probability of the sequence that the loaded dice just showed."""
    probability = 1.0
    for i in range(dice.rolled):
        probability *= dice.chances[i]
    return probability


@kernel
def _arc_to(memory, target):
    """Index of the arc from the open state to `target` with the same gains, or of a new one."""
    new, known = memory.counts[N_ARCS], memory.latest_arc[target] - 1
    opened_here = known >= memory.first_arc[memory.counts[SOURCE]]
    if opened_here and _equal(memory.gain_words[known], memory.gain_words[new]):
        return known
    memory.target[new] = target
    memory.latest_arc[target] = new + 1
    memory.counts[N_ARCS] += 1
    return new


@kernel
def _find(memory):
    """Index of the state in `scratch`, stored first if it is new.

    It is often the one found just before, when the last die made no difference: asking first saves 30 % of `explore`.
    """
    if not _equal(memory.state_words[memory.counts[LATEST]], memory.scratch_words[0]):
        memory.counts[LATEST] = _look_up(memory)
    return memory.counts[LATEST]


@kernel
def _look_up(memory):
    sought, known, slots = memory.scratch_words[0], memory.state_words, memory.slots
    slot = _code(sought) & (slots.shape[0] - 1)
    while slots[slot] > 0:
        if _equal(known[slots[slot] - 1], sought):
            return slots[slot] - 1
        slot = (slot + 1) & (slots.shape[0] - 1)
    memory.counts[N_STATES] += 1
    slots[slot] = memory.counts[N_STATES]
    _copy(sought, known[slots[slot] - 1])
    return slots[slot] - 1


@kernel
def _code(state_words):
    """A hash: the words as digits of one number in base HASH_FACTOR, its halves folded so that each bit counts."""
    code = word(0)
    for value in state_words:
        code = plus(product(code, HASH_FACTOR), value)
    high, low = wide_product(code, HASH_FACTOR)
    return np.int64(right(high ^ low, 1))


@kernel
def _copy(source, target):
    for i in range(source.shape[0]):
        target[i] = source[i]


@kernel
def _equal(a, b):
    """Whether all words agree.  There is no early return, so they are compared in parallel, which saves 10 %."""
    difference = a[0] ^ b[0]
    for i in range(1, a.shape[0]):
        difference |= a[i] ^ b[i]
    return difference == 0


def walk(
    explore: Callable[[Memory], None], state: np.dtype[Any], tally: np.dtype[Any], most_states: int = 1 << 20
) -> Chain:
    """Run `explore` with as much memory as it needs; `ValueError` when there is too much to explore."""
    n, m = min(FIRST_STATES, most_states + 1), FIRST_ARCS
    while True:
        memory = _memory(state, tally, n, m)
        explore(memory)
        n_states, n_arcs, _, _, full = (int(count) for count in memory.counts)
        if n_states > most_states:
            raise ValueError(f"more than {most_states:,} states: too many for an exact answer")
        if not full:
            return _chain(memory, n_states, n_arcs)
        if n_arcs == MOST_ARCS:
            raise ValueError(f"more than {n_arcs:,} ways between states: too many for an exact answer")
        n, m = (min(4 * n, most_states + 1), m) if n_states == n else (n, min(4 * m, MOST_ARCS))


def _memory(state: np.dtype[Any], tally: np.dtype[Any], n: int, m: int) -> Memory:
    states, scratch, gains = np.zeros(n, state), np.zeros(1, state), np.zeros(m, tally)
    return Memory(
        states=states,
        state_words=words(states),
        scratch=scratch,
        scratch_words=words(scratch),
        slots=np.zeros(1 << (2 * n - 1).bit_length(), np.int64),
        latest_arc=np.zeros(n, np.int64),
        first_arc=np.zeros(n + 1, np.int64),
        target=np.zeros(m, np.int64),
        probability=np.zeros(m),
        gains=gains,
        gain_words=words(gains),
        dice=loaded_dice([]),
        counts=np.array([0, 0, -1, 0, 0]),
    )


def _chain(memory: Memory, n_states: int, n_arcs: int) -> Chain:
    arcs = slice(n_arcs)
    states, first_arc = memory.states[:n_states], memory.first_arc[: n_states + 1]
    return Chain(states, first_arc, memory.target[arcs], memory.probability[arcs], memory.gains[arcs])


def solve(chain: Chain, most_steps: int) -> Solution:
    """Follow the chain for `most_steps` steps."""
    in_play = np.ascontiguousarray(chain.states["ending"] == PLAYING)
    mass, moved, ended, visits = np.zeros((4, len(chain.states)), chain.probability.dtype)
    unended = _flow(chain.first_arc, chain.target, chain.probability, in_play, most_steps, mass, moved, ended, visits)
    return Solution(ended, unended if abs(unended) > NEGLIGIBLE else 0.0, visits, mass + moved)


def expected_gains(chain: Chain, solution: Solution) -> dict[str, float]:
    """Expectation of each field of the tally over a whole play."""
    names = chain.gains.dtype.names or ()
    counts, sums = chain.gains.view(np.int64).reshape(len(chain.gains), len(names)), np.zeros(len(names))
    _add_up(chain.first_arc, solution.visits, chain.probability, counts, sums)
    return dict(zip(names, sums.tolist(), strict=True))


@kernel
def _add_up(first_arc, visits, probability, counts, sums):
    """Add to `sums` the expectation of each column of `counts`: each arc's count, times how often it is taken."""
    for state in range(visits.shape[0]):
        for arc in range(first_arc[state], first_arc[state + 1]):
            for field in range(sums.shape[0]):
                sums[field] += visits[state] * probability[arc] * counts[arc, field]


@kernel
def _flow(first_arc, target, probability, in_play, most_steps, mass, moved, ended, visits):
    """Move the mass step by step; returns what is left.  The last four arguments are zeroed, and modified in place."""
    if not in_play[0]:
        ended[0] = 1.0
        return 0.0
    n = ended.shape[0]
    mass[0] = 1.0
    left_over = 1.0
    for _ in range(most_steps):
        left_over = 0.0
        for state in range(n):
            here = mass[state]
            if here == 0.0:
                continue
            mass[state] = 0.0
            visits[state] += here
            for arc in range(first_arc[state], first_arc[state + 1]):
                moved[target[arc]] += here * probability[arc]
        for state in range(n):
            if in_play[state]:
                left_over += moved[state]
            else:
                ended[state] += moved[state]
                moved[state] = 0.0
        mass, moved = moved, mass
        if abs(left_over) < NEGLIGIBLE:
            break
    return left_over
