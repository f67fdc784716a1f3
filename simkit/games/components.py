"""Where figures stand on the components of a game, what the rules print of several together, and what figures decide.

A game's folder may hold two files of such: `components.toml`, written by hand,

    [[stands]]
    figures = "characters.*.wounds"          # of several patterns the first that fits counts
    piece   = "Character card: {thing}"      # {thing} is the name of what the last * stands for
    where   = "the Wound Number"

    [[sums]]
    figures = "arms.*.quantity"
    is      = "components.arms"
    what    = "Arms chits"

and `decides.toml`, which `simkit figures GAME --order` writes: a share of doubt for each figure that carries any.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from simkit.games.figures import OWNER, RECONSTRUCTED, Figure, Figures
from simkit.games.game import Game

COMPONENTS, DECIDES = "components.toml", "decides.toml"
NOT_READ = "?"  # on a sheet: what nobody has read off yet


class Stand(NamedTuple):
    """Where a figure stands on a copy of the game."""

    piece: str  # "Character card: Rosa"
    where: str = ""  # on the piece: "the Wound Number"
    rank: int = 0  # of its kind of piece, in the order of the file


class Entry(NamedTuple):
    """A figure on the sheet of a game."""

    figure: Figure
    stand: Stand
    share: float  # of the doubt of conclusions, on average over scenarios; 0 where it is not known


def entries(game: Game, figures: Figures) -> list[list[Entry]]:
    """The figures that are reconstructed or an owner's, a list a piece: what decides most stands first.

    Pieces that decide nothing follow in the order of the game's `components.toml`.
    """
    shares, pieces = decides(game.folder), dict[str, list[Entry]]()
    for figure in figures.ledger:
        if figure.status in (RECONSTRUCTED, OWNER):
            stand = stands(game, figures, figure.path)
            pieces.setdefault(stand.piece, []).append(Entry(figure, stand, shares.get(figure.path, 0.0)))
    ordered = [sorted(piece, key=lambda entry: -entry.share) for piece in pieces.values()]
    return sorted(ordered, key=lambda piece: (-piece[0].share, piece[0].stand.rank))


def stands(game: Game, figures: Figures, path: str) -> Stand:
    """Where a figure stands; where the game does not tell, the thing that its path names."""
    for rank, row in enumerate(_rows(game.folder / COMPONENTS, "stands")):
        if fit := _fit(row["figures"]).fullmatch(path):
            thing = _thing(figures, path, fit.groups()[-1]) if fit.groups() else ""
            return Stand(row["piece"].replace("{thing}", thing), row["where"], _first_of_piece(game.folder, rank))
    *groups, field = path.split(".")
    return Stand(_spelt(groups[-1]) if groups else _spelt(field), _spelt(field))


def sum_faults(game: Game, figures: Figures) -> Iterator[tuple[str, str]]:
    """Path and complaint where figures that an owner gave do not add up to what the rules print.

    As long as some are still reconstructed, only a sum that is too large without them contradicts.
    """
    for row in _rows(game.folder / COMPONENTS, "sums"):
        members = [figure for figure in figures.ledger if _fit(row["figures"]).fullmatch(figure.path)]
        given = [figure for figure in members if figure.status == OWNER]
        known = [figure for figure in members if figure.status != RECONSTRUCTED]
        total, printed = sum(figure.value for figure in known), figures.get(row["is"])
        if given and (total > printed or (total != printed and len(known) == len(members))):
            source = next(figure.source for figure in figures.ledger if figure.path == row["is"])
            without = "" if len(known) == len(members) else ", those not filled in left out"
            yield given[-1].path, f"{total} {row['what']} in all{without}; the rules print {printed} ({source})"


def decides(folder: Path) -> dict[str, float]:
    """The share of doubt that figures carry, on average over the scenarios that were asked; empty where none was."""
    return dict(_read(folder / DECIDES).get("share", {}))


def _thing(figures: Figures, path: str, word: str) -> str:
    """The name of what a word of a path stands for: its own, else that of the same word in another group."""
    word = word.rpartition(".")[2]
    own = path.split(".")[0]
    for group in (own, *(name for name in figures.tree if name != own)):
        for name in _names(figures.tree[group], word):
            return name
    return _spelt(word)


def _names(group: Any, word: str) -> Iterator[str]:
    """The names that a group, or a group in it such as map.spaces, has for a word."""
    if isinstance(group, dict):
        thing = group.get(word)
        if isinstance(thing, dict) and isinstance(thing.get("name"), str):
            yield thing["name"]
        yield from (name for inner in group.values() if isinstance(inner, dict) for name in _names(inner, word))


def _spelt(word: str) -> str:
    text = word.replace("_", " ")
    return text[:1].upper() + text[1:]


def _first_of_piece(folder: Path, rank: int) -> int:
    """The first row of the same kind of piece, so that what stands on one piece has one rank."""
    pieces = [row["piece"] for row in _rows(folder / COMPONENTS, "stands")]
    return pieces.index(pieces[rank])


def _rows(file: Path, table: str) -> list[dict[str, str]]:
    return list(_read(file).get(table, []))


@cache
def _fit(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\*", "(.*)"))


@cache
def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
