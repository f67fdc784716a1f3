"""Scripted players by name, and the parameters that a scenario may change."""

from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.deathmaze.schema import POLICY, Pick, Policy
from simkit.games.keys import Key, PolicyPreset

PICKS = {pick.name.lower(): pick for pick in Pick}

POLICY_KEYS = (
    Key("tester", "choice", "adventurer who tests", choices=tuple(PICKS)),
    Key("opener", "choice", "adventurer who opens a trapped chest if no thief does", choices=tuple(PICKS)),
    Key("wearer", "choice", "adventurer who dons armor", choices=tuple(PICKS)),
    Key("potions_from", "int", "points left with which one tests a potion", low=1, high=999),
    Key("medallions_from", "int", "points left with which one tests a medallion", low=1, high=999),
    Key("chests_from", "int", "points left with which one opens a trapped chest", low=1, high=999),
    Key("heal_at", "int", "wounds at which one takes a healing dose", low=1, high=999),
)


def _scripted(title: str, tester: str, opener: str, wearer: str, *thresholds: int) -> PolicyPreset:
    names = (key.name for key in POLICY_KEYS)
    return PolicyPreset(title, Policy.SCRIPTED, dict(zip(names, (tester, opener, wearer, *thresholds), strict=True)))


POLICIES = {
    "careful": _scripted("does only what cannot kill", "strongest", "strongest", "weakest", 4, 13, 7, 3),
    "bold": _scripted("the strongest tests everything", "strongest", "strongest", "weakest", 1, 1, 1, 1),
    "ruthless": _scripted("the weakest tests everything", "weakest", "weakest", "strongest", 1, 1, 1, 1),
    "porter": _scripted("carries all away and tries nothing", "nobody", "strongest", "nobody", 1, 1, 1, 999),
    "random": PolicyPreset(
        "lets the dice decide", Policy.RANDOM, {"tester": "first", "opener": "first", "wearer": "first"}
    ),
}


def compile_policy(preset: PolicyPreset) -> Any:
    """POLICY[1] from a preset."""
    picks = {name: PICKS[preset.parameters[name]] for name in ("tester", "opener", "wearer")}
    return freeze(filled(POLICY, kind=preset.kind, **{**preset.parameters, **picks}))
