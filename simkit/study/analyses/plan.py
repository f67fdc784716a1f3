"""How many games a question takes, and how many minutes on this machine, from a pilot."""

from __future__ import annotations

import math
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.study.analyses.compare import families_of, quantities_of
from simkit.study.analyses.finding import Finding
from simkit.study.report.text_tables import Table, table
from simkit.study.runs import pairs, runner
from simkit.study.runs.pairs import Series
from simkit.study.scenarios.arguments import as_integer, is_number, threads
from simkit.study.scenarios.limits import MOST_MARGIN
from simkit.study.scenarios.quantities import Quantity, all_policies
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import in_points, parse, value_text
from simkit.study.stats.estimates import z_quantile
from simkit.study.stats.intervals import ENOUGH_IN_A_FAMILY, ENOUGH_SEEN, ONE_AT_A_TIME, share_interval
from simkit.study.stats.paired import difference_sums
from simkit.study.stats.sequential import ENOUGH_DIVERGED
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

EFFECT = "1pt"
PILOT = 2_000  # games a cell
FEWEST, MOST = 10, 10_000_000  # of a pilot
PIECES = 16  # of a pilot, for threads; the answer does not depend on this number
COLUMNS = ("variant", "side", "metric", "games", "apart", "ratio")
SMALLEST = 1e-6  # effect; no run could play enough games for a smaller one


class Need(NamedTuple):
    """Games that one comparison needs; without variants, that one share or mean needs."""

    variant: str
    quantity: Quantity
    paired: float  # games a cell, those without the side included; without variants the same as `apart`
    apart: float  # games a cell of base and variant each, if they were independent runs
    sits: float  # share of games in which both seat the side; where unpaired, in which the rarer one does
    at_most: bool  # the pilot has too few divergent games; the games needed are an upper bound
    unpaired: bool  # base and variant seat the side in different games


