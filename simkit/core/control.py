"""Perfect play: the best that can be made of the decisions in a tree of ways, exactly.

Backward induction on the trees that the rules themselves gave (Bellman 1957; Puterman 1994, chapters 4 and 7): a roll
of chance is worth the mean of what may follow, a decision the best of it.  V_k is the best with k steps left; it begins
with what the limit's ending is worth.  Sweeps do not expand, |V_L - V_k| <= (L - k) max |V_(k+1) - V_k|, whatever
loops, gains and signs there are, so they stop where that is PRECISION or less.
"""

from typing import NamedTuple

import numpy as np

from simkit.core.dice import MOST_ROLLS
from simkit.core.exact import Chain
from simkit.core.jit import kernel
from simkit.core.records import PLAYING
from simkit.core.walking import Tree

MEAN, BEST, WORST = 0, 1, -1  # what becomes of a roll: left to chance, or chosen for the highest or the lowest value
PRECISION = 1e-9  # of a value
ALIKE = 1e-12  # choices whose values differ by less are equally good: the one with the fewest expected steps is taken
STEPS_ALIKE = 1e-9


class Control(NamedTuple):
    """A question: a tree, who decides in it, and what is played for."""

    tree: Tree
    roles: np.ndarray  # int64[sides + 1]: MEAN, BEST or WORST by owner; the first is that of chance
    worth: np.ndarray  # float64[n]: of a play that ends in a state; of states in play, at the limit
    gain_worth: np.ndarray  # float64[k]: of each of the gains
    most_steps: int  # of the limit


class Optimum(NamedTuple):
    """The answer."""

    value: np.ndarray  # float64[n]: the best from a state on; never further from the truth than `error`
    error: float
    steps: np.ndarray  # float64[n]: the fewest expected steps of a policy that is as good, up to the limit
    taken: np.ndarray  # uint8[edges]: 1 for each outcome of chance, and for the choices of the policy


class Nodes(NamedTuple):
    """The rolls of the way at hand, one a level: what is known of each from its outcomes so far."""

    value: np.ndarray  # float64[levels]
    steps: np.ndarray  # float64[levels]
    chance: np.ndarray  # float64[levels]: of the outcome at hand
    edge: np.ndarray  # int64[levels]: the outcome at hand
    best: np.ndarray  # int64[levels]: the choice taken so far
    role: np.ndarray  # int64[levels]


def best_play(control: Control) -> Optimum:
    """The value of every state under the best decisions, and a policy of states that reaches it."""
    branches, roles = control.tree.branches, control.roles
    in_play = np.ascontiguousarray(control.tree.states["ending"] == PLAYING)
    nodes, gain_worth, limit = _nodes(), control.gain_worth, control.most_steps
    taken = np.zeros(len(branches.ways.chance), np.uint8)
    values, steps = np.tile(control.worth, (2, 1)), np.zeros((2, len(in_play)))
    n_sweeps, change = _sweep_values(
        branches, in_play, roles, limit, values[0], values[1], steps[0], gain_worth, nodes, taken
    )
    value = values[n_sweeps % 2]
    n_again = _sweep_steps(branches, in_play, roles, limit, value, steps[0], steps[1], gain_worth, nodes, taken)
    fewest = steps[n_again % 2]
    _take(branches, in_play, roles, value, fewest, gain_worth, nodes, taken)
    return Optimum(value, (limit - n_sweeps) * change, fewest, taken)


def induced(control: Control, taken: np.ndarray) -> Chain:
    """The chain of the tree when each decision is the choice that is `taken`: uint8[edges]."""
    states, gains, branches = control.tree
    n, m = len(states), len(branches.target)
    first_arc, latest_arc = np.zeros(n + 1, np.int64), np.zeros(n, np.int64)
    (target, gain), probability = np.zeros((2, m), np.int32), np.zeros(m)
    n_arcs = _induce(branches, control.roles, taken, _nodes(), latest_arc, first_arc, target, gain, probability)
    return Chain(states, first_arc, target[:n_arcs], probability[:n_arcs], gain[:n_arcs], gains)


def _nodes() -> Nodes:
    numbers, indices = np.zeros((3, MOST_ROLLS)), np.zeros((3, MOST_ROLLS), np.int64)
    return Nodes(*numbers, *indices)


@kernel
def _sweep_values(branches, in_play, roles, most_steps, value, swept, no_steps, gain_worth, nodes, taken):
    """Sweep backward from the limit; how many sweeps there were, and by how much the last one changed a value.

    `value`, `swept`: float64[n], the worth of each ending, modified in place and changing places with every sweep.
    """
    change = 0.0
    for n_done in range(1, most_steps + 1):
        change = 0.0
        for state in range(in_play.shape[0]):
            if in_play[state]:
                swept[state], _ = _fold(branches, state, roles, 0.0, value, no_steps, gain_worth, nodes, taken)
                change = max(change, abs(swept[state] - value[state]))
        value, swept = swept, value
        if (most_steps - n_done) * change <= PRECISION:
            return n_done, change
    return most_steps, change


