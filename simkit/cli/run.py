"""`simkit run`: a scenario played."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from simkit.cli.again import command_of
from simkit.cli.ends import ends_plainly
from simkit.cli.inputs import column_names, load_scenario, writable_folder
from simkit.cli.options import Columns, FiguresFile, File, Games, Jobs, Json, Long, NoPictures, Out, Quiet, Seed
from simkit.cli.progress import progress_bar
from simkit.cli.terminal import print_json, print_table, say, say_paths
from simkit.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simkit.study.report.page.answer import Answer
    from simkit.study.report.text_tables import Table
    from simkit.study.runs.run_folder import RunFolder
    from simkit.study.runs.tally import Tally
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit run scenarios/emperor/lethality_by_terrain.toml --games 100000"


class Played(NamedTuple):
    """A scenario and its variants."""

    scenario: "Scenario"
    tallies: list["Tally"]
    of_variants: list[list["Tally"]]
    together: "Scenario"  # the cells of base and variants
    counts: list["Tally"]  # of these


@partial(ends_plainly, keeps=True)
def run(
    file: File,
    figures: FiguresFile = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = Path("results"),
    no_pictures: NoPictures = False,
    columns: Columns = "",
    long: Long = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a scenario and its variants, print tables, and write tables, rows and pictures to folders under results/."""
    scenario = load_scenario(file, figures=figures, games=games, seed=seed)
    writable_folder(out)
    named = column_names(scenario, columns)
    from simkit.study.report import run_report
    from simkit.study.runs.run_folder import RunFolder

    folder = RunFolder(scenario, out)
    played = _played(folder, out, jobs, show=not (json or quiet))
    if json:
        print_json({**run_report.run_json(played.together, played.counts), "folder": str(folder.path)})
    elif not quiet:
        _show(played, named, long=long)
    paths = _written(folder, played, out, pictures=not no_pictures)
    if not (json or quiet):
        say_paths(paths)


def _played(folder: "RunFolder", out: Path, jobs: int | None, *, show: bool) -> Played:
    from simkit.study.report import variant_runs
    from simkit.study.scenarios.arguments import default_jobs

    scenario, n_threads = folder.scenario, jobs or default_jobs()
    with progress_bar(scenario.title, _n_games(scenario), show=show) as progress:
        tallies = folder.play(n_threads, progress)
        variants = variant_runs.play_variants(scenario, out, n_threads, progress)
    return Played(scenario, tallies, variants, *variant_runs.side_by_side(scenario, tallies, variants))


def _n_games(scenario: "Scenario") -> int:
    """Games of base and variants together."""
    return scenario.run.games * len(scenario.cells) * (1 + len(scenario.variants))


def _written(folder: "RunFolder", played: Played, out: Path, *, pictures: bool) -> list[str]:
    """Write the files and give their paths; where the folder keeps files of more games, give a sentence instead."""
    from simkit.study import reports
    from simkit.study.report import run_report, variant_runs
    from simkit.study.runs.answer_folder import kept_games, kept_sentence

    variant_runs.write_each(played.scenario, out, played.of_variants, pictures=pictures)
    paths = list(map(str, run_report.write_files(folder, played.tallies, pictures=pictures)))
    if not paths:
        return [kept_sentence(folder.path, kept_games(folder.path, played.scenario.run.games))]
    if played.scenario.variants:
        paths.append(str(variant_runs.write_variants(folder, played.together, played.counts)))
    return [*paths, *map(str, reports.keep(folder.path, played.scenario, _answer(played)))]


def _tables(played: Played, columns: list[str], *, long: bool) -> "Iterator[Table]":
    """The tables of a run: what is asked for, or what fits a page."""
    from simkit.study.report import run_report

    scenario, tallies, _, together, counts = played
    if long or columns:
        yield run_report.chosen_table(together, counts, columns)
        return
    if scenario.game.cast and len(tallies) > 1:
        yield run_report.win_grid(scenario, tallies)
    elif scenario.game.cast and scenario.variants:
        yield run_report.run_table(scenario, tallies)
    yield run_report.run_table(together, counts)


def _answer(played: Played) -> "Answer":
    """What was found, and the command that gives it again."""
    from simkit.study.report import run_answer, run_conclusion
    from simkit.study.report.page.answer import Answer

    scenario, tallies, _, together, counts = played
    conclusion = tuple(run_conclusion.conclusion(scenario, tallies))
    parts = tuple(run_answer.run_page(scenario, tallies, together, counts))
    cell = run_conclusion.telling_cell(scenario, tallies)
    return Answer("run", command_of("run", scenario), conclusion, parts, cell)


def _show(played: Played, columns: list[str], *, long: bool) -> None:
    from simkit.study.report import run_report
    from simkit.study.report.pictures import provenance
    from simkit.study.report.run_conclusion import conclusion

    scenario, tallies, together = played.scenario, played.tallies, played.together
    say(*conclusion(scenario, tallies), "")
    for table in _tables(played, columns, long=long):
        print_table(table)
    say(*run_report.run_lines(scenario, tallies), hang=2)
    say(*([] if long or columns else run_report.left_out_line(together)))
    say(f"{counted(_n_games(scenario), 'game')}. {provenance(scenario)}")
