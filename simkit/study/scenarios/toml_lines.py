"""TOML files with the line of every key, and one plain sentence for whatever cannot be read.

`tomllib` gives values without lines and takes seconds over hostile text. So the text is first walked once, line by
line, noting where each key stands and refusing what passes a limit; only then is it parsed.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

KeyPath = tuple[str | int, ...]

BYTES = 1_000_000
LINE_CHARACTERS = 4_000
LEVELS = 40  # far below the recursion limit of functions that walk down the values
KEY_PARTS = 20  # tomllib takes 5 s for a dotted key of 20,000 parts
VALUES = 100_000  # tomllib takes 3.4 s for a megabyte of short dotted keys, 0.8 s for this many

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*')"""
_KEY = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_PARTS = re.compile(_PART)
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_KEY})[ \t]*\]")
# Every alternative is linear in the line, also where the text is no TOML: a quote without its end takes the whole rest.
_TOKEN = re.compile(
    "|".join(
        (
            r"(?P<comment>\#.*)",
            r'''(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5})''',
            r"""(?P<quotes>\"{3}|'{3}).*""",
            rf"(?P<words>{_KEY})(?P<key>[ \t]*=)?",
            r"""(?P<unended>["'].*)""",
            r"(?P<mark>[\[\]{},])",
        )
    )
)
_TEXT_END = {'"""': re.compile(r'(?:\\.|[^\\])*?"{3,5}'), "'''": re.compile(r".*?'{3,5}")}

_SYNTAX = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
_PLAINER = {
    "Invalid value": "no TOML value: text stands in quotes, true and false in small letters",
    "Cannot overwrite a value": "this key has its value already",
}


class TomlFault(NamedTuple):
    """What is wrong with a file and on which line, counted from 1; line 0 means the whole file."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Document:
    """What a TOML file says and where it says it; `values` and `lines` are empty if there are faults."""

    values: dict[str, Any]
    lines: dict[KeyPath, int]
    faults: list[TomlFault]

    def line(self, path: KeyPath) -> int:
        """Line of the key or array element, or of the nearest that holds it; 0 if there is none."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 0)


def read_toml(path: Path) -> Document:
    """Read a TOML file; whatever is wrong with it becomes a fault, never an exception.

    Refused before parsing: more than 1 MB, 4,000 characters a line, 40 levels of keys and brackets, 20 parts in a
    dotted key, or 100,000 keys and values; integers beyond the 64 bits that TOML asks for.
    """
    walk = _Walk()
    try:
        text = _text(path)
        walk.read(text)
        return Document(tomllib.loads(text), walk.lines, [])
    except _FaultError as error:
        fault = error.fault
    except tomllib.TOMLDecodeError as error:
        fault = _syntax_fault(str(error), walk)
    except (ValueError, RecursionError) as error:
        fault = TomlFault(0, f"cannot be read: {error}")
    return Document({}, {}, [fault])


class _FaultError(Exception):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.fault = TomlFault(line, message)


def _text(path: Path) -> str:
    data = _bytes(path)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _FaultError(line, f"not UTF-8 text: byte 0x{data[error.start]:02x}") from None
    if text.startswith("\ufeff"):
        raise _FaultError(1, "starts with a byte order mark: save the file as UTF-8 without one")
    if "\0" in text:
        raise _FaultError(text.count("\n", 0, text.index("\0")) + 1, "holds a NUL character")
    return text


def _bytes(path: Path) -> bytes:
    try:
        # A pipe would be waited for and a device read without end.
        if not path.is_file():
            raise _FaultError(0, "is a folder or a device, not a file" if path.exists() else "there is no such file")
        with path.open("rb") as file:
            data = file.read(BYTES + 1)
    except OSError as error:
        raise _FaultError(0, f"cannot be read: {error.strerror}") from None
    if len(data) > BYTES:
        raise _FaultError(0, f"larger than {BYTES:,} bytes")
    return data


def _syntax_fault(complaint: str, walk: _Walk) -> TomlFault:
    match = _SYNTAX.fullmatch(complaint)
    if match is None:
        return TomlFault(0, complaint)
    message, line, column = match.groups()
    if line is not None:
        return TomlFault(int(line), f"{_PLAINER.get(message, message)} (column {column})")
    if walk.unclosed:
        return TomlFault(walk.unclosed, "a bracket or a text that opens here is never closed")
    return TomlFault(walk.number, f"{_PLAINER.get(message, message)} (end of the file)")


@dataclass(slots=True)
class _Bracket:
    path: KeyPath
    line: int
    element: int | None  # the array's element being read; None in an inline table


