"""What a caller in Python gives: checked, and refused in one line of one class."""

import os
from typing import Any

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.study.scenarios.limits import MOST_JOBS


def whole_number(name: str, value: Any, low: int, high: int) -> int:
    """A whole number within its bounds, of Python or numpy; `BadInput` for anything else."""
    plain = value.item() if hasattr(value, "item") and getattr(value, "ndim", 0) == 0 else value
    if isinstance(plain, float) and plain.is_integer():
        plain = int(plain)
    if isinstance(plain, bool) or not isinstance(plain, int) or not low <= plain <= high:
        raise BadInput([f"{name} must be a whole number from {low:,} to {high:,}, not {short(plain)}"])
    return plain


def threads(jobs: Any) -> int:
    """A number of threads; by default one a processor that this process may use."""
    return default_jobs() if jobs is None else whole_number("jobs", jobs, 1, MOST_JOBS)


def names_of(what: str, given: Any) -> tuple[str, ...]:
    """Names in a list, or a single one: `metrics="killed"` means ["killed"], not six letters."""
    found = (given,) if isinstance(given, str) else tuple(given or ())
    if not all(isinstance(name, str) for name in found):
        raise BadInput([f"{what} are names, not {short(given)}"])
    return found


def default_jobs() -> int:
    """One thread a processor that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
