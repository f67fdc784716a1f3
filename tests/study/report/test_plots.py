"""The heat map as a reader meets it: its words, its room, its colours and its bytes."""

import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from pandas import DataFrame

from simkit.study.report.plots import heat_map, save
from simkit.study.report.plots.heat_map import CELL_WIDTH, _colours, _ink, _per_cent

ROWS = ["Ozmo", "Rosa"]
COLUMNS = ["Clear", "Coastal Sea", "Wizard's Tower"]
SHARES = [[0.002, 0.401, 0.12], [0.0, 0.25, np.nan]]
LONG = "Does this question go on for so long that no sheet of ordinary width could hold it in one line of its type?"


def draw(shares=SHARES, rows=ROWS, columns=COLUMNS, **words):
    table = DataFrame(shares, rows, columns)
    texts = {"title": "How deadly?", "subtitle": "Share killed", "value_label": "killed", "note": "Seed 51."} | words
    return heat_map(table, table * 0.5, table * 1.5, **texts)


def svg_words(figure, folder):
    svg = save(figure, folder / "picture")[1]
    nodes = ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")
    return [node.text.replace("\N{EN DASH}", "-") for node in nodes]


def boxes(figure):
    """Each text on the sheet and its extent in pixels: x0, y0, x1, y1."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    sheet, key = figure.axes
    shown = key.get_xticks() <= key.get_xlim()[1]
    texts = [*sheet.texts, *np.array(key.get_xticklabels())[shown]]
    return [text.get_text() for text in texts], np.array([text.get_window_extent().extents for text in texts])


def centre(figure, word):
    words, extents = boxes(figure)
    x0, y0, x1, y1 = extents[words.index(word)]
    return (x0 + x1) / 2, (y0 + y1) / 2


def luminance(rgb):
    """WCAG 2 relative luminance of an sRGB colour, channel by channel."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_word_stands_in_the_svg(tmp_path):
    words = svg_words(draw(), tmp_path)
    assert {"How deadly?", "Share killed", "killed", "Seed 51.", *ROWS, "Clear", "Coastal", "Sea"} <= set(words)
    assert {"0.2", "0.1-0.3", "40.1", "20.1-60.2", "25.0", "12.5-37.5", "0", "0.00-0.00"} <= set(words)


def test_words_that_look_like_markup_or_mathematics_stay_words(tmp_path):
    words = svg_words(draw(title="<b>Is $5 & $6 fair?</b>", rows=["$x$", "y_1^2"]), tmp_path)
    assert {"<b>Is $5 & $6 fair?</b>", "$x$", "y 1^2"} <= set(words)


def test_intervals_go_by_label_not_by_place(tmp_path):
    table = DataFrame([[0.1, 0.2], [0.3, 0.4]], ["a", "b"], ["x", "y"])
    turned = table.iloc[::-1, ::-1]
    texts = {"title": "", "subtitle": "", "value_label": "", "note": ""}
    words = svg_words(heat_map(table, turned / 2, turned * 2, **texts), tmp_path)
    assert words[words.index("10.0") + 1] == "5.0-20.0"


def test_an_interval_that_is_missing_is_refused():
    table = DataFrame(SHARES, ROWS, COLUMNS)
    with pytest.raises(KeyError, match="Rosa"):
        heat_map(table, table.drop("Rosa"), table, title="", subtitle="", value_label="", note="")


def test_a_cell_without_a_value_is_hatched_and_empty(tmp_path):
    figure = draw()
    (hatched,) = (patch for patch in figure.axes[0].patches if patch.get_hatch())
    cell = hatched.get_window_extent()
    assert cell.contains(centre(figure, "Tower")[0], centre(figure, "Rosa")[1])
    x0, y0, x1, y1 = boxes(figure)[1].T
    assert np.all((x0 > cell.x1) | (x1 < cell.x0) | (y0 > cell.y1) | (y1 < cell.y0))
    assert not any("nan" in word for word in svg_words(figure, tmp_path))


@pytest.mark.parametrize(("row", "column"), [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)])
def test_a_cell_has_the_colour_of_its_share(row, column):
    figure, share = draw(), SHARES[row][column]
    x, y = centre(figure, ["Clear", "Sea", "Tower"][column])[0], centre(figure, ROWS[row])[1]
    pixels = np.asarray(figure.canvas.buffer_rgba())[::-1]
    beside_the_numbers = pixels[round(y), round(x - 0.45 * CELL_WIDTH * figure.dpi)]
    np.testing.assert_array_equal(beside_the_numbers, np.rint(255 * np.array(_colours()(share / 0.401))))


def test_a_table_without_any_value_is_drawn(tmp_path):
    assert "0 %" in svg_words(draw(np.full((2, 3), np.nan)), tmp_path)


