"""Exact probabilities from the rules that simulate: loaded dice turned through every outcome, states made a chain.

A game's `explore` kernel is four lines round its own `step`; the pieces are here (`start`, `open_state`, `fresh_state`,
`fresh_gains`, `note_arc`).  `walking.walk` gives it memory.  `solve` follows the absorbing chain step by step (Kemeny,
Snell 1960, chapter 3), so that a limit on the number of steps is exact too.
"""

from typing import NamedTuple

import numpy as np

from simkit.core.dice import MOST_ROLLS
from simkit.core.jit import kernel
from simkit.core.records import PLAYING
from simkit.core.ways import keep_way, keeps_ways
from simkit.core.words import U64, plus, product, right, wide_product, word

NEGLIGIBLE = 1e-18
HASH_FACTOR = U64(0x9E3779B97F4A7C15)  # binary digits of the golden ratio
# Places in the `counts` of a memory: states, arcs, gains, edges of ways; the state being opened, the state and the
# gains found last, the roll at which this way parts from the one before; 1 when the memory ran out.
N_STATES, N_ARCS, N_GAINS, N_EDGES, SOURCE, LATEST, LATEST_GAIN, FORK, FULL = range(9)


class Chain(NamedTuple):
    """What `explore` found: state 0 is where play begins, and arcs stand in the order of their sources.

    Rolls that lead to the same state with the same gains are one arc.
    """

    states: np.ndarray  # STATE[n]
    first_arc: np.ndarray  # int64[n + 1]: arcs of state s are first_arc[s] ... first_arc[s + 1] - 1
    target: np.ndarray  # int32[arcs]
    probability: np.ndarray  # float64[arcs]
    gain: np.ndarray  # int32[arcs]: which of `gains` is counted on the way
    gains: np.ndarray  # TALLY[k]

    def counted(self, field: str) -> np.ndarray:
        """What each arc adds to a field of the tally: int64[arcs]."""
        counts: np.ndarray = self.gains[field][self.gain]
        return counts


class Solution(NamedTuple):
    """Where a chain ends and how often it passes."""

    ended: np.ndarray  # float64[n]: chance to end in this state (0 for states in play)
    unended: float  # chance to be in play still after the steps allowed
    visits: np.ndarray  # float64[n]: expected number of steps that begin here
    left: np.ndarray  # float64[n]: chance to be here, in play still after the steps allowed


@kernel
def start(memory):
    """Take the state in `scratch` as the first one; the first gains are none."""
    fresh_gains(memory)
    _look_up(memory.gain_words[0], memory.gain_words, memory.gain_slots, memory.counts, N_GAINS)
    _look_up(memory.scratch_words[0], memory.state_words, memory.slots, memory.counts, N_STATES)


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
    gain_words = memory.gain_words[memory.counts[N_GAINS]]
    for i in range(gain_words.shape[0]):
        gain_words[i] = 0
    return memory.gains[memory.counts[N_GAINS]]


@kernel
def note_arc(memory):
    """Store where the step led and how likely; False after the last sequence of dice, or when the memory is full."""
    counts, dice = memory.counts, memory.dice
    target = _find(memory.scratch_words[0], memory.state_words, memory.slots, counts, N_STATES, LATEST)
    gained = memory.gain_words[counts[N_GAINS]]
    gain = _find(gained, memory.gain_words, memory.gain_slots, counts, N_GAINS, LATEST_GAIN)
    if keeps_ways(memory.ways):
        counts[N_EDGES] = keep_way(memory.ways, counts[N_ARCS], counts[N_EDGES], counts[FORK], dice)
        _new_arc(memory, target, gain)
    else:
        memory.probability[_arc_to(memory, target, gain)] += chance(dice)
    if _is_full(memory):
        counts[FULL] = 1
        return False
    forks_at = turn(dice)
    counts[FORK] = max(forks_at, 0)
    return forks_at >= 0


