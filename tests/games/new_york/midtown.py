"""Situations by name: monsters on the map, dice that show what the test says."""

from typing import Any

import numpy as np
from games.changed_rules import changed_rules

from simkit import games
from simkit.core.dice import loaded_dice
from simkit.core.log import events, new_log
from simkit.core.records import filled, freeze
from simkit.games.new_york import city
from simkit.games.new_york.completions import table
from simkit.games.new_york.presets import POLICIES, compile_policy
from simkit.games.new_york.rules import losses, turns
from simkit.games.new_york.schema import (
    CITY,
    MOST_SEATS,
    N_CHITS,
    NOTHING,
    NOWHERE,
    SETUP,
    STATE,
    TALLY,
    Event,
    Mission,
)

GAME, FIGURES = games.get("new_york"), games.figures("new_york")
TREE = FIGURES.tree
ROWS = tuple(TREE["map"]["rows"])
PLACES = city.places(TREE)
MONSTERS = list(TREE["monsters"])
ON_FOOT, FLYER = "giant_lizard", "saucer"  # both evil
GOOD = "giant_ape"


def at(x: int, y: int) -> int:
    """The number of a space by column and row."""
    return city.space_at(ROWS, (x, y))


def rules_of(**changes: Any) -> Any:
    """RULES with some switches, and figures with _ _ for the dot, changed."""
    return changed_rules(GAME, changes)


RULES = rules_of()


class Midtown:
    """A city with some monsters in it; the first one is on turn.  No chit lies anywhere until one is laid."""

    def __init__(self, policy: str = "mission", **changes: Any) -> None:
        self.rules = rules_of(**changes) if changes else RULES
        self.cards = filled(SETUP)
        self.cards["table"] = table(TREE, "mirror")
        self.states, self.tallies = np.zeros(1, STATE), np.zeros(1, TALLY)
        self.state, self.tally = self.states[0], self.tallies[0]
        self.state.turn, self.state.winner = 1, NOTHING
        self.state.chits = NOWHERE
        self.policies = freeze(np.concatenate([compile_policy(POLICIES[policy])] * MOST_SEATS))
        self.log = new_log(1000)
        self.told = 0

    def place(self, monster: str, space: int, mission: str = "C", **values: int) -> Any:
        """A monster in a space, with its printed values unless others are given."""
        number, card = MONSTERS.index(monster), TREE["monsters"][monster]
        seat = self.state.seats[self.state.n_players]
        self.state.n_players += 1
        seat.monster, seat.mission, seat.alive = number, Mission[mission], 1
        seat.strength, seat.movement = card["strength"], card["movement"]
        seat.good, seat.flies, seat.space, seat.came_from = card["good"], card["flyer"], space, NOWHERE
        for name, value in values.items():
            seat[name] = value
        return seat

    def lay(self, space: int, number: int) -> None:
        """One chit face down, and no other in the pool: what is turned over is this number."""
        self.state.chits[0] = space
        self.state.pool = 0
        self.state.pool[number] = 1

    def turn(self, *faces: int, who: int = 0) -> list[tuple[Any, ...]]:
        """A monster's turn with dice that show `faces`; what the log says of it, without its steps.

        The draw of the only chit of the pool is a die of one outcome: a 1 among the faces.
        """
        self.state.active = who
        dice = loaded_dice([face - 1 for face in faces])
        turns.take_turn(self.rules, self.cards[0], self.policies, self.state, self.tally, dice, self.log)
        assert dice.rolled == len(faces), f"{dice.rolled} dice were rolled"
        return [event for event in self.new_events() if event[0] not in (Event.STEPS, Event.TURN)]

    def lose(self, n: int, who: int = 0, dice: tuple[int, ...] = ()) -> None:
        """A monster loses points to the city."""
        shown = loaded_dice([face - 1 for face in dice])
        losses.lose(self.rules, self.policies, who, n, CITY, self.state, self.tally, shown, self.log)

    def new_events(self) -> list[tuple[Any, ...]]:
        """What the log has said since it was last asked: kind, side, a, b, c, d."""
        rows = events(self.log)[self.told :]
        self.told = len(events(self.log))
        names = ("side", "a", "b", "c", "d")
        return [(Event(int(row["kind"])), *(int(row[name]) for name in names)) for row in rows]

    def values(self, who: int = 0) -> tuple[int, int]:
        """Strength and movement of a seat."""
        seat = self.state.seats[who]
        return int(seat.strength), int(seat.movement)


def kinds(told: list[tuple[Any, ...]]) -> list[Event]:
    """The kinds of events, in order."""
    return [event[0] for event in told]


def all_chits(city_: Midtown) -> None:
    """All ten chits on their places."""
    city_.state.chits = city_.rules.places[:N_CHITS]
    city_.state.pool = 1
