"""What can be reached of two goals at once, and where policies stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.study.report.plots.sheet import given_axes, label_of, panels, style
from simkit.text import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame


DIGITS = 6  # of a place in the picture


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
            (drawn,) = axes.plot(line["first"], line["second"], "-", marker=".", label=label_of(case))
            for (x, y), names in _together(policies[policies["case"] == case]).items():
                axes.plot(x, y, "o", color=drawn.get_color(), markersize=7)
                axes.annotate(visible(names), (x, y), xytext=(7, -12), textcoords="offset points", fontsize=8)
        axes.margins(x=0.15)
        axes.set_xlabel(visible(labels[0]))
        axes.set_ylabel(visible(labels[1]))
        if ax is None:
            axes.set_title(visible(subtitle), loc="left", fontsize=9, color="#555555")
            figure.suptitle(visible(title), x=0.01, ha="left", fontweight="bold")
        if corners["case"].nunique() > 1:
            axes.legend(frameon=False, fontsize=8)
        axes.spines[["top", "right"]].set_visible(False)
        return figure


def _together(policies: DataFrame) -> dict[tuple[float, float], str]:
    """The policies at each place, one name after the other."""
    places: dict[tuple[float, float], str] = {}
    spots = policies[["first", "second"]].round(DIGITS).to_numpy().tolist()
    for (x, y), name in zip(spots, policies["policy"], strict=True):
        places[x, y] = f"{places[x, y]}, {name}" if (x, y) in places else str(name)
    return places
