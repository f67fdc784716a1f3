"""What many exact answers say together: the best value of an axis, and what each value of an axis is worth."""

import hashlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from simkit.games.faults import slug
from simkit.games.metrics import Metric
from simkit.study.report.frames import coordinate_columns, exact_summary
from simkit.study.report.pictures import write_picture
from simkit.study.report.variant_runs import combined_runs
from simkit.study.runs.exact_odds import Exact
from simkit.study.runs.journal import atomic_write
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.plots import Figure


def best(frame: "pd.DataFrame", axis: str, others: list[str], metric: str) -> "pd.DataFrame":
    """For each combination of `others` the value of `axis` with the least of `metric`, the first of equals."""
    return frame.loc[frame.groupby(others, sort=False)[metric].idxmin(), [*others, axis, metric]].reset_index(drop=True)


def worth(frame: "pd.DataFrame", axis: str, others: list[str], metric: str) -> "pd.DataFrame":
    """What each value of `axis` saves of `metric` against its first: a row a value, a column for each of `others`."""
    table = frame.pivot(index=axis, columns=others, values=metric).loc[list(dict.fromkeys(frame[axis]))]
    return table.iloc[0] - table


def write_exact(scenario: Scenario, answers: list[Exact], out: Path, *, pictures: bool = True) -> Iterator[Path]:
    """The answers of the base and of all variants as CSV and Parquet in a folder, and what [report] asks for.

    What the values of an axis are worth is written of the base alone.
    """
    folder = out / f"{scenario.path.stem}-exact-{_digest(scenario)}"
    folder.mkdir(parents=True, exist_ok=True)
    base, scenario = scenario, combined_runs(scenario)
    frame = exact_summary(scenario, answers)
    metric = scenario.game.pictured(scenario.entry)
    yield _write(folder / "exact.csv", frame.to_csv(index=False).encode())
    yield _write(folder / "exact.parquet", frame.to_parquet(index=False))
    columns = coordinate_columns(scenario)
    if axis := scenario.report.best:
        others = [column for name, column in columns.items() if name != axis]
        best_rows = best(frame, columns[axis], others, metric.name)
        yield _write(folder / f"best_{slug(axis)}.csv", best_rows.to_csv(index=False).encode())
    if axis := scenario.report.worth:
        own = coordinate_columns(base)
        others = [column for name, column in own.items() if name != axis]
        table = worth(frame.head(len(base.cells)), own[axis], others, metric.name)
        stem = folder / f"worth_of_{slug(axis)}"
        yield _write(stem.with_suffix(".csv"), table.to_csv().encode())
        yield from write_picture(stem, partial(_draw_worth, table, axis, others, metric), wanted=pictures)


def _draw_worth(table: "pd.DataFrame", axis: str, others: list[str], metric: Metric) -> "Figure":
    from simkit.study.report import plots

    return plots.dots(
        table.iloc[1:].T.groupby(level=others[0], sort=False).mean().T,
        title=f"What each of {axis} is worth",
        subtitle=f"Percentage points by which it makes it less likely that {metric.title}, "
        f"against {table.index[0]};\nmeans over {', '.join(others[1:]) or 'all cells'}.",
    )


def _digest(scenario: Scenario) -> str:
    """The digest of a scenario and of its variants."""
    digests = [scenario.digest, *(f"{name} {variant.digest}" for name, variant in scenario.variants)]
    return digests[0] if len(digests) == 1 else hashlib.sha256("\n".join(digests).encode()).hexdigest()[:12]


def _write(path: Path, data: bytes) -> Path:
    atomic_write(path, data)
    return path
