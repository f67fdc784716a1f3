"""The contract of a game: what its folder says about itself, as data.

A game's `__init__.py` holds one `GAME = Game(...)` and imports no kernel; its `play.py` holds the kernels, imported
only when something is to be played.  `Key` describes one value that a scenario may set, and `check` is the one place
where such values are held against their descriptions.
"""

import difflib
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from simkit.games.figures import Figures

Where = tuple[str | int, ...]


class Fault(NamedTuple):
    """One thing that is wrong in a scenario."""

    path: Where  # where: ("cells", 3, "foe")
    message: str  # what, in a sentence


class Key(NamedTuple):
    """One value that a scenario may set.

    `kind` is "choice" (one of `choices`), "choices" (a list of them), "int" or "number" (`low` ... `high`), "bool",
    "text", "tables" (a list of `low` ... `high` tables with `fields`), "policy" (a name, or a table with `kind` and
    thresholds), or "policies" (a list of such).
    """

    name: str
    kind: str
    title: str
    default: Any = None
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    words: tuple[str, ...] = ()  # words accepted instead, such as "drawn"
    fields: tuple[Any, ...] = ()  # Key[k]; one without a default must be given


class Variant(NamedTuple):
    """One switch of the rules: a field of RULES that a scenario sets under [rules]."""

    key: Key
    section: str  # where the rulebook speaks of it
    reason: str  # why the default is what it is


def column(outcomes: Any, path: str) -> Any:
    """A field of OUTCOME[n], a place in one such as "players.0.share", or a field of all places, "players.share"."""
    for place in path.split("."):
        outcomes = outcomes[:, int(place)] if place.isdigit() else outcomes[place]
    return outcomes


class Metric(NamedTuple):
    """A named quantity of an outcome.

    `column` is a field of OUTCOME, or a place in one, such as "players.0.share".  A share is 0 or 1 in each game and
    gets a Wilson interval; a mean gets a normal one.  A column that TALLY has too is a count made on the way; another
    may depend on such a count and on how play ended, as a share of it does, and then names it.

    `least` and `most` bound what one game can give, in what the column counts, `parts` of them to a unit: under every
    legal figure and switch, in every entry.  `most` is None where nothing bounds it, or only a figure or a limit on
    length that may be set far above whatever is played.  A share needs neither: it is 0 to `parts`.
    """

    name: str
    title: str
    kind: str  # "share" or "mean"
    unit: str
    column: str
    parts: int = 1  # what the column counts are so many parts of the unit
    counted: str = ""  # a field of TALLY: the column is, for a given end of play, a multiple of it and a constant
    among: str = ""  # a column that is 1 in the games that count, such as those that a character played in, 0 in others
    lucky: int = 1  # -1 where less is better for whoever it is about
    least: int = 0
    most: int | None = None

    @property
    def span(self) -> tuple[int, int | None]:
        """The least and the most that one game can give, in what the column counts; no most where nothing bounds it."""
        return (0, self.parts) if self.kind == "share" else (self.least, self.most)

    @property
    def largest_difference(self) -> int | None:
        """By how much two games can differ at most, in what the column counts; None where nothing bounds it."""
        least, most = self.span
        return None if most is None else most - least

    def of(self, outcomes: Any) -> Any:
        """The column, of OUTCOME[n]; 0 in games that do not count."""
        return column(outcomes, self.column)

    def counting(self, outcomes: Any) -> int:
        """How many games of OUTCOME[n] count."""
        return int(column(outcomes, self.among).sum()) if self.among else len(outcomes)


