"""From a cell of a scenario to SETUP and POLICY, with every fault that the cell has."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.azann.presets import MOST_POINTS, POLICIES, POLICY_KEYS, compile_policy
from simkit.games.azann.schema import (
    ITEMS,
    KIND_BITS,
    MONSTERS,
    MOST_FOES,
    SETUP,
    SPELLS,
    STATS,
    WEAPONS,
    Entry,
)
from simkit.games.azann.sentences import STAT_NAMES
from simkit.games.faults import Fault
from simkit.games.figures import Figures
from simkit.games.game import Compiled
from simkit.games.keys import Key, canonical, check, read_policy

MOST_OF_A_DUEL = 24  # points of one characteristic in `simkit odds duel`


def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell may say.  A duel needs foes; elsewhere Magic Skill has, unless given, the points that are left."""
    return (
        Key("combat", "int", "Combat Strength", low=0, high=MOST_POINTS),
        Key("agility", "int", "Agility", low=0, high=MOST_POINTS),
        Key("magic", "int", "Magic Skill", low=0, high=MOST_POINTS),
        Key("spells", "choices", "spell", (), SPELLS),
        Key("items", "choices", "thing", (), ITEMS),
        Key("foes", "choices", "monster", (), MONSTERS),
        Key("ambush", "bool", "the foes strike first", False),
        Key("policy", "policy", "policy", "fighter"),
    )


def duel(hero: str, foes: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """A duel as people write it, "5/5" or with Magic Skill "5/5/2": the entry and the cell; else `ValueError`."""
    points = hero.split("/")
    if len(points) not in (2, 3) or not all(point.isdecimal() for point in points):
        raise ValueError(f"{hero!r} is no character: write Combat Strength/Agility, as 5/5, or 5/5/2 with Magic Skill")
    if any(len(point) > 3 or int(point) > MOST_OF_A_DUEL for point in points):
        raise ValueError(
            f"{hero!r:.40}: a characteristic is 0 to {MOST_OF_A_DUEL}, twice what all have together at first"
        )
    return "DUEL", {**dict(zip(STATS, map(int, points), strict=False)), "foes": list(foes)}


def compile_setup(
    figures: Figures, variants: Mapping[str, Any], entry: str, cell: Mapping[str, Any]
) -> tuple[Compiled | None, list[Fault]]:
    """SETUP and POLICY of one cell; the paths of faults begin with the cell's keys."""
    known = {key.name: key for key in keys(figures)}
    faults = check(tuple(known.values()), cell)
    preset, policy_faults = read_policy(POLICIES, POLICY_KEYS, cell.get("policy", known["policy"].default))
    faults += policy_faults
    missing = [name for name in _needed(entry) if name not in cell]
    faults += [Fault((), f"a cell of {entry} needs {name}") for name in missing]
    unfit = {fault.path[0] for fault in faults if fault.path}.union(missing)
    sound = {name: value for name, value in cell.items() if name not in unfit}
    options = {
        name: canonical(key, sound.get(name, key.default)) for name, key in known.items() if key.kind != "policy"
    }
    constants = figures.tree["constants"]
    start, broken = constants["start"], list(_broken_rules(options, constants["item_limit"]))
    if not unfit & {"combat", "agility", "magic"}:
        if options["magic"] is None:
            options["magic"] = 0 if entry == "DUEL" else start["points"] - options["combat"] - options["agility"]
        broken += _no_duel(options, figures.tree["items"]) if entry == "DUEL" else _no_start(options, start)
    faults += [fault for fault in broken if fault.path[0] not in unfit]
    return (
        (None, faults) if faults or preset is None else (Compiled(_setup(entry, options), compile_policy(preset)), [])
    )


def _needed(entry: str) -> tuple[str, ...]:
    return ("combat", "agility", "foes") if entry == "DUEL" else ("combat", "agility", "spells")


def _broken_rules(options: Mapping[str, Any], item_limit: int) -> Iterator[Fault]:
    for name, noun in (("spells", "spell"), ("items", "thing")):
        twice = sorted({item for item in options[name] if options[name].count(item) > 1})
        if twice:
            yield Fault((name,), f"{noun} {twice[0]!r} is named twice")
    if len(options["items"]) > item_limit:
        yield Fault(("items",), f"{len(options['items'])} things: he may carry {item_limit} (Discovering Items)")


def _no_duel(options: Mapping[str, Any], things: Mapping[str, Any]) -> Iterator[Fault]:
    """[Combat; Magic Items; Weapons] A duel may be fought by any character who is alive and can carry what he has."""
    if options["combat"] == options["agility"] == 0:
        yield Fault(("combat",), "a character of Combat Strength 0 and Agility 0 is dead (Combat)")
    else:
        yield from _too_heavy(options, things)
    if not 1 <= len(options["foes"]) <= MOST_FOES:
        yield Fault(("foes",), f"a duel has 1 to {MOST_FOES} foes, not {len(options['foes'])}")


def _too_heavy(options: Mapping[str, Any], things: Mapping[str, Any]) -> Iterator[Fault]:
    """[Magic Items; Weapons] Things that the character cannot carry."""
    for name in dict.fromkeys(options["items"]):
        stat, least = things[name]["carry"], things[name]["least"]
        if stat in STATS and options[stat] < least:
            section = "Weapon Summary" if name in WEAPONS else "Summary of Magic Items"
            yield Fault(
                ("items",), f"to carry {name!r} takes {STAT_NAMES[stat]} {least}, not {options[stat]} ({section})"
            )


def _no_start(options: Mapping[str, Any], start: Mapping[str, Any]) -> Iterator[Fault]:
    """[How to Start] Twelve points, at least two a characteristic, two spells, and nothing else."""
    points = [options[stat] for stat in STATS]
    spread = " + ".join(map(str, points))
    if sum(points) != start["points"]:
        total = f"{spread} is {sum(points)}"
        yield Fault(("combat",), f"a character has {start['points']} Characteristic Points: {total} (How to Start)")
    elif min(points) < start["least"]:
        yield Fault(("combat",), f"at least {start['least']} points a characteristic, not {spread} (How to Start)")
    if len(options["spells"]) != start["spells"]:
        yield Fault(("spells",), f"{start['spells']} spells to start with, not {len(options['spells'])} (How to Start)")
    for name in ("items", "foes"):
        if options[name]:
            yield Fault((name,), f"WHOLE_GAME starts without {name}: they are for entry DUEL")


def _setup(entry: str, options: Mapping[str, Any]) -> Any:
    setups = filled(SETUP, entry=Entry[entry], ambush=options["ambush"])
    setup = setups[0]
    setup.spells, setup.items = _bits(SPELLS, options["spells"]), _bits(ITEMS, options["items"])
    setup.line = _line(options["foes"])
    for stat in STATS:
        setup.hero[stat] = options[stat]
    return freeze(setups)


def _bits(names: Sequence[str], held: Sequence[str]) -> int:
    return sum(1 << names.index(name) for name in held)


def _line(foes: Sequence[str]) -> int:
    """A line of foes as one number, the first to fight lowest."""
    return sum(MONSTERS.index(name) + 1 << KIND_BITS * position for position, name in enumerate(foes))
