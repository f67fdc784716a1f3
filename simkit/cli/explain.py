"""`simkit explain`: a run told by some of its games."""

from pathlib import Path
from typing import Annotated

import typer

from simkit.cli.ends import end_with, ends_plainly, lines_of
from simkit.cli.exit_codes import BAD
from simkit.cli.options import NUMBERED, FiguresFile, Games, Jobs, Json, Seed
from simkit.cli.terminal import print_json, say, terminal_width

EXAMPLE = "simkit explain scenarios/emperor/bear_rules.toml --by wounds:Ozmo --variant no_parry"

Run = Annotated[Path, typer.Argument(help="A run folder, or a scenario file.", metavar="RUN")]
By = Annotated[str, typer.Option("--by", help="What luck is measured by, METRIC or METRIC:SIDE.", metavar="METRIC")]
Cell = Annotated[int | None, typer.Option("--cell", help="Cell, counted from 0.", metavar="K", parser=NUMBERED)]
Variants = Annotated[list[str] | None, typer.Option("--variant", help="Only this variant; may be given again.")]


@ends_plainly
def explain(
    run: Run,
    by: By = "",
    cell: Cell = None,
    variant: Variants = None,
    figures: FiguresFile = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Tell the median game of a run, one of the luckiest and of the worst per cent, and where variants first part."""
    from simkit.study.analyses.explain import WIDE, explain

    changes = {"figures": figures, "games": games, "seed": seed}
    try:
        explanation = explain(run, by=by, cell=cell, variants=variant or (), jobs=jobs, **changes)
    except ValueError as error:
        end_with(BAD, *lines_of(error))
    if json:
        print_json(explanation.as_json())
    else:
        say(*explanation.lines(terminal_width() or WIDE), hang=6)
