"""Structured dtypes whose fields read the same in Python and in a kernel."""

from typing import Any

import numpy as np

PLAYING = 0  # `ending` of every STATE and OUTCOME while play goes on; a game's own endings are 1 and up
MARKS_A_WORD = 63  # yes-or-no facts in one int64, the sign left out

# Attributes that numpy's void scalar has of its own: a field of that name would be hidden in the no-JIT lane.
HIDDEN = frozenset(name for name in dir(np.record) if not name.startswith("_"))


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """Aligned dtype with attribute access; `ValueError` for names that numpy hides (`round`, `item`, `take`, ...)."""
    hidden = sorted(HIDDEN.intersection(field[0] for field in fields))
    if hidden:
        raise ValueError(f"numpy's void hides these field names: {', '.join(hidden)}")
    layout: Any = np.dtype([(name, _plain(kind), *shape) for name, kind, *shape in fields], align=True)
    placed: Any = {
        "names": layout.names,
        "formats": [(kind, *shape) if shape else kind for _, kind, *shape in fields],
        "offsets": [layout.fields[name][1] for name in layout.names],
        "itemsize": layout.itemsize,
        "aligned": True,
    }
    return np.dtype((np.record, np.dtype(placed)))


def _plain(kind: Any) -> Any:
    """A dtype without attribute access: with it, numpy forgets that a record inside another must be aligned."""
    dtype = np.dtype(kind)
    if dtype.names is None:
        return dtype
    return np.dtype([(name, _plain(dtype[name].base), dtype[name].shape) for name in dtype.names], align=True)


def integers(*names: str) -> np.dtype[Any]:
    """A record whose fields are all int64, as every STATE is: nothing wraps, and its bytes are its words."""
    return record(*((name, "i8") for name in names))


def outcome(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """OUTCOME of a game: the head that all games share, then `fields`; a whole number of 8-byte words."""
    head = (("ending", "i1"), ("winner", "i1"), ("turns", "i4"))
    dtype = record(*head, *fields)
    return dtype if dtype.itemsize % 8 == 0 else record(*head, *fields, ("unused", "i4"))


def filled(dtype: np.dtype[Any], **values: Any) -> np.ndarray:
    """An array of one record, zero but for `values`."""
    cell = np.zeros(1, dtype)
    for name, value in values.items():
        cell[name] = value
    return cell


def freeze(records: np.ndarray) -> np.ndarray:
    """Make an array read-only.  Rules, setups and policies always are: a writable one is a second specialisation."""
    records.flags.writeable = False
    return records


def words(records: np.ndarray) -> np.ndarray:
    """The same memory as `uint64[len(records), words a record]`, writable when the records are."""
    return np.frombuffer(records, np.uint64).reshape(len(records), records.itemsize // 8)
