"""What is reported of games: quantities of an outcome, what befell how many, and who wins."""

from collections.abc import Callable
from typing import Any, NamedTuple

from simkit.games.figures import Figures


def column(outcomes: Any, path: str) -> Any:
    """A field of OUTCOME[n], of one record in it as "players.0.share", or of all of them as "players.share"."""
    for key in path.split("."):
        outcomes = outcomes[:, int(key)] if key.isdigit() else outcomes[key]
    return outcomes


class Metric(NamedTuple):
    """A named quantity of an outcome.

    `column` is a field of OUTCOME, or of a record in it, such as "players.0.share".  A share is 0 or 1 in each game.
    A column that TALLY has too is counted during play.  A column that is computed at the end from such a count names it
    in `counted`.

    `least` and `most` bound what the column can be in one game, under every legal figure and switch, in every entry.
    `most` is None where nothing bounds it, or only a figure or a limit on length that may be set far above whatever is
    played.  A share needs neither: it is 0 to `parts`.
    """

    name: str
    title: str
    kind: str  # "share" or "mean"
    unit: str
    column: str
    parts: int = 1  # how many of what the column counts make a unit
    counted: str = ""  # a field of TALLY; for each ending state, the column is a multiple of it plus a constant
    among: str = ""  # a column that is 1 in the games that count, such as those that a character played in, 0 in others
    lucky: int = 1  # -1 where less is better for whoever it is about
    least: int = 0
    most: int | None = None

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games, and not a mean."""
        return self.kind == "share"

    @property
    def scale(self) -> int:
        """The factor by which its numbers are multiplied for readers: shares are shown in per cent."""
        return 100 if self.is_share else 1

    @property
    def difference_unit(self) -> str:
        """The unit of a difference."""
        return "percentage points" if self.is_share else self.unit or "a game"

    @property
    def span(self) -> tuple[int, int | None]:
        """The least and the most that one game can give, in what the column counts; no most where nothing bounds it."""
        return (0, self.parts) if self.is_share else (self.least, self.most)

    @property
    def largest_difference(self) -> int | None:
        """By how much two games can differ at most, in what the column counts; None where nothing bounds it."""
        least, most = self.span
        return None if most is None else most - least

    def of(self, outcomes: Any) -> Any:
        """The column, of OUTCOME[n]; 0 in games that do not count."""
        return column(outcomes, self.column)

    def counting(self, outcomes: Any) -> int:
        """How many games of OUTCOME[n] count."""
        return int(column(outcomes, self.among).sum()) if self.among else len(outcomes)


class Census(NamedTuple):
    """What befell how many games, one count a label: a cause of death, the paragraphs that were read.

    Either one column of OUTCOME, or a field of each player, holds the number of a label from 1 on, 0 for none; or
    several labels may befall a game, and int64 columns hold a bit for each, MARKS_A_WORD to a column.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    labels: tuple[str, ...]
    several: bool  # labels a game, as bits; what is told is then what befell no game at all
    named: Callable[[Figures], tuple[str, ...]] | None = None  # labels that hang on the figures; no more of them

    def names(self, figures: Figures) -> tuple[str, ...]:
        """The labels by which a scenario calls them."""
        return self.named(figures) if self.named else self.labels


class Cast(NamedTuple):
    """Who plays whom: the characters, or the sides, that share a win.

    `column` is the field of OUTCOME with a record for each seat.  In a record, `share` holds 840ths of a win, and the
    field that `who` names holds who sat there, by his number, below 0 for an empty seat.  Without `who` that is the
    seat's own number.
    """

    title: str  # what they are: "character"
    names: Callable[[Figures], tuple[str, ...]]
    size: int  # how many there are
    column: str = "players"
    who: str = ""
    whole: int = 840
