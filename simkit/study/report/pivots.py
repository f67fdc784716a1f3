"""Many cells on one page: one value a cell, the values of an axis across, the combinations of all others down."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.games.faults import spelt
from simkit.games.metrics import Metric
from simkit.study.report.text_tables import GAP, Table, table
from simkit.study.runs.exact_odds import Exact
from simkit.study.scenarios.labels import spoken
from simkit.study.scenarios.scenario import Scenario
from simkit.text import width_of, words_of

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS, FEW_ROWS = 40, 16  # rows shown on a terminal; up to how many cells no grid is shown instead
PAGE, LEAST_COLUMN = 80, 5  # columns of a terminal: of a page, and of a number
MOST_DECIMALS = 6
DECIMALS_OF_ALWAYS = 2  # at most, of shares that are 0 or 1
ENDS = ("", "_low", "_high")  # of the columns of a metric and its interval


def run_grid(scenario: Scenario, across: str, frame: "pd.DataFrame") -> Table:
    """The pictured metric of a run, and how far its intervals reach."""
    metric = scenario.game.pictured(scenario.entry)
    scale = metric.scale
    widths = scale * (frame[f"{metric.name}_high"] - frame[f"{metric.name}_low"]) / 2
    decimals = decimals_of(2 * float(widths.max()), 1 if metric.is_share else 2)
    reach = f"reach {widths.max():.{decimals}f} to either side at most" if np.isfinite(widths).all() else "have no end"
    note = f"95 % intervals {reach}"
    return _grid(scenario, across, [set_number(scale * value, decimals) for value in frame[metric.name]], note)


def interval_grid(scenario: Scenario, across: str, frame: "pd.DataFrame") -> Table:
    """The pictured metric of a run, each number with its interval."""
    metric = scenario.game.pictured(scenario.entry)
    columns = [metric.name + end for end in ENDS]
    values = [estimate_text(metric.kind, *(row[name] for name in columns)) for row in frame.to_dict("records")]
    return _grid(scenario, across, values, "each with its 95 % interval")


def exact_grid(scenario: Scenario, across: str, answers: list[Exact]) -> Table:
    """The exact mean of the pictured metric."""
    metric = scenario.game.pictured(scenario.entry)
    scale, decimals = (100, 4) if metric.is_share else (1, 6)
    values = [set_number(scale * answer.means[metric.name], decimals) for answer in answers]
    return _grid(scenario, across, values, "these are exact")


def _grid(scenario: Scenario, across: str, values: list[str], note: str) -> Table:
    """One value a cell: the values of an axis across, the combinations of all others down."""
    metric = scenario.game.pictured(scenario.entry)
    columns = list(dict.fromkeys(spoken_text(cell.coordinates[across]) for cell in scenario.cells))
    others = [name for name in scenario.cells[0].coordinates if name != across]
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for cell, value in zip(scenario.cells, values, strict=True):
        row = rows.setdefault(tuple(spoken_text(cell.coordinates[name]) for name in others), {})
        row[spoken_text(cell.coordinates[across])] = value
    shown = f"share of games in which {metric.title}, in per cent" if metric.is_share else _titled(metric)
    return table(
        f"{scenario.title}: {shown}",
        [*others, *columns],
        [[*labels, *(row.get(name, "") for name in columns)] for labels, row in rows.items()],
        left=len(others),
        caption=f"{across.capitalize()} across; {note}. All else: --json and the files.",
    )


def _titled(metric: Metric) -> str:
    return metric.title if metric.unit in ("", metric.title) else f"{metric.title} ({metric.unit})"


def across_of(scenario: Scenario) -> str:
    """The axis to put across where many cells form a grid; "" where they form none.

    Of the axes whose values fit side by side on a page, the one that makes the fewest rows.
    """
    cells = scenario.cells
    coordinates = {tuple(spoken_text(value) for value in cell.coordinates.values()) for cell in cells}
    if len(cells) <= FEW_ROWS or len(cells[0].coordinates) < 2 or len(coordinates) < len(cells):
        return ""
    labels = {
        name: list(dict.fromkeys(spoken_text(cell.coordinates[name]) for cell in cells))
        for name in cells[0].coordinates
    }
    beside = {name: max(map(width_of, [name, *texts])) + GAP for name, texts in labels.items()}
    fits = {
        name: len(texts)
        for name, texts in labels.items()
        if len(texts) > 1 and sum(beside.values()) - beside[name] + _side_by_side(texts) <= PAGE
    }
    best = max(fits, key=fits.__getitem__, default="")
    return best if best and len(cells) <= fits[best] * MOST_ROWS else ""


def _side_by_side(labels: list[str]) -> int:
    """Columns of a terminal that values under these labels take; labels may break between words."""
    return sum(max(LEAST_COLUMN, *map(width_of, words_of(label))) + GAP for label in labels) - GAP


def spoken_text(value: Any) -> str:
    """A coordinate in a table: true and false as the file spells them."""
    return spelt(value) if isinstance(value, bool) else str(spoken(value))


def decimals_of(width: float, least: int) -> int:
    """Decimals to show of a number that is known to within a width."""
    return min(max(least, -math.floor(math.log10(width))), MOST_DECIMALS) if 0 < width < math.inf else least


def set_number(value: float, decimals: int) -> str:
    """A number with the one minus sign of all tables."""
    return f"{value:.{decimals}f}".replace("-", "\N{MINUS SIGN}")


def estimate_text(kind: str, value: float, low: float, high: float) -> str:
    """A share in per cent or a mean, and its interval; the narrower the interval, the more decimals."""
    scale, unit, least = (100, " %", 1) if kind == "share" else (1, "", 2)
    most = DECIMALS_OF_ALWAYS if kind == "share" and value in (0, 1) else MOST_DECIMALS
    decimals = min(decimals_of(scale * (high - low), least), most)
    if math.isnan(value):
        return "none"
    text, *ends = (set_number(scale * number, decimals) for number in (value, low, high))
    if not (math.isfinite(low) and math.isfinite(high)):
        return f"{text}{unit} [no interval]"
    between = " to " if low < 0 else "\N{EN DASH}"
    return f"{text}{unit} [{ends[0]}{between}{ends[1]}]"
