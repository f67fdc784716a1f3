"""A game's map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simkit.games.drawing import Drawing, Patch, Stroke, Words
from simkit.study.report.plots.sheet import GAP, LABEL, MARGIN, TITLE, Text, Type, new_figure, style, whole_sheet, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw(drawing: Drawing) -> Figure:
    """A game's map as a picture, its title above and its note below."""
    with style():
        width = drawing.width * drawing.unit + 2 * MARGIN
        title, note = (Text(words, kind).wrapped(width - 2 * MARGIN) for words, kind in _captions(drawing))
        top = MARGIN + title.height + GAP
        below = top + drawing.height * drawing.unit + GAP
        figure = new_figure(width, below + note.height + MARGIN)
        sheet = whole_sheet(figure)
        write(sheet, MARGIN, MARGIN, title)
        write(sheet, MARGIN, below, note)
        for order, shape in enumerate(drawing.shapes):
            _draw_shape(sheet, shape, MARGIN, top, drawing.unit, order)
        return figure


def _captions(drawing: Drawing) -> tuple[tuple[str, Type], tuple[str, Type]]:
    return (drawing.title, TITLE), (drawing.note, LABEL)


def _draw_shape(sheet: Axes, shape: Patch | Stroke | Words, left: float, top: float, unit: float, order: int) -> None:
    """Add a shape; as an artist, since `add_patch` and `plot` measure each of them for limits that are set already."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Polygon

    if isinstance(shape, Words):
        weight, position = ("bold" if shape.bold else "normal"), (left + shape.x * unit, top + shape.y * unit)
        sheet.text(
            *position,
            shape.text,
            fontsize=shape.size,
            color=shape.colour,
            fontweight=weight,
            ha="center",
            va="center",
            zorder=order,
        )
        return
    points = [(left + x * unit, top + y * unit) for x, y in shape.points]
    if isinstance(shape, Patch):
        edge = shape.edge or "none"
        look: dict[str, Any] = {
            "facecolor": shape.fill or "none",
            "edgecolor": edge,
            "linewidth": shape.width,
            "zorder": order,
        }
        sheet.add_artist(Polygon(points, **look))
    elif shape.arrow:
        look = {"arrowstyle": "-|>", "color": shape.colour, "linewidth": shape.width, "shrinkA": 0, "shrinkB": 0}
        sheet.annotate("", points[-1], points[0], arrowprops=look, zorder=order)
    else:
        xs, ys = zip(*points, strict=True)
        look = {"color": shape.colour, "linewidth": shape.width, "solid_capstyle": "round", "zorder": order}
        sheet.add_artist(Line2D(xs, ys, **look))
