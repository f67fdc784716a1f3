"""House rules compared: each variant against the base on the same luck, with a word for every difference."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.games.metrics import Metric
from simkit.study.analyses.stopping import Family, Fixed, Judged, Mode, Sprt, judge_all, judge_interval
from simkit.study.analyses.wording import within
from simkit.study.report.shown import Shown
from simkit.study.runs import pairs, runner
from simkit.study.runs.exact_values import exact_values
from simkit.study.runs.journal import Records
from simkit.study.runs.pairs import Played, Series
from simkit.study.scenarios.arguments import name_of, names_of, threads, truth
from simkit.study.scenarios.quantities import (
    EVERYBODY,
    Quantity,
    default_metric,
    find,
    metric_named,
    policies,
    quantities,
)
from simkit.study.scenarios.reader import MOST_MARGIN, load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import in_points, parse, said
from simkit.study.stats import paired, unpaired
from simkit.study.stats.paired import Interval, Verdict
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.plots import Figure

NEGLIGIBLE = 1e-12  # of an exact difference, beside values of 1 and more: what floating point leaves of nothing


class Numbers(NamedTuple):
    """What a comparison came to, in the unit of the metric; not a number where that cannot be said."""

    games: int  # pairs; of the base where base and variant are apart; 0 where the answer is exact
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
    settled: bool  # what was asked has been reached, be it a verdict or a width


@dataclass(frozen=True, repr=False)
class Comparison(Shown):
    """What `compare` found."""

    columns = ("variant", "side", "metric", "difference", "low", "high", "verdict")

    scenario: Scenario
    names: tuple[str, ...]  # of the variants
    rows: tuple[Row, ...]
    games: int  # played in all

    @property
    def settled(self) -> bool:
        """Whether what was asked has been reached in every comparison."""
        return all(row.settled for row in self.rows)

    @cached_property
    def frame(self) -> pd.DataFrame:  # type: ignore[override]
        """A row a comparison; shares as shares, means in their unit.

        `p_holm` is a p-value adjusted for all variants and sides of its metric (Holm 1979), from the interval beside
        it: the least of a family is alpha or less where that leaves 0 out.  It is not a number where there is no
        interval, in a sequential test, and where the answer is exact.  `variance_ratio` is how many times the games two
        independent runs would need.
        """
        import pandas as pd

        found = [_plain(row) for row in self.rows]
        for metric in dict.fromkeys(row["metric"] for row in found):
            group = [row for row in found if row["metric"] == metric]
            for row, p_value in zip(group, paired.holm([row["p_holm"] for row in group]), strict=True):
                row["p_holm"] = float(p_value)
        return pd.DataFrame(found)

    @property
    def sentences(self) -> list[str]:
        """A sentence a comparison, and what may be said of all together."""
        return [*(_sentence(row) for row in self.rows), *together(self)]

    @property
    def verdict(self) -> str:  # type: ignore[override]
        """The sentences as one text."""
        return "\n".join(self.sentences)

    def plot(self, ax: Any = None) -> Figure:
        """The differences with their intervals, a panel a metric; `ax` to draw on, one a panel."""
        from simkit.study.report import plots

        frame = self.frame.assign(
            title=[f"{row.quantity.metric.title} ({_unit(row.quantity.metric)})" for row in self.rows]
        )
        for column in ("difference", "low", "high"):
            frame[column] *= [100 if row.quantity.metric.kind == "share" else 1 for row in self.rows]
        level = 100 * (1 - self.scenario.asked.compare.alpha)
        return plots.forest(
            frame,
            title=self.scenario.title,
            subtitle=f"Variant less base{_luck(self.rows, level)}.",
            note=f"{_played(self)}, seed {self.scenario.run.seed}; policies: {said_policies(self.rows)}.",
            ax=ax,
        )


def _luck(rows: Sequence[Row], level: float) -> str:
    """What joins the games of a variant with those of its base, and what the intervals promise together."""
    if all(row.series is None for row in rows):
        return ", exactly"
    apart = [row.series is not None and row.series.unpaired for row in rows]
    how = "over each one's own games" if all(apart) else "on the same luck"
    some = ", over each one's own games where who sits differs" if any(apart) and not all(apart) else ""
    return f" {how}{some}; all intervals of a metric hold at once with {level:g} %"


def _played(found: Comparison) -> str:
    exact = all(row.series is None for row in found.rows)
    return "Exact: no games" if exact else f"{found.games:,} games played"


def compare(
    scenario: Scenario | str | Path | Mapping[str, Any],
    *,
    metrics: str | Sequence[str] = (),
    margin: str | float | None = None,
    mode: Mode | None = None,
    only: str = "",
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> Comparison:
    """Each variant of a scenario against its base, on the same luck.

    Parameters
    ----------
    scenario
        A file, a dict of what one says, or one that is loaded; its [variants] are compared, and [compare] says by what.
    metrics
        Names of metrics instead of those of [compare].
    margin
        The largest difference that does not matter, such as "1pt"; of shares, or of means where there are only these.
    mode
        When it stops: `modes.Fixed` (by default), `Until`, `Peek` or `Sprt`.
    only
        A single METRIC:SIDE; `Sprt` needs one.
    exact
        True: exact differences, or an error where there are none.  False: simulate.  By default exact where no cell has
        as many states as games are asked for, unless a way to stop is asked for, too.
    journal
        Where pieces that are done are kept, and found again.
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    BadInput
        With all that is wrong in the file; no variants, an unknown metric or side, a margin that is none, no exact
        answer where one is wanted.
    """
    loaded = load(scenario, **changes)
    if not loaded.variants:
        raise BadInput(f"{loaded.path}: nothing to compare: it has no [variants.NAME]")
    chosen = quantities_of(loaded, names_of("metrics", metrics), name_of("only", only))
    means = dict.fromkeys(one.metric.name for one in chosen if one.metric.kind != "share")
    if margin is not None and in_points(margin) and all(one.metric.name in means for one in chosen):
        raise BadInput(f"a margin in points is one of shares; for {', '.join(means)} give a number, as 0.5")
    how, exact = Fixed() if mode is None else mode, truth("exact", exact)
    if isinstance(how, type) or not (hasattr(how, "stops") and hasattr(how, "judge")):
        raise BadInput(f"mode is one of sk.Fixed(), sk.Until(0.005), sk.Peek() and sk.Sprt(0, 0.01), not {short(mode)}")
    if how.early and exact:
        raise BadInput("an exact answer plays no games, so there is nothing to stop")
    if isinstance(how, Sprt) and means:
        raise BadInput("a sequential test is one of shares; means without bounds have --until and --peek")
    families = families_of(loaded, chosen, margin)
    variants = [variant for _, variant in loaded.variants]
    solve = False if how.early else exact
    values = exact_values([loaded, *variants], chosen, exact=solve, jobs=threads(jobs), journal=journal)
    if values is not None:
        return _exactly(loaded, chosen, values, families)
    played = pairs.play(
        loaded,
        variants,
        chosen,
        pairs.look_numbers(loaded.asked.compare, loaded, early=how.early),
        lambda series, first: how.stops(series, first, families[series.quantity.metric.name]),
        threads(jobs),
        progress,
        journal,
    )
    return _comparison(loaded, played, how, families)


def quantities_of(scenario: Scenario, metrics: Sequence[str] = (), only: str = "") -> list[Quantity]:
    """What a scenario compares by: the metrics given, those of [compare], or the game's own."""
    if only:
        return [find(scenario, only)]
    names = metrics or scenario.asked.compare.metrics
    found = [metric_named(scenario.game, name) for name in names] or [default_metric(scenario.game)]
    return quantities(scenario, found)


