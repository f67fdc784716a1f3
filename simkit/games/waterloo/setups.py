"""From a cell of a scenario to SETUP and POLICY, with every fault that the cell has."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from simkit.core.records import filled, freeze
from simkit.games.faults import Fault, Where
from simkit.games.figures import Figures
from simkit.games.game import Compiled
from simkit.games.keys import Key, canonical, check, read_policy
from simkit.games.waterloo import hexes
from simkit.games.waterloo.compile import COLUMNS, missing, switches, terrain_of
from simkit.games.waterloo.hexes import INDEX, NAMES
from simkit.games.waterloo.presets import POLICIES, POLICY_KEYS, compile_policy
from simkit.games.waterloo.schema import (
    ALLIED,
    FRENCH,
    N_ANGLO_ALLIED,
    N_FRENCH,
    N_PRUSSIANS,
    N_UNITS,
    NOWHERE,
    SETUP,
    Arm,
    Entry,
    Fate,
    Terrain,
)

ARMIES = {"french": N_FRENCH, "anglo_allied": N_ANGLO_ALLIED, "prussian": N_PRUSSIANS}
ARMS = {arm.name.lower(): arm for arm in Arm}
SIDES = {"french": FRENCH, "allied": ALLIED}
FIELDS = {"clear": "1312", "building": "1310", "woods_road": "0914"}  # where a column of odds is fought
FRONT = ("S", "SE", "SW")  # where the attackers stand: a way back is open to the defender
MOST_A_SIDE = 18  # units in one attack: six beside an enemy, and twelve guns
BATTLE_KEYS = ("place",)
ODDS_KEYS = ("column", "strength", "terrain", "attackers", "defenders", "attacker", "demoralized", "lowered")


class Unit(NamedTuple):
    """A counter by name."""

    id: str  # "french.old_gd"
    name: str
    arm: Arm
    strength: int
    movement: int
    hex: str  # "" for those that come later


def units(figures: Figures) -> tuple[Unit, ...]:
    """[2.4] All counters: the French, the Anglo-Allied, then the Prussians, in the order of the figures."""
    return tuple(
        Unit(f"{army}.{name}", row["name"], ARMS[row["arm"]], row["strength"], row["movement"], row.get("hex", ""))
        for army in ARMIES
        for name, row in figures.tree["units"][army].items()
    )


def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell may say."""
    names = tuple(unit.id for unit in units(figures))
    of_attack = (
        Key("strength", "int", "Combat Strength", low=1, high=99),
        Key("hex", "choice", "hex", choices=NAMES),
        Key("arm", "choice", "arm", "infantry", tuple(ARMS)),
    )
    return (
        Key("french", "policy", "French policy", "marshal"),
        Key("allied", "policy", "Allied policy", "duke"),
        Key(
            "place", "tables", "units that start elsewhere", (), low=0, high=N_UNITS,
            fields=(Key("unit", "choice", "unit", choices=names), Key("hex", "choice", "hex", choices=NAMES)),
        ),
        Key("column", "choice", "odds column", choices=COLUMNS),
        Key("strength", "int", "strength points on the smaller side of the column", 3, low=1, high=20),
        Key("attackers", "tables", "attackers", low=1, high=MOST_A_SIDE, fields=of_attack),
        Key("defenders", "tables", "defenders", low=1, high=6, fields=of_attack),
        Key("terrain", "choice", "terrain of the defender", "clear", tuple(FIELDS)),
        Key("attacker", "choice", "side that attacks", "french", tuple(SIDES)),
        Key("demoralized", "bool", "the Allies are demoralized", False),
        Key("lowered", "int", "columns by which the attacker lowers the ratio", 0, low=0, high=len(COLUMNS) - 1),
    )  # fmt: skip


