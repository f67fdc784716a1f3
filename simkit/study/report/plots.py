"""Pictures, as PNG and SVG: the only file that imports matplotlib, and never pyplot with its hidden state.

Texts are measured before the sheet is cut, so that nothing overlaps whatever the labels say. A sheet is one pair of
axes in inches from the upper left corner; type sizes are points.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.errors import BadInput
from simkit.games.drawing import Drawing, Patch, Stroke, Words
from simkit.text import counted, visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes  # for those who may not import it themselves
    from matplotlib.collections import QuadMesh
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure as Figure
    from pandas import DataFrame

MARGIN, GAP = 0.32, 0.12
NARROWEST = 6.0
CELL_WIDTH, CELL_HEIGHT = 0.82, 0.54
KEY_WIDTH, KEY_HEIGHT = 2.6, 0.13
KEY_LINE, KEYS_A_LINE = 0.21, 3
MOST_BARS = 25
SLANT = 40.0  # degrees
LEADING = 1.3
PNG_DPI = 150
LUMINANCE_OF_EQUAL_CONTRAST = 0.179  # to black text and to white (WCAG 2)


class _Type(NamedTuple):
    fontsize: float
    color: str = "#1a1a1a"
    fontweight: str = "normal"


TITLE, SUBTITLE = _Type(15, fontweight="bold"), _Type(10.5, "#595959")
LABEL, SMALL = _Type(9), _Type(8, "#595959")
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
    with _style():
        names, heads = [_Text(str(name), LABEL) for name in table.index], _heads(table.columns)
        left = MARGIN + max(name.width for name in names) + GAP
        width = max(left + max(_reach(heads), KEY_WIDTH) + MARGIN, NARROWEST)
        room = width - 2 * MARGIN
        question = _Text(title, TITLE).wrapped(room)
        shown = _Text(subtitle, SUBTITLE).wrapped(room)
        basis = _Text(note, SMALL).wrapped(room)
        key = _Text(value_label, SMALL).wrapped(width - left - MARGIN)
        heights = (
            question.height + GAP / 2,
            shown.height + 2 * GAP,
            max(head.height for head in heads) + GAP / 2,
            len(names) * CELL_HEIGHT + 2 * GAP,
            key.height + GAP / 4 + KEY_HEIGHT + 3 * GAP,
            basis.height + MARGIN,
        )
        question_y, shown_y, _, cells_y, key_y, basis_y, height = accumulate(heights, initial=MARGIN)

        figure = _figure(width, height)
        sheet, grid = _sheet(figure), _Grid(left, cells_y)
        for y, text in ((question_y, question), (shown_y, shown), (basis_y, basis)):
            _write(sheet, MARGIN, y, text)
        _write_labels(sheet, grid, names, heads)
        cells = _draw_cells(sheet, grid, table.to_numpy(dtype=float))
        _write_cells(sheet, grid, cells, table, *(ends.loc[table.index, table.columns] for ends in (low, high)))
        _write(sheet, left, key_y, key)
        _draw_key(figure, left, key_y + key.height + GAP / 4, cells)
        return figure


def _heat_map_on(ax: Axes, table: DataFrame, low: DataFrame, high: DataFrame) -> Figure:
    """Colours and shares, in the units of the axes' own columns and rows."""
    found = _given(ax, 1)
    assert found is not None
    figure, (ax,) = found
    with _style():
        shares = table.to_numpy(dtype=float)
        cells = ax.imshow(shares, cmap=_colours(), vmin=0, vmax=np.nanmax(shares, initial=0) or 1, aspect="auto")
        ax.set_xticks(
            range(len(table.columns)), [visible(str(name)) for name in table.columns], rotation=SLANT, ha="right"
        )
        ax.set_yticks(range(len(table.index)), [visible(str(name)) for name in table.index])
        colours = cells.to_rgba(shares)
        lows, highs = (ends.loc[table.index, table.columns].to_numpy(dtype=float) for ends in (low, high))
        for row, column in np.argwhere(~np.isnan(shares)):
            words = "\n".join(_per_cent(shares[row, column], lows[row, column], highs[row, column]))
            ink = _ink(colours[row, column])
            ax.text(column, row, words, ha="center", va="center", color=ink, fontsize=INTERVAL_SIZE)
        return figure


