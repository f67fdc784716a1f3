"""`simkit sensitivity`: what the reconstructed figures do to a conclusion."""

import json as json_format
from pathlib import Path
from typing import Annotated

import typer

from simkit.console import (
    BAD,
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

EXAMPLE = "simkit sensitivity scenarios/emperor/endangered.toml"
COLUMNS = ("figure", "value", "lead", "change", "error", "beyond chance", "flips", "largest change")
MOST_ROWS = 20  # that a terminal is shown

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [sensitivity].", metavar="METRIC")]


@stops
def sensitivity(
    file: File,
    metric: Metric = "",
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = Path("results"),
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a conclusion again under other believable figures, one at a time and jointly; exit code 3 where it falls."""
    scenario = load_scenario(file, games=games, seed=seed)
    from simkit.study import answers
    from simkit.study.sensitivity import sensitivity as play
    from simkit.study.sizes import said
    from simkit.study.tabular import table

    asked = scenario.asked.sensitivity
    figures = [one for one in scenario.figures.ledger if one.status == "reconstructed"]
    with progress_bar(scenario.game, scenario.title, len(figures) + asked.draws, show=not (json or quiet)) as progress:
        try:
            found = play(scenario, metric=metric, jobs=jobs, progress=progress)
        except ValueError as error:
            stop(BAD, str(error))
    folder = answers.folder_for(scenario, "sensitivity", out, metric=metric, asked=asked.model_dump())
    paths = answers.write(
        folder, scenario, {"figures": found.frame}, {"tornado": found.plot()} if found.bars else {}, found.sentences,
        games_played=found.games, settled=found.settled, joint=found.joint, maps=found.map_leads,
        idle=found.ledger.idle, unplayable=found.ledger.unplayable,
    )  # fmt: skip
    if json:
        told = {
            "figures": found.frame.to_dict("records"),
            "joint": found.joint,
            "maps": found.map_leads,
            "settled": found.settled,
        }
        typer.echo(json_format.dumps({**told, "verdict": found.sentences, "folder": str(folder)}))
    elif not quiet:
        kind = found.kind
        rows = [
            (str(one["figure"]), f"{one['value']} (is {one['usual']})", said(one["lead"], kind, sign=True),
             said(one["change"], kind, sign=True), said(one["error"], kind), "yes" if one["beyond_chance"] else "",
             "FLIPS" if one["flips"] else "", f"{said(one['largest'], kind, sign=True)} {one['side']}")
            for one in found.frame.head(MOST_ROWS).to_dict("records")
        ]  # fmt: skip
        print_table(table(scenario.title, COLUMNS, rows, left=2))
        if len(found.frame) > MOST_ROWS:
            typer.echo(f"The longest {MOST_ROWS} of {len(found.frame)} bars; figures.csv has all.")
        typer.echo("\n".join([*found.sentences, *(f"  {path}" for path in paths)]))
    if not found.settled:
        raise typer.Exit(NOT_SETTLED)
