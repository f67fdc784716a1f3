"""What an analysis plays, piece by piece; each piece is named by everything that decides its answer.

An interrupted analysis begins again from its start and asks the same; its journal answers what was played before.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.runs.journal import Key
from simkit.study.runs.runner import Chunk
from simkit.study.scenarios.scenario import Scenario

Integers = NDArray[Any]  # of any width

_WIDTHS = tuple(np.dtype(f"<i{n_bytes}") for n_bytes in (1, 2, 4, 8))
_LENGTH = np.dtype("<i8")


class Task(NamedTuple):
    """Some games of a cell, played by the arms of an analysis on the same luck."""

    asked: str  # what is asked of these games, and by which arms: `question`
    chunk: Chunk
    arms: tuple[int, ...] = ()  # which of an analysis' scenarios play
    place: int = 0  # by which answers are sorted: an arm, or a look

    @property
    def key(self) -> Key:
        """The key of what is asked and of the games."""
        return key_of(f"{self.asked} {tuple(self.chunk[1:])}")


def key_of(content: str) -> Key:
    """The key of a journal's record: 24 bytes of the digest of a text that names all that decides the answer."""
    digest = hashlib.sha256(content.encode()).digest()
    return int.from_bytes(digest[:8]), int.from_bytes(digest[8:16]), int.from_bytes(digest[16:24])


def question(analysis: str, arms: Iterable[Scenario], cell: int, asked: Sequence[Any] = ()) -> str:
    """Everything that decides an answer but the games: hex digits.

    Parameters
    ----------
    analysis
        Its name, which says what is made of the outcomes.
    arms
        The scenarios that play: of each its game, version, seed, rules, setups and policies count, byte for byte.
    asked
        What else decides the answer, such as the names of the metrics.
    """
    digest = hashlib.sha256(json.dumps([analysis, *map(str, asked)]).encode())
    for arm in arms:
        digest.update(json.dumps([arm.game.name, arm.game.version, arm.entry, arm.run.seed]).encode())
        for record in (arm.rules, *arm.cells[cell].records):
            digest.update(hashlib.sha256(record.tobytes()).digest())
    return digest.hexdigest()


def pack(arrays: Iterable[Integers]) -> bytes:
    """Arrays of integers as bytes, each flat and as narrow as its numbers allow."""
    parts = []
    for array in arrays:
        flat = np.asarray(array, np.int64).ravel()
        low, high = (int(flat.min()), int(flat.max())) if flat.size else (0, 0)
        width = next(dtype for dtype in _WIDTHS if np.iinfo(dtype).min <= low and high <= np.iinfo(dtype).max)
        parts += [bytes([width.itemsize]), np.array([flat.size], _LENGTH).tobytes(), flat.astype(width).tobytes()]
    return b"".join(parts)


def unpack(data: bytes) -> list[NDArray[np.int64]]:
    """What was packed, as int64[n] each."""
    arrays, offset = [], 0
    while offset < len(data):
        width, (n,) = np.dtype(f"<i{data[offset]}"), np.frombuffer(data, _LENGTH, 1, offset + 1).tolist()
        offset += 1 + _LENGTH.itemsize
        arrays.append(np.frombuffer(data, width, n, offset).astype(np.int64))
        offset += n * width.itemsize
    return arrays
