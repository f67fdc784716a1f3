"""DeathMaze's treasure by name: hauls in which the dice show what the test says, and scenarios as users write them."""

import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simkit import games
from simkit.core.board import Board
from simkit.core.dice import loaded_dice
from simkit.core.log import events, new_log
from simkit.errors import BadInput
from simkit.games.deathmaze.schema import OUTCOME, STATE, TALLY, Event
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

GAME, KERNELS, FIGURES = games.get("deathmaze"), games.kernels(games.get("deathmaze")), games.figures("deathmaze")
TREE = FIGURES.tree
HERO = {"calling": "hero", "points": 8}
ARCHER = {"calling": "hero", "points": 7, "weapons": ["bow"]}
THIEF = {"calling": "thief", "points": 6}
WIZARD = {"calling": "wizard", "points": 5}
FOUR = (HERO, ARCHER, THIEF, WIZARD)
TRAPS = {"traps.detrapped_to": 2, "traps.wounds": "1D6"}


def die(face: int) -> int:
    """What a loaded die has to be told to show this face; a bonus that is drawn, likewise."""
    return face - 1


def pair(total: int) -> int:
    """The same for two dice that are read as a sum."""
    return total - 2


NOTHING_MORE = [die(6), die(6)]  # type J: no gems, no magic items
NO_TRAP = die(6)
COINS = [die(1)]
ITEM = dict(zip(TREE["magic_items"].values(), range(6), strict=True))  # what a loaded die has to show for it
POTION = {"healing": 0, "poison": 2, "strength": 3, "charm_person": 4, "charm_monster": 5}
MEDALLION = {"neutralize_poison": 0, "potion_appraisal": 2, "oratory": 3, "dexterity": 4, "strangling": 5}


def hoard_j(*items, gems=()):
    """Dice of a hoard of type J without a trap: 20 Bezants, these gems, and magic items by what is rolled for them."""
    some_gems = [die(1), die(len(gems)), *gems] if gems else [die(6)]
    some_items = [die(1), die(len(items)), *(shown for item in items for shown in item)] if items else [die(6)]
    return [NO_TRAP, *COINS, *some_gems, *some_items]


class Told(NamedTuple):
    """A haul that has been played."""

    outcome: Any  # OUTCOME
    events: list[tuple[Event, int, int, int]]
    n_rolls: int

    def of(self, kind: Event) -> list[tuple[int, ...]]:
        """What the events of a kind say."""
        return [event[1:] for event in self.events if event[0] == kind]

    def player(self, number: int) -> Any:
        """What became of one adventurer, the first being number 0."""
        return self.outcome["players"][number]


def rules_of(rules: dict[str, Any] | None = None) -> Any:
    """RULES with some switches and figures changed."""
    return _changed(rules or {})[1]


def _changed(rules: dict[str, Any]) -> tuple[Any, Any, dict[str, Any]]:
    names = {variant.key.name for variant in GAME.variants}
    figures, complaints = FIGURES.override({path: value for path, value in rules.items() if path not in names})
    switches = {name: value for name, value in rules.items() if name in names}
    compiled, faults = GAME.compile_rules(figures, switches)
    assert [*complaints, *faults] == []
    return figures, compiled, switches


def haul(shown: list[int], rules: dict[str, Any] | None = None, party: Any = (HERO,), **cell: Any) -> Told:
    """What comes of a haul, or of finds, when the dice show this and are rolled no oftener."""
    figures, compiled_rules, switches = _changed(rules or {})
    entry = "FIND" if "find" in cell else "HAUL"
    cell = {"policy": "bold", "party": list(party), **cell}
    compiled, faults = GAME.compile_setup(figures, switches, entry, cell)
    assert faults == []
    outcomes, dice, log = np.zeros(1, OUTCOME), loaded_dice(shown), new_log(200)
    board = Board(dice, log, np.zeros(2, STATE), np.zeros(2, TALLY))
    KERNELS.simulate(compiled_rules, *compiled, 0, board, outcomes)
    assert dice.rolled == len(shown), f"{dice.rolled} rolls, where {len(shown)} were expected"
    rows = [(Event(int(row["kind"])), *(int(row[name]) for name in "abc")) for row in events(log)]
    return Told(outcomes[0], rows, int(dice.rolled))


def scenario(text: str, entry: str = "HAUL", rules: str = "", n: int = 1, seed: int = 7) -> Scenario:
    """A scenario of this text; `BadInput` where it has faults, whose lines are counted from that of the text on."""
    head = f'game = "deathmaze"\nentry = "{entry}"\n[run]\ngames = {n}\nseed = {seed}\n[rules]\n{rules}\n'
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(f"{head}[setup]\n{text}")
        file.flush()
        return load(Path(file.name))


def faults(text: str, entry: str = "HAUL", rules: str = "") -> list[str]:
    """What is said of a scenario that has faults, each with its line, 1 being the first of the text."""
    before = 8 + rules.count("\n")
    try:
        scenario(text, entry, rules)
    except BadInput as refusal:
        said = [line.split(":", 2)[1:] for line in refusal.lines]
        return [f"{int(number) - before}:{message}" for number, message in said]
    return []
