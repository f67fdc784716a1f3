"""Arguments and options that several verbs have, for typer."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from simkit.study.scenarios.limits import MOST_GAME, MOST_GAMES_A_CELL, MOST_JOBS, MOST_SEED


def whole(low: int, high: int) -> Callable[[Any], int]:
    """A reader of an option that is a whole number within bounds, both included."""

    def read(option: Any) -> int:
        text = str(option).strip()
        try:
            number = int(text) if text.isascii() else None
        except ValueError:
            number = None
        if number is None or not low <= number <= high:
            raise _unfit(f"a whole number from {low:,} to {high:,}", option)
        return number

    return read


def chance(option: Any) -> float:
    """The value of an option that is a chance between 0 and 1, neither included."""
    text = str(option).strip()
    try:
        number = float(text) if text.isascii() else 0.0
    except ValueError:
        number = 0.0
    if not 0 < number < 1:
        raise _unfit("a chance between 0 and 1", option)
    return number


def _unfit(wanted: str, option: Any) -> typer.BadParameter:
    from simkit.games.faults import short

    return typer.BadParameter(f"must be {wanted}, not {short(str(option))}")


NUMBERED = whole(0, MOST_GAME)  # a cell, a game, a turn

File = Annotated[Path, typer.Argument(help="A scenario file.", metavar="FILE")]
GameName = Annotated[str, typer.Argument(help="A game; `simkit games` lists them.", metavar="GAME")]
Status = Annotated[str | None, typer.Option("--status", help="Only figures of this status.", metavar="STATUS")]
Games = Annotated[
    int | None,
    typer.Option("--games", help="Games a cell; else the scenario's.", metavar="N", parser=whole(1, MOST_GAMES_A_CELL)),
]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Seed; else the scenario's.", metavar="S", parser=whole(0, MOST_SEED))
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", help="Threads; by default one a processor.", metavar="J", parser=whole(1, MOST_JOBS)),
]
FiguresFile = Annotated[
    Path | None,
    typer.Option("--figures", help="A filled sheet, or a file of figures; else the scenario's.", metavar="FILE"),
]
Out = Annotated[Path, typer.Option("--out", help="Folder for run folders.", metavar="DIR")]
ExactOut = Annotated[Path | None, typer.Option("--out", help="Write CSV, Parquet, pictures there.", metavar="DIR")]
Exact = Annotated[
    bool | None, typer.Option("--exact/--simulate", help="Exact or played; else exact where states are few.")
]
NoPictures = Annotated[bool, typer.Option("--no-pictures", help="Write tables, and draw nothing.")]
Columns = Annotated[str, typer.Option("--columns", help="Metrics to show, as killed,wounds.", metavar="NAMES")]
Long = Annotated[bool, typer.Option("--long", help="A row for every cell, however many.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print no progress and no table.")]
