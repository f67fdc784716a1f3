"""A table of shares as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.report.plots.sheet import (
    GAP,
    LABEL,
    MARGIN,
    NARROWEST,
    SMALL,
    SUBTITLE,
    TITLE,
    Text,
    Type,
    given_axes,
    label_of,
    new_figure,
    style,
    whole_sheet,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure
    from pandas import DataFrame

CELL_WIDTH, CELL_HEIGHT = 0.82, 0.54
KEY_WIDTH, KEY_HEIGHT = 2.6, 0.13
SLANT = 40.0  # degrees
LUMINANCE_OF_EQUAL_CONTRAST = 0.179  # to black text and to white (WCAG 2)
SHARE_SIZE, INTERVAL_SIZE = 12.0, 7.5


def heat_map(
    table: DataFrame,
    low: DataFrame,
    high: DataFrame,
    *,
    title: str,
    subtitle: str,
    value_label: str,
    note: str,
    ax: Axes | None = None,
) -> Figure:
    """Table of shares as a picture: each cell shows its share and below it its interval, both in per cent.

    Parameters
    ----------
    table
        Shares, 0 ... 1, drawn in the order given; about 16 columns fit a page. NaN leaves a cell hatched and empty.
    low, high
        Ends of the intervals, labelled as `table` is, in any order.
    title, subtitle
        The question, and what a cell shows.
    value_label
        What the colours stand for.
    note
        What the shares rest on: policy, games a cell, seed, figures reconstructed; and why cells are empty, if any is.
    ax
        Axes to draw on instead of a sheet of its own; title, subtitle, key and note are then left out.
    """
    if ax is not None:
        return _heat_map_on(ax, table, low, high)
    with style():
        names, heads = [Text(label_of(name), LABEL) for name in table.index], _heads(table.columns)
        left = MARGIN + max(name.width for name in names) + GAP
        width = max(left + max(_reach(heads), KEY_WIDTH) + MARGIN, NARROWEST)
        room = width - 2 * MARGIN
        question = Text(title, TITLE).wrapped(room)
        shown = Text(subtitle, SUBTITLE).wrapped(room)
        basis = Text(note, SMALL).wrapped(room)
        key = Text(value_label, SMALL).wrapped(width - left - MARGIN)
        heights = (
            question.height + GAP / 2,
            shown.height + 2 * GAP,
            max(head.height for head in heads) + GAP / 2,
            len(names) * CELL_HEIGHT + 2 * GAP,
            key.height + GAP / 4 + KEY_HEIGHT + 3 * GAP,
            basis.height + MARGIN,
        )
        question_y, shown_y, _, cells_y, key_y, basis_y, height = accumulate(heights, initial=MARGIN)

        figure = new_figure(width, height)
        sheet, grid = whole_sheet(figure), _Grid(left, cells_y)
        for y, text in ((question_y, question), (shown_y, shown), (basis_y, basis)):
            write(sheet, MARGIN, y, text)
        _write_labels(sheet, grid, names, heads)
        cells = _draw_cells(sheet, grid, table.to_numpy(dtype=float))
        _write_cells(sheet, grid, cells, table, *(ends.loc[table.index, table.columns] for ends in (low, high)))
        write(sheet, left, key_y, key)
        _draw_key(figure, left, key_y + key.height + GAP / 4, cells)
        return figure


def _heat_map_on(ax: Axes, table: DataFrame, low: DataFrame, high: DataFrame) -> Figure:
    """Colours and shares, in the units of the axes' own columns and rows."""
    target = given_axes(ax, 1)
    assert target is not None
    figure, (ax,) = target
    with style():
        shares = table.to_numpy(dtype=float)
        cells = ax.imshow(shares, cmap=_colours(), vmin=0, vmax=np.nanmax(shares, initial=0) or 1, aspect="auto")
        ax.set_xticks(range(len(table.columns)), [label_of(name) for name in table.columns], rotation=SLANT, ha="right")
        ax.set_yticks(range(len(table.index)), [label_of(name) for name in table.index])
        colours = cells.to_rgba(shares)
        lows, highs = (ends.loc[table.index, table.columns].to_numpy(dtype=float) for ends in (low, high))
        for row, column in np.argwhere(~np.isnan(shares)):
            words = "\n".join(_per_cent(shares[row, column], lows[row, column], highs[row, column]))
            ink = _ink(colours[row, column])
            ax.text(column, row, words, ha="center", va="center", color=ink, fontsize=INTERVAL_SIZE)
        return figure


class _Grid(NamedTuple):
    """Where the cells stand: whole numbers are their edges, halves their centres."""

    left: float
    top: float

    def x(self, column: Any) -> Any:
        return self.left + column * CELL_WIDTH

    def y(self, row: Any) -> Any:
        return self.top + row * CELL_HEIGHT


