"""Log rows as sentences that a player would say."""

from collections.abc import Callable
from typing import Any

from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.shared.schema import NOTHING, Ending, Event
from simkit.games.figures import Figures

ENDINGS = {
    Ending.FOE_KILLED: "{foe} {are} killed.",
    Ending.HERO_KILLED: "{hero} is killed.",
    Ending.BOTH_KILLED: "{hero} and {foe} kill each other.",
    Ending.HERO_ESCAPED: "{hero} has escaped.",
    Ending.FOE_FLED: "{foe} {have} got away.",
    Ending.LET_GO: "{hero} lets {foe} go.",
    Ending.PEACEFUL: "The encounter ends in peace.",
    Ending.ENDED_BY_MAGIC: "Magic ends the encounter.",
    Ending.LOST_AT_SEA: "{hero} is lost at sea.",
    Ending.ROUND_LIMIT: "The fight is broken off at the limit of rounds.",
}
OF_MANY = {"is": "are", "has": "have", "tries": "try"}


def sentences(figures: Figures, setup: Any) -> Callable[[Any], str]:
    """A function that turns the EVENT rows of one play into sentences."""
    teller = Teller(figures, setup)
    return lambda event: TELL[Event(int(event["kind"]))](teller, *(int(event[name]) for name in "abcd"))


class Teller:
    """The names of things, and of the creature that was named last."""

    def __init__(self, figures: Figures, setup: Any) -> None:
        catalog = Catalog(figures)
        self.learn(catalog)
        self.hero = catalog.character_names[int(setup["player"]["hero"])]

    def learn(self, catalog: Catalog) -> None:
        """Look up the names of all things."""
        self.arms = [str(catalog.treasures.get(name, arm)["name"]) for name, arm in catalog.arms.items()]
        self.goods = [str(good["name"]) for good in catalog.goods.values()]
        self.clues = [str(clue["name"]) for clue in catalog.clues.values()]
        self.vessels = ["", *(str(catalog.vessels[name]["name"]) for name in ("boat", "ship"))]
        spells = [str(spell["name"]) for spell in catalog.spells.values()]
        scrolls = [f"the {catalog.goods[name]['name']}" for name in catalog.scrolls]
        self.actions = ["", *(f"casts {name}" for name in spells), *(f"reads {name}" for name in scrolls)]
        self.chits = [" ".join(reversed(chit["name"].split(", "))) for chit in catalog.chits.values()]
        self.foe = ""

    def chit(self, kind: int) -> str:
        """A creature's name, which is kept in `foe`."""
        self.foe = self.chits[kind]
        return self.foe

    def companion(self, kind: int) -> str:
        """A companion's name, or whose familiar it is."""
        return f"{self.hero}'s familiar" if kind == NOTHING else self.chits[kind]

    def possession(self, sort: int, item: int) -> str:
        """Arm, treasure, clue or vessel by name."""
        return (self.arms, self.goods, self.clues, self.vessels)[sort][item]


def _verb(chit: str, singular: str) -> str:
    """A verb as it goes with a chit: the Bear attacks, the Wolves attack."""
    are_many = chit.endswith("s") and not chit.endswith("ss")
    return OF_MANY.get(singular, singular.removesuffix("s")) if are_many else singular


def _draws_arm(t: Teller, arm: int, usable: int, *_: int) -> str:
    return f"{t.hero} draws {t.arms[arm]} from the Arms Pool{'' if usable else ', and may not use it'}."


def _draws_chit(t: Teller, kind: int, applies: int, *_: int) -> str:
    return f"{t.hero} meets {t.chit(kind)}." if applies else f"The chit is {t.chit(kind)}, which is not found here."


def _demands(t: Teller, kind: int, demand: int, held: int, paid: int) -> str:
    answer = "pays" if paid else "does not pay" if held >= demand else "cannot pay"
    return f"{t.chit(kind)}: {demand} treasure{'s' * (demand != 1)} or a fight. {t.hero} has {held} and {answer}."


