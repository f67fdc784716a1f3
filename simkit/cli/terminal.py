"""What a command says on a terminal, into a file or into a pipe: sentences, tables, JSON."""

import os
import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Union

from simkit.plain_json import to_json
from simkit.text import one_line, visible, wrapped

if TYPE_CHECKING:
    from simkit.study.report.text_tables import Table

NARROWEST = 20  # a terminal that reports fewer columns is not believed


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Write a text as it is.  `main` has made the stream replace signs that its encoding lacks by plain ones."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        stream.write(f"{text}\n" if nl else text)
        stream.flush()


def terminal_width() -> int | None:
    """Columns of the terminal; None for a file or a pipe, unless the environment says that a terminal reads it."""
    if sys.stdout.isatty() or os.environ.get("FORCE_COLOR") or os.environ.get("TTY_COMPATIBLE") == "1":
        return max(NARROWEST, shutil.get_terminal_size().columns)
    return None


def say(*lines: str, hang: int | None = None) -> None:
    """Print sentences, broken between words at the edge of a terminal; control characters are shown, not sent.

    Parameters
    ----------
    hang
        Columns by which the rest of a broken line is indented; by default as many as its beginning is.
    """
    width = terminal_width()
    for text in lines:
        for line in visible(text).split("\n"):
            for part in wrapped(line, width, hang) if width else [line]:
                echo(part)


def say_paths(paths: Any) -> None:
    """Print where the files are."""
    for path in paths:
        echo(f"  {one_line(str(path))}")


def say_page(page: Iterable[Union["Table", str]]) -> None:
    """Print tables and sentences, one after the other."""
    for part in page:
        if isinstance(part, str):
            say(part)
        else:
            print_table(part)


def print_table(table: "Table") -> None:
    """Print a table as wide as the terminal, or unbroken into a file."""
    for line in table.lines(terminal_width()):
        echo(line)


def print_json(data: Any, indent: int | None = None) -> None:
    """Print plain data as JSON, and nothing else."""
    echo(to_json(data, indent))
