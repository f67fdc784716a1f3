"""An append-only file of checksummed records that survives kill -9, torn writes and damage.

The file is a head (magic, format, sha256 of the spec) and then records: cell, first, count and length of the payload,
all uint64, a checksum of these and the payload, and the payload. Integers are little-endian. A record is valid or its
games are played again, so whatever follows the first damaged one is cut off.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import struct
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Protocol, Self

import numpy as np

FORMAT = 3
SYNC_SECONDS = 1.0
PAYLOAD_BYTES = 1 << 28  # so that a damaged length never asks for the memory of the whole file

_HEAD = struct.Struct("<8sI32s")
_MAGIC = b"simkit.j"
_FIELDS = struct.Struct("<4Q")
_CHECKSUM = struct.Struct("<I")
_RECORD_BYTES = _FIELDS.size + _CHECKSUM.size
_PAGE_WORDS = 512  # 64-bit words of a page, which disks write as a whole
_PAGE = 8 * _PAGE_WORDS  # bytes
_BINARY = getattr(os, "O_BINARY", 0)  # of Windows, which else changes the ends of lines


Key = tuple[int, int, int]  # cell, first, count


@dataclass(frozen=True, slots=True)
class Record:
    """What games `first` ... `first + count - 1` of a cell gave; the integers are 0 ... 2**64 - 1."""

    cell: int
    first: int
    count: int
    payload: bytes

    @property
    def key(self) -> Key:
        """The record without its payload."""
        return self.cell, self.first, self.count


class Journal:
    """The records of one spec, written by one process at a time, by any of its threads; only offsets are in memory.

    Of records with the same key the first one counts. A crash of the machine, rather than of the process, may cost the
    records since the disk was last waited for: at an append a second or more after the time before, and at the close.
    """

    def __init__(self, path: Path, file: int) -> None:
        self._path = path
        self._file = file
        self._places: dict[Key, int] = {}
        self._end = _HEAD.size
        self._synced = time.monotonic()
        self._moving = Lock()  # threads read and write at places of their own, through the one place of the file
        self._index()

    @classmethod
    def open(cls, path: Path, spec: bytes) -> Self:
        """Open or create the journal of a spec and cut off what is damaged at its end.

        Raises
        ------
        BlockingIOError    another run has it open
        ValueError         the file is no journal, of another format, or of another spec; it is left as it is
        OSError            the file cannot be created, read or written
        """
        file = os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, 0o666)
        try:
            _lock(file, path)
            _check_head(file, path, spec)
            return cls(path, file)
        except BaseException:
            os.close(file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    @property
    def keys(self) -> list[Key]:
        """The keys of all records in the order in which they were written."""
        return list(self._places)

    @property
    def records(self) -> Iterator[Record]:
        """All records in the order in which they were written; each is read from the file when its turn comes."""
        return (Record(*key, self.payload(key)) for key in self.keys)

    def payload(self, key: Key) -> bytes:
        """Payload of one record; KeyError if there is none, OSError if it was damaged since the journal was opened."""
        with self._moving:
            record = _read(self._file, self._places[key])
        if record is None:
            raise OSError(errno.EIO, "a record was damaged while the journal was open", str(self._path))
        return record.payload

    def append(self, record: Record) -> None:
        """Write a record, unless its key is there already; a failure leaves the journal as it was.

        Raises
        ------
        ValueError    the payload is larger than 256 MiB
        OSError       the disk is full, or the like
        """
        if len(record.payload) > PAYLOAD_BYTES:
            raise ValueError(f"a payload of {len(record.payload):,} bytes is beyond the {PAYLOAD_BYTES:,} of a journal")
        header = _header(record)
        with self._moving:
            if record.key in self._places:
                return
            try:
                _write(self._file, header, self._end)
                _write(self._file, record.payload, self._end + _RECORD_BYTES)
            except BaseException:
                os.ftruncate(self._file, self._end)
                raise
            self._add(record.key, _RECORD_BYTES + len(record.payload))
            if time.monotonic() - self._synced >= SYNC_SECONDS:
                self._sync()

    def close(self) -> None:
        """Bring everything to the disk and let other runs open the journal; closing twice is harmless."""
        with self._moving:
            if self._file < 0:
                return
            try:
                self._sync()
            finally:
                os.close(self._file)
                self._file = -1

    def _index(self) -> None:
        while record := _read(self._file, self._end):
            self._add(record.key, _RECORD_BYTES + len(record.payload))
        os.ftruncate(self._file, self._end)

    def _add(self, key: Key, n_bytes: int) -> None:
        self._places.setdefault(key, self._end)
        self._end += n_bytes

    def _sync(self) -> None:
        os.fsync(self._file)
        self._synced = time.monotonic()


class Records(Protocol):
    """What `map_chunks` needs of a journal."""

    def __contains__(self, key: object) -> bool: ...
    def payload(self, key: Key) -> bytes: ...  # noqa: D102
    def append(self, record: Record) -> None: ...  # noqa: D102


class LateJournal:
    """A journal that is opened, and its folder made, when it is first asked: bad input leaves no folder behind."""

    def __init__(self, path: Path, spec: bytes) -> None:
        self._path, self._spec = path, spec
        self._opened: Journal | None = None
        self._opening = Lock()  # threads ask at the same moment

    @property
    def _journal(self) -> Journal:
        with self._opening:
            if self._opened is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._opened = Journal.open(self._path, self._spec)
                sweep_leftovers(self._path.parent)
            return self._opened

    def __contains__(self, key: object) -> bool:
        return key in self._journal

    def payload(self, key: Key) -> bytes:
        """As of `Journal`."""
        return self._journal.payload(key)

    def append(self, record: Record) -> None:
        """As of `Journal`."""
        self._journal.append(record)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._opened is not None:
            self._opened.close()


def atomic_write(path: Path, data: bytes) -> None:
    """Write a file so that after any crash the path holds all of the old bytes or all of the new ones."""
    draft = path.with_name(f"{path.name}.tmp-{secrets.token_hex(8)}")
    try:
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def sweep_leftovers(folder: Path) -> None:
    """Remove what killed calls of `atomic_write` left in the folder; nothing may be writing there."""
    for draft in folder.glob("*.tmp-" + "[0-9a-f]" * 16):
        draft.unlink()


def _lock(file: int, path: Path) -> None:
    from filelock import lock_descriptor  # what only reads scenarios never locks a file

    if not lock_descriptor(file, blocking=False):
        raise BlockingIOError(f"another run is writing into {path}")


def _check_head(file: int, path: Path, spec: bytes) -> None:
    head = _HEAD.pack(_MAGIC, FORMAT, hashlib.sha256(spec).digest())
    written = _bytes_at(file, len(head), 0)
    if written == head:
        return
    # Empty, or its writer was killed in the first instant.
    if head.startswith(written):
        _write(file, head, 0)
        os.fsync(file)
        _sync_folder(path.parent)
        return
    raise ValueError(f"{path} {_why_foreign(written)}")


def _why_foreign(head: bytes) -> str:
    if len(head) < _HEAD.size:
        return "is no journal"
    magic, written_format, _ = _HEAD.unpack(head)
    if magic != _MAGIC:
        return "is no journal"
    if written_format != FORMAT:
        return f"is a journal of format {written_format}, and only format {FORMAT} can be read"
    return "is the journal of another spec"


def _header(record: Record) -> bytes:
    fields = _FIELDS.pack(*record.key, len(record.payload))
    return fields + _checksum(fields, record.payload)


def _read(file: int, offset: int) -> Record | None:
    """Return the record that begins at `offset`, None if it is torn, damaged or the file ends there."""
    header = _bytes_at(file, _RECORD_BYTES, offset)
    if len(header) < _RECORD_BYTES:
        return None
    fields, checksum = header[: _FIELDS.size], header[_FIELDS.size :]
    cell, first, count, n_bytes = _FIELDS.unpack(fields)
    if n_bytes > PAYLOAD_BYTES:
        return None
    payload = _bytes_at(file, n_bytes, offset + _RECORD_BYTES)
    return Record(cell, first, count, payload) if _checksum(fields, payload) == checksum else None


def _checksum(fields: bytes, payload: bytes) -> bytes:
    """CRC-32 of the fields, the sum of each whole page, and what is left of the payload.

    A CRC of all bytes takes as long as writing them. Sums take a tenth of it, and find what happens to disks: pages
    that are missing, old, or in another's place, and bits that are wrong. Within a page the order of words is not seen.
    """
    n_pages = len(payload) // _PAGE
    pages = np.frombuffer(payload, "<u8", n_pages * _PAGE_WORDS).reshape(n_pages, _PAGE_WORDS)
    sums = pages.sum(axis=1, dtype=np.uint64).astype("<u8").tobytes()
    rest = memoryview(payload)[n_pages * _PAGE :]
    return _CHECKSUM.pack(zlib.crc32(rest, zlib.crc32(sums, zlib.crc32(fields))))


def _bytes_at(file: int, n_bytes: int, offset: int) -> bytes:
    """What the file holds there, fewer bytes where it ends."""
    os.lseek(file, offset, os.SEEK_SET)
    return os.read(file, n_bytes)


def _write(file: int, data: bytes, offset: int) -> None:
    """Write all the data; where the system breaks a write off, writing the rest raises the reason."""
    os.lseek(file, offset, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def _sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk; Windows opens no folders, and keeps a journal of names itself."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
