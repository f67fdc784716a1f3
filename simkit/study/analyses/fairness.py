"""Whether a game is fair to all who may play it: its characters, and its seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.errors import BadInput
from simkit.study.analyses.finding import Finding
from simkit.study.report.pictures import win_shares
from simkit.study.report.standings import Standing, characters, lines, standing
from simkit.study.report.transcript import no_cell
from simkit.study.runs import runner
from simkit.study.scenarios.arguments import threads
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Axes, Figure


@dataclass(frozen=True, repr=False)
class Fairness(Finding):
    """What `fairness` found."""

    scenario: Scenario
    frame: pd.DataFrame  # a row a character, the best first: games, wins and their interval
    standing: Standing | None  # tests of equality; None where fewer than two took part
    sentences: tuple[str, ...]

    @property
    def games(self) -> int:
        """Games that were played."""
        return self.scenario.run.games

    def tables(self) -> dict[str, pd.DataFrame]:
        """The frame."""
        return {"characters": self.frame}

    def pictures(self) -> dict[str, Draw]:
        """Who wins how often."""
        return {"wins_by_character": self.plot}

    def plot(self, ax: Axes | None = None) -> Figure:
        """Share of games won by each character with its interval; `ax` to draw on, instead of a sheet of its own."""
        return win_shares(self.scenario, self.frame, self.sentences, ax)


def fairness(
    scenario: Scenario | str | Path | Mapping[str, Any], cell: int = 0, jobs: int | None = None, **changes: Any
) -> Fairness:
    """Play a cell of a game that somebody wins, and test whether all characters, and all seats, win alike.

    Parameters
    ----------
    scenario, jobs, **changes
        As of `run`.
    cell
        Which of its cells.

    Raises
    ------
    BadInput
        For a game that nobody wins, too.
    """
    loaded = load(scenario, **changes)
    if loaded.game.cast is None:
        raise BadInput([f"{loaded.path}: nobody wins {loaded.entry} of {loaded.game.title}: there is nothing to share"])
    if cell not in range(len(loaded.cells)):
        raise BadInput([no_cell(loaded, cell)])
    chosen = loaded.without_variants()._replace(cells=(loaded.cells[cell],))
    (tally,) = runner.run_in_memory(chosen, threads(jobs))
    return Fairness(chosen, characters(chosen, tally), standing(chosen, tally), tuple(lines(chosen, tally)))
