"""Shapes of a map, as data: what draws them stands elsewhere."""

from typing import NamedTuple


class Patch(NamedTuple):
    """A filled polygon of a drawing."""

    points: tuple[tuple[float, float], ...]
    fill: str  # colours as #rrggbb; none where it is empty
    edge: str = ""
    width: float = 0.6  # of the edge, in points


class Stroke(NamedTuple):
    """A line of a drawing."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float = 1.0  # points
    arrow: bool = False  # at its end


class Words(NamedTuple):
    """A text of a drawing, centred where it stands."""

    x: float
    y: float
    text: str
    size: float  # points
    colour: str = "#1a1a1a"
    bold: bool = False


class Drawing(NamedTuple):
    """A map with what stands on it, as shapes: x to the right and y down, later ones over earlier ones."""

    title: str
    note: str
    width: float  # of the sheet, in the units of the shapes
    height: float
    unit: float  # inches
    shapes: tuple[Patch | Stroke | Words, ...]
