"""A sheet: measured texts, its style, and how it is saved.

Texts are measured before the sheet is cut, so that nothing overlaps whatever the labels say. A sheet is one pair of
axes in inches from the upper left corner; type sizes are points.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.errors import BadInput
from simkit.study.scenarios.labels import in_words
from simkit.text import counted, visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes
    from matplotlib.figure import Figure as Figure

MARGIN, GAP = 0.32, 0.12
NARROWEST = 6.0
KEY_LINE, KEYS_A_LINE = 0.21, 3
LEADING = 1.3
PNG_DPI = 150


class Type(NamedTuple):
    """How a text is set."""

    fontsize: float
    color: str = "#1a1a1a"
    fontweight: str = "normal"


TITLE, SUBTITLE = Type(15, fontweight="bold"), Type(10.5, "#595959")
LABEL, SMALL = Type(9), Type(8, "#595959")


def save_as(figure: Figure, path: Path) -> None:
    """Write a PNG or SVG, whichever the name of the file says."""
    with style():
        _write(figure, path)


def _write(figure: Figure, path: Path) -> None:
    if path.suffix == ".svg":
        figure.savefig(path, metadata={"Date": None, "Creator": None})
    else:
        figure.savefig(path, dpi=PNG_DPI, metadata={"Software": None})


def given_axes(ax: Any, n: int) -> tuple[Figure, list[Axes]] | None:
    """The axes that a caller gave, one or several, and their figure; nothing where he gave none."""
    if ax is None:
        return None
    axes = list(np.ravel(ax))
    if len(axes) != n:
        raise BadInput([f"ax must be {counted(n, 'pair')} of axes, not {len(axes)}"])
    return axes[0].figure, axes


def label_of(name: object) -> str:
    """A name as a label: "deep_sea" is "deep sea"."""
    return visible(in_words(name))


def panels(n: int, width: float, height: float) -> tuple[Figure, list[Axes]]:
    """A figure of so many panels side by side, and these."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(max(width, NARROWEST), height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, list(figure.subplots(1, n, sharey=True, squeeze=False)[0])


def frame_with(figure: Figure, title: str, subtitle: str, note: str, handles: Any = (), names: Any = ()) -> None:
    """Title, subtitle and legend above the panels, the note below; the sheet grows by their height."""
    width, height = figure.get_size_inches()
    room = width - 2 * MARGIN
    above, below = [Text(title, TITLE).wrapped(room), Text(subtitle, SUBTITLE).wrapped(room)], Text(note, SMALL)
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
    png, svg = files(stem)
    with style():
        _write(figure, png)
        _write(figure, svg)
    return png, svg


def files(stem: Path) -> tuple[Path, Path]:
    """Where a picture stands: its PNG and its SVG."""
    return stem.with_name(f"{stem.name}.png"), stem.with_name(f"{stem.name}.svg")


@contextmanager
def style() -> Iterator[None]:
    """Plain matplotlib, whatever its user's own settings; text stays text in an SVG.

    A letter that the font lacks is an empty box, and not worth a warning.
    """
    import matplotlib as mpl

    # The first font comes with matplotlib; the second has nearly its widths, for viewers of an SVG without it.
    settings = {
        "svg.fonttype": "none",
        "svg.hashsalt": "simkit",
        "text.parse_math": False,
        "font.sans-serif": ["DejaVu Sans", "Verdana"],
    }
    # Not by `matplotlib.style`, which reads all thirty of its styles; the backend would not be put back.
    plain = {name: value for name, value in mpl.rcParamsDefault.items() if name != "backend"}
    with mpl.rc_context(plain | settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        yield


class Text(NamedTuple):
    """A text that knows how large it is, in inches."""

    words: str
    type: Type
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
        """From one line to the next."""
        return self.type.fontsize * LEADING / 72

    @property
    def lines(self) -> list[str]:
        """Its lines, as they can be drawn."""
        return visible(self.words).splitlines()

    @property
    def _length(self) -> float:
        return max((_length(line, self.type) for line in self.lines), default=0.0)

    @property
    def _angle(self) -> float:
        return math.radians(self.rotation)

    def wrapped(self, width: float) -> Text:
        """Break into lines no longer than this, unless a single word is."""
        lines: list[str] = []
        for word in self.words.split():
            if lines and _length(f"{lines[-1]} {word}", self.type) <= width:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return self._replace(words="\n".join(lines))


def _length(line: str, type_: Type) -> float:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=type_.fontsize, weight=type_.fontweight)
    return float(text_to_path.get_text_width_height_descent(line, font, ismath=False)[0]) / 72


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, in inches."""
    from matplotlib.figure import Figure

    return Figure((width, height))


def whole_sheet(figure: Figure) -> Axes:
    """Axes over all of a figure, in inches from its upper left corner."""
    width, height = figure.get_size_inches()
    sheet = figure.add_axes((0, 0, 1, 1))
    sheet.set(xlim=(0, width), ylim=(height, 0))
    sheet.set_axis_off()
    return sheet


def write(sheet: Axes, x: float, y: float, text: Text, ha: str = "left") -> None:
    """Set a text line by line, the first one just below y."""
    for line in text.lines:
        y += text.leading
        baseline = y - text.leading / 4
        sheet.text(x, baseline, line, ha=ha, rotation=text.rotation, rotation_mode="anchor", **text.type._asdict())
