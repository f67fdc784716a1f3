"""Frames as tables of a terminal, of any width: nothing is cut inside a word or a number."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from simkit.text import one_line, width_of, words_of, wrapped

GAP = 2  # columns of a terminal between two of a table
_BRACKETS = re.compile(r" (?=[\[(])")
MOST_LINES = 2  # a row may take before it is told as a list instead
RULE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"


class Table(NamedTuple):
    """What a table says; how it is set hangs on the width that there is."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1  # columns that are words; the others are numbers
    spare: tuple[str, ...] = ()  # columns that may be left out for want of width, the first one first
    caption: str = ""

    def lines(self, width: int | None = None) -> Iterator[str]:
        """The table in as many columns of a terminal; None where there is no edge."""
        yield from wrapped(self.title, width or width_of(self.title))
        yield from self._body(width)
        if self.caption:
            yield from wrapped(self.caption, width or width_of(self.caption))

    def _body(self, width: int | None) -> Iterator[str]:
        """All columns, or without those that may be left out, or a list."""
        for n_spared in range(len(self.spare) + 1):
            kept = [place for place, name in enumerate(self.columns) if name not in self.spare[:n_spared]]
            widths = _fitted(self, kept, width)
            if widths:
                yield from self._set(kept, widths)
                if n_spared:
                    said = f"For want of width without: {', '.join(self.spare[:n_spared])}."
                    yield from wrapped(said, width or width_of(said))
                return
        for row in self.rows:
            yield from self._listed(row, width or 0)

    def _set(self, kept: list[int], widths: list[int]) -> Iterator[str]:
        yield from self._row([self.columns[place] for place in kept], kept, widths)
        yield RULE * (sum(widths) + GAP * (len(widths) - 1))
        for row in self.rows:
            yield from self._row([row[place] for place in kept], kept, widths)

    def _row(self, cells: list[str], kept: list[int], widths: list[int]) -> Iterator[str]:
        broken = [wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
        for number in range(max(map(len, broken), default=0)):
            parts = [lines[number] if number < len(lines) else "" for lines in broken]
            columns = zip(parts, widths, kept, strict=True)
            told = [_set_in(part, width, left=place < self.left) for part, width, place in columns]
            yield (" " * GAP).join(told).rstrip()

    def _listed(self, row: tuple[str, ...], width: int) -> Iterator[str]:
        """A row as its words, and below them what the other columns say."""
        head = ", ".join(cell for cell in row[: self.left] if cell)
        if head:
            yield from wrapped(head, width)
        said = [f"{name}: {cell}" for name, cell in zip(self.columns, row, strict=True)][self.left :]
        line = "  "
        for item in said:
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
    told = tuple(tuple(one_line(str(cell)) for cell in row) for row in rows)
    names = tuple(one_line(name) for name in columns)
    return Table(one_line(title), names, told, left, tuple(spare), one_line(caption))


def _set_in(text: str, width: int, *, left: bool) -> str:
    """A text at the left of its column where that holds words, at the right where it holds numbers."""
    room = " " * max(0, width - width_of(text))
    return text + room if left else room + text


def _parts(cell: str, is_words: bool) -> list[str]:
    """What is not broken in a table: words, and of numbers what stands before and in brackets."""
    return words_of(cell) if is_words else _BRACKETS.split(cell)


def _fitted(table: Table, kept: list[int], width: int | None) -> list[int]:
    """The widths of columns that fit together, empty where none do without breaking a word or too many lines."""
    cells = [[row[place] for row in table.rows] for place in kept]
    names = [table.columns[place] for place in kept]
    whole = [max(map(width_of, [name, *column])) for name, column in zip(names, cells, strict=True)]
    if width is None:
        return whole
    room = width - GAP * (len(kept) - 1)
    if sum(whole) <= room:
        return whole
    least = [
        max(map(width_of, ("", *words_of(name), *(part for cell in column for part in _parts(cell, is_words)))))
        for name, column, is_words in zip(names, cells, (place < table.left for place in kept), strict=True)
    ]
    if sum(least) > room:
        return []
    widths = whole
    while sum(widths) > room:  # the widest that can gives way
        place = max((one for one in range(len(kept)) if widths[one] > least[one]), key=widths.__getitem__)
        widths[place] -= 1
    lines = [len(wrapped(cell, width)) for column, width in zip(cells, widths, strict=True) for cell in column]
    return widths if max(lines, default=1) <= MOST_LINES else []
