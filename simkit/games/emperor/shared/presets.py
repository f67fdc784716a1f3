"""Scripted players by name, and the parameters that a scenario may change."""

from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.emperor.shared.schema import POLICY, Policy
from simkit.games.emperor.shared.terms import Spares, Weapon
from simkit.games.keys import Key, PolicyPreset

WEAPONS = {"strongest": Weapon.STRONGEST, "sturdiest": Weapon.STURDIEST}
SPARES = {"balanced": Spares.BALANCED, "hero": Spares.HERO, "vessel": Spares.VESSEL}

POLICY_KEYS = (
    Key("flee_at", "int", "wounds left at which the hero tries to escape", low=0, high=99),
    Key("runs_from", "int", "dice of a creature from which he tries to escape at once", low=0, high=99),
    Key("finishes_at", "int", "wounds left to a creature at which he does not try to escape", low=0, high=99),
    Key("lets_go", "bool", "lets a creature go that tries to get away"),
    Key("pays", "bool", "pays a bribe that he can afford"),
    Key("shoots", "bool", "uses a missile weapon in the Approach"),
    Key("weapon", "choice", "weapon", choices=tuple(WEAPONS)),
    Key("bolts_from", "int", "casts bolts while the creature has so many wounds left", low=0, high=99),
    Key("wards_from", "int", "wards himself against a creature of so many dice", low=0, high=99),
    Key("heals_at", "int", "heals himself by magic at so many wounds left", low=0, high=99),
    Key("magic_flight_at", "int", "flees by magic at so many wounds left", low=0, high=99),
    Key("scrolls_at", "int", "uses scrolls at so many wounds left", low=0, high=99),
    Key("charms", "bool", "makes friends by magic"),
    Key("snares", "bool", "casts the Elvin Snare"),
    Key("summons", "bool", "summons his familiar"),
    Key("surrenders", "bool", "hands Imperial Treasures to a patrol"),
    Key("gives_up", "bool", "gives all magic to the Sorcerer"),
    Key("trades", "bool", "trades magic treasures with the Mad Magician"),
    Key("walks_away", "bool", "leaves a snared creature"),
    Key("yields_at", "int", "wounds left at which he pays, surrenders or gives up, if at all", low=0, high=99),
    Key(
        "die_worth",
        "int",
        "tenths of a treasure that a die of an arm, or a hit that it takes, is worth",
        low=0,
        high=99,
    ),
    Key("clue_worth", "int", "tenths of a treasure that a clue is worth", low=0, high=99),
    Key("vessel_worth", "int", "tenths of a treasure that a vessel is worth", low=0, high=99),
    Key("imperial_worth", "int", "tenths of a treasure that an Imperial one is worth more than riches", low=0, high=99),
    Key("scroll_worth", "int", "tenths of a treasure that a scroll is worth more than riches", low=0, high=99),
    Key("spares", "choice", "who is spared at sea", choices=tuple(SPARES)),
    Key("companions_first", "bool", "lets companions take the first hit"),
)

PRUDENT: dict[str, Any] = {
    "flee_at": 4,
    "lets_go": False,
    "pays": True,
    "shoots": True,
    "weapon": "strongest",
    "bolts_from": 5,
    "wards_from": 4,
    "heals_at": 4,
    "magic_flight_at": 3,
    "scrolls_at": 3,
    "charms": True,
    "snares": True,
    "summons": True,
    "surrenders": True,
    "gives_up": False,
    "trades": True,
    "walks_away": False,
    "spares": "balanced",
    "companions_first": True,
    "runs_from": 99,
    "finishes_at": 0,
    "yields_at": 99,
    "die_worth": 3,
    "clue_worth": 12,
    "vessel_worth": 3,
    "imperial_worth": 5,
    "scroll_worth": 2,
}
BOLD = {
    "flee_at": 0,
    "pays": False,
    "wards_from": 99,
    "heals_at": 2,
    "magic_flight_at": 0,
    "scrolls_at": 0,
    "charms": False,
    "surrenders": False,
    "spares": "vessel",
}
CAUTIOUS = {
    "flee_at": 6,
    "lets_go": True,
    "weapon": "sturdiest",
    "wards_from": 2,
    "heals_at": 6,
    "magic_flight_at": 5,
    "scrolls_at": 99,
    "gives_up": True,
    "walks_away": True,
    "spares": "hero",
}

POLICIES = {
    "bold": PolicyPreset("fights to the death", Policy.SCRIPTED, {**PRUDENT, **BOLD}),
    "prudent": PolicyPreset("runs when hurt, finishes what runs, uses all his magic", Policy.SCRIPTED, PRUDENT),
    "cautious": PolicyPreset("runs early, lets go, pays, parries first", Policy.SCRIPTED, {**PRUDENT, **CAUTIOUS}),
    "random": PolicyPreset("lets the dice decide", Policy.RANDOM, {**PRUDENT, "flee_at": 0}),
}


def compile_policy(preset: PolicyPreset) -> Any:
    """POLICY[1] from a preset."""
    codes = {"weapon": WEAPONS[preset.parameters["weapon"]], "spares": SPARES[preset.parameters["spares"]]}
    return freeze(filled(POLICY, kind=preset.kind, **{**preset.parameters, **codes}))
