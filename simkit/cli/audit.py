"""`simkit audit`: whether any single change of a policy gains."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.options import whole
from simkit.cli.run_analysis import Question, analysis
from simkit.study.scenarios.limits import MOST_GAMES_A_CELL

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit audit scenarios/waterloo/audit.toml"

Metric = Annotated[str, typer.Option("--metric", help="Instead of that of [audit].", metavar="METRIC")]
Margin = Annotated[str | None, typer.Option("--margin", help="Largest gain that does not matter, as 1pt.")]
More = Annotated[
    int | None,
    typer.Option("--more", help="Fresh games for what is open.", metavar="N", parser=whole(0, MOST_GAMES_A_CELL)),
]


@analysis
def audit(scenario: "Scenario", metric: Metric = "", margin: Margin = None, more: More = None) -> Question:
    """Change every key of every policy in use alone, over its range; exit code 4 where a change gains."""
    from simkit.study.analyses.audit import audit, n_changes

    asked = {"metric": metric, "margin": margin, "more": more, "asked": scenario.asked.audit.model_dump()}
    play = partial(audit, metric=metric, margin=margin, more=more)
    return Question(play, asked, n_changes(scenario), "changes")
