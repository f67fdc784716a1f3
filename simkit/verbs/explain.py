"""`simkit explain`: a run told by some of its games."""

import json as json_format
from pathlib import Path
from typing import Annotated

import typer

from simkit.console import BAD, FILE_WIDTH, Games, Jobs, Json, Seed, stop, stops

EXAMPLE = "simkit explain scenarios/emperor/bear_rules.toml --by wounds:Ozmo --variant no_parry"

Run = Annotated[Path, typer.Argument(help="A run folder, or a scenario file.", metavar="RUN")]
By = Annotated[str, typer.Option("--by", help="What luck is measured by, METRIC or METRIC:SIDE.", metavar="METRIC")]
Cell = Annotated[int | None, typer.Option("--cell", help="Cell, counted from 0.", metavar="K", min=0)]
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
    from rich.console import Console

    from simkit.study.explain import explain as tell
    from simkit.study.scenario import Faulty

    try:
        found = tell(run, by=by, cell=cell, variants=variant or (), jobs=jobs, games=games, seed=seed)
    except Faulty as faulty:
        stop(BAD, *faulty.lines)
    except ValueError as error:
        stop(BAD, str(error))
    if json:
        told = [one._asdict() for one in found.told]
        typer.echo(json_format.dumps({"told": told, "partings": [one._asdict() for one in found.partings]}))
        return
    console = Console()
    for line in found.lines(console.width if console.is_terminal else min(160, FILE_WIDTH)):
        typer.echo(line)
