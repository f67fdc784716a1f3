"""`simkit compare`: variants against the base, on the same luck."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.cli.run_analysis import Question, analysis
from simkit.errors import BadInput

if TYPE_CHECKING:
    from simkit.study.analyses.stopping import Mode
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit compare scenarios/emperor/house_rules.toml --margin 0.5pt"

Margin = Annotated[str | None, typer.Option("--margin", help="Largest difference that does not matter, as 1pt.")]
Metrics = Annotated[list[str] | None, typer.Option("--metric", help="A metric; may be given again.", metavar="METRIC")]
UntilOption = Annotated[str | None, typer.Option("--until", help="Stop at this half-width of intervals, as 0.5pt.")]
PeekOption = Annotated[
    bool, typer.Option("--peek", help="Stop at a verdict, however often one looks; for large effects.")
]
PlannedOption = Annotated[
    bool, typer.Option("--planned", help="Stop at a verdict at planned looks; for small effects, within [run]'s games.")
]
SprtOption = Annotated[
    tuple[str, str, str] | None,
    typer.Option("--sprt", help="Sequential test of one side: METRIC:SIDE LOW HIGH, as 0 1pt, or 0 +-1pt."),
]
Normalised = Annotated[bool, typer.Option("--normalised", help="Bounds of --sprt are in normalised Elo.")]


@analysis
def compare(
    scenario: "Scenario",
    metric: Metrics = None,
    margin: Margin = None,
    until: UntilOption = None,
    sprt: SprtOption = None,
    normalised: Normalised = False,
    peek: PeekOption = False,
    planned: PlannedOption = False,
) -> Question:
    """Compare each variant of a scenario with its base, on the same luck; exit code 3 where one is not settled."""
    from simkit.study.analyses.compare import compare

    mode, only = _mode(until, sprt, normalised=normalised, peek=peek, planned=planned), sprt[0] if sprt else ""
    if until is not None:
        _check_until(scenario, until, metric)
    if sprt is not None and metric:
        raise BadInput("--sprt names its metric itself: leave out --metric")
    asked: dict[str, Any] = {
        "metric": metric,
        "margin": margin,
        "until": until,
        "sprt": sprt,
        "normalised": normalised,
        "peek": peek,
    }
    asked |= {"planned": _looks(scenario)} if planned else {}
    play = partial(compare, metrics=metric or (), margin=margin, mode=mode, only=only)
    return Question(play, asked, scenario.run.games * len(scenario.cells))


def _looks(scenario: "Scenario") -> list[int]:
    """The planned looks: with others, or a larger budget, it is another run."""
    from simkit.study.runs.pairs import look_numbers

    return look_numbers(scenario.asked.compare, scenario, early=True)


def _check_until(scenario: "Scenario", until: str, metric: list[str] | None) -> None:
    """`BadInput` where --until in points is asked of a mean: only shares have points."""
    from simkit.study.analyses.compare import quantities_of
    from simkit.study.scenarios.sizes import in_points

    chosen = quantities_of(scenario, metric or ()) if in_points(until) else []
    if means := dict.fromkeys(quantity.metric.name for quantity in chosen if not quantity.metric.is_share):
        raise BadInput(f"--until in points is of shares; for {', '.join(means)} give a number, as 0.5")


def _mode(
    until: str | None, sprt: tuple[str, str, str] | None, *, normalised: bool, peek: bool, planned: bool
) -> "Mode":
    from simkit.study.analyses import planned_looks, stopping
    from simkit.study.scenarios.sizes import parse

    if sum((until is not None, sprt is not None, peek, planned)) > 1:
        raise BadInput("--until, --sprt, --peek and --planned are four ways to stop: give one")
    if normalised and sprt is None:
        raise BadInput("--normalised is about the bounds of --sprt")
    if until is not None:
        half_width = parse(until, "--until")
        if not 0 < half_width <= stopping.MOST_WIDTH:
            raise BadInput(f"--until wants a half-width above 0, at most {stopping.MOST_WIDTH:,}, not {until:.60}")
        return stopping.Until(half_width)
    if sprt is not None:
        if not sprt[0].strip():
            raise BadInput("--sprt wants METRIC:SIDE first, such as killed:all")
        return stopping.read_sprt(*sprt[1:], normalised=normalised)
    return planned_looks.Planned() if planned else stopping.Peek() if peek else stopping.Fixed()
