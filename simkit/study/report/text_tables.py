"""Frames as tables of a terminal, of any width: nothing is cut inside a word or a number."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from simkit.text import one_line, width_of, words_of, wrapped

GAP = 2  # columns of a terminal between two of a table
_BRACKETS = re.compile(r" (?=[\[(])")
MOST_LINES = 2  # of a row; where one takes more, the rows become lists
RULE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"


class Table(NamedTuple):
    """The content of a table; its layout depends on the width of the terminal."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1  # columns that are words; the others are numbers
    spare: tuple[str, ...] = ()  # columns that a narrow terminal does without, the first one first
    caption: str = ""

    def lines(self, width: int | None = None) -> Iterator[str]:
        """The table in a terminal of this width; None for any width."""
        yield from wrapped(self.title, width or width_of(self.title))
        yield from self._body(width)
        if self.caption:
            yield from wrapped(self.caption, width or width_of(self.caption))

    def _body(self, width: int | None) -> Iterator[str]:
        """All columns; where they do not fit, fewer of the spare ones; where none fits, a list."""
        for n_spared in range(len(self.spare) + 1):
            kept = [index for index, name in enumerate(self.columns) if name not in self.spare[:n_spared]]
            widths = _fitted(self, kept, width)
            if widths:
                yield from self._set(kept, widths)
                if n_spared:
                    note = f"For want of width without: {', '.join(self.spare[:n_spared])}."
                    yield from wrapped(note, width or width_of(note))
                return
        for row in self.rows:
            yield from self._listed(row, width or 0)

    def _set(self, kept: list[int], widths: list[int]) -> Iterator[str]:
        yield from self._row([self.columns[index] for index in kept], kept, widths)
        yield RULE * (sum(widths) + GAP * (len(widths) - 1))
        for row in self.rows:
            yield from self._row([row[index] for index in kept], kept, widths)

    def _row(self, cells: list[str], kept: list[int], widths: list[int]) -> Iterator[str]:
        sized = zip(cells, widths, kept, strict=True)
        broken = [_broken(cell, width, is_words=index < self.left) for cell, width, index in sized]
        for number in range(max(map(len, broken), default=0)):
            parts = [lines[number] if number < len(lines) else "" for lines in broken]
            columns = zip(parts, widths, kept, strict=True)
            texts = [_set_in(part, width, left=index < self.left) for part, width, index in columns]
            yield (" " * GAP).join(texts).rstrip()

    def _listed(self, row: tuple[str, ...], width: int) -> Iterator[str]:
        """A row as its words, and below them the other columns with their names."""
        head = ", ".join(cell for cell in row[: self.left] if cell)
        if head:
            yield from wrapped(head, width)
        named = list(zip(self.columns, row, strict=True))[self.left :]
        items = [f"{name}: {cell}" for name, cell in named if cell]
        line = "  "
        for item in items:
            more = item if not line.strip() else f"; {item}"
            if line.strip() and width_of(line + more) > width - 1:
                yield from wrapped(f"{line};", width, hang=4)
                line, more = "  ", item
            line += more
        if line.strip():
            yield from wrapped(line, width, hang=4)


def table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    left: int = 1,
    spare: Sequence[str] = (),
    caption: str = "",
) -> Table:
    """A plain table of texts as they were written.

    Parameters
    ----------
    left
        So many of the first columns are words, the others numbers.
    spare
        Columns that may be left out where the terminal is too narrow, the first one first.
    caption
        A line below.
    """
    texts = tuple(tuple(one_line(str(cell)) for cell in row) for row in rows)
    names = tuple(one_line(name) for name in columns)
    return Table(one_line(title), names, texts, left, tuple(spare), one_line(caption))


def _set_in(text: str, width: int, *, left: bool) -> str:
    """A text at the left of its column where that holds words, at the right where it holds numbers."""
    room = " " * max(0, width - width_of(text))
    return text + room if left else room + text


def _parts(cell: str, *, is_words: bool) -> list[str]:
    """The pieces of a cell that no line break splits: words; of a number, itself and its brackets."""
    return words_of(cell) if is_words else _BRACKETS.split(cell)


def _broken(cell: str, width: int, *, is_words: bool) -> list[str]:
    """The lines of a cell: words, or a number and below it its interval."""
    if is_words or width_of(cell) <= width:
        return wrapped(cell, width)
    return [line for part in _parts(cell, is_words=False) for line in wrapped(part, width)]


def _fitted(table: Table, kept: list[int], width: int | None) -> list[int]:
    """The widths of columns that fit together; empty where a word would break, or a row take too many lines."""
    cells = [[row[index] for row in table.rows] for index in kept]
    names = [table.columns[index] for index in kept]
    whole = [max(map(width_of, [name, *column])) for name, column in zip(names, cells, strict=True)]
    if width is None:
        return whole
    room = width - GAP * (len(kept) - 1)
    if sum(whole) <= room:
        return whole
    least = [
        max(
            map(width_of, ("", *words_of(name), *(part for cell in column for part in _parts(cell, is_words=is_words))))
        )
        for name, column, is_words in zip(names, cells, (index < table.left for index in kept), strict=True)
    ]
    if sum(least) > room:
        return []
    widths = whole
    while sum(widths) > room:  # the widest column that can be narrower loses one
        index = max((number for number in range(len(kept)) if widths[number] > least[number]), key=widths.__getitem__)
        widths[index] -= 1
    columns = zip(cells, widths, kept, strict=True)
    lines = [
        len(_broken(cell, width, is_words=index < table.left)) for column, width, index in columns for cell in column
    ]
    return widths if max(lines, default=1) <= MOST_LINES else []
