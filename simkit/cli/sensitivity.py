"""`simkit sensitivity`: what the reconstructed figures do to a conclusion."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
    writable_folder,
)

if TYPE_CHECKING:
    from simkit.study.analyses.sensitivity import Sensitivity

EXAMPLE = "simkit sensitivity scenarios/emperor/endangered.toml"
COLUMNS = ("figure", "value", "lead", "change", "error", "beyond chance", "conclusion", "largest change")
SHOWN = {"flips": "FLIPS"}
MOST_ROWS = 20  # that a terminal is shown

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [sensitivity].", metavar="METRIC")]


@stops(keeps=True)
def sensitivity(
    file: File,
    metric: Metric = "",
    exact: Exact = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = Path("results"),
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a conclusion again under other believable figures, one at a time and jointly; exit code 3 where it falls."""
    scenario = load_scenario(file, games=games, seed=seed)
    writable_folder(out)
    from simkit.study.analyses.sensitivity import sensitivity as play
    from simkit.study.report import answer_files
    from simkit.study.runs import answer_folder

    asked = scenario.asked.sensitivity
    said = asked.model_dump()
    figures = [one for one in scenario.figures.ledger if one.status == "reconstructed"]
    n = len(figures) + asked.draws + asked.maps
    with (
        answer_folder.kept(scenario, "sensitivity", out, metric=metric, exact=exact, asked=said) as (folder, journal),
        progress_bar(f"{scenario.title} (answers)", n, show=not (json or quiet)) as progress,
    ):
        found = play(scenario, metric=metric, exact=exact, jobs=jobs, progress=progress, journal=journal)
        joint, maps = ([one._asdict() for one in some] for some in (found.joint, found.maps))
        paths = answer_files.write(
            folder, scenario, {"figures": found.frame}, {"tornado": found.plot()} if found.bars else {},
            found.sentences, games_played=found.games, exact=found.exact, settled=found.settled, joint=joint, maps=maps,
            idle=found.ledger.idle, unplayable=found.ledger.unplayable,
        )  # fmt: skip
    if json:
        told = {"figures": found.frame.to_dict("records"), "joint": joint, "maps": maps, "exact": found.exact}
        told |= {"settled": found.settled, "verdict": found.sentences, "folder": str(folder)}
        print_json(told)
    elif not quiet:
        if found.bars:
            _show(found)
        say(*found.sentences)
        say_paths(paths)
    if not found.settled:
        raise typer.Exit(NOT_SETTLED)


def _show(found: "Sensitivity") -> None:
    from simkit.study.analyses.wording import unit
    from simkit.study.report.text_tables import table
    from simkit.study.scenarios.sizes import said

    kind = found.metric.kind
    rows = [
        (str(one["figure"]), f"{one['value']} (is {one['usual']})", said(one["lead"], kind, sign=True),
         said(one["change"], kind, sign=True), said(one["error"], kind), "yes" if one["beyond_chance"] else "",
         SHOWN.get(one["word"], one["word"]), f"{said(one['largest'], kind, sign=True)} {one['side']}")
        for one in found.frame.head(MOST_ROWS).to_dict("records")
    ]  # fmt: skip
    print_table(table(found.scenario.title, COLUMNS, rows, left=2))
    say(f"Leads, changes and their standard errors in {unit(found.metric)}.")
    if len(found.frame) > MOST_ROWS:
        say(f"The longest {MOST_ROWS} of {len(found.frame)} bars; figures.csv has all.")
