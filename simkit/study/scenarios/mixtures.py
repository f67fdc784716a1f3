"""Cells in which a seat plays a mixture of policies: each game draws one.

The draw is addressed by the seed, the name of the seat and the number of the game.  So it is the same for all variants
and for any cut of a run, and kernels know nothing of it: they play each stretch of games of one policy by itself.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.games.faults import Fault
from simkit.games.game import Compiled

MIXTURE = "mixture"  # the key of a policy's table that holds weights and policies
MOST_COMBINATIONS = 1_000  # of the policies of all seats that play a mixture
WORDS = 4  # 64-bit words in a block of Philox

Values = Mapping[str, Any]
Compile = Callable[[Values], tuple[Compiled | None, list[Fault]]]


class Slot(NamedTuple):
    """What is drawn by itself: values that a cell then has, each with its weight; the weights sum to one."""

    name: str  # names the stream of the draw
    choices: tuple[tuple[float, Values], ...]


class Mixture(NamedTuple):
    """What is drawn for each game of a cell."""

    names: tuple[str, ...]  # of the slots
    weights: tuple[tuple[float, ...], ...]  # of each slot's choices
    policies: tuple[Any, ...]  # POLICY[sides] of each combination of choices, the last slot's turning fastest

    @property
    def records(self) -> tuple[Any, ...]:
        """Arrays that hold all that decides an outcome, beside what every cell has."""
        names = np.frombuffer(" ".join(self.names).encode(), np.uint8)
        return (names, *(np.array(weights) for weights in self.weights), *self.policies)

    def drawn(self, seed: int, first: int, count: int) -> NDArray[np.int64]:
        """The number of the combination that each of some games plays: int64[count]."""
        numbers = np.zeros(count, np.int64)
        for name, weights in zip(self.names, self.weights, strict=True):
            ends = np.cumsum(weights)[:-1]
            numbers = numbers * len(weights) + np.searchsorted(ends, _uniform(name, seed, first, count), "right")
        return numbers


def _uniform(name: str, seed: int, first: int, count: int) -> NDArray[Any]:
    """A number in [0, 1) for each game, from the word of that number in a stream of its own."""
    key = np.array([seed, zlib.crc32(name.encode())], np.uint64)
    before = first % WORDS
    words = np.random.Philox(key=key, counter=first // WORDS).random_raw(before + count)[before:]
    return np.asarray((words >> np.uint64(11)) * 2.0**-53)


def stretches(
    compiled: Compiled, mixture: Mixture | None, seed: int, first: int, count: int
) -> Iterator[tuple[int, int, Any]]:
    """Begin and end of each stretch of some games that has the same policies, counted from `first`; and these."""
    if mixture is None:
        yield 0, count, compiled.policies
        return
    numbers = mixture.drawn(seed, first, count)
    begins = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist()]
    for begin, end in zip(begins, [*begins[1:], count], strict=True):
        yield begin, end, mixture.policies[numbers[begin]]


def compile_cell(
    compile_values: Compile, values: Values, slots: Sequence[Slot] = ()
) -> tuple[Compiled | None, Mixture | None, list[Fault]]:
    """A cell whose seats may play mixtures.

    Parameters
    ----------
    compile_values
        From values without mixtures to SETUP and POLICY, or faults: the game's own.
    values
        Of the cell, where a policy may be `{"mixture": [{"weight": w, "kind": ...}, ...]}`.
    slots
        What else is drawn; their values replace those of the cell.

    Returns
    -------
    compiled, mixture, faults
        Of the first combination, and all of them where there are several.
    """
    drawn = [*_own_slots(values, slots), *slots]
    if prod(len(slot.choices) for slot in drawn) > MOST_COMBINATIONS:
        return None, None, [Fault((drawn[0].name,), f"more than {MOST_COMBINATIONS:,} combinations of mixed policies")]
    cells, faults = [], []
    for combination in product(*(slot.choices for slot in drawn)):
        changes = {name: value for _, change in combination for name, value in change.items()}
        compiled, more = compile_values({**values, **changes})
        cells.append(compiled)
        faults += more
    if faults or cells[0] is None:
        return None, None, list(dict.fromkeys(faults))
    if len(cells) == 1:
        return cells[0], None, []
    weights = tuple(tuple(weight for weight, _ in slot.choices) for slot in drawn)
    policies = tuple(cell.policies for cell in cells if cell)
    return cells[0], Mixture(tuple(slot.name for slot in drawn), weights, policies), []


def _own_slots(values: Values, others: Sequence[Slot]) -> list[Slot]:
    """The mixtures that the values of a cell hold, but for those that other slots replace."""
    replaced = {name for slot in others for _, change in slot.choices for name in change}
    return [
        Slot(name, tuple((weight, {name: policy}) for weight, policy in weighted(value)))
        for name, value in values.items()
        if is_mixture(value) and name not in replaced
    ]


def is_mixture(value: Any) -> bool:
    """Whether a policy is a mixture."""
    return isinstance(value, dict) and MIXTURE in value


def weighted(value: Any) -> list[tuple[float, Any]]:
    """A checked policy as weights and policies; one that is no mixture has all the weight."""
    if not is_mixture(value):
        return [(1.0, value)]
    return [
        (part["weight"], {name: item for name, item in part.items() if name != "weight"}) for part in value[MIXTURE]
    ]


def mixture_of(parts: Sequence[tuple[float, Mapping[str, Any]]]) -> dict[str, Any]:
    """Weights and policies as the policy of a seat; a single one as it is."""
    if len(parts) == 1:
        return dict(parts[0][1])
    return {MIXTURE: [{"weight": weight, **policy} for weight, policy in parts]}