@kernel
def _sweep_steps(branches, in_play, roles, most_steps, value, steps, swept, gain_worth, nodes, taken):
    """Sweep the expected steps of the best policies, from none on; how many sweeps there were."""
    for n_done in range(1, most_steps + 1):
        change = 0.0
        for state in range(in_play.shape[0]):
            if in_play[state]:
                _, more = _fold(branches, state, roles, ALIKE, value, steps, gain_worth, nodes, taken)
                swept[state] = 1.0 + more
                change = max(change, swept[state] - steps[state])
        steps, swept = swept, steps
        if change <= STEPS_ALIKE:
            return n_done
    return most_steps


@kernel
def _take(branches, in_play, roles, value, steps, gain_worth, nodes, taken):
    """Mark the choices of the best policy; `taken`: uint8[edges], 1 for outcomes of chance, modified in place."""
    for edge in range(taken.shape[0]):
        taken[edge] = roles[branches.ways.owner[edge]] == MEAN
    for state in range(in_play.shape[0]):
        if in_play[state]:
            _fold(branches, state, roles, ALIKE, value, steps, gain_worth, nodes, taken)


@kernel
def _fold(branches, state, roles, alike, value, steps, gain_worth, nodes, taken):
    """Value and expected further steps of a step, from those of the states where its ways lead.

    A roll is open from its first outcome to its last; when it closes, it is an outcome of the roll before it.
    """
    ways, n_open, edge = branches.ways, 0, branches.first_edge[state]
    for way in range(branches.first_way[state], branches.first_way[state + 1]):
        fork, depth = ways.fork[way], ways.depth[way]
        n_open = _close(nodes, n_open, fork + 1, alike, taken)
        for level in range(fork, depth):
            if level == n_open:
                _open(nodes, level, roles[ways.owner[edge]])
                n_open += 1
            nodes.edge[level], nodes.chance[level] = edge, ways.chance[edge]
            edge += 1
        target = branches.target[way]
        worth = value[target] + gain_worth[branches.gain[way]]
        if depth == 0:
            return worth, steps[target]
        _join(nodes, depth - 1, worth, steps[target], alike)
    _close(nodes, n_open, 0, alike, taken)
    return nodes.value[0], nodes.steps[0]


@kernel
def _open(nodes, level, role):
    """A roll of which no outcome is known: nothing yet of a mean, and worse than anything for who chooses."""
    nodes.value[level] = 0.0 if role == MEAN else -np.inf * role
    nodes.steps[level], nodes.best[level], nodes.role[level] = 0.0, -1, role


@kernel
def _close(nodes, n_open, n_left, alike, taken):
    """Close the last rolls until so many are open, and mark their choices; returns how many are open then."""
    while n_open > n_left:
        n_open -= 1
        if nodes.role[n_open] != MEAN:
            taken[nodes.best[n_open]] = 1
        if n_open > 0:
            _join(nodes, n_open - 1, nodes.value[n_open], nodes.steps[n_open], alike)
    return n_open


@kernel
def _join(nodes, level, value, steps, alike):
    """One more outcome of a roll is known."""
    role = nodes.role[level]
    if role == MEAN:
        nodes.value[level] += nodes.chance[level] * value
        nodes.steps[level] += nodes.chance[level] * steps
        return
    better_by = role * (value - nodes.value[level])
    if better_by > alike or (better_by >= -alike and steps < nodes.steps[level] - STEPS_ALIKE):
        nodes.best[level], nodes.steps[level] = nodes.edge[level], steps
    if better_by > 0.0:
        nodes.value[level] = value


@kernel
def _induce(branches, roles, taken, nodes, latest_arc, first_arc, target, gain, probability):
    """Join the ways that are taken to arcs; the last five arguments are zeroed, and modified in place."""
    ways, edge, n_arcs = branches.ways, 0, 0
    for state in range(latest_arc.shape[0]):
        first_arc[state] = n_arcs
        for way in range(branches.first_way[state], branches.first_way[state + 1]):
            for level in range(ways.fork[way], ways.depth[way]):
                chance = ways.chance[edge] if roles[ways.owner[edge]] == MEAN else np.float64(taken[edge])
                nodes.chance[level] = chance if level == 0 else nodes.chance[level - 1] * chance
                edge += 1
            chance = nodes.chance[ways.depth[way] - 1] if ways.depth[way] > 0 else 1.0
            if chance > 0.0:
                n_arcs = _add_arc(
                    branches, way, chance, n_arcs, latest_arc, first_arc[state], target, gain, probability
                )
    first_arc[latest_arc.shape[0]] = n_arcs
    return n_arcs


@kernel
def _add_arc(branches, way, chance, n_arcs, latest_arc, first_here, target, gain, probability):
    """Add a way to the arc with its target and gains, or as a new one; returns how many arcs there are then."""
    to, gained = branches.target[way], branches.gain[way]
    known = latest_arc[to] - 1
    if known >= first_here and gain[known] == gained:
        probability[known] += chance
        return n_arcs
    latest_arc[to] = n_arcs + 1
    target[n_arcs], gain[n_arcs], probability[n_arcs] = to, gained, chance
    return n_arcs + 1
