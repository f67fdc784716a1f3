"""What a ladder found: ratings, who beats whom, and where that is not transitive."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.games.metrics import Metric
from simkit.study.analyses.finding import Finding
from simkit.study.report import text_tables
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import value_text
from simkit.study.stats.cycles import cycles
from simkit.study.stats.estimates import z_quantile
from simkit.study.stats.plackett_luce import Strengths
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Axes, Figure

BEATS, LOSES, OPEN = "beats", "loses to", "not settled"
POINTS = 400 / math.log(10)  # of a rating for a log strength: ten times as strong is 400 points, as chess has it
LEVEL = 0.95  # of an interval of a rating, each for itself
RATED = ("policy", "rating", "interval", "beats", "loses to", "open")
MET = ("policy", "rival", "alone", "interval", "ahead", "all at once", "word")


class Meeting(NamedTuple):
    """A policy alone at a seat, and another at all others."""

    policy: str
    rival: str
    score: float  # what the one wins at that seat
    score_low: float  # this interval holds for itself with 95 %
    score_high: float
    ahead: float  # of the rival, over both sides of the question: half of the difference of their scores
    low: float  # these intervals hold at once
    high: float
    word: str  # "" for a policy among its like


@dataclass(frozen=True, repr=False)
class Ladder(Finding):
    """What `ladder` found."""

    scenario: Scenario
    metric: Metric
    policies: tuple[str, ...]
    alone: str  # the key of the seat that one policy has alone
    seats: tuple[str, ...]
    strengths: Strengths  # of policies and seats
    meetings: tuple[Meeting, ...]  # every policy alone against every one, itself included
    games: int

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a policy and rival: the score, and how far the one is ahead, with intervals and a word."""
        import pandas as pd

        return pd.DataFrame(self.meetings, columns=Meeting._fields)

    @cached_property
    def ratings(self) -> pd.DataFrame:
        """A row a policy, the best first: its rating in points with an interval, and how many it beats and loses to."""
        import pandas as pd

        sizes = _rated(self.strengths.characters, self.strengths, 0)
        rows = [
            (name, *size, *(self._count(name, word) for word in (BEATS, LOSES, OPEN)))
            for name, size in zip(self.policies, sizes, strict=True)
        ]
        frame = pd.DataFrame(rows, columns=["policy", "rating", "low", "high", "beats", "loses_to", "open"])
        return frame.sort_values("rating", ascending=False, kind="stable", ignore_index=True)

    @cached_property
    def seat_ratings(self) -> pd.DataFrame:
        """A row a seat: its rating in points with its interval."""
        import pandas as pd

        sizes = _rated(self.strengths.seats, self.strengths, len(self.policies))
        rows = [(name, *size) for name, size in zip(self.seats, sizes, strict=True)]
        return pd.DataFrame(rows, columns=["seat", "rating", "low", "high"])

    @property
    def matrix(self) -> pd.DataFrame:
        """What each policy (rows) wins alone among each (columns), as a share: the game between policies."""
        return self._pivot("score")

    @property
    def cycles(self) -> list[tuple[str, ...]]:
        """Policies each of which beats the next, and the last one the first, beyond chance."""
        numbers = {name: number for number, name in enumerate(self.policies)}
        beaten = {
            numbers[name]: [numbers[row.rival] for row in self.meetings if row.policy == name and row.word == BEATS]
            for name in self.policies
        }
        return [tuple(self.policies[number] for number in cycle) for cycle in cycles(beaten)]

    @property
    def settled(self) -> bool:
        """Whether of each two policies one is proved to beat the other."""
        return all(row.word != OPEN for row in self.meetings)

    @property
    def sentences(self) -> list[str]:
        """Who is first, who beats whom, and where that is not transitive."""
        played = f"{counted(self.games, 'game')}, seed {self.scenario.run.seed}"
        return [
            self._ranked(), self._first(), *self._circular(), *self._open(), self._seated(),
            f"{played}. Made under: {', '.join(self.policies)}, each against each.",
        ]  # fmt: skip

    def tables(self) -> dict[str, pd.DataFrame]:
        """Ratings, seats, and who beats whom."""
        return {"ratings": self.ratings, "seats": self.seat_ratings, "meetings": self.frame}

    def pictures(self) -> dict[str, Draw]:
        """Who beats whom."""
        return {"ladder": self.plot}

    def facts(self) -> dict[str, Any]:
        """What the manifest says, with the cycles."""
        return {**super().facts(), "cycles": self.cycles, "policies": self.policies}

    def page(self) -> Iterator[text_tables.Table | str]:
        """Ratings, who beats whom, and the sentences."""
        rated = ((row[0], _points(row[1]), _span(row[2:4]), *map(str, row[4:])) for row in _rows(self.ratings))
        yield text_tables.table(self.scenario.title, RATED, rated)
        yield text_tables.table("", MET, (self._cells(row) for row in self.meetings if row.word), left=2)
        yield f"Ratings in points, 400 for ten times the strength; scores in per cent, leads in {self._unit}."
        yield from self.sentences

    def plot(self, ax: Axes | None = None) -> Figure:
        """What each policy wins alone among each, as a heat map; `ax` to draw on."""
        from simkit.study.report import plots

        return plots.heat_map(
            *map(self._pivot, ("score", "score_low", "score_high")),
            title=self.scenario.title,
            subtitle=f"A policy (rows) as {self.alone} against another (columns): its score in per cent.",
            value_label=f"score of {self.alone}",
            note=f"{counted(self.games, 'game')}, seed {self.scenario.run.seed}; intervals of 95 %, each for itself.",
            ax=ax,
        )

    @property
    def _unit(self) -> str:
        return self.metric.difference_unit

    def _pivot(self, column: str) -> pd.DataFrame:
        table = self.frame.pivot_table(index="policy", columns="rival", values=column)
        return table.loc[list(self.policies), list(self.policies)]

    def _count(self, name: str, word: str) -> int:
        return sum(row.policy == name and row.word == word for row in self.meetings)

    def _cells(self, row: Meeting) -> tuple[str, ...]:
        score, low, high = (value_text(share, "share") for share in (row.score, row.score_low, row.score_high))
        ahead, below, above = (value_text(lead, "share", sign=True) for lead in (row.ahead, row.low, row.high))
        return row.policy, row.rival, score, f"{low} to {high}", ahead, f"{below} to {above}", row.word

    def _ranked(self) -> str:
        return f"Rated: {', '.join(map(_rating, _rows(self.ratings)))}."

    def _first(self) -> str:
        first = [name for name in self.policies if self._count(name, BEATS) == len(self.policies) - 1]
        return f"{first[0]} beats every other." if first else "None is proved to beat every other."

    def _circular(self) -> list[str]:
        if not self.cycles:
            return ["Nothing proved runs in a circle."]
        return [f"Not transitive: {' beats '.join((*cycle, cycle[0]))}." for cycle in self.cycles]

    def _open(self) -> list[str]:
        still = [row for row in self.meetings if row.word == OPEN and row.policy < row.rival]
        return [f"Not settled: {', '.join(f'{row.policy} or {row.rival}' for row in still)}."] if still else []

    def _seated(self) -> str:
        return f"Seats: {', '.join(map(_rating, _rows(self.seat_ratings)))}."


def _rows(frame: pd.DataFrame) -> list[tuple[Any, ...]]:
    return list(frame.itertuples(index=False, name=None))


def _rating(row: Sequence[Any]) -> str:
    return f"{row[0]} {_points(row[1])} ({_span(row[2:4])})"


def _points(rating: float) -> str:
    return f"{round(rating):+d}".replace("-", "\N{MINUS SIGN}")


def _span(ends: Sequence[float]) -> str:
    return " to ".join(map(_points, ends))


def _rated(sizes: Any, strengths: Strengths, first: int) -> list[tuple[float, float, float]]:
    """Log strengths as points with their intervals; `first`: where they begin in the covariance."""
    rows = []
    for number, size in enumerate(sizes.tolist()):
        half = z_quantile(LEVEL) * math.sqrt(strengths.covariance[first + number, first + number])
        rows.append((POINTS * size, POINTS * (size - half), POINTS * (size + half)))
    return rows
