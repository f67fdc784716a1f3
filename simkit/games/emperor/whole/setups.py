"""From a cell of a scenario to line-ups and policies of the whole game."""

import itertools
import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from simkit.core.records import filled, freeze
from simkit.games.emperor.catalog import Catalog
from simkit.games.emperor.presets import POLICIES as FIGHTS
from simkit.games.emperor.presets import POLICY_KEYS as FIGHT_KEYS
from simkit.games.emperor.presets import compile_policy as compile_fight
from simkit.games.emperor.whole.schema import MOST_PLAYERS, POLICY_WHOLE, SETUP, Goal, Presents
from simkit.games.figures import Figures
from simkit.games.game import Compiled, Fault, Key, PolicyPreset, canonical, check, read_policy, slug

GOALS = {"camp": Goal.CAMP, "seek": Goal.SEEK, "wander": Goal.WANDER}
PRESENTS = {"leader": Presents.LEADER, "anybody": Presents.ANYBODY, "nobody": Presents.NOBODY}

POLICY_KEYS = (
    *FIGHT_KEYS,
    Key("goal", "choice", "goal", choices=tuple(GOALS)),
    Key("site", "text", "where a camper camps"),
    Key("presents", "choice", "victim", choices=tuple(PRESENTS)),
    Key("rests_at", "int", "wounds left at which he goes to be healed", low=0, high=99),
    Key("redeems", "bool", "returns Imperial Treasures to the Emperor"),
    Key("hunts_clues", "bool", "follows clues"),
    Key("escorts", "bool", "escorts passengers"),
    Key("sails", "bool", "takes and uses vessels"),
    Key("meditates", "bool", "meditates for spells"),
    Key("heals_by_spell", "int", "wounds left at which he casts a healing spell instead of moving", low=0, high=99),
    Key("reach", "int", "points beyond which a site is too far", low=0, high=999),
)


def _preset(title: str, fight: str, **changes: Any) -> PolicyPreset:
    base = {
        "goal": "seek", "site": "walled_city", "presents": "leader", "rests_at": 3, "redeems": True, "hunts_clues": True,
        "escorts": True, "sails": True, "meditates": True, "heals_by_spell": 4, "reach": 999,
    }  # fmt: skip
    return PolicyPreset(title, FIGHTS[fight].kind, {**FIGHTS[fight].parameters, **base, **changes})


POLICIES = {
    "seeker": _preset("goes where the next treasure is to be expected soonest, and redeems", "prudent"),
    "camper": _preset(
        "goes to one site and stays there", "prudent", goal="camp", hunts_clues=False, escorts=False, redeems=False
    ),
    "cautious": _preset("heals and flees early, presents nothing", "cautious", rests_at=6, presents="nobody"),
    "hunter": _preset("as the seeker, fights boldly and gives the leader what he can", "bold", rests_at=2),
    "random": _preset(
        "lets the dice decide",
        "random",
        goal="wander",
        presents="anybody",
        rests_at=0,
        hunts_clues=False,
        escorts=False,
    ),
}


def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell of the whole game may say."""
    names = Catalog(figures).character_names
    return (
        Key("players", "int", "number of players", 4, low=2, high=MOST_PLAYERS),
        Key("characters", "choices", "character", [], names, words=("every",)),
        Key("policy", "policy", "policy", "seeker"),
        Key("policies", "text", "policies by seat"),
        Key("first_seat", "policy", "policy of the first seat"),
    )


def compile_setup(
    figures: Figures, variants: Mapping[str, Any], entry: str, cell: Mapping[str, Any]
) -> tuple[Compiled | None, list[Fault]]:
    """SETUP[k], the line-ups that games take in turn, and POLICY[seats]."""
    catalog = Catalog(figures)
    known = {key.name: key for key in keys(figures)}
    plain = {name: value for name, value in cell.items() if name != "policies"}
    faults = check(tuple(known.values()), plain)
    characters = cell.get("characters", "every")
    if faults:
        return None, faults
    if characters != "every":
        characters = canonical(known["characters"], characters)
        if len(set(characters)) < len(characters):
            return None, [Fault(("characters",), "two players of one character: each may be chosen once")]
        if not 2 <= len(characters) <= MOST_PLAYERS:
            return None, [Fault(("characters",), f"{len(characters)} players: 2 to {MOST_PLAYERS} can play")]
    n_players = len(characters) if characters != "every" else cell.get("players", 4)
    presets, faults = _policies(cell, n_players)
    faults += [
        Fault(("policy",), f"unknown site {preset.parameters['site']!r}")
        for preset in presets
        if preset.parameters["site"] not in catalog.spaces
    ]
    if faults:
        return None, faults
    numbers = range(len(catalog.character_names))
    chosen = numbers if characters == "every" else [catalog.character_names.index(name) for name in characters]
    line_ups = line_ups_in_blocks(list(chosen), n_players)
    policies = np.concatenate([_policy(catalog, preset) for preset in presets])
    return Compiled(_setups(line_ups), freeze(policies)), []


def line_ups_in_blocks(characters: list[int], n_players: int) -> list[tuple[int, ...]]:
    """Every line-up in every order of seats, once each, shuffled by a fixed seed: any thousand games are nearly balanced."""
    every = list(itertools.permutations(characters, n_players))
    random.Random(1981).shuffle(every)
    return every


def _policies(cell: Mapping[str, Any], n_players: int) -> tuple[list[PolicyPreset], list[Fault]]:
    """One policy a seat: `policies` by seat, or `policy` for all but the first seat's own."""
    said = cell.get("policies")
    if said is None:
        said = [cell.get("policy", "seeker")] * n_players
        if "first_seat" in cell:
            said[0] = cell["first_seat"]
    if not isinstance(said, list) or len(said) != n_players:
        return [], [Fault(("policies",), f"policies must be a list of {n_players}, one a seat")]
    read = [read_policy(POLICIES, POLICY_KEYS, one) for one in said]
    return [preset for preset, _ in read if preset], [fault for _, faults in read for fault in faults]


def _setups(line_ups: list[tuple[int, ...]]) -> Any:
    setups = np.zeros(len(line_ups), SETUP)
    setups["n_players"] = len(line_ups[0])
    setups["heroes"][:, : len(line_ups[0])] = line_ups
    return freeze(setups)


def _policy(catalog: Catalog, preset: PolicyPreset) -> Any:
    said = dict(preset.parameters)
    fight = {key.name: said.pop(key.name) for key in FIGHT_KEYS}
    policy = filled(POLICY_WHOLE)
    policy["fight"] = compile_fight(PolicyPreset("", preset.kind, fight))
    for name, value in said.items():
        policy[name] = value if not isinstance(value, str) else 0
    policy["goal"], policy["presents"] = GOALS[slug(said["goal"])], PRESENTS[slug(said["presents"])]
    policy["site"] = list(catalog.spaces).index(said["site"])
    return policy
