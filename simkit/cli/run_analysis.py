"""The one skeleton of the verbs that play and keep their answer: compare, lab, league, robust, sensitivity, tune.

Such a verb is a function of a scenario and of options of its own; it gives a `Question`.
"""

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from simkit.cli.ends import stops
from simkit.cli.exit_codes import ALARM, NOT_SETTLED
from simkit.cli.inputs import load_scenario, writable_folder
from simkit.cli.options import Exact, File, Games, Jobs, Json, Out, Quiet, Seed
from simkit.cli.progress import progress_bar
from simkit.cli.terminal import print_json, say_page, say_paths

if TYPE_CHECKING:
    from simkit.study.analyses.finding import Finding
    from simkit.study.scenarios.scenario import Scenario


class Shared(NamedTuple):
    """The argument and the options that all these verbs have."""

    file: File
    exact: Exact = None
    games: Games = None
    seed: Seed = None
    jobs: Jobs = None
    out: Out = Path("results")
    json: Json = False
    quiet: Quiet = False


class Question(NamedTuple):
    """What a verb asks of a scenario."""

    play: Callable[..., "Finding"]  # the analysis, of a scenario, exact, jobs, progress and journal
    asked: Mapping[str, Any]  # what it asks, for the name of the folder
    total: int  # of the progress bar
    counted: str = ""  # what the bar counts where that is not games


class Answer(NamedTuple):
    """What was found, and where it is kept."""

    found: "Finding"
    folder: Path
    paths: list[str]


Ask = Callable[..., Question]


def analysis(ask: Ask) -> Callable[..., None]:
    """Make a verb of a function that gives its question; its options are those of `ask`, then the shared ones."""

    def verb(**options: Any) -> None:
        shared = Shared(**{name: options.pop(name) for name in Shared._fields})
        run_analysis(ask.__name__, partial(ask, **options), shared)

    verb.__name__, verb.__doc__ = ask.__name__, ask.__doc__
    verb.__signature__ = _signature(ask)  # type: ignore[attr-defined]
    return stops(verb, keeps=True)


def _signature(ask: Ask) -> inspect.Signature:
    """The file, the options of `ask`, and the shared ones."""
    _, *own = inspect.signature(ask).parameters.values()
    file, *shared = inspect.signature(Shared).parameters.values()
    return inspect.Signature([file, *own, *shared])


def run_analysis(name: str, ask: Ask, shared: Shared) -> None:
    """Load the scenario, look at the folder, play, keep, tell, and end with the exit code that fits."""
    scenario = load_scenario(shared.file, games=shared.games, seed=shared.seed)
    writable_folder(shared.out)
    answer = _answered(name, scenario, ask(scenario), shared)
    if shared.json:
        print_json({**answer.found.as_json(), "folder": str(answer.folder)})
    elif not shared.quiet:
        say_page(answer.found.page())
        say_paths(answer.paths)
    _end(answer.found)


def _answered(name: str, scenario: "Scenario", question: Question, shared: Shared) -> Answer:
    """Play what the journal of the folder does not hold, and write the files of the answer."""
    from simkit.study.report import answer_files
    from simkit.study.runs import answer_folder

    title = f"{scenario.title} ({question.counted})" if question.counted else scenario.title
    with (
        answer_folder.kept(scenario, name, shared.out, **question.asked, exact=shared.exact) as (folder, journal),
        progress_bar(title, question.total, show=not (shared.json or shared.quiet)) as progress,
    ):
        finding = question.play(scenario, exact=shared.exact, jobs=shared.jobs, progress=progress, journal=journal)
        tables, pictures = finding.tables(), finding.pictures()
        facts, texts = finding.facts(), finding.texts()
        paths = answer_files.write(folder, scenario, tables, pictures, finding.sentences, texts, **facts)
    return Answer(finding, folder, paths)


def _end(finding: "Finding") -> None:
    if finding.alarming:
        raise typer.Exit(ALARM)
    if not finding.settled:
        raise typer.Exit(NOT_SETTLED)
