"""Named quantities of an outcome."""

from simkit.games.deathmaze.schema import MOST_ADVENTURERS, MOST_HOARDS, PARTS
from simkit.games.metrics import Metric


def _count(name: str, title: str, unit: str = "", lucky: int = 1, most: int | None = None) -> Metric:
    return Metric(name, title, "mean", unit or name, name, lucky=lucky, most=most)


def _of_adventurer(number: int) -> tuple[Metric, ...]:
    """What becomes of one adventurer, by his place in the marching order."""
    path = f"players.{number - 1}"
    return (
        Metric(f"share_{number}", f"share of adventurer {number}", "mean", "Bezants", f"{path}.share", PARTS, "value"),
        Metric(f"dead_{number}", f"adventurer {number} dies", "share", "", f"{path}.dead", lucky=-1),
    )


METRICS = (
    _count("value", "value, in Bezants", "Bezants"),
    _count("bezants", "coins", "Bezants"),
    _count("gem_value", "gems, in Bezants", "Bezants"),
    _count("gems", "gems"),
    _count("items", "magic items"),
    _count("bonus", "bonus of weapons and armor", "points"),
    _count("weapons", "weapons"),
    _count("weapon_bonus", "Combat Bonus of all weapons", "points"),
    _count("armors", "suits of armor", "suits"),
    _count("armor_bonus", "Wound Points Bonus of all armor", "points"),
    _count("potions", "potions"),
    _count("spices", "spices"),
    _count("medallions", "medallions"),
    _count("rings", "rings"),
    _count("untested", "items kept without a test", "items"),
    _count("doses", "healing doses left", "doses"),
    _count("strength", "Combat Bonus drunk for the next combat", "points"),
    _count("oratory", "bonus on negotiations", "points"),
    _count("dexterity", "Combat Bonus with bow or throwing dagger", "points"),
    _count("chests", "chests", most=MOST_HOARDS),
    _count("chests_left", "chests left unopened", "chests", most=MOST_HOARDS),
    _count("traps", "traps set off", "traps", -1, MOST_HOARDS),
    _count("charmed", "monsters charmed", "monsters", most=1),
    _count("turned", "charmed monsters that turn on the party", "monsters", -1, 1),
    _count("healed", "wounds healed", "wounds"),
    _count("wounds", "wounds from tests and traps", lucky=-1),
    _count("deaths", "deaths", "", -1, MOST_ADVENTURERS),
    Metric("share", "share of each", "mean", "Bezants", "share", PARTS, "value"),
    Metric("died", "somebody dies", "share", "", "died", lucky=-1),
    *(metric for number in range(1, MOST_ADVENTURERS + 1) for metric in _of_adventurer(number)),
)
