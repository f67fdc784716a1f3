"""The verdict on a difference, and the family of comparisons that share its error."""

from __future__ import annotations

import math
from typing import NamedTuple

from simkit.study.analyses.wording import ends
from simkit.study.stats import paired
from simkit.study.stats.estimates import family_level
from simkit.study.stats.paired import Interval, Verdict

NOWHERE = (-math.inf, math.inf)  # the interval of an unknown difference


class Judged(NamedTuple):
    """The result of one comparison under a stopping rule."""

    interval: Interval  # of the difference, in the metric's unit
    verdict: Verdict
    note: str = ""
    bound: str = ""  # stands after the verdict: "by 1pt"
    within: float = math.inf  # the claim is that the difference is smaller than this
    reached: bool | None = None  # whether the width asked for is reached; None where a verdict was asked for

    @property
    def word(self) -> str:
        """The verdict with its bound: "not higher by 1pt"."""
        return f"{self.verdict} {self.bound}".rstrip()

    @property
    def settled(self) -> bool:
        """Whether the verdict, or the width, that was asked for has been reached."""
        return self.verdict != Verdict.NOT_SETTLED if self.reached is None else self.reached


class Family(NamedTuple):
    """Comparisons of one metric that are judged together: their error, their number and their margin."""

    alpha: float  # chance that any of the verdicts is wrong
    k: int  # comparisons
    margin: float  # the largest difference that does not matter; 0 where there is none

    @property
    def level(self) -> float:
        """Confidence level of each interval."""
        return 1 - family_level(self.alpha, self.k)


def exactly_nothing() -> Judged:
    """The verdict where base and variant are the same, byte for byte."""
    return Judged((0.0, 0.0), paired.Verdict.EQUIVALENT, "the same rules", within=0.0, reached=True)


def judge_interval(interval: Interval, one_sided: Interval, kind: str, family: Family) -> Judged:
    """The verdict of an interval of a difference, and of two one-sided tests against the margin.

    `kind`: "share" or "mean".  The note gives the ends of the one-sided tests where the verdict does not follow from
    the interval alone.
    """
    verdict = word_of(interval, one_sided, family.margin)
    if not verdict.small:
        return Judged(interval, verdict)
    beyond = not paired.equivalent([interval], family.margin)
    note = f"within the margin from {one_sided_ends(one_sided, kind)}" if beyond else ""
    return Judged(interval, verdict, note, within=family.margin)


def one_sided_ends(interval: Interval, kind: str) -> str:
    """The ends of one-sided tests."""
    return f"{ends(interval, kind)} by one-sided tests"


def word_of(interval: Interval, one_sided: Interval, margin: float) -> Verdict:
    """The verdict of an interval; where there is a margin, also of the interval of one-sided tests."""
    if margin > 0:
        return paired.verdict(interval, one_sided, margin)
    low, high = interval
    return Verdict.HIGHER if low > 0 else Verdict.LOWER if high < 0 else Verdict.NOT_SETTLED
