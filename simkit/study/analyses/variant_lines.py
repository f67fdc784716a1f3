"""A line a variant and metric: which way it goes, for how many sides, and by how much."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simkit.study.scenarios.labels import in_words
from simkit.study.scenarios.quantities import EVERYBODY
from simkit.study.scenarios.sizes import value_text
from simkit.study.stats.paired import Verdict

if TYPE_CHECKING:
    from simkit.study.analyses.comparison import Row

FEW = 2  # sides that are named; more are counted


def variant_lines(rows: Sequence[Row]) -> Iterator[str]:
    """A sentence each: "harder escape: the hero dies: higher for all 8, by +2.71 to +6.50 percentage points."."""
    for variant, metric in dict.fromkeys((row.variant, row.quantity.metric) for row in rows):
        group = [row for row in rows if (row.variant, row.quantity.metric) == (variant, metric)]
        words = dict.fromkeys(row.judged.word for row in group)
        parts = [_part([row for row in group if row.judged.word == word], len(group)) for word in words]
        yield f"{in_words(variant)}: {metric.title}: {'; '.join(parts)}."


def _part(alike: Sequence[Row], n: int) -> str:
    """What is said of the sides with the same word: by how much, or what is still possible."""
    word, metric = alike[0].judged.word, alike[0].quantity.metric
    is_open = word == str(Verdict.NOT_SETTLED)
    sizes = [end for row in alike for end in (row.judged.interval if is_open else [row.numbers.difference])]
    known = [size for size in sizes if math.isfinite(size)]
    if not known:
        return f"{word}{_whom(alike, n)}"
    least, most = (value_text(size, metric.kind, sign=True) for size in (min(known), max(known)))
    span = least if least == most else f"{least} to {most}"
    return f"{word}{_whom(alike, n)}, {'anything from' if is_open else 'by'} {span} {metric.difference_unit}"


def _whom(alike: Sequence[Row], n: int) -> str:
    names = [row.quantity.side for row in alike]
    if n == 1:
        return "" if names == [EVERYBODY] else f" for {names[0]}"
    if len(names) == n:
        return " for both" if n == FEW else f" for all {n}"
    return f" for {' and '.join(names)}" if len(names) <= FEW else f" for {len(names)} of {n}"
