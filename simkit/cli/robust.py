"""`simkit robust`: the headline in other hands."""

from math import isfinite
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
    from simkit.study.analyses.robust import Robustness

ALARM = 4  # exit code
EXAMPLE = "simkit robust scenarios/emperor/endangered.toml"
COLUMNS = ("part", "policy", "variant", "side", "value", "interval", "word")

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [robust].", metavar="METRIC")]


@stops(keeps=True)
def robust(
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
    """Ask the same under other policies; exit code 3 where the headline hangs on them, 4 on an alarm."""
    scenario = load_scenario(file, games=games, seed=seed)
    writable_folder(out)
    from simkit.study.analyses.robust import n_answers
    from simkit.study.analyses.robust import robust as play
    from simkit.study.report import answer_files
    from simkit.study.runs import answer_folder

    title = f"{scenario.title} (answers)"
    asked = scenario.asked.robust.model_dump()
    with (
        answer_folder.kept(scenario, "robust", out, metric=metric, exact=exact, asked=asked) as (folder, journal),
        progress_bar(title, n_answers(scenario), show=not (json or quiet)) as progress,
    ):
        found = play(scenario, metric=metric, exact=exact, jobs=jobs, progress=progress, journal=journal)
        paths = answer_files.write(
            folder, scenario, {"policies": found.frame}, {"policies": found.plot()}, found.sentences,
            games_played=found.games, settled=found.settled, alarms=found.alarms,
        )  # fmt: skip
    if json:
        told = {
            "policies": found.frame.to_dict("records"),
            "alarms": found.alarms,
            "stands": found.stands,
            "games": found.games,
        }
        print_json({**told, "verdict": found.sentences, "folder": str(folder)})
    elif not quiet:
        _show(found)
        say(*found.sentences)
        say_paths(paths)
    if found.alarms:
        raise typer.Exit(ALARM)
    if not found.stands:
        raise typer.Exit(NOT_SETTLED)


def _show(found: "Robustness") -> None:
    from simkit.study.analyses.wording import unit, within
    from simkit.study.report.text_tables import table
    from simkit.study.scenarios.sizes import said

    kind, rows = found.metric.kind, []
    for one in found.seen:
        sign = one.part != "policy" or bool(one.variant)
        ends = "exact" if not found.games else within((one.low, one.high), found.metric, sign=sign)
        value = said(one.value, kind, sign=sign) if isfinite(one.value) else ""
        rows.append((one.part, one.name, one.variant, one.side, value, ends if value else "none", one.word))
    print_table(table(found.scenario.title, COLUMNS, rows, left=4))
    shares = "Shares in per cent, their differences" if kind == "share" else "All"
    say(f"{shares} in {unit(found.metric)}.")
