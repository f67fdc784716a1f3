"""Named quantities of a game, of each seat, monster and mission; and a census of who killed whom."""

from pathlib import Path

from simkit.games.faults import slug
from simkit.games.figures import Figures, published_figures
from simkit.games.metrics import Census, Metric
from simkit.games.new_york.schema import MOST_SEATS, N_CHITS, SHARES, Mission

FIGURES = published_figures(Path(__file__).parent / "figures")
MONSTERS = tuple(str(monster["name"]) for monster in FIGURES.tree["monsters"].values())
POINTS = "points"


def _count(name: str, title: str, unit: str = "", lucky: int = 1, most: int | None = None) -> Metric:
    return Metric(name, title, "mean", unit or name, name, lucky=lucky, most=most)


def _of_monsters() -> tuple[Metric, ...]:
    return tuple(
        Metric(f"{slug(name)}_{field}", f"{name} {verb}", "share", "", f"monsters.{number}.{field}", parts, "",
               f"monsters.{number}.played", lucky)
        for number, name in enumerate(MONSTERS)
        for field, verb, parts, lucky in (("share", "wins", SHARES, 1), ("died", "dies", 1, -1))
    )  # fmt: skip


def _of_missions() -> tuple[Metric, ...]:
    return tuple(
        Metric(f"mission_{mission.name.lower()}_{field}", f"mission {mission.name} {verb}", "share", "",
               f"missions.{number}.{field}", parts, "", f"missions.{number}.played")
        for number, mission in enumerate(Mission)
        for field, verb, parts in (("share", "wins", SHARES), ("done", "is done", 1))
    )  # fmt: skip


METRICS = (
    _count("turns", "rounds", "rounds"),
    _count("deaths", "monsters killed", "monsters", -1, MOST_SEATS),
    _count("attacks", "attacks on monsters", "attacks"),
    _count("bites", "attacks on buildings", "attacks"),
    _count("eaten", "buildings eaten", "buildings"),
    _count("attacker_lost", "points lost by attackers of monsters", POINTS, -1),
    _count("defender_lost", "points lost by monsters attacked", POINTS),
    _count("eater_lost", "points lost by eating", POINTS, -1),
    _count("city_lost", "points lost to False Blonds", POINTS, -1),
    _count("gained", "points gained from a power line", POINTS),
    _count("displaced", "monsters displaced", "monsters"),
    _count("both", "attacks in which both lose", "attacks"),
    _count("examined", "chits examined", "chits", 1, N_CHITS),
    Metric("found", "the real Blond is found", "share", "", "found"),
    Metric("devoured", "she is devoured", "share", "", "devoured"),
    Metric("squashed", "she is squashed", "share", "", "squashed"),
    Metric("escaped", "she escapes", "share", "", "escaped"),
    Metric("carried_off", "she is carried off", "share", "", "carried_off"),
    Metric("won", "somebody wins", "share", "", "won"),
    *_of_missions(),
    *_of_monsters(),
    *(
        Metric(f"seat_{who + 1}", f"seat {who + 1} wins", "share", "", f"players.{who}.share", SHARES)
        for who in range(MOST_SEATS)
    ),
)  # fmt: skip
HEADLINE = (
    "EATEN", "INTACT", "DEFENDER_DEAD", "ATTACKER_DEAD", "BOTH_ALIVE", "attacker_lost", "defender_lost", "eater_lost",
    *(f"mission_{mission.name.lower()}_share" for mission in Mission), "turns", "deaths", "won", "seat_1",
)  # fmt: skip


def killings(figures: Figures) -> tuple[str, ...]:
    """Who was killed by whom, in the order of their numbers."""
    names = [str(monster["name"]) for monster in figures.tree["monsters"].values()]
    return tuple(f"{victim} by {killer}" for victim in names for killer in ("the city", *names))


CENSUSES = (Census("killing", "who was killed by whom", ("players.killing",), killings(FIGURES), False, killings),)
