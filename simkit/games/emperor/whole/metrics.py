"""Named quantities of a whole game, of each seat and of each character; and censuses of what befell them."""

from simkit.games.emperor.shared.limits import MOST_OF_A_KIND, MOST_TREASURES
from simkit.games.emperor.shared.terms import N_IMPERIALS
from simkit.games.emperor.whole.names import CHARACTERS, CHITS, HABITS, SPACE_LABELS, space_names
from simkit.games.emperor.whole.schema import MOST_PLAYERS, N_SPACE_WORDS, SHARES
from simkit.games.faults import slug
from simkit.games.metrics import Census, Metric


def _of_seats() -> tuple[Metric, ...]:
    return tuple(
        Metric(f"seat_{who + 1}", f"seat {who + 1} wins", "share", "", f"players.{who}.share", SHARES)
        for who in range(MOST_PLAYERS)
    )


def _of_characters() -> tuple[Metric, ...]:
    return tuple(
        Metric(f"{slug(name)}_{field}", f"{name} {verb}", kind, unit, f"heroes.{number}.{field}", parts, "",
               f"heroes.{number}.played", -1 if field == "died" else 1, 0, most)
        for number, name in enumerate(CHARACTERS)
        for field, verb, kind, unit, parts, most in (
            ("share", "wins", "share", "", SHARES, None),
            ("died", "dies", "share", "", 1, None),
            ("treasures", "holds at the end", "mean", "treasures", 1, MOST_TREASURES),
        )
    )  # fmt: skip


METRICS = (
    Metric("turns", "player-turns", "mean", "turns", "turns"),
    Metric(
        "imperials",
        "Imperial Treasures discovered",
        "mean",
        "treasures",
        "imperials",
        most=MOST_OF_A_KIND * N_IMPERIALS,
    ),
    Metric("deaths", "players killed", "mean", "players", "deaths", lucky=-1, most=MOST_PLAYERS),
    Metric("lead_changes", "changes of the lead", "mean", "changes", "lead_changes"),
    Metric("met", "encounters resolved", "mean", "encounters", "met"),
    Metric("hostile", "fights", "mean", "fights", "hostile"),
    Metric("presented", "chits presented to another", "mean", "chits", "presented"),
    Metric("quarrels", "players attacked by players", "mean", "quarrels", "quarrels"),
    Metric("wounds", "wounds taken", "mean", "wounds", "wounds", lucky=-1),
    Metric("cast", "spells cast and scrolls read", "mean", "spells", "cast"),
    Metric("draws_explored", "treasures drawn by exploring", "mean", "treasures", "draws_explored"),
    Metric("draws_clues", "treasures drawn for clues", "mean", "treasures", "draws_clues"),
    Metric("draws_escorts", "treasures drawn for escorts", "mean", "treasures", "draws_escorts"),
    Metric("draws_redeemed", "treasures drawn from the Emperor", "mean", "treasures", "draws_redeemed"),
    Metric("draws_fights", "treasures drawn after encounters", "mean", "treasures", "draws_fights"),
    Metric("civilized", "turns ended in civilized areas", "mean", "turns", "civilized"),
    Metric("wilderness", "turns ended in the wilderness", "mean", "turns", "wilderness"),
    Metric("at_sea", "turns ended at sea", "mean", "turns", "at_sea"),
    *_of_seats(),
    *_of_characters(),
)
SPACE_WORDS = tuple(f"visited.{word}" for word in range(N_SPACE_WORDS))
HEADLINE = ("turns", "deaths", "imperials", "seat_1")

CENSUSES = (
    Census("killer", "what killed players", ("players.killer",), (*CHITS, "another player"), several=False),
    Census("grave", "where players died", ("players.grave",), SPACE_LABELS, False, space_names),
    Census("met", "chits never drawn", ("met_kinds",), CHITS, several=True),
    Census("visited", "spaces that nobody entered", SPACE_WORDS, SPACE_LABELS, True, space_names),
    Census("fired", "rules of policies that never fired", ("fired",), HABITS, several=True),
)
