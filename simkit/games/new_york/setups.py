"""From a cell of a scenario to line-ups and policies, with every fault that the cell has."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from simkit.core.lineups import line_ups
from simkit.core.records import freeze
from simkit.games.faults import Fault
from simkit.games.figures import Figures
from simkit.games.game import Compiled
from simkit.games.keys import Key, PolicyPreset, canonical, check, read_policy
from simkit.games.new_york.compile import switches
from simkit.games.new_york.completions import completion, table
from simkit.games.new_york.presets import POLICIES, POLICY_KEYS, compile_policy
from simkit.games.new_york.schema import MOST_POINTS, MOST_SEATS, SETUP, Entry, Mission

LINE_UP_SEED = 1979  # in what order line-ups are played; the same for all scenarios
DEFAULT_PLAYERS = 4
MOST_COMPLETIONS = 1_000_000
LETTERS = tuple(mission.name for mission in Mission)
GAME_KEYS = ("players", "monsters", "missions", "monster", "mission", "seats")
ATTACK_KEYS = ("strength", "movement", "defence", "defender_movement", "turns")


def monster_names(figures: Figures) -> tuple[str, ...]:
    """The monsters in the order of their numbers."""
    return tuple(str(monster["name"]) for monster in figures.tree["monsters"].values())


def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell may say."""
    names = monster_names(figures)
    return (
        Key("players", "int", "number of players, with one set", DEFAULT_PLAYERS, low=2, high=MOST_SEATS),
        Key("monsters", "choices", "monster", [], names, words=("every",)),
        Key("missions", "choices", "mission", [], LETTERS, words=("every",)),
        Key("monster", "choice", "monster of the first seat", choices=names),
        Key("mission", "choice", "mission of the first seat", choices=LETTERS),
        Key("seats", "choice", "order of seats", "rotated", ("rotated", "fixed")),
        Key("policy", "policy", "policy", "mission"),
        Key("policies", "policies", "policies by seat"),
        Key("first_seat", "policy", "policy of the first seat"),
        Key("completion", "int", "number of a drawn table, 0 for that of the figures", 0, low=0, high=MOST_COMPLETIONS),
        Key("strength", "int", "strength of the attacker", low=1, high=MOST_POINTS),
        Key("movement", "int", "movement of the attacker", 4, low=0, high=20),
        Key("defence", "int", "strength of the monster attacked; without it, a building is", low=0, high=MOST_POINTS),
        Key("defender_movement", "int", "movement of the monster attacked", 4, low=0, high=20),
        Key("turns", "int", "turns that the attacker has", 1, low=1, high=100),
    )


def compile_setup(
    figures: Figures, variants: Mapping[str, Any], entry: str, cell: Mapping[str, Any]
) -> tuple[Compiled | None, list[Fault]]:
    """SETUP[k], the line-ups that games take in turn, and POLICY[n_players]; paths of faults begin with cell's keys."""
    known = {key.name: key for key in keys(figures)}
    faults = [*check(tuple(known.values()), cell), *_out_of_place(entry, cell)]
    wrong = {fault.path[0] for fault in faults if fault.path}
    options = {
        name: canonical(key, cell.get(name, key.default))
        for name, key in known.items()
        if name not in wrong and cell.get(name, key.default) is not None and not key.kind.startswith("polic")
    }
    n_players, more = _players(entry, cell, options, wrong)
    presets, of_policies = _policies(cell, n_players)
    faults += [*more, *of_policies]
    if faults:
        return None, faults
    cards = _attack(options) if entry == "ATTACK" else _games(figures, n_players, options)
    known_table = table(figures.tree, switches(variants)["attack_table"])
    cards["table"] = completion(known_table, options["completion"]) if options["completion"] else known_table
    return Compiled(freeze(cards), freeze(np.concatenate([compile_policy(preset) for preset in presets]))), []


# ---- What a cell may not say


def _out_of_place(entry: str, cell: Mapping[str, Any]) -> Iterator[Fault]:
    """What belongs to the other entry, and what an attack lacks."""
    for name in ATTACK_KEYS if entry == "WHOLE_GAME" else GAME_KEYS:
        if name in cell:
            yield Fault((name,), f"{entry} has no {name}")
    if entry == "ATTACK" and "strength" not in cell:
        yield Fault((), "a cell of ATTACK needs the strength of the attacker")
    if entry == "ATTACK" and "defence" not in cell:
        for name in {"defender_movement"} & cell.keys():
            yield Fault((name,), f"a building has no {name}: it needs a defence")


def _players(
    entry: str, cell: Mapping[str, Any], options: Mapping[str, Any], wrong: set[Any]
) -> tuple[int, list[Fault]]:
    """How many play, and what is wrong with whom they are."""
    if entry == "ATTACK":
        return 1 + ("defence" in cell), []
    lists = {name: options.get(name) or "every" for name in ("monsters", "missions")}
    listed = [len(names) for names in lists.values() if names != "every"]
    default = min([DEFAULT_PLAYERS, *listed])
    n_players = options["players"] if "players" in cell and "players" not in wrong else default
    faults: list[Fault] = []
    for name, names in lists.items():
        if names != "every" and name not in wrong:
            faults += _of_list(name, names, n_players, options)
    if options.get("seats") == "fixed" and (lists["monsters"] == "every" or {"monster", "mission"} & cell.keys()):
        faults.append(Fault(("seats",), 'fixed seats need a list of monsters, and neither "monster" nor "mission"'))
    return n_players, faults


