"""Log rows as sentences that a player would say."""

from collections.abc import Callable
from typing import Any

from simkit.games.deathmaze.schema import NOTHING, Calling, Ending, Event, Medallion, Potion, Spice
from simkit.games.figures import Figures

ENDINGS = {
    Ending.TAKEN: "The haul is worth {value}.",
    Ending.PARTY_DEAD: "All are dead: {value} stay in the maze.",
    Ending.STEP_LIMIT: "The search is broken off at its limit, with {value}.",
}


def sentences(figures: Figures, setup: Any) -> Callable[[Any], str]:
    """What turns the EVENT rows of one play into sentences."""
    teller = Teller(figures, setup)
    return lambda event: TELL[Event(int(event["kind"]))](teller, *(int(event[name]) for name in "abcd"))


class Teller:
    """Knows the names of things."""

    def __init__(self, figures: Figures, setup: Any) -> None:
        self.rows = tuple(figures.tree["treasures"])
        self.weapons = tuple(map(_plain, figures.tree["weapons"].values()))
        self.rings = tuple(map(_plain, figures.tree["rings"].values()))
        self.monsters = tuple(map(_plain, figures.tree["monsters"]))
        callings = [Calling(int(card["calling"])).name.title() for card in setup["party"]]
        self.party = [f"the {calling} ({number})" for number, calling in enumerate(callings, 1)]

    def who(self, adventurer: int) -> str:
        """An adventurer at the beginning of a sentence."""
        return "T" + self.party[adventurer][1:]


def _plain(name: str) -> str:
    return name.replace("_", " ").lower()


def _kind(thing: Any) -> str:
    return _plain(thing.name)


def _count(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'s' * (n != 1)}"


def _points(t: Teller, who: int, predicate: str, left: int) -> str:
    return f"{t.who(who)} {predicate} and has {_count(left, 'point')} left."


def _potion(t: Teller, who: int, potion: int, *_: int) -> str:
    name = _kind(Potion(potion))
    return f"The potion is known for {name}." if who == NOTHING else f"{t.who(who)} tests a potion: {name}."


def _ends(t: Teller, ending: int, value: int, n_sharers: int, _: int) -> str:
    sentence = ENDINGS[Ending(ending)].format(value=_count(value, "Bezant"))
    return f"{sentence} Shared by {n_sharers}: {value / n_sharers:.2f} for each." if n_sharers and value else sentence


TELL: dict[Event, Callable[..., str]] = {
    Event.SEARCHES: lambda t, row, *_: f"A treasure of type {t.rows[row]}.",
    Event.CHEST: lambda t, trapped, *_: f"It is in a chest, {'which is trapped' if trapped else 'without a trap'}.",
    Event.SESAME: lambda t, *_: "Sesame opens it.",
    Event.LEAVES_CHEST: lambda t, *_: "Nobody dares to open it.",
    Event.DETRAPS: lambda t, who, *_: f"{t.who(who)} removes the trap.",
    Event.TRAP: lambda t, who, *_: f"{t.who(who)} sets the trap off.",
    Event.BEZANTS: lambda t, bezants, *_: f"{_count(bezants, 'Bezant')} in coins.",
    Event.GEM: lambda t, bezants, *_: f"A gem of {_count(bezants, 'Bezant')}.",
    Event.WEAPON: lambda t, face, *_: f"A magic weapon: {t.weapons[face - 1]}.",
    Event.COMBAT_BONUS: lambda t, bonus, *_: f"Its Combat Bonus is +{bonus}.",
    Event.ARMOR: lambda t, bonus, *_: f"Magic armor: +{bonus}.",
    Event.DONS: lambda t, who, bonus, left, _: _points(t, who, f"dons armor +{bonus}", left),
    Event.TAKES_OFF: lambda t, who, bonus, *_: f"{t.who(who)} takes off armor +{bonus}.",
    Event.KEEPS_POTION: lambda t, *_: "A potion, which nobody tests.",
    Event.KEEPS_MEDALLION: lambda t, *_: "A medallion, which nobody tests.",
    Event.POTION: _potion,
    Event.STRENGTH: lambda t, who, bonus, *_: f"{t.who(who)} has +{bonus} in the next combat.",
    Event.SPICE: lambda t, spice, *_: f"A spice: {_kind(Spice(spice))}.",
    Event.MEDALLION: lambda t, who, medallion, *_: f"{t.who(who)} puts on a medallion: {_kind(Medallion(medallion))}.",
    Event.RING: lambda t, face, *_: f"A magic ring: {t.rings[face - 1]}.",
    Event.WOUNDS: lambda t, who, n, left, _: _points(t, who, f"suffers {_count(n, 'wound')}", left),
    Event.HEALS: lambda t, who, n, left, _: _points(t, who, f"is healed of {_count(n, 'wound')}", left),
    Event.DIES: lambda t, who, *_: f"{t.who(who)} is dead.",
    Event.CHARMS: lambda t, who, monster, *_: f"{t.who(who)} charms the {t.monsters[monster]}.",
    Event.TURNS: lambda t, *_: "The charmed monster turns on the party.",
    Event.ENDS: _ends,
}
