"""The JSON Schema of a game's scenario files."""

from typing import Any

from simkit import games
from simkit.games.game import Game
from simkit.games.keys import Key
from simkit.study.scenarios.mixtures import MIXTURE
from simkit.study.scenarios.profiles import PROFILE
from simkit.study.scenarios.reader import EVERY
from simkit.study.scenarios.sections import ScenarioTable


def json_schema(game: Game) -> dict[str, Any]:
    """What an editor needs to complete and check a scenario of this game: of any of its parts."""
    whole, *others = (_part_schema(part) for part in game.every_part())
    if not others:
        return whole
    shared = {name: whole[name] for name in ("$schema", "title", "$defs")}
    return {**shared, "anyOf": [{**part, "$defs": {}} for part in (whole, *others)]}


def _part_schema(game: Game) -> dict[str, Any]:
    schema = ScenarioTable.model_json_schema()
    keys = _properties(game, game.keys(games.figures(game.name)))
    cell = {"type": "object", "properties": keys, "additionalProperties": False}
    axes = {
        name: {"anyOf": [{"const": EVERY}, {"type": "array", "items": value_schema}]}
        for name, value_schema in keys.items()
    }
    schema["title"] = f"A scenario of {game.title}"
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["properties"] |= {
        "game": {"const": game.name},
        "entry": {"enum": list(game.entries)},
        "setup": cell,
        "cells": {"type": "array", "items": cell},
        "axes": {"type": "object", "properties": axes, "additionalProperties": {"type": "array", "items": cell}},
        "rules": {"type": "object", "properties": _properties(game, [variant.key for variant in game.variants])},
    }
    return schema


def _properties(game: Game, keys: Any) -> dict[str, Any]:
    return {key.name: {"description": key.title, **_one(game, key)} for key in keys}


def _one(game: Game, key: Key) -> dict[str, Any]:
    if key.kind == "choice":
        return {"enum": [*key.choices, *key.words]}
    if key.kind == "choices":
        items = {"type": "array", "items": {"enum": list(key.choices)}}
        return {"anyOf": [items, {"enum": list(key.words)}]} if key.words else items
    if key.kind == "tables":
        needed = [field.name for field in key.fields if field.default is None]
        row = {"type": "object", "properties": _properties(game, key.fields), "additionalProperties": False}
        return {"type": "array", "items": {**row, "required": needed}, **_limits(key, "minItems", "maxItems")}
    if key.kind == "policy":
        return _policy(game)
    if key.kind == "policies":
        return {"type": "array", "items": _policy(game)}
    if key.kind in ("bool", "text"):
        return {"type": {"bool": "boolean", "text": "string"}[key.kind]}
    return {"type": "integer" if key.kind == "int" else "number", **_limits(key, "minimum", "maximum")}


def _limits(key: Key, low: str, high: str) -> dict[str, Any]:
    return {low: key.low or 0, **({} if key.high is None else {high: key.high})}


def _policy(game: Game) -> dict[str, Any]:
    names = {"enum": list(game.policies)}
    table: dict[str, Any] = {
        "type": "object",
        "properties": {"kind": names, **_properties(game, game.policy_keys)},
        "required": ["kind"],
    }
    preset = {**table, "additionalProperties": False}
    part = {
        **preset,
        "properties": {"weight": {"type": "number"}, **table["properties"]},
        "required": ["weight", "kind"],
    }
    mixture = _closed({MIXTURE: {"type": "array", "items": part}}, MIXTURE)
    profile = _closed({PROFILE: {"type": "string"}, "seat": {"type": "string"}}, PROFILE)
    return {"anyOf": [names, preset, profile, mixture]}


def _closed(properties: dict[str, Any], needed: str) -> dict[str, Any]:
    """An object with these properties and no other."""
    return {"type": "object", "properties": properties, "required": [needed], "additionalProperties": False}
