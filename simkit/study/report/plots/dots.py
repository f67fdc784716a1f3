"""Rows of dots over a bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simkit.study.report.plots.sheet import given_axes, label_of, panels, style
from simkit.text import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame


def dots(
    table: DataFrame,
    *,
    title: str,
    subtitle: str,
    scale: int = 100,
    unit: str = "percentage points",
    ax: Axes | None = None,
) -> Figure:
    """A line a row of the table, a dot a column, in a unit of 1 / `scale`; the mean of each row is a bar behind them.

    With `ax` on these axes instead of a sheet of its own, without title and subtitle.
    """
    with style():
        figure, (axes,) = given_axes(ax, 1) or panels(1, 9.0, 1.9 + 0.42 * len(table))
        rows = np.arange(len(table))[::-1]
        axes.barh(rows, scale * table.mean(axis=1), height=0.62, color="#e4e4e4")
        for column, marker in zip(table.columns, "osD^vP*X" * len(table.columns), strict=False):
            axes.plot(scale * table[column], rows, marker, markersize=6, label=label_of(column))
        axes.set_yticks(rows, [label_of(name) for name in table.index])
        axes.axvline(0, color="#1a1a1a", linewidth=0.8)
        axes.set_xlabel(visible(unit))
        if ax is None:
            axes.set_title(visible(subtitle), loc="left", fontsize=9, color="#555555")
            figure.suptitle(visible(title), x=0.01, ha="left", fontweight="bold")
        axes.legend(frameon=False, fontsize=8, ncols=2)
        axes.spines[["top", "right", "left"]].set_visible(False)
        return figure
