"""Tallies and outcomes as pandas frames and Parquet, with names instead of codes."""

import math
from typing import TYPE_CHECKING, Any

from simkit.games.metrics import Census, Metric
from simkit.study.runs.exact_odds import Exact
from simkit.study.runs.tally import Tally, census_counts
from simkit.study.scenarios.labels import flat
from simkit.study.scenarios.scenario import Cell, Scenario
from simkit.study.stats.intervals import Moments, count_interval, share_interval

if TYPE_CHECKING:
    import pandas as pd


def summary(scenario: Scenario, tallies: list[Tally]) -> "pd.DataFrame":
    """A row a cell: its coordinates, games, the share of each ending, each metric, 95 % intervals (`_low`, `_high`).

    The last columns are the shares of each census, such as `cause: troll`.
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
    quantities = [(ending.name, ending.name.lower().replace("_", " "), "share", "") for ending in scenario.game.endings]
    quantities += [(metric.name, metric.title, metric.kind, metric.unit) for metric in scenario.game.metrics]
    parts = []
    for name, title, kind, unit in quantities:
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
    """A row a cell: its coordinates, games, and the number of games with each label of a census."""
    import pandas as pd

    rows = [
        {**_where(scenario, cell), "games": tally.n, **dict(census_counts(scenario, tally))[census]}
        for cell, tally in zip(scenario.cells, tallies, strict=True)
    ]
    return pd.DataFrame(rows)


def coordinate_columns(scenario: Scenario) -> dict[str, str]:
    """The column of each coordinate: its name, with `cell_` before it where a result has the same name."""
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
    """Share of games with each label of a census; without censuses that give a game several labels."""
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
    if metric.is_share:
        return seen.total / seen.n / parts, *share_interval(seen.total / parts, seen.n, level)
    low, high = count_interval(seen, metric.least, metric.most, level, parts)
    return seen.total / seen.n / parts, low / parts, high / parts


def _with_interval(name: str, value: float, low: float, high: float) -> dict[str, float]:
    return {name: value, f"{name}_low": low, f"{name}_high": high}
