"""Pictures, as PNG and SVG: the only folder that imports matplotlib, and never pyplot with its hidden state."""

from typing import TYPE_CHECKING

from simkit.study.report.plots.dots import dots
from simkit.study.report.plots.forest import forest
from simkit.study.report.plots.frontier import frontier
from simkit.study.report.plots.heat_map import heat_map
from simkit.study.report.plots.map import draw
from simkit.study.report.plots.sheet import files, save, save_as
from simkit.study.report.plots.tornado import tornado

if TYPE_CHECKING:
    from simkit.study.report.plots.sheet import Axes, Figure

__all__ = ["Axes", "Figure", "dots", "draw", "files", "forest", "frontier", "heat_map", "save", "save_as", "tornado"]
