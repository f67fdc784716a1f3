"""Answers as JSON that every reader takes."""

import json
import math
from collections.abc import Mapping
from typing import Any


def to_json(data: Any, indent: int | None = None) -> str:
    """JSON that every reader takes: what is no number, or is infinite, is null; numpy's numbers are plain."""
    return json.dumps(_plain(data), indent=indent, allow_nan=False)


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {_key(key): _plain(item) for key, item in data.items()}
    if isinstance(data, (list, tuple, set, frozenset)):
        return [_plain(item) for item in data]
    if hasattr(data, "tolist"):  # numpy's numbers and arrays
        return _plain(data.tolist())
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    return data if data is None or isinstance(data, (bool, int, str)) else str(data)


def _key(key: Any) -> str:
    return key if isinstance(key, str) else str(key.item() if hasattr(key, "item") else key)
