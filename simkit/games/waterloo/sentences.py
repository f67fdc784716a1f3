"""Log rows as sentences that a player would say."""

from collections.abc import Callable
from typing import Any

from simkit.games.figures import Figures
from simkit.games.waterloo import hexes
from simkit.games.waterloo.compile import COLUMNS, RESULTS, terrain_of
from simkit.games.waterloo.hexes import NAMES
from simkit.games.waterloo.schema import (
    ALLIED,
    N_FRENCH,
    N_UNITS,
    Announced,
    Ending,
    Entry,
    Event,
    Fate,
    Terrain,
)
from simkit.games.waterloo.setups import units

SIDES = ("French", "Allied")
ENDINGS = {
    Ending.FRENCH_WIN: "The French win",
    Ending.ALLIED_WIN: "The Allies win",
    Ending.DRAW: "The battle is drawn",
    Ending.ATTACKER_ELIMINATED: "The attacker is eliminated",
    Ending.ATTACKER_RETREATS: "The attacker retreats",
    Ending.EXCHANGE: "The two are exchanged",
    Ending.DEFENDER_RETREATS: "The defender retreats",
    Ending.DEFENDER_ELIMINATED: "The defender is eliminated",
}
GROUND = {Terrain.BUILDING: "Building", Terrain.WOODS_ROAD: "Woods-Road"}
MEANING = ("attacker eliminated", "attacker retreats", "exchange", "defender retreats", "defender eliminated")


def sentences(figures: Figures, setup: Any) -> Callable[[Any], str]:
    """What turns the EVENT rows of one battle into sentences."""
    teller = Teller(figures, setup)
    return lambda event: TELL[Event(int(event["kind"]))](teller, event, *(int(event[name]) for name in "abcd"))


class Teller:
    """Knows the units by name, and where they are; the battle must be told from its beginning."""

    def __init__(self, figures: Figures, setup: Any) -> None:
        self.hour = int(figures.get("start.hour"))
        self.is_battle = setup["entry"] == Entry.WHOLE_GAME
        self.demoralized = bool(setup["demoralized"])
        named = [unit.name for unit in units(figures)]
        cards = setup["units"]
        self.names = named if self.is_battle else [_number(who) for who in range(N_UNITS)]
        self.strengths = [int(card["strength"]) for card in cards]
        self.hexes = {who: int(card["hex"]) for who, card in enumerate(cards) if card["fate"] == Fate.ON_MAP}
        self.terrain = terrain_of(figures.tree)
        self.beside = [set(others) - {hexes.NOWHERE} for others in hexes.neighbours()]

    def unit(self, who: int) -> str:
        """A unit by name and strength."""
        return f"{self.names[who]} ({self.strengths[who]})"

    def force(self, bits: int, side: int) -> list[int]:
        """Units of a side, from bits."""
        first, n = (N_FRENCH, N_UNITS - N_FRENCH) if side == ALLIED else (0, N_FRENCH)
        return [first + index for index in range(n) if bits >> index & 1]

    def sight(self, here: int, targets: list[int]) -> str:
        """[2.2, 5.6] The line of fire of guns: from which hex, over which open ones, into which of several."""
        near, blocking = self.beside[here], (Terrain.WOODS, Terrain.WOODS_ROAD)
        lines = {
            target: [NAMES[hex_] for hex_ in sorted(near & self.beside[target])]
            for target in targets
            if target not in near
        }
        open_ = {
            target: [name for name in over if self.terrain.get(name) not in blocking] for target, over in lines.items()
        }
        target = max(open_, key=lambda candidate: (bool(open_[candidate]), open_[candidate] == lines[candidate]))
        into = f" into {NAMES[target]}" if len(targets) > 1 else ""
        return f"from {NAMES[here]} over {' or '.join(open_[target])}{into}"


def _number(who: int) -> str:
    side = who >= N_FRENCH
    return f"{'Allied' if side else 'French'} unit {who - side * N_FRENCH + 1}"


def _list(parts: list[str]) -> str:
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else "".join(parts)


def _player_turn(t: Teller, event: Any, *_: int) -> str:
    hour = t.hour + int(event["turn"]) - 1
    return f"--- {hour} pm: {SIDES[int(event['side'])]} Player-Turn"


def _at(t: Teller, hex_: int) -> str:
    name = NAMES[hex_]
    kind = t.terrain.get(name)
    return f"{name} ({GROUND[kind]})" if kind in GROUND else name


