"""The entry point of the command line: ready for an interruption before anything heavy is imported."""

from __future__ import annotations

import os
import sys

from simkit.cli.exit_codes import FAILED


def main() -> None:
    """Entry point of the `simkit` command."""
    from simkit.interrupts import end_at_once
    from simkit.text import speak_plainly

    end_at_once()
    speak_plainly(sys.stdout, sys.stderr)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # starting threads that nothing here uses takes numpy 45 ms
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for them among all packages takes 20 ms
    try:
        code = _spoken()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the output
        _forget_output()
        code = FAILED
    sys.exit(code)


def _spoken() -> int:
    """Run the command, and give its exit code."""
    from simkit.cli.app import app
    from simkit.cli.ends import complain

    try:
        return app(standalone_mode=False) or 0
    except BrokenPipeError:
        raise
    except Exception as error:
        code = complain(error)
        if code is None:
            raise
        return code


def _forget_output() -> None:
    """Discard all further output, and what Python still holds in its buffers when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            os.dup2(nowhere, stream.fileno())
