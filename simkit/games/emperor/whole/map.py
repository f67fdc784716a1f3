"""The map as a drawing: the ways of players up to a turn, or the deaths and traffic of a run."""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin, sqrt
from typing import Any, NamedTuple

from simkit.games.drawing import Drawing, Patch, Stroke, Words
from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.whole.compile import links
from simkit.games.emperor.whole.schema import Event
from simkit.games.figures import Figures

INCHES = 0.62  # a unit of the map's figures
RADIUS, PLACE_RADIUS = 0.2, 0.3
CORNERS = 20  # of what looks round
MARGIN = 0.8
TERRAIN_COLOURS = {
    "clear": "#cfe3b0", "desert": "#f3e3a1", "wastes": "#c9c6bd", "forest": "#7fae72", "swamp": "#b3c08a",
    "mountain": "#c69f78", "coastal_sea": "#b9dcec", "deep_sea": "#6fa6cf",
}  # fmt: skip
TRAIL, LANE, PLACE, PLAIN = "#9a8d7a", "#7fb2d0", "#1a1a1a", "#8a8a8a"
SEAT_COLOURS = ("#c0392b", "#1f5fa8", "#d68910", "#6c3483", "#117864", "#7b241c", "#2c3e50", "#839192")
WAY_GAP = 0.035  # between the ways of two players
OLD_WAY, NEW_WAY = 0.9, 2.6  # points
DEATH, QUIET, BUSY = "#c0392b", (245, 245, 245), (31, 95, 168)
Point = tuple[float, float]


class Way(NamedTuple):
    """One step of a player on the map."""

    turn: int
    spaces: tuple[int, int]  # from, to
    on_foot: bool  # along a trail or lane; else carried off, by magic or the sea


def draw_map(figures: Figures, setup: Any, events: Any, turn: int) -> Drawing:
    """The ways of all players up to a turn, those of that turn in broad strokes, and where the dead lie."""
    catalog = Catalog(figures)
    names = [catalog.character_names[int(hero)] for hero in setup["heroes"][: int(setup["n_players"])]]
    start = list(catalog.spaces).index(catalog.map["start"])
    ways, dead = fold(setup, events, turn, start)
    shapes = [*ground(catalog)]
    for who, way in enumerate(ways):
        shapes += _way(catalog, (who, len(ways)), way, turn)
    n_drawn: dict[int, int] = {}
    for who, name in enumerate(names):
        space = ways[who][-1].spaces[1] if ways[who] else start
        x, y = _position(catalog, space)
        rank = n_drawn[space] = n_drawn.get(space, 0) + 1
        x, y = x + 0.26 * rank - 0.13, y + 0.24
        shapes.append(Patch(tuple(_circle(x, y, 0.15)), SEAT_COLOURS[who], "#ffffff", 1.0))
        shapes.append(Words(x, y, "\N{DAGGER}" if dead[who] else name[0], 7.5, "#ffffff", bold=True))
    legend = ", ".join(f"{name}{' (dead)' if gone else ''}" for name, gone in zip(names, dead, strict=True))
    title = f"Search for the Emperor's Treasure: {'the start' if turn == 0 else f'after player-turn {turn}'}"
    explanation = "Lines are their ways, broad in this turn, and arrows where magic or the sea carried them."
    note = f"Players in the order of their seats: {legend}. {explanation}"
    return _sheet(catalog, title, note, shapes)


def fold(setup: Any, events: Any, turn: int, start: int) -> tuple[list[list[Way]], list[bool]]:
    """From the log, each player's steps up to a turn, and who is dead."""
    n = int(setup["n_players"])
    spaces, dead = [start] * n, [False] * n
    ways: list[list[Way]] = [[] for _ in range(n)]
    for event in events:
        if int(event["turn"]) > turn:
            break
        kind, who = int(event["kind"]), int(event["side"])
        if kind in PLACES:
            space = int(event[PLACES[kind]])
            if kind == Event.FOLLOWS:
                ways[who] += _along(ways[int(event["b"])], int(event["turn"]), spaces[who])
            elif space != spaces[who]:
                ways[who].append(Way(int(event["turn"]), (spaces[who], space), kind not in CARRIED))
            spaces[who] = space
        elif kind == Event.DIES:
            dead[who] = True
    return ways, dead


def _along(way: list[Way], turn: int, space: int) -> list[Way]:
    """A leader's steps in a turn from a space on; his company makes them, too."""
    steps = [step for step in way if step.turn == turn]
    begins = [number for number, step in enumerate(steps) if step.spaces[0] == space]
    return steps[begins[-1] :] if begins else []


def _way(catalog: Catalog, who_of_n: tuple[int, int], way: list[Way], turn: int) -> Iterator[Stroke]:
    """A player's steps, each a little beside the middle of the road, so that those of all players are seen.

    `who_of_n`: the player's number, and how many players there are.
    """
    who, n = who_of_n
    shift = WAY_GAP * (who - (n - 1) / 2)
    for step in way:
        (x, y), (to_x, to_y) = (_position(catalog, space) for space in step.spaces)
        length = max(sqrt((to_x - x) ** 2 + (to_y - y) ** 2), WAY_GAP)
        aside, down = -shift * (to_y - y) / length, shift * (to_x - x) / length
        if (step.spaces[0] > step.spaces[1]) and step.on_foot:
            aside, down = -aside, -down  # the same side there and back
        ends = ((x + aside, y + down), (to_x + aside, to_y + down))
        yield Stroke(ends, SEAT_COLOURS[who], NEW_WAY if step.turn == turn else OLD_WAY, not step.on_foot)


