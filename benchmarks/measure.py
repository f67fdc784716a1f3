"""Rows of the table, and how they are measured.

On noisy machines only what ran side by side can be compared, and the clock on the wall tells what others do as well:
what one thread does is measured in seconds of the processor.
"""

import resource
import time
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One line of the table."""

    what: str
    figure: str
    target: str = ""
    verdict: str = ""


def row(what: str, value: float, unit: str, *, most: float | None = None, least: float | None = None) -> Row:
    """A row with its verdict; `most` or `least` is the target, and without one there is no verdict."""
    figure = f"{value:,.{_decimals(value)}f} {unit}" if value >= 1e-3 else f"{value:.1e} {unit}"
    if most is not None:
        return Row(what, figure, f"<= {most:,.10g}", "pass" if value <= most else "MISS")
    if least is not None:
        return Row(what, figure, f">= {least:,.10g}", "pass" if value >= least else "MISS")
    return Row(what, figure)


def seconds(call: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> float:
    """How long a call takes; by default in seconds of the processor."""
    begun = clock()
    call()
    return clock() - begun


def children_time() -> float:
    """A clock that counts the seconds of the processor that ended child processes took."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def typical(call: Callable[[], Any], repetitions: int, clock: Callable[[], float] = time.process_time) -> float:
    """The median of the seconds that a call takes."""
    return median(seconds(call, clock) for _ in range(repetitions))


def times_slower(slow: Callable[[], float], fast: Callable[[], float], pairs: int) -> float:
    """The median of the ratios of what two calls give, called in turn: slow, fast, slow, fast ..."""
    return median(slow() / fast() for _ in range(pairs))


def _decimals(value: float) -> int:
    return 3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0
