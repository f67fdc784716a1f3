"""Lines of keys, limits, and files that are no TOML."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.study.scenarios.toml_lines import Document, KeyPath, TomlFault, read_toml


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("toml") / "scenario.toml"


def read(file: Path, text: str | bytes) -> Document:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_toml(file)


def only_fault(document: Document) -> TomlFault:
    assert document.values == {}
    assert document.lines == {}
    [fault] = document.faults
    return fault


# Where keys stand

SCENARIO = """\
# a comment with [brackets], {braces}, "quotes" and a ' too
game = "emperor"   # ] } " '''
title = "How [deadly] is \\"each\\" # terrain?"

[setup]
arms = 'dra"wn # ['
"escape target".'x.y' = 7

[axes]
seats = [1, 2, 3]
terrain = [
    "hills",  # the [first]
    "moor", "fen",

    { name = "wood", note = "]" },
    [1,
     2],
    ["bog"],
]
weather = "dry"
[[cells]]
foe = "bear"
policy = { kind = "prudent", flee = { at = 3 } }

[[cells]]
foe = \"\"\"
[not.a.header]
key = 1
\\\"\"\"still inside\"\"\"\"\"
character = "Ozmo"

[cells.extra]
deep.er = 1

[[cells.loot]]
kind = '''a
b'''
[[cells.loot]]
kind = "shield"

