"""The decorators for kernels, with a disk cache that cannot run stale code (`cache_folders`)."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

from simkit.core.cache_folders import cache_folder

PROCESS = secrets.token_hex(6)  # no other process has it, not even one of the same number after a restart
LEVEL = 1  # of LLVM: kernels compile in 60 % of the time of its third level, and play as fast

Function = TypeVar("Function", bound=Callable[..., Any])


def _choose_level() -> None:
    """Set LLVM's level for this process, unless the user did; numba reads it when it first compiles."""
    if "NUMBA_OPT" not in os.environ:
        numba.config.OPT = type(numba.config.OPT)(LEVEL)


_choose_level()


def kernel(function: Function) -> Function:
    """Compile `function` in nopython mode, free of the GIL, cached on disk; with NUMBA_DISABLE_JIT=1 leave it alone.

    Kernels allocate nothing, their memory comes from Python; so they need no reference counts, and leaving these out
    saves 37 % (1,205 -> 758 ns a battle).  A kernel that allocates does not compile: "NRT required but not enabled", or
    of `np.zeros` "Only accept returning of array passed into the function as argument".  LLVM puts every kernel in
    the place of its calls: saves 45 % more (607 -> 335 ns) for a tenth more to compile.

    A member of an enum is of its class's own type to numba, and a number that stands in the code is of a type of its
    own: a kernel that is given both, or members of two enums, is compiled once for each, and one that returns both not
    at all.  So kernels are given, and return, `Spell.FEAR.value`, which is an int64 like all that comes out of records.
    What is compared, written to a field, or said to `emit` and `address` needs no `.value`.
    """
    return _compiled(function, forceinline=True)


def routine(function: Function) -> Function:
    """A kernel that is called, not put in the place of its calls: for what is long and called from several places."""
    return _compiled(function, forceinline=False)


def pasted(function: Function) -> Function:
    """A kernel that numba copies into its callers before it looks at types: for what is called with many literals."""
    return _compiled(function, inline="always")


def _compiled(function: Function, **options: Any) -> Function:
    if numba.config.DISABLE_JIT:
        return function
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).resolve()))
    try:
        compiled: Function = numba.njit(cache=True, nogil=True, _nrt=False, **options)(function)
        _write_files_of_our_own(compiled)
        return compiled
    finally:
        numba.config.CACHE_DIR = before


def _write_files_of_our_own(compiled: Any) -> None:
    """Name the files that this process compiles to as no other one does.

    Numba numbers them, and looks for a free number without a lock: two processes that compile a kernel at once, for
    random and for loaded dice, would write to one file, and a later one could run the code of the wrong dice.
    """
    files = compiled._cache._cache_file
    files._data_name_pattern = files._data_name_pattern.replace("{number:d}", f"{{number:d}}-{PROCESS}")


def compiled_before(function: Any) -> bool:
    """Whether the cache holds a kernel, for whatever dice; true where nothing is compiled at all."""
    if numba.config.DISABLE_JIT:
        return True
    folder = cache_folder(Path(function.py_func.__code__.co_filename).resolve())
    return next(folder.rglob(f"*.{function.__name__}-*.nbi"), None) is not None
