"""Named quantities of an outcome, and what is counted game by game."""

from simkit.games.azann.schema import CAUSES, N_ITEMS, N_PARAGRAPHS
from simkit.games.metrics import Census, Metric

METRICS = (
    Metric("saved", "the child comes home", "share", "", "saved"),
    Metric("rich", "the Jewel is carried out", "share", "", "rich"),
    Metric("dead", "the character dies", "share", "", "dead", lucky=-1),
    Metric("won", "all foes are beaten", "share", "", "won"),
    Metric("paragraphs", "paragraphs read", "mean", "paragraphs", "paragraphs"),
    Metric("rounds", "rounds of combat", "mean", "rounds", "rounds"),
    Metric("kills", "monsters killed", "mean", "monsters", "kills"),
    Metric("casts", "spells cast", "mean", "spells", "casts"),
    Metric("finds", "things taken", "mean", "things", "finds"),
    Metric("carried", "things carried at the end", "mean", "things", "carried", most=N_ITEMS),
    Metric("combat_left", "Combat Strength at the end", "mean", "points", "combat_left"),
    Metric("agility_left", "Agility at the end", "mean", "points", "agility_left"),
    Metric("magic_left", "Magic Skill at the end", "mean", "points", "magic_left"),
)

PARAGRAPHS = tuple(f"{number:03}" for number in range(1, N_PARAGRAPHS + 1))
CENSUSES = (
    Census("cause", "cause of death", ("cause",), CAUSES, several=False),
    Census("read", "paragraphs never read", ("seen_0", "seen_1"), PARAGRAPHS, several=True),
)
