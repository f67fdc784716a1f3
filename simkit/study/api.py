"""simkit for Python: scenarios and frames in, DataFrames out."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit import games
from simkit.errors import BadInput
from simkit.games.faults import short, suggest
from simkit.study.report.frames import exact_summary, summary
from simkit.study.report.transcript import no_cell, transcript
from simkit.study.report.variant_runs import arms_of, combined_runs, exact_answers
from simkit.study.runs import runner
from simkit.study.runs.exact_odds import check_exact_entry
from simkit.study.scenarios.arguments import name_of, threads, truth, whole_number
from simkit.study.scenarios.limits import MOST_GAME
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

Source = Scenario | str | Path | Mapping[str, Any]


def run(scenario: Source, jobs: int | None = None, *, long: bool = False, **changes: Any) -> "pd.DataFrame":
    """Play a scenario and its variants in memory: a row a cell, with 95 % intervals.

    Parameters
    ----------
    scenario
        A file, a dict of what one says, or a loaded scenario.
    jobs
        Threads; by default one a processor.
    long
        A row a cell and quantity instead, with title, kind and unit, value, low and high.
    **changes
        games=, seed= instead of the scenario's.

    Returns
    -------
    DataFrame
        With a column `variant`, the base first, where the scenario has variants.  It has a method `tidy()`, which
        gives the long form, and `attrs`: game, version, seed, games, rules, policies, figures, titles and units.

    Raises
    ------
    BadInput
        With a line for everything that is wrong.
    """
    loaded, n, long = load(scenario, **changes), threads(jobs), bool(truth("long", long))
    tallies = [tally for arm in arms_of(loaded) for tally in runner.run_in_memory(arm, n)]
    combined = combined_runs(loaded)
    from simkit.study.report.run_frame import run_frame

    frame = run_frame(combined, summary(combined, tallies))
    return frame.tidy() if long else frame


def exact(scenario: Source) -> "pd.DataFrame":
    """The exact answer to a scenario and its variants: a row a cell, the chance of each ending, each metric's mean.

    Raises `BadInput` also for an entry without an exact answer.
    """
    loaded = load(scenario)
    check_exact_entry(loaded)
    return exact_summary(combined_runs(loaded), [answer for arm in arms_of(loaded) for answer in exact_answers(arm)])


def replay(scenario: Source, cell: int = 0, game: int = 0, **changes: Any) -> list[str]:
    """One game of a scenario, in sentences; `changes` as of `run`."""
    loaded = load(scenario, **changes)
    game_number, cell_number = whole_number("game", game, 0, MOST_GAME), whole_number("cell", cell, 0, MOST_GAME)
    if cell_number >= len(loaded.cells):
        raise BadInput([no_cell(loaded, cell_number)])
    return list(transcript(loaded, cell_number, game_number))


def figures(game: str, status: str | None = None) -> "pd.DataFrame":
    """The ledger of a game: a row a figure, where it was read or why it is what it is."""
    import pandas as pd

    ledger = games.figures(_game(game)).ledger
    known = list(dict.fromkeys(figure.status for figure in ledger))
    status = name_of("status", status) or None
    if status is not None and status not in known:
        raise BadInput([f"unknown status {short(status)}{suggest(str(status), known)}"])
    return pd.DataFrame([figure._asdict() for figure in ledger if status in (None, figure.status)])


def _game(name: Any) -> str:
    if complaint := games.complaint(name):
        raise BadInput([complaint])
    return str(name)
