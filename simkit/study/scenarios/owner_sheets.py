"""A filled sheet: figures that the owner of a copy read off it, held against the game and what its rules print."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.components import NOT_READ, sum_faults
from simkit.games.faults import short, spelt
from simkit.games.figures import OWNER, Figures
from simkit.games.game import Game
from simkit.study.scenarios.changes import leaves
from simkit.study.scenarios.toml_lines import Document, read_toml

HEAD = ("game", "version")
Complaints = list[tuple[str, str]]  # a dotted path, and what is wrong with it


class Owned(NamedTuple):
    """A game's figures with those of an owner, or all that is wrong with his sheet."""

    figures: Figures
    faults: list[str]  # "file:line: what is wrong"


def is_sheet(document: Document) -> bool:
    """Whether a file says of which game it is a sheet; other files of figures hold tables of figures alone."""
    return isinstance(document.values.get("game"), str)


def owned(game: Game, published: Figures, path: Path, document: Document) -> Owned:
    """The published figures with those that a sheet fills in, which are then the owner's.

    Parameters
    ----------
    game
        The whole game, with its parts: all of them look at the figures.
    path, document
        The sheet, for the places of faults, and what it says.
    """
    complaints = _of_another(game, document.values)
    if complaints:
        return Owned(published, _lines(path, document, complaints))
    filled = _filled(document.values)
    printed = _against_print(published, filled)
    sound = {name: value for name, value in filled.items() if name not in dict(printed)}
    figures, refused = published.override(sound, OWNER)
    refused = [(name, f"{name} {message}") for name, message in refused]
    rules = [*_against_rules(game, figures), *((name, f"{name}: {what}") for name, what in sum_faults(game, figures))]
    return Owned(figures, _lines(path, document, [*printed, *refused, *rules]))


def read_sheet(game: Game, published: Figures, path: Path) -> Figures:
    """The published figures with those of a sheet; `BadInput` with all that is wrong with it."""
    document = read_toml(path)
    faults = [f"{path}:{fault.line}: {fault.message}" for fault in document.faults]
    if not faults and not is_sheet(document):
        faults = [f"{path}:1: is no sheet: it does not say game = ..."]
    figures, more = (published, []) if faults else owned(game, published, path, document)
    if faults or more:
        raise BadInput([*faults, *more])
    return figures


def _of_another(game: Game, values: Mapping[str, Any]) -> Complaints:
    if values["game"] != game.name:
        return [("game", f"this is a sheet of {short(values['game'])}, and {game.name} is played")]
    version = values.get("version")
    if version == game.version:
        return []
    said = "of no version" if version is None else f"of version {short(version)}"
    hint = f'see that it still says what your copy says, then write version = "{game.version}"'
    return [("version", f"this sheet of {game.name} is {said}, and version {game.version!r} is played: {hint}")]


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in, by dotted path."""
    tree = {name: value for name, value in values.items() if name not in HEAD}
    return {".".join(map(str, path)): value for path, value in leaves(tree) if value != NOT_READ}


def _against_print(published: Figures, filled: Mapping[str, Any]) -> Complaints:
    """Figures that the rules print otherwise."""
    printed = {figure.path: figure for figure in published.ledger if figure.status == "printed"}
    return [
        (name, f"{name} = {short(value)} contradicts the rules, which print {spelt(printed[name].value)} "
               f"({printed[name].source})")
        for name, value in filled.items()
        if name in printed and value != printed[name].value
    ]  # fmt: skip


def _against_rules(game: Game, figures: Figures) -> Iterator[tuple[str, str]]:
    """What some part of the game cannot take, each fault once."""
    faults = [fault for part in game.every_part() for fault in part.compile_rules(figures, {})[1]]
    yield from dict.fromkeys((str(fault.path[0]), fault.message) for fault in faults)


def _lines(path: Path, document: Document, complaints: Complaints) -> list[str]:
    """Complaints with file and line, in the order of lines."""
    placed = sorted((_line(document, name), message) for name, message in complaints)
    return [f"{path}:{line}: {message}" for line, message in dict.fromkeys(placed)]


def _line(document: Document, name: str) -> int:
    """The line of a figure; of a group of figures, that of the first of them that is filled in; else the first."""
    inside = [line for key, line in document.lines.items() if ".".join(map(str, key)).startswith(f"{name}.")]
    return document.line(tuple(name.split("."))) or min(inside, default=1)
