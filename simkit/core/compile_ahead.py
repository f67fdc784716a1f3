"""A helper that compiles kernels from the last one backwards, while this process compiles them from the first.

Compiling runs along the calls: a kernel's callees come before it, in the order in which it calls them, and what the
cache holds is loaded.  The helper, a process of its own, plays without the JIT to see what is called with which types
(`types_seen`), and compiles the last of these first.  Each of the two finds in the cache what the other has done, until
they meet.  Nobody waits for anybody: a helper that fails, or is late, costs no more than its time.
"""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import numpy as np

_wanted = False


def help_next_call() -> None:
    """Have the next call that goes through `call` helped: who plays knows that its kernel is not compiled yet."""
    global _wanted
    _wanted = True


def call(kernel: Any, *arguments: Any) -> None:
    """Call a kernel; while it is compiled, with the help that was asked for."""
    global _wanted
    wanted, _wanted = _wanted, False
    if wanted:
        with _helper(kernel, arguments):
            kernel(*arguments)
    else:
        kernel(*arguments)


@contextmanager
def _helper(kernel: Any, arguments: tuple[Any, ...]) -> Iterator[None]:
    frozen = [isinstance(one, np.ndarray) and not one.flags.writeable for one in arguments]  # a pickle forgets it
    helper = _started(kernel.__module__, kernel.__name__, arguments, frozen)
    try:
        yield
    finally:
        if helper:
            helper.kill()
            helper.communicate()


def _started(module: str, name: str, *asked: Any) -> subprocess.Popen[bytes] | None:
    """A helper that knows what is asked of it; None where the system starts no other process."""
    text = pickle.dumps((module, name, *asked))
    try:
        helper = subprocess.Popen(
            _python("compile_ahead", module, name),
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return None
    assert helper.stdin
    with suppress(OSError):  # it has ended already
        helper.stdin.write(b"%d\n%s" % (len(text), text))
        helper.stdin.flush()
    return helper


def _python(module: str, *words: str) -> list[str]:
    return [sys.executable, "-P", "-m", f"simkit.core.{module}", *words]


def _environment(**more: str) -> dict[str, str]:
    """Ours, with the places where this process finds its modules."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **more}


def help_first_process(module: str, name: str) -> None:
    """Compile what a call of a kernel comes to, the last first; end with the process that asked."""
    asked = sys.stdin.buffer.read(int(sys.stdin.buffer.readline()))
    threading.Thread(target=_end_with_input, daemon=True).start()
    without_jit = _environment(NUMBA_DISABLE_JIT="1")
    seen = subprocess.run(_python("types_seen"), input=asked, env=without_jit, stdout=subprocess.PIPE, check=True)
    _compile_backwards(getattr(import_module(module), name), pickle.loads(seen.stdout))


def _end_with_input() -> None:
    os.read(sys.stdin.fileno(), 1)  # without the buffer, whose lock would be held when Python ends
    os._exit(0)


def _compile_backwards(kernel: Any, types: dict[tuple[str, str], tuple[Any, ...]]) -> None:
    """Compile into the cache what a kernel calls, by module and name with these types."""
    from numba.core.errors import NumbaError

    from simkit.core.compiling import routines

    for one in reversed(routines(kernel)):
        place = one.__module__, one.__name__
        if place in types:
            with suppress(NumbaError):  # a number was written there, and it would be another type
                one.compile(types[place])


if __name__ == "__main__":
    help_first_process(*sys.argv[1:])
