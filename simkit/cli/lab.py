"""`simkit lab`: several house rules at once."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.options import whole
from simkit.cli.run_analysis import Question, analysis

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit lab scenarios/emperor/rules_lab.toml"

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [lab].", metavar="METRIC")]
Target = Annotated[tuple[str, str] | None, typer.Option("--target", help="Where every side should lie, as 20pt 30pt.")]
Order = Annotated[
    int | None, typer.Option("--order", help="1: main effects only; 2: also two-way.", parser=whole(1, 2))
]


@analysis
def lab(scenario: "Scenario", metric: Metric = "", target: Target = None, order: Order = None) -> Question:
    """Play variants in combination: effects, interactions, and the fewest rules that reach a target (3: not proved)."""
    from simkit.study.analyses.lab import lab

    asked = {"metric": metric, "target": target, "order": order}
    play = partial(lab, metric=metric, target=target, order=order)
    return Question(play, asked, scenario.run.games * len(scenario.cells))
