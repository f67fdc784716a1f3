"""Tallies and outcomes as pandas frames and Parquet, with names instead of codes."""

import itertools
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.games.game import Census, Metric, spelt
from simkit.study.intervals import Moments, count_interval, share_interval
from simkit.study.odds import Exact
from simkit.study.runner import Chunk
from simkit.study.scenario import Cell, Scenario
from simkit.study.tally import Tally, census_counts

if TYPE_CHECKING:
    import pandas as pd


def summary(scenario: Scenario, tallies: list[Tally]) -> "pd.DataFrame":
    """A row a cell: its coordinates, games, the share of each ending, each metric, 95 % intervals (`_low`, `_high`).

    Behind these stand the shares of each census, such as `cause: troll`.
    """
    import pandas as pd

    cells = list(zip(scenario.cells, tallies, strict=True))
    frame = pd.DataFrame([{**_where(scenario, cell), **_row(scenario, tally)} for cell, tally in cells])
    befell = pd.DataFrame([_befell(scenario, tally) for _, tally in cells], frame.index).fillna(0.0)
    return frame.join(befell)


def labelled(scenario: Scenario, frame: "pd.DataFrame") -> "pd.DataFrame":
    """A summary in long form: a row a cell and quantity, with its title, kind and unit, its value and interval."""
    import pandas as pd

    keys = list(coordinate_columns(scenario).values())
    told = [(ending.name, ending.name.lower().replace("_", " "), "share", "") for ending in scenario.game.endings]
    told += [(metric.name, metric.title, metric.kind, metric.unit) for metric in scenario.game.metrics]
    parts = []
    for name, title, kind, unit in told:
        part = frame[[*keys, "games"]].assign(quantity=name, title=title, kind=kind, unit=unit)
        parts.append(part.assign(value=frame[name], low=frame[f"{name}_low"], high=frame[f"{name}_high"]))
    return pd.concat(parts, ignore_index=True)


def exact_summary(scenario: Scenario, answers: list[Exact]) -> "pd.DataFrame":
    """A row a cell: its coordinates, the chance of each ending, the mean of each metric, the number of states."""
    import pandas as pd

    endings = [ending.name for ending in scenario.game.endings]
    rows = [
        {**_where(scenario, cell), **{name: answer.endings.get(name, 0.0) for name in endings}, **answer.means}
        for cell, answer in zip(scenario.cells, answers, strict=True)
    ]
    return pd.DataFrame(rows).assign(states=[answer.n_states for answer in answers])


def census_table(scenario: Scenario, census: Census, tallies: list[Tally]) -> "pd.DataFrame":
    """A row a cell: its coordinates, games, and the number of games that each label of a census befell."""
    import pandas as pd

    rows = [
        {**_where(scenario, cell), "games": tally.n, **dict(census_counts(scenario, tally))[census]}
        for cell, tally in zip(scenario.cells, tallies, strict=True)
    ]
    return pd.DataFrame(rows)


def coordinate_columns(scenario: Scenario) -> dict[str, str]:
    """The column of each coordinate: its name, with `cell_` before it where a result goes by that name."""
    results = {"games", "states", *(metric.name for metric in scenario.game.metrics)}
    return {name: f"cell_{name}" if name in results else name for name in scenario.cells[0].coordinates}


def _where(scenario: Scenario, cell: Cell) -> dict[str, Any]:
    columns = coordinate_columns(scenario)
    return {columns[name]: value for name, value in flat(cell.coordinates).items()}


def _row(scenario: Scenario, tally: Tally) -> dict[str, Any]:
    row: dict[str, Any] = {"games": tally.n}
    for ending in scenario.game.endings:
        interval = share_interval(tally.endings[ending], tally.n)
        row |= _with_interval(ending.name, tally.endings[ending] / tally.n, *interval)
    for number, metric in enumerate(scenario.game.metrics):
        row |= _with_interval(metric.name, *estimate(metric, tally.moments(number)))
    return row


