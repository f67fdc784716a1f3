"""`simkit robust`: the headline in other hands."""

import json as json_format
from pathlib import Path
from typing import Annotated

import typer

from simkit.console import (
    BAD,
    FAILED,
    NOT_SETTLED,
    File,
    Games,
    Jobs,
    Json,
    Out,
    Quiet,
    Seed,
    load_scenario,
    print_table,
    progress_bar,
    stop,
    stops,
)

EXAMPLE = "simkit robust scenarios/emperor/endangered.toml"
COLUMNS = ("part", "policy", "variant", "side", "value", "interval", "word")

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [robust].", metavar="METRIC")]


@stops
def robust(
    file: File,
    metric: Metric = "",
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = Path("results"),
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Ask the same under other policies; exit code 3 where the headline hangs on them, 1 on an alarm."""
    scenario = load_scenario(file, games=games, seed=seed)
    from simkit.study import answers
    from simkit.study.robust import robust as play
    from simkit.study.scenario import Faulty
    from simkit.study.sizes import said
    from simkit.study.tabular import table

    total = scenario.run.games * len(scenario.cells)
    with progress_bar(scenario.game, scenario.title, total, show=not (json or quiet)) as progress:
        try:
            found = play(scenario, metric=metric, jobs=jobs, progress=progress)
        except Faulty as faulty:
            stop(BAD, *faulty.lines)
        except ValueError as error:
            stop(BAD, str(error))
    folder = answers.folder_for(scenario, "robust", out, metric=metric, asked=scenario.asked.robust.model_dump())
    paths = answers.write(
        folder, scenario, {"policies": found.frame}, {"policies": found.plot()}, found.sentences,
        games_played=found.games, settled=found.settled, alarms=found.alarms,
    )  # fmt: skip
    if json:
        told = {"policies": found.frame.to_dict("records"), "alarms": found.alarms, "stands": found.stands}
        typer.echo(json_format.dumps({**told, "verdict": found.sentences, "folder": str(folder)}))
    elif not quiet:
        sign = bool(scenario.compared)
        rows = [
            (one.part, one.name, one.variant, one.side, said(one.value, found.kind, sign=sign or one.part != "policy"),
             f"{said(one.low, found.kind)} to {said(one.high, found.kind)}", one.word)
            for one in found.seen
        ]  # fmt: skip
        print_table(table(scenario.title, COLUMNS, rows, left=4))
        typer.echo("\n".join([*found.sentences, *(f"  {path}" for path in paths)]))
    if found.alarms:
        raise typer.Exit(FAILED)
    if not found.stands:
        raise typer.Exit(NOT_SETTLED)
