"""Ways to end a comparison: a fixed number of games, a narrow interval, a verdict while peeking, a sequential test."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Protocol

import numpy as np

from simkit.study import paired, sequential, sprt, stopped
from simkit.study.likelihood import Floats
from simkit.study.paired import Integers, Interval, Verdict
from simkit.study.pairs import Series
from simkit.study.sizes import parse, said
from simkit.study.stats import family_level


class Judged(NamedTuple):
    """What a mode says of one comparison."""

    interval: Interval  # of the difference, in the metric's unit
    verdict: Verdict
    note: str = ""


class Family(NamedTuple):
    """How many comparisons of a metric are looked at together, at which chance of a wrong word, and what is small."""

    alpha: float
    k: int
    margin: float  # 0 where there is none

    @property
    def level(self) -> float:
        """Confidence level of each interval."""
        return 1 - family_level(self.alpha, self.k)


class Mode(Protocol):
    """When a comparison may stop, and what is then said."""

    early: bool  # whether it looks before the last game

    def stops(self, series: Series, first: int, family: Family) -> int:
        """The first look from number `first` on at which it may stop, -1 for none."""

    def judge(self, series: Series, family: Family) -> Judged:
        """What is said at the look of which the series speaks."""


def _exactly_nothing() -> Judged:
    return Judged((0.0, 0.0), Verdict.EQUIVALENT, "the same rules")


class Fixed:
    """As many games as the scenario says; the interval is that of a fixed number of games."""

    early = False

    def stops(self, series: Series, first: int, family: Family) -> int:
        """Never."""
        return -1

    def judge(self, series: Series, family: Family) -> Judged:
        """Tango's interval of a share, a normal one of a mean."""
        if series.same_rules:
            return _exactly_nothing()
        interval = fixed_interval(series, family.level)
        one_sided = fixed_interval(series, paired.one_sided_level(family.alpha, family.k))
        return Judged(interval, word(interval, one_sided, family.margin))


class Until(Fixed):
    """Until the interval's half-width is small enough (Chow & Robbins 1965)."""

    early = True

    def __init__(self, half_width: float) -> None:
        self.half_width = half_width

    def stops(self, series: Series, first: int, family: Family) -> int:
        """From 1,000 games and 25 divergent pairs on."""
        if series.same_rules:
            return first
        low, high = _looks(series, first, family.level)
        narrow = sequential.narrow_enough(low, high, self.half_width, series.n(first), series.diverged(first))
        return _from(first, narrow)

    def judge(self, series: Series, family: Family) -> Judged:
        """As with a fixed number of games, but settled only where it has stopped."""
        judged = super().judge(series, family)
        if series.same_rules or series.stopped >= 0:
            return judged
        return judged._replace(note="not so narrow within the budget")


class Peek:
    """Whenever there is a verdict, by a confidence sequence that stays true however often one looks."""

    early = True

    def stops(self, series: Series, first: int, family: Family) -> int:
        """At the first look that has a verdict."""
        if series.same_rules:
            return first
        lows, highs = _sequence(series, first, family.level)
        words = [word(pair, pair, family.margin) for pair in zip(lows.tolist(), highs.tolist(), strict=True)]
        return _from(first, [word != Verdict.NOT_SETTLED for word in words])

    def judge(self, series: Series, family: Family) -> Judged:
        """From the confidence sequence; a note tells how much wider it is than the interval of a fixed number."""
        if series.same_rules:
            return _exactly_nothing()
        lows, highs = _sequence(series, series.look, family.level)
        interval = float(lows[0]), float(highs[0])
        fixed = fixed_interval(series, family.level)
        width = fixed[1] - fixed[0]
        factor = (interval[1] - interval[0]) / width if 0 < width < math.inf else math.inf
        note = f"{factor:.2f} times as wide as that of a fixed number of games"
        return Judged(interval, word(interval, interval, family.margin), note)


