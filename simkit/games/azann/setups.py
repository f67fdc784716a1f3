"""From a cell of a scenario to SETUP and POLICY, with every fault that the cell has."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.azann.schema import (
    ITEMS,
    KIND_BITS,
    MONSTERS,
    MOST_FOES,
    N_LEVELS,
    POLICY,
    SETUP,
    SPELLS,
    STATS,
    WEAPONS,
    Entry,
    Policy,
)
from simkit.games.azann.sentences import STAT_NAMES
from simkit.games.faults import Fault
from simkit.games.figures import Figures
from simkit.games.game import Compiled
from simkit.games.keys import Key, PolicyPreset, canonical, check, read_policy

MOST_POINTS = 99
MOST_OF_A_DUEL = 24  # points of one characteristic in `simkit odds duel`
NEVER = -99  # an edge that nobody has

POLICY_KEYS = (
    Key("wants_child", "bool", "goes for the child"),
    Key("wants_jewel", "bool", "goes for the Jewel"),
    Key("jewel_first", "bool", "goes for the Jewel before the child"),
    Key("child_floor", "int", "level where he looks for the child", low=1, high=N_LEVELS),
    Key("jewel_floor", "int", "level where he looks for the Jewel", low=1, high=N_LEVELS),
    Key("rest_floor", "int", "level where he gathers strength", low=1, high=N_LEVELS),
    Key("rests_below", "int", "points to fight with below which he gathers strength", low=0, high=MOST_POINTS),
    Key("gives_up_at", "int", "points to fight with at which he makes for the exit", low=0, high=MOST_POINTS),
    Key("back_door", "bool", "enters by the back door"),
    Key("fireball_at", "int", "edge over the foe at which he casts a Fireball", low=NEVER, high=MOST_POINTS),
    Key("fireball_group", "int", "number of foes from which on he casts a Fireball", low=1, high=MOST_POINTS),
    Key("vanish_at", "int", "edge over the foe at which he teleports out of a fight", low=NEVER, high=MOST_POINTS),
    Key("duck_at", "int", "edge over the foe at which he ducks out, if he may", low=NEVER, high=MOST_POINTS),
    Key("regenerates", "bool", "uses Regeneration before fights and rolls"),
    Key("converts", "bool", "turns points into others by Rod, Ruby and Spear"),
    Key("keeps", "int", "points that Rod, Ruby and Spear leave in a characteristic", low=0, high=MOST_POINTS),
    Key("opens", "bool", "opens a fight with Crystal Sphere or Silver Dagger"),
    Key("draws_bow", "bool", "uses the Great Bow where his own blows would not land"),
    Key("resists", "bool", "casts Resistance at a Nerve Check that he could fail"),
    Key("teleports_over", "int", "levels over which he teleports; 0 for never", low=0, high=N_LEVELS),
    Key("sandals_over", "int", "levels over which he uses the Sandals; 0 for never", low=0, high=N_LEVELS),
    Key("throws_at", "int", "Magic Skill from which on he throws the Jewel", low=0, high=MOST_POINTS),
    Key("takes", "choices", "thing", (), ITEMS),
    Key("learns", "choices", "spell", (), SPELLS),
)
LISTS = {"takes": (ITEMS, "item_worth"), "learns": (SPELLS, "spell_worth")}  # best first

WEAPONS_FIRST = ("great_axe", "silver_dagger", "great_bow", "crystal_sphere", "spear_of_grom")
MAGIC_FIRST = ("crystal_sphere", "great_axe", "silver_dagger", "emerald_rod", "enchanted_sandals")
SCRIPT = {
    "wants_child": True, "wants_jewel": True, "jewel_first": False,
    "child_floor": 6, "jewel_floor": 4, "rest_floor": 4, "rests_below": 0, "gives_up_at": 0,
    "back_door": False, "fireball_at": NEVER, "fireball_group": MOST_POINTS, "vanish_at": NEVER, "duck_at": NEVER,
    "regenerates": True, "converts": False, "keeps": 2, "opens": True, "draws_bow": True, "resists": True,
    "teleports_over": 0, "sandals_over": 0, "throws_at": 5,
    "takes": WEAPONS_FIRST, "learns": ("regeneration", "fireball", "teleportation", "resistance"),
}  # fmt: skip


def _scripted(title: str, **changes: Any) -> PolicyPreset:
    return PolicyPreset(title, Policy.SCRIPTED, {**SCRIPT, **changes})


POLICIES = {
    "fighter": _scripted(
        "puts on mail first, then fights whatever comes",
        regenerates=False, rest_floor=5, rests_below=16, converts=True,
    ),
    "mage": _scripted(
        "moves his points, burns what is stronger than he, and vanishes from what he cannot burn",
        gives_up_at=1, fireball_at=0, vanish_at=0, takes=MAGIC_FIRST,
    ),
    "acrobat": _scripted(
        "gathers breath before he climbs, and slips away where he can",
        regenerates=False, rest_floor=5, rests_below=12, duck_at=0, vanish_at=0, sandals_over=3, converts=True,
        takes=MAGIC_FIRST,
    ),
    "searcher": _scripted(
        "goes for the child, then out; makes for the exit when he is weak",
        wants_jewel=False, gives_up_at=3, fireball_at=0,
    ),
    "random": PolicyPreset("lets the dice decide", Policy.RANDOM, {}),
}  # fmt: skip


def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell may say; a duel needs foes, and Magic Skill is what the others leave of the starting points."""
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
    said = {name: canonical(key, sound.get(name, key.default)) for name, key in known.items() if key.kind != "policy"}
    constants = figures.tree["constants"]
    start, broken = constants["start"], list(_broken_rules(said, constants["item_limit"]))
    if not unfit & {"combat", "agility", "magic"}:
        if said["magic"] is None:
            said["magic"] = 0 if entry == "DUEL" else start["points"] - said["combat"] - said["agility"]
        broken += _no_duel(said, figures.tree["items"]) if entry == "DUEL" else _no_start(said, start)
    faults += [fault for fault in broken if fault.path[0] not in unfit]
    return (None, faults) if faults or preset is None else (Compiled(_setup(entry, said), _policy(preset)), [])


