"""What-if figures that the rules have no word for, or that no table of this size holds."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from simkit.games.emperor.catalog import FLIGHTS, REACTIONS, REWARDS
from simkit.games.emperor.schema import BETTER, EVENTS_AN_ENCOUNTER, HERO_CLASSES, MOST_DICE, N_CLUES, TERRAINS
from simkit.games.figures import WHAT_IF, Figures
from simkit.games.game import Fault

DIE_SIDES = 6  # charts have as many rows, and the tables of hits and two dice know no other die
MOST_WOUNDS = 99
MOST_OF_A_KIND = 7  # in a hand: three bits
MOST_TREASURES = 127  # in the game: what a column of OUTCOME can tell
MOST_DRAWS_FOR_MAGIC = 9  # for each treasure traded
UP_TO_99 = range(100)
UP_TO_7 = range(MOST_OF_A_KIND + 1)
ARM_DICE = range(10)  # a hero has up to 9 of his own: 18 in all
FOE_DICE = range(MOST_DICE // 2 + 1)  # the Brigands may roll both kinds at once
FIELDS: dict[str, dict[str, Any]] = {
    "characters": {"class": HERO_CLASSES, "ability": ARM_DICE, "wounds": UP_TO_99, "escape": UP_TO_99},
    "arms": {
        "type": ("melee", "missile", "shield"),
        "melee_dice": ARM_DICE,
        "missile_dice": ARM_DICE,
        "absorb": UP_TO_99,
        "quantity": UP_TO_7,
    },
    "magic_arms": {"melee_dice": ARM_DICE, "missile_dice": ARM_DICE, "absorb": UP_TO_99, "plus": range(BETTER)},
    "encounters": {
        "reaction": REACTIONS,
        "escape_policy": FLIGHTS,
        "reward_if_killed": REWARDS,
        "reward_if_it_flees": REWARDS,
        "ability": FOE_DICE,
        "missile_dice": FOE_DICE,
        **dict.fromkeys(("wounds", "escape", "heals", "count", "count_description"), UP_TO_99),
    },
    "map.spaces": {"terrain": TERRAINS},
    "treasures": {"quantity": UP_TO_7, "experience": UP_TO_99, "experience_dice": UP_TO_99},
    "clues": {"draws": UP_TO_99, "draws_dice": UP_TO_99},
    "vessels": {"count": UP_TO_99, "dice": ARM_DICE, "wounds": range(1, MOST_WOUNDS + 1)},
}
CONSTANTS = {
    "hit_face": range(2, 7),
    "escape_target": range(2, 13),
    "elephant_attacks": UP_TO_99,
    "die_sides": (DIE_SIDES,),
    "bribe_divisor": range(1, 100),
    "magician_trade_draws": range(MOST_DRAWS_FOR_MAGIC + 1),
    "arms_limit": UP_TO_99,
    "spell_copies": UP_TO_99,
    **dict.fromkeys(("imperial_reward_draws", "princess_reward_draws", "marywin_reward_draws"), UP_TO_99),
    **dict.fromkeys(("experience_flee", "experience_imperial_returned"), UP_TO_99),
    "improvement_per_points": range(1, 1000),
    "round_limit": range(1, EVENTS_AN_ENCOUNTER),
    "turn_limit": range(1, 1_000_001),
}


@cache
def misfits(figures: Figures) -> list[Fault]:
    """Every figure that the rules cannot take."""
    faults = [
        Fault((path,), f"{path} must be {_said(allowed)}, not {value}")
        for path, value, allowed in _limited(figures)
        if value not in allowed
    ]
    return faults or list(_too_many_treasures(figures))


def _too_many_treasures(figures: Figures) -> Iterator[Fault]:
    """What-ifs of more treasures than can be told apart in an outcome; each would do with fewer of the others."""
    total = sum(treasure["quantity"] for treasure in figures.get("treasures").values())
    for figure in figures.ledger if total > MOST_TREASURES else ():
        if figure.status == WHAT_IF and fnmatchcase(figure.path, "treasures.*.quantity"):
            said = f"the game would have {total} treasures, and may have {MOST_TREASURES}"
            yield Fault((figure.path,), f"{figure.path}: {said}")


def _limited(figures: Figures) -> Iterator[tuple[str, Any, Any]]:
    """Path, value and allowed values of every figure that has any."""
    for group, fields in FIELDS.items():
        for name, thing in figures.get(group).items():
            for field, allowed in fields.items():
                if field in thing:
                    yield f"{group}.{name}.{field}", thing[field], allowed
    for name, arm in figures.get("magic_arms").items():
        yield f"magic_arms.{name}.base", arm["base"], figures.get("arms")
    for name, allowed in CONSTANTS.items():
        yield f"constants.{name}", figures.get(f"constants.{name}"), allowed
    for field in ("count", "count_description"):
        path = f"encounters.treasure_clue.{field}"
        yield path, figures.get(path), range(N_CLUES + 1)


def _said(allowed: Any) -> str:
    return f"{allowed[0]} to {allowed[-1]}" if isinstance(allowed, range) else f"one of {', '.join(map(str, allowed))}"
