"""What an audit found, in tables, sentences and a picture."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.games.metrics import Metric
from simkit.study.analyses.finding import Finding
from simkit.study.report import text_tables
from simkit.study.scenarios.quantities import all_policies
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import value_text
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Axes, Figure

GAINS, NO_GAIN, OPEN, NOTHING = "gains", "does not gain", "not settled", "changes nothing"
COLUMNS = ("seat", "policy", "key", "was", "value", "side", "gain", "at least", "at most", "word")
MOST_ROWS, MOST_NAMED = 20, 5  # of the page and the picture; of a sentence


class Stage(NamedTuple):
    """Games that are played for all that is open, and what they may decide."""

    seed: int
    games: int  # a cell, for each change
    alpha: float  # its part of the chance of a wrong "gains" among all, and of a wrong "none gains"
    margin: float  # the largest gain that does not matter
    last: bool  # whether nothing is played after it


class Row(NamedTuple):
    """A change for a side."""

    seat: str
    policy: str
    key: str
    was: str
    value: str
    side: str
    gain: float  # what the change is better by for the seat, in the metric's unit
    low: float  # lower bounds of all changes and sides of a stage hold at once
    high: float  # this upper bound holds for itself
    word: str
    games: int  # of the stage that spoke last; 0 where it is known without
    seed: int

    @property
    def change(self) -> str:
        """The change in words."""
        return f"{self.key} {self.value} instead of {self.was}"


@dataclass(frozen=True, repr=False)
class Audit(Finding):
    """What `audit` found."""

    scenario: Scenario
    metric: Metric
    rows: tuple[Row, ...]
    stages: tuple[Stage, ...]
    unasked: tuple[str, ...]  # keys of which nobody lists the values
    refused: tuple[str, ...]  # changes that the game does not take
    games: int  # played in all; 0 where all is exact

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a change and side: what it gains, with both bounds and a word."""
        import pandas as pd

        return pd.DataFrame(self.rows, columns=Row._fields)

    @property
    def settled(self) -> bool:
        """Whether each change is proved to gain, or not to."""
        return not self._with(OPEN)

    @property
    def alarming(self) -> bool:
        """Whether a change is proved to gain more than the margin."""
        return bool(self._with(GAINS))

    @property
    def sentences(self) -> list[str]:
        """What gains, what is open, what changes nothing, and how sure that is."""
        lines = [*self._gains(), *self._open()]
        lines = [*(lines or [self._none()]), *self._nothing(), *self._left_out()]
        lines += [self._errors()] if self.games else []
        return [*lines, f"{self._played}. Made under: {all_policies([self.scenario])}."]

    def tables(self) -> dict[str, pd.DataFrame]:
        """The frame."""
        return {"audit": self.frame}

    def pictures(self) -> dict[str, Draw]:
        """The changes that may gain most."""
        return {"audit": self.plot}

    def facts(self) -> dict[str, Any]:
        """What the manifest says, with the number of changes by word."""
        return {
            **super().facts(),
            "margin": self.margin,
            "words": dict(Counter(row.word for row in self.rows)),
            "stages": [stage._asdict() for stage in self.stages],
        }

    def page(self) -> Iterator[text_tables.Table | str]:
        """The changes that may gain most, and the sentences."""
        yield text_tables.table(self.scenario.title, COLUMNS, map(self._cells, self._first), left=6)
        if len(self.rows) > MOST_ROWS:
            yield f"The first {MOST_ROWS} of {counted(len(self.rows), 'row')}; audit.csv has all."
        yield f"Gains in {self.metric.difference_unit}."
        yield from self.sentences

    def plot(self, ax: Axes | None = None) -> Figure:
        """The changes that may gain most, with both bounds, a colour a word; `ax` to draw on."""
        import pandas as pd

        from simkit.study.report import plots

        frame = pd.DataFrame(
            {
                "variant": row.word,
                "side": f"{row.seat}, {row.policy}: {row.key} {row.value} ({row.side})",
                "title": f"gain, {self.metric.title} ({self.metric.difference_unit})",
                "difference": row.gain * self.metric.scale,
                "low": row.low * self.metric.scale,
                "high": row.high * self.metric.scale,
            }
            for row in self._first
        )
        return plots.forest(
            frame,
            title=self.scenario.title,
            subtitle="One key of a policy changed. Lower bounds hold for all at once, upper bounds each for itself.",
            note=f"The margin is {self._size(self.margin)}. {self._played}.",
            ax=ax,
        )

    @property
    def margin(self) -> float:
        """The largest gain that does not matter."""
        return self.stages[0].margin

    @property
    def _played(self) -> str:
        return counted(self.games, "game") if self.games else "Exact: no games"

    @property
    def _first(self) -> list[Row]:
        """Those that gain, then those that are open, then the others; each by what it may gain at most."""
        words = (GAINS, OPEN, NO_GAIN, NOTHING)
        return sorted(self.rows, key=lambda row: (words.index(row.word), -row.high, -row.gain))[:MOST_ROWS]

    def _with(self, word: str) -> list[Row]:
        return [row for row in self.rows if row.word == word]

    def _cells(self, row: Row) -> tuple[str, ...]:
        return (*row[:6], *map(self._signed, (row.gain, row.low, row.high)), row.word)

    def _signed(self, gain: float) -> str:
        return value_text(gain, self.metric.kind, sign=True) if math.isfinite(gain) else "no bound"

    def _size(self, size: float) -> str:
        return f"{value_text(size, self.metric.kind)} {self.metric.difference_unit}"

    def _gains(self) -> list[str]:
        gaining = sorted(self._with(GAINS), key=lambda row: -row.low)
        lines = [
            f"GAINS: {row.change} gains {row.side} ({row.seat}, {row.policy}) {self._size(row.gain)}, "
            f"{self._signed(row.low)} at least."
            for row in gaining[:MOST_NAMED]
        ]
        more = len(gaining) - MOST_NAMED
        return [*lines, f"So {'does' if more == 1 else 'do'} {more} more."] if more > 0 else lines

    def _none(self) -> str:
        asked = f"of {counted(_n_changes(self.rows), 'change')} of {counted(_n_keys(self.rows), 'key')}"
        n_sides = len({row.side for row in self.rows})
        sides = f" for any of {n_sides} sides" if n_sides > 1 else ""
        text = f"None gains: {asked} none gains more than {self._size(self.margin)}{sides}"
        changing = [row for row in self.rows if row.word == NO_GAIN]
        if not changing:
            return f"{text}."
        most = max(changing, key=lambda row: row.high)
        return f"{text}; the most that one may gain is {self._signed(most.high)} ({most.change}, {most.side})."

    def _open(self) -> list[str]:
        still = sorted(self._with(OPEN), key=lambda row: -row.high)
        named = "; ".join(f"{row.change} ({row.side})" for row in still[:MOST_NAMED])
        rest = f"; and {len(still) - MOST_NAMED} more" if len(still) > MOST_NAMED else ""
        return (
            [f"Not settled: whether {counted(len(still), 'change')} of {len(self.rows)} gain: {named}{rest}."]
            if still
            else []
        )

    def _nothing(self) -> list[str]:
        """The keys none of whose values changed a single game, or where all is exact the mean, for any side."""
        what = "Changes nothing in any game" if self.games else "Leaves the mean as it is"
        dead = dict.fromkeys((row.seat, row.policy, row.key) for row in self.rows if row.word == NOTHING).keys() - {
            (row.seat, row.policy, row.key) for row in self.rows if row.word != NOTHING
        }
        lines = []
        for seat, policy in dict.fromkeys((seat, policy) for seat, policy, _ in sorted(dead)):
            keys = ", ".join(
                sorted(key for its_seat, its_policy, key in dead if (its_seat, its_policy) == (seat, policy))
            )
            lines.append(f"{what} ({seat}, {policy}), whatever its value: {keys}.")
        return lines

    def _left_out(self) -> list[str]:
        lines = [f"Not asked, since nobody lists other values: {', '.join(self.unasked)}."] if self.unasked else []
        asked = ", ".join(self.scenario.asked.audit.keys)
        lines += [f"Of these keys alone: {asked}."] if asked else []
        return lines + ([f"Refused by the game: {'; '.join(self.refused)}."] if self.refused else [])

    def _errors(self) -> str:
        alpha = sum(stage.alpha for stage in self.stages)
        parts = " and ".join(
            f"{100 * stage.alpha:g} % of it on {counted(stage.games, 'game')} (seed {stage.seed})"
            + (" for what was then open" if stage is not self.stages[0] else "")
            for stage in self.stages
        )
        return (
            f'Any wrong "gains" among all has a chance of {100 * alpha:g} % at most, and so has a wrong "none gains"; '
            f"spent are {parts.replace('% of it', '%')}."
        )


def _n_changes(rows: Sequence[Row]) -> int:
    return len({(row.seat, row.policy, row.key, row.value) for row in rows})


def _n_keys(rows: Sequence[Row]) -> int:
    return len({(row.seat, row.policy, row.key) for row in rows})
