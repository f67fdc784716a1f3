"""The word for a difference, and the family whose error it shares."""

from __future__ import annotations

import math
from typing import NamedTuple

from simkit.study.analyses.wording import ends
from simkit.study.stats import paired
from simkit.study.stats.estimates import family_level
from simkit.study.stats.paired import Interval, Verdict

NOWHERE = (-math.inf, math.inf)  # the interval of what is not known at all


class Judged(NamedTuple):
    """What a mode says of one comparison."""

    interval: Interval  # of the difference, in the metric's unit
    verdict: Verdict
    note: str = ""
    bound: str = ""  # of which the verdict speaks: "by 1pt"
    within: float = math.inf  # the difference is said to be smaller than this
    reached: bool | None = None  # whether what was asked has been reached; None where a verdict was asked

    @property
    def word(self) -> str:
        """The verdict with its bound: "not higher by 1pt"."""
        return f"{self.verdict} {self.bound}".rstrip()

    @property
    def settled(self) -> bool:
        """Whether what was asked has been reached."""
        return self.verdict != Verdict.NOT_SETTLED if self.reached is None else self.reached


class Family(NamedTuple):
    """How many comparisons of a metric are looked at together, at which chance of a wrong word, and what is small."""

    alpha: float
    k: int
    margin: float  # 0 where there is none

    @property
    def level(self) -> float:
        """Confidence level of each interval."""
        return 1 - family_level(self.alpha, self.k)


def judge_interval(interval: Interval, one_sided: Interval, kind: str, family: Family) -> Judged:
    """What an interval of a difference says, and what two one-sided tests say of the margin.

    `kind`: "share" or "mean".  The note tells the ends of the one-sided tests where the interval alone does not show
    what follows.
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
    """The verdict of an interval, and where there is a margin of a one-sided one."""
    if margin > 0:
        return paired.verdict(interval, one_sided, margin)
    low, high = interval
    return Verdict.HIGHER if low > 0 else Verdict.LOWER if high < 0 else Verdict.NOT_SETTLED
