"""Log rows of a whole game as sentences that a player would say."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from simkit.games.emperor.encounter.sentences import TELL as TELL_FIGHT
from simkit.games.emperor.encounter.sentences import Teller as FightTeller
from simkit.games.emperor.encounter.sentences import count_of
from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.shared.schema import NOTHING
from simkit.games.emperor.shared.schema import Event as FightEvent
from simkit.games.emperor.shared.terms import Possession
from simkit.games.emperor.whole.names import space_names
from simkit.games.emperor.whole.schema import KILLED_BY_PLAYER, SHARES, Ending, Event
from simkit.games.emperor.whole.terms import Find, Improves, Mode
from simkit.games.figures import Figures

FIGHT_EVENTS = [event for event in FightEvent if event != FightEvent.DRAWS_ARM]
ALL_EVENTS = IntEnum("ALL_EVENTS", [(event.name, event.value) for event in (*FIGHT_EVENTS, *Event)])  # type: ignore[misc]

FINDS = {
    Find.NONE: "nothing",
    Find.ARMS: "arms",
    Find.ARMS_OR_BOAT: "arms or a boat",
    Find.BOAT: "a boat",
    Find.BOAT_OR_SHIP: "a boat or a ship",
    Find.HEAL_ONE: "healing of one wound",
    Find.HEAL_ALL: "healing of all wounds",
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
REASONS = {Mode.HEAL: "heal by a spell", Mode.MEDITATE: "meditate"}
IMPROVED = {Improves.ABILITY: "Ability Score", Improves.WOUNDS: "Wound Number", Improves.ESCAPE: "Escape Number"}


def sentences(figures: Figures, setup: Any) -> Callable[[Any], str]:
    """A function that turns the EVENT rows of one game into sentences."""
    teller = Teller(figures, setup)

    def say(event: Any) -> str:
        teller.hero = teller.names[int(event["side"])]
        numbers = [int(event[name]) for name in "abcd"]
        kind = int(event["kind"])
        if kind >= min(Event):
            return TELL[Event(kind)](teller, *numbers)
        return TELL_FIGHT[FightEvent(kind)](teller, *numbers)

    return say


class Teller(FightTeller):
    """The names of all players, and of the spaces, too."""

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


def _moves(t: Teller, die: int, added: int, *_: int) -> str:
    more = f", and adds {added} by the Talisman" if added else ""
    return f"{t.hero} moves, and rolls {die}{more}."


def _steps(t: Teller, space: int, left: int, *_: int) -> str:
    points = f", with {count_of(left, 'point')} left" if left else ""
    return f"{t.hero} comes to {t.places[space]}{points}."


def _explores(t: Teller, rolled: int, face: int, find: int, wounds: int) -> str:
    bent = f", makes it {face}" if face != rolled else ""
    none = ", and has none" if find in (Find.HEAL_ONE, Find.HEAL_ALL) and not wounds else ""
    return f"{t.hero} explores, rolls {rolled}{bent}: {FINDS[Find(find)]}{none}."


def _draws(t: Teller, sort: int, item: int, *_: int) -> str:
    return f"{t.hero} draws a treasure: {t.possession(Possession(sort), item)}."


def _presents(t: Teller, kind: int, who: int, *_: int) -> str:
    return f"{t.hero} draws {t.chits[kind]} and presents it to {t.names[who]}."


def _learns(t: Teller, spell: int, *_: int) -> str:
    learnt = "is in vain" if spell == NOTHING else f"brings {t.spells[spell]}"
    return f"{t.hero}'s meditation {learnt}."


def _helped(t: Teller, patrols: int, company: int, shots: int, _: int) -> str:
    of_company = f"the company with {count_of(company, 'die', 'dice')} in Melee"
    of_company += f", {shots} in the Approach" if shots else ""
    helpers = [f"the patrol with {count_of(patrols, 'die', 'dice')}"] if patrols else []
    helpers += [of_company] if company else []
    return f"{t.hero} is helped: {'; '.join(helpers)}."


def _keeps_distance(t: Teller, face: int, who: int, other_face: int, approach: int) -> str:
    rounds = f"{count_of(approach, 'round')} of Approach" if approach else "straight to Melee"
    return f"Range: {t.hero} rolls {face}, {t.names[who]} {other_face}: {rounds}."


def _absorbs(t: Teller, shield: int, weapon: int, *_: int) -> str:
    taken = [f"{n} taken by {absorber}" for n, absorber in ((shield, "the shield"), (weapon, "the weapon")) if n]
    return f"Of {t.hero}'s hits {' and '.join(taken)}."


def _challenges(t: Teller, who: int, own_time: int, *_: int) -> str:
    when = ", whose turn it would be," if own_time else ""
    return f"{t.hero}{when} threatens {t.names[who]}."


def _clash(t: Teller, dice: int, hits: int, approaching: int, _: int) -> str:
    verb = "shoots" if approaching else "strikes"
    return f"{t.hero} {verb} with {count_of(dice, 'die', 'dice')}: {count_of(hits, 'hit')}."


def _gets_away(t: Teller, rolled: int, needed: int, away: int, _: int) -> str:
    return f"{t.hero} tries to get away, needs {needed} and rolls {rolled}: {'away' if away else 'in vain'}."


def _scores(t: Teller, wealth: int, share: int, *_: int) -> str:
    won = " and wins" if share == SHARES else f" and shares the win with {SHARES // share - 1}" if share else ""
    return f"{t.hero} has {wealth}{won}."


TELL: dict[Event, Callable[..., str]] = {
    Event.TURN: _turn,
    Event.MOVES: _moves,
    Event.STEPS: _steps,
    Event.FOLLOWS: lambda t, space, who, *_: f"{t.hero} comes with {t.names[who]} to {t.places[space]}.",
    Event.HOLDS_BACK: lambda t, mode, *_: f"{t.hero} wants to {REASONS.get(Mode(mode), 'stay')}: the company stays.",
    Event.WAITS: lambda t, *_: f"{t.hero} stays.",
    Event.OASIS: lambda t, is_found, *_: f"{t.hero} {'finds' if is_found else 'cannot find'} the Oasis.",
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
    Event.SENDS_OLLIVER: lambda t, who, *_: f"{t.hero} draws Olliver and sends him to {t.names[who]}.",
    Event.SORCERER_SEEKS: lambda t, who, *_: f"{t.hero} draws the Evil Sorcerer, who seeks {t.names[who]}.",
    Event.GETS_CLUE: lambda t, clue, *_: f"{t.hero} finds a clue: {t.clues[clue]}.",
    Event.DESTINATION: lambda t, kind, space, total, _: (
        f"{t.chit(kind)} wants to go to {t.places[space]}: three dice show {total}."
    ),
    Event.PASSENGER_LEAVES: lambda t, kind, *_: f"{t.chits[kind]} is led astray, and leaves {t.hero}.",
    Event.DIES: lambda t, kind, space, *_: f"{t.hero} is dead, killed by {t.killer(kind)} at {t.places[space]}.",
    Event.RETURNS_VESSEL: lambda t, vessel, *_: f"{t.hero} leaves the {t.vessels[vessel]} behind.",
    Event.MEDITATES: lambda t, die, *_: f"{t.hero} meditates, and rolls {die}.",
    Event.LEARNS: _learns,
    Event.PATROL_STAYS: lambda t, *_: f"A patrol stays with {t.hero} until {t.hero}'s next turn.",
    Event.HELPED: _helped,
    Event.SHARES: lambda t, wounds, limit, *_: f"The company shares the wounds: {t.hero} has {wounds} of {limit}.",
    Event.ROLLS_OFF: lambda t, rolled, *_: f"{t.hero} rolls {rolled}; the lowest is sought.",
    Event.KEEPS_DISTANCE: _keeps_distance,
    Event.ABSORBS: _absorbs,
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
    Event.HEALS_OTHER: lambda t, who, *_: f"It is for {t.names[who]}.",
    Event.IGNORES_CHIT: lambda t, kind, *_: f"{t.hero} draws {t.chits[kind]}, which concerns nobody.",
    Event.MEETS: lambda t, *_: f"It is {t.hero}'s encounter.",
    Event.IMPROVES: lambda t, which, *_: f"{t.hero} has learnt: one more of {IMPROVED[Improves(which)]}.",
    Event.CHALLENGES: _challenges,
    Event.TRIBUTE: lambda t, who, *_: f"{t.names[who]} buys peace from {t.hero} with a treasure.",
    Event.CLASH: _clash,
    Event.HURT: lambda t, wounds, limit, *_: f"{t.hero} has {wounds} of {limit} wounds.",
    Event.GETS_AWAY: _gets_away,
    Event.SPOILS: lambda t, who, n, *_: f"{t.hero} takes {count_of(n, 'treasure')} from {t.names[who]}.",
    Event.TEAMS_UP: lambda t, who, *_: f"{t.hero} travels in {t.names[who]}'s company.",
    Event.PARTS: lambda t, *_: f"{t.hero} leaves the company.",
    Event.SCORES: _scores,
    Event.LEADS_ON: lambda t, *_: f"{t.hero} leads the company on.",
    Event.TRAVELS_ALONE: lambda t, *_: f"{t.hero} travels alone.",
    Event.TAKES_OVER: lambda t, vessel, *_: f"{t.hero} takes over the {t.vessels[vessel]}.",
    Event.PATROL_LEAVES: lambda t, n, *_: f"{'The patrol stays' if n == 1 else f'{n} patrols stay'} behind.",
    Event.EARNS: lambda t, n, total, *_: f"{t.hero} earns {count_of(n, 'Experience Point')}, and has {total}.",
    Event.SWAPS: lambda t, who, given, taken, _: (
        f"{t.hero} gives {t.names[who]} the {t.arms[given]} for the {t.arms[taken]}."
    ),
    Event.BOARDS: lambda t, who, vessel, *_: f"{t.hero} fights aboard {t.names[who]}'s {t.vessels[vessel]}.",
}
