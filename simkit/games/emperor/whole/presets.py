"""Scripted players by name, and the parameters that a scenario may change; how they fight is the encounter's."""

from collections.abc import Iterator
from typing import Any

from simkit.core.records import filled
from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.shared.presets import POLICIES as FIGHTS
from simkit.games.emperor.shared.presets import POLICY_KEYS as FIGHT_KEYS
from simkit.games.emperor.shared.presets import compile_policy as compile_fight
from simkit.games.emperor.whole.schema import POLICY, Policy
from simkit.games.emperor.whole.terms import Improves, Presents
from simkit.games.faults import slug
from simkit.games.keys import Key, PolicyPreset

PRESENTS = {
    "leader": Presents.LEADER,
    "anybody": Presents.ANYBODY,
    "nobody": Presents.NOBODY,
    "richest": Presents.RICHEST,
}
IMPROVES = {"ability": Improves.ABILITY, "wounds": Improves.WOUNDS, "escape": Improves.ESCAPE}
MOST_DIFFERENCE = 99  # in might: nobody is ever so much stronger

LEARNT = {"elf": 1, "cleric": 2, "magician": 4}  # spells of each class that a policy may put in order
SPELLS_OF = {
    "elf": ("elvin_bolt", "elvin_snare"),
    "cleric": ("heal_completely", "invisible_barrier", "speak_to_animals", "phrase_of_friendship"),
    "magician": ("bolt_of_lightning", "ball_of_fire", "familiar", "stinking_fog", "teleport", "fear", "rock_wall"),
}  # what is not put in order follows in this one


def _spell_keys() -> Iterator[Key]:
    for hero_class, n in LEARNT.items():
        for rank in range(1, n + 1):
            name, title = f"{hero_class}_spell_{rank}", f"choice number {rank} of one who is {hero_class}"
            yield Key(name, "choice", title, choices=SPELLS_OF[hero_class])


POLICY_KEYS = (
    *FIGHT_KEYS,
    *_spell_keys(),
    Key("site", "text", "where a camper camps"),
    Key("presents", "choice", "victim", choices=tuple(PRESENTS)),
    Key("rests_at", "int", "wounds left at which he goes to be healed", low=0, high=99),
    Key("redeems", "bool", "returns Imperial Treasures to the Emperor"),
    Key("hastens_end", "bool", "returns them also where that may end the game before he leads"),
    Key("hunts_clues", "bool", "follows clues"),
    Key("escorts", "bool", "escorts passengers"),
    Key("points_a_draw", "int", "points of a way that he goes for each draw of an errand", low=0, high=999),
    Key("sails", "bool", "takes and uses vessels"),
    Key("vessel_points", "int", "points more that he goes rather than leave a vessel inland", low=0, high=99),
    Key("meditates", "bool", "meditates for spells"),
    Key("meditates_from", "int", "missing spells from which he meditates", low=0, high=13),
    Key("summons_early", "bool", "calls his familiar in place of moving"),
    Key("heals_by_spell", "int", "wounds left at which he casts a healing spell instead of moving", low=0, high=99),
    Key("heals_others", "bool", "casts it on others in the same space"),
    Key("teleports_from", "int", "points of a way that he would rather teleport", low=0, high=999),
    Key("reach", "int", "points beyond which a site is too far", low=0, high=999),
    Key("barters", "bool", "exchanges arms with players in the same space"),
    Key("challenges_from", "int", "by how much stronger he wants to be than whom he attacks", low=-99, high=99),
    Key("gangs_up", "bool", "joins in when another is attacked"),
    Key("teams_up", "bool", "travels in company"),
    Key("betrays", "bool", "attacks players of his own company, too"),
    Key("improves", "choice", "characteristic", choices=tuple(IMPROVES)),
    Key("parts_at", "int", "missing Imperial Treasures at which he leaves a company", low=0, high=6),
)
SPELLS = {
    "elf_spell_1": "elvin_bolt", "cleric_spell_1": "speak_to_animals", "cleric_spell_2": "heal_completely",
    "magician_spell_1": "familiar", "magician_spell_2": "bolt_of_lightning", "magician_spell_3": "teleport",
    "magician_spell_4": "stinking_fog",
}  # fmt: skip
OLD_SPELLS = {
    "cleric_spell_1": "heal_completely", "cleric_spell_2": "invisible_barrier", "magician_spell_1": "bolt_of_lightning",
    "magician_spell_2": "ball_of_fire", "magician_spell_3": "familiar", "magician_spell_4": "stinking_fog",
}  # fmt: skip

