"""Estimates in words: size, unit and interval."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from simkit.study.scenarios.sizes import value_text

if TYPE_CHECKING:
    from simkit.games.metrics import Metric
    from simkit.study.analyses.side_differences import Estimate
    from simkit.study.stats.intervals import Interval


def estimated(estimate: Estimate, metric: Metric, level: float) -> str:
    """A difference with its unit and its interval: "+1.20 percentage points [+0.30 to +2.10]"."""
    size = f"{value_text(estimate.size, metric.kind, sign=True)} {metric.difference_unit}"
    return f"{size} {'(exact)' if estimate.exact else within(estimate.interval(level), metric)}"


def within(interval: Interval, metric: Metric, *, sign: bool = True) -> str:
    """An interval, or why it has no bounds."""
    if not any(map(math.isfinite, interval)):
        return "(no interval: too few games differ)"
    return f"[{ends(interval, metric.kind, sign=sign)}]"


def ends(interval: Interval, kind: str, *, sign: bool = True) -> str:
    """Both ends of an interval, "none" where it has no bounds; `kind`: "share" or "mean"."""
    if not any(map(math.isfinite, interval)):
        return "none"
    low, high = (value_text(end, kind, sign=sign) if math.isfinite(end) else "no bound" for end in interval)
    return f"{low} to {high}"
