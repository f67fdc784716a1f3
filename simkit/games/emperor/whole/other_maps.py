"""Other maps that could have been: terrain dealt anew, and one trail or sea lane in ten led elsewhere."""

from collections.abc import Iterator
from itertools import pairwise
from math import dist
from typing import Any

import numpy as np

from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.shared.jitter import jitter
from simkit.games.emperor.whole.compile import links
from simkit.games.emperor.whole.schema import MOST_LINKS
from simkit.games.figures import RECONSTRUCTED, Figures

MOVED = 10  # one edge in so many
FEWEST_LINKS = 2  # no dead ends
PARTS_OF_JITTER = 2  # streams of luck that `jitter` uses

Edge = tuple[str, str]


def other_map(figures: Figures, seed: int) -> dict[str, Any]:
    """Another version of the map's reconstructed part, by dotted path; a seed gives the same on every machine.

    Terrain is dealt anew over land and over sea.  Of the reconstructed trails and lanes one in ten gets one end
    elsewhere: a trail on land, a lane at sea, where there is no link yet, and no longer than the longest on the map.
    All spaces stay connected, on land by land; no space is left with fewer than two links.  Harbours stay.
    """
    catalog = Catalog(figures)
    groups = {
        figure.path: [edge for walk in figure.value for edge in _edges(walk)]
        for figure in figures.ledger
        if figure.status == RECONSTRUCTED and figure.path.startswith("map.links.")
    }
    words = np.random.Philox(key=np.array([seed, PARTS_OF_JITTER], np.uint64))
    all_edges = [_sorted(edge) for edge in links(catalog)]
    longest = max(_length(catalog, edge) for edge in all_edges if _one_medium(catalog, edge))
    for edges in groups.values():
        for index, edge in enumerate(edges):
            moves = int(words.random_raw()) % MOVED == 0 and _one_medium(catalog, edge)
            choices = list(_elsewhere(catalog, edge, all_edges, longest)) if moves else []
            if choices:
                new = choices[int(words.random_raw()) % len(choices)]
                all_edges[all_edges.index(_sorted(edge))] = edges[index] = new
    changed = {path: [" - ".join(edge) for edge in edges] for path, edges in groups.items()}
    return {**jitter(figures, seed), **changed}


def _edges(walk: str) -> Iterator[Edge]:
    spaces = walk.split(" - ")
    yield from pairwise(spaces)


def _sorted(edge: Edge) -> Edge:
    a, b = sorted(edge)
    return a, b


def _one_medium(catalog: Catalog, edge: Edge) -> bool:
    return len({catalog.spaces[space]["kind"] == "sea" for space in edge}) == 1


def _length(catalog: Catalog, edge: Edge) -> float:
    a, b = ((float(catalog.spaces[space]["x"]), float(catalog.spaces[space]["y"])) for space in edge)
    return dist(a, b)


def _elsewhere(catalog: Catalog, edge: Edge, all_edges: list[Edge], longest: float) -> Iterator[Edge]:
    """Edges that may replace an edge, in the order of the map."""
    rest = [other for other in all_edges if other != _sorted(edge)]
    degrees = {space: sum(space in other for other in rest) for space in catalog.spaces}
    if min(degrees[space] for space in edge) < FEWEST_LINKS - 1:
        return
    for end, other_end in (edge, edge[::-1]):
        if degrees[other_end] < FEWEST_LINKS:
            continue
        for space in catalog.spaces:
            new = _sorted((end, space))
            if space in edge or new in rest or not _one_medium(catalog, new):
                continue
            near = _length(catalog, new) <= longest and degrees[space] < MOST_LINKS
            if near and _connected(catalog, [*rest, new]):
                yield new


def _connected(catalog: Catalog, edges: list[Edge]) -> bool:
    """Whether all land is connected by land, and all spaces are connected."""
    land = {name for name, space in catalog.spaces.items() if space["kind"] != "sea"}
    by_land = [edge for edge in edges if edge[0] in land and edge[1] in land]
    return _reached(catalog, by_land) >= land and _reached(catalog, edges) >= set(catalog.spaces)


def _reached(catalog: Catalog, edges: list[Edge]) -> set[str]:
    neighbours: dict[str, list[str]] = {}
    for a, b in edges:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    seen, waiting = {catalog.map["start"]}, [catalog.map["start"]]
    while waiting:
        for space in neighbours.get(waiting.pop(), []):
            if space not in seen:
                seen.add(space)
                waiting.append(space)
    return seen
