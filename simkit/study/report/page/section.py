"""What a page says of one answer, before it is HTML or Markdown."""

from __future__ import annotations

import re
from typing import NamedTuple

from simkit.study.report.page.answer import Answer
from simkit.study.report.text_tables import Table

LONG, WIDE = 20, 6  # rows above which a table is folded; columns above which intervals stand below their numbers
_NUMBER = re.compile(r"[<>]?(?P<sign>[-+\N{MINUS SIGN}]?)(?P<size>[\d,]*\.?\d+)")
_ESTIMATE = re.compile(r"(?P<value>[^\[(]+?) (?P<ends>[\[(].+[\])])")


class Picture(NamedTuple):
    """A picture of an answer: its file's name without the ending, and its SVG."""

    name: str
    svg: str


class Story(NamedTuple):
    """One game, told."""

    what: str  # "The median game, number 17: wounds 3"
    lines: tuple[tuple[str, str], ...]  # of each the turn or round that begins, "" where it goes on, and a sentence


class Section(NamedTuple):
    """One answer, with all that a page says of it."""

    answer: Answer
    title: str
    question: str
    game: str  # its title
    pictures: tuple[Picture, ...]
    hangs: tuple[tuple[str, str], ...]  # what the answer hangs on: a word, and what there is to say
    readings: Table  # of the rules
    told: str  # which games are told, or why none is
    stories: tuple[Story, ...]
    made: tuple[tuple[str, str], ...]  # seed, games, versions
    scenario: str  # the text of its file
    file: str  # the name of that
    data: tuple[tuple[str, str], ...]  # name and content of each CSV


class Cell(NamedTuple):
    """One cell of a table."""

    text: str
    ends: str  # of its interval, in brackets; "" where it has none
    key: str  # what it sorts by


def cells(table: Table) -> list[list[Cell]]:
    """The cells of a table, an interval apart from its number."""
    return [[_cell(text, is_words=column < table.left) for column, text in enumerate(row)] for row in table.rows]


def _cell(text: str, *, is_words: bool) -> Cell:
    if is_words:
        return Cell(text, "", text)
    match = _ESTIMATE.fullmatch(text)
    value, ends = (match["value"], match["ends"]) if match else (text, "")
    return Cell(value, ends, _key(text))


def numeric(table: Table, column: int) -> bool:
    """Whether a column holds numbers: it is none of the words, and each cell begins with one or is empty."""
    texts = [row[column] for row in table.rows if row[column]]
    return column >= table.left and all(_key(text) for text in texts)


def _key(text: str) -> str:
    """The first number of a text, for a program; "" where it does not begin with one."""
    match = _NUMBER.match(text.lstrip("["))
    if not match:
        return ""
    return ("-" if match["sign"] in ("-", "\N{MINUS SIGN}") else "") + match["size"].replace(",", "")
