"""Log rows of a whole game as sentences that a player would say."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from simkit.games.emperor.catalog import Catalog
from simkit.games.emperor.schema import NOTHING, Possession
from simkit.games.emperor.schema import Event as FightEvent
from simkit.games.emperor.sentences import TELL as TELL_FIGHT
from simkit.games.emperor.sentences import Teller as FightTeller
from simkit.games.emperor.sentences import count_of
from simkit.games.emperor.whole.names import space_names
from simkit.games.emperor.whole.schema import KILLED_BY_PLAYER, SHARES, Ending, Event, Find, Improves
from simkit.games.figures import Figures

FIGHT_EVENTS = [event for event in FightEvent if event not in (FightEvent.ENDS, FightEvent.DRAWS_ARM)]
ALL_EVENTS = IntEnum("ALL_EVENTS", [(event.name, event.value) for event in (*FIGHT_EVENTS, *Event)])  # type: ignore[misc]

FINDS = {
    Find.NONE: "nothing",
    Find.ARMS: "arms",
    Find.ARMS_OR_BOAT: "arms or a boat",
    Find.BOAT: "a boat",
    Find.BOAT_OR_SHIP: "a boat or a ship",
    Find.HEAL_ONE: "one wound is healed",
    Find.HEAL_ALL: "all wounds are healed",
    Find.ENCOUNTER: "an encounter",
    Find.MUST_LEAVE: "trouble with the locals",
    Find.TREASURE: "a treasure",
}
ENDINGS = {
    Ending.IMPERIALS_FOUND: "The game is over: {n} Imperial Treasures are discovered.",
    Ending.LAST_SURVIVOR: "The game is over: one player is left.",
    Ending.ALL_DEAD: "The game is over: nobody is left.",
    Ending.TIME_LIMIT: "The time is up.",
    Ending.TURN_LIMIT: "The game is broken off at the limit of turns.",
}
IMPROVED = {Improves.ABILITY: "Ability Score", Improves.WOUNDS: "Wound Number", Improves.ESCAPE: "Escape Number"}


def sentences(figures: Figures, setup: Any) -> Callable[[Any], str]:
    """What turns the EVENT rows of one game into sentences."""
    teller = Teller(figures, setup)

    def say(event: Any) -> str:
        teller.hero = teller.names[int(event["side"])]
        said = [int(event[name]) for name in "abcd"]
        kind = int(event["kind"])
        if kind >= min(Event):
            return TELL[Event(kind)](teller, *said)
        return TELL_FIGHT[FightEvent(kind)](teller, *said)

    return say


class Teller(FightTeller):
    """Knows the names of all players, and of the spaces, too."""

    def __init__(self, figures: Figures, setup: Any) -> None:
        catalog = Catalog(figures)
        self.learn(catalog)
        heroes = setup["heroes"][: max(1, int(setup["n_players"]))]
        self.names = [catalog.character_names[int(hero)] for hero in heroes]
        self.hero = self.names[0]
        self.places = space_names(figures)
        self.spells = [str(spell["name"]) for spell in catalog.spells.values()]

    def killer(self, kind: int) -> str:
        """What killed somebody."""
        return "another player" if kind == KILLED_BY_PLAYER else self.chits[kind]


def _turn(t: Teller, space: int, wounds: int, *_: int) -> str:
    hurt = f", with {count_of(wounds, 'wound')}" if wounds else ""
    return f"-- {t.hero}'s turn, at {t.places[space]}{hurt}."


def _explores(t: Teller, rolled: int, face: int, find: int, _: int) -> str:
    bent = f", makes it {face}" if face != rolled else ""
    return f"{t.hero} explores, rolls {rolled}{bent}: {FINDS[Find(find)]}."


def _draws(t: Teller, sort: int, which: int, *_: int) -> str:
    return f"{t.hero} draws a treasure: {t.possession(Possession(sort), which)}."


def _presents(t: Teller, kind: int, seat: int, *_: int) -> str:
    return f"{t.hero} draws {t.chits[kind]} and presents it to {t.names[seat]}."


def _meditates(t: Teller, die: int, spell: int, *_: int) -> str:
    learnt = "in vain" if spell == NOTHING else f"{t.spells[spell]} comes back"
    return f"{t.hero} has meditated, with a {die}: {learnt}."


def _gets_away(t: Teller, rolled: int, needed: int, away: int, _: int) -> str:
    return f"{t.hero} tries to get away, needs {needed} and rolls {rolled}: {'away' if away else 'in vain'}."


def _scores(t: Teller, wealth: int, share: int, *_: int) -> str:
    won = " and wins" if share == SHARES else f" and shares the win with {SHARES // share - 1}" if share else ""
    return f"{t.hero} has {wealth}{won}."


TELL: dict[Event, Callable[..., str]] = {
    Event.TURN: _turn,
    Event.MOVES: lambda t, die, space, *_: f"{t.hero} moves, rolls {die}, and comes to {t.places[space]}.",
    Event.WAITS: lambda t, *_: f"{t.hero} stays.",
    Event.OASIS: lambda t, found, *_: f"{t.hero} {'finds' if found else 'cannot find'} the Oasis.",
    Event.EXPLORES: _explores,
    Event.DRAWS_TREASURE: _draws,
    Event.DRAWS_ARM: lambda t, arm, *_: f"{t.hero} draws from the Arms Pool: {t.arms[arm]}.",
    Event.TAKES_VESSEL: lambda t, vessel, *_: f"{t.hero} takes a {t.vessels[vessel]}.",
    Event.MUST_LEAVE: lambda t, space, *_: f"{t.hero} is chased out, to {t.places[space]}.",
    Event.TURNS_IN_CLUE: lambda t, clue, n, *_: f"{t.hero} turns in {t.clues[clue]} for {count_of(n, 'draw')}.",
    Event.DELIVERS: lambda t, kind, n, *_: f"{t.hero} brings {t.chits[kind]} home, for {count_of(n, 'draw')}.",
    Event.REDEEMS: lambda t, n, draws, *_: (
        f"{t.hero} returns {count_of(n, 'Imperial Treasure')} to the Emperor, for {draws} draws."
    ),
    Event.PRESENTS: _presents,
    Event.SENDS_OLLIVER: lambda t, seat, *_: f"{t.hero} draws Olliver and sends him to {t.names[seat]}.",
    Event.SORCERER_SEEKS: lambda t, seat, *_: f"{t.hero} draws the Evil Sorcerer, who seeks {t.names[seat]}.",
    Event.GETS_CLUE: lambda t, clue, *_: f"{t.hero} finds a clue: {t.clues[clue]}.",
    Event.DESTINATION: lambda t, kind, space, *_: f"{t.chit(kind)} wants to go to {t.places[space]}.",
    Event.PASSENGER_LEAVES: lambda t, kind, *_: f"{t.chits[kind]} is led astray, and leaves {t.hero}.",
    Event.DIES: lambda t, kind, space, *_: f"{t.hero} is dead, killed by {t.killer(kind)} at {t.places[space]}.",
    Event.RETURNS_VESSEL: lambda t, vessel, *_: f"{t.hero} leaves the {t.vessels[vessel]} behind.",
    Event.MEDITATES: _meditates,
    Event.CASTS_INSTEAD: lambda t, spell, *_: f"{t.hero} does not move, and casts {t.spells[spell]}.",
    Event.DROPS_ARM: lambda t, arm, *_: f"{t.hero} carries too much, and puts the {t.arms[arm]} back.",
    Event.IS_HEALED: lambda t, healed, left, *_: f"{t.hero} is healed of {count_of(healed, 'wound')}, {left} left.",
    Event.WASHED_ASHORE: lambda t, space, *_: f"{t.hero} is now at {t.places[space]}.",
    Event.CHOOSES_SPELL: lambda t, spell, *_: f"{t.hero} chooses {t.spells[spell]}.",
    Event.GAME_ENDS: lambda t, ending, n, *_: ENDINGS[Ending(ending)].format(n=n),
    Event.SECOND_CHIT: lambda t, kind, other, *_: (
        f"{t.hero} looks into the Palantir, takes {t.chits[kind]} and puts {t.chits[other]} back."
    ),
    Event.TELEPORTS: lambda t, scroll, space, *_: (
        f"{t.hero} teleports{' by a scroll' if scroll else ''} to {t.places[space]}."
    ),
    Event.HEALS_OTHER: lambda t, seat, *_: f"It is for {t.names[seat]}.",
    Event.IGNORES_CHIT: lambda t, kind, *_: f"{t.hero} draws {t.chits[kind]}, which concerns nobody.",
    Event.MEETS: lambda t, *_: f"It is {t.hero}'s encounter.",
    Event.IMPROVES: lambda t, which, *_: f"{t.hero} has learnt: one more of {IMPROVED[Improves(which)]}.",
    Event.CHALLENGES: lambda t, seat, *_: f"{t.hero} threatens {t.names[seat]}.",
    Event.TRIBUTE: lambda t, seat, *_: f"{t.names[seat]} buys peace from {t.hero} with a treasure.",
    Event.CLASH: lambda t, dice, hits, *_: (
        f"{t.hero} strikes with {count_of(dice, 'die', 'dice')}: {count_of(hits, 'hit')}."
    ),
    Event.HURT: lambda t, wounds, limit, *_: f"{t.hero} has {wounds} of {limit} wounds.",
    Event.GETS_AWAY: _gets_away,
    Event.SPOILS: lambda t, seat, n, *_: f"{t.hero} takes {count_of(n, 'treasure')} from {t.names[seat]}.",
    Event.TEAMS_UP: lambda t, seat, *_: f"{t.hero} travels in {t.names[seat]}'s company.",
    Event.PARTS: lambda t, *_: f"{t.hero} leaves the company.",
    Event.SCORES: _scores,
}
