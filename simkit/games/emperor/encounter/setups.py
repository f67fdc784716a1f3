"""From a cell of a scenario to SETUP and POLICY, with every fault that the cell has."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.shared.limits import misfits
from simkit.games.emperor.shared.presets import POLICIES, POLICY_KEYS, compile_policy
from simkit.games.emperor.shared.schema import N_COMPANIONS, NOTHING, SETUP, Entry
from simkit.games.emperor.shared.terms import SEA, TERRAINS, Vessel
from simkit.games.faults import Fault
from simkit.games.figures import Figures
from simkit.games.game import Compiled
from simkit.games.keys import Key, canonical, check, read_policy

BITS = 3  # a kind in a hand


catalog_of = cache(Catalog)  # a scenario has thousands of cells


@cache
def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell of an encounter may say."""
    catalog = catalog_of(figures)
    arms, treasures = tuple(catalog.arms), tuple(catalog.treasures)
    return (
        Key("character", "choice", "character", choices=catalog.character_names, also=tuple(catalog.characters)),
        Key("terrain", "choice", "terrain or place", choices=catalog.spot_names),
        Key("foe", "choice", "encounter", choices=tuple(catalog.chits)),
        Key("arms", "choices", "arm", [], arms, words=("drawn",)),
        Key("carries", "choices", "arm", [], arms),
        Key("spells", "choices", "spell", [], tuple(catalog.spells)),
        Key("treasures", "choices", "treasure", [], treasures),
        Key("clues", "choices", "clue", [], tuple(catalog.clues)),
        Key("companions", "choices", "companion", [], tuple(catalog.chits)),
        Key("familiar", "bool", "a familiar summoned in an earlier encounter", False),
        Key("vessel", "choice", "vessel", choices=tuple(catalog.vessels)),
        Key("at_sea", "choice", "vessel", choices=tuple(catalog.vessels)),
        Key("vessel_wounds", "int", "wounds that the vessel has already", 0, low=0, high=99),
        Key("wounds", "int", "wounds that the hero has already", 0, low=0, high=99),
        Key("policy", "policy", "policy", "prudent"),
    )


