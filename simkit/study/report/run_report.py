"""What a run says, as text on a terminal and as files in its folder."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.games.metrics import Cast, Metric
from simkit.study.report.cell_contrasts import lines as differences
from simkit.study.report.frames import census_table, summary
from simkit.study.report.pictures import write_picture
from simkit.study.report.pivots import (
    ENDS,
    MOST_ROWS,
    across_of,
    estimate_text,
    exact_grid,
    run_grid,
    set_number,
    spoken_text,
)
from simkit.study.report.run_pictures import run_pictures
from simkit.study.report.standings import characters
from simkit.study.report.standings import lines as standing_lines
from simkit.study.report.text_tables import Table, table
from simkit.study.runs.answer_folder import SCENARIO, kept_games
from simkit.study.runs.exact_odds import Exact
from simkit.study.runs.run_folder import RunFolder
from simkit.study.runs.tally import Tally, census_counts, merge
from simkit.study.scenarios.labels import in_words
from simkit.study.scenarios.quantities import labels, metric_named
from simkit.study.scenarios.scenario import Scenario
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd


MOST_LABELS = 12
SHARES_OF_A_CHARACTER = ("wins", "died")
QUANTILES, QUANTILES_SAID = (0.05, 0.5, 0.95), "5, 50, 95 %"


def run_json(scenario: Scenario, tallies: list[Tally]) -> dict[str, Any]:
    """A run as plain data: a cell's endings and metrics with their intervals."""
    rows: list[dict[Any, Any]] = summary(scenario, tallies).to_dict("records")
    cells = [_run_cell(scenario, cell.coordinates, row) for cell, row in zip(scenario.cells, rows, strict=True)]
    for cell, tally in zip(cells, tallies, strict=True):
        cell |= {census.name: _befell(counts) for census, counts in census_counts(scenario, tally)}
    return {"game": scenario.game.name, "entry": scenario.entry, "seed": scenario.run.seed, "cells": cells}


def _befell(counts: dict[str, int]) -> dict[str, int]:
    return {label: count for label, count in counts.items() if count}


def _run_cell(scenario: Scenario, coordinates: dict[str, Any], row: dict[Any, Any]) -> dict[str, Any]:
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


def run_table(scenario: Scenario, tallies: list[Tally]) -> Table:
    """The headline metrics of every cell, with intervals, without endings and means that are 0 in all.

    Of one cell of a game that characters win: a row a character.  Of many cells that form a grid: the metric that a
    picture shows, a row and a column a value.
    """
    if scenario.game.cast and len(scenario.cells) == 1:
        return cast_table(scenario, scenario.game.cast, tallies[0])
    frame = summary(scenario, tallies)
    across = across_of(scenario)
    return run_grid(scenario, across, frame) if across else cell_table(scenario, frame, MOST_ROWS)


def chosen_table(scenario: Scenario, tallies: list[Tally], columns: Sequence[str]) -> Table:
    """A row a cell, all of them, and a column for each metric or ending that is named, by default the headline."""
    return cell_table(scenario, summary(scenario, tallies), columns=columns)


def cell_table(
    scenario: Scenario, frame: "pd.DataFrame", most: int | None = None, columns: Sequence[str] = ()
) -> Table:
    """A row a cell of a summary, or so many of them: the headline metrics with their intervals, or those named."""
    if columns:
        metrics = [metric_named(scenario.game, name) for name in columns]
        return _table(scenario, [metric.title for metric in metrics], _estimates(frame, metrics, most), [], [])
    headline = list(_headline(scenario))
    zero = [metric.title for metric in headline if not metric.is_share and not frame[metric.name].any()]
    metrics = [metric for metric in headline if frame[metric.name].any() or (metric.column and metric.is_share)]
    kept = scenario.game.pictured(scenario.entry).title
    spare = [metric.title for metric in reversed(metrics) if metric.title != kept]
    return _table(scenario, [metric.title for metric in metrics], _estimates(frame, metrics, most), spare, zero)


def _estimates(frame: "pd.DataFrame", metrics: Sequence[Metric], most: int | None) -> list[list[str]]:
    """A row a cell, each metric with its interval."""
    return [
        [estimate_text(metric.kind, *(row[metric.name + end] for end in ENDS)) for metric in metrics]
        for row in frame.head(most or len(frame)).to_dict("records")
    ]