def _of_list(name: str, names: Sequence[str], n_players: int, options: Mapping[str, Any]) -> Iterator[Fault]:
    """A list of monsters or missions with one twice, or of too few, or without the one that the first seat has."""
    noun = name[:-1]
    if twice := sorted({one for one in names if names.count(one) > 1}):
        yield Fault((name,), f"{name}: {twice[0]} is there twice, and one set has each {noun} once")
    elif len(names) < n_players:
        yield Fault((name,), f"{n_players} players cannot have {len(names)} {name}")
    elif options.get("seats") == "fixed" and len(names) > n_players:
        yield Fault((name,), f"fixed seats need {n_players} {name}, not {len(names)}")
    if noun in options and options[noun] not in names:
        yield Fault((noun,), f"{options[noun]} is not among the {name} of the cell")


def _policies(cell: Mapping[str, Any], n_players: int) -> tuple[list[PolicyPreset], list[Fault]]:
    """A policy a seat: from `policies`, else `policy` for all; `first_seat` replaces the first."""
    listed = cell.get("policies", [])
    if listed and (not isinstance(listed, list) or len(listed) != n_players):
        return [], [Fault(("policies",), f"policies must be a list of {n_players}, one a seat")]
    chosen = [("policies", one) for one in listed] or [("policy", cell.get("policy", "mission"))] * n_players
    if "first_seat" in cell:
        chosen[0] = ("first_seat", cell["first_seat"])
    read = [read_policy(POLICIES, POLICY_KEYS, policy, (name,)) for name, policy in chosen]
    faults = [fault for _, faults in read for fault in faults]
    return [preset for preset, _ in read if preset], list(dict.fromkeys(faults))


# ---- Records


def _attack(options: Mapping[str, Any]) -> Any:
    """SETUP[1] of attacks: the attacker sits first; that both are the same monster means nothing."""
    cards = np.zeros(1, SETUP)
    cards["entry"], cards["attacks"], cards["on_building"] = Entry.ATTACK, options["turns"], "defence" not in options
    cards["n_players"] = 1 if "defence" not in options else 2
    cards["strengths"][0, :2] = options["strength"], options.get("defence", 0)
    cards["movements"][0, :2] = options["movement"], options["defender_movement"]
    return cards


def _games(figures: Figures, n_players: int, options: Mapping[str, Any]) -> Any:
    """SETUP[k] of whole games, a line-up each."""
    names = monster_names(figures)
    monsters = _free(names, options, "monsters", "monster")
    missions = _free(LETTERS, options, "missions", "mission")
    cards_of = list(figures.tree["monsters"].values())
    fixed = options["seats"] == "fixed"
    in_order = fixed and bool(options.get("missions")) and options["missions"] != "every"
    seated = _line_ups(monsters, missions, n_players, not fixed, not in_order)
    cards = np.zeros(len(seated), SETUP)
    cards["n_players"] = n_players
    cards["monsters"][:, :n_players], cards["missions"][:, :n_players] = seated[:, 0], seated[:, 1]
    for name in ("strength", "movement"):
        printed = np.array([card[name] for card in cards_of])
        cards[f"{name}s"][:, :n_players] = printed[seated[:, 0]]
    return cards


def _free(names: tuple[str, ...], options: Mapping[str, Any], many: str, one: str) -> tuple[int, tuple[int, ...]]:
    """The number that the first seat must have, or -1, and the numbers from which the other seats draw."""
    listed = options.get(many) or "every"
    numbers = [names.index(name) for name in (names if listed == "every" else listed)]
    first = names.index(options[one]) if one in options else -1
    return first, tuple(number for number in numbers if number != first)


@cache
def _line_ups(
    monsters: tuple[int, tuple[int, ...]], missions: tuple[int, tuple[int, ...]], n: int, mixed: bool, drawn: bool
) -> np.ndarray:
    """int64[k, 2, n]: monsters and missions by seat, each in every order, in blocks.

    Each line-up of monsters is played with each turn of a line-up of missions by one, two ... letters, so that in every
    seat a monster has every mission equally often.
    """
    (first_monster, free), (first_mission, letters) = monsters, missions
    seated = _rows(first_monster, np.array(free), n, mixed)
    if not drawn:
        chosen = np.array([letters])
        return np.stack([seated, np.repeat(chosen, len(seated), axis=0)], axis=1)
    places = _rows(-1, np.arange(len(letters)), n - (first_mission >= 0), True)
    block = math.lcm(len(seated), len(places))
    rows = [
        (seated[k % len(seated)], _turned(places[k % len(places)], turn, np.array(letters), first_mission))
        for turn in range(len(letters))
        for k in range(block)
    ]
    return np.array(rows, np.int64)


def _rows(first: int, free: np.ndarray, n: int, mixed: bool) -> np.ndarray:
    """Every order of `n` seats, the first of which may be taken; or the one that is given."""
    n_free = n - (first >= 0)
    rows = free[line_ups(len(free), n_free, LINE_UP_SEED)] if mixed else free[None, :]
    return np.insert(rows, 0, first, axis=1) if first >= 0 else rows


def _turned(places: np.ndarray, turn: int, letters: np.ndarray, first: int) -> np.ndarray:
    row = letters[(places + turn) % len(letters)]
    return np.insert(row, 0, first) if first >= 0 else row
