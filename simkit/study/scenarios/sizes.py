"""Sizes as people write them: "1pt" is a percentage point, .01; "0.5" half a wound."""

import math
import re
from itertools import pairwise
from numbers import Real

from simkit.errors import BadInput

_SIZE = re.compile(r"(?P<number>[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)) *(?P<unit>pts?|%|)")


def points(size: str | float) -> float | None:
    """A size as a number, 0.01 for "1pt"; None where it is none, or not finite."""
    if not isinstance(size, str):
        return _finite(size) if isinstance(size, Real) and not isinstance(size, bool) else None
    match = _SIZE.fullmatch(size.strip())
    return match and _finite(float(match["number"]) / (100 if match["unit"] else 1))


def _finite(number: Real | float) -> float | None:
    try:
        value = float(number)
    except OverflowError:
        return None
    return value if math.isfinite(value) else None


def in_points(size: str | float) -> bool:
    """Whether a size is written in percentage points, which only shares have."""
    match = _SIZE.fullmatch(size.strip()) if isinstance(size, str) else None
    return bool(match and match["unit"])


def parse(size: str | float, title: str = "a size") -> float:
    """A size as a number, as of `points`; `BadInput` where it is none."""
    number = points(size)
    if number is None:
        raise BadInput(f'{title} is a number, or points as in "1pt", not {size!r:.60}')
    return number


def size_text(size: float, *, unit: str = "pt", sign: bool = False) -> str:
    """A size as people write it: .01 is "1pt"; with another unit 5 is "5 normalised Elo"."""
    number, space = (100 * size, "") if unit == "pt" else (size, " ")
    return f"{number:{'+' if sign else ''}g}{space}{unit}".replace("-", "\N{MINUS SIGN}")


def ascending(looks: int | list[int]) -> bool:
    """Whether looks are one number of games above 0, or a list of rising ones."""
    if isinstance(looks, int):
        return looks > 0
    return bool(looks) and looks[0] > 0 and all(a < b for a, b in pairwise(looks))


def value_text(value: float, kind: str, *, sign: bool = False) -> str:
    """A value as text: a share in points, a mean in its unit."""
    shown, digits = (100 * value, 2) if kind == "share" else (value, 3)
    text = f"{shown:+.{digits}f}" if sign else f"{shown:.{digits}f}"
    return text.replace("-", "\N{MINUS SIGN}")
