"""`simkit plan`: games and minutes that a question takes."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from simkit.cli.terminal import (
    File,
    Jobs,
    Json,
    Quiet,
    Seed,
    chance,
    load_scenario,
    print_json,
    print_table,
    progress_bar,
    say,
    stops,
    whole,
)

EXAMPLE = "simkit plan scenarios/emperor/house_rules.toml --effect 1pt --power .9"

Effect = Annotated[str, typer.Option("--effect", help="Difference to be found, as 1pt.", metavar="SIZE")]
Power = Annotated[float, typer.Option("--power", help="Chance to find it.", metavar="P", parser=chance)]
Pilot = Annotated[
    int, typer.Option("--pilot", help="Games a cell of the pilot.", metavar="N", parser=whole(100, 10_000_000))
]


@stops
def plan(
    file: File,
    effect: Effect = "1pt",
    power: Power = 0.9,
    pilot: Pilot = 2_000,
    seed: Seed = None,
    jobs: Jobs = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell the games and minutes that a comparison takes on this machine, with pairing and without, from a pilot."""
    scenario = load_scenario(file, seed=seed)
    from simkit.study.analyses.plan import as_json
    from simkit.study.analyses.plan import plan as make
    from simkit.study.report.text_tables import table

    total = pilot * len(scenario.cells)
    with progress_bar(f"{scenario.title} (pilot)", total, show=not (json or quiet)) as progress:
        found = make(scenario, effect, power, jobs=jobs, pilot=pilot, progress=progress)
    if json:
        print_json(as_json(found))
        return
    rows = [
        (one["variant"], one["side"], one["metric"], _games(one), f"{one['games_apart']:,}", f"{one['ratio']:.2f}")
        for one in found.frame.to_dict("records")
    ]
    if not quiet:
        print_table(table(scenario.title, ("variant", "side", "metric", "games", "apart", "ratio"), rows, left=3))
    say(*found.verdict.splitlines())


def _games(one: Mapping[Any, Any]) -> str:
    notes = [told for name, told in (("at_most", "at most"), ("unpaired", "unpaired")) if one[name]]
    return f"{one['games']:,}{' ' if notes else ''}{', '.join(notes)}"
