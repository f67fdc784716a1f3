"""Named quantities of an outcome, and what is counted game by game."""

from simkit.games.metrics import Census, Metric
from simkit.games.waterloo.schema import MOST_TURNS, N_FRENCH, N_PRUSSIANS

POINTS = "strength points"


def _count(name: str, title: str, unit: str = "", most: int | None = None) -> Metric:
    return Metric(name, title, "mean", unit or name, name, most=most)


def _losses(side: str) -> tuple[Metric, ...]:
    """What a side loses, by arm and by the terrain where it stood."""
    whose = "French" if side == "french" else "Allied"
    kinds = ("infantry", "cavalry", "artillery", "in_clear", "in_building", "in_woods_road")
    titles = ("infantry", "cavalry", "artillery", "in clear hexes", "in Building hexes", "in Woods-Road hexes")
    metrics = (
        _count(f"{side}_lost", f"{whose} points lost", POINTS),
        *(_count(f"{side}_{k}", f"{whose} points lost: {t}", POINTS) for k, t in zip(kinds, titles, strict=True)),
        _count(f"{side}_cornered", f"{whose} points lost for want of a safe hex", POINTS),
    )
    return tuple(metric._replace(lucky=-1) for metric in metrics)


METRICS = (
    Metric("demoralized", "the Allies are demoralized", "share", "", "demoralized"),
    Metric("drawn", "the battle is drawn", "share", "", "drawn"),
    Metric("allied_win", "the Allies win", "share", "", "allied_win"),
    _count("exited", "French units that leave the map", "units", N_FRENCH),
    _count("exited_strength", "their strength", POINTS),
    _count("entered", "Prussian units that come", "units", N_PRUSSIANS),
    *_losses("french"),
    *_losses("allied"),
    _count("attacker_lost", "points lost by attackers", POINTS),
    _count("defender_lost", "points lost by defenders", POINTS),
    _count("attacker_exchanged", "points lost by attackers in exchanges", POINTS),
    _count("defender_exchanged", "points lost by defenders in exchanges", POINTS),
    _count("attacks", "attacks"),
    _count("bombardments", "attacks by bombardment alone", "attacks"),
    _count("lapsed", "attacks that lapse", "attacks"),
    _count("ae", "attacks ending Ae", "attacks"),
    _count("ar", "attacks ending Ar", "attacks"),
    _count("ee", "attacks ending Ee", "attacks"),
    _count("dr", "attacks ending Dr", "attacks"),
    _count("de", "attacks ending De", "attacks"),
    _count("retreats", "retreats"),
    _count("displaced", "units displaced", "units"),
    _count("advances", "advances after combat", "advances"),
    _count("moves", "moves"),
    Metric("french_score", "the French score, a draw counting half", "share", "", "french_score", parts=2),
    Metric("french_win", "the French win", "share", "", "french_win"),
)
CENSUSES = (
    Census(
        "demoralized_on", "Game-Turn on which the Allies are demoralized", ("demoralized_turn",),
        tuple(f"turn {turn}" for turn in range(1, MOST_TURNS + 1)), several=False,
    ),
)  # fmt: skip
