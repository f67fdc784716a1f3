"""What a caller in Python gives: checked, and refused in one line of one class."""

import os
from typing import Any

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.study.scenarios.limits import MOST_JOBS

MOST_NUMBER = 1e300


def whole_number(name: str, value: Any, low: int, high: int) -> int:
    """A whole number within its bounds, of Python or numpy; `BadInput` for anything else."""
    found = as_integer(value)
    if found is None or not low <= found <= high:
        raise BadInput([f"{name} must be a whole number from {low:,} to {high:,}, not {short(_plain(value))}"])
    return found


def threads(jobs: Any) -> int:
    """A number of threads; by default one a processor that this process may use."""
    return default_jobs() if jobs is None else whole_number("jobs", jobs, 1, MOST_JOBS)


def integer(name: str, value: Any) -> int:
    """A whole number whose bounds somebody else tells; `BadInput` for anything else."""
    found = as_integer(value)
    if found is None:
        raise BadInput([f"{name} must be a whole number, not {short(_plain(value))}"])
    return found


def number(name: str, value: Any) -> float:
    """A number that is one, of Python or numpy; `BadInput` for anything else."""
    if not is_number(value):
        raise BadInput([f"{name} must be a number, not {short(_plain(value))}"])
    return float(value)


def is_number(value: Any) -> bool:
    """Whether it is a number of Python or numpy that has an end."""
    plain = _plain(value)
    return isinstance(plain, (int, float)) and not isinstance(plain, bool) and abs(plain) < MOST_NUMBER


def truth(name: str, value: Any) -> bool | None:
    """True, False or None, where it is left open; `BadInput` for anything else."""
    plain = _plain(value)
    if plain is not None and not isinstance(plain, bool):
        raise BadInput([f"{name} must be True, False or None, not {short(plain)}"])
    return plain


def name_of(what: str, given: Any) -> str:
    """A name, empty for None; `BadInput` for anything else."""
    if given is not None and not isinstance(given, str):
        raise BadInput([f"{what} is a name, not {short(given)}"])
    return given or ""


def names_of(what: str, given: Any) -> tuple[str, ...]:
    """Names in a list, or a single one: `metrics="killed"` means ["killed"], not six letters."""
    if given is None or isinstance(given, str):
        return (given,) if given else ()
    try:
        found = tuple(given)
    except TypeError:
        found = (given,)
    if not all(isinstance(name, str) for name in found):
        raise BadInput([f"{what} are names, not {short(given)}"])
    return found


def _plain(value: Any) -> Any:
    """Python's own for a scalar of numpy."""
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