[variants.no_parry]
rules = { parry = false }
[variants]
count = -9_223_372_036_854_775_808
"""

LINES: dict[KeyPath, int] = {
    ("game",): 2,
    ("title",): 3,
    ("setup",): 5,
    ("setup", "arms"): 6,
    ("setup", "escape target", "x.y"): 7,
    ("axes",): 9,
    ("axes", "seats", 2): 10,
    ("axes", "terrain"): 11,
    ("axes", "terrain", 0): 12,
    ("axes", "terrain", 1): 13,
    ("axes", "terrain", 2): 13,
    ("axes", "terrain", 3): 15,
    ("axes", "terrain", 3, "note"): 15,
    ("axes", "terrain", 4, 0): 16,
    ("axes", "terrain", 4, 1): 17,
    ("axes", "terrain", 5, 0): 18,
    ("axes", "weather"): 20,
    ("cells",): 21,
    ("cells", 0, "foe"): 22,
    ("cells", 0, "policy"): 23,
    ("cells", 0, "policy", "flee", "at"): 23,
    ("cells", 1): 25,
    ("cells", 1, "foe"): 26,
    ("cells", 1, "character"): 30,
    ("cells", 1, "extra", "deep", "er"): 33,
    ("cells", 1, "loot"): 35,
    ("cells", 1, "loot", 0, "kind"): 36,
    ("cells", 1, "loot", 1, "kind"): 39,
    ("variants", "no_parry", "rules", "parry"): 42,
    ("variants",): 43,
    ("variants", "count"): 44,
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_key_is_found_on_its_line(file: Path, newline: str) -> None:
    document = read(file, SCENARIO.replace("\n", newline))
    assert document.faults == []
    assert document.values == tomllib.loads(SCENARIO)
    assert {path: document.line(path) for path in LINES} == LINES


def test_an_unknown_path_has_the_line_of_what_holds_it(file: Path) -> None:
    document = read(file, SCENARIO)
    assert document.line(("cells", 1, "extra", "absent", 3)) == 32
    assert document.line(("absent", "key")) == 0
    assert document.line(()) == 0


def test_keys_written_with_escapes_are_found_by_what_they_say(file: Path) -> None:
    document = read(file, '"\\u00e9" = 1\n["a\\"]\\tb".c]\n')
    assert document.lines == {("é",): 1, ('a"]\tb',): 2, ('a"]\tb', "c"): 2}


def test_a_table_that_spans_lines_in_an_array_counts_its_own_lines(file: Path) -> None:
    document = read(file, "a = [ { b = 1 }, { b = [\n 2,\n 3 ] }, { b = 4 } ]\n")
    below = {(1, "b"): 1, (1, "b", 0): 2, (1, "b", 1): 3, (2,): 3, (2, "b"): 3}
    assert document.lines == {("a",): 1, ("a", 0, "b"): 1} | {("a", *path): line for path, line in below.items()}


def test_texts_that_end_in_quotes(file: Path) -> None:
    ends = ['"""x""""', "'''x''''", '"""\nx""""', "'''\nx''''", '"""\\""""']
    document = read(file, "a = [\n" + "".join(f"{end}, [1,\n2],\n" for end in ends) + "]\nb = 3\n")
    assert document.faults == []
    assert [document.line(("a", i)) for i in range(10)] == [2, 2, 4, 4, 6, 7, 9, 10, 12, 12]
    assert document.line(("b",)) == 15


# The text of a value, and below it the path of each element and key with the lines down from where the value begins.
Value = tuple[str, list[tuple[KeyPath, int]]]


def array(elements: list[tuple[str, Value, str]]) -> Value:
    text, lines = "[", []
    for index, (before, (value, below), after) in enumerate(elements):
        text += before
        lines += place(index, text, below)
        text += value + after + ","
    return text + "]", lines


def inline_table(values: list[Value]) -> Value:
    text, lines = "{", []
    for number, (value, below) in enumerate(values):
        text += f", k{number} = " if number else " k0 = "
        lines += place(f"k{number}", text, below)
        text += value
    return text + " }", lines


def place(key: str | int, text: str, below: list[tuple[KeyPath, int]]) -> list[tuple[KeyPath, int]]:
    line = text.count("\n")
    return [((key,), line), *(((key, *path), line + lines) for path, lines in below)]


# Weighted towards what could mislead a reader of lines.
WORDS = st.text(st.sampled_from("[]{}\"'#=,.\\ \tab\né\u2028\U0001f3b2"), max_size=12)
BASIC = WORDS.map(lambda text: json.dumps(text, ensure_ascii=False))
LITERAL = WORDS.filter(lambda text: "'" not in text and "\n" not in text).map(lambda text: f"'{text}'")
LONG_BASIC = WORDS.filter(lambda text: '"""' not in text).map(lambda text: '"""' + text.replace("\\", "\\\\") + '"""')
LONG_LITERAL = WORDS.filter(lambda text: "'''" not in text).map(lambda text: f"'''{text}'''")
NUMBERS = st.sampled_from(["0", "-17", "+1_000", "0xff", "1.5e-3", "-inf", "nan", "true", "07:32:00", "1979-05-27"])
SCALARS: st.SearchStrategy[Value] = (NUMBERS | BASIC | LITERAL | LONG_BASIC | LONG_LITERAL).map(lambda text: (text, []))
GAPS = st.sampled_from(["", " ", "\n", "\n  # ] , \" ''' [\n\n"])
VALUES = st.recursive(
    SCALARS,
    lambda values: (
        st.lists(st.tuples(GAPS, values, GAPS), max_size=3).map(array) | st.lists(values, max_size=2).map(inline_table)
    ),
    max_leaves=6,
)
KEYS = st.sampled_from(["7", "-", "a_b"]) | BASIC | LITERAL
BETWEEN = st.sampled_from(["", "\n", "# [[x]] = \"\"\" '''\n", "  \t\n"])
HEADERS = st.sampled_from(["", "", " [ t{} ] # ]\n", "[[cells]]\n"])


@given(st.lists(st.tuples(BETWEEN, HEADERS, KEYS, VALUES), max_size=6))
def test_lines_of_generated_documents(file: Path, entries: list[tuple[str, str, str, Value]]) -> None:
    text = ""
    table: KeyPath = ()
    n_cells = 0
    expected: dict[KeyPath, int] = {}
    for number, (between, header, key, (value, below)) in enumerate(entries):
        text += between
        if header:
            table = ("cells", n_cells) if "cells" in header else (f"t{number}",)
            n_cells += "cells" in header
            expected[table] = text.count("\n") + 1
            text += header.format(number)
        [said] = tomllib.loads(f"{key} = 0")
        path = (*table, f"n{number}", said)
        line = text.count("\n") + 1
        text += f"n{number} . {key} = {value}  # end\n"
        expected |= {path: line} | {(*path, *deeper): line + lines for deeper, lines in below}
    document = read(file, text)
    assert document.faults == []
    assert {path: document.line(path) for path in expected} == expected
    assert {path for path in document.lines if isinstance(path[-1], str)} == set(key_paths(document.values))


