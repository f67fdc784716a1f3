"""Log rows as sentences that a player would say."""

from collections.abc import Callable
from typing import Any

from simkit.games.figures import Figures

from .schema import Ending, Event

ENDINGS = {
    Ending.FALLS: "{} falls.",
    Ending.BOTH_FALL: "Both fall.",
    Ending.YIELDS: "{} yields.",
    Ending.ROUND_LIMIT: "The duel is broken off at its limit.",
}


def sentences(figures: Figures, setup: Any) -> Callable[[Any], str]:
    """What turns the EVENT rows of one play into sentences."""
    fighters = tuple(figures.tree["fighters"])
    names = [f"The {fighters[int(fighter['number'])]}" for fighter in setup["fighters"]]

    def tell(event: Any) -> str:
        who = names[int(event["side"])]
        if event["kind"] == Event.HITS:
            return f"{who} hits; the other has {event['a']} left."
        return ENDINGS[Ending(int(event["a"]))].format(who)

    return tell
