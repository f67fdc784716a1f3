"""Rows of one length laid over one another: only the bits that vary among them are kept.

Most bits of an outcome are the same in all games of a chunk: small counts in wide fields, what never happens, padding.
So each word of a row is turned until its varying bits fall where no other word has any, and words share what holds
them: the six of an encounter become two.  How they are turned follows from which bits vary, and is not written.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.core.jit import kernel
from simkit.core.words import rotate

Words = NDArray[np.uint64]


class Layout(NamedTuple):
    """Where each word of a row goes."""

    places: NDArray[np.int64]  # which word of a packed row
    turns: NDArray[np.int64]  # by how many bits it is turned, 1 ... 63
    n_words: int  # of a packed row


def pack(rows: Words) -> bytes:
    """Rows as bytes: the first one, which bits vary, and the words that hold these; `rows`: uint64[n, words], n > 0."""
    masks = np.zeros(rows.shape[1], np.uint64)
    mark_varying(rows, masks)
    layout = _layout(masks)
    packed = np.zeros((layout.n_words, len(rows)), np.uint64)
    lay(rows, layout.places, layout.turns, packed)
    return b"".join((rows[0].data, masks.data, packed.data))


def unpack(data: bytes, n_words: int) -> Words:
    """The rows that were packed, of `n_words` each: uint64[n, n_words]."""
    numbers = np.frombuffer(data, np.uint64)
    first, masks, rest = numbers[:n_words], numbers[n_words : 2 * n_words], numbers[2 * n_words :]
    layout = _layout(masks.copy())
    packed = rest.reshape(layout.n_words, -1)
    rows = np.empty((packed.shape[1], n_words), np.uint64)
    lift(packed, layout.places, layout.turns, first, masks, rows)
    return rows


def _layout(masks: Words) -> Layout:
    places, turns = np.zeros(len(masks), np.int64), np.zeros(len(masks), np.int64)
    n_words = arrange(masks, np.zeros(len(masks), np.uint64), places, turns)
    return Layout(places, turns, int(n_words))


@kernel
def mark_varying(rows: Any, masks: Any) -> None:
    """Set in masks[j] the bits in which some word number j of uint64[n, words] is not as in row 0."""
    for j in range(rows.shape[1]):
        mask, first = masks[j], rows[0, j]
        for i in range(rows.shape[0]):
            mask |= rows[i, j] ^ first
        masks[j] = mask


@kernel
def arrange(masks: Any, taken: Any, places: Any, turns: Any) -> Any:
    """Find each word the first room, in uint64[words] of zeros; `places` and `turns` are written, words used given."""
    n_words = 1
    for j in range(masks.shape[0]):
        place, turn = _first_room(masks[j], taken)
        taken[place] |= rotate(masks[j], turn)
        places[j], turns[j] = place, turn
        n_words = max(n_words, place + 1)
    return n_words


@kernel
def _first_room(mask, taken):
    for place in range(taken.shape[0]):
        for turn in range(1, 64):
            if not taken[place] & rotate(mask, turn):
                return place, turn
    raise ValueError("more words than there is room for")


@kernel
def lay(rows: Any, places: Any, turns: Any, packed: Any) -> None:
    """Write what varies in uint64[n, words] to uint64[packed words, n], which is zero before."""
    for j in range(rows.shape[1]):
        place, turn, first = places[j], int(turns[j]), rows[0, j]
        for i in range(rows.shape[0]):
            packed[place, i] |= rotate(rows[i, j] ^ first, turn)


@kernel
def lift(packed: Any, places: Any, turns: Any, first: Any, masks: Any, rows: Any) -> None:
    """Undo `lay`: write uint64[n, words] from uint64[packed words, n], row 0 and the bits that vary."""
    for j in range(rows.shape[1]):
        place, back = places[j], 64 - int(turns[j])
        for i in range(rows.shape[0]):
            rows[i, j] = rotate(packed[place, i], back) & masks[j] ^ first[j]
