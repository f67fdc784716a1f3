"""`simkit tune`: better thresholds for a policy."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.options import whole
from simkit.cli.run_analysis import Question, analysis

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit tune scenarios/emperor/endangered.toml --side 1"

Side = Annotated[str, typer.Option("--side", help="Whose policy: a number from 1, or the key that holds it.")]
Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [tune].", metavar="METRIC")]
Trials = Annotated[
    int | None, typer.Option("--trials", help="Instead of those of [tune].", metavar="N", parser=whole(2, 100_000))
]


@analysis
def tune(scenario: "Scenario", side: Side = "1", metric: Metric = "", trials: Trials = None) -> Question:
    """Search better thresholds for a policy, and prove them on a fresh seed; exit code 3 where they are not proved."""
    from simkit.study.analyses.tune import tune

    n = trials or scenario.asked.tune.trials
    asked = {"side": side, "metric": metric, "trials": n}
    return Question(partial(tune, side=side, metric=metric, trials=n), asked, n, "trials")
