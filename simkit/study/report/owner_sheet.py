"""The sheet of a game, to be filled in by the owner of a copy: as a TOML file that plays, and as a page to print."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from simkit.games.components import NOT_READ, Entry, entries
from simkit.games.figures import Figures
from simkit.games.game import Game
from simkit.plain_json import to_json
from simkit.text import counted

WIDE = 112  # characters of a line of the file
PAGE = "owner_sheet.html"


def toml_text(game: Game, figures: Figures) -> str:
    """The sheet as a TOML file: a line a figure, its value a question mark."""
    pieces = entries(game, figures)
    head = [
        f"# {game.title}: what simkit had to reconstruct, for the owner of a copy to fill in.",
        f'# Write what your copy says in the place of a "{NOT_READ}". What stays "{NOT_READ}" is played as we have it.',
        "# To play with it, give --figures and this file, or name it in a scenario: figures = ...",
        f"# What else your copy says otherwise may be added; `simkit figures {game.name}` lists all that there is.",
        "",
        f"game = {to_json(game.name)}",
        f"version = {to_json(game.version)}",
    ]
    body = [line for piece in pieces for line in _piece_lines(piece)]
    return "\n".join([*head, *body, ""])


def html_text(game: Game, figures: Figures) -> str:
    """The sheet as a page to print, with room to write."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined
    )
    pieces = entries(game, figures)
    rows = [(piece[0].stand.piece, [_row(entry) for entry in piece]) for piece in pieces]
    n = sum(map(len, pieces))
    return environment.get_template(PAGE).render(
        title=game.title, game=game.name, version=game.version, pieces=rows, count=counted(n, "figure")
    )


def _piece_lines(piece: Sequence[Entry]) -> Iterator[str]:
    yield from ("", f"# ---- {piece[0].stand.piece}")
    for entry in piece:
        figure = entry.figure
        yield ""
        yield from textwrap.wrap(
            f"{entry.stand.where}: {_believed(entry)}", WIDE, initial_indent="# ", subsequent_indent="# "
        )
        if isinstance(figure.value, list):
            yield from (f"# {line}" for line in _value_lines(figure.value))
        yield f'{_key(figure.path)} = "{NOT_READ}"'


def _row(entry: Entry) -> dict[str, str]:
    value = entry.figure.value
    return {
        "where": entry.stand.where,
        "ours": "; ".join(map(str, value)) if isinstance(value, list) else toml_value(value).strip('"'),
        "range": _range(entry),
        "basis": entry.figure.basis,
        "share": _share(entry),
        "path": entry.figure.path,
    }


def _believed(entry: Entry) -> str:
    """Our value, its range, why, and what it decides."""
    value = entry.figure.value
    ours = "ours is the list below" if isinstance(value, list) else f"ours is {toml_value(value)}"
    parts = [ours, _range(entry), entry.figure.basis and f"({entry.figure.basis})", _share(entry)]
    return ", ".join(filter(None, parts)).replace(", (", " (")


def _range(entry: Entry) -> str:
    figure = entry.figure
    if figure.range is not None:
        return f"believed {figure.range[0]} to {figure.range[1]}"
    if figure.alternatives is not None:
        return f"or {' or '.join(str(toml_value(value)).strip(chr(34)) for value in figure.alternatives)}"
    return ""


def _share(entry: Entry) -> str:
    return f"{100 * entry.share:.0f} % of the doubt" if entry.share >= 0.005 else ""


def toml_value(value: Any) -> str:
    """A figure's value as TOML: texts in double quotes, lists in one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    return to_json(value)


def _value_lines(value: list[Any]) -> list[str]:
    """A list as TOML, broken between its items where it is long."""
    line = toml_value(value)
    return [line] if len(line) <= WIDE else ["[", *(f"    {toml_value(item)}," for item in value), "]"]


def _key(path: str) -> str:
    return ".".join(part if re.fullmatch(r"[A-Za-z0-9_-]+", part) else to_json(part) for part in path.split("."))
