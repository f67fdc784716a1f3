"""Figures of a game with their provenance, read from TOML.

A figure is a table with a `value` and a `status`:

    [vessels.boat]
    value  = { dice = 1, wounds = 6 }
    status = "reconstructed"
    basis  = "half a ship"
    range  = { wounds = [6, 9] }

`value` is a number, text, truth value, a list of these, or tables of these (a whole printed table may be one figure).
`range` and `alternatives` hold for all of it, or name the fields that they hold for. `any_length = true` says that a
list may be replaced by a longer or shorter one. Further tables inside a figure are figures of their own.
`[[group]]` lays several sheets of different provenance over one group.
"""

import hashlib
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from fnmatch import translate
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

RECONSTRUCTED = "reconstructed"  # the status of figures that nobody printed, and that are ours
NEEDS = {"printed": "source", "public": "source", "deduced": "basis", RECONSTRUCTED: "basis"}
WHAT_IF = "what-if"
OWNER = "owner"  # the status of figures that the owner of a copy read off it
GIVEN = (WHAT_IF, OWNER)  # the statuses of figures that are not the game's own

_KEYS = ("value", "status", "source", "basis", "range", "alternatives", "any_length")
_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", list: "a list"}
MOST_LISTED = 20  # names that a complaint lists
_LARGEST = 2**31 - 1  # the kernels add and multiply figures in 64 bits


class Figure(NamedTuple):
    """One value of a game and where it comes from."""

    path: str  # dotted, down to the field: "vessels.boat.wounds"
    value: Any
    status: str  # a key of NEEDS, or one of GIVEN
    source: str = ""  # rulebook section, or URL
    basis: str = ""
    range: tuple[float, float] | None = None  # lowest and highest believable value
    alternatives: tuple[Any, ...] | None = None
    any_length: bool = False  # of a list: whether another may have more or fewer items


class Fixed(NamedTuple):
    """Why a figure cannot be set."""

    reason: str


class Between(NamedTuple):
    """A number from `low` to `high`."""

    low: float
    high: float