def _range(t: Teller, face: int, foe_face: int, approach: int, _: int) -> str:
    rolled = f"Range: {t.hero} rolls {face}, {t.foe} {foe_face}"
    return f"{rolled}: {count_of(approach, 'round')} of Approach." if approach else f"{rolled}: straight to Melee."


def _attack(t: Teller, dice: int, hits: int, approaching: int, _: int) -> str:
    verb = "shoots" if approaching else "strikes"
    return f"{t.hero} {verb} with {count_of(dice, 'die', 'dice')}: {count_of(hits, 'hit')}."


def _defence(t: Teller, dice: int, hits: int, shield: int, absorbed: int) -> str:
    attack = f"{t.foe} {_verb(t.foe, 'rolls')} {count_of(dice, 'die', 'dice')}: {count_of(hits, 'hit')}"
    taken = [
        f"{n} taken by {absorber}"
        for n, absorber in ((shield, "the shield"), (absorbed - shield, "weapon or ward"))
        if n
    ]
    return f"{attack}, {' and '.join(taken)}." if taken else f"{attack}."


def _casts(t: Teller, action: int, dice: int, hits: int, _: int) -> str:
    rolled = f": {count_of(dice, 'die', 'dice')}, {count_of(hits, 'hit')}" if dice else ""
    return f"{t.hero} {t.actions[action]}{rolled}."


def _stays(t: Teller, kind: int, stays: int, *_: int) -> str:
    name = t.companion(kind)
    gone = "is gone, and its spell with it" if kind == NOTHING else f"{_verb(name, 'is')} gone"
    return f"{name} {_verb(name, 'stays') if stays else gone}."


def _companion_wounds(t: Teller, kind: int, wounds: int, limit: int, _: int) -> str:
    name = t.companion(kind)
    return f"{name} {_verb(name, 'has')} {wounds} of {limit} wounds."


def _companion_dies(t: Teller, kind: int, *_: int) -> str:
    name = t.companion(kind)
    return f"{name} {_verb(name, 'is')} killed."


def _joins(t: Teller, kind: int, room: int, wounds: int, _: int) -> str:
    hurt = f", with {count_of(wounds, 'wound')}" if wounds else ""
    joins = f"{t.chit(kind)} {_verb(t.chit(kind), 'joins')} {t.hero}{hurt}."
    return joins if room else f"{t.chit(kind)} would join, but there is no room."


def _storm(t: Teller, damage: int, absorbed: int, wounds: int, limit: int) -> str:
    soaked = f", {absorbed} of it absorbed" if absorbed else ""
    return f"The storm does {damage} damage{soaked}: the vessel has {wounds} of {limit} wounds."


def _wounds(t: Teller, wounds: int, limit: int, foe_wounds: int, foe_limit: int) -> str:
    return f"{t.hero} has {wounds} of {limit} wounds, {t.foe} {foe_wounds} of {foe_limit}."


def _hero_tries(t: Teller, rolled: int, needed: int, away: int, _: int) -> str:
    if not needed:
        return f"{t.hero} runs for it."
    return f"{t.hero} tries to escape, needs {needed} and rolls {rolled}: {'away' if away else 'in vain'}."


def _foe_tries(t: Teller, rolled: int, needed: int, away: int, _: int) -> str:
    tries, needs, rolls, runs = (_verb(t.foe, verb) for verb in ("tries", "needs", "rolls", "runs"))
    if not needed:
        return f"{t.foe} {runs} for it."
    return f"{t.foe} {tries} to escape, {needs} {needed} and {rolls} {rolled}: {'away' if away else 'in vain'}."


def _ends(t: Teller, ending: int, treasures: int, arms: int, _: int) -> str:
    sentence = ENDINGS[Ending(ending)].format(hero=t.hero, foe=t.foe, are=_verb(t.foe, "is"), have=_verb(t.foe, "has"))
    draws = [f"{n} from the {pool} Pool" for n, pool in ((treasures, "Treasure"), (arms, "Arms")) if n]
    return f"{sentence} {t.hero} draws {' and '.join(draws)}." if draws else sentence