def key_paths(values: Any, path: KeyPath = ()) -> list[KeyPath]:
    items = values.items() if isinstance(values, dict) else enumerate(values) if isinstance(values, list) else ()
    below = [deeper for key, value in items for deeper in key_paths(value, (*path, key))]
    return [path, *below] if path and isinstance(path[-1], str) else below


# What is no TOML


@given(
    st.binary(max_size=60) | st.text(st.sampled_from("[[]]{}\"\"\"'''##==,,..\n\\ab1- "), max_size=60).map(str.encode)
)
def test_anything_is_either_what_tomllib_reads_or_one_fault(file: Path, data: bytes) -> None:
    document = read(file, data)
    try:
        values = tomllib.loads(data.decode())
    except ValueError:
        fault = only_fault(document)
        assert 0 <= fault.line <= data.count(b"\n") + 1
        assert fault.message
        assert "\n" not in fault.message
    else:
        assert document.faults == []
        assert repr(document.values) == repr(values)  # nan differs from itself


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (b"a = 1\nb = '\xff'", 2, "not UTF-8 text: byte 0xff"),
        ("\ufeffa = 1".encode(), 1, "byte order mark"),
        (b"\xff\xfea\x00", 1, "not UTF-8"),
        (b"a = 1\n# \x00", 2, "NUL"),
        ("a = 1\n\na = 2\n", 3, "has its value already"),
        ("[a]\n[b]\n[a]\n", 3, "twice"),
        ("a = 1\nb = yes", 2, "text stands in quotes"),
        ("a = 1\nb =", 2, "text stands in quotes"),
        ("a = 1\nb = 2 3", 2, "newline"),
        ("a = 1\nb = 2024-02-30", 2, "date"),
        ("a = 1\rb = 2", 1, "newline"),
        ("a = '\\ud800'\nb = \"\\ud800\"", 2, "scalar value"),
        ('"\\q" = 1', 1, "Unescaped '\\'"),
        ("a = 1\nb = [\n 1,\n", 2, "never closed"),
        ("a = 1\nb = [{ c = [\n 1, 2,\n", 2, "never closed"),
        ('a = 1\n\nb = """\nc = 3\n', 3, "never closed"),
        ("a = 1\n\nb = [\n'''\nc = 3\n", 4, "never closed"),
    ],
)
def test_broken_text_becomes_one_fault(file: Path, text: str | bytes, line: int, words: str) -> None:
    fault = only_fault(read(file, text))
    assert fault.line == line
    assert words in fault.message


@pytest.fixture
def never_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(text: str) -> None:
        raise AssertionError(f"parsed {len(text)} characters")

    monkeypatch.setattr(tomllib, "loads", refuse)


PAST_LIMITS = {
    "bytes": ("#\n" * 500_001, 0, "larger than 1,000,000 bytes"),
    "line": ("a = 1\n#" + "x" * 4_000, 2, "4,000 characters"),
    "line within a text": ("a = '''\n" + "x" * 4_001, 2, "4,000 characters"),
    "integer of 5,000 digits": ("a = " + "9" * 5_000, 1, "4,000 characters"),
    "deep arrays": ("a = " + "[" * 41 + "]" * 41, 1, "40 levels"),
    "deep arrays over lines": ("a = " + "[\n" * 100_000, 41, "40 levels"),
    "deep inline tables": ("\na = " + "{ a = " * 41, 2, "40 levels"),
    "deep braces without keys": ("a = " + "{" * 3_000, 1, "40 levels"),
    "levels of header and arrays": ("[a.b]\nc = " + "[" * 39, 2, "40 levels"),
    "dotted key": ("a = 1\n" + ".".join("a" * 21) + " = 1", 2, "20 parts"),
    "dotted key with blanks and quotes": (" . ".join(["'a.b'"] * 21) + " = 1", 1, "20 parts"),
    "dotted header": ("\n[" + ".".join("a" * 21) + "]", 2, "20 parts"),
    "dotted array header": ("[[" + ".".join("a" * 21) + "]]", 1, "20 parts"),
    "dotted inline key": ("a = { " + ".".join("a" * 21) + " = 1 }", 1, "20 parts"),
    "many keys": ("\n".join(f"{i:x}=0" for i in range(100_001)), 100_001, "100,000 keys and values"),
    "many elements": ("a=[\n" + ("1," * 1_000 + "\n") * 101 + "]", 101, "100,000 keys and values"),
    "many headers": ("[[a]]\n" * 100_001, 100_001, "100,000 keys and values"),
    "integer": ("a = 1\nb = [1,\n 9223372036854775808]", 3, "64 bits"),
    "negative integer": ("b = -9_223_372_036_854_775_809", 1, "64 bits"),
    "hexadecimal integer": ("a = 1\nb = 0x" + "f" * 3_900, 2, "64 bits"),
}


