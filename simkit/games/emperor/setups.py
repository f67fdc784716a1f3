"""From a cell of a scenario to SETUP and POLICY, with every fault that the cell has."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.emperor.catalog import Catalog
from simkit.games.emperor.limits import misfits
from simkit.games.emperor.schema import NOTHING, POLICY, SETUP, Entry, Policy, Weapon
from simkit.games.figures import Figures
from simkit.games.game import Compiled, Fault, Key, PolicyPreset, canonical, check, read_policy

WEAPONS = {"strongest": Weapon.STRONGEST, "sturdiest": Weapon.STURDIEST}

POLICY_KEYS = (
    Key("flee_at", "int", "wounds left at which the hero tries to escape", low=0, high=99),
    Key("lets_go", "bool", "lets a creature go that tries to get away"),
    Key("pays", "bool", "pays a bribe that he can afford"),
    Key("shoots", "bool", "uses a missile weapon in the Approach"),
    Key("weapon", "choice", "weapon", choices=tuple(WEAPONS)),
)


def _scripted(title: str, *, flee_at: int, lets_go: bool, pays: bool, weapon: str) -> PolicyPreset:
    parameters = {"flee_at": flee_at, "lets_go": lets_go, "pays": pays, "shoots": True, "weapon": weapon}
    return PolicyPreset(title, Policy.SCRIPTED, parameters)


POLICIES = {
    "bold": _scripted("fights to the death", flee_at=0, lets_go=False, pays=False, weapon="strongest"),
    "prudent": _scripted("runs when hurt, finishes what runs", flee_at=4, lets_go=False, pays=True, weapon="strongest"),
    "cautious": _scripted("runs early, lets go, parries first", flee_at=6, lets_go=True, pays=True, weapon="sturdiest"),
    "random": PolicyPreset("lets the dice decide", Policy.RANDOM, {"flee_at": 0, "shoots": True}),
}


@cache
def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell of an encounter may say."""
    catalog = Catalog(figures)
    return (
        Key("character", "choice", "character", choices=catalog.character_names),
        Key("terrain", "choice", "terrain or place", choices=catalog.spot_names),
        Key("foe", "choice", "encounter", choices=tuple(catalog.chits)),
        Key("arms", "choices", "arm", (), tuple(catalog.arms), words=("drawn",)),
        Key("carries", "choices", "arm", (), tuple(catalog.arms)),
        Key("wounds", "int", "wounds that the hero has already", 0, low=0, high=99),
        Key("treasures", "int", "treasures that he could pay a bribe with", 0, low=0, high=34),
        Key("policy", "policy", "policy", "prudent"),
    )


def compile_setup(
    figures: Figures, variants: Mapping[str, Any], entry: str, cell: Mapping[str, Any]
) -> tuple[Compiled | None, list[Fault]]:
    """SETUP and POLICY of one cell; the paths of faults begin with the cell's keys.

    Figures that the rules cannot take are told by `compile_rules`; nothing is set up with them.
    """
    if misfits(figures):
        return None, []
    known = {key.name: key for key in keys(figures)}
    faults = check(tuple(known.values()), cell)
    unsound = {fault.path[0] for fault in faults}
    preset, policy_faults = read_policy(POLICIES, POLICY_KEYS, cell.get("policy", known["policy"].default))
    faults += policy_faults
    faults += [Fault((), f"a cell of {entry} needs a {name}") for name in _needed(entry) if name not in cell]
    if entry == "TERRAIN" and "foe" in cell:
        faults.append(Fault(("foe",), "TERRAIN draws the chit itself: leave foe away, or ask for entry ENCOUNTER"))
    catalog = Catalog(figures)
    sound = {name: value for name, value in cell.items() if name not in unsound}
    said = {
        name: canonical(key, sound.get(name, key.default))
        for name, key in known.items()
        if name in sound or key.default is not None
    }
    if "character" in said:
        faults += _broken_rules(catalog, variants, said)
    if faults or preset is None:
        return None, faults
    return Compiled(_setup(catalog, entry, said), _policy(preset)), []


def _needed(entry: str) -> tuple[str, ...]:
    return ("character", "foe") if entry == "ENCOUNTER" else ("character", "terrain")


def _broken_rules(catalog: Catalog, variants: Mapping[str, Any], said: Mapping[str, Any]) -> Iterator[Fault]:
    """[Arms] Who may use what, how many arms, how many there are; and no hero who is dead already."""
    hero = catalog.character(said["character"])
    arms = _listed(said)
    usable = catalog.classes[hero["class"]]["arms"]
    for index, arm in enumerate(arms):
        if catalog.base(arm) not in usable:
            yield Fault(
                ("arms", index),
                f"{hero['name']} is a {hero['class']} and may not use the {arm} (Arms); "
                "to carry it unused, name it under carries",
            )
    held = [*arms, *said["carries"], *(["a drawn arm"] if said["arms"] == "drawn" else [])]
    normal = [arm for arm in held if arm not in catalog.magic_arms]
    limit = catalog.constants["arms_limit"]
    counted = set(normal) if variants.get("arms_limit") == "five_kinds" else normal
    if len(counted) > limit:
        yield Fault(("arms",), f"{len(counted)} arms: {hero['name']} may carry {limit} (Arms)")
    for arm, count in Counter(held).items():
        there = catalog.arms[arm].get("quantity", 1) if arm in catalog.arms else count
        if count > there:
            yield Fault(("arms",), f"{count} of {arm}: the game has {there}")
    if said["wounds"] >= hero["wounds"]:
        yield Fault(
            ("wounds",), f"{hero['name']} is dead with {said['wounds']} wounds: his Wound Number is {hero['wounds']}"
        )


def _listed(said: Mapping[str, Any]) -> list[str]:
    """The arms that a cell gives the hero to use."""
    return [] if said["arms"] == "drawn" else said["arms"]


def _setup(catalog: Catalog, entry: str, said: Mapping[str, Any]) -> Any:
    setups = filled(SETUP, entry=Entry[entry], wounds=said["wounds"], treasures=said["treasures"], kind=NOTHING)
    setup = setups[0]
    setup.hero = catalog.character_names.index(said["character"])
    setup.draws_arms = said["arms"] == "drawn"
    for field, arms in (("arms", _listed(said)), ("carries", said["carries"])):
        for arm in arms:
            setup[field][list(catalog.arms).index(arm)] += 1
    if "foe" in said:
        setup.kind = list(catalog.chits).index(said["foe"])
    spot = said.get("terrain") or catalog.home(said["foe"])
    setup.spot.terrain, setup.spot.coastal, setup.spot.shore, setup.spot.place = catalog.spot(spot)
    return freeze(setups)


def _policy(preset: PolicyPreset) -> Any:
    parameters = {**preset.parameters, "weapon": WEAPONS[preset.parameters.get("weapon", "strongest")]}
    return freeze(filled(POLICY, kind=preset.kind, **parameters))
