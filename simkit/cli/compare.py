"""`simkit compare`: variants against the base, on the same luck."""

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.cli.terminal import (
    NOT_SETTLED,
    Exact,
    File,
    Games,
    Jobs,
    Json,
    Out,
    Quiet,
    Seed,
    load_scenario,
    print_json,
    print_table,
    progress_bar,
    say,
    say_paths,
    stops,
    writable_folder,
)
from simkit.errors import BadInput

if TYPE_CHECKING:
    from simkit.study.analyses.compare import Comparison
    from simkit.study.analyses.stopping import Mode

EXAMPLE = "simkit compare scenarios/emperor/house_rules.toml --margin 0.5pt"
COLUMNS = (
    "variant", "side", "metric", "games", "base", "variant's", "difference", "interval", "verdict", "diverge", "ratio",
    "saved",
)  # fmt: skip

Margin = Annotated[str | None, typer.Option("--margin", help="Largest difference that does not matter, as 1pt.")]
Metrics = Annotated[list[str] | None, typer.Option("--metric", help="A metric; may be given again.", metavar="METRIC")]
UntilOption = Annotated[str | None, typer.Option("--until", help="Stop at this half-width of intervals, as 0.5pt.")]
PeekOption = Annotated[bool, typer.Option("--peek", help="Stop at a verdict; stays true however often one looks.")]
SprtOption = Annotated[
    tuple[str, str, str] | None,
    typer.Option("--sprt", help="Sequential test of one side: METRIC:SIDE LOW HIGH, as 0 1pt, or 0 +-1pt."),
]
Normalised = Annotated[bool, typer.Option("--normalised", help="Bounds of --sprt are in normalised Elo.")]


@stops(keeps=True)
def compare(
    file: File,
    metric: Metrics = None,
    margin: Margin = None,
    until: UntilOption = None,
    sprt: SprtOption = None,
    normalised: Normalised = False,
    peek: PeekOption = False,
    exact: Exact = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = Path("results"),
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare each variant of a scenario with its base, on the same luck; exit code 3 where one is not settled."""
    scenario = load_scenario(file, games=games, seed=seed)
    writable_folder(out)
    from simkit.errors import BadInput
    from simkit.study.analyses.compare import compare as play
    from simkit.study.analyses.compare import quantities_of
    from simkit.study.report import answer_files
    from simkit.study.runs import answer_folder
    from simkit.study.scenarios.sizes import in_points

    how = _mode(until, sprt, normalised=normalised, peek=peek)
    if until is not None and in_points(until):
        chosen = quantities_of(scenario, metric or ())
        means = dict.fromkeys(one.metric.name for one in chosen if one.metric.kind != "share")
        if means:
            raise BadInput(f"--until in points is of shares; for {', '.join(means)} give a number, as 0.5")
    if sprt is not None and metric:
        raise BadInput("--sprt names its metric itself: leave out --metric")
    total = scenario.run.games * len(scenario.cells)
    only = sprt[0] if sprt else ""
    asked = {"metric": metric, "margin": margin, "until": until, "sprt": sprt, "normalised": normalised, "peek": peek}
    with (
        answer_folder.kept(scenario, "compare", out, **asked, exact=exact) as (folder, journal),
        progress_bar(scenario.title, total, show=not (json or quiet)) as progress,
    ):
        found = play(
            scenario, metrics=metric or (), margin=margin, mode=how, only=only, exact=exact, jobs=jobs,
            progress=progress, journal=journal,
        )  # fmt: skip
        paths = answer_files.write(
            folder, scenario, {"comparison": found.frame}, {"comparison": found.plot()}, found.sentences,
            games_played=found.games, settled=found.settled,
        )  # fmt: skip
    if json:
        print_json(as_json(found, folder))
    elif not quiet:
        _show(found)
        say_paths(paths)
    if not found.settled:
        raise typer.Exit(NOT_SETTLED)


def _mode(until: str | None, sprt: tuple[str, str, str] | None, *, normalised: bool, peek: bool) -> "Mode":
    from simkit.study.analyses import stopping
    from simkit.study.scenarios.sizes import parse

    if sum((until is not None, sprt is not None, peek)) > 1:
        raise BadInput("--until, --sprt and --peek are three ways to stop: give one")
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
    return stopping.Peek() if peek else stopping.Fixed()


def _show(found: "Comparison") -> None:
    from simkit.study.analyses.compare import together
    from simkit.study.analyses.wording import ends
    from simkit.study.report.pictures import provenance
    from simkit.study.report.text_tables import table
    from simkit.study.scenarios.sizes import said

    rows = []
    for row, one in zip(found.rows, found.frame.to_dict("records"), strict=True):
        kind = row.quantity.metric.kind
        rows.append((
            str(one["variant"]), str(one["side"]), str(one["metric"]), f"{one['games']:,}",
            *(said(one[name], kind) if isfinite(one[name]) else "" for name in ("base", "value")),
            said(one["difference"], kind, sign=True) if isfinite(one["difference"]) else "",
            "exact" if one["exact"] else ends((one["low"], one["high"]), kind), _verdict(one),
            _shown(100 * one["diverged"], ".1f", " %"),
            _shown(one["variance_ratio"], ",.2f"), _shown(one["games_saved"], ",.0f"),
        ))  # fmt: skip
    spare = ("saved", "ratio", "diverge", "games")
    print_table(table(found.scenario.title, COLUMNS, rows, left=3, spare=spare))
    paired = "; ratio: how many times the games two independent runs would need; saved: games that these would need " \
             "beyond those played"  # fmt: skip
    say("", f"Shares in per cent and their differences in points{'' if found.frame['exact'].all() else paired}.")
    say(*together(found), provenance(found.scenario))


def _verdict(one: dict[Any, Any]) -> str:
    return f"{one['verdict']} ({one['note']})" if one["note"] and not one["exact"] else str(one["verdict"])


def _shown(number: float, form: str, unit: str = "") -> str:
    """A number, nothing where there is none."""
    return f"{number:{form}}{unit}".replace("-", "\N{MINUS SIGN}") if isfinite(number) else ""


def as_json(found: "Comparison", folder: Path) -> dict[str, Any]:
    """The comparison as plain data."""
    return {
        "game": found.scenario.game.name,
        "entry": found.scenario.entry,
        "seed": found.scenario.run.seed,
        "games": found.games,
        "settled": found.settled,
        "comparisons": found.frame.to_dict("records"),
        "verdict": found.sentences,
        "folder": str(folder),
    }