def dots(table: DataFrame, *, title: str, subtitle: str, ax: Axes | None = None) -> Figure:
    """One row a thing, one dot a column: shares as percentage points, the mean of each row as a bar behind them.

    With `ax` on these axes instead of a sheet of its own, without title and subtitle.
    """
    with _style():
        figure, (axes,) = _given(ax, 1) or _panels(1, 9.0, 1.9 + 0.42 * len(table))
        rows = np.arange(len(table))[::-1]
        axes.barh(rows, 100 * table.mean(axis=1), height=0.62, color="#e4e4e4")
        for column, marker in zip(table.columns, "osD^vP*X" * len(table.columns), strict=False):
            axes.plot(100 * table[column], rows, marker, markersize=6, label=_label(column))
        axes.set_yticks(rows, [visible(str(name)) for name in table.index])
        axes.axvline(0, color="#1a1a1a", linewidth=0.8)
        axes.set_xlabel("percentage points")
        if ax is None:
            axes.set_title(visible(subtitle), loc="left", fontsize=9, color="#555555")
            figure.suptitle(visible(title), x=0.01, ha="left", fontweight="bold")
        axes.legend(frameon=False, fontsize=8, ncols=2)
        axes.spines[["top", "right", "left"]].set_visible(False)
        return figure


def draw(drawing: Drawing) -> Figure:
    """A game's map as a picture, its title above and its note below."""
    with _style():
        width = drawing.width * drawing.unit + 2 * MARGIN
        title, note = (_Text(words, kind).wrapped(width - 2 * MARGIN) for words, kind in _captions(drawing))
        top = MARGIN + title.height + GAP
        below = top + drawing.height * drawing.unit + GAP
        figure = _figure(width, below + note.height + MARGIN)
        sheet = _sheet(figure)
        _write(sheet, MARGIN, MARGIN, title)
        _write(sheet, MARGIN, below, note)
        for order, shape in enumerate(drawing.shapes):
            _draw_shape(sheet, shape, MARGIN, top, drawing.unit, order)
        return figure


def _captions(drawing: Drawing) -> tuple[tuple[str, _Type], tuple[str, _Type]]:
    return (drawing.title, TITLE), (drawing.note, LABEL)


def _draw_shape(sheet: Axes, shape: Patch | Stroke | Words, left: float, top: float, unit: float, order: int) -> None:
    from matplotlib.patches import Polygon

    if isinstance(shape, Words):
        weight, place = ("bold" if shape.bold else "normal"), (left + shape.x * unit, top + shape.y * unit)
        sheet.text(
            *place,
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
        sheet.add_patch(Polygon(points, **look))
    elif shape.arrow:
        look = {"arrowstyle": "-|>", "color": shape.colour, "linewidth": shape.width, "shrinkA": 0, "shrinkB": 0}
        sheet.annotate("", points[-1], points[0], arrowprops=look, zorder=order)
    else:
        xs, ys = zip(*points, strict=True)
        sheet.plot(xs, ys, color=shape.colour, linewidth=shape.width, solid_capstyle="round", zorder=order)


def save_as(figure: Figure, path: Path) -> None:
    """Write a PNG or SVG, whichever the name of the file says."""
    with _style():
        if path.suffix == ".svg":
            figure.savefig(path, metadata={"Date": None, "Creator": None})
        else:
            figure.savefig(path, dpi=PNG_DPI, metadata={"Software": None})


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
    panels = list(dict.fromkeys(frame["title"]))
    sides, variants = list(dict.fromkeys(frame["side"])), list(dict.fromkeys(frame["variant"]))
    with _style():
        height = 0.9 + max(0.4, 0.12 * len(variants) + 0.14) * len(sides)
        size = min(16.0, 4.2 + 3.6 * len(panels)), height
        figure, grid = _given(ax, len(panels)) or _panels(len(panels), *size)
        for axes, panel in zip(grid, panels, strict=True):
            _forest_panel(axes, frame[frame["title"] == panel], sides, variants, zero)
            axes.set_xlabel(visible(panel))
        handles, names = grid[0].get_legend_handles_labels()
        if ax is None:
            _frame(figure, title, subtitle, note, handles, names)
        elif len(names) > 1:
            grid[0].legend(frameon=False, fontsize=SMALL.fontsize)
        return figure


def _forest_panel(axes: Axes, part: DataFrame, sides: list[Any], variants: list[Any], zero: float | None) -> None:
    step = 0.8 / len(variants)
    for place, variant in enumerate(variants):
        rows = part[part["variant"] == variant]
        y = np.array([sides.index(side) for side in rows["side"]]) + step * (place - (len(variants) - 1) / 2)
        errors = np.abs(rows[["low", "high"]].to_numpy().T - rows["difference"].to_numpy())
        errors = np.where(np.isfinite(errors), errors, 0)
        look: dict[str, Any] = {"fmt": "o", "markersize": 4, "capsize": 2, "color": f"C{place}"}
        axes.errorbar(rows["difference"], y, xerr=errors, label=_label(variant), **look)
    if zero is not None:
        axes.axvline(zero, color="#1a1a1a", linewidth=0.8)
    axes.set_yticks(range(len(sides)), [visible(str(side)) for side in sides])
    axes.set_ylim(len(sides) - 0.4, -0.6)
    axes.tick_params(left=False)
    axes.grid(axis="x", color="#e4e4e4")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)