def count_of(n: int, singular: str, plural: str = "") -> str:
    """So many things, in words: "1 hit", "2 dice"."""
    return f"{n} {singular if n == 1 else plural or singular + 's'}"


TELL: dict[Event, Callable[..., str]] = {
    Event.DRAWS_ARM: _draws_arm,
    Event.DRAWS_CHIT: _draws_chit,
    Event.PASSES: lambda t, kind, *_: f"{t.chit(kind)}: there is no fight.",
    Event.DEMANDS: _demands,
    Event.ATTACKS: lambda t, kind, *_: f"{t.chit(kind)} {_verb(t.chit(kind), 'attacks')}!",
    Event.RANGE: _range,
    Event.NO_APPROACH: lambda t, kind, *_: f"{t.chit(kind)} {_verb(t.chit(kind), 'pounces')}: there is no Approach.",
    Event.CLOSES_IN: lambda t, *_: "Nobody fires and nobody runs: they close in.",
    Event.TAKES_UP: lambda t, arm, *_: (
        f"{t.hero} takes up {t.arms[arm]}." if arm != NOTHING else f"{t.hero} fights bare-handed."
    ),
    Event.ATTACK: _attack,
    Event.DEFENCE: _defence,
    Event.WOUNDS: _wounds,
    Event.HERO_TRIES: _hero_tries,
    Event.FOE_TRIES: _foe_tries,
    Event.HEALS: lambda t, wounds, *_: f"{t.foe} {_verb(t.foe, 'heals')}: {count_of(wounds, 'wound')} left.",
    Event.STAYS: _stays,
    Event.CASTS: _casts,
    Event.BOLT: lambda t, dice, hits, wounds, _: f"The Princess's bolt: {dice} dice, {count_of(hits, 'hit')}.",
    Event.COMPANION_DIES: _companion_dies,
    Event.COMPANION_WOUNDS: _companion_wounds,
    Event.VESSEL_WOUNDS: lambda t, vessel, wounds, limit, _: f"The {t.vessels[vessel]} has {wounds} of {limit} wounds.",
    Event.LEFT_BEHIND: lambda t, kind, *_: f"{t.chits[kind]} {_verb(t.chits[kind], 'is')} left behind.",
    Event.HELD: lambda t, rounds, *_: f"{t.foe} {_verb(t.foe, 'is')} held for {count_of(rounds, 'round')}.",
    Event.SINKS: lambda t, vessel, *_: f"The {t.vessels[vessel]} sinks!",
    Event.LOSES: lambda t, sort, item, *_: f"{t.hero} loses the {t.possession(sort, item)}.",
    Event.REVIVES: lambda t, *_: f"{t.hero} is killed, and the Emerald of Life brings {t.hero} back.",
    Event.JOINS: _joins,
    Event.HEALED: lambda t, healed, left, *_: f"{count_of(healed, 'wound')} healed, {left} left.",
    Event.STORM: _storm,
    Event.GIVES_UP: lambda t, kind, n, *_: f"{t.hero} gives {count_of(n, 'treasure')} to {t.chit(kind)}.",
    Event.TRADES: lambda t, face, n, *_: f"The Mad Magician would trade {face}: {t.hero} trades {n}.",
    Event.FINDS_CLUE: lambda t, *_: f"{t.hero} finds a clue.",
    Event.FRIGHTENED: lambda t, *_: f"{t.hero} hears them, and they run.",
    Event.WALKS_AWAY: lambda t, *_: f"{t.hero} walks away from the snared creature.",
    Event.SENT_HOME: lambda t, *_: f"{t.hero} finds himself at the Inn.",
    Event.ENDS: _ends,
    Event.RUNS_AWAY: lambda t, kind, face, *_: f"{t.chit(kind)} (a die shows {face}) {_verb(t.foe, 'runs')} away.",
}
