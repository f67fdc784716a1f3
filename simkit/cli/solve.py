"""`simkit solve`: how good anybody could be."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.cli.run_analysis import Question, analysis
from simkit.errors import BadInput

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit solve scenarios/emperor/perfect_bear.toml"


def _goal(text: str) -> Any:
    """A goal by name, or a worth as TOML writes a table."""
    import tomllib

    if not text.lstrip().startswith("{"):
        return text
    try:
        return tomllib.loads(f"goal = {text}")["goal"]
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"a worth is a table as in '{{ FOE_KILLED = 1, killed = -3 }}': {error}") from error


Goal = Annotated[
    str, typer.Option("--goal", help="Ending, metric, or worth as in '{ FOE_KILLED = 1 }'; else that of [solve].")
]
Seat = Annotated[str, typer.Option("--seat", help="Key of a cell that says who plays perfectly.", metavar="SEAT")]

Explain = Annotated[bool, typer.Option("--explain", help="Tell the best policy in rules that a person can use.")]

Two = Annotated[
    tuple[str, str] | None,
    typer.Option("--frontier", help="Instead: the best trade-offs between two goals.", metavar="GOAL GOAL"),
]


@analysis
def solve(
    scenario: "Scenario", goal: Goal = "", seat: Seat = "", explain: Explain = False, frontier: Two = None
) -> Question:
    """Find the best that any policy can reach in each cell, exactly, and what each policy loses to it."""
    from simkit.study.analyses.frontier import frontier as trade_offs
    from simkit.study.analyses.solve import n_steps, solve

    asked = {"goal": goal, "seat": seat, "frontier": frontier, "asked": scenario.asked.solve.model_dump()}
    if frontier:
        play = partial(trade_offs, first=_goal(frontier[0]), second=_goal(frontier[1]), seat=seat)
        return Question(play, asked, n_steps(scenario), "cells")
    return Question(partial(solve, goal=_goal(goal), seat=seat, explain=explain), asked, n_steps(scenario), "cells")
