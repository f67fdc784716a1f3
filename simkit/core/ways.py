"""The ways through a step: every sequence of its dice, kept as a tree in the order of the odometer."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simkit.core.jit import kernel


class Ways(NamedTuple):
    """What is kept of each way beside where it leads: the edges of the tree from where it leaves the way before."""

    fork: np.ndarray  # int8[m]: the first roll that differs from the way before, 0 for the first way of a state
    depth: np.ndarray  # int8[m]: how many rolls it has
    chance: np.ndarray  # float64[edges]: how likely a roll's outcome is; of a decision, if it were left to chance
    owner: np.ndarray  # int8[edges]: 0 for chance, else the side that decides, from 1 on
    purpose: np.ndarray  # int16[edges]: what the roll is for

    @classmethod
    def of(cls, n_ways: int, n_edges: int) -> Ways:
        """Room for so many."""
        forks, depths = np.zeros((2, n_ways), np.int8)
        return cls(forks, depths, np.zeros(n_edges), np.zeros(n_edges, np.int8), np.zeros(n_edges, np.int16))

    def cut(self, n_ways: int, n_edges: int) -> Ways:
        """Without the room that was not needed."""
        return Ways(*(array[:n_ways] for array in self[:2]), *(array[:n_edges] for array in self[2:]))


def no_ways() -> Ways:
    """Room for none: what leads to the same state is joined."""
    return Ways.of(0, 0)


@kernel
def keeps_ways(ways):
    """Whether ways are kept apart."""
    return ways.fork.shape[0] > 0


@kernel
def keep_way(ways, number, n_edges, fork, dice):
    """Keep what the loaded dice showed as way `number`; returns how many edges there are now."""
    ways.fork[number], ways.depth[number] = fork, dice.rolled
    for level in range(fork, dice.rolled):
        ways.chance[n_edges] = dice.chances[level]
        ways.owner[n_edges] = dice.owners[level]
        ways.purpose[n_edges] = dice.purposes[level]
        n_edges += 1
    return n_edges
