"""How far each figure moves a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.study.report.plots.sheet import SMALL, frame_with, given_axes, panels, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

MOST_BARS = 25


def tornado(frame: DataFrame, *, base: float, title: str, subtitle: str, note: str, ax: Axes | None = None) -> Figure:
    """How far each figure moves a number: a bar from the number under the usual figures to that under another value.

    Parameters
    ----------
    frame
        A row a bar, the longest first: figure, value, usual, lead (the number), beyond_chance.
    base
        The number under the usual figures.
    ax
        Axes to draw on instead of a sheet of its own; title, subtitle and note are then left out.
    """
    figures = list(dict.fromkeys(frame["figure"]))[:MOST_BARS]
    with style():
        figure, (axes,) = given_axes(ax, 1) or panels(1, 9.0, 0.9 + 0.3 * max(len(figures), 1))
        for bar in frame[frame["figure"].isin(figures)].to_dict("records"):
            row, end = figures.index(bar["figure"]), bar["lead"]
            colour = ("C3" if end < base else "C0") if bar["beyond_chance"] else "#d9d9d9"
            axes.barh(row, end - base, left=base, height=0.62, color=colour)
            axes.annotate(
                str(bar["value"]), (end, row), xytext=(3 if end >= base else -3, 0), textcoords="offset points",
                ha="left" if end >= base else "right", va="center", fontsize=SMALL.fontsize, color=SMALL.color,
            )  # fmt: skip
        usual = dict(zip(frame["figure"], frame["usual"], strict=True))
        axes.set_yticks(range(len(figures)), [f"{name} = {usual[name]}" for name in figures])
        axes.set_ylim(len(figures) - 0.4, -0.6)
        axes.axvline(base, color="#1a1a1a", linewidth=0.8)
        axes.axvline(0, color="#1a1a1a", linewidth=0.8, linestyle="dotted")
        axes.margins(x=0.12)
        axes.tick_params(left=False)
        axes.spines[["top", "right", "left"]].set_visible(False)
        if ax is None:
            frame_with(figure, title, subtitle, note)
        return figure
