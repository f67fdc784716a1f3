"""Log rows as sentences that a player would say."""

from collections.abc import Callable
from typing import Any

from simkit.games.azann.schema import (
    AZANN,
    CAUSES,
    CHOICES,
    FACTS,
    ITEMS,
    MONSTERS,
    NOTHING,
    SPELLS,
    STATS,
    WRAITH,
    Ending,
    Event,
)
from simkit.games.figures import Figures

ENDINGS = {
    Ending.CHILD_AND_JEWEL: "He is out of the tower with the child and the Jewel.",
    Ending.CHILD: "He is out of the tower with the child.",
    Ending.JEWEL: "He is out of the tower with the Jewel.",
    Ending.NOTHING: "He is out of the tower with nothing.",
    Ending.DEAD: "He is dead.",
    Ending.FOES_BEATEN: "All foes are beaten.",
    Ending.GOT_AWAY: "He has got away.",
    Ending.STEP_LIMIT: "The adventure is broken off at the limit of steps.",
}
STAT_NAMES = {"combat": "Combat Strength", "agility": "Agility", "magic": "Magic Skill"}
FACT_SAYS = {
    "child": ("The child is lost.", "He has the child."),
    "jewel": ("The Jewel is gone.", "He has the Jewel of Dinakk."),
    "goblin_dead": ("The goblin lives.", "The goblin is dead."),
    "azann_gone": ("Azann is back.", "Azann is gone for good."),
}


def sentences(figures: Figures, setup: Any) -> Callable[[Any], str]:
    """What turns the EVENT rows of one play into sentences."""
    teller = Teller(figures)
    return lambda event: TELL[Event(int(event["kind"]))](teller, *(int(event[name]) for name in ("side", *"abcd")))


class Teller:
    """Names for the sentences, and who fights whom in those told so far."""

    def __init__(self, figures: Figures) -> None:
        paragraphs = figures.tree["paragraphs"]
        self.labels = tuple(paragraph["label"] for paragraph in paragraphs.values() if "label" in paragraph)
        self.foe, self.hero = "", "he"

    def meets(self, kind: int) -> str:
        """Remember whom he fights."""
        self.foe, self.hero = _monster(kind), "he"
        return self.foe

    def is_replaced(self) -> str:
        """Remember that a wraith fights Azann for him."""
        self.foe, self.hero = _monster(int(AZANN)), _monster(int(WRAITH))
        return self.hero


def _monster(kind: int) -> str:
    return "Azann" if MONSTERS[kind] == "azann" else f"the {MONSTERS[kind]}"


def _item(item: int) -> str:
    return f"the {_words(ITEMS[item]).title().replace(' Of ', ' of ')}"


def _stat(stat: int) -> str:
    return STAT_NAMES[STATS[stat]]


def _points(combat: int, agility: int, magic: int) -> str:
    return f"Combat Strength {combat}, Agility {agility}, Magic Skill {magic}"


def _enters_room(t: Teller, _: int, level: int, face: int, *__: int) -> str:
    return f"He tries a room of level {level} and rolls {face}."


def _takes_stairs(t: Teller, _: int, start: int, level: int, face: int, __: int) -> str:
    way = "climbs" if level > start else "goes down" if level < start else "climbs on"
    return f"He {way} from level {start} to level {level} and rolls {face}."


def _teleports(t: Teller, _: int, level: int, face: int, sandals: int, __: int) -> str:
    return f"{'The sandals carry him' if sandals else 'He is'} elsewhere: he rolls {level} and {face}."


def _rolls(t: Teller, _: int, face: int, level: int, stat: int, __: int) -> str:
    return f"He rolls {face}." if stat == NOTHING else f"He rolls {face} against {_stat(stat)} {level}."


def _nerve(t: Teller, _: int, face: int, aid: int, against: int, passed: int) -> str:
    less = f" less {aid}" if aid else ""
    return f"Nerve Check: {face}{less} against {against}. He {'passes' if passed else 'fails'}."


def _changes(t: Teller, _: int, stat: int, change: int, now: int, __: int) -> str:
    verb = "gains" if change > 0 else "loses"
    return f"He {verb} {abs(change)} {_stat(stat)}: {now} now." if change else f"{_stat(stat)} stays at {now}."


