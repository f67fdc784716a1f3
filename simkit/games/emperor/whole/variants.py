"""The switches of the whole game, beside those of the encounter."""

from simkit.games.emperor.variants import choice, yes
from simkit.games.game import Key, Variant

VARIANTS = (
    choice(
        "must_leave_follow_up", "what follows Must Leave", ("encounter", "nothing"),
        "Exploration", "who ends his turn in the wilderness draws an encounter; exploration is over",
    ),
    choice(
        "oasis_kind", "what the Vanishing Oasis is", ("wilderness", "safe"),
        "Movement", "it is in no list of civilized areas and has no column of the chart",
    ),
    choice(
        "first_player", "who begins", ("random", "first_seat"),
        "Sequence of Play", "the most experienced player, who may be any of them",
    ),
    choice(
        "last_survivor", "when one player is left", ("ends", "plays_on"),
        "How to Win", "nobody can overtake him",
    ),
    yes("presenting", "a chit that does not apply may be presented to another player", "Encounters"),
    yes("imperials_end", "the game ends when Imperial Treasures enough are found", "How to Win"),
    yes("starting_arms", "each player draws an arms chit at the start", "How to Start"),
    yes("camping_tax", "no Treasure result twice running in one place", "Exploration", default=False),
    yes("experience", "the winner has the most experience points", "Experience Points", default=False),
    yes("improved", "forty experience points better a characteristic", "Improved Abilities", default=False),
    Variant(
        Key("time_limit", "int", "player-turns after which each player has one more, 0 for none", 0, low=0, high=100_000),
        "Time Limit", "optional rule",
    ),
)  # fmt: skip
