"""Stopping rules of a comparison: a number of games, a narrow interval, a verdict while peeking, a sequential test.

A verdict follows from the interval printed beside it, or from bounds that the note gives.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from simkit.errors import BadInput
from simkit.study.analyses.judging import (
    NOWHERE,
    Family,
    Judged,
    exactly_nothing,
    judge_interval,
    one_sided_ends,
    word_of,
)
from simkit.study.analyses.looks import (
    fixed_interval,
    is_share,
    look_from,
    look_intervals,
    most_of,
    n_differing,
    sequence_at_end,
    sequence_intervals,
)
from simkit.study.runs.pairs import Series
from simkit.study.scenarios.arguments import number
from simkit.study.scenarios.sizes import parse, size_text, value_text
from simkit.study.stats import paired, sequential, sprt_ending
from simkit.study.stats.estimates import family_level
from simkit.study.stats.paired import Interval, Verdict

MOST_WIDTH = 10**9  # half-width that may be asked for


class Mode(Protocol):
    """A stopping rule: when a comparison stops, and its verdict then."""

    early: bool  # whether it looks before the last game

    def stops(self, series: Series, first: int, family: Family) -> int:
        """The first look, from number `first` on, at which it stops; -1 for none."""

    def judge(self, series: Series, family: Family) -> Judged:
        """The verdict at the look where the series ends (`series.look`)."""

    def alone(self, series: Series, family: Family) -> Interval:
        """Interval of the difference with an error of alpha on either side, for this comparison alone."""

    def apart(self, interval: Interval, one_sided: Interval, kind: str, family: Family) -> Judged:
        """The verdict on a side that base and variant seat in different games, from all of them; see `judge_interval`.

        There are no early looks at such games.
        """

    def p_value(self, series: Series, family: Family) -> float:
        """P-value of "the difference is 0", from the interval that is printed; NaN where there is none."""


def judge_all(mode: Mode, series: Sequence[Series], family: Family) -> list[Judged]:
    """The verdicts on all comparisons of a family.

    The claim that all lie within the margin needs no correction (Berger 1982).  Single verdicts need one, so the claim
    may hold where they do not settle.  Where it holds, the verdicts say so, too.
    """
    results = [mode.judge(comparison, family) for comparison in series]
    if not family.margin > 0:
        return results
    alone = [mode.alone(comparison, family) for comparison in series]
    known = [
        judged.within <= family.margin or paired.equivalent([interval], family.margin)
        for judged, interval in zip(results, alone, strict=True)
    ]
    if not all(known):
        return results
    return [
        judged if judged.within <= family.margin else _by_all(judged, interval, comparison, family)
        for judged, interval, comparison in zip(results, alone, series, strict=True)
    ]


def _by_all(judged: Judged, interval: Interval, series: Series, family: Family) -> Judged:
    low, high = judged.interval
    verdict = Verdict.EQUIVALENT if low <= 0 <= high else Verdict.WITHIN
    note = f"by the claim of all, from {one_sided_ends(interval, series.quantity.metric.kind)}"
    return judged._replace(verdict=verdict, within=family.margin, note="; ".join(filter(None, (judged.note, note))))


class Fixed:
    """As many games as the scenario asks for, and the interval of a fixed number of games."""

    early = False

    def stops(self, series: Series, first: int, family: Family) -> int:
        """Never."""
        return -1

    def judge(self, series: Series, family: Family) -> Judged:
        """From the interval; a small difference from two one-sided tests, whose ends the note gives where needed."""
        if series.same_rules:
            return exactly_nothing()
        one_sided = fixed_interval(series, paired.one_sided_level(family.alpha, family.k))
        return judge_interval(fixed_interval(series, family.level), one_sided, series.quantity.metric.kind, family)

    def alone(self, series: Series, family: Family) -> Interval:
        """From two one-sided tests."""
        return fixed_interval(series, paired.one_sided_level(family.alpha))

    def apart(self, interval: Interval, one_sided: Interval, kind: str, family: Family) -> Judged:
        """From the interval, as for pairs."""
        return judge_interval(interval, one_sided, kind, family)

    def p_value(self, series: Series, family: Family) -> float:
        """The least alpha at which the interval of a fixed number of games leaves 0 out."""
        if series.same_rules:
            return 1.0
        if is_share(series):
            values, counts = series.table(series.look)
            return paired.share_p_value(values, counts[0], family.level)
        return paired.inverted(lambda level: fixed_interval(series, level), family.level)


class Until(Fixed):
    """Until the interval's half-width is small enough (Chow & Robbins 1965)."""

    early = True

    def __init__(self, half_width: float) -> None:
        self.half_width = number("half_width", half_width)
        if not 0 < self.half_width <= MOST_WIDTH:
            raise BadInput(f"a half-width is above 0 and at most {MOST_WIDTH:,}, not {half_width:g}")

    def stops(self, series: Series, first: int, family: Family) -> int:
        """From 1,000 games on, and 25 pairs that differ; of a mean more."""
        if series.same_rules:
            return first
        low, high = look_intervals(series, first, family.level)
        n, differing = series.n(first), n_differing(series, first)
        enough = sequential.ENOUGH_DIVERGED if is_share(series) else sequential.enough_for_means(family.level)
        return look_from(first, sequential.narrow_enough(low, high, self.half_width, n, differing, enough))

    def judge(self, series: Series, family: Family) -> Judged:
        """As with a fixed number of games; it is settled by the width, whatever the interval holds."""
        judged = super().judge(series, family)
        return judged if series.same_rules else self._measured(judged, stopped=series.stopped >= 0)

    def apart(self, interval: Interval, one_sided: Interval, kind: str, family: Family) -> Judged:
        """As for pairs: it is settled by the width."""
        return self._measured(judge_interval(interval, one_sided, kind, family), stopped=False)

    def _measured(self, judged: Judged, *, stopped: bool) -> Judged:
        low, high = judged.interval
        # Where it has not stopped early, the number of games was fixed, and the width counts as it is.
        reached = stopped or high - low <= 2 * self.half_width
        if reached and judged.verdict == Verdict.NOT_SETTLED:
            judged = judged._replace(verdict=Verdict.MEASURED)
        note = "as narrow as asked" if reached else "not so narrow within the budget"
        return judged._replace(reached=reached, note="; ".join(filter(None, (note, judged.note))))

    def alone(self, series: Series, family: Family) -> Interval:
        """From the confidence sequence, which stays valid after early looks."""
        return sequence_at_end(series, 1 - family.alpha)


