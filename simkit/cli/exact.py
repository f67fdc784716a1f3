"""`simkit exact`: a scenario answered without games."""

from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.ends import end_with, ends_plainly
from simkit.cli.exit_codes import FAILED
from simkit.cli.inputs import load_scenario, writable_folder
from simkit.cli.options import ExactOut, FiguresFile, File, Games, Jobs, Json, NoPictures, Quiet, Seed
from simkit.cli.progress import progress_bar
from simkit.cli.terminal import print_json, print_table, say, say_paths
from simkit.text import counted

if TYPE_CHECKING:
    from simkit.study.runs.exact_odds import Comparison, Exact
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit exact scenarios/emperor/known_answers.toml --check"

Check = Annotated[bool, typer.Option("--check", help="Simulate too, and compare.")]


@ends_plainly
def exact(
    file: File,
    check: Check = False,
    figures: FiguresFile = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: ExactOut = None,
    no_pictures: NoPictures = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Print exact chances and means of a scenario and its variants, computed from the rules that simulate."""
    scenario = load_scenario(file, figures=figures, games=games, seed=seed)
    if out is not None:
        writable_folder(out)
    from simkit.study.report import exact_report, run_report, variant_runs
    from simkit.study.runs.exact_odds import check_exact_entry

    check_exact_entry(scenario)
    combined, answers = variant_runs.combined_runs(scenario), _solved(scenario, show=not (json or quiet))
    all_answers = [answer for part in answers for answer in part]
    if json:
        print_json(run_report.exact_json(combined, all_answers))
    elif not quiet:
        _show(combined, all_answers)
    paths = list(exact_report.write_exact(scenario, all_answers, out, pictures=not no_pictures)) if out else []
    if not (json or quiet):
        say_paths(paths)
    if check:
        _say_whether_they_agree(_compared(scenario, answers, jobs), scenario.run.games, quiet=json or quiet)


def _solved(scenario: "Scenario", *, show: bool) -> list[list["Exact"]]:
    """The answers to the cells of the base, then to those of each variant."""
    from simkit.study.report import variant_runs

    arms = variant_runs.arms_of(scenario)
    with progress_bar(f"{scenario.title}, exactly", sum(len(arm.cells) for arm in arms), show=show) as progress:
        return [list(variant_runs.exact_answers(arm, progress)) for arm in arms]


def _show(scenario: "Scenario", answers: list["Exact"]) -> None:
    from simkit.study.report import run_report
    from simkit.study.report.pictures import provenance

    print_table(run_report.exact_table(scenario, answers))
    say(*run_report.left_out_line(scenario), provenance(scenario))


def _compared(scenario: "Scenario", answers: list[list["Exact"]], jobs: int | None) -> list["Comparison"]:
    """Play base and variants, too, and compare them with their exact answers."""
    from simkit.study.report import variant_runs
    from simkit.study.runs import exact_odds, runner
    from simkit.study.scenarios.arguments import default_jobs

    arms = variant_runs.arms_of(scenario)
    played = [runner.run_in_memory(arm, jobs or default_jobs()) for arm in arms]
    comparisons = [exact_odds.compare(*of_arm) for of_arm in zip(arms, answers, played, strict=True)]
    return [comparison for part in comparisons for comparison in part]


def _say_whether_they_agree(comparisons: list["Comparison"], n_games: int, *, quiet: bool) -> None:
    from simkit.study.runs.exact_odds import FAMILY_ALPHA, threshold
    from simkit.study.scenarios.labels import coordinates_text

    limit = threshold(comparisons)
    worst = min(comparisons, key=lambda comparison: comparison.p_value)
    wrong = [
        f"{coordinates_text(case.cell)}: {case.quantity} is {case.simulated:.6f}, exactly {case.exact:.6f}: "
        f"p = {case.p_value:.1e}"
        for case in comparisons
        if case.p_value < limit
    ]
    if wrong:
        verdict = f"Simulation contradicts the exact answer, at a family error rate of {FAMILY_ALPHA:g}."
        end_with(FAILED, *wrong, verdict)
    if not quiet:
        say(
            f"Checked: {counted(len(comparisons), 'quantity', 'quantities')} over {counted(n_games, 'game')} a cell "
            f"agree with the exact answers "
            f"(smallest p {worst.p_value:.2g}, limit {limit:.1g}, family error rate {FAMILY_ALPHA:g})."
        )
