"""From a cell of a scenario to SETUP and POLICY, with every fault that the cell has."""

from collections.abc import Iterator, Mapping
from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.deathmaze.presets import POLICIES, POLICY_KEYS, compile_policy
from simkit.games.deathmaze.schema import MOST_ADVENTURERS, MOST_HOARDS, NOTHING, SETUP, Calling, Item
from simkit.games.faults import Fault
from simkit.games.figures import Figures
from simkit.games.game import Compiled
from simkit.games.keys import Key, canonical, check, read_policy

CALLINGS = {calling.name.lower(): calling for calling in Calling}
FINDS = {"gem": Item.NONE, "magic_item": Item.NONE, **{item.name.lower(): item for item in Item if 1 <= item <= 6}}
WANDERING = "wandering_"
HAUL_KEYS, FIND_KEYS = ("hoard", "hoards"), ("find",)


def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell may say."""
    monsters = tuple(figures.tree["monsters"])
    return (
        Key("hoard", "choice", "treasure type or monster", choices=tuple(_types(figures))),
        Key("number", "int", "how many times that", 1, low=1, high=MOST_HOARDS),
        Key("hoards", "choices", "treasure type or monster", choices=tuple(_types(figures))),
        Key("find", "choice", "find", choices=tuple(FINDS)),
        Key("bystander", "choice", "living monster in the segment", choices=monsters),
        Key("party", "tables", "adventurers", low=1, high=MOST_ADVENTURERS, fields=_adventurer_keys(figures)),
        Key("policy", "policy", "policy", "careful"),
    )


def _adventurer_keys(figures: Figures) -> tuple[Key, ...]:
    weapons = tuple(figures.tree["weapons"].values())
    return (
        Key("calling", "choice", "calling", choices=tuple(CALLINGS)),
        Key("points", "int", "Wound Points", low=1, high=99),
        Key("wounds", "int", "wounds that he has already", 0, low=0, high=98),
        Key("weapons", "choices", "weapon", (), weapons),
    )


def _types(figures: Figures) -> dict[str, str]:
    """[9.11] The treasure type of every hoard: of a type itself, a monster met in its room, one that wandered."""
    treasures, monsters = figures.tree["treasures"], figures.tree["monsters"]
    at_home = {monster: types["room"] for monster, types in monsters.items()}
    abroad = {WANDERING + monster: types["wandering"] for monster, types in monsters.items()}
    return {kind: kind for kind in treasures} | at_home | abroad


def compile_setup(
    figures: Figures, variants: Mapping[str, Any], entry: str, cell: Mapping[str, Any]
) -> tuple[Compiled | None, list[Fault]]:
    """SETUP and POLICY of one cell; the paths of faults begin with the cell's keys."""
    known = {key.name: key for key in keys(figures)}
    faults = check(tuple(known.values()), cell)
    preset, policy_faults = read_policy(POLICIES, POLICY_KEYS, cell.get("policy", known["policy"].default))
    faults += policy_faults
    unfit = {fault.path[0] for fault in faults}
    values = {name: key.default if name in unfit else cell.get(name, key.default) for name, key in known.items()}
    options = {name: canonical(known[name], value) for name, value in values.items() if value is not None}
    faults += [*_out_of_place(entry, cell), *_broken_rules(figures, options)]
    if faults or preset is None:
        return None, faults
    return Compiled(_setup(figures, entry, options), compile_policy(preset)), []


def _out_of_place(entry: str, cell: Mapping[str, Any]) -> Iterator[Fault]:
    """What a cell of this entry lacks, and what belongs to the other."""
    needed, foreign = (HAUL_KEYS, FIND_KEYS) if entry == "HAUL" else (FIND_KEYS, HAUL_KEYS)
    if "party" not in cell:
        yield Fault((), f"a cell of {entry} needs a party")
    if sum(name in cell for name in needed) != 1:
        yield Fault((), f"a cell of {entry} needs {' or '.join(needed)}{', and not both' if len(needed) > 1 else ''}")
    for name in cell.keys() & foreign:
        yield Fault((name,), f"{entry} has no {name}: it needs {' or '.join(needed)}")


def _broken_rules(figures: Figures, options: Mapping[str, Any]) -> Iterator[Fault]:
    """[9.23] No adventurer with three weapons, none who is dead already; and not more hoards than there is room for."""
    most = figures.get("effects.weapons_each")
    for index, card in enumerate(options.get("party", ())):
        who = f"party: number {index + 1}"
        if card["wounds"] >= card["points"]:
            yield Fault(("party", index, "wounds"), f"{who} is dead with {card['wounds']} wounds")
        if len(card["weapons"]) > most:
            yield Fault(("party", index, "weapons"), f"{who} may use {most} weapons, not {len(card['weapons'])} (9.23)")
    n_hoards = len(options.get("hoards", [0])) * options["number"]
    if not 1 <= n_hoards <= MOST_HOARDS:
        yield Fault(("hoards",), f"{n_hoards} hoards: a haul has 1 to {MOST_HOARDS}")


def _setup(figures: Figures, entry: str, options: Mapping[str, Any]) -> Any:
    setups = filled(SETUP, bystander=NOTHING)
    if entry == "HAUL":
        _lay_out_hoards(setups[0], figures, options)
    else:
        setups[0].kind = FINDS[options["find"]]
        setups[0]["gems" if options["find"] == "gem" else "items"] = options["number"]
    if "bystander" in options:
        setups[0].bystander = list(figures.tree["monsters"]).index(options["bystander"])
    missiles = figures.get("effects.missiles")
    for adventurer, card in zip(setups[0].party, options["party"], strict=False):
        adventurer.calling = CALLINGS[card["calling"]]
        adventurer.points, adventurer.wounds = card["points"], card["wounds"]
        adventurer.missiles = any(weapon in missiles for weapon in card["weapons"])
    return freeze(setups)


def _lay_out_hoards(setup: Any, figures: Figures, options: Mapping[str, Any]) -> None:
    """[9.13] A treasure type for each monster."""
    rows, types = list(figures.tree["treasures"]), _types(figures)
    hoards = (options.get("hoards") or [options["hoard"]]) * options["number"]
    setup.n_hoards = len(hoards)
    setup.hoards[: len(hoards)] = [rows.index(types[hoard]) for hoard in hoards]
