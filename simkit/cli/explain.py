"""`simkit explain`: a run told by some of its games."""

from pathlib import Path
from typing import Annotated

import typer

from simkit.cli.terminal import (
    BAD,
    MOST_GAME,
    Games,
    Jobs,
    Json,
    Seed,
    print_json,
    say,
    stop,
    stops,
    terminal_width,
    whole,
)
from simkit.errors import BadInput

PAGE = 160  # columns where there is no edge
EXAMPLE = "simkit explain scenarios/emperor/bear_rules.toml --by wounds:Ozmo --variant no_parry"

Run = Annotated[Path, typer.Argument(help="A run folder, or a scenario file.", metavar="RUN")]
By = Annotated[str, typer.Option("--by", help="What luck is measured by, METRIC or METRIC:SIDE.", metavar="METRIC")]
Cell = Annotated[
    int | None, typer.Option("--cell", help="Cell, counted from 0.", metavar="K", parser=whole(0, MOST_GAME))
]
Variants = Annotated[list[str] | None, typer.Option("--variant", help="Only this variant; may be given again.")]


@stops
def explain(
    run: Run,
    by: By = "",
    cell: Cell = None,
    variant: Variants = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Tell the median game of a run, one of the luckiest and of the worst per cent, and where variants first part."""
    from simkit.study.analyses.explain import explain as tell

    try:
        found = tell(run, by=by, cell=cell, variants=variant or (), jobs=jobs, games=games, seed=seed)
    except BadInput as bad:
        stop(BAD, *bad.lines)
    except ValueError as error:
        stop(BAD, str(error))
    if json:
        told = [one._asdict() for one in found.told]
        print_json({"told": told, "partings": [one._asdict() for one in found.partings]})
        return
    say(*found.lines(terminal_width() or PAGE), hang=6)
