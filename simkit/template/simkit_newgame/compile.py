"""From figures and a scenario to the records that kernels read, or all that is wrong with them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simkit.core.records import filled, freeze
from simkit.games.faults import Fault
from simkit.games.figures import Figures, outside
from simkit.games.game import Compiled, switch
from simkit.games.keys import Key, PolicyPreset, canonical, check, read_policy

from .schema import POLICY, RULES, SETUP, Policy

VARIANTS = (switch("at_once", "both strike at once", True, "1.1", "as printed; else a felled fighter strikes no more"),)
POLICY_KEYS = (Key("yields_at", "int", "points at which he yields", low=0, high=99),)
POLICIES = {
    "bold": PolicyPreset("fights to the end", Policy.STEADY, {"yields_at": 0}),
    "wary": PolicyPreset("yields with one point left", Policy.STEADY, {"yields_at": 1}),
}
LIMITS: dict[str, Any] = {  # what a figure may be, by the first pattern that fits its path
    "fighters.*.points": range(1, 100),
    "fighters.*.hits_from": range(1, 21),
    "rules.faces": range(2, 21),
    "limits.rounds": range(1, 100_001),
}


def keys(figures: Figures) -> tuple[Key, ...]:
    """What a cell may say."""
    fighters = tuple(figures.tree["fighters"])
    return (
        Key("first", "choice", "fighter", fighters[0], fighters),
        Key("second", "choice", "fighter", fighters[-1], fighters),
        Key("policy", "policy", "policy of the first", "bold"),
        Key("other_policy", "policy", "policy of the second", "bold"),
    )


def compile_rules(figures: Figures, variants: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
    """RULES from the figures and the switches."""
    faults = check([variant.key for variant in VARIANTS], variants)
    faults += [Fault((path,), f"{path} {complaint}") for path, complaint in outside(figures, LIMITS)]
    if faults:
        return None, faults
    at_once, faces, rounds = variants.get("at_once", True), figures.get("rules.faces"), figures.get("limits.rounds")
    return freeze(filled(RULES, faces=faces, at_once=at_once, round_limit=rounds))[0], []


def compile_setup(
    figures: Figures, variants: Mapping[str, Any], entry: str, cell: Mapping[str, Any]
) -> tuple[Compiled | None, list[Fault]]:
    """SETUP and POLICY of one cell; the paths of faults begin with the cell's keys."""
    known = {key.name: key for key in keys(figures)}
    faults = check(tuple(known.values()), cell)
    policies, setups = np.zeros(2, POLICY), filled(SETUP)
    for side, name in enumerate(("policy", "other_policy")):
        preset, more = read_policy(POLICIES, POLICY_KEYS, cell.get(name, known[name].default), (name,))
        faults += more
        if preset is not None:
            policies[side] = (preset.kind, preset.parameters["yields_at"])
    if faults:
        return None, faults
    for side, name in enumerate(("first", "second")):
        fighter = canonical(known[name], cell.get(name, known[name].default))
        number, card = known[name].choices.index(fighter), figures.tree["fighters"][fighter]
        setups["fighters"][0, side] = (number, card["points"], card["hits_from"])
    return Compiled(freeze(setups), freeze(policies)), []