class _Walk:
    """One walk over a text.  It may be no TOML; then the lines noted mean nothing."""

    def __init__(self) -> None:
        self.lines: dict[KeyPath, int] = {}
        self.number = 0
        self._values = 0
        self._table: KeyPath = ()
        self._key: KeyPath = ()
        self._array_tables: dict[KeyPath, int] = {}
        self._brackets: list[_Bracket] = []
        self._quotes = ""
        self._quotes_line = 0

    @property
    def unclosed(self) -> int:
        """Line of the innermost bracket or text still open, 0 if none is."""
        if self._quotes:
            return self._quotes_line
        return self._brackets[-1].line if self._brackets else 0

    def read(self, text: str) -> None:
        """Walk over all lines; raises _FaultError at the first limit passed."""
        for self.number, line in enumerate(text.split("\n"), start=1):
            if len(line) > LINE_CHARACTERS:
                raise _FaultError(self.number, f"a line of more than {LINE_CHARACTERS:,} characters")
            self._read_line(line)

    def _read_line(self, line: str) -> None:
        start = 0
        if self._quotes:
            end = _TEXT_END[self._quotes].match(line)
            if end is None:
                return
            self._quotes, start = "", end.end()
        elif not self._brackets and (header := _HEADER.match(line)):
            self._read_header(*header.groups())
            return
        for token in _TOKEN.finditer(line, start):
            self._read_token(token)

    def _read_token(self, token: re.Match[str]) -> None:
        match token.lastgroup:
            case "key":
                self._read_key(token["words"])
            case "words":
                self._place()
                self._check_integer(token["words"])
            case "text":
                self._place()
            case "quotes":
                self._place()
                self._quotes, self._quotes_line = token["quotes"], self.number
            case "mark":
                self._read_mark(token["mark"])

    def _read_header(self, opening: str, words: str) -> None:
        *outer, last = self._split(words)
        path: KeyPath = ()
        for part in outer:
            path = self._latest((*path, part))
            self.lines.setdefault(path, self.number)
        path = (*path, last)
        if opening == "[[":
            self.lines.setdefault(path, self.number)
            self._array_tables[path] = self._array_tables.get(path, 0) + 1
        self._table = self._latest(path)
        self.lines[self._table] = self.number

    def _latest(self, path: KeyPath) -> KeyPath:
        return (*path, self._array_tables[path] - 1) if path in self._array_tables else path

    def _read_key(self, words: str) -> None:
        path = self._brackets[-1].path if self._brackets else self._table
        for part in self._split(words):
            path = (*path, part)
            self.lines.setdefault(path, self.number)
        self._key = path

    def _read_mark(self, mark: str) -> None:
        if mark in "[{":
            self._open(mark)
        elif mark == ",":
            self._step()
        elif self._brackets:
            self._brackets.pop()

    def _open(self, mark: str) -> None:
        path = self._place()
        if max(len(path), len(self._brackets) + 1) > LEVELS:
            raise _FaultError(self.number, f"nested more than {LEVELS} levels deep")
        self._brackets.append(_Bracket(path, self.number, 0 if mark == "[" else None))

    def _step(self) -> None:
        self._count(1)
        if self._brackets and self._brackets[-1].element is not None:
            self._brackets[-1].element += 1

    def _place(self) -> KeyPath:
        """Path of the value that begins here; an element is noted where its line differs from its array's."""
        array = self._brackets[-1] if self._brackets else None
        if array is None or array.element is None:
            return self._key
        path = (*array.path, array.element)
        if self.number != array.line:
            self.lines.setdefault(path, self.number)
        return path

    def _split(self, words: str) -> list[str]:
        parts = _PARTS.findall(words)
        if len(parts) > KEY_PARTS:
            raise _FaultError(self.number, f"a dotted key of more than {KEY_PARTS} parts")
        self._count(len(parts))
        return [_unquoted(part) for part in parts]

    def _count(self, more: int) -> None:
        self._values += more
        if self._values > VALUES:
            raise _FaultError(self.number, f"more than {VALUES:,} keys and values")

    def _check_integer(self, words: str) -> None:
        if len(words) > 18 and words[0] not in "\"'" and _beyond_64_bits(words):
            raise _FaultError(self.number, "an integer beyond 64 bits")


def _unquoted(part: str) -> str:
    if part[0] not in "\"'":
        return part
    if part[0] == "'" or "\\" not in part:
        return part[1:-1]
    try:
        return next(iter(tomllib.loads(f"{part} = 0")))
    except tomllib.TOMLDecodeError:
        return part  # as it stands: parsing the whole file will say what is wrong


def _beyond_64_bits(words: str) -> bool:
    try:
        return not -(2**63) <= int(words, 0) < 2**63
    except ValueError:
        return False  # a date or another long word
