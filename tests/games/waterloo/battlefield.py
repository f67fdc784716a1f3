"""Situations by name: counters in hexes, attacks announced by the test, dice that show what it says."""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from games.changed_rules import changed_rules

from simkit import games
from simkit.core.dice import loaded_dice
from simkit.core.log import events, new_log
from simkit.core.records import filled, freeze
from simkit.errors import BadInput
from simkit.games.waterloo.hexes import INDEX, NAMES
from simkit.games.waterloo.rules.attacks import aim, bombard, join, open_attack
from simkit.games.waterloo.rules.combat import combat_phase
from simkit.games.waterloo.rules.ground import put
from simkit.games.waterloo.rules.movement import find_ways
from simkit.games.waterloo.schema import (
    ALLIED,
    FRENCH,
    N_FRENCH,
    NOWHERE,
    POLICY,
    SETUP,
    STATE,
    TALLY,
    Arm,
    Ending,
    Entry,
    Event,
    Fate,
)
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

GAME, FIGURES = games.get("waterloo"), games.figures("waterloo")
TREE = FIGURES.tree
SETUPS = freeze(filled(SETUP, entry=Entry.ODDS))


def rules_of(**changes: Any) -> Any:
    """RULES with some switches, and figures with _ _ for the dot, changed."""
    return changed_rules(GAME, changes)


RULES = rules_of()


class Field:
    """A map with some counters on it; `side` has the Player-Turn."""

    def __init__(self, side: int = FRENCH, policy: str = "marshal", **changes: Any) -> None:
        self.rules = rules_of(**changes)
        self.states, self.tallies = np.zeros(1, STATE), np.zeros(1, TALLY)
        self.state, self.tally = self.states[0], self.tallies[0]
        self.state.side, self.state.turn = side, 1
        self.state.units["side"][N_FRENCH:] = ALLIED
        self.state.units["hex"] = self.state.units["home"] = NOWHERE
        self.n = [0, 0]
        self.who: dict[str, int] = {}
        self.events: list[tuple[Any, ...]] = []
        preset = GAME.policies[policy]
        policies = filled(POLICY, kind=preset.kind, **{**preset.parameters, "pursue": -100}).repeat(2)
        self.policies = policies

    def weights(self, side: int, **weights: int) -> "Field":
        for name, value in weights.items():
            self.policies[side][name] = value
        return self

    def add(self, side: int, hex_: str, strength: int = 4, arm: Arm = Arm.INFANTRY, movement: int = 4) -> str:
        """A counter, called by its hex."""
        who = side * N_FRENCH + self.n[side]
        self.n[side] += 1
        unit = self.state.units[who]
        unit.strength, unit.arm, unit.movement, unit.fate = strength, arm, movement, Fate.ON_MAP
        put(self.rules, who, INDEX[hex_], self.state)
        self.who[hex_] = who
        return hex_

    def gun(self, side: int, hex_: str, strength: int = 3) -> str:
        return self.add(side, hex_, strength, Arm.ARTILLERY, 3)

    def announce(self, attackers: list[str], defenders: list[str], guns: tuple[str, ...] = ()) -> "Field":
        number = open_attack(self.state)
        for hex_ in defenders:
            aim(self.rules, self.who[hex_], number, self.state)
        for hex_ in attackers:
            join(self.who[hex_], number, self.state)
        for hex_ in guns:
            bombard(self.who[hex_], number, self.state)
        return self

    def fight(self, *faces: int) -> "Field":
        """Resolve what was announced; a face for each attack, in the order in which the policy makes them."""
        dice, log = loaded_dice([face - 1 for face in faces]), new_log(400)
        policies = freeze(self.policies.copy())
        combat_phase(self.rules, SETUPS[0], policies, self.state, self.tally, dice, log)
        assert dice.rolled == len(faces), f"{dice.rolled} dice were rolled"
        self.events = [(Event(int(row["kind"])), *(int(row[name]) for name in "abcd")) for row in events(log)]
        return self

    def where(self, name: str) -> str:
        """The hex of a counter now; what became of it when it is on none."""
        unit = self.state.units[self.who[name]]
        return NAMES[unit.hex] if unit.hex != NOWHERE else Fate(int(unit.fate)).name.lower()

    def found(self, name: str) -> dict[str, int]:
        """Where a counter can move, with the cost."""
        find_ways(self.rules, self.who[name], self.state)
        field = self.state.field
        return {NAMES[hex_]: int(field.cost[hex_]) for hex_ in field.found[: field.n_found]}

    def of(self, kind: Event) -> list[tuple[int, ...]]:
        return [event[1:] for event in self.events if event[0] == kind]


def scenario(text: str, entry: str = "WHOLE_GAME", rules: str = "", n: int = 1, seed: int = 7) -> Scenario:
    """A scenario whose [setup] is this text."""
    head = f'game = "waterloo"\nentry = "{entry}"\n[run]\ngames = {n}\nseed = {seed}\n[rules]\n{rules}\n'
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(f"{head}[setup]\n{text}")
        file.flush()
        return load(Path(file.name))


def faults(text: str, entry: str = "WHOLE_GAME", rules: str = "") -> list[str]:
    """What is said of a scenario that has faults, each with its line, 1 being the first of the text."""
    before = 8 + rules.count("\n")
    try:
        scenario(text, entry, rules)
    except BadInput as refusal:
        said = [line.split(":", 2)[1:] for line in refusal.lines]
        return [f"{int(number) - before}:{message}" for number, message in said]
    return []


__all__ = ["ALLIED", "FRENCH", "Ending", "Event", "Field", "faults", "rules_of", "scenario"]