def families_of(scenario: Scenario, chosen: Sequence[Quantity], margin: str | float | None = None) -> dict[str, Family]:
    """By metric, all variants and sides that are looked at together."""
    return {one.metric.name: _family(scenario, chosen, one.metric, margin) for one in chosen}


def _family(scenario: Scenario, chosen: Sequence[Quantity], metric: Metric, margin: str | float | None) -> Family:
    asked = scenario.asked.compare
    share = metric.kind == "share"
    size = asked.margins.get(metric.name, asked.margin if share else 0.0)
    if margin is not None and (share or all(one.metric.kind != "share" for one in chosen)):
        size = margin
    value = parse(size, "a margin")
    if value < 0:
        raise BadInput(f"a margin is a difference above 0 that does not matter, not {size}")
    if value > MOST_MARGIN:
        raise BadInput(f"a margin is 0 to {MOST_MARGIN:,}, not {short(size)}")
    k = sum(one.metric == metric for one in chosen) * max(1, len(scenario.variants))
    return Family(asked.alpha, k, value)


def _exactly(scenario: Scenario, chosen: Sequence[Quantity], values: Any, families: dict[str, Family]) -> Comparison:
    rows = []
    for (name, variant), theirs in zip(scenario.variants, values[1:].tolist(), strict=True):
        for one, before, after in zip(chosen, values[0].tolist(), theirs, strict=True):
            size = after - before
            size = 0.0 if abs(size) < NEGLIGIBLE * max(1, abs(before)) else size
            same, family = pairs.same_rules(scenario, variant, one.cell), families[one.metric.name]
            judged = judge_interval((size, size), (size, size), one.metric.kind, family)._replace(reached=True)
            if size == 0:
                judged = judged._replace(verdict=Verdict.EQUIVALENT, within=0.0)
            judged = judged._replace(note="the same rules" if same else "exact")
            numbers = Numbers(0, before, before + size, diverged=0.0 if same else math.nan)
            rows.append(Row(name, one, None, family, numbers, judged, _hands(scenario, variant, one.cell), True))
    return Comparison(scenario, tuple(name for name, _ in scenario.variants), tuple(rows), 0)


