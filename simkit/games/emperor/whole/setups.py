"""From a cell of a scenario to line-ups and policies of the whole game."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from simkit.core.lineups import line_ups
from simkit.core.records import freeze
from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.whole.presets import POLICIES, POLICY_KEYS, compile_policy
from simkit.games.emperor.whole.schema import MOST_PLAYERS, SETUP
from simkit.games.faults import Fault, suggest
from simkit.games.figures import Figures
from simkit.games.game import Compiled
from simkit.games.keys import Key, PolicyPreset, canonical, check, read_policy

LINE_UP_SEED = 1981  # in what order line-ups are played; the same for all scenarios
DEFAULT_PLAYERS = 4


def character_names(figures: Figures) -> tuple[str, ...]:
    """The characters in the order of their numbers."""
    return Catalog(figures).character_names


def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell of the whole game may say."""
    catalog = Catalog(figures)
    names, also = catalog.character_names, tuple(catalog.characters)
    return (
        Key("players", "int", "number of players", DEFAULT_PLAYERS, low=2, high=MOST_PLAYERS),
        Key("characters", "choices", "character", [], names, words=("every",), also=also),
        Key("seats", "choice", "order of seats", "rotated", ("rotated", "fixed")),
        Key("policy", "policy", "policy", "seeker"),
        Key("policies", "policies", "policies by seat"),
        Key("first_seat", "policy", "policy of the first seat"),
    )


def compile_setup(
    figures: Figures, variants: Mapping[str, Any], entry: str, cell: Mapping[str, Any]
) -> tuple[Compiled | None, list[Fault]]:
    """SETUP[k], the line-ups that games take in turn, and POLICY[n_players]."""
    catalog = Catalog(figures)
    places = [name for name, space in catalog.spaces.items() if space["kind"] != "sea"]
    known = {key.name: key for key in keys(figures)}
    faults = check(tuple(known.values()), cell)
    characters = cell.get("characters", "every")
    if isinstance(characters, list) and not any(fault.path == ("characters",) for fault in faults):
        characters = canonical(known["characters"], characters)
        if len(set(characters)) < len(characters):
            faults.append(Fault(("characters",), "two players of one character: each may be chosen once"))
        if not 2 <= len(characters) <= MOST_PLAYERS:
            faults.append(Fault(("characters",), f"2 to {MOST_PLAYERS} can play, not {len(characters)}"))
    if faults:
        return None, faults
    fixed = cell.get("seats", "rotated") == "fixed"
    n_players = cell.get("players", len(characters) if characters != "every" else DEFAULT_PLAYERS)
    if characters != "every" and (n_players > len(characters) or (fixed and n_players < len(characters))):
        return None, [Fault(("players",), f"{n_players} players cannot be {len(characters)} characters")]
    if characters == "every" and fixed:
        return None, [Fault(("seats",), 'fixed seats need a list of characters, not "every"')]
    presets, faults = _policies(cell, n_players)
    faults += [
        Fault(
            (key_name,), f"unknown site {preset.parameters['site']!r}{suggest(str(preset.parameters['site']), places)}"
        )
        for key_name, preset in presets
        if preset.parameters["site"] not in places
    ]
    if faults:
        return None, faults
    numbers = range(len(catalog.character_names))
    chosen = numbers if characters == "every" else [catalog.character_names.index(name) for name in characters]
    line_ups = _line_ups(tuple(chosen), n_players, not fixed)
    policies = np.concatenate([compile_policy(catalog, preset) for _, preset in presets])
    return Compiled(_setups(line_ups), freeze(policies)), []


@cache
def _line_ups(characters: tuple[int, ...], n_players: int, rotated: bool) -> np.ndarray:
    """The line-up as it is given, or all of them in seed-shuffled blocks with every order of seats."""
    if not rotated:
        return np.array([characters], np.int64)
    indices = line_ups(len(characters), n_players, LINE_UP_SEED)
    return np.array(characters, np.int64)[indices]


def _policies(cell: Mapping[str, Any], n_players: int) -> tuple[list[tuple[str, PolicyPreset]], list[Fault]]:
    """A policy a seat, with its key: from `policies`, else `policy` for all; `first_seat` replaces the first."""
    listed = cell.get("policies", [])
    if listed and (not isinstance(listed, list) or len(listed) != n_players):
        return [], [Fault(("policies",), f"policies must be a list of {n_players}, one a seat")]
    chosen = [("policies", policy) for policy in listed] or [("policy", cell.get("policy", "seeker"))] * n_players
    if "first_seat" in cell:
        chosen[0] = ("first_seat", cell["first_seat"])
    presets = [(key_name, *read_policy(POLICIES, POLICY_KEYS, policy, (key_name,))) for key_name, policy in chosen]
    faults = [fault for _, _, policy_faults in presets for fault in policy_faults]
    return [(key_name, preset) for key_name, preset, _ in presets if preset], list(dict.fromkeys(faults))


def _setups(line_ups: np.ndarray) -> Any:
    setups = np.zeros(len(line_ups), SETUP)
    setups["n_players"] = line_ups.shape[1]
    setups["heroes"][:, : line_ups.shape[1]] = line_ups
    return freeze(setups)