EARLY = {  # runs before it is late, finishes what is nearly beaten, and needs no rest
    "flee_at": 8, "finishes_at": 2, "rests_at": 0, "magic_flight_at": 4, "pays": False, "surrenders": False,
    "die_worth": 1,
}  # fmt: skip


def _preset(title: str, kind: Policy, fight: str, **changes: Any) -> PolicyPreset:
    base = {
        "site": "walled_city", "presents": "leader", "rests_at": 3, "redeems": True, "hastens_end": False,
        "hunts_clues": True, "escorts": True, "points_a_draw": 999, "sails": True, "vessel_points": 0,
        "meditates": True, "meditates_from": 3, "summons_early": False, "heals_by_spell": 4, "heals_others": False,
        "teleports_from": 14, "reach": 999, "barters": True, "challenges_from": MOST_DIFFERENCE, "gangs_up": False,
        "teams_up": True, "betrays": False, "improves": "wounds", "parts_at": 1, **SPELLS,
    }  # fmt: skip
    return PolicyPreset(title, kind, {**FIGHTS[fight].parameters, **base, **changes})


POLICIES = {
    "seeker": _preset(
        "goes where the next treasure is to be expected soonest, runs early", Policy.SEEKER, "prudent",
        **EARLY, reach=10, points_a_draw=6, presents="richest", meditates=False,
    ),
    "bold": _preset(
        "as the seeker, fights on until he is hurt, and goes however far", Policy.SEEKER, "prudent", **OLD_SPELLS
    ),
    "camper": _preset(
        "goes to one site and stays there", Policy.CAMPER, "prudent", **EARLY, hunts_clues=False, escorts=False,
        redeems=False,
    ),
    "cautious": _preset(
        "heals and flees early, presents nothing", Policy.SEEKER, "cautious", rests_at=6, presents="nobody",
        heals_by_spell=7, heals_others=True,
    ),
    "hunter": _preset(
        "as the seeker, fights boldly, gives the leader what he can, and attacks him where the rules allow it",
        Policy.HUNTER, "bold", rests_at=2, challenges_from=4, gangs_up=True, teams_up=False,
    ),
    "random": _preset(
        "lets the dice decide", Policy.WANDERER, "random", presents="anybody", rests_at=0, hunts_clues=False,
        escorts=False, redeems=False, meditates=False, challenges_from=0, betrays=True,
    ),
}  # fmt: skip


def compile_policy(catalog: Catalog, preset: PolicyPreset) -> Any:
    """POLICY[1] from a preset."""
    parameters = dict(preset.parameters)
    fight = {key.name: parameters.pop(key.name) for key in FIGHT_KEYS}
    fights_as = FIGHTS["random"].kind if preset.kind == Policy.WANDERER else FIGHTS["prudent"].kind
    policy = filled(POLICY, kind=preset.kind)
    policy["fight"] = compile_fight(PolicyPreset("", fights_as, fight))
    codes: dict[str, Any] = {
        "presents": PRESENTS[slug(parameters["presents"])],
        "improves": IMPROVES[slug(parameters["improves"])],
        "site": list(catalog.spaces).index(parameters["site"]),
    }
    chosen = [parameters.pop(key.name) for key in _spell_keys()]
    codes["spell_order"] = spell_order(list(catalog.spells), chosen)
    for name, value in {**parameters, **codes}.items():
        policy[name] = value
    return policy


def spell_order(spells: list[str], chosen: list[str]) -> list[int]:
    """All spells by their numbers, those chosen first, as they are chosen."""
    usual = [spell for of_class in SPELLS_OF.values() for spell in of_class]
    return [spells.index(name) for name in dict.fromkeys([*map(slug, chosen), *usual])]
