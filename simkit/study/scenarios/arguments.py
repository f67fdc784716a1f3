"""Arguments of Python callers: checked, and refused with one line of `BadInput`."""

import os
from typing import Any

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.study.scenarios.limits import MOST_JOBS

MOST_NUMBER = 1e300


def whole_number(name: str, value: Any, low: int, high: int) -> int:
    """A whole number within its bounds, of Python or numpy; `BadInput` for anything else."""
    whole = as_integer(value)
    if whole is None or not low <= whole <= high:
        raise BadInput([f"{name} must be a whole number from {low:,} to {high:,}, not {short(_plain(value))}"])
    return whole


def threads(jobs: Any) -> int:
    """A number of threads; by default one a processor that this process may use."""
    return default_jobs() if jobs is None else whole_number("jobs", jobs, 1, MOST_JOBS)


def integer(name: str, value: Any) -> int:
    """A whole number, of Python or numpy, whose bounds the caller checks; `BadInput` for anything else."""
    whole = as_integer(value)
    if whole is None:
        raise BadInput([f"{name} must be a whole number, not {short(_plain(value))}"])
    return whole


def number(name: str, value: Any) -> float:
    """A finite number, of Python or numpy; `BadInput` for anything else."""
    if not is_number(value):
        raise BadInput([f"{name} must be a number, not {short(_plain(value))}"])
    return float(value)


def is_number(value: Any) -> bool:
    """Whether a value is a number of Python or numpy, and finite."""
    plain = _plain(value)
    return isinstance(plain, (int, float)) and not isinstance(plain, bool) and abs(plain) < MOST_NUMBER


def truth(name: str, value: Any) -> bool | None:
    """True, False, or None for an open choice; `BadInput` for anything else."""
    plain = _plain(value)
    if plain is not None and not isinstance(plain, bool):
        raise BadInput([f"{name} must be True, False or None, not {short(plain)}"])
    return plain


def name_of(argument: str, value: Any) -> str:
    """A name, empty for None; `BadInput` for anything else."""
    if value is not None and not isinstance(value, str):
        raise BadInput([f"{argument} is a name, not {short(value)}"])
    return value or ""


def names_of(argument: str, value: Any) -> tuple[str, ...]:
    """Names in a list, or a single one: `metrics="killed"` means ["killed"], not six letters."""
    if value is None or isinstance(value, str):
        return (value,) if value else ()
    try:
        names = tuple(value)
    except TypeError:
        names = (value,)
    if not all(isinstance(name, str) for name in names):
        raise BadInput([f"{argument} are names, not {short(value)}"])
    return names


def _plain(value: Any) -> Any:
    """A scalar of numpy as Python's own; anything else as it is."""
    return value.item() if hasattr(value, "item") and getattr(value, "ndim", 0) == 0 else value


def as_integer(value: Any) -> int | None:
    """A whole number of Python or numpy as Python's own; None where it is none."""
    plain = _plain(value)
    if isinstance(plain, float) and plain.is_integer():
        plain = int(plain)
    return plain if isinstance(plain, int) and not isinstance(plain, bool) else None


def default_jobs() -> int:
    """One thread a processor that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
