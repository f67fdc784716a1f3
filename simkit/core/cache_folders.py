"""The folders of compiled kernels, which cannot hold stale code.

Numba's own cache watches only the file that a function stands in: editing a callee or a constant in another file would
silently run the old code.  Here the cache folder is named by a digest of every file that the kernel's file imports from
simkit and from its own package, directly or not, so an edit anywhere below it opens a new folder.
"""

import errno
import hashlib
import os
import shutil
from functools import cache
from itertools import takewhile
from pathlib import Path

import llvmlite
import numba

from simkit.core import sources
from simkit.core.other_games import other_games

KEPT_FOLDERS = 3  # digests a source file keeps in the cache: today's and two branches beside it
KEPT_SOURCES = "sources-1.json"  # another number for another form of it


def cache_root() -> Path:
    """A folder of our own: in the one that `SIMKIT_CACHE` names, which may be others' too, or in the usual one."""
    if chosen := os.environ.get("SIMKIT_CACHE"):
        user = os.getuid() if hasattr(os, "getuid") else ""
        return Path(chosen) / f"simkit-{user}"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "simkit"


@cache
def cache_folder(file: Path) -> Path:
    """The folder for what `file` compiles to, of mode 0700: numba's cache is a pickle, nobody else may write it."""
    root = _our_root()
    shelf = root / _shelf_name(file)
    folder = shelf / sources_digest(file)
    shelf.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    os.utime(folder)
    for old in sorted(shelf.iterdir(), key=_last_used)[:-KEPT_FOLDERS]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def sources_digest(file: Path) -> str:
    """Twelve hex digits over `file`, all that it imports, and what else decides the machine code."""
    compiler = (
        numba.__version__,
        llvmlite.__version__,
        os.environ.get("NUMBA_BOUNDSCHECK", ""),
        str(numba.config.OPT),
    )
    parts = (*compiler, *_sources(_our_root()).digests(file))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


@cache
def _sources(root: Path) -> sources.Sources:
    return sources.Sources(root / KEPT_SOURCES)


def _our_root() -> Path:
    """The root of the cache, made where there is none."""
    root = cache_root()
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    _made_ours(root)
    return root


def _made_ours(folder: Path) -> None:
    """Nobody else may write into a folder, nor have made it: in a folder that all may write to, another could have."""
    if hasattr(os, "getuid") and folder.lstat().st_uid != os.getuid():
        raise PermissionError(
            errno.EPERM, "belongs to another user: set SIMKIT_CACHE to a folder of your own", str(folder)
        )
    folder.chmod(0o700)


def _shelf_name(file: Path) -> str:
    """A name for every file: of one stem there may be several, which must not prune each other's folders."""
    if file.is_relative_to(sources.PACKAGE):
        return ".".join((*file.relative_to(sources.PACKAGE).parts[:-1], file.stem))
    distributions = [game.distribution for game in other_games() if game.holds(file)]
    packages = [folder.name for folder in takewhile(_is_package, file.parents)]
    return ".".join((*distributions[:1], *reversed(packages or [file.parent.name]), file.stem))


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").is_file()


def _last_used(folder: Path) -> float:
    """Time of last use; 0 for a folder that another process has just pruned."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0
