"""`simkit lab`: several house rules at once."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.cli.terminal import (
    NOT_SETTLED,
    Exact,
    File,
    Games,
    Jobs,
    Json,
    Out,
    Quiet,
    Seed,
    load_scenario,
    print_json,
    print_table,
    progress_bar,
    say,
    say_paths,
    stops,
    whole,
    writable_folder,
)

if TYPE_CHECKING:
    from simkit.study.analyses.lab import Lab

EXAMPLE = "simkit lab scenarios/emperor/rules_lab.toml"
COLUMNS = ("effect", "side", "size", "interval", "verdict", "log odds")
MOST_ALIASES = 12  # that a terminal is shown

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [lab].", metavar="METRIC")]
Target = Annotated[tuple[str, str] | None, typer.Option("--target", help="Where every side should lie, as 20pt 30pt.")]
Order = Annotated[
    int | None, typer.Option("--order", help="1: main effects only; 2: also two-way.", parser=whole(1, 2))
]


@stops(keeps=True)
def lab(
    file: File,
    metric: Metric = "",
    target: Target = None,
    order: Order = None,
    exact: Exact = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = Path("results"),
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play variants in combination: effects, interactions, and the fewest rules that reach a target (3: not proved)."""
    scenario = load_scenario(file, games=games, seed=seed)
    writable_folder(out)
    from simkit.study.analyses.lab import lab as play
    from simkit.study.report import answer_files
    from simkit.study.runs import answer_folder

    total = scenario.run.games * len(scenario.cells)
    with (
        answer_folder.kept(scenario, "lab", out, metric=metric, target=target, order=order, exact=exact) as (
            folder,
            journal,
        ),
        progress_bar(scenario.title, total, show=not (json or quiet)) as progress,
    ):
        found = play(
            scenario, metric=metric, target=target, order=order, exact=exact, jobs=jobs, progress=progress,
            journal=journal,
        )  # fmt: skip
        frames = {"effects": found.frame, "aliases": found.aliases}
        paths = answer_files.write(
            folder, scenario, frames, {"effects": found.plot()}, found.sentences,
            games_played=found.games, settled=found.settled,
        )  # fmt: skip
    if json:
        print_json({**_as_json(found), "folder": str(folder)})
    elif not quiet:
        _show(found)
        say_paths(paths)
    if not found.settled:
        raise typer.Exit(NOT_SETTLED)


def _as_json(found: "Lab") -> dict[str, Any]:
    told: dict[str, Any] = {
        "effects": found.frame.to_dict("records"),
        "aliases": found.aliases.to_dict("records"),
        "verdict": found.sentences,
        "settled": found.settled,
        "exact": found.exact,
        "games": found.games,
    }
    if found.proof:
        chosen = [found.switches[one] for one in found.proof.switches]
        told["smallest"] = {"switches": chosen, "proved": found.proof.holds, "intervals": found.proof.intervals}
    return told


def _show(found: "Lab") -> None:
    from simkit.study.report.pictures import provenance
    from simkit.study.report.text_tables import table

    kind = found.quantities[0].metric.kind
    rows = [_row(one, kind) for one in found.frame.to_dict("records")]
    print_table(table(found.scenario.title, COLUMNS, rows, left=2))
    aliased = found.aliases.to_dict("records")
    for one in aliased[:MOST_ALIASES]:
        sign = "" if one["share"] > 0 else "\N{MINUS SIGN}"
        say(f"{one['effect']} is aliased with {sign}{one['aliased_with']}")
    if len(aliased) > MOST_ALIASES:
        say(f"... and {len(aliased) - MOST_ALIASES} more, in aliases.csv")
    say(*found.together, provenance(found.scenario))


def _row(one: Mapping[Any, Any], kind: str) -> tuple[str, ...]:
    from simkit.study.analyses.effects import EXACT, UNPAIRED
    from simkit.study.scenarios.sizes import said

    size, low, high = (
        said(one[name], kind, sign=True) if math.isfinite(one[name]) else "" for name in ("size", "low", "high")
    )
    interval = one["how"] if one["how"] == EXACT else f"{low} to {high}" if low and high else "none"
    verdict = f"{one['verdict']}, {UNPAIRED}" if one["how"] == UNPAIRED else str(one["verdict"])
    odds, error = one["log_odds"], one["log_odds_error"]
    told = f"{odds:+.3f}{f' ± {error:.3f}' if error else ''}" if math.isfinite(odds) else ""
    return str(one["effect"]), str(one["side"]), size, interval, verdict, told.replace("-", "\N{MINUS SIGN}")