def _heads(columns: Iterable[object]) -> list[Text]:
    """Column labels in as many lines as they need, or all slanted where a single word is wider than its column."""
    room = CELL_WIDTH - GAP
    plain = [Text(label_of(column), LABEL) for column in columns]
    wrapped = [text.wrapped(room) for text in plain]
    if all(text.width <= room for text in wrapped):
        return wrapped
    return [text._replace(rotation=SLANT) for text in plain]


def _reach(heads: list[Text]) -> float:
    """Width of the table with the overhang of slanted labels."""
    ends = [(column + 0.5) * CELL_WIDTH + head.width for column, head in enumerate(heads) if head.rotation]
    return max([len(heads) * CELL_WIDTH, *ends])


def _write_labels(sheet: Axes, grid: _Grid, names: list[Text], heads: list[Text]) -> None:
    for row, name in enumerate(names):
        write(sheet, grid.left - GAP, grid.y(row + 0.5) - name.depth / 2, name, ha="right")
    for column, head in enumerate(heads):
        y = grid.top - GAP / 2 - head.depth
        write(sheet, grid.x(column + 0.5), y, head, ha="left" if head.rotation else "center")


def _draw_cells(sheet: Axes, grid: _Grid, shares: NDArray[np.float64]) -> QuadMesh:
    from matplotlib.patches import Rectangle

    for row, column in np.argwhere(np.isnan(shares)):
        corner = grid.x(column), grid.y(row)
        sheet.add_patch(Rectangle(corner, CELL_WIDTH, CELL_HEIGHT, fill=False, hatch="/////", ec="#b5b5b5", lw=0))
    rows, columns = shares.shape
    edges = grid.x(np.arange(columns + 1)), grid.y(np.arange(rows + 1))
    # The key needs a scale even where all shares are 0.
    largest = np.nanmax(shares, initial=0) or 1
    return sheet.pcolormesh(*edges, shares, cmap=_colours(), vmin=0, vmax=largest, edgecolors="white", linewidth=1.2)


def _colours() -> Colormap:
    """Pale to dark in even steps, also in grey and for the colour-blind; the darkest is not quite black."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    return ListedColormap(colormaps["magma_r"](np.arange(218)))


def _write_cells(sheet: Axes, grid: _Grid, cells: QuadMesh, table: DataFrame, low: DataFrame, high: DataFrame) -> None:
    colours = cells.to_rgba(table.to_numpy(dtype=float))
    shares, lows, highs = (values.to_numpy(dtype=float) for values in (table, low, high))
    for row, column in np.argwhere(table.notna().to_numpy()):
        ink = _ink(colours[row, column])
        words = _per_cent(shares[row, column], lows[row, column], highs[row, column])
        share, interval = Text(words[0], Type(SHARE_SIZE, ink)), Text(words[1], Type(INTERVAL_SIZE, ink))
        x, y = grid.x(column + 0.5), grid.y(row + 0.5) - (share.depth + interval.depth) / 2
        write(sheet, x, y, share, ha="center")
        write(sheet, x, y + share.depth, interval, ha="center")


def _per_cent(share: float, low: float, high: float) -> tuple[str, str]:
    """Share and interval in per cent, with one decimal or, below 0.1, two; 0 and 100 say never and always."""
    decimals = 1 if share >= 0.001 else 2
    words, *ends = (f"{100 * value:.{decimals}f}" for value in (share, low, high))
    if share in (0, 1):
        words = f"{100 * share:.0f}"
    return {"0.00": "<0.01", "100.0": ">99.9"}.get(words, words), "\N{EN DASH}".join(ends)


def _ink(colour: NDArray[np.float64]) -> str:
    """Black or white, whichever stands out more from this sRGB colour, by its relative luminance."""
    rgb = colour[:3]
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return "black" if linear @ (0.2126, 0.7152, 0.0722) > LUMINANCE_OF_EQUAL_CONTRAST else "white"


def _draw_key(figure: Figure, left: float, top: float, cells: QuadMesh) -> None:
    width, height = figure.get_size_inches()
    bottom = height - top - KEY_HEIGHT
    axes = figure.add_axes((left / width, bottom / height, KEY_WIDTH / width, KEY_HEIGHT / height))
    figure.colorbar(cells, cax=axes, orientation="horizontal").outline.set_visible(False)
    axes.xaxis.set_major_formatter(lambda share, _: f"{100 * share:g} %")
    axes.tick_params(labelsize=SMALL.fontsize, labelcolor=SMALL.color, color=SMALL.color, length=2)
