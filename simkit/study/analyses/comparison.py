"""What a comparison found, in every form: a row and a sentence a difference, a page, a picture, JSON."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.study.analyses.finding import Finding
from simkit.study.analyses.judging import Family, Judged
from simkit.study.analyses.wording import ends, within
from simkit.study.report.pictures import provenance
from simkit.study.report.text_tables import Table, table
from simkit.study.runs.pairs import Series
from simkit.study.scenarios.labels import in_words
from simkit.study.scenarios.quantities import EVERYBODY, Quantity
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import value_text
from simkit.study.stats import paired
from simkit.study.stats.paired import Verdict
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Figure

COLUMNS = (
    "variant", "side", "metric", "difference", "verdict", "base", "variant's", "games", "diverge", "ratio", "saved",
)  # fmt: skip
SPARE = ("saved", "ratio", "diverge", "games")  # columns that a narrow terminal does without
FEW = 2  # sides that a line names; more are counted
UNITS = "Shares in per cent and their differences in points"
PAIRED = (
    "; ratio: how many times the games two independent runs would need; saved: games that these would need beyond "
    "those played"
)


class Numbers(NamedTuple):
    """The numbers of a comparison, in the unit of the metric; NaN where unknown."""

    games: int  # pairs; where these are unpaired, games of the base; 0 where the answer is exact
    base: float
    value: float
    diverged: float = math.nan  # share of pairs
    correlation: float = math.nan
    ratio: float = math.nan  # how many times the games two independent runs would need
    p_value: float = math.nan

    @property
    def difference(self) -> float:
        """The variant's less the base's."""
        return self.value - self.base


class Row(NamedTuple):
    """One comparison."""

    variant: str
    quantity: Quantity
    series: Series | None  # None where the answer is exact
    family: Family
    numbers: Numbers
    judged: Judged
    policies: str
    settled: bool  # whether the verdict, or the width, that was asked for has been reached


@dataclass(frozen=True, repr=False)
class Comparison(Finding):
    """What `compare` found."""

    columns = ("variant", "side", "metric", "difference", "low", "high", "verdict")

    scenario: Scenario
    names: tuple[str, ...]  # of the variants
    rows: tuple[Row, ...]
    games: int  # played in all

    @property
    def settled(self) -> bool:
        """Whether every comparison is settled."""
        return all(row.settled for row in self.rows)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a comparison; shares as shares, means in their unit.

        `p_holm` is a p-value adjusted for all variants and sides of its metric (Holm 1979).  It agrees with the
        intervals: the least one of a family is alpha or less where its interval leaves out 0.  It is NaN where there is
        no interval, in a sequential test, and where the answer is exact.  Two independent runs would need
        `variance_ratio` times the games.
        """
        import pandas as pd

        rows = [_plain(row) for row in self.rows]
        for metric in dict.fromkeys(row["metric"] for row in rows):
            group = [row for row in rows if row["metric"] == metric]
            for row, p_value in zip(group, paired.holm([row["p_holm"] for row in group]), strict=True):
                row["p_holm"] = float(p_value)
        return pd.DataFrame(rows)

    @property
    def sentences(self) -> list[str]:
        """A sentence a comparison, and what may be said of all together."""
        return [*(_sentence(row) for row in self.rows), *self.together]

    @property
    def conclusion(self) -> list[str]:
        """A line a variant and metric."""
        return list(_variant_lines(self.rows))

    @property
    def together(self) -> list[str]:
        """What may be said of all comparisons together."""
        words = Counter(row.judged.word for row in self.rows)
        summary = ", ".join(f"{n} {word}" for word, n in words.items())
        lines = [f"Of {len(self.rows)} comparison{'s' * (len(self.rows) != 1)}: {summary}."]
        short = sum(row.judged.reached is False for row in self.rows)
        if short:
            lines.append(f"In {short} of them the interval is wider than asked.")
        lines += [line for rows in self._by_metric() if (line := _all_within(rows))]
        return [*lines, f"{self._played()}. {_saved(self.rows)}".strip(), f"Made under: {self._policies()}."]

    def tables(self) -> dict[str, pd.DataFrame]:
        """The frame."""
        return {"comparison": self.frame}

    def pictures(self) -> dict[str, Draw]:
        """The differences."""
        return {"comparison": self.plot}

    def as_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return {
            "game": self.scenario.game.name,
            "entry": self.scenario.entry,
            "seed": self.scenario.run.seed,
            "games": self.games,
            "settled": self.settled,
            "comparisons": self.frame.to_dict("records"),
            "verdict": self.sentences,
        }

    def page(self) -> Iterator[Table | str]:
        """A row a comparison, and what may be said of all together."""
        rows = map(_cells, self.rows, self.frame.to_dict("records"))
        yield table(self.scenario.title, COLUMNS, rows, left=3, spare=SPARE)
        yield ""
        yield f"{UNITS}{'' if self.frame['exact'].all() else PAIRED}."
        yield from self.together
        yield provenance(self.scenario)

    def plot(self, ax: Any = None) -> Figure:
        """The differences with their intervals, a panel a metric; `ax` to draw on, one a panel."""
        from simkit.study.report import plots

        frame = self.frame.assign(
            title=[f"{row.quantity.metric.title} ({row.quantity.metric.difference_unit})" for row in self.rows]
        )
        for column in ("difference", "low", "high"):
            frame[column] *= [row.quantity.metric.scale for row in self.rows]
        level = 100 * (1 - self.scenario.asked.compare.alpha)
        return plots.forest(
            frame,
            title=self.scenario.title,
            subtitle=f"Variant less base{_luck(self.rows, level)}.",
            note=f"{self._played()}, seed {self.scenario.run.seed}; policies: {self._policies()}.",
            ax=ax,
        )

    def _played(self) -> str:
        exact = all(row.series is None for row in self.rows)
        return "Exact: no games" if exact else f"{self.games:,} games played"

    def _policies(self) -> str:
        """The policies of all rows, each once."""
        return "; ".join(dict.fromkeys(row.policies for row in self.rows))

    def _by_metric(self) -> list[list[Row]]:
        names = dict.fromkeys(row.quantity.metric.name for row in self.rows)
        return [[row for row in self.rows if row.quantity.metric.name == name] for name in names]