@pytest.mark.parametrize(
    ("share", "words"),
    [
        ((0, 0, 0.0002), ("0", "0.00-0.02")),
        ((0.00001, 0, 0.0001), ("<0.01", "0.00-0.01")),
        ((0.0004, 0.0002, 0.0011), ("0.04", "0.02-0.11")),
        ((0.001, 0.0006, 0.0014), ("0.1", "0.1-0.1")),
        ((0.5391, 0.4873, 0.5901), ("53.9", "48.7-59.0")),
        ((0.9999, 0.999, 1), (">99.9", "99.9-100.0")),
        ((1, 0.998, 1), ("100", "99.8-100.0")),
    ],
)
def test_never_and_always_are_said_only_of_what_was_never_and_always(share, words):
    assert _per_cent(*share) == (words[0], words[1].replace("-", "\N{EN DASH}"))


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (ROWS, COLUMNS),
        (["A side whose name is longer than any table is wide", "B"], ["Inn"]),
        (ROWS, ["Place number 10", "Place number 11", "Temple of the Four Winds"]),
    ],
)
def test_no_two_texts_touch_and_none_leaves_the_sheet(rows, columns):
    shares = np.array(SHARES)[:, : len(columns)]
    figure = draw(shares, rows, columns, title=LONG, subtitle=LONG, value_label=LONG, note=LONG * 3)
    x0, y0, x1, y1 = boxes(figure)[1].T
    apart = (x1 <= x0[:, None]) | (x0 >= x1[:, None]) | (y1 <= y0[:, None]) | (y0 >= y1[:, None])
    assert np.all(apart | np.eye(len(x0), dtype=bool))
    width, height = figure.bbox.size
    assert min(*x0, *y0) > 0
    assert max(x1) < width
    assert max(y1) < height


def test_column_labels_slant_only_where_a_word_is_wider_than_its_column():
    for column, rotations in (("Temple of the Four Winds", {0}), ("Counterintelligence", {0, 40})):
        figure = draw(columns=["Inn", "Mines", column])
        assert {text.get_rotation() for text in figure.axes[0].texts} == rotations


def test_slanted_labels_stay_on_the_sheet_and_off_the_subtitle():
    figure = draw(columns=["Inn", "Mines", "Word" * 20])
    words, extents = boxes(figure)
    head = extents[words.index("Word" * 20)]
    assert head[2] < figure.bbox.width
    assert head[3] < extents[words.index("Share killed")][1]


def test_black_and_white_both_reach_the_contrast_of_ordinary_text():
    for colour in _colours().colors:
        darker, lighter = sorted((luminance(colour[:3]), {"black": 0, "white": 1}[_ink(colour)]))
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_colours_darken_all_the_way_so_that_grey_print_keeps_their_order():
    assert np.all(np.diff([luminance(colour[:3]) for colour in _colours().colors]) < 0)


def test_two_saves_of_two_drawings_give_the_same_bytes(tmp_path):
    first, second = (save(draw(), tmp_path / name) for name in ("first", "second"))
    again = save(draw(), tmp_path / "first")
    assert again == first == (tmp_path / "first.png", tmp_path / "first.svg")
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_files_carry_no_date_and_no_program(tmp_path):
    paths = save(draw(), tmp_path / "v0.1")
    assert [path.name for path in paths] == ["v0.1.png", "v0.1.svg"]
    png, svg = (path.read_bytes() for path in paths)
    assert png.startswith(b"\x89PNG")
    assert not any(word in png for word in (b"tEXt", b"tIME"))
    assert not any(word in svg for word in (b"dc:date", b"atplotlib v"))


def test_settings_of_the_user_change_nothing_and_are_left_alone(tmp_path):
    plain = save(draw(), tmp_path / "plain")
    with matplotlib.rc_context(
        {"font.size": 30, "text.color": "red", "savefig.facecolor": "blue", "svg.fonttype": "path"}
    ):
        own = save(draw(), tmp_path / "own")
        assert matplotlib.rcParams["font.size"] == 30
    assert [path.read_bytes() for path in own] == [path.read_bytes() for path in plain]


def test_pyplot_is_never_imported_and_matplotlib_only_to_draw(tmp_path):
    code = """
import pathlib, sys
from simkit.study.report.plots import heat_map, save
print("matplotlib" in sys.modules, "pandas" in sys.modules)
from pandas import DataFrame
table = DataFrame([[0.5]])
save(heat_map(table, table, table, title="", subtitle="", value_label="", note=""), pathlib.Path(sys.argv[1]))
print("matplotlib" in sys.modules, "matplotlib.pyplot" in sys.modules)
"""
    answers = subprocess.check_output([sys.executable, "-c", code, tmp_path / "picture"], text=True).split()
    assert answers == ["False", "False", "True", "False"]
