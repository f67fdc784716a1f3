"""House rules compared: each variant against the base on the same luck, with a word for every difference."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.games.game import Metric
from simkit.study import paired, pairs, runner
from simkit.study.modes import Family, Fixed, Judged, Mode, Sprt, judge_all
from simkit.study.paired import Verdict
from simkit.study.pairs import Played, Series
from simkit.study.quantities import EVERYBODY, Quantity, default_metric, find, metric_named, policies, quantities
from simkit.study.scenario import Scenario, load
from simkit.study.sizes import parse, said

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.plots import Figure


class Row(NamedTuple):
    """One comparison."""

    variant: str
    quantity: Quantity
    series: Series
    family: Family
    judged: Judged
    policies: str
    settled: bool  # what was asked has been reached, be it a verdict or a width


@dataclass(frozen=True)
class Comparison:
    """What `compare` found."""

    scenario: Scenario
    names: tuple[str, ...]  # of the variants
    rows: tuple[Row, ...]
    games: int  # played in all

    @property
    def settled(self) -> bool:
        """Whether what was asked has been reached in every comparison."""
        return all(row.settled for row in self.rows)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a comparison; shares as shares, means in their unit.

        `p_holm` is a p-value adjusted for all variants and sides of its metric (Holm 1979), as if the number of games
        had been fixed; `variance_ratio` is how many times the games two independent runs would need.
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
    def verdict(self) -> str:
        """The sentences as one text."""
        return "\n".join(self.sentences)

    def plot(self) -> Figure:
        """The differences with their intervals, a panel a metric."""
        from simkit.study import plots

        frame = self.frame.assign(
            title=[f"{row.quantity.metric.title} ({_unit(row.quantity.metric)})" for row in self.rows]
        )
        for column in ("difference", "low", "high"):
            frame[column] *= [100 if row.quantity.metric.kind == "share" else 1 for row in self.rows]
        level = 100 * (1 - self.scenario.asked.compare.alpha)
        return plots.forest(
            frame,
            title=self.scenario.title,
            subtitle=f"Variant less base on the same luck; all intervals of a metric hold at once with {level:g} %.",
            note=f"{self.games:,} games, seed {self.scenario.run.seed}; policies: {said_policies(self.rows)}.",
        )


def compare(
    scenario: Scenario | str | Path,
    *,
    metrics: Sequence[str] = (),
    margin: str | float | None = None,
    mode: Mode | None = None,
    only: str = "",
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    **changes: Any,
) -> Comparison:
    """Each variant of a scenario against its base, on the same luck.

    Parameters
    ----------
    scenario
        A file, or one that is loaded; its [variants] are compared, and [compare] says by what.
    metrics
        Names of metrics instead of those of [compare].
    margin
        The largest difference that does not matter, such as "1pt".
    mode
        When it stops: `modes.Fixed` (by default), `Until`, `Peek` or `Sprt`.
    only
        A single METRIC:SIDE; `Sprt` needs one.
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    Faulty
        With all that is wrong in the file.
    ValueError
        No variants, an unknown metric or side, a margin that is none.
    """
    loaded = scenario if isinstance(scenario, Scenario) else load(Path(scenario), **changes)
    if not loaded.compared:
        raise ValueError(f"{loaded.path}: nothing to compare: it has no [variants.NAME]")
    chosen = quantities_of(loaded, metrics, only)
    how = mode or Fixed()
    if isinstance(how, Sprt) and any(one.metric.kind != "share" for one in chosen):
        raise ValueError("a sequential test is one of shares; means without bounds have --until and --peek")
    families = families_of(loaded, chosen, margin)
    played = pairs.play(
        loaded,
        [variant for _, variant in loaded.compared],
        chosen,
        pairs.look_numbers(loaded.asked.compare, loaded, early=how.early),
        lambda series, first: how.stops(series, first, families[series.quantity.metric.name]),
        jobs or runner.default_jobs(),
        progress,
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
    if margin is not None and share:
        size = margin
    value = parse(size, "a margin")
    if value < 0:
        raise ValueError(f"a margin is a difference above 0 that does not matter, not {size}")
    k = sum(one.metric == metric for one in chosen) * max(1, len(scenario.compared))
    return Family(asked.alpha, k, value)


def _comparison(scenario: Scenario, played: Played, mode: Mode, families: dict[str, Family]) -> Comparison:
    judged: dict[int, Judged] = {}
    for name, family in families.items():
        members = [place for place, one in enumerate(played.series) if one.quantity.metric.name == name]
        judged |= zip(members, judge_all(mode, [played.series[place] for place in members], family), strict=True)
    rows = []
    for place, series in enumerate(played.series):
        name, variant = scenario.compared[series.variant]
        cell = series.quantity.cell
        ours, theirs = (policies(one, one.cells[cell]) for one in (scenario, variant))
        hands = ours if ours == theirs else f"{ours} (base), {theirs} (variant)"
        family, found = families[series.quantity.metric.name], judged[place]
        rows.append(Row(name, series.quantity, series, family, found, hands, found.settled))
    names = tuple(name for name, _ in scenario.compared)
    return Comparison(scenario, names, tuple(rows), played.games)


def _plain(row: Row) -> dict[str, Any]:
    sums, whole = row.series.end.sums, row.quantity.whole
    n = max(sums.n, 1)
    low, high = row.judged.interval
    ratio = paired.variance_ratio(sums) if sums.n > 1 else math.nan
    return {
        "variant": row.variant,
        "side": row.quantity.side,
        "metric": row.quantity.metric.name,
        "games": sums.n,
        "base": sums.base / n / whole,
        "value": sums.variant / n / whole,
        "difference": (sums.variant - sums.base) / n / whole,
        "low": low,
        "high": high,
        "verdict": row.judged.word,
        "settled": row.settled,
        "p_holm": _p_value(row),
        "diverged": sums.diverged / n,
        "correlation": paired.correlation(sums),
        "variance_ratio": ratio,
        "games_saved": 2 * sums.n * (ratio - 1) if math.isfinite(ratio) else math.nan,
        "note": row.judged.note,
        "policies": row.policies,
    }


def _p_value(row: Row) -> float:
    if row.series.same_rules or not row.series.end.sums.n:
        return 1.0
    if row.quantity.metric.kind != "share":
        return paired.mean_p_value(row.series.end.sums)
    values, counts = row.series.table(row.series.look)
    return float(paired.score_p_value(values, counts[0]))


def _unit(metric: Metric) -> str:
    return "percentage points" if metric.kind == "share" else metric.unit or "a game"


def _side(row: Row) -> str:
    return "" if row.quantity.side == EVERYBODY else f" ({row.quantity.side})"


def _sentence(row: Row) -> str:
    metric, sums = row.quantity.metric, row.series.end.sums
    n, whole = max(sums.n, 1), row.quantity.whole
    low, high = (said(end, metric.kind, sign=True) for end in row.judged.interval)
    size = said((sums.variant - sums.base) / n / whole, metric.kind, sign=True)
    before, after = (said(total / n / whole, metric.kind) for total in (sums.base, sums.variant))
    unit = _unit(metric)
    note = f"; {row.judged.note}" if row.judged.note else ""
    return (
        f"{row.variant}: {metric.title}{_side(row)}: {row.judged.word}, {size} {unit} [{low} to {high}], "
        f"from {before} to {after} after {sums.n:,} games{note}. Policy: {row.policies}."
    )


def together(found: Comparison) -> list[str]:
    """What may be said of all comparisons together."""
    words = Counter(row.judged.word for row in found.rows)
    told = ", ".join(f"{n} {word}" for word, n in words.items())
    lines = [f"Of {len(found.rows)} comparison{'s' * (len(found.rows) != 1)}: {told}."]
    short = sum(not row.settled and row.judged.verdict != Verdict.NOT_SETTLED for row in found.rows)
    if short:
        lines.append(f"In {short} of them the interval is wider than asked.")
    for name in dict.fromkeys(row.quantity.metric.name for row in found.rows):
        rows = [row for row in found.rows if row.quantity.metric.name == name]
        within = _within(rows)
        if within > 0:
            size, unit = said(within, rows[0].quantity.metric.kind), _unit(rows[0].quantity.metric)
            differences = (
                f"All {len(rows)} differences of {name} lie" if len(rows) > 1 else f"The difference of {name} lies"
            )
            lines.append(
                f"{differences} within {size} {unit}, "
                f"at an error of {100 * rows[0].family.alpha:g} % for the claim of all (Berger 1982)."
            )
    lines.append(f"{found.games:,} games played. {_saved(found.rows)}".strip())
    lines.append(f"Made under: {said_policies(found.rows)}.")
    return lines


def _saved(rows: Sequence[Row]) -> str:
    """What pairing did: the range of variance ratios, without a floor."""
    tried = [row for row in rows if not row.series.same_rules and row.series.end.sums.n > 1]
    ratios = sorted(paired.variance_ratio(row.series.end.sums) for row in tried)
    finite = [ratio for ratio in ratios if math.isfinite(ratio)]
    if not finite:
        return ""
    alike = f" ({len(ratios) - len(finite)} did not vary at all)" if len(finite) < len(ratios) else ""
    return (
        f"Two independent runs would need {finite[0]:.2f} to {finite[-1]:,.2f} times the games of these pairs, "
        f"{finite[len(finite) // 2]:.2f} in the middle, for the same errors{alike}."
    )


def _within(rows: Sequence[Row]) -> float:
    """What all differences are said to be smaller than, 0 where no such thing is said."""
    within = max(row.judged.within for row in rows)
    if within == 0:
        return rows[0].family.margin  # the same rules everywhere
    return within if math.isfinite(within) else 0.0


def said_policies(rows: Sequence[Row]) -> str:
    """All policies under which something was found, each once."""
    return "; ".join(dict.fromkeys(row.policies for row in rows))
