"""From figures and switches to RULES, with every what-if that the rules cannot take."""

import re
from collections.abc import Iterator, Mapping
from enum import IntEnum
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import numpy as np

from simkit.core.records import filled, freeze
from simkit.games.deathmaze.schema import MOST_BONUS, RULES, Item, Medallion, Potion, Spice
from simkit.games.deathmaze.variants import VARIANTS
from simkit.games.faults import Fault
from simkit.games.figures import GIVEN, Figures
from simkit.games.keys import canonical, check

TWICE = "twice"
BONUS_SCALE = 1 << 62
DICE = r"[1-9]D([1-9]|1[0-2])"
BEZANTS = re.compile(rf"-|[1-6]:{DICE}(x([1-9]|[1-4]\d|50))?")
COUNT = re.compile(rf"-|[1-6]:({DICE}|[1-9])")
ROLL = re.compile(rf"-|{DICE}")
EXAMPLES = {BEZANTS: "3:2D6x20", COUNT: "3:2D6", ROLL: "2D6"}
SIX = range(7)
BONUSES = (*(f"+{bonus}" for bonus in range(1, 10)), TWICE)


def _names(kinds: type[IntEnum]) -> tuple[str, ...]:
    return tuple(kind.name.lower() for kind in kinds)


LIMITS: dict[str, Any] = {  # what a figure, or each item of one, may be: by the first pattern that fits its path
    "treasures*.bezants": BEZANTS,
    "treasures*": COUNT,
    "gems.*": range(501),
    "chests.trapped_to": SIX,
    "traps.detrapped_to": SIX,
    "traps.wounds": ROLL,
    "magic_items.*": _names(Item)[1:7],
    "weapon_effects.*": BONUSES,
    "armor.*": BONUSES,
    "potions.*": _names(Potion),
    "spices.*": _names(Spice),
    "medallions.*": _names(Medallion),
    "effects.potion_doses": range(1, 10),
    "effects.weapons_each": range(10),
    "effects.oratory": range(100),
    "effects.dexterity": range(100),
    "effects.[hps]*": ROLL,
    "limits.die_sides": (6,),
    "limits.steps": range(1, 1_000_001),
    "limits.armor_worn": range(29),
}