def compile_setup(
    figures: Figures, variants: Mapping[str, Any], entry: str, cell: Mapping[str, Any]
) -> tuple[Compiled | None, list[Fault]]:
    """SETUP and POLICY of one cell; the paths of faults begin with the cell's keys."""
    known = {key.name: key for key in keys(figures)}
    faults = check(tuple(known.values()), cell)
    presets = []
    for side in SIDES:
        preset, policy_faults = read_policy(POLICIES, POLICY_KEYS, cell.get(side, known[side].default), (side,))
        presets.append(preset)
        faults += policy_faults
    faults += _out_of_place(entry, cell)
    options = _sound(known, cell, faults)
    faults += _standing(figures, variants, entry, options)
    if entry == "ODDS" and options.get("attackers") and options.get("defenders"):
        faults += _out_of_reach(figures, variants, options)
    if faults:
        return None, faults
    policies = np.concatenate([compile_policy(preset) for preset in presets if preset])
    return Compiled(_setup(figures, variants, entry, options), freeze(policies)), []


def _sound(known: Mapping[str, Key], cell: Mapping[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """What a cell says, or else the defaults, in the game's spelling.

    Faulty values are left out; in a list of tables only the faulty ones are, and {} stands for each.
    """
    faulty = {fault.path[:1] if len(fault.path) < 2 else fault.path[:2] for fault in faults}
    options = {}
    for name, key in known.items():
        value = cell.get(name, key.default)
        if value is None or (name,) in faulty or key.kind == "policy":
            continue
        if key.kind == "tables":
            tables = enumerate(value)
            value = [table if (name, index) not in faulty else {} for index, table in tables]
            options[name] = [canonical(key, [table])[0] if table else {} for table in value]
        else:
            options[name] = canonical(key, value)
    return options


def _out_of_place(entry: str, cell: Mapping[str, Any]) -> Iterator[Fault]:
    """What belongs to the other entry, and what a cell of this one lacks or says twice."""
    others = ODDS_KEYS if entry == "WHOLE_GAME" else BATTLE_KEYS
    for name in others:
        if name in cell:
            yield Fault((name,), f"{entry} has no {name}")
    if entry == "WHOLE_GAME":
        return
    listed = [name for name in ("attackers", "defenders") if name in cell]
    if "column" in cell and listed:
        yield Fault((listed[0],), "a cell has a column, or attackers and defenders, and not both")
    elif "column" not in cell and len(listed) < 2:
        yield Fault((), "a cell of ODDS needs a column, or attackers and defenders")
    for name in ("terrain", "strength"):
        if listed and name in cell:
            yield Fault((name,), f"{name} goes with a column: attackers and defenders have their own")


class Stand(NamedTuple):
    """Who stands where, and where the scenario says so."""

    path: Where
    who: str
    hex: str


def _standing(figures: Figures, variants: Mapping[str, Any], entry: str, options: Mapping[str, Any]) -> Iterator[Fault]:
    """[4.2, 4.4] Faults of where units stand: two in a hex, one in woods, one in a hex that the map lacks."""
    stands = list(_battle_stands(figures, variants, options) if entry == "WHOLE_GAME" else _odds_stands(options))
    chosen = switches(variants)
    terrain, gone = terrain_of(figures.tree), missing(chosen)
    taken: dict[str, str] = {}
    for path, who, hex_ in stands:
        if hex_ in taken:
            yield Fault(path, f"{who} and {taken[hex_]} are both in hex {hex_}")
        if terrain.get(hex_) == Terrain.WOODS:
            yield Fault(path, f"{who} is in hex {hex_}, which is woods")
        if hex_ in gone:
            yield Fault(path, f"{who} is in hex {hex_}, which the map has not (row_17)")
        taken[hex_] = who


def _battle_stands(figures: Figures, variants: Mapping[str, Any], options: Mapping[str, Any]) -> list[Stand]:
    """[1.0] The starting positions, changed by `place`; units that it names come last, so that faults are theirs."""
    listed = [(index, counter) for index, counter in enumerate(options.get("place", ())) if counter]
    placed = {counter["unit"] for _, counter in listed}
    stands = [
        Stand(("place",), counter.id, counter.hex)
        for counter in _army(figures, variants)
        if counter.id not in placed and counter.hex
    ]
    return stands + [Stand(("place", index), counter["unit"], counter["hex"]) for index, counter in listed]


def _army(figures: Figures, variants: Mapping[str, Any]) -> Iterator[Unit]:
    """The counters where they start; without a seventeenth hex the Old Guard has a place beside it (NW-02)."""
    gone = missing(switches(variants))
    elsewhere = figures.tree["start"]["without_row_17"]
    for unit in units(figures):
        yield unit._replace(hex=elsewhere) if unit.hex in gone else unit


def _odds_stands(options: Mapping[str, Any]) -> Iterator[Stand]:
    for name in ("attackers", "defenders"):
        for index, counter in enumerate(options.get(name, ())):
            if counter:
                yield Stand((name, index), f"{name}: number {index + 1}", counter["hex"])


def _out_of_reach(figures: Figures, variants: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Fault]:
    """[5.4, 5.6, 5.8] Attackers who could not attack all defenders, or guns that see none of them."""
    beside = hexes.neighbours(missing(switches(variants)))
    kinds = terrain_of(figures.tree)
    blocking = [name for name, kind in kinds.items() if kind in (Terrain.WOODS, Terrain.WOODS_ROAD)]
    sights = hexes.sights(beside, blocking, one_is_enough=switches(variants)["bent_line"] == "one_is_open")
    targets = [INDEX[counter["hex"]] for counter in options["defenders"] if counter]
    for index, counter in enumerate(options["attackers"]):
        if not counter or not targets:
            continue
        here, who = INDEX[counter["hex"]], f"attackers: number {index + 1}"
        n_touched = sum(target in beside[here] for target in targets)
        if n_touched == 0 and (counter["arm"] != "artillery" or not switches(variants)["bombardment"]):
            yield Fault(("attackers", index), f"{who} in {counter['hex']} is beside no defender")
        elif n_touched == 0 and not any(target in sights[here] for target in targets):
            yield Fault(("attackers", index), f"{who} in {counter['hex']} has no defender in sight at two hexes (5.6)")
        elif 0 < n_touched < len(targets):
            yield Fault(("attackers", index), f"{who} in {counter['hex']} is not beside every defender (5.4)")


def _setup(figures: Figures, variants: Mapping[str, Any], entry: str, options: Mapping[str, Any]) -> Any:
    setups = filled(SETUP, entry=Entry[entry], attacker=FRENCH)
    setup = setups[0]
    for card in setup.units:
        card.hex = NOWHERE
    if entry == "WHOLE_GAME":
        placed = {counter["unit"]: counter["hex"] for counter in options["place"]}
        for card, counter in zip(setup.units, _army(figures, variants), strict=True):
            hex_ = placed.get(counter.id, counter.hex)
            card.arm, card.strength, card.movement = counter.arm, counter.strength, counter.movement
            card.hex, card.fate = (INDEX[hex_], Fate.ON_MAP) if hex_ else (NOWHERE, Fate.TO_COME)
        return freeze(setups)
    setup.attacker, setup.demoralized, setup.lowered = (
        SIDES[options["attacker"]],
        options["demoralized"],
        options["lowered"],
    )
    sides = (setup.attacker, 1 - setup.attacker)
    forces = _forces(options) if "column" in options else (options["attackers"], options["defenders"])
    for side, force in zip(sides, forces, strict=True):
        for index, counter in enumerate(force):
            card = setup.units[side * N_FRENCH + index]
            card.arm, card.strength, card.fate = ARMS[counter["arm"]], counter["strength"], Fate.ON_MAP
            card.hex = INDEX[counter["hex"]]
    return freeze(setups)


def _forces(options: Mapping[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Forces at the odds of a column: up to three attackers, as equal as can be, before one defender."""
    many, few = map(int, options["column"].split("-"))
    target, n = FIELDS[options["terrain"]], min(many, len(FRONT))
    shares = [options["strength"] * (many // n + (index < many % n)) for index in range(n)]
    attackers = [
        {"strength": share, "arm": "infantry", "hex": NAMES[hexes.neighbour(target, side)]}
        for share, side in zip(shares, FRONT, strict=False)
    ]
    return attackers, [{"strength": few * options["strength"], "arm": "infantry", "hex": target}]