def _comparison(scenario: Scenario, played: Played, mode: Mode, families: dict[str, Family]) -> Comparison:
    judged: dict[int, Judged] = {}
    for name, family in families.items():
        members = [place for place, one in enumerate(played.series) if one.quantity.metric.name == name]
        pairs_of = [place for place in members if not played.series[place].unpaired]
        if len(pairs_of) == len(members):
            judged |= zip(members, judge_all(mode, [played.series[place] for place in members], family), strict=True)
        else:  # nothing is claimed of all
            judged |= {place: mode.judge(played.series[place], family) for place in pairs_of}
    rows = []
    for place, series in enumerate(played.series):
        if not (series.end.base or series.end.variant):
            continue  # a side that sits in no game at all
        name, variant = scenario.variants[series.variant]
        family = families[series.quantity.metric.name]
        if series.unpaired:
            found, numbers = _apart(series, mode, family)
        else:
            found, numbers = judged[place], _paired(series, mode.p_value(series, family))
        hands = _hands(scenario, variant, series.quantity.cell)
        rows.append(Row(name, series.quantity, series, family, numbers, found, hands, found.settled))
    names = tuple(name for name, _ in scenario.variants)
    return Comparison(scenario, names, tuple(rows), played.games)


def _hands(scenario: Scenario, variant: Scenario, cell: int) -> str:
    """The policies of a cell under the base and a variant."""
    ours, theirs = (policies(one, one.cells[cell]) for one in (scenario, variant))
    return ours if ours == theirs else f"{ours} (base), {theirs} (variant)"


def _paired(series: Series, p_value: float) -> Numbers:
    sums, whole = series.end.sums, series.quantity.whole
    n = max(sums.n, 1)
    ratio = paired.variance_ratio(sums) if sums.n > 1 else math.nan
    return Numbers(
        sums.n, sums.base / n / whole, sums.variant / n / whole, sums.diverged / n, paired.correlation(sums), ratio,
        p_value,
    )  # fmt: skip