class Census(NamedTuple):
    """What befell how many games, one count a label: a cause of death, the paragraphs that were read.

    Either one column of OUTCOME, or a field of each player, holds the number of a label from 1 on, 0 for none; or
    several labels may befall a game, and int64 columns hold a bit for each, MARKS_A_WORD to a column.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    labels: tuple[str, ...]
    several: bool  # labels a game, as bits; what is told is then what befell no game at all
    named: Callable[[Figures], tuple[str, ...]] | None = None  # labels that hang on the figures; no more of them

    def names(self, figures: Figures) -> tuple[str, ...]:
        """The labels by which a scenario calls them."""
        return self.named(figures) if self.named else self.labels


class Cast(NamedTuple):
    """Who plays whom: the characters, or the sides, that share a win.

    `column` is the field of OUTCOME with a record a seat; in it `share` holds 840ths of a win, and `who` the number of
    the name that sat there, below 0 for an empty seat; without `who` the seat's own number is it.
    """

    title: str  # what they are: "character"
    names: Callable[[Figures], tuple[str, ...]]
    size: int  # how many there are
    column: str = "players"
    who: str = ""
    whole: int = 840


class PolicyPreset(NamedTuple):
    """A scripted player by name: a kind of the game's policy kernels, and its thresholds."""

    title: str
    kind: int
    parameters: dict[str, Any]


class Compiled(NamedTuple):
    """A cell, ready to be played."""

    setups: Any  # SETUP[k]: game number g plays setups[g % k]
    policies: Any  # POLICY[sides]


class Patch(NamedTuple):
    """A filled polygon of a drawing."""

    points: tuple[tuple[float, float], ...]
    fill: str  # colours as #rrggbb; none where it is empty
    edge: str = ""
    width: float = 0.6  # of the edge, in points


class Stroke(NamedTuple):
    """A line of a drawing."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float = 1.0  # points
    arrow: bool = False  # at its end


class Words(NamedTuple):
    """A text of a drawing, centred where it stands."""

    x: float
    y: float
    text: str
    size: float  # points
    colour: str = "#1a1a1a"
    bold: bool = False


class Drawing(NamedTuple):
    """A map with what stands on it, as shapes: x to the right and y down, later ones over earlier ones."""

    title: str
    note: str
    width: float  # of the sheet, in the units of the shapes
    height: float
    unit: float  # inches
    shapes: tuple[Patch | Stroke | Words, ...]


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


@cache
def slug(text: str) -> str:
    """A name as an identifier: "Ralph Troll" -> "ralph_troll"."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def suggest(word: str, known: Sequence[str]) -> str:
    """What to add to a complaint: the known word that is near, else all of them when they are few."""
    near = difflib.get_close_matches(word.lower(), [name.lower() for name in known], 1, 0.6)
    if near:
        return f", did you mean {next(name for name in known if name.lower() == near[0])!r}?"
    return f" (one of: {', '.join(known)})" if len(known) <= 12 else ""


def check(keys: Sequence[Key], values: Mapping[str, Any], path: Where = ()) -> list[Fault]:
    """Everything that is wrong with `values`: unknown keys, wrong types, numbers out of range."""
    known = {key.name: key for key in keys}
    faults = []
    for name, value in values.items():
        if name in known:
            faults += [Fault((*path, *where), message) for where, message in _complaints(known[name], value)]
        else:
            faults.append(Fault((*path, name), f"unknown key {_short(name)}{suggest(name, list(known))}"))
    return faults


def canonical(key: Key, value: Any) -> Any:
    """A checked value in the spelling of the game: "ozmo" -> "Ozmo"."""
    if key.kind == "choice" or (isinstance(value, str) and value in key.words):
        return value if value in key.words else _known(key.choices)[slug(value)]
    if key.kind == "choices":
        return [_known(key.choices)[slug(item)] for item in value]
    if key.kind == "tables":
        return [{one.name: canonical(one, table.get(one.name, one.default)) for one in key.fields} for table in value]
    return value