def outside(figures: "Figures", limits: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Path and complaint of every figure that has, or whose list has, a value that is not allowed.

    `limits` holds what is allowed by a pattern of paths, of which the first that fits counts: a range, a tuple or
    table of values, `Between`, or `Fixed` for a figure that nothing reads.
    """
    kinds, fits = list(limits.values()), _any_of(tuple(limits))
    for figure in figures.ledger:
        fit = fits.match(figure.path)
        allowed = kinds[fit.lastindex - 1] if fit and fit.lastindex else None
        if isinstance(allowed, Fixed):
            if figure.status in GIVEN:
                yield figure.path, f"cannot be set: {allowed.reason}"
        elif allowed is not None:
            items = figure.value if isinstance(figure.value, list) else [figure.value]
            strange = next((item for item in items if not _allows(allowed, item)), None)
            if strange is not None:
                yield figure.path, _not_allowed(allowed, strange, figure.value)


@cache
def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """Fits what any of the patterns fits; the one group that it fills has the number of the first of these, from 1."""
    return re.compile("|".join(f"({translate(pattern)})" for pattern in patterns))


def _allows(allowed: Any, item: Any) -> bool:
    return allowed.low <= item <= allowed.high if isinstance(allowed, Between) else item in allowed


def _not_allowed(allowed: Any, item: Any, value: Any) -> str:
    """What is wrong with a value that has a strange item; many names are not listed, but the nearest is given."""
    if isinstance(item, str) and isinstance(allowed, tuple) and len(allowed) > MOST_LISTED:
        return f"names {_short(item)!r}, which there is not{_did_you_mean(item, allowed)}"
    return f"must be {_allowed(allowed)}, not {_short(value)}"


def _allowed(allowed: Any) -> str:
    if isinstance(allowed, Between):
        return f"{allowed.low:g} to {allowed.high:g}"
    if isinstance(allowed, range):
        return f"{allowed[0]} to {allowed[-1]}"
    return f"one of {', '.join(map(str, allowed))}" if len(allowed) > 1 else str(next(iter(allowed)))


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


class Figures:
    """All figures of a game: `tree` of plain values by group, thing and field; `ledger` of one `Figure` a value."""

    def __init__(self, ledger: Iterable[Figure]) -> None:
        self.ledger = tuple(ledger)
        self.tree: dict[str, Any] = {}
        for figure in self.ledger:
            _plant(self.tree, figure)

    def get(self, path: str) -> Any:
        """Value, or group of values, at a dotted path; `KeyError` where there is none."""
        node: Any = self.tree
        for key in path.split("."):
            if not isinstance(node, dict) or key not in node:
                raise KeyError(path)
            node = node[key]
        return node

    def override(self, changes: Mapping[str, object], status: str = WHAT_IF) -> tuple["Figures", list[tuple[str, str]]]:
        """Figures with new values at some dotted paths, and (path, message) for every change that was refused.

        A changed figure has a status of `GIVEN` and says what it was. A whole number may stand for a number.
        """
        ledger = {figure.path: figure for figure in self.ledger}
        complaints = []
        for path, value in changes.items():
            if path not in ledger:
                complaint = self._unknown(path)
            else:
                complaint = _refusal(ledger[path].value, value, any_length=ledger[path].any_length)
            if complaint:
                complaints.append((path, complaint))
            else:
                ledger[path] = _given(ledger[path], value, status)
        return Figures(ledger.values()), complaints

    def replaced(self, sheet: "Figures") -> "Figures":
        """These figures, where every group that the sheet has, such as map.links, is replaced by the sheet's."""
        groups = {_group(figure.path) for figure in sheet.ledger}
        return Figures((*(figure for figure in self.ledger if _group(figure.path) not in groups), *sheet.ledger))

    def digest(self) -> str:
        """SHA-256, in hex, of all values and statuses; the order of files and lines does not matter."""
        facts = {figure.path: (figure.value, figure.status) for figure in self.ledger}
        return hashlib.sha256(json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    def counts(self) -> dict[str, int]:
        """Number of figures of each status."""
        return dict(Counter(figure.status for figure in self.ledger))

    def _unknown(self, path: str) -> str:
        inside = [figure.path for figure in self.ledger if figure.path.startswith(f"{path}.")]
        if inside:
            return f"is a group of {len(inside)} figures; name one, such as {inside[0]}"
        return "is no figure of this game" + _did_you_mean(path, (figure.path for figure in self.ledger))


def _group(path: str) -> str:
    return ".".join(path.split(".")[:2])


@cache
def published_figures(folder: Path) -> Figures:
    """Figures of a game's folder, which nobody changes while it is played: read once."""
    return load_figures(folder)


def load_figures(folder: Path) -> Figures:
    """Figures of a TOML file, or of all TOML files of a folder.

    Raises
    ------
    ValueError
        Naming file and path: a value without its provenance, a value outside its range, a figure given twice,
        or nothing at all.
    """
    ledger: list[Figure] = []
    tree: dict[str, Any] = {}
    for file in sorted(folder.glob("*.toml")) if folder.is_dir() else [folder]:
        try:
            for figure in _figures(tomllib.loads(file.read_text("utf-8")), ""):
                _plant(tree, figure)
                ledger.append(figure)
        except ValueError as error:
            raise ValueError(f"{file.name}: {error}") from None
    if not ledger:
        raise ValueError(f"{folder}: holds no figures")
    return Figures(ledger)


def _plant(tree: dict[str, Any], figure: Figure) -> None:
    *groups, field = figure.path.split(".")
    for group in groups:
        tree = tree.setdefault(group, {})
        if not isinstance(tree, dict):
            raise ValueError(f"{figure.path}: {group} is a figure already")
    if field in tree:
        raise ValueError(f"{figure.path}: given twice")
    tree[field] = figure.value


def _figures(node: Any, path: str) -> Iterator[Figure]:
    if isinstance(node, list) and node and all(isinstance(sheet, dict) for sheet in node):
        for sheet in node:
            yield from _figures(sheet, path)
        return
    if not isinstance(node, dict):
        raise ValueError(f"{path}: a bare value; write value and status")
    is_figure = "value" in node or "status" in node
    if is_figure:
        yield from _read_figure(node, path)
    for key, child in node.items():
        if not is_figure or key not in _KEYS:
            yield from _figures(child, _join(path, key))


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _read_figure(table: dict[str, Any], path: str) -> Iterator[Figure]:
    fault = _fault(table)
    if fault:
        raise ValueError(f"{path}: {fault}")
    for leaf in _spread(Figure(path, **{key: table[key] for key in _KEYS if key in table})):
        fault = _leaf_fault(leaf)
        if fault:
            raise ValueError(f"{leaf.path}: {fault}")
        yield leaf._replace(range=_fixed(leaf.range), alternatives=_fixed(leaf.alternatives))


def _fault(table: dict[str, Any]) -> str:
    status = table.get("status")
    if table.get("value", {}) == {}:
        return "no value"
    if status is None:
        return "no status"
    if str(status) not in NEEDS:
        return f"unknown status {status!r}" + _did_you_mean(str(status), NEEDS)
    text = table.get(NEEDS[status])
    if not isinstance(text, str) or not text:
        return f"{status}, but without {NEEDS[status]}"
    if status == "public" and not text.startswith(("http://", "https://")):
        return "public, but its source is no URL"
    if status == RECONSTRUCTED and not table.keys() & {"range", "alternatives"}:
        return "reconstructed, but without range or alternatives"
    strangers = _names(table.get("range")) | _names(table.get("alternatives"))
    strangers -= _names(table["value"])
    return f"range or alternatives of unknown {min(strangers)}" if strangers else ""


def _names(node: Any) -> set[str]:
    if not isinstance(node, dict):
        return set()
    return set(node).union(*map(_names, node.values()))


def _spread(figure: Figure) -> Iterator[Figure]:
    if not isinstance(figure.value, dict):
        yield figure
        return
    for key, value in figure.value.items():
        yield from _spread(
            figure._replace(
                path=_join(figure.path, key),
                value=value,
                range=_narrow(figure.range, key),
                alternatives=_narrow(figure.alternatives, key),
            )
        )


def _narrow(spec: Any, key: str) -> Any:
    return spec.get(key, spec) if isinstance(spec, dict) else spec


def _fixed(spec: Any) -> Any:
    return tuple(spec) if isinstance(spec, list) else None


def _leaf_fault(leaf: Figure) -> str:
    for spec in (leaf.range, leaf.alternatives):
        if not isinstance(spec, list | dict | None) or spec == []:
            return "range and alternatives are lists"
    return _range_fault(leaf.value, leaf.range) if isinstance(leaf.range, list) else _unfit(leaf.value)


def _range_fault(value: Any, limits: list[Any]) -> str:
    if len(limits) != 2 or type(value) not in (int, float) or any(map(_unfit, limits)):
        return "a range is the lowest and the highest of a number"
    if not limits[0] <= value <= limits[1]:
        return f"{value} lies outside its range"
    return _unfit(value)


def _unfit(value: object) -> str:
    if isinstance(value, list):
        return next(filter(None, map(_unfit, value)), "")
    if type(value) not in _KINDS:
        return "must be a number, a text, true or false, or a list of these"
    if isinstance(value, int | float) and not -_LARGEST <= value <= _LARGEST:  # not true of NaN either
        return f"must be a number from {-_LARGEST} to {_LARGEST}"
    return ""


def _refusal(old: Any, new: Any, *, any_length: bool = False) -> str:
    if isinstance(old, float) and type(new) is int:
        return _unfit(new)
    if type(new) is not type(old):
        return f"must be {_KINDS[type(old)]}"
    if not isinstance(old, list):
        return _unfit(new)
    if any_length:
        return next(filter(None, (_refusal(old[0] if old else item, item) for item in new)), "")
    if len(new) != len(old):
        return f"must be a list of {len(old)}"
    return next(filter(None, map(_refusal, old, new)), "")


def _given(figure: Figure, value: Any, status: str) -> Figure:
    value = float(value) if isinstance(figure.value, float) else value
    return Figure(figure.path, value, status, basis=f"was {figure.value}", any_length=figure.any_length)


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, known, 1)
    return f"; did you mean {near[0]}?" if near else ""
