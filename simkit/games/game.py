"""The contract of a game: what its folder says about itself, as data.

A game's `__init__.py` holds one `GAME = Game(...)` and imports no kernel; its `play.py` holds the kernels, imported
only when something is to be played.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from simkit.games.drawing import Drawing
from simkit.games.faults import Fault
from simkit.games.figures import Figures
from simkit.games.keys import Key, PolicyPreset
from simkit.games.metrics import Cast, Census, Metric


class Variant(NamedTuple):
    """One switch of the rules: a field of RULES that a scenario sets under [rules]."""

    key: Key
    section: str  # where the rulebook speaks of it
    reason: str  # why the default is what it is


class Compiled(NamedTuple):
    """A cell, ready to be played."""

    setups: Any  # SETUP[k]: game number g plays setups[g % k]
    policies: Any  # POLICY[sides]


class Limit(NamedTuple):
    """How an entry is cut off: after as many steps as a field of RULES says, with an ending of its own."""

    field: str
    ending: IntEnum


class Game(NamedTuple):
    """A game's whole description of itself.  None of its callables imports numba."""

    name: str
    title: str
    version: str  # changes if and only if outcomes change
    sides: int
    folder: Path
    schema: ModuleType  # SETUP, POLICY, STATE, TALLY, OUTCOME, and EXPLORED: the record that an exact answer explores
    entries: tuple[str, ...]  # those that can be played
    refused_entries: Mapping[str, str]  # entry -> why it cannot be played
    exact_entries: tuple[str, ...]
    limits: Mapping[str, Limit]  # of every entry that can be played
    endings: type[IntEnum]  # 1 and up
    events: type[IntEnum]
    variants: tuple[Variant, ...]
    metrics: tuple[Metric, ...]
    headline: tuple[str, ...]  # metrics and endings that a table shows; the last is the metric that a picture shows
    policies: Mapping[str, PolicyPreset]
    policy_keys: tuple[Key, ...]
    keys: Callable[[Figures], tuple[Key, ...]]  # what a cell of a scenario may say
    compile_rules: Callable[[Figures, Mapping[str, Any]], tuple[Any, list[Fault]]]  # RULES, or None
    compile_setup: Callable[[Figures, Mapping[str, Any], str, Mapping[str, Any]], tuple[Compiled | None, list[Fault]]]
    sentences: Callable[[Figures, Any], Callable[[Any], str]]  # (figures, setup) -> event -> one sentence
    unreached_endings: Mapping[str, str]  # ending -> why no play reaches it
    censuses: tuple[Census, ...] = ()
    # (figures, setup, EVENT[k] of a game, turn) -> the map after that turn; None where there is nothing to draw
    draw_map: Callable[[Figures, Any, Any, int], Drawing] | None = None
    # (figures, counts of each census by label, games) -> the map with what a run makes of it
    draw_run: Callable[[Figures, Mapping[str, Mapping[str, int]], int], Drawing] | None = None
    play: str = "play"  # the module of its kernels, in its folder
    pictures: Mapping[str, str] = {}  # entry -> the metric that a picture of it shows instead
    parts: tuple["Game", ...] = ()  # entries that have records and kernels of their own, each described by itself
    cast: Cast | None = None  # of a game that somebody wins
    jitter: Callable[[Figures, int], dict[str, Any]] | None = None  # other figures of a reconstructed map, by a seed
    duel: Callable[[str, Sequence[str]], tuple[str, dict[str, Any]]] | None = None  # ("5/5", foes) -> entry, cell
    combat_results: Callable[[Figures, int, int], tuple[str, dict[str, float]]] | None = (
        None  # strengths -> column, chances
    )

    def every_part(self) -> tuple["Game", ...]:
        """The description and those of its parts."""
        return (self, *self.parts)

    def part(self, entry: str) -> "Game":
        """The description that plays an entry; itself for one that nobody plays."""
        return next((part for part in self.every_part() if entry in part.entries), self)

    def every_entry(self) -> tuple[str, ...]:
        """All entries that can be played."""
        return tuple(entry for part in self.every_part() for entry in part.entries)

    def pictured(self, entry: str) -> Metric:
        """The metric that a picture of an entry shows."""
        name = self.pictures.get(entry, self.headline[-1])
        return next(metric for metric in self.metrics if metric.name == name)
