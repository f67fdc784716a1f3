"""Text as it was written, in any width and encoding; JSON that is JSON; progress in one line."""

import io
import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import typer

import simkit as sk
from simkit.cli.exit_codes import BAD
from simkit.cli.inputs import writable_folder
from simkit.cli.progress import bar_line, clock, compiling_line
from simkit.games.faults import spelt, suggest
from simkit.plain_json import to_json
from simkit.study.report.shown import Shown
from simkit.study.report.text_tables import table
from simkit.text import counted, one_line, shortened, speak_plainly, visible, width_of, wrapped

NASTY = "Ozmo [/wolves] [bold] \x1b[2J \u202eabc \r\x07\u2028 \x9b1m"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Rosa [mace] [/]", "Rosa [mace] [/]"),
        ("\x1b[2J", "\\x1b[2J"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("a\tb\rc\x7f\x9b\u2028\ufeff", "a\\tb\\rc\\x7f\\x9b\\u2028\\ufeff"),
        ("two\nlines", "two\nlines"),
        ("中文 Ägypten 👩\u200d🚀", "中文 Ägypten 👩\u200d🚀"),
        ("\udcff", "\\udcff"),
        ("\\x1b", "\\x1b"),
    ],
)
def test_what_would_steer_a_terminal_is_seen(text, said):
    assert visible(text) == said
    assert one_line(text) == said.replace("\n", "\\n")


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("ascii", "-1.0 +- 2 % [1-2] e \\u4e2d --- ..."),
        ("cp1252", "-1.0 ± 2 % [1\N{EN DASH}2] é \\u4e2d --- …"),
        ("latin-1", "-1.0 ± 2 % [1-2] é \\u4e2d --- ..."),
        ("utf-8", "\N{MINUS SIGN}1.0 ± 2 % [1\N{EN DASH}2] é 中 ─── …"),
    ],
)
def test_an_encoding_that_lacks_a_sign_gets_a_plain_one(encoding, said):
    raw = io.BytesIO()
    paper = io.TextIOWrapper(raw, encoding=encoding)
    speak_plainly(paper, None)
    paper.write("\N{MINUS SIGN}1.0 ± 2 % [1\N{EN DASH}2] é 中 ─── …")
    paper.flush()
    assert raw.getvalue().decode(encoding) == said


def test_lines_are_broken_between_words_alone():
    text = "The hero is killed in 12.5 % of games [10.0-15.0], harder_escape"
    for width in range(1, 80):
        lines = wrapped(text, width)
        assert " ".join(" ".join(lines).split()) == text
        assert all(width_of(line) <= width or " " not in line.strip().replace(" %", "%") for line in lines)
    assert wrapped("   12  a b", 8) == ["   12  a", "   b"]
    assert wrapped("   12  a b", 8, hang=4) == ["   12  a", "    b"]
    assert wrapped("", 5) == [""]
    assert (shortened("How deadly is it?", 12), shortened("Unbreakable", 5)) == ("How ...", "")


def test_widths_are_those_of_a_terminal():
    assert [width_of(text) for text in ("abc", "中文", "e\u0301", "")] == [3, 4, 1, 0]


@pytest.mark.parametrize(("number", "said"), [(0, "0 cells"), (1, "1 cell"), (2, "2 cells"), (1_000, "1,000 cells")])
def test_a_noun_agrees_with_its_number(number, said):
    assert counted(number, "cell") == said
    assert counted(1, "die", "dice") == "1 die"
    assert counted(2, "die", "dice") == "2 dice"


# ---- Tables

ROWS = [("no parry [/]", "Ozmo", "10,000", "12.31", "+1.20", "+0.80 to +1.60", "higher")] * 2
COLUMNS = ("variant", "side", "games", "base", "difference", "interval", "verdict")


@pytest.mark.parametrize("width", [None, *range(20, 100)])
def test_nothing_is_cut_inside_a_word_or_a_number(width):
    found = table(NASTY, COLUMNS, ROWS, left=2, spare=("games", "base"))
    lines = list(found.lines(width))
    body = " ".join(lines)
    assert width is None or max(map(width_of, lines)) <= width + 6  # a list's own words, at the narrowest
    for word in ("parry", "[/]", "Ozmo", "+1.20", "+0.80", "+1.60", "higher", "[/wolves]", "[bold]", "\\x1b[2J"):
        assert word in body.split() or f"{word};" in body.split() or f"{word}," in body.split(), word
    assert "10,000" in body or "For want of width without: games" in body


def test_columns_are_left_out_in_their_order_and_named():
    found = table("t", COLUMNS, ROWS, left=2, spare=("games", "base"))
    assert list(found.lines(70))[1].split() == list(COLUMNS)
    without = list(found.lines(62))
    assert without[1].split() == [name for name in COLUMNS if name != "games"]
    assert without[-1] == "For want of width without: games."
    assert list(found.lines(30))[1] == "no parry [/], Ozmo"


def test_a_table_without_rows_or_with_odd_cells():
    assert list(table("t", ("a", "b"), []).lines(80)) == ["t", "a  b", "────"]
    assert "a\\nb" in " ".join(table("t", ("x",), [("a\nb",)]).lines(80))


# ---- JSON


def test_json_is_json():
    data = {
        "nan": math.nan, "inf": [math.inf, -math.inf], "numpy": np.float64("nan"), "int": np.int64(3),
        "array": np.array([1.5, np.inf]), "tuple": (1, None, True), np.int64(4): "key", "path": Path("a/b"),
        "bool": np.bool_(True), "text": NASTY,
    }  # fmt: skip
    assert json.loads(to_json(data), parse_constant=pytest.fail) == {
        "nan": None, "inf": [None, None], "numpy": None, "int": 3, "array": [1.5, None], "tuple": [1, None, True],
        "4": "key", "path": "a/b", "bool": True, "text": NASTY,
    }  # fmt: skip


