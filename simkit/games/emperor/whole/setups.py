"""From a cell of a scenario to line-ups and policies of the whole game."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from simkit.core.lineups import line_ups
from simkit.core.records import filled, freeze
from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.shared.presets import POLICIES as FIGHTS
from simkit.games.emperor.shared.presets import POLICY_KEYS as FIGHT_KEYS
from simkit.games.emperor.shared.presets import compile_policy as compile_fight
from simkit.games.emperor.whole.schema import MOST_PLAYERS, POLICY, SETUP, Entry, Improves, Policy, Presents
from simkit.games.faults import Fault, slug, suggest
from simkit.games.figures import Figures
from simkit.games.game import Compiled
from simkit.games.keys import Key, PolicyPreset, canonical, check, read_policy

PRESENTS = {"leader": Presents.LEADER, "anybody": Presents.ANYBODY, "nobody": Presents.NOBODY}
IMPROVES = {"ability": Improves.ABILITY, "wounds": Improves.WOUNDS, "escape": Improves.ESCAPE}
LINE_UP_SEED = 1981  # in what order line-ups are played; the same for all scenarios
DEFAULT_PLAYERS = 4
MOST_DIFFERENCE = 99  # in might: nobody is ever so much stronger

POLICY_KEYS = (
    *FIGHT_KEYS,
    Key("site", "text", "where a camper camps"),
    Key("presents", "choice", "victim", choices=tuple(PRESENTS)),
    Key("rests_at", "int", "wounds left at which he goes to be healed", low=0, high=99),
    Key("redeems", "bool", "returns Imperial Treasures to the Emperor"),
    Key("hunts_clues", "bool", "follows clues"),
    Key("escorts", "bool", "escorts passengers"),
    Key("sails", "bool", "takes and uses vessels"),
    Key("meditates", "bool", "meditates for spells"),
    Key("heals_by_spell", "int", "wounds left at which he casts a healing spell instead of moving", low=0, high=99),
    Key("heals_others", "bool", "casts it on others in the same space"),
    Key("teleports_from", "int", "points of a way that he would rather teleport", low=0, high=999),
    Key("reach", "int", "points beyond which a site is too far", low=0, high=999),
    Key("challenges_from", "int", "by how much stronger he wants to be than whom he attacks", low=-99, high=99),
    Key("gangs_up", "bool", "joins in when another is attacked"),
    Key("teams_up", "bool", "travels in company"),
    Key("betrays", "bool", "attacks players of his own company, too"),
    Key("improves", "choice", "characteristic", choices=tuple(IMPROVES)),
    Key("parts_at", "int", "missing Imperial Treasures at which he leaves a company", low=0, high=6),
)


def _preset(title: str, kind: Policy, fight: str, **changes: Any) -> PolicyPreset:
    base = {
        "site": "walled_city", "presents": "leader", "rests_at": 3, "redeems": True, "hunts_clues": True,
        "escorts": True, "sails": True, "meditates": True, "heals_by_spell": 4, "heals_others": False,
        "teleports_from": 14, "reach": 999, "challenges_from": MOST_DIFFERENCE, "gangs_up": False, "teams_up": True,
        "betrays": False, "improves": "wounds", "parts_at": 1,
    }  # fmt: skip
    return PolicyPreset(title, kind, {**FIGHTS[fight].parameters, **base, **changes})


POLICIES = {
    "seeker": _preset("goes where the next treasure is to be expected soonest, and redeems", Policy.SEEKER, "prudent"),
    "camper": _preset(
        "goes to one site and stays there", Policy.CAMPER, "prudent", hunts_clues=False, escorts=False, redeems=False
    ),
    "cautious": _preset(
        "heals and flees early, presents nothing", Policy.SEEKER, "cautious", rests_at=6, presents="nobody",
        heals_by_spell=7, heals_others=True,
    ),
    "hunter": _preset(
        "as the seeker, fights boldly, gives the leader what he can, and attacks him where the rules allow it",
        Policy.HUNTER, "bold", rests_at=2, challenges_from=4, gangs_up=True, teams_up=False,
    ),
    "random": _preset(
        "lets the dice decide", Policy.WANDERER, "random", presents="anybody", rests_at=0, hunts_clues=False,
        escorts=False, redeems=False, meditates=False, challenges_from=0, betrays=True,
    ),
}  # fmt: skip


def character_names(figures: Figures) -> tuple[str, ...]:
    """The characters in the order of their numbers."""
    return Catalog(figures).character_names


def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell of the whole game may say."""
    names = Catalog(figures).character_names
    return (
        Key("players", "int", "number of players", DEFAULT_PLAYERS, low=2, high=MOST_PLAYERS),
        Key("characters", "choices", "character", [], names, words=("every",)),
        Key("seats", "choice", "order of seats", "rotated", ("rotated", "fixed")),
        Key("policy", "policy", "policy", "seeker"),
        Key("policies", "policies", "policies by seat"),
        Key("first_seat", "policy", "policy of the first seat"),
    )