def _variant_lines(rows: Sequence[Row]) -> Iterator[str]:
    """A sentence each: "harder escape: the hero dies: higher for all 8, by +2.71 to +6.50 percentage points."."""
    for variant, metric in dict.fromkeys((row.variant, row.quantity.metric) for row in rows):
        group = [row for row in rows if (row.variant, row.quantity.metric) == (variant, metric)]
        words = dict.fromkeys(row.judged.word for row in group)
        parts = [_alike([row for row in group if row.judged.word == word], len(group)) for word in words]
        yield f"{in_words(variant)}: {metric.title}: {'; '.join(parts)}."


def _alike(rows: Sequence[Row], n: int) -> str:
    """What is said of the sides with the same word: by how much, or what is still possible."""
    word, metric = rows[0].judged.word, rows[0].quantity.metric
    is_open = rows[0].judged.verdict == Verdict.NOT_SETTLED
    sizes = [end for row in rows for end in (row.judged.interval if is_open else [row.numbers.difference])]
    known = [size for size in sizes if math.isfinite(size)]
    if not known:
        return f"{word}{_whom(rows, n)}"
    least, most = (value_text(size, metric.kind, sign=True) for size in (min(known), max(known)))
    span = least if least == most else f"{least} to {most}"
    return f"{word}{_whom(rows, n)}, {'anything from' if is_open else 'by'} {span} {metric.difference_unit}"


def _whom(rows: Sequence[Row], n: int) -> str:
    names = [row.quantity.side for row in rows]
    if n == 1:
        return "" if names == [EVERYBODY] else f" for {names[0]}"
    if len(names) == n:
        return " for both" if n == FEW else f" for all {n}"
    return f" for {' and '.join(names)}" if len(names) <= FEW else f" for {len(names)} of {n}"


def _luck(rows: Sequence[Row], level: float) -> str:
    """How the games of a variant are paired with those of its base, and the joint level of the intervals."""
    if all(row.series is None for row in rows):
        return ", exactly"
    apart = [row.series is not None and row.series.unpaired for row in rows]
    how = "over each one's own games" if all(apart) else "on the same luck"
    some = ", over each one's own games where who sits differs" if any(apart) and not all(apart) else ""
    return f" {how}{some}; all intervals of a metric hold at once with {level:g} %"


def _plain(row: Row) -> dict[str, Any]:
    numbers = row.numbers
    low, high = row.judged.interval
    ratio = numbers.ratio
    return {
        "variant": row.variant,
        "side": row.quantity.side,
        "metric": row.quantity.metric.name,
        "games": numbers.games,
        "base": numbers.base,
        "value": numbers.value,
        "difference": numbers.difference,
        "low": low,
        "high": high,
        "verdict": row.judged.word,
        "settled": row.settled,
        "exact": row.series is None,
        "p_holm": numbers.p_value,
        "diverged": numbers.diverged,
        "correlation": numbers.correlation,
        "variance_ratio": ratio,
        "games_saved": 2 * numbers.games * (ratio - 1) if math.isfinite(ratio) else math.nan,
        "note": row.judged.note,
        "policies": row.policies,
    }


