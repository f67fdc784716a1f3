"""`simkit sensitivity`: what the reconstructed figures do to a conclusion."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.run_analysis import Question, analysis

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit sensitivity scenarios/emperor/endangered.toml"

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [sensitivity].", metavar="METRIC")]


@analysis
def sensitivity(scenario: "Scenario", metric: Metric = "") -> Question:
    """Play a conclusion again under other believable figures, one at a time and jointly; exit code 3 where it falls."""
    from simkit.study.analyses.sensitivity import n_answers, sensitivity

    asked = {"metric": metric, "asked": scenario.asked.sensitivity.model_dump()}
    return Question(partial(sensitivity, metric=metric), asked, n_answers(scenario), "answers")