@dataclass(frozen=True, repr=False)
class Plan(Finding):
    """What `plan` found."""

    scenario: Scenario
    effect: float
    power: float
    alpha: float
    needs: tuple[Need, ...]
    unknown: int  # comparisons for which the pilot gives no estimate
    alone: int  # comparisons of a side that sits only in the base, or only in the variant
    left: tuple[str, ...]  # metrics left out: an effect in points has no meaning for means
    seconds: float  # a game number, over all cells, base and variants
    jobs: int

    @property
    def games(self) -> int:
        """Games a cell that settle every comparison with that power."""
        return math.ceil(max(need.paired for need in self.needs))

    @property
    def games_apart(self) -> int:
        """The same if base and variants were independent runs."""
        return math.ceil(max(need.apart for need in self.needs))

    @property
    def minutes(self) -> float:
        """Minutes for all games, on this machine."""
        return self.games * self.seconds / 60

    @property
    def minutes_apart(self) -> float:
        """The same if base and variants were independent runs."""
        return self.games_apart * self.seconds / 60

    @property
    def frame(self) -> pd.DataFrame:
        """A row a comparison: games a cell with pairing and without, and in how many of them the side sits."""
        import pandas as pd

        return pd.DataFrame(
            {
                "variant": need.variant,
                "side": need.quantity.side,
                "metric": need.quantity.metric.name,
                "games": math.ceil(need.paired),
                "games_apart": math.ceil(need.apart),
                "ratio": need.apart / need.paired,
                "sits": need.sits,
                "at_most": need.at_most,
                "unpaired": need.unpaired,
            }
            for need in self.needs
        )

    @property
    def sentences(self) -> list[str]:
        """Games and minutes, with pairing and without, and the assumptions behind them."""
        kinds = dict.fromkeys(need.quantity.metric.kind for need in self.needs)
        units = {"share": "percentage points", "mean": "of its unit"}
        size = " or ".join(f"{value_text(self.effect, kind)} {units[kind]}" for kind in kinds)
        where = f"on this machine with {counted(self.jobs, 'thread')}"
        hands = f"Under: {all_policies([self.scenario, *(variant for _, variant in self.scenario.variants)])}."
        left = [f"Means have an effect in their unit, not in points: {', '.join(self.left)}."] if self.left else []
        sure = f"{100 * (1 - self.alpha):g} %"
        long = f"{self.games:,} games a cell, {_minutes(self.minutes)} {where}."
        if not self.scenario.variants:
            subject = "share" if list(kinds) == ["share"] else "mean" if list(kinds) == ["mean"] else "share and mean"
            return [f"To know every {subject} within {size}, all with {sure}: {long}", *left, hands]
        lines = [
            f"To find a difference of {size} in any of {counted(len(self.needs), 'comparison')} with a chance of "
            f"{100 * self.power:g} %, all intervals holding at once with {sure}: {long}",
            f"Without pairing: {self.games_apart:,} games a cell, {_minutes(self.minutes_apart)}.",
        ]
        if any(need.at_most for need in self.needs):
            lines.append(
                f"Where fewer than {ENOUGH_DIVERGED} pairs of the pilot diverged, the most that they may be is taken."
            )
        if any(need.unpaired for need in self.needs):
            lines.append("A side that base and variant seat in different games has two independent shares, not pairs.")
        if self.unknown:
            lines.append(f"Comparisons of which the pilot tells nothing, since no pair differed: {self.unknown}.")
        if self.alone:
            many = counted(self.alone, "comparison")
            lines.append(f"Not comparable, of who sits in the base or in the variant alone: {many}.")
        return [*lines, *left, hands]

    @property
    def settled(self) -> bool:
        """Whether the pilot gives an estimate for every comparison."""
        return not self.unknown

    def tables(self) -> dict[str, pd.DataFrame]:
        """The frame."""
        return {"plan": self.frame}

    def as_json(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {
            "effect": self.effect,
            "power": self.power,
            "games": self.games,
            "games_apart": self.games_apart,
            "minutes": self.minutes,
            "minutes_apart": self.minutes_apart,
            "unknown": self.unknown,
            "comparisons": self.frame.to_dict("records"),
        }

    def page(self) -> Iterator[Table | str]:
        """A row a comparison, and the sentences."""
        yield table(self.scenario.title, COLUMNS, map(_cells, self.frame.to_dict("records")), left=3)
        yield from self.sentences


def plan(
    scenario: Scenario | str | Path | Mapping[str, Any],
    effect: str | float = EFFECT,
    power: float = 0.9,
    *,
    jobs: int | None = None,
    pilot: int = PILOT,
    progress: runner.Progress = lambda n: None,
    **changes: Any,
) -> Plan:
    """Games and minutes needed to find a difference, from a pilot with the scenario's own first games.

    Parameters
    ----------
    effect
        The difference to be found, such as "1pt"; without [variants], the half-width of each interval.
    power
        Chance to find it, in (0, 1).
    pilot
        Games a cell of the pilot.
    changes
        seed= instead of the file's.

    Raises
    ------
    BadInput
        For an effect that is not above 0 or that no share can have, a power outside (0, 1), a bad number of pilot
        games, or a pilot that gives no estimate at all.
    """
    loaded = load(scenario, **changes)
    chosen = quantities_of(loaded)
    left: tuple[str, ...] = ()
    if in_points(effect):
        left = tuple(dict.fromkeys(quantity.metric.name for quantity in chosen if not quantity.metric.is_share))
        chosen = [quantity for quantity in chosen if quantity.metric.is_share]
        if not chosen:
            raise BadInput(f"an effect in points is one of shares; for {', '.join(left)} give a number, as 0.5")
    size = _effect(effect, only_shares=all(quantity.metric.is_share for quantity in chosen))
    if not is_number(power) or not 0 < power < 1:
        raise BadInput(f"a power is a chance between 0 and 1, not {short(power)}")
    if (n_games := as_integer(pilot)) is None or not FEWEST <= n_games <= MOST:
        raise BadInput(f"a pilot has {FEWEST} to {MOST:,} games a cell, not {short(pilot)}")
    pilot = n_games
    n_threads = threads(jobs)
    variants = [variant for _, variant in loaded.variants] or [loaded]
    for arm in (loaded, *variants):
        runner.simulate(arm, arm.cells[0], 0, 1)  # compiles
    begun = time.perf_counter()
    looks = sorted({-(-int(pilot) * piece // PIECES) for piece in range(1, PIECES + 1)})
    played = pairs.play(loaded, variants, chosen, looks, lambda series, first: -1, n_threads, progress)
    seconds = (time.perf_counter() - begun) / pilot
    asked = loaded.asked.compare
    all_needs = _needs(loaded, chosen, played.series, size, power, int(pilot))
    needs = tuple(need for need in all_needs if need is not None)
    if not needs:
        raise BadInput("no game of the pilot tells anything: a larger pilot may")
    alone = sum(bool(series.end.base) != bool(series.end.variant) for series in played.series)
    return Plan(loaded, size, power, asked.alpha, needs, len(all_needs) - len(needs), alone, left, seconds, n_threads)


def _effect(effect: str | float, *, only_shares: bool) -> float:
    size = parse(effect, "an effect")
    if not size > 0:
        raise BadInput(f"an effect is a difference above 0, not {effect}")
    if size < SMALLEST:
        raise BadInput(f"an effect is a difference of {SMALLEST:g} at least, not {effect}")
    if size > MOST_MARGIN:
        raise BadInput(f"an effect is a difference of {MOST_MARGIN:,} at most, not {short(effect)}")
    if only_shares and size >= 1:
        raise BadInput(f"an effect on a share is a difference below 100pt, not {effect}")
    return size


def _needs(
    scenario: Scenario, chosen: list[Quantity], series: list[Series], effect: float, power: float, pilot: int
) -> list[Need | None]:
    """Games for each comparison; None where the pilot gives no estimate.  Sides that never sit are left out."""
    families = families_of(scenario, chosen)
    sitting = [comparison for comparison in series if comparison.end.base or comparison.end.variant]
    if not scenario.variants:
        level = 1 - scenario.asked.compare.alpha / len(series)
        return [_alone(comparison, effect, level, pilot) for comparison in sitting]
    if all(comparison.same_rules for comparison in series):
        raise BadInput("every variant has the same rules as the base, byte for byte: nothing can differ")
    needs = []
    for comparison in sitting:
        if comparison.same_rules or not (comparison.end.base and comparison.end.variant):
            continue  # nothing can differ, or nothing can be compared
        level = families[comparison.quantity.metric.name].level
        z = z_quantile(level) + NormalDist().inv_cdf(power)
        compared = _apart if comparison.unpaired else _paired
        needs.append(
            compared(scenario.variants[comparison.variant][0], comparison, (max(0.0, z) / effect) ** 2, level, pilot)
        )
    return needs


def _paired(name: str, series: Series, factor: float, level: float, pilot: int) -> Need | None:
    """Games that find an effect: the pairs needed, divided by the share of games that seat the side."""
    pairs_seen, whole, metric = series.end, series.quantity.whole, series.quantity.metric
    sums, sits = pairs_seen.sums, pairs_seen.sums.n / pilot
    total, squares = difference_sums(sums)
    together = _variance(total, squares, sums.n) / whole**2
    apart = sum(_spread(counts) for counts in (pairs_seen.base, pairs_seen.variant)) / whole**2
    largest, fewest = metric.largest_difference, 1.0
    rare = sums.diverged < ENOUGH_DIVERGED and largest is not None
    if rare and largest is not None:  # D is at most `largest` in a divergent pair, and 0 in another
        together = max(together, (largest / whole) ** 2 * share_interval(sums.diverged, sums.n)[1])
        apart = max(apart, together)
    if largest is None:  # without a bound, an interval needs this many pairs that differ
        differ = sums.n - pairs_seen.differences[0]
        if not differ:
            return None
        fewest = (ENOUGH_SEEN if level <= ONE_AT_A_TIME else ENOUGH_IN_A_FAMILY) * sums.n / differ
    games, games_apart = (max(fewest, factor * variance) / sits for variance in (together, apart))
    return Need(name, series.quantity, games, games_apart, sits, rare, unpaired=False)


def _apart(name: str, series: Series, factor: float, level: float, pilot: int) -> Need | None:
    """Games that find an effect on a side which base and variant seat in different games: two independent means."""
    both, whole, metric = (series.end.base, series.end.variant), series.quantity.whole, series.quantity.metric
    spreads, rare = [], False
    for counts in both:
        spread, few = _spread(counts) / whole**2, _seldom(counts)
        if few and metric.is_share:
            rare, spread = True, max(spread, _most_spread(counts, whole))
        spreads.append(spread)
    if not any(spreads):
        return None
    games = max(
        1.0, factor * sum(variance * pilot / counts.total() for variance, counts in zip(spreads, both, strict=True))
    )
    sits = min(counts.total() for counts in both) / pilot
    return Need(name, series.quantity, games, games, sits, rare, unpaired=True)


def _alone(series: Series, effect: float, level: float, pilot: int) -> Need | None:
    """Games after which the interval of a quantity has the half-width `effect`."""
    counts, whole = series.end.base, series.quantity.whole
    n, rare = counts.total(), False
    if series.quantity.metric.is_share:
        share, rare = _mean(counts) / whole, _seldom(counts)
        if rare:
            share = _nearest_half(*share_interval(share * n, n))
        games: float = _share_games(share, effect, level)
    else:
        games = max(1.0, (z_quantile(level) / effect) ** 2 * _spread(counts) / whole**2)
        if not _spread(counts):
            return None
    return Need("", series.quantity, games * pilot / n, games * pilot / n, n / pilot, rare, unpaired=False)


def _seldom(counts: Counter[int]) -> bool:
    """Whether too few games differ from the commonest value to estimate a variance."""
    return counts.total() - max(counts.values()) < ENOUGH_DIVERGED


def _most_spread(counts: Counter[int], whole: float) -> float:
    """The largest variance within the interval of a share."""
    n = counts.total()
    share = _nearest_half(*share_interval(_mean(counts) / whole * n, n))
    return share * (1 - share)


def _nearest_half(low: float, high: float) -> float:
    return min(max(0.5, low), high)


def _share_games(share: float, effect: float, level: float) -> int:
    """The fewest games after which the interval of a share is narrow enough."""

    def half_width(n: int) -> float:
        low, high = share_interval(share * n, n, level)
        return (high - low) / 2

    most = 1
    while half_width(most) > effect:
        most *= 2
    return 1 + bisect_left(range(1, most), -effect, key=lambda n: -half_width(n))


def _mean(counts: Counter[int]) -> float:
    return sum(value * count for value, count in counts.items()) / counts.total()


def _spread(counts: Counter[int]) -> float:
    """Variance of values that were counted."""
    total, squares = (sum(value**power * count for value, count in counts.items()) for power in (1, 2))
    return _variance(total, squares, counts.total())


def _variance(total: int, squares: int, n: int) -> float:
    return (n * squares - total**2) / (n * max(n - 1, 1))


def _minutes(minutes: float) -> str:
    return f"{60 * minutes:.1f} seconds" if minutes < 2 else f"{minutes:,.1f} minutes"


def _cells(need: Mapping[Any, Any]) -> tuple[str, ...]:
    """A row of the table that a terminal is shown."""
    notes = [note for name, note in (("at_most", "at most"), ("unpaired", "unpaired")) if need[name]]
    games = f"{need['games']:,}{' ' if notes else ''}{', '.join(notes)}"
    names = (need[name] for name in ("variant", "side", "metric"))
    return (*names, games, f"{need['games_apart']:,}", f"{need['ratio']:.2f}")
