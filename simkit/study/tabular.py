"""Frames as tables of a terminal."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> "Table":
    """A plain table; the first `left` columns are words, the others numbers."""
    from rich import box
    from rich.table import Table

    found = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False,
        padding=(0, 1, 0, 0),
    )  # fmt: skip
    for place, name in enumerate(columns):
        found.add_column(name, overflow="fold", justify="left" if place < left else "right")
    for row in rows:
        found.add_row(*row)
    return found