def compile_setup(
    figures: Figures, variants: Mapping[str, Any], entry: str, cell: Mapping[str, Any]
) -> tuple[Compiled | None, list[Fault]]:
    """SETUP[k], the line-ups that games take in turn, and POLICY[seats]."""
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
        Fault((where,), f"unknown site {preset.parameters['site']!r}{suggest(str(preset.parameters['site']), places)}")
        for where, preset in presets
        if preset.parameters["site"] not in places
    ]
    if faults:
        return None, faults
    numbers = range(len(catalog.character_names))
    chosen = numbers if characters == "every" else [catalog.character_names.index(name) for name in characters]
    line_ups = _line_ups(tuple(chosen), n_players, not fixed)
    policies = np.concatenate([_policy(catalog, preset) for _, preset in presets])
    return Compiled(_setups(line_ups), freeze(policies)), []


@cache
def _line_ups(characters: tuple[int, ...], n_players: int, rotated: bool) -> np.ndarray:
    """One line-up as it is said, or all of them in seed-shuffled blocks with every order of seats."""
    if not rotated:
        return np.array([characters], np.int64)
    places = line_ups(len(characters), n_players, LINE_UP_SEED)
    return np.array(characters, np.int64)[places]


def _policies(cell: Mapping[str, Any], n_players: int) -> tuple[list[tuple[str, PolicyPreset]], list[Fault]]:
    """One policy a seat, and the key that said it: `policies` by seat, else `policy` for all but those of their own."""
    said = cell.get("policies", [])
    if said and (not isinstance(said, list) or len(said) != n_players):
        return [], [Fault(("policies",), f"policies must be a list of {n_players}, one a seat")]
    told = [("policies", one) for one in said] or [("policy", cell.get("policy", "seeker"))] * n_players
    if "first_seat" in cell:
        told[0] = ("first_seat", cell["first_seat"])
    read = [(where, *read_policy(POLICIES, POLICY_KEYS, one, (where,))) for where, one in told]
    faults = [fault for _, _, some in read for fault in some]
    return [(where, preset) for where, preset, _ in read if preset], list(dict.fromkeys(faults))


def _setups(line_ups: np.ndarray) -> Any:
    setups = np.zeros(len(line_ups), SETUP)
    setups["entry"], setups["n_players"] = Entry.WHOLE_GAME, line_ups.shape[1]
    setups["heroes"][:, : line_ups.shape[1]] = line_ups
    return freeze(setups)


def _policy(catalog: Catalog, preset: PolicyPreset) -> Any:
    said = dict(preset.parameters)
    fight = {key.name: said.pop(key.name) for key in FIGHT_KEYS}
    fights_as = FIGHTS["random"].kind if preset.kind == Policy.WANDERER else FIGHTS["prudent"].kind
    policy = filled(POLICY, kind=preset.kind)
    policy["fight"] = compile_fight(PolicyPreset("", fights_as, fight))
    codes = {
        "presents": PRESENTS[slug(said["presents"])],
        "improves": IMPROVES[slug(said["improves"])],
        "site": list(catalog.spaces).index(said["site"]),
    }
    for name, value in {**said, **codes}.items():
        policy[name] = value
    return policy
