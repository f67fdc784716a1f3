"""What can be reached of two goals at once, and where policies stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.study.report.plots.sheet import given_axes, legend_label, panels, style
from simkit.text import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame


def frontier(
    corners: DataFrame,
    policies: DataFrame,
    *,
    title: str,
    subtitle: str,
    labels: tuple[str, str],
    ax: Axes | None = None,
) -> Figure:
    """The hull of each case as a line, and the policies as marks of its colour.

    Parameters
    ----------
    corners
        A row a corner: `case`, `first`, `second`, in the order of the line.
    policies
        A row a case and policy: `case`, `policy`, `first`, `second`.
    labels
        What the axes show.
    """
    with style():
        figure, (axes,) = given_axes(ax, 1) or panels(1, 9.0, 6.0)
        for case, line in corners.groupby("case", sort=False):
            (drawn,) = axes.plot(line["first"], line["second"], "-", marker=".", label=legend_label(case))
            own = policies[policies["case"] == case]
            for (_, row), marker in zip(own.iterrows(), "osD^vP*X" * len(own), strict=False):
                axes.plot(row["first"], row["second"], marker, color=drawn.get_color(), markersize=7)
                axes.annotate(
                    visible(str(row["policy"])), (row["first"], row["second"]), xytext=(6, -3),
                    textcoords="offset points", fontsize=8,
                )  # fmt: skip
        axes.set_xlabel(visible(labels[0]))
        axes.set_ylabel(visible(labels[1]))
        if ax is None:
            axes.set_title(visible(subtitle), loc="left", fontsize=9, color="#555555")
            figure.suptitle(visible(title), x=0.01, ha="left", fontweight="bold")
        if corners["case"].nunique() > 1:
            axes.legend(frameon=False, fontsize=8)
        axes.spines[["top", "right"]].set_visible(False)
        return figure
