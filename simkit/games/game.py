"""The contract of a game: what its folder says about itself, as data.

A game's `__init__.py` holds one `GAME = Game(...)` and imports no kernel; its `play.py` holds the kernels, imported
only when something is to be played.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from simkit.games.faults import Fault
from simkit.games.figures import Figures
from simkit.games.keys import Key, PolicyPreset
from simkit.games.metrics import Cast, Census, Metric


class Variant(NamedTuple):
    """One switch of the rules: a field of RULES that a scenario sets under [rules]."""

    key: Key
    section: str  # where the rulebook speaks of it
    reason: str  # why the default is what it is


def choice(name: str, title: str, choices: tuple[str, ...], section: str, reason: str) -> Variant:
    """A switch with several readings, the default first."""
    return Variant(Key(name, "choice", title, choices[0], choices), section, reason)


def switch(name: str, title: str, default: bool, section: str, reason: str) -> Variant:
    """A switch that is on or off."""
    return Variant(Key(name, "bool", title, default), section, reason)


class Compiled(NamedTuple):
    """A cell, ready to be played."""

    setups: Any  # SETUP[k]: game number g plays setups[g % k]
    policies: Any  # POLICY[sides]


class Limit(NamedTuple):
    """How an entry is cut off: a field of RULES has the number of steps, and the cut is an ending of its own."""

    field: str
    ending: IntEnum


class Entry(NamedTuple):
    """What of a game is played: all of it, a battle, a haul."""

    limit: Limit
    exact: bool  # whether it has an exact answer
    picture: str = ""  # the metric that a picture shows; by default the last one of the headline
    # The policy that leaves all to the dice, where these choose by `core.dice.choose`: perfect play is found in it.
    open_policy: str = ""


ABILITIES = {  # what only some games can do: arguments -> answer
    "draw_map": "figures, setup, EVENT[k] of a game, turn -> Drawing of the map after that turn",
    "draw_run": "figures, counts of each census by label, games -> Drawing of the map with what a run makes of it",
    "jitter": "figures, seed -> other values of reconstructed figures that only change together, such as a map's",
    "jittered": "-> what jitter draws, in one word; a map where a game does not say",
    "duel": 'hero as in "5/5", names of his foes -> entry, what a cell says',
    "combat_results": "figures, attacking, defending strength -> column, chance of each result",
    "choices": "figures, rules, EXPLORED, purpose, how many -> each choice of a decision there in words",
    "attack_results": "figures, attacking, defending strength -> column, chances of each result, and what else it does",
    "match_up": "-> entry, what a cell says: some match-up, whose answer has the columns of all",
    "hit_chances": "arrays of dice, plusses, hits absorbed -> float64[..., k], chances of 0, 1, 2 ... hits",
    "escape_chance": "arrays of Escape Numbers, of who runs and of who pursues -> float64 array",
    "roll_hits": "as of hit_chances, seed, number of the first roll -> int64 array, hits of one roll each",
    "roll_escapes": "as of escape_chance, seed, number of the first roll -> bool array",
    "roll_results": "figures, int64[n] attacking and defending, seed, number of the first roll -> columns, results",
}


class Game(NamedTuple):
    """A game's whole description of itself.  None of its callables imports numba."""

    name: str
    title: str
    version: str  # changes if and only if outcomes change
    sides: int
    folder: Path
    schema: ModuleType  # SETUP, POLICY, STATE, TALLY, OUTCOME, and EXPLORED: the record that an exact answer explores
    entries: Mapping[str, Entry]  # those that can be played
    refused_entries: Mapping[str, str]  # entry -> why it cannot be played
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
    play: str = "play"  # the module of its kernels, in its folder
    parts: tuple["Game", ...] = ()  # entries that have records and kernels of their own, each described by itself
    cast: Cast | None = None  # of a game that somebody wins
    abilities: Mapping[str, Callable[..., Any]] = {}  # by their names in `ABILITIES`

    @property
    def figures_path(self) -> Path:
        """The folder of its figures, or the one file that holds them."""
        return self.folder / "figures" if (self.folder / "figures").is_dir() else self.folder / "figures.toml"

    def every_part(self) -> tuple["Game", ...]:
        """The game's own description and those of its parts."""
        return (self, *self.parts)

    def part(self, entry: str) -> "Game":
        """The description whose kernels play an entry; this one where none does."""
        return next((part for part in self.every_part() if entry in part.entries), self)

    def every_entry(self) -> tuple[str, ...]:
        """All entries that can be played."""
        return tuple(entry for part in self.every_part() for entry in part.entries)

    @property
    def exact_entries(self) -> tuple[str, ...]:
        """The entries that have an exact answer."""
        return tuple(name for name, entry in self.entries.items() if entry.exact)

    @property
    def solvable_entries(self) -> tuple[str, ...]:
        """The entries whose perfect play can be found."""
        return tuple(name for name, entry in self.entries.items() if entry.exact and entry.open_policy)

    def pictured(self, entry: str) -> Metric:
        """The metric that a picture of an entry shows."""
        name = self.entries[entry].picture or self.headline[-1]
        return next(metric for metric in self.metrics if metric.name == name)