def read_policy(
    presets: Mapping[str, PolicyPreset], keys: Sequence[Key], value: Any, path: Where = ("policy",)
) -> tuple[PolicyPreset | None, list[Fault]]:
    """A policy given by name, or as a table whose `kind` is a name and whose other keys change its parameters."""
    table = value if isinstance(value, dict) else {"kind": value}
    name = table.get("kind")
    if not isinstance(name, str) or slug(name) not in presets:
        where = (*path, "kind") if isinstance(value, dict) and "kind" in value else path
        hint = suggest(name, list(presets)) if isinstance(name, str) else f" (one of: {', '.join(presets)})"
        return None, [Fault(where, f"unknown policy {_short(name)}{hint}")]
    changes = {key: item for key, item in table.items() if key != "kind"}
    preset, faults = presets[slug(name)], check(keys, changes, path)
    if not faults:
        changes = {key.name: canonical(key, changes[key.name]) for key in keys if key.name in changes}
    return preset._replace(parameters={**preset.parameters, **changes}), faults


def _complaints(key: Key, value: Any) -> Iterator[tuple[Where, str]]:
    where: Where = (key.name,)
    if isinstance(value, str) and value in key.words:
        return
    if key.kind == "choices":
        if not isinstance(value, list):
            yield where, f"{key.name} must be a list{_or_words(key)}, not {_short(value)}"
            return
        for index, item in enumerate(value):
            if problem := _not_a_choice(key, item):
                yield (*where, index), problem
    elif key.kind == "tables":
        yield from _complaints_of_tables(key, value)
    elif key.kind == "choice":
        if problem := _not_a_choice(key, value):
            yield where, problem
    elif key.kind == "policy":
        return  # `read_policy` looks into it
    elif key.kind == "policies":
        if not isinstance(value, list):
            yield where, f"{key.name} must be a list of policies, not {_short(value)}"
    elif key.kind == "text":
        if not isinstance(value, str):
            yield where, f"{key.name} must be a name, not {_short(value)}"
    elif key.kind == "bool":
        if not isinstance(value, bool):
            yield where, f"{key.name} must be true or false, not {_short(value)}"
    elif problem := _not_a_number(key, value):
        yield where, problem


def _complaints_of_tables(key: Key, value: Any) -> Iterator[tuple[Where, str]]:
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        yield (key.name,), f"{key.name} must be a list of tables, not {_short(value)}"
        return
    if not (key.low or 0) <= len(value) <= (math.inf if key.high is None else key.high):
        yield (key.name,), f"{key.name} must be {_interval(key)} {key.title}, not {len(value)}"
    for index, table in enumerate(value):
        yield from check(key.fields, table, (key.name, index))
        for field in key.fields:
            if field.default is None and field.name not in table:
                yield (key.name, index), f"{key.name}: number {index + 1} needs a {field.name}"


def _not_a_choice(key: Key, value: Any) -> str:
    if not isinstance(value, str):
        return f"{key.name} must be a name, not {_short(value)}"
    if slug(value) not in _known(key.choices):
        noun = key.title if key.kind == "choices" else key.name
        return f"unknown {noun} {_short(value)}{suggest(value, [*key.choices, *key.words])}"
    return ""


def _not_a_number(key: Key, value: Any) -> str:
    kinds = (int,) if key.kind == "int" else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds):
        wanted = "a whole number" if key.kind == "int" else "a number"
        return f"{key.name} must be {wanted}{_or_words(key)}, not {_short(value)}"
    unbounded = isinstance(value, float) and not math.isfinite(value)
    if unbounded or not (key.low or 0) <= value <= (math.inf if key.high is None else key.high):
        return f"{key.name} must be {_interval(key)}, not {_short(value)}"
    return ""


@cache
def _known(choices: tuple[str, ...]) -> dict[str, str]:
    return {slug(choice): choice for choice in choices}


def _interval(key: Key) -> str:
    return f"{key.low or 0:g} or more" if key.high is None else f"{key.low or 0:g} to {key.high:g}"


def _or_words(key: Key) -> str:
    return "".join(f' or "{word}"' for word in key.words)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