def duel(hero: str, foes: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """A battle as people write it, "Ozmo" or with arms "Ozmo+axe+kite_shield": the entry and the cell."""
    if len(foes) != 1:
        raise ValueError(f"an encounter is with one chit, not {len(foes)}")
    character, *arms = hero.split("+")
    return "ENCOUNTER", {"character": character, "arms": arms, "foe": foes[0]}


def match_up() -> tuple[str, dict[str, Any]]:
    """A hero and the chit that he meets: the entry and the cell."""
    return "ENCOUNTER", {"character": "Rosa", "foe": "wild_boar"}


def compile_setup(
    figures: Figures, variants: Mapping[str, Any], entry: str, cell: Mapping[str, Any]
) -> tuple[Compiled | None, list[Fault]]:
    """SETUP and POLICY of one cell; the paths of faults begin with the cell's keys.

    Figures that the rules cannot take are reported by `compile_rules`; nothing is set up with them.
    """
    if misfits(figures):
        return None, []
    known = {key.name: key for key in keys(figures)}
    faults = check(tuple(known.values()), cell)
    preset, policy_faults = read_policy(POLICIES, POLICY_KEYS, cell.get("policy", known["policy"].default))
    faults += policy_faults
    faults += [Fault((), f"a cell of {entry} needs a {name}") for name in _needed(entry) if name not in cell]
    if entry == "TERRAIN" and "foe" in cell:
        faults.append(Fault(("foe",), "TERRAIN draws the chit itself: leave foe away, or ask for entry ENCOUNTER"))
    catalog = catalog_of(figures)
    full_cell = {name: key.default for name, key in known.items() if key.default is not None}
    unfit = {fault.path[0] for fault in faults if fault.path}
    full_cell |= {
        name: canonical(known[name], value) for name, value in cell.items() if name in known and name not in unfit
    }
    if "at_sea" in full_cell and "vessel" not in full_cell and _spot(catalog, full_cell) in SEA:
        full_cell["vessel"] = full_cell["at_sea"]
    if "character" in full_cell:
        faults += [*_arms_faults(catalog, variants, full_cell), *_magic_faults(catalog, variants, full_cell)]
        faults += [
            *_count_faults(catalog, full_cell),
            *_company_faults(catalog, full_cell),
            *_vessel_faults(catalog, full_cell),
        ]
    if faults or preset is None:
        return None, faults
    return Compiled(_setup(catalog, entry, full_cell), compile_policy(preset)), []


def _needed(entry: str) -> tuple[str, ...]:
    return ("character", "foe") if entry == "ENCOUNTER" else ("character", "terrain")


def _given_arms(cell: Mapping[str, Any]) -> list[str]:
    return [] if cell["arms"] == "drawn" else list(cell["arms"])


def _arms_faults(catalog: Catalog, variants: Mapping[str, Any], cell: Mapping[str, Any]) -> Iterator[Fault]:
    """[Arms] Who may use which arms, and how many; and the hero must be alive."""
    hero, arms = catalog.character(cell["character"]), _given_arms(cell)
    usable = catalog.classes[hero["class"]]["arms"]
    for index, arm in enumerate(arms):
        if catalog.base(arm) not in usable:
            sentence = f"{hero['name']} is a {hero['class']} and may not use the {arm} (Arms)"
            yield Fault(("arms", index), f"{sentence}; to carry it unused, name it under carries")
    held = [*arms, *cell["carries"], *(["a drawn arm"] if cell["arms"] == "drawn" else [])]
    normal = [arm for arm in held if arm not in catalog.magic_arms]
    counted = set(normal) if variants.get("arms_limit") == "five_kinds" else normal
    if len(counted) > catalog.constants["arms_limit"]:
        yield Fault(
            ("arms",), f"{len(counted)} arms: {hero['name']} may carry {catalog.constants['arms_limit']} (Arms)"
        )
    if cell["wounds"] >= hero["wounds"]:
        yield Fault(
            ("wounds",), f"{hero['name']} is dead with {cell['wounds']} wounds: his Wound Number is {hero['wounds']}"
        )


def _magic_faults(catalog: Catalog, variants: Mapping[str, Any], cell: Mapping[str, Any]) -> Iterator[Fault]:
    """[Magic Spells] Class and number of spells, no two alike; only magicians summon familiars."""
    hero, spells = catalog.character(cell["character"]), cell["spells"]
    limit = catalog.classes[hero["class"]]["spells_held"]
    subject = f"{hero['name']} is a {hero['class']}"
    for index, spell in enumerate(spells):
        of_class = catalog.spells[spell]["class"]
        if of_class != hero["class"]:
            yield Fault(("spells", index), f"{subject}: {spell} is a {of_class}'s spell (Magic Spells)")
        if spell in spells[:index]:
            yield Fault(("spells", index), f"two of {spell}: nobody may carry two alike (Magic Spells)")
        if spell == "rock_wall" and variants.get("rock_wall") == "absent":
            yield Fault(("spells", index), "there is no rock_wall under rock_wall = absent")
    if cell["familiar"] and hero["class"] != "magician":
        yield Fault(("familiar",), f"{subject}: only a magician has a familiar (Familiar)")
        return
    if cell["familiar"] and "familiar" in spells:
        yield Fault(("familiar",), "two of familiar: one that is summoned has its spell chit in hand (Familiar)")
    held = _held_spells(cell)
    if len(held) > limit:
        summoned = ", that of the familiar among them" if cell["familiar"] else ""
        yield Fault(("spells",), f"{len(held)} spells{summoned}: {subject} and may hold {limit} (Magic Spells)")


def _held_spells(cell: Mapping[str, Any]) -> list[str]:
    """[Familiar] Spells in hand; last the chit of a summoned familiar, which is held until the familiar is gone."""
    return [*cell["spells"], *(["familiar"] if cell["familiar"] else [])]


def _count_faults(catalog: Catalog, cell: Mapping[str, Any]) -> Iterator[Fault]:
    """[Inventory] No more of anything than the game has."""
    arms = [*_given_arms(cell), *cell["carries"]]
    magic = [arm for arm in (*arms, *cell["treasures"]) if arm in catalog.magic_arms]
    for key, names, rows in (
        ("arms", [arm for arm in arms if arm not in catalog.magic_arms], catalog.arms),
        ("treasures", [*magic, *(name for name in cell["treasures"] if name in catalog.goods)], catalog.treasures),
        ("clues", cell["clues"], {name: {"quantity": 1} for name in catalog.clues}),
        ("companions", cell["companions"], {name: {"quantity": chit["count"]} for name, chit in catalog.chits.items()}),
    ):
        for name, n in Counter(names).items():
            if n > rows[name]["quantity"]:
                yield Fault((key,), f"{n} of {name}: the game has {rows[name]['quantity']}")


def _company_faults(catalog: Catalog, cell: Mapping[str, Any]) -> Iterator[Fault]:
    """[Traveling Companions] Who may be a companion, and how many there is room for."""
    willing = ("roll_even_joins", "elf_joins_else_1-3_attack", "escort")
    for index, name in enumerate(cell["companions"]):
        chit = catalog.chits[name]
        charmed = chit["kind"] in ("animal", "human_group", "human_group_hard")
        if not charmed and chit["reaction"] not in willing:
            yield Fault(("companions", index), f"{chit['name']} never travels with anybody (Traveling Companions)")
    if len(cell["companions"]) > N_COMPANIONS:
        yield Fault(("companions",), f"{len(cell['companions'])} companions: at most {N_COMPANIONS} are kept track of")


def _vessel_faults(catalog: Catalog, cell: Mapping[str, Any]) -> Iterator[Fault]:
    """[Vessels] A vessel must be at sea or on the coast, and afloat."""
    if "vessel" not in cell:
        return
    spot = _spot(catalog, cell)
    if spot not in SEA and not catalog.spot(spot)[2]:
        yield Fault(("vessel",), f"a {cell['vessel']} in {spot}: vessels stay at sea or in a coastal area (Movement)")
    most = catalog.vessels[cell["vessel"]]["wounds"]
    if cell["vessel_wounds"] >= most:
        yield Fault(
            ("vessel_wounds",), f"a {cell['vessel']} with {cell['vessel_wounds']} wounds is sunk: it takes {most}"
        )


def _spot(catalog: Catalog, cell: Mapping[str, Any]) -> str:
    if "terrain" in cell:
        return str(cell["terrain"])
    return catalog.home(cell["foe"]) if "foe" in cell else TERRAINS[0]


def _setup(catalog: Catalog, entry: str, cell: Mapping[str, Any]) -> Any:
    setups = filled(SETUP, entry=Entry[entry], kind=NOTHING, draws_arms=cell["arms"] == "drawn")
    setup = setups[0]
    if "foe" in cell:
        setup.kind = list(catalog.chits).index(cell["foe"])
    spot = setup.spot
    spot.terrain, spot.sea, spot.coastal, spot.shore, spot.place = catalog.spot(_spot(catalog, cell))
    _fill_player(setup.player, catalog, cell)
    return freeze(setups)


def _fill_player(player: Any, catalog: Catalog, cell: Mapping[str, Any]) -> None:
    treasures = cell["treasures"]
    magic_arms = [name for name in treasures if name in catalog.magic_arms]
    player.hero = catalog.character_names.index(cell["character"])
    player.wounds = cell["wounds"]
    player.arms = _hand(list(catalog.arms), [*_given_arms(cell), *cell["carries"], *magic_arms])
    player.goods = _hand(list(catalog.goods), [name for name in treasures if name in catalog.goods])
    player.clues = _hand(list(catalog.clues), cell["clues"])
    player.spells = _hand(list(catalog.spells), _held_spells(cell))
    player.familiar = catalog.spells["familiar"]["wounds"] if cell["familiar"] else 0
    if "vessel" in cell:
        player.vessel, player.vessel_wounds = Vessel[cell["vessel"].upper()], cell["vessel_wounds"]
    player.companions = len(cell["companions"])
    for slot, name in enumerate(cell["companions"]):
        player.companion_kinds[slot] = list(catalog.chits).index(name) + 1


def _hand(names: Sequence[str], held: Sequence[str]) -> int:
    return sum(1 << BITS * names.index(name) for name in held)
