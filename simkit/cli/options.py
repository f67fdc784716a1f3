"""Arguments and options that several verbs have, for typer."""

from pathlib import Path
from typing import Annotated

import typer

from simkit.study.scenarios.limits import MOST_GAMES_A_CELL, MOST_JOBS, MOST_SEED

File = Annotated[Path, typer.Argument(help="A scenario file.", metavar="FILE")]
GameName = Annotated[str, typer.Argument(help="A game; `simkit games` lists them.", metavar="GAME")]
Status = Annotated[str | None, typer.Option("--status", help="Only figures of this status.", metavar="STATUS")]
Games = Annotated[
    int | None,
    typer.Option("--games", help="Games a cell; else the scenario's.", metavar="N", min=1, max=MOST_GAMES_A_CELL),
]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Seed; else the scenario's.", metavar="S", min=0, max=MOST_SEED)
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", help="Threads; by default one a processor.", metavar="J", min=1, max=MOST_JOBS),
]
Out = Annotated[Path, typer.Option("--out", help="Folder for run folders.", metavar="DIR")]
ExactOut = Annotated[Path | None, typer.Option("--out", help="Write CSV, Parquet, pictures there.", metavar="DIR")]
Exact = Annotated[
    bool | None, typer.Option("--exact/--simulate", help="Exact or played; else exact where states are few.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print no progress and no table.")]