def cast_table(scenario: Scenario, cast: Cast, tally: Tally) -> Table:
    """A row a character: what he wins, and whatever metrics bear his name."""
    frame = characters(scenario, tally)
    measured = [name for name in frame.columns if f"{name}_low" in frame.columns]
    rows = []
    for row in frame.to_dict("records"):
        kinds = ["share" if name in SHARES_OF_A_CHARACTER else "mean" for name in measured]
        shown = [
            estimate_text(kind, *(row[name + end] for end in ENDS)) for name, kind in zip(measured, kinds, strict=True)
        ]
        rows.append([row[cast.title], f"{row['games']:,}", *shown])
    spare = ["games", *(name for name in reversed(measured) if name != "wins")]
    return table(scenario.title, [cast.title, "games", *measured], rows, spare=spare)


def win_grid(scenario: Scenario, tallies: list[Tally]) -> Table:
    """What each character wins in each cell, with its interval: a row a character, a column a cell."""
    cast = scenario.game.cast
    assert cast is not None
    of_cells = [characters(scenario, tally).set_index(cast.title) for tally in tallies]
    names = [name for name in cast.names(scenario.figures) if any(name in frame.index for frame in of_cells)]
    rows = [[name, *(_wins(frame, name) for frame in of_cells)] for name in names]
    caption = f"Share of the games won that the {cast.title} sits in, each with its 95 % interval."
    return table("Who wins", [cast.title, *map(in_words, labels(scenario))], rows, caption=caption)


def _wins(frame: "pd.DataFrame", name: str) -> str:
    """What a character wins; "" where he never sits."""
    return estimate_text("share", *frame.loc[name, [f"wins{end}" for end in ENDS]]) if name in frame.index else ""


def _headline(scenario: Scenario) -> Iterator[Metric]:
    """What a table shows; an ending as a share without a column."""
    metrics = {metric.name: metric for metric in scenario.game.metrics}
    for name in scenario.game.headline:
        yield metrics.get(name) or Metric(name, _words(name), "share", "", "")


def _words(ending: str) -> str:
    return ending.lower().replace("_", " ")


def exact_table(scenario: Scenario, answers: list[Exact]) -> Table:
    """The chance of every ending, the headline means with the quantiles that are known, and the number of states.

    Of many cells that form a grid: the metric that a picture shows.
    """
    if across := across_of(scenario):
        return exact_grid(scenario, across, answers)
    endings = [
        ending.name for ending in scenario.game.endings if any(ending.name in answer.endings for answer in answers)
    ]
    means = [
        metric for metric in scenario.game.metrics if metric.name in scenario.game.headline and not metric.is_share
    ]
    zero = [metric.title for metric in means if not any(answer.means[metric.name] for answer in answers)]
    means = [metric for metric in means if metric.title not in zero]
    spans = {
        metric.name: QUANTILES_SAID
        for metric in means
        if any(metric.name in answer.distributions for answer in answers)
    }
    columns = [title for metric in means for title in (metric.title, spans.get(metric.name)) if title]
    rows = []
    for answer in answers[:MOST_ROWS]:
        shown = [f"{answer.endings.get(name, 0):.9f}" for name in endings]
        for metric in means:
            shown.append(set_number(answer.means[metric.name], 6))
            if metric.name in spans:
                shown.append(_quantiles(answer.distributions.get(metric.name, {})))
        rows.append([*shown, f"{answer.n_states:,}"])
    spare = ["states", QUANTILES_SAID, *(metric.title for metric in reversed(means))]
    return _table(scenario, [*map(_words, endings), *columns, "states"], rows, spare, zero)


def _quantiles(distribution: dict[float, float]) -> str:
    """The least values that are not exceeded with these chances."""
    values, at_most = list(distribution), np.cumsum(list(distribution.values())) + 1e-12  # three sixths are a half
    return ", ".join(f"{values[index]:,g}" for index in np.searchsorted(at_most, QUANTILES) if values)


def left_out_line(scenario: Scenario) -> Iterator[str]:
    """A line that says what a table leaves out, if anything."""
    n = len(scenario.cells)
    if n > MOST_ROWS and not across_of(scenario):
        yield f"The first {MOST_ROWS} of {n:,} cells; the files and --json have all."


