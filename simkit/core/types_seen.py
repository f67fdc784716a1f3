"""Which functions a call comes to, and with what types: found by running it without the JIT, for some seconds at most.

Run as `NUMBA_DISABLE_JIT=1 python -m simkit.core.types_seen`, by the helper of `compile_ahead`.
"""

import pickle
import sys
import time
from contextlib import suppress
from importlib import import_module
from itertools import compress
from types import CodeType, FrameType
from typing import Any

import numba
import numpy as np

from simkit.core.records import freeze

Types = dict[tuple[str, str], tuple[Any, ...]]  # (module, name) -> numba's types of the arguments
SECONDS = 4.0  # of the processor: what is not called by then is compiled by who calls it


class Enough(BaseException):
    """The time is over."""


class Seen:
    """The types at the first call of each function that takes records, numbers, and what was passed on.

    Other arrays are fields of records, and of a type of their own to numba.
    """

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        self.passed_on = {id(one) for one in arguments}
        self.codes: set[CodeType] = set()
        self.types: Types = {}
        self.end = time.process_time() + SECONDS

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        """Take down a call; for `sys.setprofile`."""
        code = frame.f_code
        if event == "call" and code not in self.codes:
            self.codes.add(code)
            values = [frame.f_locals[name] for name in code.co_varnames[: code.co_argcount]]
            if all(isinstance(value, bool | int | np.generic) or id(value) in self.passed_on for value in values):
                with suppress(ValueError):  # numba has no type for it
                    self.types[frame.f_globals["__name__"], code.co_name] = tuple(map(numba.typeof, values))
        if time.process_time() > self.end:
            raise Enough


def types_seen(module: str, name: str, arguments: tuple[Any, ...], frozen: list[bool]) -> Types:
    """What a call of a function of a module comes to; `frozen` says which of its arguments are read-only arrays."""
    function, seen = getattr(import_module(module), name), Seen(arguments)
    for one in compress(arguments, frozen):
        freeze(one)
    sys.setprofile(seen.note)
    try:
        with suppress(Enough):
            function(*arguments)
    finally:
        sys.setprofile(None)
    return seen.types


if __name__ == "__main__":
    pickle.dump(types_seen(*pickle.load(sys.stdin.buffer)), sys.stdout.buffer)
