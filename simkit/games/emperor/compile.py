"""From figures and switches to RULES."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from simkit.core.pools import hits_table, pool, together
from simkit.core.records import filled, freeze
from simkit.games.emperor.catalog import FLIGHTS, REACTIONS, REWARDS, Catalog
from simkit.games.emperor.limits import misfits
from simkit.games.emperor.schema import (
    BETTER,
    HERO_CLASSES,
    MOST_DICE,
    RULES,
    TERRAINS,
    AbsorbFirst,
    Attacks,
    Flight,
    MissileAbsorb,
)
from simkit.games.emperor.variants import VARIANTS
from simkit.games.figures import Figures
from simkit.games.game import Fault, canonical, check


def compile_rules(figures: Figures, variants: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
    """RULES from the figures and the switches; the paths of faults are the names of switches and figures."""
    keys = [variant.key for variant in VARIANTS]
    faults = check(keys, variants) + misfits(figures)
    if faults:
        return None, faults
    chosen = {key.name: canonical(key, variants.get(key.name, key.default)) for key in keys}
    for name in ("hit_face", "escape_target"):
        chosen[name] = variants.get(name, figures.tree["constants"][name])
    rules = filled(RULES)
    _fill_tables(rules[0], Catalog(figures), chosen)
    _fill_switches(rules[0], figures.tree["constants"], chosen)
    return freeze(rules)[0], []


def _fill_switches(rules: Any, constants: Mapping[str, Any], chosen: Mapping[str, Any]) -> None:
    for name in ("bribe_divisor", "elephant_attacks", "die_sides", "round_limit"):
        rules[name] = constants[name]
    for name in ("escape_target", "parry", "shield", "escape_first"):
        rules[name] = chosen[name]
    rules.attacks = Attacks[chosen["attacks"].upper()]
    rules.missile_absorb = MissileAbsorb[chosen["missile_absorb"].upper()]
    rules.absorb_first = AbsorbFirst[chosen["absorb_first"].upper()]
    rules.approach_skip = chosen["approach_skip"] == "skip_idle"
    rules.missile_ability = chosen["missile_ability"] == "ability_plus_dice"
    rules.foe_escape_rolls = chosen["attacker_escape_roll"] == "mirror"
    rules.foe_must_flee = chosen["attacker_must_flee"] == "must"
    rules.flee_reward_when_let_go = chosen["flee_reward"] == "also_when_let_go"
    rules.heals_before_flight = chosen["troll_regen_timing"] == "before_flee_check"
    rules.olliver_attacks = chosen["olliver_alone"] == "attacks"
    rules.any_shore = chosen["coastal_land"] == "any_shore"
    rules.hero_survives = chosen["overkill"] == "hero_survives"


def _fill_tables(rules: Any, catalog: Catalog, chosen: Mapping[str, Any]) -> None:
    for index, character in enumerate(catalog.characters.values()):
        hero = rules.heroes[index]
        hero.hero_class = HERO_CLASSES.index(character["class"])
        hero.ability, hero.wounds, hero.escape = character["ability"], character["wounds"], character["escape"]
    rules.great_sword = list(catalog.arms).index("magic_great_sword")
    for index, (name, arm) in enumerate(catalog.arms.items()):
        _fill_arm(rules.arms[index], catalog, name, arm)
        rules.arms_pool[index] = arm.get("quantity", 0)
    for index, (name, chit) in enumerate(catalog.chits.items()):
        _fill_foe(rules.foes[index], catalog, _troll(catalog, name, chit, chosen), chosen)
        rules.encounter_pool[index] = _n_chits(name, chit, chosen["encounter_counts"])
        if name == "brigands" and chosen["brigands_terrain"] == "anywhere":
            rules.foes[index].terrains[:] = True
    rules.hits[:] = _hits(chosen["hit_face"], chosen["plus_applies"] == "weapon_dice")


def _fill_arm(arm: Any, catalog: Catalog, name: str, figures: Mapping[str, Any]) -> None:
    base = figures.get("base", name)
    arm.melee_dice, arm.missile_dice = figures["melee_dice"], figures["missile_dice"]
    arm.plus, arm.absorb = figures.get("plus", 0), figures["absorb"]
    arm.shield, arm.magic = catalog.arms[base]["type"] == "shield", "base" in figures
    arm.users = [base in catalog.classes[hero_class]["arms"] for hero_class in HERO_CLASSES]


def _fill_foe(foe: Any, catalog: Catalog, figures: Mapping[str, Any], chosen: Mapping[str, Any]) -> None:
    foe.ability, foe.wounds, foe.escape = figures["ability"], figures["wounds"], figures["escape"]
    foe.hits_column = BETTER if figures["plus"] else 0
    foe.missile_dice = figures["missile_dice"]
    if foe.missile_dice > 0 and chosen["brigands_missile"] == "two_plus_ability":
        foe.missile_dice += foe.ability
    flight = FLIGHTS[figures["escape_policy"]]
    foe.flees_at = _flees_at(flight, figures["wounds"], chosen["olliver_flee"])
    foe.defies_great_sword = flight == Flight.OVER_HALF_WOUNDED
    foe.heals, foe.approaches = figures["heals"], figures["approach"]
    foe.reaction = REACTIONS[figures["reaction"]]
    foe.killed_reward, foe.fled_reward = REWARDS[figures["reward_if_killed"]], REWARDS[figures["reward_if_it_flees"]]
    foe.terrains = [terrain in figures["terrains"] for terrain in TERRAINS]
    foe.coastal_land = figures["coastal_land"]
    for place in figures["places"]:
        foe.places[catalog.special_places.index(place)] = True


def _flees_at(flight: Flight, wounds: int, olliver_flee: str) -> int:
    if flight == Flight.NEVER:
        return wounds + 1
    if flight == Flight.AT_ONE_LEFT:
        return wounds - 1
    return wounds // 2 + (1 if olliver_flee == "more_than_half" else 0)


def _troll(catalog: Catalog, name: str, chit: Mapping[str, Any], chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """Ralph's and Edna's numbers, exchanged if the switch says so."""
    other = {"troll_ralph": "troll_edna", "troll_edna": "troll_ralph"}.get(name)
    if other is None or chosen["troll_who"] != "swapped":
        return chit
    return {**chit, **{field: catalog.chits[other][field] for field in ("ability", "wounds", "escape")}}


def _n_chits(name: str, chit: Mapping[str, Any], counts: str) -> int:
    by_description = counts == "descriptions" or (counts == "clues_8_only" and name == "treasure_clue")
    return int(chit["count_description" if by_description else "count"])


@cache
def _hits(hit_face: int, only_weapon_dice: bool) -> np.ndarray:
    """The table of hits: columns of 0 ... 3 plusses, then one of dice that are all one better."""
    n_hit = 7 - hit_face

    def raised(plus: int, n: int) -> Sequence[int]:
        if only_weapon_dice:
            raised_dice = min(plus, n)
            return together(pool(n - raised_dice, n_hit), pool(raised_dice, n_hit + 1))
        return pool(n, n_hit, 1, plus)

    columns = [partial(raised, plus) for plus in range(BETTER)]
    return hits_table(MOST_DICE, [*columns, lambda n: pool(n, n_hit + 1)])
