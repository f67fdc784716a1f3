"""`simkit robust`: the headline in other hands."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.run_analysis import Question, analysis

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit robust scenarios/emperor/endangered.toml"

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [robust].", metavar="METRIC")]


@analysis
def robust(scenario: "Scenario", metric: Metric = "") -> Question:
    """Ask the same under other policies; exit code 3 where the headline hangs on them, 4 on an alarm."""
    from simkit.study.analyses.robust import n_answers, robust

    asked = {"metric": metric, "asked": scenario.asked.robust.model_dump()}
    return Question(partial(robust, metric=metric), asked, n_answers(scenario), "answers")