def tornado(frame: DataFrame, *, base: float, title: str, subtitle: str, note: str, ax: Axes | None = None) -> Figure:
    """How far each figure moves a number: a bar from the usual value to what another one makes of it.

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
    with _style():
        figure, (axes,) = _given(ax, 1) or _panels(1, 9.0, 0.9 + 0.3 * max(len(figures), 1))
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
            _frame(figure, title, subtitle, note)
        return figure


def _given(ax: Any, n: int) -> tuple[Figure, list[Axes]] | None:
    """The axes that a caller gave, one or several, and their figure; nothing where he gave none."""
    if ax is None:
        return None
    found = list(np.ravel(ax))
    if len(found) != n:
        raise BadInput([f"ax must be {counted(n, 'pair')} of axes, not {len(found)}"])
    return found[0].figure, found


def _label(name: object) -> str:
    """A name in a legend, which matplotlib leaves out where it begins with an underscore."""
    text = visible(str(name))
    return f"\u200a{text}" if text.startswith("_") else text


def _panels(n: int, width: float, height: float) -> tuple[Figure, list[Axes]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(max(width, NARROWEST), height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, list(figure.subplots(1, n, sharey=True, squeeze=False)[0])


def _frame(figure: Figure, title: str, subtitle: str, note: str, handles: Any = (), names: Any = ()) -> None:
    """Title, subtitle and legend above the panels, the note below; the sheet grows by as much."""
    width, height = figure.get_size_inches()
    room = width - 2 * MARGIN
    above, below = [_Text(title, TITLE).wrapped(room), _Text(subtitle, SUBTITLE).wrapped(room)], _Text(note, SMALL)
    below = below.wrapped(room)
    top = MARGIN + sum(text.height for text in above) + GAP
    key = KEY_LINE * math.ceil(len(names) / KEYS_A_LINE) + GAP if len(names) > 1 else 0.0
    head, foot = top + key, below.height + MARGIN
    figure.set_size_inches(width, height + head + foot)
    height += head + foot
    rect = MARGIN / width, foot / height, 1 - 2 * MARGIN / width, 1 - (head + foot) / height
    figure.set_layout_engine("constrained", rect=rect)
    if key:
        figure.legend(
            handles, names, loc="upper left", bbox_to_anchor=(MARGIN / width, 1 - top / height), ncols=KEYS_A_LINE,
            frameon=False, fontsize=SMALL.fontsize, borderaxespad=0, borderpad=0,
        )  # fmt: skip
    y = MARGIN
    for text in (*above, below):
        y = height - foot + GAP if text is below else y
        for line in text.lines:
            y += text.leading
            figure.text(MARGIN / width, 1 - (y - text.leading / 4) / height, line, **text.type._asdict())


def save(figure: Figure, stem: Path) -> tuple[Path, Path]:
    """Write stem.png and stem.svg into a folder that exists; a figure gives the same bytes every time."""
    png, svg = (stem.with_name(f"{stem.name}.{kind}") for kind in ("png", "svg"))
    save_as(figure, png)
    save_as(figure, svg)
    return png, svg


@contextmanager
def _style() -> Iterator[None]:
    """Plain matplotlib, whatever its user's own settings; text stays text in an SVG.

    A letter that the font lacks is an empty box, and not worth a warning.
    """
    import matplotlib.style

    # The first font comes with matplotlib; the second has nearly its widths, for viewers of an SVG without it.
    ours = {
        "svg.fonttype": "none",
        "svg.hashsalt": "simkit",
        "text.parse_math": False,
        "font.sans-serif": ["DejaVu Sans", "Verdana"],
    }
    with matplotlib.style.context(["default", ours]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        yield


class _Text(NamedTuple):
    words: str
    type: _Type
    rotation: float = 0.0

    @property
    def width(self) -> float:
        """Width of the box round the text as it is turned."""
        return self._length * math.cos(self._angle) + self.depth * math.sin(self._angle)

    @property
    def height(self) -> float:
        """Height of the box round the text as it is turned; 0 if it says nothing."""
        return self._length * math.sin(self._angle) + self.depth * math.cos(self._angle)

    @property
    def depth(self) -> float:
        """Height of its lines before it is turned."""
        return len(self.lines) * self.leading

    @property
    def leading(self) -> float:
        return self.type.fontsize * LEADING / 72

    @property
    def lines(self) -> list[str]:
        return visible(self.words).splitlines()

    @property
    def _length(self) -> float:
        return max((_length(line, self.type) for line in self.lines), default=0.0)

    @property
    def _angle(self) -> float:
        return math.radians(self.rotation)

    def wrapped(self, width: float) -> _Text:
        """Break into lines no longer than this, unless a single word is."""
        lines: list[str] = []
        for word in self.words.split():
            if lines and _length(f"{lines[-1]} {word}", self.type) <= width:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return self._replace(words="\n".join(lines))


def _length(line: str, type_: _Type) -> float:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=type_.fontsize, weight=type_.fontweight)
    return float(text_to_path.get_text_width_height_descent(line, font, ismath=False)[0]) / 72


class _Grid(NamedTuple):
    """Where the cells stand: whole numbers are their edges, halves their centres."""

    left: float
    top: float

    def x(self, column: Any) -> Any:
        return self.left + column * CELL_WIDTH

    def y(self, row: Any) -> Any:
        return self.top + row * CELL_HEIGHT


def _heads(columns: Iterable[object]) -> list[_Text]:
    """Column labels in as many lines as they need, or all slanted where a single word is wider than its column."""
    room = CELL_WIDTH - GAP
    plain = [_Text(str(column), LABEL) for column in columns]
    wrapped = [text.wrapped(room) for text in plain]
    if all(text.width <= room for text in wrapped):
        return wrapped
    return [text._replace(rotation=SLANT) for text in plain]


def _reach(heads: list[_Text]) -> float:
    """Width of the table together with what slanted labels hang over."""
    ends = [(column + 0.5) * CELL_WIDTH + head.width for column, head in enumerate(heads) if head.rotation]
    return max([len(heads) * CELL_WIDTH, *ends])


def _figure(width: float, height: float) -> Figure:
    from matplotlib.figure import Figure

    return Figure((width, height))


def _sheet(figure: Figure) -> Axes:
    width, height = figure.get_size_inches()
    sheet = figure.add_axes((0, 0, 1, 1))
    sheet.set(xlim=(0, width), ylim=(height, 0))
    sheet.set_axis_off()
    return sheet


def _write(sheet: Axes, x: float, y: float, text: _Text, ha: str = "left") -> None:
    """Set a text line by line, the first one just below y."""
    for line in text.lines:
        y += text.leading
        baseline = y - text.leading / 4
        sheet.text(x, baseline, line, ha=ha, rotation=text.rotation, rotation_mode="anchor", **text.type._asdict())


def _write_labels(sheet: Axes, grid: _Grid, names: list[_Text], heads: list[_Text]) -> None:
    for row, name in enumerate(names):
        _write(sheet, grid.left - GAP, grid.y(row + 0.5) - name.depth / 2, name, ha="right")
    for column, head in enumerate(heads):
        y = grid.top - GAP / 2 - head.depth
        _write(sheet, grid.x(column + 0.5), y, head, ha="left" if head.rotation else "center")


def _draw_cells(sheet: Axes, grid: _Grid, shares: NDArray[np.float64]) -> QuadMesh:
    from matplotlib.patches import Rectangle

    for row, column in np.argwhere(np.isnan(shares)):
        corner = grid.x(column), grid.y(row)
        sheet.add_patch(Rectangle(corner, CELL_WIDTH, CELL_HEIGHT, fill=False, hatch="/////", ec="#b5b5b5", lw=0))
    rows, columns = shares.shape
    edges = grid.x(np.arange(columns + 1)), grid.y(np.arange(rows + 1))
    # Without any share above 0 the key still wants a scale.
    largest = np.nanmax(shares, initial=0) or 1
    return sheet.pcolormesh(*edges, shares, cmap=_colours(), vmin=0, vmax=largest, edgecolors="white", linewidth=1.2)


def _colours() -> Colormap:
    """Pale to dark at an even pace, in grey and to the colour-blind too, and stopping short of a glaring black."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    return ListedColormap(colormaps["magma_r"](np.arange(218)))


def _write_cells(sheet: Axes, grid: _Grid, cells: QuadMesh, table: DataFrame, low: DataFrame, high: DataFrame) -> None:
    colours = cells.to_rgba(table.to_numpy(dtype=float))
    shares, lows, highs = (values.to_numpy(dtype=float) for values in (table, low, high))
    for row, column in np.argwhere(table.notna().to_numpy()):
        ink = _ink(colours[row, column])
        words = _per_cent(shares[row, column], lows[row, column], highs[row, column])
        share, interval = _Text(words[0], _Type(SHARE_SIZE, ink)), _Text(words[1], _Type(INTERVAL_SIZE, ink))
        x, y = grid.x(column + 0.5), grid.y(row + 0.5) - (share.depth + interval.depth) / 2
        _write(sheet, x, y, share, ha="center")
        _write(sheet, x, y + share.depth, interval, ha="center")


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