PLACES: dict[int, str] = {  # which number of a log row is the space where the player then is
    Event.TURN: "a", Event.STEPS: "a", Event.FOLLOWS: "a", Event.MUST_LEAVE: "a", Event.WASHED_ASHORE: "a",
    Event.TELEPORTS: "b",
}  # fmt: skip
CARRIED = (Event.WASHED_ASHORE, Event.TELEPORTS)


def draw_run(figures: Figures, counts: Mapping[str, Mapping[str, int]], games: int) -> Drawing:
    """Traffic and deaths of a run: the darker a space, the more games in which somebody entered it."""
    catalog = Catalog(figures)
    visited, graves = list(counts["visited"].values()), list(counts["grave"].values())
    busiest, deadliest = max(*visited, 1), max(*graves, 1)
    shapes = [*_roads(catalog)]
    for index, name in enumerate(catalog.spaces):
        x, y = _position(catalog, index)
        shade = sqrt(visited[index] / busiest)
        fill = "#" + "".join(f"{round(a + (b - a) * shade):02x}" for a, b in zip(QUIET, BUSY, strict=True))
        shapes.append(Patch(tuple(_circle(x, y, _radius(catalog, name))), fill, PLAIN))
        if graves[index]:
            radius = 0.5 * sqrt(graves[index] / deadliest)
            shapes.append(Patch(tuple(_circle(x, y, radius)), "", DEATH, 1.8))
    shapes += _labels(catalog)
    worst = sorted(zip(graves, counts["grave"], strict=True), reverse=True)[:3]
    shares = ", ".join(f"{name} {100 * n / max(1, sum(graves)):.0f} %" for n, name in worst if n)
    note = (
        f"{games:,} games. Blue: spaces that somebody entered, dark in many games. Red circles: deaths, by their area; "
        f"most at {shares}."
    )
    return _sheet(catalog, "Search for the Emperor's Treasure: traffic and deaths", note, shapes)


def ground(catalog: Catalog) -> Iterator[Patch | Stroke | Words]:
    """The map by itself: trails and sea lanes, spaces in the colours of their terrain, places by name."""
    yield from _roads(catalog)
    for index, (name, space) in enumerate(catalog.spaces.items()):
        x, y = _position(catalog, index)
        edge, width = (PLAIN, 0.6) if space["kind"] in ("wilderness", "sea") else (PLACE, 1.4)
        yield Patch(tuple(_circle(x, y, _radius(catalog, name))), TERRAIN_COLOURS[space["terrain"]], edge, width)
    yield from _labels(catalog)


def _roads(catalog: Catalog) -> Iterator[Patch | Stroke | Words]:
    order = list(catalog.spaces)
    for a, b in links(catalog):
        at_sea = "sea" in (catalog.spaces[a]["kind"], catalog.spaces[b]["kind"])
        ends = (_position(catalog, order.index(a)), _position(catalog, order.index(b)))
        yield Stroke(ends, LANE if at_sea else TRAIL, 1.6)


def _labels(catalog: Catalog) -> Iterator[Patch | Stroke | Words]:
    for index, (name, space) in enumerate(catalog.spaces.items()):
        if space["kind"] not in ("wilderness", "sea"):
            x, y = _position(catalog, index)
            text = str(space.get("name", name)).removeprefix("Village of ").removeprefix("The ")
            yield Words(x, y - _radius(catalog, name) - 0.14, text, 7.5, "#1a1a1a", bold=True)


def _radius(catalog: Catalog, name: str) -> float:
    return RADIUS if catalog.spaces[name]["kind"] in ("wilderness", "sea") else PLACE_RADIUS


def _circle(x: float, y: float, radius: float) -> Iterator[Point]:
    for corner in range(CORNERS):
        angle = 2 * pi * corner / CORNERS
        yield x + radius * cos(angle), y + radius * sin(angle)


def _position(catalog: Catalog, index: int) -> Point:
    space = list(catalog.spaces.values())[index]
    left, top = _corner(catalog)
    return float(space["x"]) - left + MARGIN, float(space["y"]) - top + MARGIN


def _corner(catalog: Catalog) -> Point:
    spaces = catalog.spaces.values()
    return min(float(space["x"]) for space in spaces), min(float(space["y"]) for space in spaces)


def _sheet(catalog: Catalog, title: str, note: str, shapes: list[Patch | Stroke | Words]) -> Drawing:
    left, top = _corner(catalog)
    spaces = catalog.spaces.values()
    width = max(float(space["x"]) for space in spaces) - left + 2 * MARGIN
    height = max(float(space["y"]) for space in spaces) - top + 2 * MARGIN
    return Drawing(title, note, width, height, INCHES, tuple(shapes))