@kernel
def _is_full(memory):
    """Whether a state, an arc, a tally or the longest way would find no room any more."""
    counts, n_edges = memory.counts, memory.ways.chance.shape[0]
    return (
        counts[N_ARCS] == memory.target.shape[0]
        or counts[N_STATES] == memory.states.shape[0]
        or counts[N_GAINS] == memory.gains.shape[0]
        or (n_edges > 0 and counts[N_EDGES] + MOST_ROLLS > n_edges)
    )


@kernel
def turn(dice):
    """Turn loaded dice to the next sequence, as an odometer turns; the roll that it turned, -1 after the last one."""
    last = dice.rolled - 1
    dice.rolled = dice.purpose = 0
    while last >= 0 and dice.outcomes[last] == dice.sizes[last] - 1:
        dice.outcomes[last] = 0
        last -= 1
    if last >= 0:
        dice.outcomes[last] += 1
    return last


@kernel
def chance(dice):
    """Probability of the sequence that the loaded dice just showed."""
    probability = 1.0
    for i in range(dice.rolled):
        probability *= dice.chances[i]
    return probability


@kernel
def _arc_to(memory, target, gain):
    """Index of the arc from the open state to `target` with the same gains, or of a new one."""
    known = memory.latest_arc[target] - 1
    if known >= memory.first_arc[memory.counts[SOURCE]] and memory.gain[known] == gain:
        return known
    memory.latest_arc[target] = memory.counts[N_ARCS] + 1
    return _new_arc(memory, target, gain)


@kernel
def _new_arc(memory, target, gain):
    new = memory.counts[N_ARCS]
    memory.target[new], memory.gain[new] = target, gain
    memory.counts[N_ARCS] += 1
    return new


@kernel
def _find(sought, known, slots, counts, n, latest):
    """Index of a record among those known, stored first if it is new; `n`, `latest`: their places in `counts`.

    It is often the one found just before, when the last die made no difference: asking first saves 30 % of `explore`.
    """
    if not _equal(known[counts[latest]], sought):
        counts[latest] = _look_up(sought, known, slots, counts, n)
    return counts[latest]


@kernel
def _look_up(sought, known, slots, counts, n):
    slot = _code(sought) & (slots.shape[0] - 1)
    while slots[slot] > 0:
        if _equal(known[slots[slot] - 1], sought):
            return slots[slot] - 1
        slot = (slot + 1) & (slots.shape[0] - 1)
    counts[n] += 1
    slots[slot] = counts[n]
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


def solve(chain: Chain, most_steps: int) -> Solution:
    """Follow the chain for `most_steps` steps."""
    in_play = np.ascontiguousarray(chain.states["ending"] == PLAYING)
    mass, moved, ended, visits = np.zeros((4, len(chain.states)), chain.probability.dtype)
    unended = _flow(chain.first_arc, chain.target, chain.probability, in_play, most_steps, mass, moved, ended, visits)
    return Solution(ended, unended if abs(unended) > NEGLIGIBLE else 0.0, visits, mass + moved)


def expected_gains(chain: Chain, solution: Solution) -> dict[str, float]:
    """Expectation of each field of the tally that is one number, over a whole play."""
    n_words = chain.gains.dtype.itemsize // 8
    counts, sums = chain.gains.view(np.int64).reshape(len(chain.gains), n_words), np.zeros(n_words)
    _add_up(chain.first_arc, solution.visits, chain.probability, chain.gain, counts, sums)
    fields = (chain.gains.dtype.fields or {}).items()
    return {name: float(sums[offset // 8]) for name, (kind, offset, *_) in fields if not kind.shape}


@kernel
def _add_up(first_arc, visits, probability, gain, counts, sums):
    """Add to `sums` the expectation of each column of `counts`: what each arc gains, times how often it is taken."""
    for state in range(visits.shape[0]):
        for arc in range(first_arc[state], first_arc[state + 1]):
            for field in range(sums.shape[0]):
                sums[field] += visits[state] * probability[arc] * counts[gain[arc], field]


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
