"""House rules compared: each variant against the base on the same luck, with a verdict on every difference."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.games.metrics import Metric
from simkit.study.analyses.comparison import Comparison, Numbers, Row
from simkit.study.analyses.judging import Family, Judged, judge_interval
from simkit.study.analyses.planned_looks import Planned
from simkit.study.analyses.stopping import Fixed, Mode, Sprt, judge_all
from simkit.study.runs import pairs, runner
from simkit.study.runs.exact_values import exact_values
from simkit.study.runs.journal import Records
from simkit.study.runs.pairs import Played, Series
from simkit.study.scenarios.arguments import name_of, names_of, threads, truth
from simkit.study.scenarios.limits import MOST_MARGIN
from simkit.study.scenarios.quantities import Quantity, default_metric, find, metric_named, policies, quantities
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import in_points, parse
from simkit.study.stats import paired, unpaired
from simkit.study.stats.paired import Interval, Verdict

NEGLIGIBLE = (
    1e-12  # an exact difference below this is rounding, beside values up to 1; beside larger ones in proportion
)


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
        A file, a dict of its content, or a loaded scenario.  Its [variants] are compared by the metrics of [compare].
    metrics
        Names of metrics instead of those of [compare].
    margin
        The largest difference that does not matter, such as "1pt".  It is one of shares, or where only means are
        compared, of means.
    mode
        The stopping rule: `sk.Fixed()` (by default), `sk.Until`, `sk.Peek`, `sk.Planned` or `sk.Sprt`.
    only
        A single METRIC:SIDE; `Sprt` needs one.
    exact
        True: exact differences, or an error where there are none.  False: simulate.  None: exact where that takes no
        longer, see `exact_values`, and no stopping rule that looks early is asked for.
    journal
        Keeps what was played; what it holds is not played again.
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    BadInput
        With all that is wrong in the file; for no variants, an unknown metric or side, a bad margin, or no exact answer
        where one is asked for.
    """
    loaded = load(scenario, **changes)
    if not loaded.variants:
        raise BadInput(f"{loaded.path}: nothing to compare: it has no [variants.NAME]")
    chosen = quantities_of(loaded, names_of("metrics", metrics), name_of("only", only))
    means = dict.fromkeys(quantity.metric.name for quantity in chosen if not quantity.metric.is_share)
    if margin is not None and in_points(margin) and all(quantity.metric.name in means for quantity in chosen):
        raise BadInput(f"a margin in points is one of shares; for {', '.join(means)} give a number, as 0.5")
    how, exact = Fixed() if mode is None else mode, truth("exact", exact)
    if isinstance(how, type) or not (hasattr(how, "stops") and hasattr(how, "judge")):
        raise BadInput(
            "mode is one of sk.Fixed(), sk.Until(0.005), sk.Peek(), sk.Planned() and sk.Sprt(0, 0.01), "
            f"not {short(mode)}"
        )
    if how.early and exact:
        raise BadInput("an exact answer plays no games, so there is nothing to stop")
    if isinstance(how, Sprt) and means:
        raise BadInput("a sequential test is one of shares; means without bounds have --until and --peek")
    if isinstance(how, Planned) and means:
        raise BadInput("planned looks are for shares; means without bounds have --until and --peek")
    looks = pairs.look_numbers(loaded.asked.compare, loaded, early=how.early)
    how = how.over(looks) if isinstance(how, Planned) else how
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
        looks,
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
    compared = [metric_named(scenario.game, name) for name in names] or [default_metric(scenario.game)]
    return quantities(scenario, compared)


def families_of(scenario: Scenario, chosen: Sequence[Quantity], margin: str | float | None = None) -> dict[str, Family]:
    """The family of each metric: all its variants and sides."""
    return {quantity.metric.name: _family(scenario, chosen, quantity.metric, margin) for quantity in chosen}


def _family(scenario: Scenario, chosen: Sequence[Quantity], metric: Metric, margin: str | float | None) -> Family:
    asked = scenario.asked.compare
    share = metric.is_share
    size = asked.margins.get(metric.name, asked.margin if share else 0.0)
    if margin is not None and (share or all(not quantity.metric.is_share for quantity in chosen)):
        size = margin
    value = parse(size, "a margin")
    if value < 0:
        raise BadInput(f"a margin is a difference above 0 that does not matter, not {size}")
    if value > MOST_MARGIN:
        raise BadInput(f"a margin is 0 to {MOST_MARGIN:,}, not {short(size)}")
    k = sum(quantity.metric == metric for quantity in chosen) * max(1, len(scenario.variants))
    return Family(asked.alpha, k, value)


