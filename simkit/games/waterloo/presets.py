"""Scripted players by name, and the parameters that a scenario may change."""

from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.keys import Key, PolicyPreset
from simkit.games.waterloo.schema import MOST_TURNS, POLICY, Policy

POLICY_KEYS = (
    Key("ground", "int", "points a hex nearer to the enemy", low=-100, high=100),
    Key("hold", "int", "points a hex nearer to the starting position", low=-100, high=100),
    Key("line", "int", "points a friend beside it, up to two", low=-100, high=100),
    Key("cover", "int", "points for a hex that doubles", low=-100, high=100),
    Key(
        "caution",
        "int",
        "points against each enemy strength point that may come beside it, beyond the safe",
        low=0,
        high=100,
    ),
    Key("safe", "int", "enemy strength points that are safe for each of its own", low=0, high=20),
    Key("guns", "int", "points for guns with an enemy two hexes away, and against guns in contact", low=-100, high=100),
    Key("room", "int", "points a safe way back, up to three", low=-100, high=100),
    Key("aggression", "int", "points a strength point brought to an attack that still lacks it", low=-100, high=100),
    Key("wanted", "int", "odds wanted, so many to one", low=1, high=10),
    Key("faith", "int", "per cent of the friends in reach who are counted on", low=0, high=100),
    Key("reserve", "int", "points against each strength point that would still be lacking", low=0, high=100),
    Key("trap", "int", "points a strength point of an enemy beside it whose ways back it closes", low=0, high=100),
    Key("exit_drive", "int", "points a hex nearer to the exits, for units that make for them", low=0, high=100),
    Key("exit_from", "int", "Game-Turn from which on weak units do", low=1, high=MOST_TURNS),
    Key("exit_strength", "int", "strength up to which a unit is weak", low=0, high=99),
    Key("trade", "int", "per cent that own strength is worth of the enemy's", low=0, high=1000),
    Key("race", "int", "per cent of that which follow what both may still lose", low=0, high=100),
    Key("last_trade", "int", "the same as trade once the Allies are demoralized", low=0, high=1000),
    Key("push", "int", "per cent of its strength that a retreat is worth", low=0, high=100),
    Key("unite", "int", "1: two attacks are made one where that promises more; 0: never", low=0, high=1),
    Key("fire", "int", "hundredths of a strength point that guns want to gain, or they hold fire", low=0, high=500),
    Key("pursue", "int", "points for an advance after combat, beside what the hex is worth", low=-100, high=100),
    Key("enter_from", "int", "Game-Turn from which on reinforcements come", low=1, high=MOST_TURNS),
)


def _scripted(title: str, **weights: int) -> PolicyPreset:
    return PolicyPreset(title, Policy.SCRIPTED, {key.name: weights[key.name] for key in POLICY_KEYS})


NEW = {"room": 0, "trap": 0, "race": 0, "unite": 1, "fire": 0, "enter_from": 1}

POLICIES = {
    "random": PolicyPreset(
        "lets the dice decide: every hex, target and column with the same chance, every plan of attacks with some",
        Policy.RANDOM, {},
    ),
    "defender": _scripted(
        "holds its ground, attacks only at good odds",
        ground=1, hold=4, line=4, cover=10, caution=3, safe=3, guns=10, aggression=4, wanted=3, faith=60, reserve=6,
        exit_drive=3, exit_from=4, exit_strength=3, trade=120, last_trade=120, push=25, pursue=-5, **NEW,
    ),
    "attacker": _scripted(
        "closes in everywhere",
        ground=6, hold=0, line=1, cover=4, caution=0, safe=5, guns=12, aggression=8, wanted=2, faith=100, reserve=2,
        exit_drive=6, exit_from=11, exit_strength=0, trade=90, last_trade=90, push=30, pursue=5, **NEW,
    ),
    "runner": _scripted(
        "fights, and rides for the exits with all that is weak",
        ground=5, hold=0, line=1, cover=4, caution=1, safe=4, guns=12, aggression=6, wanted=3, faith=80, reserve=4,
        exit_drive=12, exit_from=1, exit_strength=2, trade=100, last_trade=100, push=30, pursue=3, **NEW,
    ),
    "marshal": _scripted(
        "attacks; tuned against the duke",
        ground=5, hold=0, line=2, cover=2, caution=2, safe=3, guns=21, aggression=8, wanted=3, faith=80, reserve=6,
        exit_drive=6, exit_from=2, exit_strength=5, trade=222, last_trade=222, push=4, pursue=5, **NEW,
    ),
    "duke": _scripted(
        "defends; tuned against the marshal",
        ground=6, hold=4, line=1, cover=6, caution=0, safe=0, guns=14, aggression=13, wanted=7, faith=40, reserve=1,
        exit_drive=2, exit_from=7, exit_strength=0, trade=153, last_trade=153, push=5, pursue=0, **NEW,
    ),
}  # fmt: skip


def compile_policy(preset: PolicyPreset) -> Any:
    """POLICY[1] from a preset."""
    return freeze(filled(POLICY, kind=preset.kind, **preset.parameters))
