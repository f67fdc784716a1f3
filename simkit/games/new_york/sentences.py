"""Log rows as sentences that a player would say."""

from collections.abc import Callable
from typing import Any

from simkit.games.figures import Figures
from simkit.games.new_york import city
from simkit.games.new_york.completions import RESULTS
from simkit.games.new_york.schema import CITY, Ending, Entry, Event, Exit, Mission
from simkit.games.new_york.setups import monster_names

ENDINGS = {
    Ending.MISSION: "The game is over in round {turn}.",
    Ending.ALL_LOST: "All have lost: no mission can be done any more.",
    Ending.TURN_LIMIT: "Nobody has won in {turn} rounds.",
    Ending.EATEN: "The building is eaten.",
    Ending.INTACT: "The building stands.",
    Ending.DEFENDER_DEAD: "The defender is dead.",
    Ending.ATTACKER_DEAD: "The attacker is dead.",
    Ending.BOTH_ALIVE: "Both are alive.",
}
EXITS = {
    Exit.WEST: "west, on or north of 20th Street",
    Exit.SOUTH_WEST: "south, west of Fifth Avenue",
    Exit.NORTH_EAST: "east, north of 34th Street",
    Exit.NORTH_WEST: "north, west of Eighth Avenue",
    Exit.SOUTH: "south",
    Exit.SIXTH_AVENUE: "north by Sixth Avenue",
}
FALSE_BLONDS = (
    "the real Blond", "a power line", "the police", "rush hour", "a traffic copter", "the fire department", "cabbies",
    "food on Ninth Avenue", "the subway", "television",
)  # fmt: skip
SIDES = {"A": "the attacker loses {}", "D": "the defender loses {}", "B": "both lose {}"}


def sentences(figures: Figures, setup: Any) -> Callable[[Any], str]:
    """What turns the EVENT rows of one game into sentences."""
    teller = Teller(figures, setup)
    return lambda event: TELL[Event(int(event["kind"]))](
        teller, teller.names[int(event["side"])], *(int(event[name]) for name in "abcd")
    )


class Teller:
    """Knows the monsters and the spaces by name."""

    def __init__(self, figures: Figures, setup: Any) -> None:
        names, n = monster_names(figures), max(1, int(setup["n_players"]))
        whole = setup["entry"] == Entry.WHOLE_GAME
        self.names = [names[int(m)] for m in setup["monsters"][:n]] if whole else ["The attacker", "The defender"]
        self.printed = names
        self.spaces = city.space_names(figures.tree)
        self.missions = [str(mission["name"]) for mission in figures.tree["missions"].values()]

    def by(self, seat: int) -> str:
        """Who did something: a monster, or the city."""
        return "the city" if seat == CITY else self.names[seat]


def _count(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'s' * (n != 1)}"


def _result(number: int) -> str:
    result = RESULTS[number]
    return f"{result}, {SIDES[result[0]].format(_count(int(result[1:]), 'point'))}"


def _sits(t: Teller, who: str, _: int, mission: int, strength: int, movement: int) -> str:
    return f"{who} ({strength}-{movement}) draws mission {Mission(mission).name}: {t.missions[mission]}."


def _loses(_: Teller, who: str, of_strength: int, of_movement: int, strength: int, movement: int) -> str:
    lost = [f"{n} of {noun}" for n, noun in ((of_strength, "strength"), (of_movement, "movement")) if n]
    return f"{who} loses {' and '.join(lost) or 'nothing'}, and is {strength}-{movement}."


def _eaten(t: Teller, who: str, space: int, left: int, *_: int) -> str:
    if left:
        return f"{who} has eaten a part of {t.spaces[space]}: another {left} to go."
    return f"{who} has eaten {t.spaces[space]}: rubble."


def _steps(t: Teller, who: str, _: int, space: int, left: int, __: int) -> str:
    return f"{who} goes to {t.spaces[space]}, with {_count(left, 'space')} left."


def _bites(t: Teller, who: str, space: int, differential: int, face: int, result: int) -> str:
    return f"{who} attacks {t.spaces[space]} at {differential:+d}: a {face}, {_result(result)}."


def _attacks(t: Teller, who: str, other: int, differential: int, face: int, result: int) -> str:
    return f"{who} attacks {t.names[other]} at {differential:+d}: a {face}, {_result(result)}."


