"""Scripted players by name, and the parameters that a scenario may change; how they fight is the encounter's."""

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

PRESENTS = {"leader": Presents.LEADER, "anybody": Presents.ANYBODY, "nobody": Presents.NOBODY}
IMPROVES = {"ability": Improves.ABILITY, "wounds": Improves.WOUNDS, "escape": Improves.ESCAPE}
MOST_DIFFERENCE = 99  # in might: nobody is ever so much stronger

POLICY_KEYS = (
    *FIGHT_KEYS,
    Key("site", "text", "where a camper camps"),
    Key("presents", "choice", "victim", choices=tuple(PRESENTS)),
    Key("rests_at", "int", "wounds left at which he goes to be healed", low=0, high=99),
    Key("redeems", "bool", "returns Imperial Treasures to the Emperor"),
    Key("hunts_clues", "bool", "follows clues"),
    Key("escorts", "bool", "escorts passengers"),
    Key("sails", "bool", "takes and uses vessels"),
    Key("meditates", "bool", "meditates for spells"),
    Key("heals_by_spell", "int", "wounds left at which he casts a healing spell instead of moving", low=0, high=99),
    Key("heals_others", "bool", "casts it on others in the same space"),
    Key("teleports_from", "int", "points of a way that he would rather teleport", low=0, high=999),
    Key("reach", "int", "points beyond which a site is too far", low=0, high=999),
    Key("challenges_from", "int", "by how much stronger he wants to be than whom he attacks", low=-99, high=99),
    Key("gangs_up", "bool", "joins in when another is attacked"),
    Key("teams_up", "bool", "travels in company"),
    Key("betrays", "bool", "attacks players of his own company, too"),
    Key("improves", "choice", "characteristic", choices=tuple(IMPROVES)),
    Key("parts_at", "int", "missing Imperial Treasures at which he leaves a company", low=0, high=6),
)


def _preset(title: str, kind: Policy, fight: str, **changes: Any) -> PolicyPreset:
    base = {
        "site": "walled_city", "presents": "leader", "rests_at": 3, "redeems": True, "hunts_clues": True,
        "escorts": True, "sails": True, "meditates": True, "heals_by_spell": 4, "heals_others": False,
        "teleports_from": 14, "reach": 999, "challenges_from": MOST_DIFFERENCE, "gangs_up": False, "teams_up": True,
        "betrays": False, "improves": "wounds", "parts_at": 1,
    }  # fmt: skip
    return PolicyPreset(title, kind, {**FIGHTS[fight].parameters, **base, **changes})


POLICIES = {
    "seeker": _preset("goes where the next treasure is to be expected soonest, and redeems", Policy.SEEKER, "prudent"),
    "camper": _preset(
        "goes to one site and stays there", Policy.CAMPER, "prudent", hunts_clues=False, escorts=False, redeems=False
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
    codes = {
        "presents": PRESENTS[slug(parameters["presents"])],
        "improves": IMPROVES[slug(parameters["improves"])],
        "site": list(catalog.spaces).index(parameters["site"]),
    }
    for name, value in {**parameters, **codes}.items():
        policy[name] = value
    return policy
