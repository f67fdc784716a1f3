"""The headline of a scenario under several policies, and whether it is the same under all of them beyond chance."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from simkit.study.analyses.claim import quoted
from simkit.study.analyses.compare import families_of
from simkit.study.analyses.policy_fields import Hand, Table
from simkit.study.analyses.side_differences import Estimate, combined, leaders, mean_of, sign_of
from simkit.study.scenarios.quantities import EVERYBODY, Quantity
from simkit.study.scenarios.sizes import value_text
from simkit.study.stats.estimates import family_level
from simkit.study.stats.paired import Verdict, one_sided_level, verdict
from simkit.text import counted


class Row(NamedTuple):
    """The value of a side under a policy, or how a variant changes it."""

    name: str  # of the policy
    variant: str  # "" for the base
    side: str
    value: float
    low: float  # the intervals of all rows hold at once
    high: float
    word: str


class Headline(NamedTuple):
    """The headline under all policies."""

    rows: list[Row]
    stands: bool  # whether it is the same in all of them, beyond chance
    told: str


def headline(field: Sequence[Hand], table: Table, chosen: Sequence[Quantity]) -> Headline:
    """With variants the direction of each difference; with several sides who is first; with one side its value.

    The words hold at once over all policies, variants and sides, with the error of [compare] alpha.  A headline that is
    within chance under some policy does not stand.
    """
    if field[0].scenario.variants:
        return _of_variants(field, table, chosen)
    return _of_sides(field, table, chosen) if len(chosen) > 1 else _of_one(field, table, chosen[0])


def worded(estimate: Estimate, level: float, one_sided: float = 0.0, margin: float = 0.0) -> str:
    """The word for a difference: see `paired.verdict`; without a margin "higher", "lower" or "not settled"."""
    if math.isnan(estimate.size):  # the side sits under only one of the two
        return str(Verdict.NOT_COMPARABLE)
    if estimate.exact and not estimate.size:
        return str(Verdict.EQUIVALENT)
    if margin > 0:
        return str(verdict(estimate.interval(level), estimate.interval(one_sided), margin))
    return str({1: Verdict.HIGHER, -1: Verdict.LOWER, 0: Verdict.NOT_SETTLED}[sign_of(estimate, level)])


def _of_sides(field: Sequence[Hand], table: Table, chosen: Sequence[Quantity]) -> Headline:
    alpha = field[0].scenario.asked.compare.alpha
    level = 1 - family_level(alpha, len(field) * len(chosen))
    lead_level = 1 - family_level(alpha, len(field) * (len(chosen) - 1))
    rows: list[Row] = []
    by_names: dict[tuple[str, ...], list[str]] = {}  # who may be first, and under which policies
    for hand in field:
        sides = [table.side(hand.scenario, quantity) for quantity in chosen]
        first = leaders(sides, lead_level)
        by_names.setdefault(tuple(sorted(chosen[index].side for index in first)), []).append(hand.name)
        word = "first" if len(first) == 1 else "within chance of the first"
        for index, (quantity, side) in enumerate(zip(chosen, sides, strict=True)):
            ends = combined([(side, 1)]).interval(level)
            rows.append(Row(hand.name, "", quantity.side, mean_of(side), *ends, word if index in first else ""))
    return Headline(rows, len(by_names) == 1 and len(next(iter(by_names))) == 1, _told_first(by_names, chosen, field))


def _told_first(by_names: dict[tuple[str, ...], list[str]], chosen: Sequence[Quantity], field: Sequence[Hand]) -> str:
    title = quoted(chosen[0].metric)
    sure = {names[0]: hands for names, hands in by_names.items() if len(names) == 1}
    if len(by_names) == 1 and sure:
        (name,) = sure
        under = f"all of {len(field)} policies" if len(field) > 1 else field[0].name
        return f"{title}: {name} is first under {under}."
    open_ones = [f"{', '.join(names)} ({', '.join(hands)})" for names, hands in by_names.items() if len(names) != 1]
    parts = [f"{name} is first ({', '.join(hands)})" for name, hands in sure.items()]
    if len(sure) > 1:
        parts += [f"within chance: {text}" for text in open_ones]
        return f"{title}: who is first hangs on the policy: {'; '.join(parts)}."
    return f"{title}: who is first is not settled. Within chance: {'; '.join([*open_ones, *parts])}."


def _of_one(field: Sequence[Hand], table: Table, quantity: Quantity) -> Headline:
    alpha, kind = field[0].scenario.asked.compare.alpha, quantity.metric.kind
    margin = families_of(field[0].scenario, [quantity])[quantity.metric.name].margin
    level = 1 - family_level(alpha, len(field))
    rows = []
    for hand in field:
        side = table.side(hand.scenario, quantity)
        rows.append(Row(hand.name, "", quantity.side, mean_of(side), *combined([(side, 1)]).interval(level), ""))
    pairs = list(combinations(field, 2))
    k = max(1, len(pairs))
    words = [
        worded(
            table.difference(first.scenario, second.scenario, quantity), 1 - family_level(alpha, k),
            one_sided_level(alpha, k), margin,
        )
        for first, second in pairs
    ]  # fmt: skip
    values = ", ".join(f"{value_text(row.value, kind)}{' %' if kind == 'share' else ''} ({row.name})" for row in rows)
    torn = any(word in (Verdict.HIGHER, Verdict.LOWER) for word in words)
    stands = not torn and Verdict.NOT_SETTLED not in words
    if not pairs:
        conclusion = "under one policy"
    elif torn:
        conclusion = "hangs on the policy"
    elif not stands:
        conclusion = "no difference between policies is beyond chance"
    else:
        conclusion = "the same under all policies" + (f", within {value_text(margin, kind)}" if margin else "")
    return Headline(rows, stands, f"{quoted(quantity.metric)}: {conclusion}: {values}.")


def _of_variants(field: Sequence[Hand], table: Table, chosen: Sequence[Quantity]) -> Headline:
    base, names = field[0].scenario, [name for name, _ in field[0].scenario.variants]
    differences = {
        (hand.name, name, quantity): table.difference(variant, hand.scenario, quantity)
        for hand in field
        for name, variant in hand.scenario.variants
        for quantity in chosen
    }
    alpha, k = base.asked.compare.alpha, max(1, sum(not math.isnan(gap.size) for gap in differences.values()))
    margin = families_of(base, chosen)[chosen[0].metric.name].margin
    level, one_sided = 1 - family_level(alpha, k), one_sided_level(alpha, k)
    rows = [
        Row(hand, name, quantity.side, gap.size, *gap.interval(level), worded(gap, level, one_sided, margin))
        for (hand, name, quantity), gap in differences.items()
    ]
    every = [
        [row for row in rows if (row.variant, row.side) == (name, quantity.side)]
        for name in names
        for quantity in chosen
    ]
    groups = [group for group in every if not any(row.word == Verdict.NOT_COMPARABLE for row in group)]
    torn = [group for group in groups if _torn(group, margin)]
    alike = [group for group in groups if _alike(group)]
    title, n = quoted(chosen[0].metric), len(groups)
    if torn:
        parts = [f"{_of(group[0])}: {', '.join(f'{row.word} ({row.name})' for row in group)}" for group in torn]
        sentence = f"{title}: hangs on the policy: {'; '.join(parts)}"
    elif not groups:
        sentence = f"{title}: nothing can be compared: no side sits both in the base and in a variant"
    elif len(alike) == n:
        sentence = f"{title}: {_all_ways(groups)} under {_all(field)}"
    else:
        few = f"{len(alike) or 'none'} {'is' if len(alike) < 2 else 'are'} settled alike under {_all(field)}"
        sentence = (
            f"{title}: no difference goes one way under one policy and the other way under another, but of "
            f"{counted(n, 'difference')} {few}; the others are within chance under some"
        )
    if groups and len(every) > n:
        more = counted(len(every) - n, "difference")
        sentence += f"; {more} more cannot be compared, of who sits in one of the two alone"
    return Headline(rows, bool(groups) and len(alike) == n, f"{sentence}.")


def _all(field: Sequence[Hand]) -> str:
    return f"all of {len(field)} policies" if len(field) > 1 else field[0].name


def _of(row: Row) -> str:
    return row.variant if row.side == EVERYBODY else f"{row.variant} ({row.side})"


def _all_ways(groups: Iterable[Sequence[Row]]) -> str:
    """The direction of each difference that is settled alike."""
    return "; ".join(f"{_of(group[0])} {_way(group[0])}" for group in groups)


def _way(row: Row) -> str:
    return "higher" if row.low > 0 else "lower" if row.high < 0 else str(row.word)


def _signs(rows: Iterable[Row]) -> Iterator[int]:
    for row in rows:
        yield int(row.low > 0) - int(row.high < 0)


def _alike(rows: Sequence[Row]) -> bool:
    """Whether a difference is settled alike under all policies: always above 0, always below 0, or always small."""
    signs = set(_signs(rows))
    return signs in ({1}, {-1}) or all(row.word in (Verdict.EQUIVALENT, Verdict.WITHIN) for row in rows)


def _torn(rows: Sequence[Row], margin: float) -> bool:
    """Whether it is above 0 under one policy and below under another, or within the margin here and beyond it there."""
    small = any(row.word in (Verdict.EQUIVALENT, Verdict.WITHIN) for row in rows)
    large = any(row.low >= margin or row.high <= -margin for row in rows if not math.isnan(row.value))
    return {1, -1} <= set(_signs(rows)) or (small and margin > 0 and large)
