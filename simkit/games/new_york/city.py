"""The map as arrays: spaces, what stands on them, and how far they are apart."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from simkit.games.new_york.schema import MOST_SPACES, NOWHERE, UNREACHED, Ground

GROUND = {".": Ground.STREET, "P": Ground.PARK, "B": Ground.BUILDING}
DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west
EDGES = ("north", "east", "south", "west")
Rows = tuple[str, ...]


def ground(rows: Rows) -> list[Ground]:
    """What each space is, row by row."""
    return [GROUND[mark] for row in rows for mark in row]


def space_at(rows: Rows, at: Sequence[int]) -> int:
    """The number of a space from its column and row; NOWHERE outside the map."""
    x, y = at
    return y * len(rows[0]) + x if 0 <= y < len(rows) and 0 <= x < len(rows[0]) else int(NOWHERE)


def edge(rows: Rows, side: str, first: int = 0, last: int = MOST_SPACES) -> list[int]:
    """The streets along one side of the map, from one column or row to another."""
    width, height = len(rows[0]), len(rows)
    along = {"north": (width, 0, None), "south": (width, height - 1, None)}
    along |= {"west": (height, None, 0), "east": (height, None, width - 1)}  # type: ignore[dict-item]
    length, row, column = along[side]
    steps = range(max(first, 0), min(last + 1, length))
    spaces = [space_at(rows, (k if column is None else column, k if row is None else row)) for k in steps]
    return [space for space in spaces if ground(rows)[space] == Ground.STREET]


def edges(rows: Rows) -> list[int]:
    """All streets at the edge of the map."""
    return sorted({space for side in EDGES for space in edge(rows, side)})


@cache
def beside(rows: Rows) -> np.ndarray:
    """int64[MOST_SPACES, 4]: the spaces next to each, or NOWHERE."""
    width = len(rows[0])
    table = np.full((MOST_SPACES, len(DIRECTIONS)), NOWHERE)
    for space in range(width * len(rows)):
        table[space] = [space_at(rows, (space % width + dx, space // width + dy)) for dx, dy in DIRECTIONS]
    return table


@cache
def ways(rows: Rows) -> np.ndarray:
    """int8[2, MOST_SPACES, MOST_SPACES]: steps from one space to another, on foot and flying.

    On foot the ends may be buildings, what lies between may not.
    """
    table = np.full((2, MOST_SPACES, MOST_SPACES), UNREACHED, np.int8)
    next_to, n = beside(rows), len(rows[0]) * len(rows)
    walls = np.array([[kind == Ground.BUILDING for kind in ground(rows)], [False] * n])
    for flying, barred in enumerate(walls):
        for target in range(n):
            table[flying, :n, target] = _steps_to(target, next_to[:n], barred)
    return table


def _steps_to(target: int, next_to: np.ndarray, barred: np.ndarray) -> np.ndarray:
    """Steps from each space to one, breadth first."""
    steps = np.full(len(next_to), UNREACHED, np.int8)
    steps[target], front = 0, [target]
    for n in range(1, UNREACHED):
        front = list(_reached(front, next_to, steps, n))
        front = [space for space in front if not barred[space]]
    return steps


def _reached(front: list[int], next_to: np.ndarray, steps: np.ndarray, n: int) -> Iterator[int]:
    for space in front:
        for other in next_to[space].tolist():
            if other != NOWHERE and steps[other] == UNREACHED:
                steps[other] = n
                yield other


def fronting(rows: Rows, avenues: Sequence[str], name: str) -> list[int]:
    """Buildings next to an avenue."""
    columns = [column for column, avenue in enumerate(avenues) if avenue == name]
    kinds, next_to = ground(rows), beside(rows)
    width = len(rows[0])
    return [
        space
        for space, kind in enumerate(kinds)
        if kind == Ground.BUILDING
        and any(int(other) % width in columns for other in next_to[space] if other != NOWHERE)
    ]


def places(tree: Mapping[str, Any]) -> dict[str, int]:
    """The spaces that have a name."""
    rows = tuple(tree["map"]["rows"])
    return {name: space_at(rows, place["at"]) for name, place in tree["places"].items()}


def labels(text: str) -> list[str]:
    """The names of avenues or streets, one for each column or row; nothing in the middle of blocks."""
    return [name.strip() for name in text.split("|")]


def space_names(tree: Mapping[str, Any]) -> list[str]:
    """Each space as it is told: by its own name, its corner, or the streets between which it lies."""
    rows, named = tuple(tree["map"]["rows"]), places(tree)
    avenues, streets = labels(tree["map"]["avenues"]), labels(tree["map"]["streets"])
    names = [_address(x, y, avenues, streets) for y in range(len(rows)) for x in range(len(rows[0]))]
    for name, space in named.items():
        names[space] = str(tree["places"][name]["name"])
    return names


def _address(x: int, y: int, avenues: Sequence[str], streets: Sequence[str]) -> str:
    """As "Ninth and 34th", "34th between Ninth and Eighth", or "the block of Ninth and 34th", its corner north-west."""
    avenue, street = avenues[x], streets[y]
    if avenue and street:
        return f"{avenue} and {street}"
    if avenue:
        return f"{avenue} {_between(streets, y)}"
    if street:
        return f"{street} {_between(avenues, x)}"
    return f"the block of {_last(avenues, x)} and {_last(streets, y)}"


def _between(names: Sequence[str], k: int) -> str:
    before, after = _last(names, k), next((name for name in names[k:] if name), "the edge")
    return f"between {before} and {after}"


def _last(names: Sequence[str], k: int) -> str:
    return next((name for name in reversed(names[:k]) if name), "the edge")
