"""Which source files a kernel is made from, and what is in them.

A file is read and parsed once: what it holds and imports is kept in a file beside the cache, by the path, the size and
the times of each.  Files that changed a moment ago are read again by the next process, since a second edit may leave
the times as they are.
"""

import ast
import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parents[1]
YOUNG = 2.0  # seconds: no file system counts times in longer steps


class Source(NamedTuple):
    """A source file as it was when it was read; size and times are those before."""

    size: int
    modified: int  # nanoseconds
    changed: int  # nanoseconds: this time cannot be set back, as that of an unpacked file is
    digest: str  # SHA-256
    names: tuple[str, ...]  # in its import statements: "simkit.core.dice", or "..rules.blows" from the folder above


class Sources:
    """Source files as they are now, those in `kept` as they were when they had the same size and times."""

    def __init__(self, kept: Path | None = None) -> None:
        self._kept = kept
        self._known = _load(kept) if kept else {}
        self._now: dict[str, Source] = {}
        self._direct: dict[str, tuple[str, ...]] = {}

    def files(self, file: Path) -> set[Path]:
        """`file` and what it imports, directly or through others, from simkit and from its own package."""
        return set(map(Path, self._files(file)))

    def digests(self, file: Path) -> list[str]:
        """The digest of each of these files, in the order of their paths."""
        texts = [self._source(path).digest for path in sorted(self._files(file))]
        self._keep()
        return texts

    def _files(self, file: Path) -> set[str]:
        seen: set[str] = set()
        waiting = [str(file)]
        while waiting:
            path = waiting.pop()
            if path not in seen:
                seen.add(path)
                waiting.extend(self._imported(path))
        return seen

    def _imported(self, path: str) -> tuple[str, ...]:
        if path not in self._direct:
            self._direct[path] = tuple(_targets(Path(path), self._source(path).names))
        return self._direct[path]

    def _source(self, path: str) -> Source:
        if path not in self._now:
            times = _size_and_times(path)
            known = self._known.get(path)
            self._now[path] = known if known and known[:3] == times else _read(path, times)
        return self._now[path]

    def _keep(self) -> None:
        """Write down what was read anew, beside what other processes wrote, and forget files that are gone."""
        fresh = {path: source for path, source in self._now.items() if source != self._known.get(path)}
        lasting = {path: source for path, source in fresh.items() if not _is_young(source)}
        if self._kept and lasting:
            everything = _load(self._kept) | lasting
            self._known = {path: source for path, source in everything.items() if Path(path).is_file()}
            _save(self._kept, self._known)


def imported_files(file: Path) -> set[Path]:
    """`file` and what it imports, directly or through others, from simkit and from its own package."""
    return Sources().files(file)


def _size_and_times(path: str) -> tuple[int, int, int]:
    status = Path(path).stat()
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _is_young(source: Source) -> bool:
    return time.time() - max(source.modified, source.changed) / 1e9 < YOUNG


def _read(path: str, times: tuple[int, int, int]) -> Source:
    text = Path(path).read_bytes()
    return Source(*times, hashlib.sha256(text).hexdigest(), imported_names(text))


def imported_names(text: bytes) -> tuple[str, ...]:
    """The names in the import statements of a source text, inside functions too; relative ones begin with dots."""
    return tuple(dict.fromkeys(name for node in ast.walk(ast.parse(text)) for name in _names(node)))


def _names(node: ast.AST) -> Iterator[str]:
    """What an import statement may mean: `from simkit.core import dice` a module, or a name in one."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            parts = alias.name.split(".")
            yield from (".".join(parts[: n + 1]) for n in range(len(parts)))
    elif isinstance(node, ast.ImportFrom):
        module = "." * node.level + (node.module or "")
        yield module
        yield from (f"{module}.{alias.name}" if node.module else module + alias.name for alias in node.names)


def _targets(file: Path, names: tuple[str, ...]) -> Iterator[str]:
    """The files that names in the import statements of a file stand for.

    A package is known by its name among the folders above the file, so nothing needs to be imported to find it.
    """
    above: dict[str, list[Path]] = {}
    for folder in dict.fromkeys((PACKAGE, *file.parents)):
        above.setdefault(folder.name, []).append(folder.parent)
    for name in names:
        path = name.lstrip(".")
        dots = len(name) - len(path)
        for root in file.parents[dots - 1 : dots] if dots else above.get(path.partition(".")[0], ()):
            stem = str(root.joinpath(*path.split(".")))
            yield from filter(_is_file, (f"{stem}.py", f"{stem}{os.sep}__init__.py"))


def _is_file(path: str) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 - thousands are asked for, and a Path for each takes four times as long


def _load(kept: Path) -> dict[str, Source]:
    """What was written down; nothing where that cannot be read, for then the files are."""
    try:
        rows = json.loads(kept.read_bytes())
        return {path: _row(*row) for path, row in rows.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _row(size: int, modified: int, changed: int, digest: str, names: list[str]) -> Source:
    return Source(int(size), int(modified), int(changed), str(digest), tuple(map(str, names)))


def _save(kept: Path, known: dict[str, Source]) -> None:
    """Replace the file at once, so that no process reads half of one; a full disk costs time, and no more."""
    fresh = kept.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        fresh.write_text(json.dumps(known, separators=(",", ":")), "utf-8")
        fresh.replace(kept)