def _exactly(scenario: Scenario, chosen: Sequence[Quantity], values: Any, families: dict[str, Family]) -> Comparison:
    rows = []
    for (name, variant), variant_values in zip(scenario.variants, values[1:].tolist(), strict=True):
        for quantity, before, after in zip(chosen, values[0].tolist(), variant_values, strict=True):
            size = after - before
            size = 0.0 if abs(size) < NEGLIGIBLE * max(1, abs(before)) else size
            same, family = pairs.same_rules(scenario, variant, quantity.cell), families[quantity.metric.name]
            judged = judge_interval((size, size), (size, size), quantity.metric.kind, family)._replace(reached=True)
            if size == 0:
                judged = judged._replace(verdict=Verdict.EQUIVALENT, within=0.0)
            judged = judged._replace(note="the same rules" if same else "exact")
            numbers = Numbers(0, before, before + size, diverged=0.0 if same else math.nan)
            rows.append(
                Row(name, quantity, None, family, numbers, judged, _hands(scenario, variant, quantity.cell), True)
            )
    return Comparison(scenario, tuple(name for name, _ in scenario.variants), tuple(rows), 0)


def _comparison(scenario: Scenario, played: Played, mode: Mode, families: dict[str, Family]) -> Comparison:
    judged: dict[int, Judged] = {}
    for name, family in families.items():
        members = [index for index, series in enumerate(played.series) if series.quantity.metric.name == name]
        pairs_of = [index for index in members if not played.series[index].unpaired]
        if len(pairs_of) == len(members):
            judged |= zip(members, judge_all(mode, [played.series[index] for index in members], family), strict=True)
        else:  # unpaired sides: no claim about all of them together
            judged |= {index: mode.judge(played.series[index], family) for index in pairs_of}
    rows = []
    for index, series in enumerate(played.series):
        if not (series.end.base or series.end.variant):
            continue  # the side sits in no game
        name, variant = scenario.variants[series.variant]
        family = families[series.quantity.metric.name]
        if series.unpaired:
            result, numbers = _apart(series, mode, family)
        else:
            result, numbers = judged[index], _paired(series, mode.p_value(series, family))
        hands = _hands(scenario, variant, series.quantity.cell)
        rows.append(Row(name, series.quantity, series, family, numbers, result, hands, result.settled))
    names = tuple(name for name, _ in scenario.variants)
    return Comparison(scenario, names, tuple(rows), played.games)


def _hands(scenario: Scenario, variant: Scenario, cell: int) -> str:
    """The policies of a cell under the base and a variant."""
    of_base, of_variant = (policies(arm, arm.cells[cell]) for arm in (scenario, variant))
    return of_base if of_base == of_variant else f"{of_base} (base), {of_variant} (variant)"


def _paired(series: Series, p_value: float) -> Numbers:
    sums, whole = series.end.sums, series.quantity.whole
    n = max(sums.n, 1)
    ratio = paired.variance_ratio(sums) if sums.n > 1 else math.nan
    return Numbers(
        sums.n, sums.base / n / whole, sums.variant / n / whole, sums.diverged / n, paired.correlation(sums), ratio,
        p_value,
    )  # fmt: skip


def _apart(series: Series, mode: Mode, family: Family) -> tuple[Judged, Numbers]:
    """A side that base and variant seat in different games: two shares or means, each over its own games."""
    metric, (sums, _, base, variant, _) = series.quantity.metric, series.end
    own_base, own_variant = (unpaired.own_mean(metric, counts, family.level) for counts in (base, variant))
    if not (own_base.games and own_variant.games):
        where = "the base" if own_base.games else "the variant"
        note = f"sits in {where} alone"
        numbers = Numbers(own_base.games or own_variant.games, own_base.mean, own_variant.mean)
        return Judged((math.nan, math.nan), Verdict.NOT_COMPARABLE, note), numbers
    # A negative correlation (of rivals) widens the interval; a positive one is not used to narrow it.
    between = min(0.0, unpaired.correlation(sums, base, variant))

    def interval(level: float) -> Interval:
        before, after = (unpaired.own_mean(metric, counts, level) for counts in (base, variant))
        return unpaired.difference(before, after, between)

    one_sided = interval(paired.one_sided_level(family.alpha, family.k))
    note = f"unpaired: {own_base.games:,} games of the base and {own_variant.games:,} of the variant seat this side"
    numbers = Numbers(own_base.games, own_base.mean, own_variant.mean, p_value=paired.inverted(interval, family.level))
    judged = mode.apart(interval(family.level), one_sided, metric.kind, family)
    return judged._replace(note="; ".join(filter(None, (note, judged.note)))), numbers