def _befell(scenario: Scenario, tally: Tally) -> dict[str, float]:
    """Share of games that each label of a census befell, but for those of which a game has several."""
    return {
        f"{census.name}: {label}": count / tally.n
        for census, counts in census_counts(scenario, tally)
        for label, count in counts.items()
        if count and not census.several
    }


def estimate(metric: Metric, seen: Moments, level: float = 0.95) -> tuple[float, float, float]:
    """A metric's mean in its unit, and the low and high end of its interval; not a number where no game counts."""
    if not seen.n:
        return math.nan, math.nan, math.nan
    parts = metric.parts
    if metric.kind == "share":
        return seen.total / seen.n / parts, *share_interval(seen.total / parts, seen.n, level)
    low, high = count_interval(seen, metric.least, metric.most, level, parts)
    return seen.total / seen.n / parts, low / parts, high / parts


def _with_interval(name: str, value: float, low: float, high: float) -> dict[str, float]:
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def flat(coordinates: dict[str, Any]) -> dict[str, Any]:
    """Coordinates as plain columns: a policy as its text, a list joined by plus signs."""
    return {name: spoken(value) for name, value in coordinates.items()}


def spoken(value: Any) -> Any:
    """One coordinate as a person would say it."""
    if isinstance(value, list):
        return " + ".join(map(_inside, value)) or "none"
    if isinstance(value, dict):
        said = [f"{key} {_inside(item)}" for key, item in value.items() if key != "kind"]
        return " ".join([str(value.get("kind", "")), *said]).strip()
    return "" if value is None else value


def _inside(value: Any) -> str:
    return spelt(value) if isinstance(value, bool) else str(spoken(value))


def where(coordinates: dict[str, Any]) -> str:
    """All coordinates of a cell in a line: "character Ozmo, policy bold"."""
    return ", ".join(f"{name} {spoken(value)}" for name, value in coordinates.items())


def write_outcomes(scenario: Scenario, parts: Iterable[tuple[Chunk, np.ndarray]], path: Path, group: int) -> None:
    """One row a game: cell, game number and the fields of OUTCOME, the ending by name; row groups of `group` rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    writer = None
    for first, cell, outcomes in _row_groups(parts, group):
        table = pa.table(_columns(scenario, first, cell, outcomes))
        writer = writer or pq.ParquetWriter(path, table.schema, compression="zstd")
        writer.write_table(table)
    if writer:
        writer.close()


def _row_groups(parts: Iterable[tuple[Chunk, np.ndarray]], size: int) -> Iterator[tuple[int, int, np.ndarray]]:
    """Cells cut anew, so that the file does not depend on how the run was cut."""
    for cell, its_parts in itertools.groupby(parts, lambda part: part[0].cell):
        outcomes = np.concatenate([part[1] for part in its_parts])
        for first in range(0, len(outcomes), size):
            yield first, cell, outcomes[first : first + size]


def _columns(scenario: Scenario, first: int, cell: int, outcomes: np.ndarray) -> dict[str, Any]:
    import pyarrow as pa

    names = ["PLAYING", *(ending.name for ending in scenario.game.endings)]
    rest = [(name, column) for name, column in _plain(outcomes) if name not in ("ending", "unused")]
    return {
        "cell": pa.array(np.full(len(outcomes), cell, np.int32)),
        "game": pa.array(first + np.arange(len(outcomes))),
        "ending": pa.DictionaryArray.from_arrays(pa.array(outcomes["ending"]), pa.array(names)),
        **{name: pa.array(np.ascontiguousarray(column)) for name, column in rest},
    }


def _plain(column: np.ndarray, name: str = "") -> Iterator[tuple[str, np.ndarray]]:
    """The numbers in a column: every field of records and every place of arrays by itself, as in players_0_share."""
    if column.ndim > 1:
        for place in range(column.shape[1]):
            yield from _plain(column[:, place], f"{name}_{place}")
    elif column.dtype.names:
        for field in column.dtype.names:
            yield from _plain(column[field], f"{name}_{field}" if name else field)
    else:
        yield name, column