def _city_attacks(_: Teller, who: str, column: int, face: int, result: int, __: int) -> str:
    return f"{who} is attacked at {column:+d}: a {face}, {RESULTS[result]}."


def _gains(_: Teller, who: str, of_strength: int, of_movement: int, strength: int, movement: int) -> str:
    return f"{who} gains {of_strength} of strength and {of_movement} of movement, and is {strength}-{movement}."


def _must_eat(_: Teller, who: str, n: int, grounded: int, *__: int) -> str:
    flight = ", and cannot fly before" if grounded else ""
    return f"{who} must eat {_count(n, 'building')} on the avenue{flight}."


def _forgotten(_: Teller, who: str, lost: int, *__: int) -> str:
    return f"{who} is forgotten: {'it cannot win any more' if lost else 'it has only its own mission again'}."


TELL: dict[Event, Callable[..., str]] = {
    Event.SITS: _sits,
    Event.LAID: lambda t, _, space, *__: f"A Blond lies face down at {t.spaces[space]}.",
    Event.BEGINS: lambda _, who, *__: f"{who} begins.",
    Event.PLACED: lambda t, who, chooser, space, *_: f"{t.names[chooser]} puts {who} at {t.spaces[space]}.",
    Event.TURN: lambda t, who, space, strength, movement, _: f"-- {who} ({strength}-{movement}), at {t.spaces[space]}.",
    Event.STUCK: lambda _, who, *__: f"{who} may not move.",
    Event.LOCKED: lambda t, who, foe, *_: f"{who} must stay and attack {t.names[foe]}.",
    Event.PICKS_UP: lambda t, who, space, *_: f"{who} picks up the Blond at {t.spaces[space]}.",
    Event.STEPS: _steps,
    Event.LEAVES: lambda t, who, space, exit_, *_: f"{who} leaves {EXITS[Exit(exit_)]}, from {t.spaces[space]}.",
    Event.BITES: _bites,
    Event.ATTACKS: _attacks,
    Event.EATEN: _eaten,
    Event.GOES_BACK: lambda t, who, _, space, *__: f"{who} goes back to {t.spaces[space]}.",
    Event.LOSES: _loses,
    Event.DIES: lambda t, who, by, *_: f"{who} is dead, killed by {t.by(by)}.",
    Event.DISPLACED: lambda t, who, by, _, space, __: f"{t.names[by]} moves {who} to {t.spaces[space]}.",
    Event.CORNERED: lambda t, who, by, *_: f"{who} has nowhere to go: it and {t.names[by]} fight on.",
    Event.EXAMINES: lambda t, who, space, n, *_: f"{who} turns over the chit at {t.spaces[space]}: {FALSE_BLONDS[n]}.",
    Event.CITY_ATTACKS: _city_attacks,
    Event.GAINS: _gains,
    Event.TO_BE_STUCK: lambda _, who, turns, *__: f"{who} is stuck for {_count(turns, 'turn')}.",
    Event.MUST_EAT: _must_eat,
    Event.MUST_LEAVE: lambda _, who, turn, *__: f"{who} must leave north by Sixth Avenue by round {turn}.",
    Event.FORGOTTEN: _forgotten,
    Event.SQUASHES: lambda _, who, *__: f"{who} squashes the Blond by accident.",
    Event.ESCAPES: lambda t, _, space, *__: f"The Blond escapes at {t.spaces[space]}.",
    Event.PUTS_DOWN: lambda t, who, space, *_: f"{who} puts the Blond down at {t.spaces[space]}.",
    Event.DEVOURS: lambda t, who, space, *_: f"{who} devours the Blond at {t.spaces[space]}.",
    Event.MEETS: lambda t, who, space, *_: f"{who} sees the Blond at {t.spaces[space]}.",
    Event.AVENUE: lambda _, who, left, *__: f"{who} has {_count(left, 'building')} left to eat on the avenue.",
    Event.WINS: lambda t, who, mission, *_: f"{who} wins: mission {Mission(mission).name}, {t.missions[mission]}.",
    Event.ENDS: lambda _, __, ending, turn, *___: ENDINGS[Ending(ending)].format(turn=turn),
}
