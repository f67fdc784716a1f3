"""`simkit exact`: a scenario answered without games."""

from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.ends import stop, stops
from simkit.cli.exit_codes import FAILED
from simkit.cli.inputs import load_scenario, writable_folder
from simkit.cli.options import ExactOut, File, Games, Jobs, Json, Quiet, Seed
from simkit.cli.progress import progress_bar
from simkit.cli.terminal import print_json, print_table, say, say_paths
from simkit.text import counted

if TYPE_CHECKING:
    from simkit.study.runs.exact_odds import Comparison, Exact
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit exact scenarios/emperor/known_answers.toml --check"

Check = Annotated[bool, typer.Option("--check", help="Simulate too, and compare.")]


@stops
def exact(
    file: File,
    check: Check = False,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: ExactOut = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Print exact chances and means of a scenario and its variants, computed from the rules that simulate."""
    scenario = load_scenario(file, games=games, seed=seed)
    if out is not None:
        writable_folder(out)
    from simkit.study.report import exact_report, run_report, variant_runs
    from simkit.study.runs.exact_odds import insist_on_exact_entry

    insist_on_exact_entry(scenario)
    told, answers = variant_runs.together(scenario), _solved(scenario, show=not (json or quiet))
    together = [answer for part in answers for answer in part]
    paths = list(exact_report.write_exact(scenario, together, out)) if out else []
    if json:
        print_json(run_report.exact_json(told, together))
    elif not quiet:
        _show(told, together)
        say_paths(paths)
    if check:
        _say_whether_they_agree(_compared(scenario, answers, jobs), scenario.run.games, quiet=json or quiet)


def _solved(scenario: "Scenario", *, show: bool) -> list[list["Exact"]]:
    """Answers to each cell of the base, and of each variant."""
    from simkit.study.report import variant_runs

    every = variant_runs.every(scenario)
    with progress_bar(f"{scenario.title}, exactly", sum(len(one.cells) for one in every), show=show) as progress:
        return [list(variant_runs.exact_answers(one, progress)) for one in every]


def _show(scenario: "Scenario", answers: list["Exact"]) -> None:
    from simkit.study.report import run_report
    from simkit.study.report.pictures import provenance

    print_table(run_report.exact_table(scenario, answers))
    say(*run_report.shown(scenario), provenance(scenario))


def _compared(scenario: "Scenario", answers: list[list["Exact"]], jobs: int | None) -> list["Comparison"]:
    """Base and variants played too, and held against their answers."""
    from simkit.study.report import variant_runs
    from simkit.study.runs import exact_odds, runner
    from simkit.study.scenarios.arguments import default_jobs

    every = variant_runs.every(scenario)
    played = [runner.run_in_memory(one, jobs or default_jobs()) for one in every]
    found = [exact_odds.compare(*one) for one in zip(every, answers, played, strict=True)]
    return [one for part in found for one in part]


def _say_whether_they_agree(comparisons: list["Comparison"], n_games: int, *, quiet: bool) -> None:
    from simkit.study.runs.exact_odds import FAMILY_ALPHA, threshold
    from simkit.study.scenarios.labels import where

    limit = threshold(comparisons)
    worst = min(comparisons, key=lambda comparison: comparison.p_value)
    wrong = [
        f"{where(one.cell)}: {one.quantity} is {one.simulated:.6f}, exactly {one.exact:.6f}: p = {one.p_value:.1e}"
        for one in comparisons
        if one.p_value < limit
    ]
    if wrong:
        verdict = f"Simulation contradicts the exact answer, at a family error rate of {FAMILY_ALPHA:g}."
        stop(FAILED, *wrong, verdict)
    if not quiet:
        say(
            f"Checked: {counted(len(comparisons), 'quantity', 'quantities')} over {counted(n_games, 'game')} a cell "
            f"agree with the exact answers "
            f"(smallest p {worst.p_value:.2g}, limit {limit:.1g}, family error rate {FAMILY_ALPHA:g})."
        )
