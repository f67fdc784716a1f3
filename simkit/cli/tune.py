"""`simkit tune`: better thresholds for a policy."""

from pathlib import Path
from typing import Annotated

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
    progress_bar,
    say,
    say_paths,
    stops,
    whole,
    writable_folder,
)

EXAMPLE = "simkit tune scenarios/emperor/endangered.toml --side 1"

Side = Annotated[str, typer.Option("--side", help="Whose policy: a number from 1, or the key that holds it.")]
Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [tune].", metavar="METRIC")]
Trials = Annotated[
    int | None, typer.Option("--trials", help="Instead of those of [tune].", metavar="N", parser=whole(2, 100_000))
]


@stops(keeps=True)
def tune(
    file: File,
    side: Side = "1",
    metric: Metric = "",
    trials: Trials = None,
    exact: Exact = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = Path("results"),
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Search better thresholds for a policy, and prove them on a fresh seed; exit code 3 where they are not proved."""
    scenario = load_scenario(file, games=games, seed=seed)
    writable_folder(out)
    from simkit.study.analyses.tune import tune as search
    from simkit.study.report import answer_files
    from simkit.study.runs import answer_folder

    n = trials or scenario.asked.tune.trials
    with (
        answer_folder.kept(scenario, "tune", out, side=side, metric=metric, trials=n, exact=exact) as (folder, journal),
        progress_bar(f"{scenario.title} (trials)", n, show=not (json or quiet)) as progress,
    ):
        found = search(
            scenario, side, metric=metric, trials=n, exact=exact, jobs=jobs, progress=progress, journal=journal
        )
        frames = {"trials": found.frame, "proof": found.proof}
        paths = answer_files.write(
            folder, scenario, frames, {"proof": found.plot()}, found.sentences,
            policy=found.policy, gain=found.gain, interval=found.interval, settled=found.settled,
            games_played=found.games,
        )  # fmt: skip
    if json:
        told = {"policy": found.policy, "gain": found.gain, "interval": found.interval, "settled": found.settled}
        print_json({**told, "verdict": found.sentences, "folder": str(folder)})
    elif not quiet:
        say(*found.sentences)
        say_paths(paths)
    if not found.settled:
        raise typer.Exit(NOT_SETTLED)
