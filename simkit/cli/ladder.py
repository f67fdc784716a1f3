"""`simkit ladder`: every policy against every other."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.run_analysis import Question, analysis

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit ladder scenarios/waterloo/ladder.toml"

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [ladder].", metavar="METRIC")]


@analysis
def ladder(scenario: "Scenario", metric: Metric = "") -> Question:
    """Play every policy against every other, rate them, and name who beats whom; exit code 3 where that is open."""
    from simkit.study.analyses.ladder import ladder, n_tables

    asked = {"metric": metric, "asked": scenario.asked.ladder.model_dump()}
    return Question(partial(ladder, metric=metric), asked, n_tables(scenario), "tables")
