"""Differences with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.study.report.plots.sheet import SMALL, frame_with, given_axes, label_of, panels, style
from simkit.text import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame


def forest(frame: DataFrame, *, title: str, subtitle: str, note: str, zero: float | None = 0, ax: Any = None) -> Figure:
    """Differences with their intervals: a panel a metric, a group of rows a side, a colour a variant.

    Parameters
    ----------
    frame
        Columns variant, side, title (of the metric, with its unit), difference, low and high, in the unit of the title.
    zero
        Where the line is that stands for no difference; None for none.
    ax
        Axes to draw on instead of a sheet of its own, one a metric; title, subtitle and note are then left out.
    """
    titles = list(dict.fromkeys(frame["title"]))
    sides, variants = list(dict.fromkeys(frame["side"])), list(dict.fromkeys(frame["variant"]))
    with style():
        height = 0.9 + max(0.4, 0.12 * len(variants) + 0.14) * len(sides)
        size = min(16.0, 4.2 + 3.6 * len(titles)), height
        figure, grid = given_axes(ax, len(titles)) or panels(len(titles), *size)
        for axes, panel in zip(grid, titles, strict=True):
            _forest_panel(axes, frame[frame["title"] == panel], sides, variants, zero)
            axes.set_xlabel(visible(panel))
        handles, names = grid[0].get_legend_handles_labels()
        if ax is None:
            frame_with(figure, title, subtitle, note, handles, names)
        elif len(names) > 1:
            grid[0].legend(frameon=False, fontsize=SMALL.fontsize)
        return figure


def _forest_panel(axes: Axes, part: DataFrame, sides: list[Any], variants: list[Any], zero: float | None) -> None:
    step = 0.8 / len(variants)
    for number, variant in enumerate(variants):
        rows = part[part["variant"] == variant]
        y = np.array([sides.index(side) for side in rows["side"]]) + step * (number - (len(variants) - 1) / 2)
        errors = np.abs(rows[["low", "high"]].to_numpy().T - rows["difference"].to_numpy())
        errors = np.where(np.isfinite(errors), errors, 0)
        look: dict[str, Any] = {"fmt": "o", "markersize": 4, "capsize": 2, "color": f"C{number}"}
        axes.errorbar(rows["difference"], y, xerr=errors, label=label_of(variant), **look)
    if zero is not None:
        axes.axvline(zero, color="#1a1a1a", linewidth=0.8)
    axes.set_yticks(range(len(sides)), [label_of(side) for side in sides])
    axes.set_ylim(len(sides) - 0.4, -0.6)
    axes.tick_params(left=False)
    axes.grid(axis="x", color="#e4e4e4")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