class Peek:
    """Until there is a verdict, by a confidence sequence that stays valid however often one looks."""

    early = True

    def stops(self, series: Series, first: int, family: Family) -> int:
        """At the first look that has a verdict."""
        if series.same_rules:
            return first
        lows, highs = sequence_intervals(series, first, family.level)
        words = [word_of(pair, pair, family.margin) for pair in zip(lows.tolist(), highs.tolist(), strict=True)]
        return look_from(first, [word != Verdict.NOT_SETTLED for word in words])

    def judge(self, series: Series, family: Family) -> Judged:
        """From the confidence sequence; a note says how much wider it is than the interval of a fixed number."""
        if series.same_rules:
            return exactly_nothing()
        interval = sequence_at_end(series, family.level)
        judged = judge_interval(interval, interval, series.quantity.metric.kind, family)
        if not math.isfinite(interval[1] - interval[0]):
            pairs = sequential.enough_for_means(family.level)
            return judged._replace(note=f"no interval before {sequential.FIRST_GAMES:,} games and {pairs} that differ")
        fixed = fixed_interval(series, family.level)
        width = fixed[1] - fixed[0]
        if not 0 < width < math.inf:
            return judged
        factor = (interval[1] - interval[0]) / width
        return judged._replace(note=f"{factor:.2f} times as wide as that of a fixed number of games")

    def alone(self, series: Series, family: Family) -> Interval:
        """From the confidence sequence."""
        return sequence_at_end(series, 1 - family.alpha)

    def apart(self, interval: Interval, one_sided: Interval, kind: str, family: Family) -> Judged:
        """From the interval of a fixed number of games: there was no earlier look."""
        return judge_interval(interval, one_sided, kind, family)

    def p_value(self, series: Series, family: Family) -> float:
        """One that stays valid however often one looks."""
        if series.same_rules:
            return 1.0
        most = most_of(series)
        if most is None:
            return paired.inverted(lambda level: sequence_at_end(series, level), family.level)
        values, counts = series.table(series.look)
        return min(1.0, math.exp(-float(sequential.log_wealth(values / most, counts, np.zeros(len(counts)))[0])))


