"""From figures and switches to RULES."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from simkit.core.pools import hits_table, pool, together
from simkit.core.records import filled, freeze
from simkit.games.emperor.encounter.variants import VARIANTS
from simkit.games.emperor.shared.catalog import FLIGHTS, REACTIONS, REWARDS, Catalog
from simkit.games.emperor.shared.limits import misfits
from simkit.games.emperor.shared.schema import BETTER, MOST_DICE, RULES
from simkit.games.emperor.shared.terms import (
    HERO_CLASSES,
    SEA,
    TERRAINS,
    AbsorbFirst,
    Attacks,
    DropChoice,
    Flight,
    MissileAbsorb,
    Snare,
    Vessel,
    Wreck,
)
from simkit.games.faults import Fault
from simkit.games.figures import Figures
from simkit.games.keys import canonical, check


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
    for name in ("bribe_divisor", "elephant_attacks", "die_sides", "round_limit", "princess_bolt_dice"):
        rules[name] = constants[name]
    rules.joins_on = len(constants["eagle_joins_faces"])
    rules.companion_stays_on = len(constants["companion_stays_faces"])
    rules.familiar_stays_on = len(constants["familiar_stays_faces"])
    rules.genie_steals_on = len(constants["genie_steals_faces"])
    rules.frightened_face = constants["thieves_frightened_face"]
    rules.stolen_on = len(constants["thieves_steal_faces"])
    rules.saved_on = len(constants["lost_at_sea_saved_faces"])
    rules.magician_draws = constants["magician_trade_draws"]
    for terrain, dice in constants["storm_dice"].items():
        rules.storm_dice[TERRAINS.index(terrain)] = dice
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
    rules.spell_stops_attack = chosen["spell_stops_attack"] == "stops"
    rules.spell_absorbs = chosen["spell_and_absorb"] == "absorbs"
    rules.familiar_at_once = chosen["familiar_summoned"] == "nothing"
    rules.escape_after_casting = chosen["escape_after_casting"]
    rules.teleport_drops = chosen["teleport_drops"]
    rules.snare = Snare[chosen["snare_details"].upper()]
    rules.ward_first = chosen["absorb_order"] == "ward_first"
    rules.shield_before_split = chosen["companion_vs_shield"] == "shield_first"
    rules.check_any_hostile = chosen["companion_check"] == "any_hostile_draw"
    rules.vessel_first = chosen["vessel_hits"] == "free_choice_first"
    rules.vessel_dice_approach = chosen["vessel_dice_approach"]
    rules.shields_kept_at_sea = chosen["lost_at_sea"] == "shields_kept"
    rules.companions_at_sea = Wreck[chosen["lost_at_sea_companions"].upper()]
    rules.vessel_stolen = chosen["thieves_vessel"] == "rolled"
    rules.stone_given_up = chosen["sorcerer_gives_up"] == "with_stone"
    rules.imperials_traded = chosen["mad_magician_items"] == "with_imperials"
    rules.all_storm_absorbed = chosen["scroll_storm"] == "all"
    rules.drop_choice = DropChoice[chosen["drop_choice"].upper()]


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
        foe = rules.foes[index]
        _fill_foe(foe, catalog, _troll(catalog, name, chit, chosen), chosen)
        foe.speaks, foe.befriends = _hits_to_charm(name, chit, catalog, chosen)
        rules.encounter_pool[index] = _n_chits(name, chit, chosen["encounter_counts"])
        if name == "brigands" and chosen["brigands_terrain"] == "anywhere":
            rules.foes[index].terrains[:] = True
    _fill_magic(rules, catalog, chosen)
    rules.hits[:] = _hits(chosen["hit_face"], chosen["plus_applies"] == "weapon_dice")


def _fill_magic(rules: Any, catalog: Catalog, chosen: Mapping[str, Any]) -> None:
    for index, (name, figures) in enumerate(catalog.spells.items()):
        spell = rules.spells[index]
        for field in ("dice", "hits_needed", "wounds_per_hit", "rounds_per_hit", "absorb"):
            spell[field] = figures[field]
        spell.at_sea = figures.get("castable_at_sea", True)
        if name == "ball_of_fire" and chosen["ball_of_fire"] == "example_4_4":
            bolt = catalog.spells["bolt_of_lightning"]
            spell.dice, spell.wounds_per_hit = bolt["dice"], bolt["wounds_per_hit"]
    familiar = catalog.spells["familiar"]
    rules.familiar_wounds, rules.familiar_ability = familiar["wounds"], familiar["ability"]
    rules.protection_absorb = catalog.scrolls["scroll_protection"]["absorb"]
    rules.ring_ability = catalog.imperials["battle_ring_of_gorath"]["ability"]
    rules.talisman_escape = catalog.imperials["talisman_of_quox"]["escape"]
    rules.magic_goods = [good["magic"] for good in catalog.goods.values()]
    rules.princess = list(catalog.chits).index("elf_princess")
    as_spell = chosen["princess_bolt"] == "as_spell"
    rules.princess_bolt_wounds = catalog.spells["elvin_bolt"]["wounds_per_hit"] if as_spell else 1
    for name, number in (("boat", Vessel.BOAT), ("ship", Vessel.SHIP)):
        rules.vessels[number].dice = catalog.vessels[name]["dice"]
        rules.vessels[number].wounds = catalog.vessels[name]["wounds"]


def _hits_to_charm(
    name: str, figures: Mapping[str, Any], catalog: Catalog, chosen: Mapping[str, Any]
) -> tuple[int, int]:
    """Hits that Speak to Animals and the Phrase of Friendship need with this creature, 0 where they have no effect."""
    kind, speaks, phrase = figures["kind"], chosen["speak_targets"], catalog.spells["phrase_of_friendship"]
    animal = kind == "animal" and (speaks != "land_animals" or not set(figures["terrains"]) <= set(SEA))
    animal |= (speaks == "with_olliver" and kind == "dragon") or (speaks == "with_trolls" and name.startswith("troll_"))
    listed = chosen["phrase_targets"] == "with_wastrels" or name != "wastrels"
    needed = {"human_group": phrase["hits_needed"], "human_group_hard": phrase["hits_needed_hard"]}
    return (
        catalog.spells["speak_to_animals"]["hits_needed"] if animal else 0,
        needed.get(kind, 0) if listed else 0,
    )


def _fill_arm(arm: Any, catalog: Catalog, name: str, figures: Mapping[str, Any]) -> None:
    base = figures.get("base", name)
    arm.melee_dice, arm.missile_dice = figures["melee_dice"], figures["missile_dice"]
    arm.plus, arm.absorb = figures.get("plus", 0), figures["absorb"]
    arm.shield = catalog.arms[base]["type"] == "shield"
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
