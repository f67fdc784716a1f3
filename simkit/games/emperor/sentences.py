"""Log rows as sentences that a player would say."""

from collections.abc import Callable
from typing import Any

from simkit.games.emperor.catalog import Catalog
from simkit.games.emperor.schema import NOTHING, Ending, Event
from simkit.games.figures import Figures

ENDINGS = {
    Ending.FOE_KILLED: "{foe} is killed.",
    Ending.HERO_KILLED: "{hero} is killed.",
    Ending.BOTH_KILLED: "{hero} and {foe} kill each other.",
    Ending.HERO_ESCAPED: "{hero} has escaped.",
    Ending.FOE_FLED: "{foe} has got away.",
    Ending.LET_GO: "{hero} lets {foe} go.",
    Ending.PEACEFUL: "The encounter ends in peace.",
    Ending.ENDED_BY_MAGIC: "Magic ends the encounter.",
    Ending.LOST_AT_SEA: "{hero} is lost at sea.",
    Ending.ROUND_LIMIT: "The fight is broken off at the limit of rounds.",
}


def sentences(figures: Figures, setup: Any) -> Callable[[Any], str]:
    """What turns the EVENT rows of one play into sentences."""
    teller = Teller(figures, setup)
    return lambda event: TELL[Event(int(event["kind"]))](teller, *(int(event[name]) for name in "abcd"))


class Teller:
    """Knows the names of things."""

    def __init__(self, figures: Figures, setup: Any) -> None:
        catalog = Catalog(figures)
        self.hero = catalog.character_names[int(setup["hero"])]
        self.arms = [
            arm["name"] if "name" in arm else name.replace("_", " ").title() for name, arm in catalog.arms.items()
        ]
        self.chits = [" ".join(reversed(chit["name"].split(", "))) for chit in catalog.chits.values()]
        self.foe = self.chits[int(setup["kind"])] if int(setup["kind"]) != NOTHING else ""

    def chit(self, kind: int) -> str:
        """Remember which creature it is about."""
        self.foe = self.chits[kind]
        return self.foe


def _draws_arm(t: Teller, arm: int, usable: int, *_: int) -> str:
    return f"{t.hero} draws {t.arms[arm]} from the Arms Pool{'' if usable else ', and may not use it'}."


def _draws_chit(t: Teller, kind: int, applies: int, *_: int) -> str:
    return f"{t.hero} meets {t.chit(kind)}." if applies else f"The chit is {t.chit(kind)}, which is not found here."


def _demands(t: Teller, kind: int, demand: int, held: int, paid: int) -> str:
    answer = "pays" if paid else "does not pay" if held >= demand else "cannot pay"
    return f"{t.chit(kind)}: {demand} treasure{'s' * (demand != 1)} or a fight. {t.hero} has {held} and {answer}."


def _range(t: Teller, ours: int, theirs: int, approach: int, _: int) -> str:
    rolled = f"Range: {t.hero} rolls {ours}, {t.foe} {theirs}"
    return f"{rolled}: {_count(approach, 'round')} of Approach." if approach else f"{rolled}: straight to Melee."


def _attack(t: Teller, dice: int, hits: int, approaching: int, _: int) -> str:
    return (
        f"{t.hero} {'shoots' if approaching else 'strikes'} with {_count(dice, 'die', 'dice')}: {_count(hits, 'hit')}."
    )


def _defence(t: Teller, dice: int, hits: int, shield: int, absorbed: int) -> str:
    said = f"{t.foe} rolls {_count(dice, 'die', 'dice')}: {_count(hits, 'hit')}"
    taken = [f"{n} taken by the {what}" for n, what in ((shield, "shield"), (absorbed - shield, "weapon")) if n]
    return f"{said}, {' and '.join(taken)}." if taken else f"{said}."


def _wounds(t: Teller, ours: int, our_limit: int, theirs: int, their_limit: int) -> str:
    return f"{t.hero} has {ours} of {our_limit} wounds, {t.foe} {theirs} of {their_limit}."


def _tries(who: str, rolled: int, needed: int, away: int) -> str:
    if not needed:
        return f"{who} runs for it."
    return f"{who} tries to escape, needs {needed} and rolls {rolled}: {'away' if away else 'in vain'}."


def _ends(t: Teller, ending: int, treasures: int, arms: int, _: int) -> str:
    said = ENDINGS[Ending(ending)].format(hero=t.hero, foe=t.foe)
    draws = [f"{n} from the {pool} Pool" for n, pool in ((treasures, "Treasure"), (arms, "Arms")) if n]
    return f"{said} {t.hero} draws {' and '.join(draws)}." if draws else said


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"


TELL: dict[Event, Callable[..., str]] = {
    Event.DRAWS_ARM: _draws_arm,
    Event.DRAWS_CHIT: _draws_chit,
    Event.PASSES: lambda t, kind, *_: f"{t.chit(kind)} does no harm.",
    Event.DEMANDS: _demands,
    Event.ATTACKS: lambda t, kind, *_: f"{t.chit(kind)} attacks!",
    Event.RANGE: _range,
    Event.NO_APPROACH: lambda t, kind, *_: f"{t.chit(kind)} pounces: there is no Approach.",
    Event.CLOSES_IN: lambda t, *_: "Nobody fires and nobody runs: they close in.",
    Event.TAKES_UP: lambda t, arm, *_: (
        f"{t.hero} takes up {t.arms[arm]}." if arm != NOTHING else f"{t.hero} fights bare-handed."
    ),
    Event.ATTACK: _attack,
    Event.DEFENCE: _defence,
    Event.WOUNDS: _wounds,
    Event.HERO_TRIES: lambda t, rolled, needed, away, _: _tries(t.hero, rolled, needed, away),
    Event.FOE_TRIES: lambda t, rolled, needed, away, _: _tries(t.foe, rolled, needed, away),
    Event.HEALS: lambda t, wounds, *_: f"{t.foe} heals: {_count(wounds, 'wound')} left.",
    Event.DROPS: lambda t, *_: f"{t.hero} drops a possession in the haste.",
    Event.ENDS: _ends,
    Event.RUNS_AWAY: lambda t, kind, face, *_: f"{t.chit(kind)} (a die shows {face}) runs away.",
}