class Sprt:
    """A sequential test of a share's difference between two bounds, or of 0 against a margin on either side.

    A verdict names the bound that was rejected.  The chance to reject a bound wrongly is half of the family's alpha at
    most, shared among its comparisons.  Every interval here errs by half of alpha on either side, too, so none holds a
    bound that the verdict beside it denies.

    Parameters
    ----------
    low, high
        Bounds in units of the share, the low one first: -1pt and 0 ask whether it is lower.
    both
        Whether to ask for higher, lower or neither, by two tests (Sobel & Wald 1949); `low` is then 0.
    normalised
        Whether the bounds are in normalised Elo.
    """

    early = True

    def __init__(self, low: float, high: float, *, both: bool = False, normalised: bool = False) -> None:
        low, high = number("low", low), number("high", high)
        limit = math.inf if normalised else 1
        if low == high or not (-limit < low < limit and -limit < high < limit):
            within = "" if normalised else ", between -100pt and 100pt"
            raise BadInput(f"a sequential test needs two different bounds{within}")
        if both and low != 0:
            raise BadInput("a test on either side is one of 0 against a margin: its first bound is 0")
        if high < low:
            unit = "" if normalised else "pt"
            hint = f"a margin on either side is above 0: 0 +-1{unit}" if both else f"to ask for lower give -1{unit} 0"
            raise BadInput(f"the bounds of a sequential test are the low one and then the high one; {hint}")
        self.low, self.high, self.both, self.normalised = low, high, both, normalised

    def stops(self, series: Series, first: int, family: Family) -> int:
        """Where the likelihood ratio has left the two thresholds, or the confidence sequence decides."""
        return first if series.same_rules else self._ending(series, first, family).look

    def judge(self, series: Series, family: Family) -> Judged:
        """The verdict of the bound that was rejected; the note has both estimates, or names the confidence sequence."""
        if series.same_rules:
            return exactly_nothing()
        ending = self._ending(series, series.look, family)
        low, high = (self._bound_text(bound) for bound in (self.low, self.high))
        if ending.look < 0:
            margin = f"{high} on either side" if self.both else high
            note = f"the test of {low} against {margin} has not ended; confidence sequence"
            return Judged(sequence_at_end(series, family.level), Verdict.NOT_SETTLED, note)
        if self.both:
            verdict, bound = self._one_of_three(ending.accepted)
            within = self.high if not ending.accepted and not self.normalised else math.inf
            return Judged(ending.interval, verdict, _estimates(series, ending), bound, within)
        verdict, bound = self._one_of_two(ending.accepted)
        accepted, rejected = (high, low) if ending.accepted == 1 else (low, high)
        note = f"{accepted} accepted, {rejected} rejected; {_estimates(series, ending)}"
        return Judged(ending.interval, verdict, note, bound)

    def alone(self, series: Series, family: Family) -> Interval:
        """Nothing: the question is about the bounds, not the margin."""
        return NOWHERE

    def apart(self, interval: Interval, one_sided: Interval, kind: str, family: Family) -> Judged:
        """The verdict of a bound that the interval leaves out; both ends err as rarely as the test."""
        low, high = interval
        if self.normalised:
            return Judged(interval, Verdict.NOT_SETTLED, "normalised Elo is of pairs")
        if self.both:
            if low > 0 or high < 0:
                verdict, bound = self._one_of_three(1 if low > 0 else -1)
                return Judged(interval, verdict, bound=bound)
            if -self.high < low and high < self.high:
                verdict, bound = self._one_of_three(0)
                return Judged(interval, verdict, bound=bound, within=self.high)
            return Judged(interval, Verdict.NOT_SETTLED)
        above, below = low > self.low, high < self.high
        if not (above or below):
            margin = f"{self._bound_text(self.low)} and {self._bound_text(self.high)}"
            return Judged(interval, Verdict.NOT_SETTLED, f"neither of {margin} is left out")
        accepted = 1 if above and not (below and low + high < self.low + self.high) else -1
        verdict, bound = self._one_of_two(accepted)
        return Judged(interval, verdict, bound=bound)

    def p_value(self, series: Series, family: Family) -> float:
        """None: the question is about the bounds, not 0."""
        return 1.0 if series.same_rules else math.nan

    def _ending(self, series: Series, first: int, family: Family) -> sprt_ending.Ending:
        # A stopped test is judged by the looks up to its end; the series holds no later ones.
        asked = sprt_ending.Asked(self.low, self.high, family_level(family.alpha, family.k) / 2, self.normalised)
        if self.both:
            return sprt_ending.two_sided_ending(*series.table(), asked)
        return sprt_ending.ending(*series.table(), asked, first)

    def _one_of_two(self, accepted: int) -> tuple[Verdict, str]:
        """With one bound at 0 the other is a margin; else the verdict can only name the bound that was rejected."""
        low, high = (self._bound_text(bound, sign=True) for bound in (self.low, self.high))
        if accepted == 1:
            if self.low == 0:
                return Verdict.HIGHER, ""
            return (
                (Verdict.NOT_LOWER, f"by {self._bound_text(-self.low)}") if self.high == 0 else (Verdict.NOT_BELOW, low)
            )
        if self.high == 0:
            return Verdict.LOWER, ""
        return (Verdict.NOT_HIGHER, f"by {self._bound_text(self.high)}") if self.low == 0 else (Verdict.NOT_ABOVE, high)

    def _one_of_three(self, accepted: int) -> tuple[Verdict, str]:
        if accepted:
            return (Verdict.HIGHER if accepted == 1 else Verdict.LOWER), ""
        return Verdict.EQUIVALENT, f"within {self._bound_text(self.high)}"

    def _bound_text(self, bound: float, *, sign: bool = False) -> str:
        return size_text(bound, unit="normalised Elo" if self.normalised else "pt", sign=sign) if bound else "0"


def _estimates(series: Series, ending: sprt_ending.Ending) -> str:
    if ending.mean is None:
        return "confidence sequence"
    values, counts = series.table(series.look)
    naive = float(counts[0] @ values / counts[0].sum())
    return (
        f"adjusted {value_text(ending.mean, 'share', sign=True)} points, naive {value_text(naive, 'share', sign=True)}"
    )


def read_sprt(low: str, high: str, *, normalised: bool = False) -> Sprt:
    """Bounds as a user writes them: "0" and "1pt", "-1pt" and "0", or "0" and "+-1pt" for either side."""
    both = high.startswith(("+-", "\N{PLUS-MINUS SIGN}"))
    size = high.removeprefix("+-").removeprefix("\N{PLUS-MINUS SIGN}")
    if normalised and any(bound.rstrip().endswith(("pt", "pts", "%")) for bound in (low, high)):
        raise BadInput(f"bounds in normalised Elo are plain numbers, as 0 5, not {low} {high}")
    return Sprt(parse(low, "the first bound"), parse(size, "the second bound"), both=both, normalised=normalised)