def _needed(entry: str) -> tuple[str, ...]:
    return ("combat", "agility", "foes") if entry == "DUEL" else ("combat", "agility", "spells")


def _broken_rules(said: Mapping[str, Any], item_limit: int) -> Iterator[Fault]:
    for name, noun in (("spells", "spell"), ("items", "thing")):
        twice = sorted({item for item in said[name] if said[name].count(item) > 1})
        if twice:
            yield Fault((name,), f"{noun} {twice[0]!r} is named twice")
    if len(said["items"]) > item_limit:
        yield Fault(("items",), f"{len(said['items'])} things: he may carry {item_limit} (Discovering Items)")


def _no_duel(said: Mapping[str, Any], things: Mapping[str, Any]) -> Iterator[Fault]:
    """[Combat; Magic Items; Weapons] A duel may be fought by any character who is alive and can carry what he has."""
    if said["combat"] == said["agility"] == 0:
        yield Fault(("combat",), "a character of Combat Strength 0 and Agility 0 is dead (Combat)")
    else:
        yield from _too_heavy(said, things)
    if not 1 <= len(said["foes"]) <= MOST_FOES:
        yield Fault(("foes",), f"a duel has 1 to {MOST_FOES} foes, not {len(said['foes'])}")


def _too_heavy(said: Mapping[str, Any], things: Mapping[str, Any]) -> Iterator[Fault]:
    """[Magic Items; Weapons] What a character cannot carry he does not have."""
    for name in dict.fromkeys(said["items"]):
        stat, least = things[name]["carry"], things[name]["least"]
        if stat in STATS and said[stat] < least:
            section = "Weapon Summary" if name in WEAPONS else "Summary of Magic Items"
            yield Fault(("items",), f"to carry {name!r} takes {STAT_NAMES[stat]} {least}, not {said[stat]} ({section})")


def _no_start(said: Mapping[str, Any], start: Mapping[str, Any]) -> Iterator[Fault]:
    """[How to Start] Twelve points, at least two a characteristic, two spells, and nothing else."""
    points = [said[stat] for stat in STATS]
    spread = " + ".join(map(str, points))
    if sum(points) != start["points"]:
        total = f"{spread} is {sum(points)}"
        yield Fault(("combat",), f"a character has {start['points']} Characteristic Points: {total} (How to Start)")
    elif min(points) < start["least"]:
        yield Fault(("combat",), f"at least {start['least']} points a characteristic, not {spread} (How to Start)")
    if len(said["spells"]) != start["spells"]:
        yield Fault(("spells",), f"{start['spells']} spells to start with, not {len(said['spells'])} (How to Start)")
    for name in ("items", "foes"):
        if said[name]:
            yield Fault((name,), f"WHOLE_GAME starts without {name}: they are for entry DUEL")


def _setup(entry: str, said: Mapping[str, Any]) -> Any:
    setups = filled(SETUP, entry=Entry[entry], ambush=said["ambush"])
    setup = setups[0]
    setup.spells, setup.items = _bits(SPELLS, said["spells"]), _bits(ITEMS, said["items"])
    setup.line = _line(said["foes"])
    for stat in STATS:
        setup.hero[stat] = said[stat]
    return freeze(setups)


def _bits(names: Sequence[str], held: Sequence[str]) -> int:
    return sum(1 << names.index(name) for name in held)


def _line(foes: Sequence[str]) -> int:
    """A line of foes as one number, the first to fight lowest."""
    return sum(MONSTERS.index(name) + 1 << KIND_BITS * place for place, name in enumerate(foes))


def _policy(preset: PolicyPreset) -> Any:
    policies = filled(POLICY, kind=preset.kind)
    for name, value in preset.parameters.items():
        if name in LISTS:
            names, field = LISTS[name]
            for place, item in enumerate(value):
                policies[0][field][names.index(item)] = len(names) - place
        else:
            policies[0][name] = value
    return freeze(policies)
