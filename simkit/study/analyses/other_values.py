"""The other values that a key of a policy may have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from simkit.games.keys import Key

MOST_VALUES = 9  # of a number, both ends and the value that it has included
WIDEST = 12  # the highest number tried, or three times the present one if that is more; below 0 as far


def alternatives(key: Key, now: Any) -> list[Any]:
    """The other values that a key may have, beside the one that it has; none for a name that nobody lists.

    Numbers have all values, or those of `grid`.  A list has each two neighbours exchanged, each item left out, and each
    missing one added at its end.
    """
    if key.kind == "bool":
        return [not now]
    if key.kind == "int":
        high = max(WIDEST, 3 * now) if key.high is None else int(key.high)
        return [value for value in grid(int(key.low or 0), now, high) if value != now]
    if key.kind == "choices":
        return list(_other_lists(list(key.choices), list(now)))
    return [choice for choice in (*key.choices, *key.words) if choice != now]


def grid(low: int, now: int, high: int) -> list[int]:
    """At most nine whole numbers, ascending: both ends, the present value, and more of them the nearer to it."""
    low, high = min(low, now), max(high, now)
    if high - low < MOST_VALUES:
        return list(range(low, high + 1))
    below = min(now - low, max(MOST_VALUES // 2, MOST_VALUES - 1 - (high - now)))
    above = min(high - now, MOST_VALUES - 1 - below)
    return [
        *(now - step for step in reversed(_steps(now - low, below))),
        now,
        *(now + s for s in _steps(high - now, above)),
    ]


def _steps(reach: int, n: int) -> list[int]:
    """`n` growing distances up to `reach`, each about so many times the one before."""
    steps: list[int] = []
    for index, distance in enumerate(np.geomspace(1, max(reach, 1), n).tolist() if n else []):
        most = reach - (n - 1 - index)  # the others need room
        steps.append(reach if index == n - 1 else min(most, max(round(distance), steps[-1] + 1 if steps else 1)))
    return steps


def _other_lists(choices: Sequence[str], now: list[str]) -> Iterator[list[str]]:
    for first in range(len(now) - 1):
        yield [*now[:first], now[first + 1], now[first], *now[first + 2 :]]
    for index in range(len(now)):
        yield now[:index] + now[index + 1 :]
    for choice in choices:
        if choice not in now:
            yield [*now, choice]
