"""The event log: a record that counts events and keeps them in the order in which they happened.

A capacity of 0 is off and costs one comparison.  A log that is too short still counts, and play does not notice.
(One dtype, whatever the capacity: another would compile every kernel once more.)
"""

from typing import Any

import numpy as np

from simkit.core.jit import pasted, routine
from simkit.core.records import record

MOST_EVENTS = 1 << 15  # memory that is never touched costs nothing
EVENT = record(("turn", "i4"), ("kind", "i4"), ("side", "i4"), ("a", "i4"), ("b", "i4"), ("c", "i4"), ("d", "i4"))
LOG = record(("capacity", "i8"), ("written", "i8"), ("rows", EVENT, (MOST_EVENTS,)))


@pasted
def emit(log, turn, kind, side, a, b, c, d):
    """Append one event; its kind decides what `a` ... `d` mean."""
    if log.capacity > 0:
        write_event(
            log, np.int64(turn), np.int64(kind), np.int64(side), np.int64(a), np.int64(b), np.int64(c), np.int64(d)
        )


@routine
def write_event(log, turn, kind, side, a, b, c, d):
    """Append one event to a log that is on, or count it where there is no room."""
    if log.written < log.capacity:
        event = log.rows[log.written]
        event.turn, event.kind, event.side = turn, kind, side
        event.a, event.b, event.c, event.d = a, b, c, d
    log.written += 1


def new_log(capacity: int = 0) -> Any:
    """A log for up to `capacity` events; without capacity it is off.  `ValueError` above MOST_EVENTS."""
    if capacity > MOST_EVENTS:
        raise ValueError(f"a log holds at most {MOST_EVENTS:,} events, not {capacity:,}")
    log = np.zeros(1, LOG)
    log["capacity"] = capacity
    return log[0]


def events(log: Any) -> np.ndarray:
    """What was written, as `EVENT[k]`; raises `ValueError` when the log was too short to hold it all."""
    if log.written > log.capacity:
        raise ValueError(f"the log holds {log.capacity} events, the game wrote {log.written}")
    rows: np.ndarray = log.rows[: log.written]
    return rows
