"""The one decorator for kernels, with a disk cache that cannot run stale code.

Numba's own cache watches only the file that a function stands in: editing a callee or a constant in another file would
silently run the old code.  Here the cache folder is named by a digest of every simkit file that the kernel's file
imports, directly or not, so an edit anywhere below it opens a new folder.
"""

import ast
import errno
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba

PACKAGE = Path(__file__).resolve().parents[1]
KEPT_FOLDERS = 3  # digests a source file keeps in the cache: today's and two branches beside it

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
        return compiled
    finally:
        numba.config.CACHE_DIR = before


def cache_root() -> Path:
    """A folder of our own: in the one that `SIMKIT_CACHE` names, which may be others' too, or in the usual one."""
    if chosen := os.environ.get("SIMKIT_CACHE"):
        user = os.getuid() if hasattr(os, "getuid") else ""
        return Path(chosen) / f"simkit-{user}"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "simkit"


@cache
def cache_folder(file: Path) -> Path:
    """The folder for what `file` compiles to, of mode 0700: numba's cache is a pickle, nobody else may write it."""
    shelf = cache_root() / _shelf_name(file)
    folder = shelf / sources_digest(file)
    cache_root().mkdir(mode=0o700, parents=True, exist_ok=True)
    _made_ours(cache_root())
    shelf.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    os.utime(folder)
    for old in sorted(shelf.iterdir(), key=_last_used)[:-KEPT_FOLDERS]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def _made_ours(folder: Path) -> None:
    """Nobody else may write into a folder, nor have made it: in a folder that all may write to, another could have."""
    if hasattr(os, "getuid") and folder.lstat().st_uid != os.getuid():
        raise PermissionError(
            errno.EPERM, "belongs to another user: set SIMKIT_CACHE to a folder of your own", str(folder)
        )
    folder.chmod(0o700)


def compiled_before(function: Any) -> bool:
    """Whether the cache holds a kernel, for whatever dice; true where nothing is compiled at all."""
    if numba.config.DISABLE_JIT:
        return True
    folder = cache_folder(Path(function.py_func.__code__.co_filename).resolve())
    return next(folder.rglob(f"*.{function.__name__}-*.nbi"), None) is not None


def sources_digest(file: Path) -> str:
    """Twelve hex digits over `file`, all that it imports from simkit, and what else decides the machine code."""
    digest = hashlib.sha256()
    for part in (
        numba.__version__,
        llvmlite.__version__,
        os.environ.get("NUMBA_BOUNDSCHECK", ""),
        str(numba.config.OPT),
    ):
        digest.update(part.encode() + b"\0")
    for path in sorted(imported_files(file)):
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def imported_files(file: Path) -> set[Path]:
    """`file` and the simkit files that it imports, directly or through others."""
    seen: set[Path] = set()
    waiting = [file]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            waiting.extend(_direct_imports(path))
    return seen


@cache
def _direct_imports(file: Path) -> tuple[Path, ...]:
    return tuple(path for node in ast.walk(ast.parse(file.read_bytes())) for path in _targets(node))


def _targets(node: ast.AST) -> Iterator[Path]:
    """Files that an import statement reads: `from simkit.core import dice` may mean a module or a name in a module."""
    names: list[str] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.level:
        raise ImportError("a relative import in a kernel file escapes the cache digest: write it in full")
    elif isinstance(node, ast.ImportFrom) and node.module:
        names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    for name in names:
        if name.split(".")[0] == PACKAGE.name:
            stem = PACKAGE.joinpath(*name.split(".")[1:])
            yield from (path for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file())


def _shelf_name(file: Path) -> str:
    """A name for every file: of one stem there may be several, which must not prune each other's folders."""
    inside = file.is_relative_to(PACKAGE)
    parts = file.relative_to(PACKAGE).parts[:-1] if inside else (file.parent.name,)
    return ".".join((*parts, file.stem))


def _last_used(folder: Path) -> float:
    """Time of last use; 0 for a folder that another process has just pruned."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0
