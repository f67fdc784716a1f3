"""Pictures of a run: shares over two coordinates, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from simkit.errors import BadInput
from simkit.games.faults import short, suggest
from simkit.study.scenarios.quantities import all_policies
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.plots import Axes, Figure
    from simkit.study.scenarios.scenario import Scenario

    Draw = Callable[[], Figure]

LEVEL = "95 %"


def provenance(scenario: Scenario) -> str:
    """What the answer rests on, in a sentence."""
    counts = scenario.figures.counts()
    statuses = ", ".join(f"{n:,} {status}" for status, n in sorted(counts.items(), key=lambda item: -item[1]))
    changed = [figure.path for figure in scenario.figures.ledger if figure.status == "what-if"]
    what_if = f"; what-if: {', '.join(changed)}" if changed else ""
    return f"The game's figures: {statuses}{what_if}."


def played(scenario: Scenario) -> str:
    """How much was played, and who did, in a sentence."""
    games = f"{counted(scenario.run.games, 'game')}{' a cell' if len(scenario.cells) > 1 else ''}"
    return f"{games}, seed {scenario.run.seed}; policies: {all_policies([scenario])}."


def heat_map(
    frame: pd.DataFrame,
    share: str,
    rows: str,
    columns: str,
    *,
    title: str = "",
    subtitle: str = "",
    label: str = "",
    note: str = "",
    ax: Axes | None = None,
) -> Figure:
    """Draw a share over two coordinates, each cell with its 95 % interval, all in per cent.

    Parameters
    ----------
    frame
        What `run` gives: a row a cell, with the columns `share`, `share`_low and `share`_high, 0 ... 1.
    rows, columns
        The coordinates that run down and across, in the order of the frame.
    title, subtitle, label, note
        The question, what a cell shows, what the colours stand for (by default the name of the share), and what the
        shares rest on.
    ax
        Axes to draw on instead of a sheet of its own; title, subtitle, label and note are then left out.

    Raises
    ------
    BadInput
        For a column that the frame does not have, and where several rows share a cell of the picture.
    """
    from simkit.study.report import plots

    ends = [f"{share}{end}" for end in ("", "_low", "_high")]
    if unknown := [name for name in (rows, columns, *ends) if name not in frame.columns]:
        known = [str(name) for name in frame.columns]
        raise BadInput(f"the frame has no column {short(name)}{suggest(str(name), known)}" for name in unknown)
    twice = frame[frame.duplicated([rows, columns])]
    if len(twice):
        first = twice.iloc[0]
        raise BadInput(
            [
                f"{rows} {first[rows]}, {columns} {first[columns]} has several rows: "
                "a picture shows one variant, and one value of every further coordinate"
            ]
        )
    order = list(dict.fromkeys(frame[rows])), list(dict.fromkeys(frame[columns]))
    tables = (frame.pivot(index=rows, columns=columns, values=end).loc[order] for end in ends)
    return plots.heat_map(*tables, title=title, subtitle=subtitle, value_label=label or share, note=note, ax=ax)


def win_shares(
    scenario: Scenario, frame: pd.DataFrame, sentences: Sequence[str], ax: Axes | None = None, finding: str = ""
) -> Figure:
    """Draw what each character wins, with its interval, beside what all would win if all were equal.

    `frame` is what `standings.characters` gives, `sentences` what `standings.lines` says of them, `finding` the title.
    """
    import pandas as pd

    from simkit.study.report import plots

    assert scenario.game.cast is not None
    return plots.forest(
        pd.DataFrame({
            "variant": "wins", "side": frame[scenario.game.cast.title], "title": "share of games won, in per cent",
            "difference": 100 * frame["wins"], "low": 100 * frame["wins_low"], "high": 100 * frame["wins_high"],
        }),
        title=finding or scenario.title,
        subtitle=f"{scenario.title} Share won of the games that each {scenario.game.cast.title} sits in, and its "
        f"{LEVEL} interval; the line is what all would win if all were equal.",
        note=f"{played(scenario)} {' '.join(sentences)} {provenance(scenario)}",
        zero=100 * float(frame["wins"].mean()),
        ax=ax,
    )  # fmt: skip


def shares_of_games(
    scenario: Scenario,
    counts: Mapping[str, int],
    n: int,
    *,
    title: str,
    subtitle: str,
    line: float | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Draw how many of `n` each thing befell, with its 95 % interval; `line` is a share to compare with."""
    import pandas as pd

    from simkit.study.report import plots
    from simkit.study.stats.intervals import share_interval

    ends = [share_interval(count, n) for count in counts.values()]
    return plots.forest(
        pd.DataFrame({
            "variant": "share", "side": list(counts), "title": "share, in per cent",
            "difference": [100 * count / n for count in counts.values()],
            "low": [100 * low for low, _ in ends], "high": [100 * high for _, high in ends],
        }),
        title=title,
        subtitle=subtitle,
        note=f"{played(scenario)} Bars are {LEVEL} intervals. {provenance(scenario)}",
        zero=None if line is None else 100 * line,
        ax=ax,
    )  # fmt: skip


def write_picture(stem: Path, draw: Draw, *, wanted: bool) -> Iterator[Path]:
    """Draw stem.png and stem.svg; where no pictures are wanted, those that show an earlier answer are taken away."""
    from simkit.study.report import plots

    if wanted:
        yield from plots.save(draw(), stem)
        return
    for path in plots.files(stem):
        path.unlink(missing_ok=True)