def _apart(series: Series, mode: Mode, family: Family) -> tuple[Judged, Numbers]:
    """A side that base and variant seat in different games: two shares or means, each from its own games."""
    metric, (sums, _, base, variant, _) = series.quantity.metric, series.end
    ours, theirs = (unpaired.own(metric, one, family.level) for one in (base, variant))
    if not (ours.games and theirs.games):
        where = "the base" if ours.games else "the variant"
        note = f"sits in {where} alone"
        numbers = Numbers(ours.games or theirs.games, ours.mean, theirs.mean)
        return Judged((math.nan, math.nan), Verdict.NOT_COMPARABLE, note), numbers
    against = min(
        0.0, unpaired.correlation(sums, base, variant)
    )  # such games widen the interval, others do not narrow it

    def interval(level: float) -> Interval:
        before, after = (unpaired.own(metric, one, level) for one in (base, variant))
        return unpaired.difference(before, after, against)

    one_sided = interval(paired.one_sided_level(family.alpha, family.k))
    note = f"unpaired: {ours.games:,} games of the base and {theirs.games:,} of the variant seat this side"
    numbers = Numbers(ours.games, ours.mean, theirs.mean, p_value=paired.inverted(interval, family.level))
    judged = mode.apart(interval(family.level), one_sided, metric.kind, family)
    return judged._replace(note="; ".join(filter(None, (note, judged.note)))), numbers


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


def _unit(metric: Metric) -> str:
    return "percentage points" if metric.kind == "share" else metric.unit or "a game"


def _side(row: Row) -> str:
    return "" if row.quantity.side == EVERYBODY else f" ({row.quantity.side})"


def _sentence(row: Row) -> str:
    metric, numbers = row.quantity.metric, row.numbers
    about, note = f"{row.variant}: {metric.title}{_side(row)}: {row.judged.word}", row.judged.note
    if row.judged.verdict == Verdict.NOT_COMPARABLE:
        return f"{about}: {note}. Policy: {row.policies}."
    size = said(numbers.difference, metric.kind, sign=True)
    before, after = (said(value, metric.kind) for value in (numbers.base, numbers.value))
    unit = _unit(metric)
    if row.series is None:
        return f"{about}, exactly {size} {unit}, from {before} to {after}. Policy: {row.policies}."
    note = f"; {note}" if note else ""
    return (
        f"{about}, {size} {unit} {within(row.judged.interval, metric)}, from {before} to {after} after "
        f"{counted(numbers.games, 'game')}{note}. Policy: {row.policies}."
    )


def together(found: Comparison) -> list[str]:
    """What may be said of all comparisons together."""
    words = Counter(row.judged.word for row in found.rows)
    told = ", ".join(f"{n} {word}" for word, n in words.items())
    lines = [f"Of {len(found.rows)} comparison{'s' * (len(found.rows) != 1)}: {told}."]
    short = sum(row.judged.reached is False for row in found.rows)
    if short:
        lines.append(f"In {short} of them the interval is wider than asked.")
    for name in dict.fromkeys(row.quantity.metric.name for row in found.rows):
        rows = [row for row in found.rows if row.quantity.metric.name == name]
        bound = _within(rows)
        if bound > 0:
            size, unit = said(bound, rows[0].quantity.metric.kind), _unit(rows[0].quantity.metric)
            differences = (
                f"All {len(rows)} differences of {name} lie" if len(rows) > 1 else f"The difference of {name} lies"
            )
            lines.append(
                f"{differences} within {size} {unit}, "
                f"at an error of {100 * rows[0].family.alpha:g} % for the claim of all (Berger 1982)."
            )
    lines.append(f"{_played(found)}. {_saved(found.rows)}".strip())
    lines.append(f"Made under: {said_policies(found.rows)}.")
    return lines


def _saved(rows: Sequence[Row]) -> str:
    """What pairing did: the range of variance ratios, without a floor."""
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
    """What all differences are said to be smaller than, 0 where no such thing is said."""
    within = max(row.judged.within for row in rows)
    if within == 0:
        return rows[0].family.margin  # the same rules everywhere
    return within if math.isfinite(within) else 0.0


def said_policies(rows: Sequence[Row]) -> str:
    """All policies under which something was found, each once."""
    return "; ".join(dict.fromkeys(row.policies for row in rows))
