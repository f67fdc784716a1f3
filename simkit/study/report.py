"""What a run says, as text on a terminal and as files in its folder."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.study.frame import spoken, summary
from simkit.study.odds import Exact
from simkit.study.scenario import Scenario
from simkit.study.store import RunFolder
from simkit.study.tally import Tally

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

LEVEL = "95 %"


def run_json(scenario: Scenario, tallies: list[Tally]) -> dict[str, Any]:
    """A run as plain data: a cell's endings and metrics with their intervals."""
    rows = summary(scenario, tallies).to_dict("records")
    cells = [_run_cell(scenario, cell.coordinates, row) for cell, row in zip(scenario.cells, rows, strict=True)]
    return {"game": scenario.game.name, "entry": scenario.entry, "seed": scenario.run.seed, "cells": cells}


def _run_cell(scenario: Scenario, coordinates: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    endings = [ending.name for ending in scenario.game.endings if row[ending.name]]
    return {
        "cell": coordinates,
        "n": row["games"],
        "endings": {name: row[name] for name in endings},
        "intervals": {name: [row[f"{name}_low"], row[f"{name}_high"]] for name in endings},
        "metrics": {
            metric.name: {"mean": row[metric.name], "low": row[f"{metric.name}_low"], "high": row[f"{metric.name}_high"]}
            for metric in scenario.game.metrics
        },
    }


def exact_json(scenario: Scenario, answers: list[Exact]) -> dict[str, Any]:
    """Exact answers as plain data."""
    cells = [
        {
            "cell": cell.coordinates,
            "endings": answer.endings,
            "metrics": {name: {"mean": mean} for name, mean in answer.means.items()},
            "states": answer.n_states,
        }
        for cell, answer in zip(scenario.cells, answers, strict=True)
    ]
    return {"game": scenario.game.name, "entry": scenario.entry, "cells": cells}


def run_table(scenario: Scenario, tallies: list[Tally]) -> "Table":
    """The headline metrics of every cell, with intervals."""
    frame = summary(scenario, tallies)
    metrics = [metric for metric in scenario.game.metrics if metric.name in scenario.game.headline]
    table = _table(scenario, [f"{metric.title}" for metric in metrics])
    for cell, row in zip(scenario.cells, frame.to_dict("records"), strict=True):
        shown = [_estimate(metric.kind, *(row[metric.name + end] for end in ("", "_low", "_high"))) for metric in metrics]
        table.add_row(*(str(spoken(value)) for value in cell.coordinates.values()), *shown)
    return table


def exact_table(scenario: Scenario, answers: list[Exact]) -> "Table":
    """The chance of every ending, and the headline means."""
    endings = [ending.name for ending in scenario.game.endings if any(ending.name in one.endings for one in answers)]
    means = [metric for metric in scenario.game.metrics if metric.name in scenario.game.headline and metric.kind == "mean"]
    table = _table(scenario, [*(name.lower().replace("_", " ") for name in endings), *(metric.title for metric in means)])
    for cell, answer in zip(scenario.cells, answers, strict=True):
        shown = [f"{answer.endings.get(name, 0):.9f}" for name in endings]
        shown += [f"{answer.means[metric.name]:.6f}" for metric in means]
        table.add_row(*(str(spoken(value)) for value in cell.coordinates.values()), *shown)
    return table


def _table(scenario: Scenario, columns: list[str]) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(title=scenario.title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for name in scenario.cells[0].coordinates:
        table.add_column(name)
    for name in columns:
        table.add_column(name, justify="right")
    return table


def _estimate(kind: str, value: float, low: float, high: float) -> str:
    if kind == "share":
        return f"{100 * value:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    return f"{value:.2f} [{low:.2f}, {high:.2f}]"


def provenance(scenario: Scenario) -> str:
    """What the answer rests on, in a sentence."""
    counts = scenario.figures.counts()
    said = ", ".join(f"{n:,} {status}" for status, n in sorted(counts.items(), key=lambda item: -item[1]))
    changed = [figure.path for figure in scenario.figures.ledger if figure.status == "what-if"]
    what_if = f"; what-if: {', '.join(changed)}" if changed else ""
    return f"The game's figures: {said}{what_if}."


def write_files(folder: RunFolder, tallies: list[Tally]) -> Iterator[Path]:
    """The run's files: summary as CSV and Parquet, rows, a heat map where there are two axes, the manifest last."""
    scenario = folder.scenario
    frame = summary(scenario, tallies)
    yield folder.write("summary.csv", frame.to_csv(index=False).encode())
    yield folder.write("summary.parquet", frame.to_parquet(index=False))
    if folder.rows:
        yield folder.write_rows()
    yield from _pictures(folder, frame)
    yield folder.write_manifest(tallies)


def _pictures(folder: RunFolder, frame: "pd.DataFrame") -> Iterator[Path]:
    scenario = folder.scenario
    axes = list(scenario.cells[0].coordinates)
    if len(axes) != 2 or len(scenario.cells) < 4 or frame.duplicated(axes).any():
        return
    from simkit.study import plots

    metric = next(metric for metric in scenario.game.metrics if metric.name == scenario.game.headline[-1])
    rows, columns = axes
    order = dict.fromkeys(frame[rows]), dict.fromkeys(frame[columns])
    value, low, high = (
        frame.pivot(index=rows, columns=columns, values=metric.name + end).loc[list(order[0]), list(order[1])]
        for end in ("", "_low", "_high")
    )
    figure = plots.heat_map(
        value, low, high,
        title=scenario.title,
        subtitle=f"Share of games in which {metric.title}, in per cent; below it the {LEVEL} interval.",
        value_label=metric.title,
        note=f"{scenario.run.games:,} games a cell, seed {scenario.run.seed}. {provenance(scenario)}",
    )  # fmt: skip
    yield from plots.save(figure, folder.path / f"{metric.name}_by_{columns}")