def _table(scenario: Scenario, columns: list[str], rows: list[list[str]], spare: list[str], zero: list[str]) -> Table:
    """A table with a column for each coordinate and for each of `columns`; below it, what is 0 in every cell."""
    coordinates = [[spoken_text(value) for value in cell.coordinates.values()] for cell in scenario.cells]
    names = list(scenario.cells[0].coordinates)
    caption = f"0 in every cell: {', '.join(zero)}." if zero and len(rows) > 1 else ""
    labelled_rows = [[*labels, *row] for labels, row in zip(coordinates, rows, strict=False)]
    return table(scenario.title, [*names, *columns], labelled_rows, left=len(names), spare=spare, caption=caption)


def run_lines(scenario: Scenario, tallies: list[Tally]) -> Iterator[str]:
    """What a table cannot say: how characters and seats compare, cells against the first one, the censuses."""
    if scenario.game.cast and len(tallies) == 1:
        yield from _whole_game_line(scenario, tallies[0])
        yield from standing_lines(scenario, tallies[0])
    yield from differences(scenario, tallies)
    yield from census_lines(scenario, tallies)


def _whole_game_line(scenario: Scenario, tally: Tally) -> Iterator[str]:
    """The headline means and the endings, where the table shows the characters instead."""
    row = summary(scenario, [tally]).iloc[0]
    means = [metric for metric in _headline(scenario) if not metric.is_share and row[metric.name]]
    averages = [f"{row[metric.name]:.2f} {metric.title}" for metric in means]
    endings = [(row[ending.name], _words(ending.name)) for ending in scenario.game.endings if row[ending.name]]
    ended = ", ".join(f"{name} {100 * share:.2f} %" for share, name in sorted(endings, reverse=True))
    yield f"A game: {', '.join(averages)}. Endings: {ended}."


def census_lines(scenario: Scenario, tallies: list[Tally]) -> Iterator[str]:
    """Each census over all cells: its labels by share; of a census with several labels a game, those of no game."""
    total = merge(tallies, scenario.game)
    for census, counts in census_counts(scenario, total):
        if not any(counts.values()):
            continue
        if census.several:
            never = [label for label, count in counts.items() if not count]
            yield f"{census.title} in {counted(total.n, 'game')}: {', '.join(never) or 'none'}."
        else:
            befell = sorted(_befell(counts).items(), key=lambda item: -item[1])
            shares = [f"{label} {100 * count / sum(counts.values()):.1f} %" for label, count in befell]
            more = f" and {len(shares) - MOST_LABELS} more" if len(shares) > MOST_LABELS else ""
            yield f"{census.title}: {', '.join(shares[:MOST_LABELS])}{more}."


def write_files(folder: RunFolder, tallies: list[Tally], *, pictures: bool = True) -> Iterator[Path]:
    """The run's files: summary as CSV and Parquet, censuses, characters, rows, pictures if wanted; manifest last.

    Nothing is written where the folder holds files of more games a cell.
    """
    scenario = folder.scenario
    if kept_games(folder.path, scenario.run.games):
        return
    frame = summary(scenario, tallies)
    yield folder.write("summary.csv", frame.to_csv(index=False).encode())
    yield folder.write("summary.parquet", frame.to_parquet(index=False))
    for census in scenario.game.censuses:
        table = census_table(scenario, census, tallies)
        if table[list(census.names(scenario.figures))].to_numpy().any():
            yield folder.write(f"{census.name}.csv", table.to_csv(index=False).encode())
    if scenario.game.cast:
        yield _write_characters(folder, tallies)
    if folder.rows:
        yield folder.write_rows()
    for name, draw in run_pictures(scenario, tallies, frame):
        yield from write_picture(folder.path / name, draw, wanted=pictures)
    if scenario.path.is_file():
        yield folder.write(SCENARIO, scenario.path.read_bytes())
    yield folder.write_manifest(tallies)


def _write_characters(folder: RunFolder, tallies: list[Tally]) -> Path:
    """A row a cell and character."""
    import pandas as pd

    frames = [characters(folder.scenario, tally) for tally in tallies]
    table = pd.concat([frame.assign(cell=cell) for cell, frame in enumerate(frames)], ignore_index=True)
    return folder.write("characters.csv", table.to_csv(index=False).encode())
