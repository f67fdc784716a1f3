"""The one skeleton of the verbs that play and keep their answer: compare, lab, league, robust, sensitivity, tune.

Such a verb is a function of a scenario and of options of its own; it gives a `Question`.
"""

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from simkit.cli.again import command_of, options_given
from simkit.cli.ends import ends_plainly
from simkit.cli.exit_codes import ALARM, NOT_SETTLED
from simkit.cli.inputs import load_scenario, writable_folder
from simkit.cli.options import Exact, FiguresFile, File, Games, Jobs, Json, NoPictures, Out, Quiet, Seed
from simkit.cli.progress import progress_bar
from simkit.cli.terminal import print_json, say_page, say_paths

if TYPE_CHECKING:
    from simkit.study.analyses.finding import Finding
    from simkit.study.report.page.answer import Answer
    from simkit.study.runs.journal import LateJournal
    from simkit.study.scenarios.scenario import Scenario


class Shared(NamedTuple):
    """The argument and the options that all these verbs have."""

    file: File
    figures: FiguresFile = None
    exact: Exact = None
    games: Games = None
    seed: Seed = None
    jobs: Jobs = None
    out: Out = Path("results")
    no_pictures: NoPictures = False
    json: Json = False
    quiet: Quiet = False


class Question(NamedTuple):
    """What a verb asks of a scenario."""

    play: Callable[..., "Finding"]  # the analysis, of a scenario, exact, jobs, progress and journal
    asked: Mapping[str, Any]  # what it asks, for the name of the folder
    total: int  # of the progress bar
    counted: str = ""  # what the bar counts where that is not games


Ask = Callable[..., Question]


def analysis(ask: Ask) -> Callable[..., None]:
    """Make a verb of a function that gives its question; its options are those of `ask`, then the shared ones."""

    def verb(**options: Any) -> None:
        shared = Shared(**{name: options.pop(name) for name in Shared._fields})
        run_analysis(ask.__name__, partial(ask, **options), shared)

    verb.__name__, verb.__doc__ = ask.__name__, ask.__doc__
    verb.__signature__ = _signature(ask)  # type: ignore[attr-defined]
    return ends_plainly(verb, keeps=True)


def _signature(ask: Ask) -> inspect.Signature:
    """The file, the options of `ask`, and the shared ones."""
    _, *own = inspect.signature(ask).parameters.values()
    file, *shared = inspect.signature(Shared).parameters.values()
    return inspect.Signature([file, *own, *shared])


def run_analysis(name: str, ask: partial[Question], shared: Shared) -> None:
    """Load the scenario, look at the folder, play, tell, keep, and end with the exit code that fits."""
    scenario = load_scenario(shared.file, figures=shared.figures, games=shared.games, seed=shared.seed)
    writable_folder(shared.out)
    question = ask(scenario)
    from simkit.study.runs import answer_folder

    kept = answer_folder.open_answer(scenario, name, shared.out, **question.asked, exact=shared.exact)
    with kept as (folder, journal):
        finding = _played(scenario, question, journal, shared)
        answer = _answer(name, ask, finding, scenario, shared)
        _tell(finding, answer, folder, shared)
        paths = _written(finding, folder, scenario, answer, pictures=not shared.no_pictures)
    if not (shared.json or shared.quiet):
        say_paths(paths)
    _end(finding)


def _played(scenario: "Scenario", question: Question, journal: "LateJournal", shared: Shared) -> "Finding":
    """The answer; what the journal does not hold is played."""
    title = f"{scenario.title} ({question.counted})" if question.counted else scenario.title
    with progress_bar(title, question.total, show=not (shared.json or shared.quiet)) as progress:
        return question.play(scenario, exact=shared.exact, jobs=shared.jobs, progress=progress, journal=journal)


def _answer(name: str, ask: partial[Question], finding: "Finding", scenario: "Scenario", shared: Shared) -> "Answer":
    """What is told: the conclusion first; and the command that gives it again."""
    from simkit.study.report.page.answer import Answer

    given = [*options_given(ask.func, ask.keywords), *options_given(Shared, {"exact": shared.exact})]
    command = command_of(name, scenario, given)
    return Answer(name, command, tuple(finding.conclusion), tuple(finding.page()))


def _tell(finding: "Finding", answer: "Answer", folder: Path, shared: Shared) -> None:
    if shared.json:
        print_json({**finding.as_json(), "folder": str(folder)})
    elif not shared.quiet:
        say_page(answer.told)


def _written(finding: "Finding", folder: Path, scenario: "Scenario", answer: "Answer", *, pictures: bool) -> list[str]:
    """Write the files of the answer, then its page, and give their paths; or say that the folder keeps more games."""
    from simkit.study import reports
    from simkit.study.report import answer_files
    from simkit.study.runs.answer_folder import kept_games

    keeps_more = kept_games(folder, scenario.run.games)
    drawn = answer_files.Drawn(finding.pictures(), pictures)
    texts, facts = finding.texts(), finding.facts()
    paths = answer_files.write(folder, scenario, finding.tables(), drawn, finding.sentences, texts, **facts)
    return paths if keeps_more else [*paths, *map(str, reports.keep(folder, scenario, answer))]


def _end(finding: "Finding") -> None:
    if finding.alarming:
        raise typer.Exit(ALARM)
    if not finding.settled:
        raise typer.Exit(NOT_SETTLED)