@pytest.mark.usefixtures("never_parsed")
@pytest.mark.parametrize("case", PAST_LIMITS)
def test_limits_are_checked_before_parsing(file: Path, case: str) -> None:
    text, line, words = PAST_LIMITS[case]
    fault = only_fault(read(file, text))
    assert fault.line == line
    assert words in fault.message


@pytest.mark.parametrize(
    "text",
    [
        "#" * 4_000,
        "a = " + "[" * 40 + "]" * 40,
        "a = '" + "[" * 100 + "' # " + "{" * 100,
        ".".join("a" * 20) + " = '" + ".".join("b" * 50) + "' # " + ".".join("c" * 50) + " = 1",
        "a = [9_223_372_036_854_775_807, -9_223_372_036_854_775_808, 0x7fff_ffff_ffff_ffff, '99999999999999999999']",
        "a = 1e999\nb = 3.14159265358979323846264338\nc = 1979-05-27T07:32:00.999999Z",
        ("#" * 3_999 + "\n") * 250,
        'a = "\\u0000<script>\\u202e"',
        "",
    ],
)
def test_what_just_keeps_the_limits_is_read(file: Path, text: str) -> None:
    document = read(file, text)
    assert document.faults == []
    assert document.values == tomllib.loads(text)


def test_a_hundred_thousand_values_are_read(file: Path) -> None:
    document = read(file, "\n".join(f"{i:x}=0" for i in range(100_000)))
    assert document.faults == []
    assert len(document.values) == 100_000
    assert document.line((f"{99_999:x}",)) == 100_000


def test_a_conversion_that_fails_without_a_line_is_a_fault_of_the_file(file: Path) -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        fault = only_fault(read(file, "a = " + "9" * 641))
    finally:
        sys.set_int_max_str_digits(before)
    assert fault.line == 0
    assert "cannot be read" in fault.message


@pytest.mark.parametrize("error", [RecursionError("too deep"), tomllib.TOMLDecodeError("in words of a later Python")])
def test_whatever_the_parser_raises_is_a_fault(file: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(_: str) -> None:
        raise error

    monkeypatch.setattr(tomllib, "loads", fail)
    fault = only_fault(read(file, "a = 1"))
    assert fault.line == 0
    assert str(error) in fault.message


# What is no file


def test_a_missing_file(tmp_path: Path) -> None:
    assert only_fault(read_toml(tmp_path / "absent.toml")) == (0, "there is no such file")
    assert only_fault(read_toml(tmp_path / "with\0nul")) == (0, "there is no such file")


def test_a_folder(tmp_path: Path) -> None:
    assert "folder" in only_fault(read_toml(tmp_path)).message


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "not a file" in only_fault(read_toml(tmp_path / "pipe")).message


def test_a_name_too_long_for_the_file_system(tmp_path: Path) -> None:
    assert "cannot be read" in only_fault(read_toml(tmp_path / ("x" * 5_000))).message


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    file = tmp_path / "secret.toml"
    file.write_text("a = 1")
    monkeypatch.setattr(Path, "open", refuse)
    assert only_fault(read_toml(file)) == (0, "cannot be read: Permission denied")
