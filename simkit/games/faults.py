"""What is wrong in a scenario, and the words for it."""

import datetime
import difflib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

Where = tuple[str | int, ...]

LONGEST_WORD = 60  # characters of a wrong word that a complaint repeats


class Fault(NamedTuple):
    """One thing that is wrong in a scenario."""

    path: Where  # where: ("cells", 3, "foe")
    message: str  # what, in a sentence


@cache
def slug(text: str) -> str:
    """A name as an identifier: "Ralph Troll" -> "ralph_troll"."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def suggest(word: str, known: Sequence[str]) -> str:
    """What to add to a complaint: the known word that is nearest, else all known words when they are few."""
    if near := _near(word[:LONGEST_WORD].lower(), {name.lower(): name for name in reversed(known)}):
        return f", did you mean {near!r}?"
    return f" (one of: {', '.join(known)})" if 0 < len(known) <= 12 else ""


def _near(word: str, known: Mapping[str, str]) -> str:
    """The known word that has the same parts in another order, or is spelt alike; nothing where none is near."""
    parts = _parts(word)
    for name in known:
        if parts and _parts(name) == parts:
            return known[name]
    matches = difflib.get_close_matches(word, list(known), 1, 0.6)
    if not matches:  # each part may be misspelt, too
        ordered = {" ".join(_parts(name)): name for name in known}
        matches = [ordered[match] for match in difflib.get_close_matches(" ".join(parts), list(ordered), 1, 0.75)]
    return known[matches[0]] if matches else ""


def _parts(word: str) -> list[str]:
    """The words of a name in alphabetical order: "Ralph Troll" and "troll_ralph" have the same."""
    return sorted(part for part in re.split(r"[^a-z0-9]+", word) if part)


def spelt(value: Any) -> str:
    """A value as a TOML file spells it: true, 1979-05-27, { kind = 'bold' }; texts in single quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_bare(str(key))} = {spelt(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(spelt, value))}]"
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if value is None:
        return "nothing"
    return repr(value) if isinstance(value, str) else str(value)


def _bare(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else repr(key)


def short(value: Any) -> str:
    """A value as a TOML file spells it, in at most 60 characters."""
    text = spelt(value)
    return text if len(text) <= LONGEST_WORD else f"{text[: LONGEST_WORD - 3]}..."
