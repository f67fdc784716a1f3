"""`simkit figures`: the ledger of a game, and the sheet that the owner of a copy fills in."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.ends import end_with, ends_plainly
from simkit.cli.exit_codes import BAD
from simkit.cli.inputs import game_named
from simkit.cli.options import FiguresFile, GameName, Json, Status
from simkit.cli.terminal import print_json, say, say_paths
from simkit.text import counted

if TYPE_CHECKING:
    from simkit.games.figures import Figure, Figures

EXAMPLE = "simkit figures emperor --sheet mine.toml"

SheetFile = Annotated[
    Path | None,
    typer.Option("--sheet", help="Write a sheet to be filled in there, and a page to print.", metavar="FILE.toml"),
]
Order = Annotated[
    Path | None,
    typer.Option("--order", help="Keep what figures decide, from the answers of `sensitivity` there.", metavar="DIR"),
]


@ends_plainly
def figures(
    game: GameName,
    status: Status = None,
    sheet: SheetFile = None,
    figures_file: FiguresFile = None,
    order: Order = None,
    json: Json = False,
) -> None:
    """Print the ledger: every figure of a game, where it was read or why it is what it is; or write a sheet of it."""
    game_named(game)
    if sheet is not None:
        _write_sheet(game, sheet)
    elif order is not None:
        _write_order(game, order)
    else:
        _print_ledger(_ledger(game, figures_file), status, json=json)


def _ledger(game: str, file: Path | None) -> "Figures":
    """The game's figures, or those with what an owner has filled in."""
    from simkit import games
    from simkit.study.scenarios.owner_sheets import read_sheet

    return games.figures(game) if file is None else read_sheet(games.get(game), games.figures(game), file)


def _print_ledger(ledger: "Figures", status: str | None, *, json: bool) -> None:
    if status is not None and status not in ledger.counts():
        end_with(BAD, f"unknown status {status!r:.60} (one of: {', '.join(ledger.counts())})")
    rows = [figure for figure in ledger.ledger if status in (None, figure.status)]
    if json:
        print_json([figure._asdict() for figure in rows])
        return
    say(*map(_line, rows), hang=4)
    say("", ", ".join(f"{n:,} {name}" for name, n in ledger.counts().items()))


def _line(figure: "Figure") -> str:
    from simkit.games.faults import spelt

    span = f"  [{figure.range[0]} ... {figure.range[1]}]" if figure.range else ""
    return f"{figure.path} = {spelt(figure.value)}{span}  {figure.status}: {figure.source or figure.basis}"


def _write_sheet(game: str, file: Path) -> None:
    from simkit import games
    from simkit.study.report import owner_sheet

    page = file.with_suffix(".html")
    if complaint := _no_place(file, page):
        end_with(BAD, f"--sheet {complaint}")
    n = games.figures(game).counts().get("reconstructed", 0)
    file.write_text(owner_sheet.toml_text(games.get(game), games.figures(game)), "utf-8")
    page.write_text(owner_sheet.html_text(games.get(game), games.figures(game)), "utf-8")
    say(f"{counted(n, 'figure')} to look up. Fill in what your copy says, and play with --figures {file}.")
    say_paths([f"{file}", f"{page} to print"])


def _no_place(file: Path, page: Path) -> str:
    """Why a sheet cannot be written there; nothing where it can.  What somebody has filled in is never written over."""
    if file.suffix != ".toml":
        return f"{file}: the name of a sheet ends with .toml"
    there = next((path for path in (file, page) if path.exists()), None)
    return f"{there}: is there already, and may be filled in: name another file" if there else ""


def _write_order(game: str, folder: Path) -> None:
    from simkit import games
    from simkit.study.report import decided

    found = decided.answers(game, folder)
    if not found:
        end_with(BAD, f"--order {folder}: no folder in it has an answer of `simkit sensitivity` about {game}")
    say_paths([decided.write_order(games.get(game), found)])