def _ducks(t: Teller, _: int, face: int, agility: int, away: int, now: int) -> str:
    how = "away" if away else "in vain"
    return f"He tries to duck out, rolls {face} against Agility {agility}: {how}. Agility is {now} now."


def _tries(t: Teller, _: int, face: int, free: int, *__: int) -> str:
    return f"He looks for the way out and rolls {face}: {'there it is' if free else 'in vain'}."


def _meets(t: Teller, _: int, kind: int, combat: int, agility: int, behind: int) -> str:
    more = f", {behind} behind" if behind else ""
    return f"{_capital(t.meets(kind))} attacks (Combat Strength {combat}, Agility {agility}){more}."


def _strikes(t: Teller, side: int, difference: int, face: int, striker_hit: int, target_hit: int) -> str:
    striker, target = (t.foe, t.hero) if side else (t.hero, t.foe)
    die = f", die {face}" if difference == 0 else ""
    hurt = (
        "both are"
        if striker_hit and target_hit
        else f"{striker if striker_hit else target if target_hit else 'nobody'} is"
    )
    return f"{_capital(striker)} strikes, difference {difference:+d}{die}: {hurt} hurt."


def _stands(t: Teller, _: int, combat: int, agility: int, foe_combat: int, foe_agility: int) -> str:
    return f"{_capital(t.hero)} has {combat}/{agility}, {t.foe} {foe_combat}/{foe_agility}."


def _stand_in(t: Teller, _: int, combat: int, agility: int, behind: int, __: int) -> str:
    return f"{_capital(t.is_replaced())} goes for Azann (Combat Strength {combat}, Agility {agility}), {behind} behind."


def _ends(t: Teller, _: int, ending: int, cause: int, *__: int) -> str:
    why = f" Cause: {CAUSES[cause - 1]}." if cause else ""
    return ENDINGS[Ending(ending)] + why


def _words(name: str) -> str:
    return name.replace("_", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


TELL: dict[Event, Callable[..., str]] = {
    Event.READS: lambda t, _, number, level, *__: f"{number:03}, level {level}: {t.labels[number - 1]}.",
    Event.ENTERS_ROOM: _enters_room,
    Event.TAKES_STAIRS: _takes_stairs,
    Event.TELEPORTS: _teleports,
    Event.OUTSIDE: lambda t, _, ends, *__: f"He stands outside and {'goes home' if ends else 'enters again'}.",
    Event.ROLLS: _rolls,
    Event.NERVE_CHECK: _nerve,
    Event.POINTS: _changes,
    Event.CHOOSES: lambda t, _, choice, yes, *__: f"{_capital(_words(CHOICES[choice]))}? {'Yes' if yes else 'No'}.",
    Event.DUCKS: _ducks,
    Event.TRIES_THE_DOOR: _tries,
    Event.FINDS: lambda t, _, item, *__: f"He takes {_item(item)}.",
    Event.LOSES: lambda t, _, item, *__: f"He loses {_item(item)}.",
    Event.TOO_HEAVY: lambda t, _, item, *__: f"He cannot carry {_item(item)} and leaves it.",
    Event.LEARNS: lambda t, _, spell, *__: f"He learns {SPELLS[spell].capitalize()}.",
    Event.FORGETS: lambda t, _, spell, *__: f"He forgets {SPELLS[spell].capitalize()}.",
    Event.CASTS: lambda t, _, spell, *points: f"He casts {SPELLS[spell].capitalize()}: {_points(*points)}.",
    Event.USES: lambda t, _, item, *points: f"He uses {_item(item)}: {_points(*points)}.",
    Event.GIVES_BACK: lambda t, _, agility, now, *__: f"The sandals give back {agility} Agility: {now} now.",
    Event.FACT: lambda t, _, fact, on, *__: FACT_SAYS[FACTS[fact]][on],
    Event.MEETS: _meets,
    Event.STRIKES: _strikes,
    Event.STANDS: _stands,
    Event.KILLS: lambda t, _, kind, *__: f"{_capital(_monster(kind))} is dead.",
    Event.STAND_IN: _stand_in,
    Event.STAND_IN_FALLS: lambda t, *_: "The wraith is gone.",
    Event.ARRIVES: lambda t, _, level, back, *__: f"He is {'back ' if back else ''}on level {level}.",
    Event.LEAVES: lambda t, _, item, gone, *__: "The place is empty." if gone else f"He leaves {_item(item)}.",
    Event.ENDS: _ends,
}