def _goes(t: Teller, verb: str, who: int, here: int, there: int) -> str:
    t.hexes[who] = there
    return f"{t.unit(who)} {verb} {NAMES[here]} to {_at(t, there)}."


def _enters(t: Teller, _: Any, who: int, hex_: int, *__: int) -> str:
    t.hexes[who] = hex_
    return f"{t.unit(who)} enters at {NAMES[hex_]}."


def _exits(t: Teller, _: Any, who: int, hex_: int, n: int, edge: int) -> str:
    t.hexes.pop(who, None)
    way = "" if edge == hex_ else f", coming from {NAMES[hex_]}"
    return f"{t.unit(who)} leaves the map from {NAMES[edge]}{way}: {n} {'has' if n == 1 else 'have'} left."


def _attacks(t: Teller, event: Any, french: int, allied: int, guns: int, packed: int) -> str:
    side = int(event["side"])
    bits = (french, allied)
    attackers, defenders = t.force(bits[side], side), t.force(bits[1 - side], 1 - side)
    bombarding = t.force(guns, side)
    announced = Announced.unpacked(packed)
    strength = sum(t.strengths[who] for who in attackers)
    targets = [t.hexes[who] for who in defenders]
    attacking = [
        f"{t.unit(who)} bombarding {t.sight(t.hexes[who], targets)}" if who in bombarding else t.unit(who)
        for who in attackers
    ]
    against = [f"{t.unit(who)} in {_at(t, t.hexes[who])}" for who in defenders]
    demoralized = " with the Allies demoralized" if t.demoralized else ""
    odds = f"{strength} to {announced.defence}{demoralized}, {_column(announced)}, die {announced.face + 1}"
    verb = "attacks" if len(attackers) == 1 else "attack"
    result = announced.result
    return f"{_list(attacking)} {verb} {_list(against)}: {odds}: {RESULTS[result]}, {MEANING[result]}."


def _column(announced: Announced) -> str:
    """[6.2, 8.2] The column of an attack, and from which it was lowered, by the attacker or by demoralization."""
    _, bare, due, column, *_ = announced
    text = COLUMNS[column]
    if column < due:
        text += f", lowered from {COLUMNS[due]}"
    if due != bare:
        text += f", {'lowered' if due < bare else 'raised'} from {COLUMNS[bare]} by demoralization"
    return text


def _destroyed(t: Teller, event: Any, who: int, hex_: int, lost: int, cornered: int) -> str:
    t.hexes.pop(who, None)
    why = ", with no safe hex to retreat to" if cornered else ""
    return f"{t.unit(who)} is destroyed in {NAMES[hex_]}{why}: {SIDES[int(event['side'])]} losses {lost}."


def _demoralized(t: Teller, _: Any, lost: int, *__: int) -> str:
    t.demoralized = True
    return f"The Allies are demoralized, with {lost} strength points lost."


def said_of_exits(n: int) -> str:
    """How many units have left the map."""
    return f"{n} French unit has left the map" if n == 1 else f"{n} French units have left the map"


def _ends(t: Teller, _: Any, ending: int, french: int, allied: int, exited: int) -> str:
    left = f", {said_of_exits(exited)}" if t.is_battle else ""
    return f"{ENDINGS[Ending(ending)]}: French losses {french}, Allied losses {allied}{left}."


TELL: dict[Event, Callable[..., str]] = {
    Event.PLAYER_TURN: _player_turn,
    Event.MOVES: lambda t, _, who, here, there, *__: _goes(t, "moves from", who, here, there),
    Event.ENTERS: _enters,
    Event.EXITS: _exits,
    Event.ATTACKS: _attacks,
    Event.RETREATS: lambda t, _, who, here, there, *__: _goes(t, "retreats from", who, here, there),
    Event.DISPLACED: lambda t, _, who, here, there, *__: _goes(t, "is displaced from", who, here, there),
    Event.FALLS_BACK: lambda t, _, who, here, there, *__: _goes(t, "falls back from", who, here, there),
    Event.DESTROYED: _destroyed,
    Event.ADVANCES: lambda t, _, who, here, there, *__: _goes(t, "advances from", who, here, there),
    Event.DEMORALIZED: _demoralized,
    Event.LAPSES: lambda t, _, who, *__: f"The attack on {t.unit(who)} lapses: nobody is left to make it.",
    Event.ENDS: _ends,
}
