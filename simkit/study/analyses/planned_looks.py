"""A comparison at looks that are planned beforehand: the error is spent look by look (Lan & DeMets 1983).

It keeps nearly the power of a fixed number of games, where a confidence sequence pays for looking without end.  Its
budget is part of the plan: more games than planned are another run.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simkit.study.analyses.judging import Family, Judged, exactly_nothing, judge_interval
from simkit.study.analyses.looks import look_from
from simkit.study.analyses.stopping import Fixed
from simkit.study.runs.pairs import Series
from simkit.study.scenarios.sizes import value_text
from simkit.study.stats import paired
from simkit.study.stats.estimates import family_level
from simkit.study.stats.group_sequential import Floats, Plan, plan
from simkit.study.stats.paired import Integers, Interval
from simkit.study.stats.sequential import ENOUGH_DIVERGED, first_true


class _Seen(NamedTuple):
    """What a series shows at a look of its plan."""

    plan: Plan
    look: int  # of the plan, which begins where enough pairs differ
    z: float
    unit: float  # the difference of shares that a drift of 1 stands for

    def share(self, p: float) -> float:
        """The difference under which an outcome at least as high has probability p."""
        return min(1.0, max(-1.0, self.unit * self.plan.drift(self.look, self.z, p)))

    def interval(self, level: float) -> Interval:
        """By the stagewise order."""
        return self.share((1 - level) / 2), self.share((1 + level) / 2)


class Planned:
    """Looks where the scenario has them, up to its games, whose verdicts all together err as seldom as a single one.

    Nothing is spent before 25 pairs differ.  It stops at "higher" and "lower" alone: whether a difference is within the
    margin is judged at the end.  It is a rule for shares.
    """

    early = True

    def __init__(self, looks: Sequence[int] = ()) -> None:
        self.looks = tuple(looks)  # games up to each, the budget last; `compare` fills them in

    def over(self, looks: Sequence[int]) -> Planned:
        """The same rule at some looks."""
        return Planned(looks)

    def stops(self, series: Series, first: int, family: Family) -> int:
        """At the first look whose z has crossed its bound."""
        if series.same_rules:
            return first
        z, begin = _z(series)
        if begin < 0:
            return -1
        bounds = self._plan(begin, family).bounds[: len(z) - begin]
        crossed = np.concatenate([np.zeros(begin, bool), np.abs(z[begin:]) >= bounds])
        return look_from(first, crossed[first:])

    def judge(self, series: Series, family: Family) -> Judged:
        """From the stagewise interval; the note has the look and both estimates."""
        if series.same_rules:
            return exactly_nothing()
        seen = self._seen(series, family)
        if seen is None:
            judged = Fixed().judge(series, family)
            note = f"fewer than {ENOUGH_DIVERGED} pairs differ: nothing was spent before the end"
            return judged._replace(note="; ".join(filter(None, (note, judged.note))))
        one_sided = seen.interval(paired.one_sided_level(family.alpha, family.k))
        judged = judge_interval(seen.interval(family.level), one_sided, series.quantity.metric.kind, family)
        values, counts = series.table(series.look)
        adjusted, naive = (value_text(size, "share", sign=True) for size in (seen.share(0.5), _mean(values, counts[0])))
        note = f"look {series.look + 1} of {len(self.looks)}, adjusted {adjusted} points, naive {naive}"
        return judged._replace(note="; ".join(filter(None, (note, judged.note))))

    def alone(self, series: Series, family: Family) -> Interval:
        """From the stagewise interval."""
        level = paired.one_sided_level(family.alpha)
        seen = self._seen(series, family)
        return Fixed().alone(series, family) if series.same_rules or seen is None else seen.interval(level)

    def apart(self, interval: Interval, one_sided: Interval, kind: str, family: Family) -> Judged:
        """From the interval of a fixed number of games: there was no earlier look."""
        return judge_interval(interval, one_sided, kind, family)

    def p_value(self, series: Series, family: Family) -> float:
        """By the stagewise order."""
        seen = None if series.same_rules else self._seen(series, family)
        if seen is None:
            return Fixed().p_value(series, family)
        above = seen.plan.above(seen.look, seen.z, 0.0)
        return min(1.0, 2 * min(above, 1 - above))

    def _plan(self, begin: int, family: Family) -> Plan:
        """The plan of what is left from a look on."""
        fractions = tuple(games / self.looks[-1] for games in self.looks[begin:])
        return plan(fractions, family_level(family.alpha, family.k))

    def _seen(self, series: Series, family: Family) -> _Seen | None:
        """What the look where the series ends shows; None where too few pairs differ for any."""
        z, begin = _z(series)
        if begin < 0:
            return None
        values, counts = series.table(series.look)
        error = math.sqrt(float(counts[0] @ values**2)) / float(np.sum(counts))
        fraction = self.looks[series.look] / self.looks[-1]
        return _Seen(self._plan(begin, family), series.look - begin, float(z[-1]), error * math.sqrt(fraction))


def _z(series: Series) -> tuple[Floats, int]:
    """At each look the sum of D in its errors where it is none (McNemar 1947), and the first look with enough pairs.

    -1 where no look has enough.
    """
    values, counts = series.table()
    z = counts @ values / np.sqrt(np.maximum(counts @ values**2, 1e-300))
    return z, int(first_true(counts[:, values != 0].sum(axis=1) >= ENOUGH_DIVERGED))


def _mean(values: Floats, counts: Integers) -> float:
    return float(counts @ values / np.sum(counts))
