"""Scripted players by name, and the parameters that a scenario may change."""

from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.keys import Key, PolicyPreset
from simkit.games.new_york.schema import MOST_POINTS, POLICY, Policy

POLICY_KEYS = (
    Key("strength_kept", "int", "strength down to which points are lost from it first", low=0, high=MOST_POINTS),
    Key("movement_kept", "int", "movement down to which they are then lost from it", low=0, high=MOST_POINTS),
    Key(
        "fights_from",
        "int",
        "differential wanted to attack a monster that is no deed",
        low=-MOST_POINTS,
        high=MOST_POINTS,
    ),
    Key("kills_from", "int", "differential wanted to attack a victim of mission C", low=-MOST_POINTS, high=MOST_POINTS),
    Key("detour", "int", "spaces by which a chit in a building is farther than one in a park", low=0, high=MOST_POINTS),
    Key("weight", "int", "spaces that a point of a victim counts for", low=0, high=MOST_POINTS),
    Key("searches", "bool", "examines chits though the mission does not need the Blond"),
    Key("random_start", "bool", "chooses starts by the dice"),
    Key("puts_down", "bool", "lets the Blond escape before an attack"),
)


def _preset(title: str, kind: Policy, **changes: Any) -> PolicyPreset:
    base = {
        "strength_kept": 8, "movement_kept": 3, "fights_from": 3, "kills_from": -2, "detour": 3, "weight": 2,
        "searches": False, "random_start": False, "puts_down": False,
    }  # fmt: skip
    return PolicyPreset(title, kind, {**base, **changes})


POLICIES = {
    "mission": _preset("goes the shortest way to the deed, then to the edge", Policy.MISSION),
    "brawler": _preset("attacks whom it can reach at good odds", Policy.BRAWLER, movement_kept=2),
    "avoider": _preset("keeps out of the reach of those who are stronger", Policy.AVOIDER),
    "guard": _preset("goes for whoever is about to win", Policy.GUARD, fights_from=-2),
    "random": _preset("lets the dice decide", Policy.RANDOM, random_start=True),
}


def compile_policy(preset: PolicyPreset) -> Any:
    """POLICY[1] from a preset."""
    return freeze(filled(POLICY, kind=preset.kind, **preset.parameters))
