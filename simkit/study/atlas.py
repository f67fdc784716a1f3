"""What many exact answers say together: the best value of an axis, and what each value of an axis is worth."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from simkit.games.game import Metric
from simkit.study.frame import exact_summary
from simkit.study.journal import atomic_write
from simkit.study.odds import Exact
from simkit.study.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd


def best(frame: "pd.DataFrame", axis: str, others: list[str], metric: str) -> "pd.DataFrame":
    """For each combination of `others` the value of `axis` with the least of `metric`, the first of equals."""
    return frame.loc[frame.groupby(others, sort=False)[metric].idxmin(), [*others, axis, metric]].reset_index(drop=True)


def worth(frame: "pd.DataFrame", axis: str, others: list[str], metric: str) -> "pd.DataFrame":
    """What each value of `axis` saves of `metric` against its first value: a row a value, a column a combination of `others`."""
    table = frame.pivot(index=axis, columns=others, values=metric).loc[list(dict.fromkeys(frame[axis]))]
    return table.iloc[0] - table


def write_exact(scenario: Scenario, answers: list[Exact], out: Path) -> Iterator[Path]:
    """The answers as CSV and Parquet in a folder of their own, and what [report] asks for."""
    folder = out / f"{scenario.path.stem}-exact-{scenario.digest}"
    folder.mkdir(parents=True, exist_ok=True)
    frame = exact_summary(scenario, answers)
    metric = next(metric for metric in scenario.game.metrics if metric.name == scenario.game.headline[-1])
    yield _write(folder / "exact.csv", frame.to_csv(index=False).encode())
    yield _write(folder / "exact.parquet", frame.to_parquet(index=False))
    axes = list(scenario.cells[0].coordinates)
    if axis := scenario.report.best:
        found = best(frame, axis, [name for name in axes if name != axis], metric.name)
        yield _write(folder / f"best_{axis}.csv", found.to_csv(index=False).encode())
    if axis := scenario.report.worth:
        yield from _write_worth(scenario, frame, axis, axes, metric, folder)


def _write_worth(
    scenario: Scenario, frame: "pd.DataFrame", axis: str, axes: list[str], metric: Metric, folder: Path
) -> Iterator[Path]:
    from simkit.study import plots

    others = [name for name in axes if name != axis]
    table = worth(frame, axis, others, metric.name)
    yield _write(folder / f"worth_of_{axis}.csv", table.to_csv().encode())
    figure = plots.dots(
        table.iloc[1:].T.groupby(level=others[0], sort=False).mean().T,
        title=f"What each of {axis} is worth",
        subtitle=f"Percentage points by which it makes it less likely that {metric.title}, against {table.index[0]!r};\n"
        f"means over {', '.join(others[1:]) or 'all cells'}.",
    )
    yield from plots.save(figure, folder / f"worth_of_{axis}")


def _write(path: Path, data: bytes) -> Path:
    atomic_write(path, data)
    return path