# ---- Progress


@pytest.mark.parametrize("width", range(45, 200, 7))
def test_progress_fits_and_tells_rate_and_time_left(width):
    line = bar_line(one_line(NASTY), 1_000_000, 2_240_000, 1.2e6, 3, width)
    assert width_of(line) <= width
    assert line.endswith("45 % 1,000,000/2,240,000, 1.2 M/s, 0:01 left")


@pytest.mark.parametrize(("seconds", "said"), [(0.4, "0:00"), (59.6, "1:00"), (754, "12:34"), (3_723, "1:02:03")])
def test_lengths_of_time(seconds, said):
    assert clock(seconds) == said


@pytest.mark.parametrize(("done", "total", "rate"), [(0, 0, 0), (5, 0, 1), (9, 5, 1), (1, 3, 0), (1, 10**12, 1e-9)])
def test_progress_of_odd_numbers_is_a_line(done, total, rate):
    assert "\n" not in bar_line("t", done, total, rate, 1, 80)


@pytest.mark.parametrize(
    ("width", "name"), [(79, f"Compiling {'game ' * 7}..."), (50, "Compiling game game ..."), (30, "")]
)
def test_what_is_compiled_fits_and_tells_how_much_is_ready(width, name):
    line = compiling_line("game " * 20, 112, 300, 31.4, width)
    assert line == f"{name}: 112 of 300 routines, 0:31".removeprefix(": ")
    assert width_of(line) <= width


# ---- Folders, names, values


def test_a_folder_that_can_be_made_is_looked_at_and_not_made(tmp_path):
    assert writable_folder(tmp_path / "a" / "b") == tmp_path / "a" / "b"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("out", ["file", "file/below", "a\0b", "x" * 300, "ring"])
def test_a_folder_that_cannot_be_is_bad_input(tmp_path, capsys, out):
    (tmp_path / "file").touch()
    (tmp_path / "ring").symlink_to("ring")
    with pytest.raises(typer.Exit) as caught:
        writable_folder(tmp_path / out)
    assert caught.value.exit_code == BAD
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("Ralph Troll", "troll_ralph"), ("troll ralph", "troll_ralph"), ("ralf troll", "troll_ralph"),
        ("imperial patrl", "imperial_patrol"), ("IMPERIAL_PATROL", "imperial_patrol"), ("bear brown", "brown_bear"),
    ],
)  # fmt: skip
def test_words_in_another_order_are_known(word, near):
    known = ["imperial_patrol", "troll_ralph", "brown_bear", *(f"other_{n}" for n in range(20))]
    assert suggest(word, known) == f", did you mean {near!r}?"


@pytest.mark.parametrize("word", ["", " ", "zzz", "x" * 10_000])
def test_what_is_near_nothing_is_told_without_a_guess(word):
    assert suggest(word, [f"name_{n}" for n in range(20)]) == ""
    assert suggest(word, ["abc", "def"]) == " (one of: abc, def)"
    assert suggest(word, []) == ""


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (True, "true"), (3, "3"), (1.5, "1.5"), ("a'b", '"a\'b"'), ("a\nb", "'a\\nb'"), ([True, "x"], "[true, 'x']"),
        ({"kind": "bold", "a b": {}}, "{ kind = 'bold', 'a b' = {} }"),
        (pd.Timestamp("1979-05-27").date(), "1979-05-27"),
        (None, "nothing"),
    ],
)  # fmt: skip
def test_values_are_spelt_as_in_the_file(value, said):
    assert spelt(value) == said


# ---- What Python shows


class Answer(Shown):
    def __init__(self, rows: int, verdict: str = "All is well."):
        self.frame = pd.DataFrame({f"c{n}": np.arange(rows) / 7 for n in range(9)})
        self.verdict = verdict


def test_an_answer_shows_its_verdict_and_a_small_table():
    small, large = Answer(2), Answer(100_000, "<b>One.</b>\n" * 50 + "x" * 10_000)
    assert "All is well." in repr(small)
    assert "2 of 2 rows and 6 of 9 columns of .frame" in repr(small)
    assert len(repr(large)) < 3_000
    assert "... and 45 more in .verdict" in repr(large)
    assert len(large._repr_html_()) < 12_000
    assert "&lt;b&gt;One.&lt;/b&gt;" in large._repr_html_()
    assert "<table" in large._repr_html_()


def test_the_package_tells_what_it_has():
    assert {"run", "compare", "load", "encounters", "BadInput", "read_run", "fairness", "__version__"} <= set(dir(sk))
    assert sk.__version__ == "0.1.0"
    for name in dir(sk):
        assert getattr(sk, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'fly'"):
        sk.fly  # noqa: B018


def test_an_interval_stands_whole_below_its_number_where_both_do_not_fit():
    rows = [("no_parry", "+0.00 [-9.13 to +9.13]", "not settled")]
    lines = list(table("", ("variant", "difference", "verdict"), rows).lines(40))
    assert "[-9.13 to +9.13]" in lines[-1]
    assert "+0.00" in lines[-2]


def test_a_list_names_no_column_that_is_empty():
    lines = list(table("", ("who", "games", "ratio"), [("Ozmo" * 9, "1" * 20, "")]).lines(30))
    assert "ratio" not in "".join(lines)
    assert "games: 1" in "".join(lines)