class Sprt:
    """A sequential test of a share's difference between two bounds, or of 0 against a margin on either side.

    Parameters
    ----------
    low, high
        Bounds in units of the share; `high` below `low` asks whether the difference is as low as that.
    both
        Higher, lower or neither, by two tests (Sobel & Wald 1949); `low` is 0.
    normalised
        Bounds are in normalised Elo.
    """

    early = True

    def __init__(self, low: float, high: float, *, both: bool = False, normalised: bool = False) -> None:
        limit = math.inf if normalised else 1
        if low == high or not (-limit < low < limit and -limit < high < limit):
            raise ValueError("a sequential test needs two different bounds, between -100pt and 100pt")
        if both and low != 0:
            raise ValueError("a test on either side is one of 0 against a margin: its first bound is 0")
        self.low, self.high, self.both, self.normalised = low, abs(high) if both else high, both, normalised
        self.sign = 1 if both or high > low else -1

    def stops(self, series: Series, first: int, family: Family) -> int:
        """Where the likelihood ratio has left the two thresholds, from 25 divergent pairs on."""
        return first if series.same_rules else int(self._stop(series, family).look)

    def judge(self, series: Series, family: Family) -> Judged:
        """The word of the test; both estimates, or the confidence sequence where the floor decided."""
        if series.same_rules:
            return _exactly_nothing()
        stop = self._stop(series, family)
        values, counts = series.table(series.look)
        naive = stopped.naive_estimate(values, counts[0], family.level)
        if stop.look < 0 or stop.by_floor or (self.both and stop.sign == 0) or self.normalised:
            low, high = paired.score_interval(values, counts[0], family.level)
            if stop.look >= 0:
                low, high = sequential.betting_interval(values, counts[0], family.level)
            return Judged((float(low), float(high)), self._word(stop), self._why(stop))
        way = int(stop.sign) if self.both else self.sign
        bounds = (0.0, self.high) if self.both else (self.sign * self.low, self.sign * self.high)
        block = round(float(series.end.sums.n) / (series.look + 1))
        found = stopped.adjusted_estimate(
            way * values[::way], counts[0][::way], *bounds, block, alpha=self._alpha(family), beta=family.alpha,
            level=family.level,
        )  # fmt: skip
        mean, *ends = (way * float(value) for value in found)
        note = f"adjusted {said(mean, 'share', sign=True)} points, naive {said(float(naive.mean), 'share', sign=True)}"
        return Judged((min(ends), max(ends)), self._word(stop), note)

    def _alpha(self, family: Family) -> float:
        return family_level(family.alpha, family.k) / (2 if self.both else 1)

    def _stop(self, series: Series, family: Family) -> sprt.Stop:
        # A stopped test is judged by the looks up to it; later ones are not there.
        values, counts = series.table()
        diverged, alpha = series.diverged(), self._alpha(family)
        forward = self._first(values, counts, diverged, self.sign, alpha, family.alpha)
        if not self.both:
            return forward
        return sprt.two_sided(forward, self._first(values, counts, diverged, -1, alpha, family.alpha))

    def _first(self, values: Floats, counts: Integers, diverged: Integers, sign: int, a: float, b: float) -> sprt.Stop:
        ratio = sprt.normalised_log_likelihood_ratio if self.normalised else sprt.log_likelihood_ratio
        low, high = (0.0, self.high) if self.both else (sign * self.low, sign * self.high)
        ratios = ratio(sign * values[::sign], counts[:, ::sign], low, high)
        return sprt.first_stop(ratios, diverged, a, b)

    def _word(self, stop: sprt.Stop) -> Verdict:
        if self.both or stop.look < 0:
            return sprt.stop_verdict(stop)
        if stop.sign == 1:
            return Verdict.HIGHER if self.sign == 1 else Verdict.LOWER
        return Verdict.NOT_HIGHER if self.sign == 1 else Verdict.NOT_LOWER

    def _why(self, stop: sprt.Stop) -> str:
        if stop.look < 0:
            return "the test has not ended; interval of a fixed number of games"
        return "the 25th divergent pair decided: confidence sequence" if stop.by_floor else "confidence sequence"


def read_sprt(low: str, high: str, *, normalised: bool = False) -> Sprt:
    """Bounds as a user writes them: "0" and "1pt", "-1pt", or "+-1pt" for either side."""
    both = high.startswith(("+-", "\N{PLUS-MINUS SIGN}"))
    return Sprt(
        parse(low, "the first bound"),
        parse(high.removeprefix("+-").removeprefix("\N{PLUS-MINUS SIGN}"), "the second bound"),
        both=both,
        normalised=normalised,
    )


def fixed_interval(series: Series, level: float) -> Interval:
    """The interval of a fixed number of games, at the look of which the series speaks."""
    if series.quantity.metric.kind != "share":
        low, high = paired.mean_difference(series.end.sums, level)
        return low / series.quantity.whole, high / series.quantity.whole
    values, counts = series.table(series.look)
    low, high = paired.score_interval(values, counts[0], level)
    return float(low), float(high)


def _looks(series: Series, first: int, level: float) -> tuple[Any, Any]:
    """Intervals of a fixed number of games, at each look from number `first`."""
    if series.quantity.metric.kind == "share":
        return paired.score_interval(*series.table(first), level)
    found = [paired.mean_difference(pairs.sums, level) for pairs in series.at[first:]]
    return tuple(np.array(found).T / series.quantity.whole)


def _sequence(series: Series, first: int, level: float) -> tuple[Any, Any]:
    """Confidence sequences at each look from number `first`."""
    if series.quantity.metric.kind == "share":
        return sequential.betting_interval(*series.table(first), level)
    found = []
    for pairs in series.at[first:]:
        total, squares = paired.difference_sums(pairs.sums)
        found.append(sequential.asymptotic_interval(total, squares, pairs.sums.n, level))
    return tuple(np.array(found).T / series.quantity.whole)


def word(interval: Interval, one_sided: Interval, margin: float) -> Verdict:
    """The word for a difference, with a margin (see `paired.verdict`) or without."""
    if margin > 0:
        return paired.verdict(interval, one_sided, margin)
    low, high = interval
    return Verdict.HIGHER if low > 0 else Verdict.LOWER if high < 0 else Verdict.NOT_SETTLED


def _from(first: int, found: Any) -> int:
    look = int(sequential.first_true(found))
    return first + look if look >= 0 else -1
