"""What a run says, as text on a terminal and as files in its folder."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.games.game import Metric, slug
from simkit.study.answers import SCENARIO
from simkit.study.frame import spoken, summary
from simkit.study.odds import Exact
from simkit.study.scenario import Scenario
from simkit.study.store import RunFolder
from simkit.study.tally import Tally, census_counts, merge

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

LEVEL = "95 %"
MOST_ROWS = 200  # that a terminal is shown
QUANTILES, QUANTILES_SAID = (0.05, 0.5, 0.95), "5, 50, 95 %"


def run_json(scenario: Scenario, tallies: list[Tally]) -> dict[str, Any]:
    """A run as plain data: a cell's endings and metrics with their intervals."""
    rows = summary(scenario, tallies).to_dict("records")
    cells = [_run_cell(scenario, cell.coordinates, row) for cell, row in zip(scenario.cells, rows, strict=True)]
    for cell, tally in zip(cells, tallies, strict=True):
        cell |= {census.name: _befell(counts) for census, counts in census_counts(scenario.game, tally)}
    return {"game": scenario.game.name, "entry": scenario.entry, "seed": scenario.run.seed, "cells": cells}


def _befell(counts: dict[str, int]) -> dict[str, int]:
    return {label: count for label, count in counts.items() if count}


def _run_cell(scenario: Scenario, coordinates: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    endings = [ending.name for ending in scenario.game.endings if row[ending.name]]
    return {
        "cell": coordinates,
        "n": row["games"],
        "endings": {name: row[name] for name in endings},
        "intervals": {name: [row[f"{name}_low"], row[f"{name}_high"]] for name in endings},
        "metrics": {
            metric.name: {
                "mean": row[metric.name],
                "low": row[f"{metric.name}_low"],
                "high": row[f"{metric.name}_high"],
            }
            for metric in scenario.game.metrics
        },
    }


def exact_json(scenario: Scenario, answers: list[Exact]) -> dict[str, Any]:
    """Exact answers as plain data."""
    cells = [
        {
            "cell": cell.coordinates,
            "endings": answer.endings,
            "metrics": {name: _exact_metric(answer, name) for name in answer.means},
            "states": answer.n_states,
        }
        for cell, answer in zip(scenario.cells, answers, strict=True)
    ]
    return {"game": scenario.game.name, "entry": scenario.entry, "cells": cells}


def _exact_metric(answer: Exact, name: str) -> dict[str, Any]:
    """A mean, and where the values are few enough the chance of each."""
    if name not in answer.distributions:
        return {"mean": answer.means[name]}
    chances = {f"{value:.12g}": chance for value, chance in answer.distributions[name].items()}
    return {"mean": answer.means[name], "distribution": chances}


def run_table(scenario: Scenario, tallies: list[Tally]) -> "Table":
    """The headline metrics of every cell, with intervals."""
    frame = summary(scenario, tallies)
    metrics = [metric for metric in _headline(scenario) if metric.column or frame[metric.name].any()]
    table = _table(scenario, [metric.title for metric in metrics])
    for cell, row in zip(scenario.cells[:MOST_ROWS], frame.to_dict("records"), strict=False):
        shown = [
            _estimate(metric.kind, *(row[metric.name + end] for end in ("", "_low", "_high"))) for metric in metrics
        ]
        table.add_row(*(str(spoken(value)) for value in cell.coordinates.values()), *shown)
    return table


def _headline(scenario: Scenario) -> Iterator[Metric]:
    """What a table shows; an ending as a share without a column."""
    metrics = {metric.name: metric for metric in scenario.game.metrics}
    for name in scenario.game.headline:
        yield metrics.get(name) or Metric(name, _words(name), "share", "", "")


def _words(ending: str) -> str:
    return ending.lower().replace("_", " ")


def exact_table(scenario: Scenario, answers: list[Exact]) -> "Table":
    """The chance of every ending, and the headline means; behind these the quantiles of the distribution, where known."""
    endings = [ending.name for ending in scenario.game.endings if any(ending.name in one.endings for one in answers)]
    means = [
        metric for metric in scenario.game.metrics if metric.name in scenario.game.headline and metric.kind == "mean"
    ]
    spans = {
        metric.name: QUANTILES_SAID for metric in means if any(metric.name in one.distributions for one in answers)
    }
    columns = [title for metric in means for title in (metric.title, spans.get(metric.name)) if title]
    table = _table(scenario, [*map(_words, endings), *columns])
    for cell, answer in zip(scenario.cells[:MOST_ROWS], answers, strict=False):
        shown = [f"{answer.endings.get(name, 0):.9f}" for name in endings]
        for metric in means:
            shown.append(f"{answer.means[metric.name]:.6f}")
            if metric.name in spans:
                shown.append(_quantiles(answer.distributions.get(metric.name, {})))
        table.add_row(*(str(spoken(value)) for value in cell.coordinates.values()), *shown)
    return table


def _quantiles(distribution: dict[float, float]) -> str:
    """The least values that are not exceeded with these chances."""
    values, at_most = list(distribution), np.cumsum(list(distribution.values())) + 1e-12  # three sixths are a half
    return ", ".join(f"{values[place]:,g}" for place in np.searchsorted(at_most, QUANTILES) if values)


def shown(scenario: Scenario) -> str:
    """A line that says what a table leaves out, if anything."""
    n = len(scenario.cells)
    return f"The first {MOST_ROWS} of {n:,} cells; the files and --json have all.\n" if n > MOST_ROWS else ""


def _table(scenario: Scenario, columns: list[str]) -> "Table":
    from rich import box
    from rich.table import Table

    tight: dict[str, Any] = {"box": box.SIMPLE_HEAD, "show_edge": False, "pad_edge": False, "padding": (0, 1, 0, 0)}
    table = Table(title=scenario.title, title_justify="left", title_style="bold", **tight)
    for name in scenario.cells[0].coordinates:
        table.add_column(name, overflow="fold")
    for name in columns:
        table.add_column(name, overflow="fold", justify="right")
    return table


def _estimate(kind: str, value: float, low: float, high: float) -> str:
    if kind == "share":
        return f"{100 * value:.1f} % [{100 * low:.1f}\N{EN DASH}{100 * high:.1f}]"
    return f"{value:.2f} [{low:.2f}\N{EN DASH}{high:.2f}]"


def provenance(scenario: Scenario) -> str:
    """What the answer rests on, in a sentence."""
    counts = scenario.figures.counts()
    said = ", ".join(f"{n:,} {status}" for status, n in sorted(counts.items(), key=lambda item: -item[1]))
    changed = [figure.path for figure in scenario.figures.ledger if figure.status == "what-if"]
    what_if = f"; what-if: {', '.join(changed)}" if changed else ""
    return f"The game's figures: {said}{what_if}."


def census_lines(scenario: Scenario, tallies: list[Tally]) -> Iterator[str]:
    """What befell the games of all cells together: the labels of each census by their shares, or those of no game."""
    total = merge(tallies, scenario.game)
    for census, counts in census_counts(scenario.game, total):
        if census.several:
            never = [label for label, count in counts.items() if not count]
            yield f"{census.title} in {total.n:,} games: {', '.join(never) or 'none'}."
        elif any(counts.values()):
            befell = sorted(_befell(counts).items(), key=lambda item: -item[1])
            shares = (f"{label} {100 * count / sum(counts.values()):.1f} %" for label, count in befell)
            yield f"{census.title}: {', '.join(shares)}."


def write_files(folder: RunFolder, tallies: list[Tally]) -> Iterator[Path]:
    """The run's files: summary as CSV and Parquet, rows, heat maps of two or three axes, the manifest last."""
    scenario = folder.scenario
    frame = summary(scenario, tallies)
    yield folder.write("summary.csv", frame.to_csv(index=False).encode())
    yield folder.write("summary.parquet", frame.to_parquet(index=False))
    if folder.rows:
        yield folder.write_rows()
    yield from _pictures(folder, frame)
    if scenario.path.is_file():
        yield folder.write(SCENARIO, scenario.path.read_bytes())
    yield folder.write_manifest(tallies)


def _pictures(folder: RunFolder, frame: "pd.DataFrame") -> Iterator[Path]:
    """A heat map over the first two axes; where there is a third, one for each of its values."""
    scenario = folder.scenario
    axes = list(scenario.cells[0].coordinates)
    if not 2 <= len(axes) <= 3 or len(scenario.cells) < 4 or frame.duplicated(axes).any():
        return
    metric = next(metric for metric in scenario.game.metrics if metric.name == scenario.game.headline[-1])
    name = f"{metric.name}_by_{axes[1]}"
    if len(axes) == 2:
        yield from _heat_map(scenario, frame, metric, scenario.title, folder.path / name)
        return
    for value in dict.fromkeys(frame[axes[2]]):
        part, title = frame[frame[axes[2]] == value], f"{scenario.title} ({axes[2]}: {value})"
        yield from _heat_map(scenario, part, metric, title, folder.path / f"{name}_{slug(str(value))}")


def _heat_map(scenario: Scenario, frame: "pd.DataFrame", metric: Metric, title: str, stem: Path) -> Iterator[Path]:
    from simkit.study import plots

    rows, columns = list(scenario.cells[0].coordinates)[:2]
    order = list(dict.fromkeys(frame[rows])), list(dict.fromkeys(frame[columns]))
    value, low, high = (
        frame.pivot(index=rows, columns=columns, values=metric.name + end).loc[order] for end in ("", "_low", "_high")
    )
    figure = plots.heat_map(
        value, low, high,
        title=title,
        subtitle=f"Share of games in which {metric.title}, in per cent, and its {LEVEL} interval; "
        f"{rows} down, {columns} across.",
        value_label=metric.title,
        note=f"{scenario.run.games:,} games a cell, seed {scenario.run.seed}. {provenance(scenario)}",
    )  # fmt: skip
    yield from plots.save(figure, stem)
