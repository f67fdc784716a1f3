"""`simkit league`: better players, seat by seat."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.cli.options import whole
from simkit.cli.run_analysis import Question, analysis

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit league scenarios/waterloo/league.toml"

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [league].", metavar="METRIC")]
Rounds = Annotated[
    int | None, typer.Option("--rounds", help="Instead of those of [league].", metavar="R", parser=whole(1, 1_000))
]
Trials = Annotated[
    int | None, typer.Option("--trials", help="Instead of those of [league].", metavar="N", parser=whole(2, 100_000))
]


@analysis
def league(scenario: "Scenario", metric: Metric = "", rounds: Rounds = None, trials: Trials = None) -> Question:
    """Search better players seat by seat, and write them as a profile; exit code 3 where the rounds end first."""
    from simkit.study.analyses.league import league

    section = scenario.asked.league
    n_rounds, n_trials = rounds or section.rounds, trials or section.trials
    asked: dict[str, Any] = {"metric": metric, "rounds": n_rounds, "trials": n_trials}
    total = n_rounds * n_trials * max(1, len(section.seats))
    return Question(partial(league, **asked), asked, total, "trials at most")
