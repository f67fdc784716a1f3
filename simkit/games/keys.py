"""What a scenario may set: one `Key` a value, and `check`, which alone compares values with their keys."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from simkit.games.faults import Fault, Where, short, slug, suggest


class Key(NamedTuple):
    """One value that a scenario may set.

    `kind` is "choice" (one of `choices`), "choices" (a list of them), "int" or "number" (`low` ... `high`), "bool",
    "text", "tables" (a list of `low` ... `high` tables with `fields`), "policy" (a name, or a table with `kind` and
    thresholds), or "policies" (a list of such).
    """

    name: str
    kind: str
    title: str
    default: Any = None
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    words: tuple[str, ...] = ()  # words accepted instead, such as "drawn"
    fields: tuple[Any, ...] = ()  # Key[k]; one without a default must be given
    also: tuple[str, ...] = ()  # for each choice a word that names it, too, whatever the owner of a copy calls it


class PolicyPreset(NamedTuple):
    """A scripted player by name: a kind of the game's policy kernels, and its thresholds."""

    title: str
    kind: int
    parameters: dict[str, Any]


def check(keys: Sequence[Key], values: Mapping[str, Any], path: Where = ()) -> list[Fault]:
    """Everything that is wrong with `values`: unknown keys, wrong types, numbers out of range."""
    known = {key.name: key for key in keys}
    faults = []
    for name, value in values.items():
        if name in known:
            faults += [Fault((*path, *where), message) for where, message in _complaints(known[name], value)]
        else:
            faults.append(Fault((*path, name), f"unknown key {short(name)}{suggest(name, list(known))}"))
    return faults


def canonical(key: Key, value: Any) -> Any:
    """A checked value in the spelling of the game: "ozmo" -> "Ozmo"."""
    if key.kind == "choice" or (isinstance(value, str) and value in key.words):
        return value if value in key.words else _known(key.choices, key.also)[slug(value)]
    if key.kind == "choices":
        return [_known(key.choices, key.also)[slug(item)] for item in value]
    if key.kind == "tables":
        return [
            {field.name: canonical(field, table.get(field.name, field.default)) for field in key.fields}
            for table in value
        ]
    return value


def read_policy(
    presets: Mapping[str, PolicyPreset], keys: Sequence[Key], value: Any, path: Where = ("policy",)
) -> tuple[PolicyPreset | None, list[Fault]]:
    """A policy given by name, or as a table whose `kind` is a name and whose other keys change its parameters."""
    table = value if isinstance(value, dict) else {"kind": value}
    name = table.get("kind")
    if not isinstance(name, str) or slug(name) not in presets:
        where = (*path, "kind") if isinstance(value, dict) and "kind" in value else path
        hint = suggest(name, list(presets)) if isinstance(name, str) else f" (one of: {', '.join(presets)})"
        return None, [Fault(where, f"unknown policy {short(name)}{hint}")]
    changes = {key: item for key, item in table.items() if key != "kind"}
    preset, faults = presets[slug(name)], check(keys, changes, path)
    if not faults:
        changes = {key.name: canonical(key, changes[key.name]) for key in keys if key.name in changes}
    return preset._replace(parameters={**preset.parameters, **changes}), faults


def _complaints(key: Key, value: Any) -> Iterator[tuple[Where, str]]:
    where: Where = (key.name,)
    if isinstance(value, str) and value in key.words:
        return
    if key.kind == "choices":
        if not isinstance(value, list):
            yield where, f"{key.name} must be a list{_or_words(key)}, not {short(value)}"
            return
        for index, item in enumerate(value):
            if problem := _not_a_choice(key, item):
                yield (*where, index), problem
    elif key.kind == "tables":
        yield from _complaints_of_tables(key, value)
    elif key.kind == "choice":
        if problem := _not_a_choice(key, value):
            yield where, problem
    elif key.kind == "policy":
        return  # `read_policy` looks into it
    elif key.kind == "policies":
        if not isinstance(value, list):
            yield where, f"{key.name} must be a list of policies, not {short(value)}"
    elif key.kind == "text":
        if not isinstance(value, str):
            yield where, f"{key.name} must be a name, not {short(value)}"
    elif key.kind == "bool":
        if not isinstance(value, bool):
            yield where, f"{key.name} must be true or false, not {short(value)}"
    elif problem := _not_a_number(key, value):
        yield where, problem


def _complaints_of_tables(key: Key, value: Any) -> Iterator[tuple[Where, str]]:
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        yield (key.name,), f"{key.name} must be a list of tables, not {short(value)}"
        return
    if not (key.low or 0) <= len(value) <= (math.inf if key.high is None else key.high):
        yield (key.name,), f"{key.name} must be {_interval(key)} {key.title}, not {len(value)}"
    for index, table in enumerate(value):
        yield from check(key.fields, table, (key.name, index))
        for field in key.fields:
            if field.default is None and field.name not in table:
                yield (key.name, index), f"{key.name}: number {index + 1} needs a {field.name}"


def _not_a_choice(key: Key, value: Any) -> str:
    if not isinstance(value, str):
        return f"{key.name} must be a name, not {short(value)}"
    if slug(value) not in _known(key.choices, key.also):
        noun = key.title if key.kind == "choices" else key.name
        return f"unknown {noun} {short(value)}{suggest(value, [*key.choices, *key.words])}"
    return ""


def _not_a_number(key: Key, value: Any) -> str:
    kinds = (int,) if key.kind == "int" else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds):
        wanted = "a whole number" if key.kind == "int" else "a number"
        return f"{key.name} must be {wanted}{_or_words(key)}, not {short(value)}"
    unbounded = isinstance(value, float) and not math.isfinite(value)
    if unbounded or not (key.low or 0) <= value <= (math.inf if key.high is None else key.high):
        return f"{key.name} must be {_interval(key)}, not {short(value)}"
    return ""


@cache
def _known(choices: tuple[str, ...], also: tuple[str, ...]) -> dict[str, str]:
    return {**dict(zip(also, choices, strict=False)), **{slug(choice): choice for choice in choices}}


def _interval(key: Key) -> str:
    return f"{key.low or 0:g} or more" if key.high is None else f"{key.low or 0:g} to {key.high:g}"


def _or_words(key: Key) -> str:
    return "".join(f' or "{word}"' for word in key.words)
