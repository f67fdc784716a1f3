"""Other maps that could have been: the reconstructed wilderness and sea, dealt anew."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simkit.games.emperor.shared.terms import SEA
from simkit.games.figures import RECONSTRUCTED, Figures


def jitter(figures: Figures, seed: int) -> dict[str, Any]:
    """New terrain of the map's reconstructed spaces, by dotted path: shuffled among land spaces and among sea spaces.

    Links, places and all figures that are printed or deduced stay; so do the numbers of spaces of each terrain.
    """
    terrains = {
        figure.path: figure.value
        for figure in figures.ledger
        if figure.status == RECONSTRUCTED and figure.path.startswith("map.spaces.") and figure.path.endswith(".terrain")
    }
    land = [path for path, terrain in terrains.items() if terrain not in SEA]
    sea = [path for path, terrain in terrains.items() if terrain in SEA]
    return {
        path: terrain for part, paths in enumerate((land, sea)) for path, terrain in _dealt(terrains, paths, seed, part)
    }


def _dealt(terrains: dict[str, Any], paths: list[str], seed: int, part: int) -> Iterator[tuple[str, Any]]:
    # numpy keeps the words of a bit generator for ever, but not what its Generator makes of them.
    words = np.random.Philox(key=np.array([seed, part], np.uint64)).random_raw(len(paths))
    order = np.argsort(words, kind="stable")
    return zip(paths, (terrains[paths[index]] for index in order.tolist()), strict=True)
