"""What an answer shows of itself where Python prints it: its verdict and a small table, never all that it holds."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, ClassVar

from simkit.study.report.text_tables import table
from simkit.text import shortened, visible

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS, MOST_COLUMNS = 10, 6
MOST_SENTENCES, LONGEST = 6, 200  # of the verdict: sentences, and characters of one
WIDTH = 100  # columns of a terminal


class Shown:
    """An answer with a `frame` and a `verdict`, shown by them.

    A dataclass that inherits from this says `@dataclass(frozen=True, repr=False)`.
    """

    # Each answer has these as fields or as properties; properties here would be in their way.
    if TYPE_CHECKING:

        @property
        def frame(self) -> pd.DataFrame:
            """The answer as a table."""

        @property
        def verdict(self) -> str:
            """The answer in sentences."""

    columns: ClassVar[tuple[str, ...]] = ()  # of the frame, to be shown; by default the first ones

    def __repr__(self) -> str:
        rows = [[_cell_text(value) for value in row] for row in self._small().itertuples(index=False)]
        small = table("", [str(name) for name in self._small().columns], rows).lines(WIDTH)
        return "\n".join(
            [f"<{type(self).__name__}>", *self._sentences(), *(line for line in small if line), *self._more()]
        )

    def _repr_html_(self) -> str:
        sentences = "".join(f"<p>{escape(line)}</p>" for line in self._sentences())
        more = "".join(f"<p><em>{escape(line)}</em></p>" for line in self._more())
        return sentences + self._small().to_html(index=False, float_format="{:.4g}".format, escape=True) + more

    def _small(self) -> pd.DataFrame:
        kept = [name for name in self.columns if name in self.frame.columns]
        return (self.frame[kept] if kept else self.frame.iloc[:, :MOST_COLUMNS]).iloc[:MOST_ROWS]

    def _sentences(self) -> list[str]:
        lines = [visible(line) for line in self.verdict.splitlines()]
        shown = [shortened(line, LONGEST) or f"{line[:LONGEST]} ..." for line in lines[:MOST_SENTENCES]]
        return shown + (
            [f"... and {len(lines) - MOST_SENTENCES} more in .verdict"] if len(lines) > MOST_SENTENCES else []
        )

    def _more(self) -> list[str]:
        rows, columns = self.frame.shape
        small_rows, small_columns = self._small().shape
        if (rows, columns) == (small_rows, small_columns):
            return []
        return [f"{small_rows} of {rows:,} rows and {small_columns} of {columns} columns of .frame"]


def _cell_text(value: object) -> str:
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return shortened(text, 40) or f"{text[:36]} ..."
