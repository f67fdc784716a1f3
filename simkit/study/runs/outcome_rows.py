"""A row a game, as Parquet."""

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from simkit.study.runs.runner import Chunk
from simkit.study.scenarios.scenario import Scenario


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
    """Cells cut into groups of `size` rows, so that the file does not depend on how the run was cut."""
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
    """The numbers in a column: every field of records and every element of arrays by itself, as players_0_share."""
    if column.ndim > 1:
        for index in range(column.shape[1]):
            yield from _plain(column[:, index], f"{name}_{index}")
    elif column.dtype.names:
        for field in column.dtype.names:
            yield from _plain(column[field], f"{name}_{field}" if name else field)
    else:
        yield name, column
