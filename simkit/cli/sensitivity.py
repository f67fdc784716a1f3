"""`simkit sensitivity`: what the reconstructed figures do to a conclusion."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.options import whole
from simkit.cli.run_analysis import Question, analysis

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit sensitivity scenarios/emperor/endangered.toml --first 10"

FIGURES = whole(0, 10_000)

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [sensitivity].", metavar="METRIC")]
First = Annotated[
    int, typer.Option("--first", help="So many figures are told as worth looking up.", metavar="N", parser=FIGURES)
]


@analysis
def sensitivity(scenario: "Scenario", metric: Metric = "", first: First = 5) -> Question:
    """Play a conclusion again under other believable figures, one at a time and jointly; exit code 3 where it falls."""
    from simkit.study.analyses.sensitivity import n_answers, sensitivity

    asked = {"metric": metric, "asked": scenario.asked.sensitivity.model_dump()}
    return Question(partial(sensitivity, metric=metric, first=first), asked, n_answers(scenario), "answers")
