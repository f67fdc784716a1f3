"""`simkit lab`: several house rules at once."""

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    from simkit.study.lab import Lab

EXAMPLE = "simkit lab scenarios/emperor/rules_lab.toml"
COLUMNS = ("effect", "side", "size", "interval", "verdict", "log odds")
MOST_ALIASES = 12  # that a terminal is shown

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [lab].", metavar="METRIC")]
Target = Annotated[tuple[str, str] | None, typer.Option("--target", help="Where every side should lie, as 20pt 30pt.")]
Order = Annotated[int | None, typer.Option("--order", help="1: main effects only; 2: also two-way.", min=1, max=2)]


@stops
def lab(
    file: File,
    metric: Metric = "",
    target: Target = None,
    order: Order = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = Path("results"),
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play variants in combination: effects, interactions, and the fewest rules that reach a target (3: not proved)."""
    scenario = load_scenario(file, games=games, seed=seed)
    from simkit.study import answers
    from simkit.study.lab import lab as play
    from simkit.study.scenario import Faulty

    total = scenario.run.games * len(scenario.cells)
    with progress_bar(scenario.game, scenario.title, total, show=not (json or quiet)) as progress:
        try:
            found = play(scenario, metric=metric, target=target, order=order, jobs=jobs, progress=progress)
        except Faulty as faulty:
            stop(BAD, *faulty.lines)
        except ValueError as error:
            stop(BAD, str(error))
    folder = answers.folder_for(scenario, "lab", out, metric=metric, target=target, order=order)
    frames = {"effects": found.frame, "aliases": found.aliases}
    paths = answers.write(
        folder, scenario, frames, {"effects": found.plot()}, found.sentences,
        games_played=found.games, settled=found.settled,
    )  # fmt: skip
    if json:
        said: dict[str, Any] = {
            "effects": found.frame.astype(object).where(found.frame.notna(), None).to_dict("records")
        }
        said |= {"aliases": found.aliases.to_dict("records"), "verdict": found.sentences, "settled": found.settled}
        if found.proof:
            chosen = [found.switches[one] for one in found.proof.switches]
            said["smallest"] = {"switches": chosen, "proved": found.proof.holds, "intervals": found.proof.intervals}
        typer.echo(json_format.dumps({**said, "folder": str(folder)}))
    elif not quiet:
        _show(found)
        typer.echo("\n".join(f"  {path}" for path in paths))
    if not found.settled:
        raise typer.Exit(NOT_SETTLED)


def _show(found: "Lab") -> None:
    from simkit.study.report import provenance
    from simkit.study.sizes import said
    from simkit.study.tabular import table

    kind = found.quantities[0].metric.kind
    rows = []
    for one in found.frame.to_dict("records"):
        low, high = (said(one[end], kind, sign=True) for end in ("low", "high"))
        odds = f"{one['log_odds']:+.3f} ± {one['log_odds_error']:.3f}" if kind == "share" else ""
        size = said(one["size"], kind, sign=True)
        rows.append((str(one["effect"]), str(one["side"]), size, f"{low} to {high}", str(one["verdict"]), odds))
    print_table(table(found.scenario.title, COLUMNS, rows, left=2))
    mixed = found.aliases.to_dict("records")
    for one in mixed[:MOST_ALIASES]:
        typer.echo(f"{one['effect']} is mixed up with {one['share']:+g} {one['mixed_with']}")
    if len(mixed) > MOST_ALIASES:
        typer.echo(f"... and {len(mixed) - MOST_ALIASES} more, in aliases.csv")
    for line in found.sentences[found.frame["verdict"].ne("not settled").sum() :]:
        typer.echo(line)
    typer.echo(provenance(found.scenario))