def compile_rules(figures: Figures, variants: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
    """RULES from the figures and the switches; the paths of faults are the names of switches and figures."""
    keys = [variant.key for variant in VARIANTS]
    faults = [*check(keys, variants), *_misfits(figures)] or list(_endless(figures))
    if faults:
        return None, faults
    chosen = {key.name: canonical(key, variants.get(key.name, key.default)) for key in keys}
    rules = filled(RULES)
    _fill_treasures(rules[0], figures.tree, chosen["treasure_table"])
    _fill_items(rules[0], figures.tree, chosen["game"])
    _fill_constants(rules[0], figures.tree, chosen)
    return freeze(rules)[0], []


def _fill_treasures(rules: Any, tree: Mapping[str, Any], table: str) -> None:
    other = tree["treasures_second"] if table == "second" else {}
    for treasure, (kind, row) in zip(rules.treasures, tree["treasures"].items(), strict=True):
        cells = {**row, **other.get(kind, {})}
        treasure.chest = kind in tree["chests"]["types"]
        treasure.bezants, treasure.gems = dice_code(cells["bezants"]), dice_code(cells["gems"])
        treasure.items = dice_code(cells["magic_items"])
    rules.gems = list(tree["gems"].values())


def _fill_items(rules: Any, tree: Mapping[str, Any], game: str) -> None:
    items = [Item[name.upper()] for name in tree["magic_items"].values()]
    in_table = [item for item in items if game == "advanced" or item != Item.RING]
    rules.item_faces, rules.items[: len(in_table)] = len(in_table), in_table
    rules.weapon_bonus = bonus_pool(tuple(tree["weapon_effects"].values()))
    rules.armor_bonus = bonus_pool(tuple(tree["armor"].values()))
    rules.potions = [Potion[name.upper()] for name in tree["potions"].values()]
    rules.spices = [Spice[name.upper()] for name in tree["spices"].values()]
    rules.medallions = [Medallion[name.upper()] for name in tree["medallions"].values()]


def _fill_constants(rules: Any, tree: Mapping[str, Any], chosen: Mapping[str, Any]) -> None:
    effects, traps, limits = tree["effects"], tree["traps"], tree["limits"]
    for name in ("healing", "poison", "strength", "strangling"):
        rules[name] = dice_code(effects[name])
    for name in ("oratory", "dexterity", "potion_doses", "weapons_each"):
        rules[name] = effects[name]
    persons = effects["charm_persons" if chosen["charm_person"] == "orc" else "charm_persons_second"]
    rules.persons = [monster in persons for monster in tree["monsters"]]
    rules.trapped_to, rules.detrapped_to = tree["chests"]["trapped_to"], traps["detrapped_to"]
    rules.trap, rules.trap_poisonous = dice_code(traps["wounds"]), traps["poisonous"]
    rules.die_sides, rules.armor_worn, rules.step_limit = limits["die_sides"], limits["armor_worn"], limits["steps"]
    rules.dead_share = chosen["dead_share"]


def dice_code(text: str) -> tuple[int, int, int, int]:
    """[9.12] A printed code as (faces, dice, sides, times): "3:2D6x20" is 3, 2, 6, 20, and "1:1" is 1, 0, 0, 1."""
    if text == "-":
        return 0, 0, 0, 0
    faces, _, amount = text.rpartition(":")
    dice, rolled, rest = amount.partition("D")
    sides, _, times = rest.partition("x")
    return (int(faces or 0), int(dice), int(sides), int(times or 1)) if rolled else (int(faces), 0, 0, int(dice))


@cache
def bonus_pool(faces: tuple[str, ...]) -> np.ndarray:
    """[9.22, 9.31] The chance of each bonus where a face is rolled twice, and the twice-rolled again, without limit.

    Parameters
    ----------
    faces
        What the table says on each face of a die: "+1" or more, or TWICE.

    Returns
    -------
    int64[MOST_BONUS]
        In 2^-62ths, rounded down: a pool for `draw`.  A bonus b takes 2b - 1 rolls at most, so its chance is some
        ways in n^(2b - 1): those at once, and for each TWICE those of two bonuses that make b.
    """
    n, n_twice = len(faces), faces.count(TWICE)
    ways = [0]
    for bonus in range(1, MOST_BONUS):
        of_two = sum(ways[first] * ways[bonus - first] for first in range(1, bonus))
        ways.append(faces.count(f"+{bonus}") * n ** (2 * bonus - 2) + n_twice * of_two)
    return np.array([n * n_ways * BONUS_SCALE // n ** (2 * bonus) for bonus, n_ways in enumerate(ways)])


def _misfits(figures: Figures) -> Iterator[Fault]:
    """Figures whose values are not allowed."""
    limits = LIMITS | _names_in(figures.tree)
    for path, value, *_ in figures.ledger:
        allowed = next((allowed for paths, allowed in limits.items() if fnmatchcase(path, paths)), None)
        items = value if isinstance(value, list) else [value]
        if allowed is not None and not all(_fits(item, allowed) for item in items):
            yield Fault((path,), f"{path} must be {_said(allowed)}, not {value!r}")


def _names_in(tree: Mapping[str, Any]) -> dict[str, Any]:
    """What figures may be that name types, monsters or weapons of other figures."""
    types, monsters, weapons = tuple(tree["treasures"]), tuple(tree["monsters"]), tuple(tree["weapons"].values())
    return {
        "monsters.*": types,
        "chests.types": types,
        "effects.charm_persons*": monsters,
        "effects.missiles": weapons,
    }


def _endless(figures: Figures) -> Iterator[Fault]:
    """Given figures that leave more than a millionth of a millionth to bonuses beyond the pool."""
    for table in ("weapon_effects", "armor"):
        if bonus_pool(tuple(figures.tree[table].values())).sum() < BONUS_SCALE - BONUS_SCALE // 10**12:
            for figure in figures.ledger:
                if figure.status in GIVEN and figure.path.startswith(f"{table}."):
                    reason = f"rolled twice so often, a bonus could well be {MOST_BONUS} or more"
                    yield Fault((figure.path,), f"{figure.path}: {reason}")


def _fits(value: Any, allowed: Any) -> bool:
    return bool(allowed.fullmatch(value)) if isinstance(allowed, re.Pattern) else value in allowed


def _said(allowed: Any) -> str:
    if isinstance(allowed, re.Pattern):
        return f"a dice code such as {EXAMPLES[allowed]}, or -"
    return f"{allowed[0]} to {allowed[-1]}" if isinstance(allowed, range) else f"one of {', '.join(map(str, allowed))}"
