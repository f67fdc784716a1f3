"""Ctrl-C and SIGTERM: the process says so in a line and ends at once, whatever it is doing.

What is kept is on disk already, chunk by chunk, and survives SIGKILL.  So nothing is unwound: an exception may arrive
in the middle of an import, or where Python only prints it and goes on.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

FAILED = 1
WORDS = ["Interrupted."]  # a verb that keeps its work says here how to go on
_ending = False


def end_at_once() -> None:
    """End on the two signals from now on; also from within a long call of compiled code, which sees no exception."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as a shell asks for what runs in the background
            signal.signal(number, _end)
    import threading

    reading, writing = os.pipe()
    if hasattr(os, "set_blocking"):  # Windows has it from Python 3.12 on, and asks it of sockets alone
        os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_wait, args=(reading,), daemon=True).start()


def _wait(reading: int) -> None:
    while os.read(reading, 1)[0] not in (signal.SIGINT, signal.SIGTERM):
        pass
    _end()


def _end(*_: Any) -> NoReturn:
    global _ending
    if not _ending:
        _ending = True
        lines = "".join(f"{line}\n" for line in WORDS).encode(errors="backslashreplace")
        new_line = b"\r\x1b[K" if os.isatty(2) else b""  # over the bar of progress
        try:
            os.write(2, new_line + lines)
        finally:
            os._exit(FAILED)
    raise SystemExit(FAILED)