def _cells(row: Row, plain: Mapping[Any, Any]) -> tuple[str, ...]:
    """A row of the table that a terminal is shown."""
    kind = row.quantity.metric.kind
    return (
        row.variant, row.quantity.side, row.quantity.metric.name, _difference(plain, kind), _word_and_note(row),
        *(value_text(plain[name], kind) if math.isfinite(plain[name]) else "" for name in ("base", "value")),
        f"{row.numbers.games:,}",
        _where_known(100 * plain["diverged"], ".1f", " %"), _where_known(plain["variance_ratio"], ",.2f"),
        _where_known(plain["games_saved"], ",.0f"),
    )  # fmt: skip


def _difference(plain: Mapping[Any, Any], kind: str) -> str:
    """A difference and its interval; "" where there is none."""
    if not math.isfinite(plain["difference"]):
        return ""
    interval = "(exact)" if plain["exact"] else f"[{ends((plain['low'], plain['high']), kind)}]"
    return f"{value_text(plain['difference'], kind, sign=True)} {interval}"


def _word_and_note(row: Row) -> str:
    note = "" if row.series is None else row.judged.note
    return f"{row.judged.word} ({note})" if note else row.judged.word


def _where_known(number: float, form: str, ending: str = "") -> str:
    """A number as text; "" where there is none."""
    return f"{number:{form}}{ending}".replace("-", "\N{MINUS SIGN}") if math.isfinite(number) else ""


def _side(row: Row) -> str:
    return "" if row.quantity.side == EVERYBODY else f" ({row.quantity.side})"


def _sentence(row: Row) -> str:
    metric, numbers = row.quantity.metric, row.numbers
    about, note = f"{row.variant}: {metric.title}{_side(row)}: {row.judged.word}", row.judged.note
    if row.judged.verdict == Verdict.NOT_COMPARABLE:
        return f"{about}: {note}. Policy: {row.policies}."
    size = f"{value_text(numbers.difference, metric.kind, sign=True)} {metric.difference_unit}"
    before, after = (value_text(value, metric.kind) for value in (numbers.base, numbers.value))
    if row.series is None:
        return f"{about}, exactly {size}, from {before} to {after}. Policy: {row.policies}."
    note = f"; {note}" if note else ""
    return (
        f"{about}, {size} {within(row.judged.interval, metric)}, from {before} to {after} after "
        f"{counted(numbers.games, 'game')}{note}. Policy: {row.policies}."
    )


def _all_within(rows: Sequence[Row]) -> str:
    """The claim that all differences of a metric are small; "" where it cannot be made."""
    bound, metric = _within(rows), rows[0].quantity.metric
    if not bound > 0:
        return ""
    lie = (
        f"All {len(rows)} differences of {metric.name} lie"
        if len(rows) > 1
        else f"The difference of {metric.name} lies"
    )
    error = f"at an error of {100 * rows[0].family.alpha:g} % for the claim of all (Berger 1982)"
    return f"{lie} within {value_text(bound, metric.kind)} {metric.difference_unit}, {error}."


def _saved(rows: Sequence[Row]) -> str:
    """What pairing saved or cost: the range of variance ratios, also those below 1."""
    ratios = sorted(
        row.numbers.ratio
        for row in rows
        if row.series and not row.series.same_rules and not math.isnan(row.numbers.ratio)
    )
    finite = [ratio for ratio in ratios if math.isfinite(ratio)]  # ascending
    if not finite:
        return ""
    alike = f" ({len(ratios) - len(finite)} did not vary at all)" if len(finite) < len(ratios) else ""
    times, middle = f"{finite[0]:,.2f}", ""
    if len(finite) > 1:
        times, middle = f"{times} to {finite[-1]:,.2f}", f", {median(finite):,.2f} in the middle,"
    return f"Two independent runs would need {times} times the games of these pairs{middle} for the same errors{alike}."


def _within(rows: Sequence[Row]) -> float:
    """The bound below which all differences lie; 0 where no bound is known."""
    within = max(row.judged.within for row in rows)
    if within == 0:
        return rows[0].family.margin  # the same rules everywhere
    return within if math.isfinite(within) else 0.0
