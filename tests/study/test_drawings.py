"""Maps as shapes, drawn."""

import xml.etree.ElementTree as ElementTree

import pytest

from simkit.games.drawing import Drawing, Patch, Stroke, Words
from simkit.study.report.plots import draw, save_as

SQUARE = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0))
DRAWING = Drawing(
    "A field & its counters", "One counter, one way.", 8.0, 4.0, 0.5,
    (
        Patch(SQUARE, "#102030", "#405060"),
        Stroke(((1.5, 1.5), (4.0, 3.0)), "#a0b0c0", 2.0),
        Stroke(((4.0, 3.0), (5.0, 3.0)), "#c0b0a0", 1.0, arrow=True),
        Words(1.5, 1.5, "Old Gd <7-4>", 6.0, "#ffffff", bold=True),
    ),
)  # fmt: skip


def test_a_drawing_is_as_large_as_its_sheet():
    width, height = draw(DRAWING).get_size_inches()
    assert width == pytest.approx(8 * 0.5 + 2 * 0.32)
    assert height > 4 * 0.5


def test_every_shape_and_word_is_drawn(tmp_path):
    save_as(draw(DRAWING), tmp_path / "map.svg")
    text = (tmp_path / "map.svg").read_text()
    root = ElementTree.fromstring(text)
    said = "".join(root.itertext())
    assert all(words in said for words in ("A field & its counters", "One counter, one way.", "Old Gd <7-4>"))
    assert all(colour in text for colour in ("#102030", "#405060", "#a0b0c0", "#c0b0a0", "#ffffff"))


def test_the_name_says_the_kind(tmp_path):
    save_as(draw(DRAWING), tmp_path / "map.png")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_the_bytes_are_the_same_every_time(tmp_path):
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        save_as(draw(DRAWING), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
