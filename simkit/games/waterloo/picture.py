"""The map after a turn: hexes, terrain, counters, and the attacks of that turn."""

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from typing import Any, NamedTuple

from simkit.games.drawing import Drawing, Patch, Stroke, Words
from simkit.games.figures import Figures
from simkit.games.waterloo.compile import terrain_of
from simkit.games.waterloo.hexes import DIRECTIONS, NAMES
from simkit.games.waterloo.schema import (
    ALLIED,
    FRENCH,
    N_ANGLO_ALLIED,
    N_COLUMNS,
    N_FRENCH,
    N_ROWS,
    N_UNITS,
    Arm,
    Entry,
    Event,
    Fate,
    Terrain,
)
from simkit.games.waterloo.sentences import said_of_exits
from simkit.games.waterloo.setups import units

Shape = Patch | Stroke | Words
Point = tuple[float, float]

INCHES = 0.36  # from the centre of a hex to a corner
HALF, TALL = 0.62, 0.56  # of a counter
PAPER, INK, LINE = "#f3ecd8", "#1a1a1a", "#b9ae92"
GROUND = {Terrain.CLEAR: PAPER, Terrain.BUILDING: PAPER, Terrain.WOODS: "#8fae74", Terrain.WOODS_ROAD: "#b7ca9c"}
HOUSE, ROAD, EXIT, ENTRY = "#7a5c4a", "#8a6d3b", "#274b8a", "#3a4f3a"
ARMIES = ("#2f5aa8", "#b23a32", "#3d4a42")  # French, Anglo-Allied, Prussian
ATTACK = {FRENCH: "#1d3c78", ALLIED: "#8c231d"}
MOVES = (Event.MOVES, Event.RETREATS, Event.DISPLACED, Event.FALLS_BACK, Event.ADVANCES)


class Position(NamedTuple):
    """Where the units are after a turn, and what came before."""

    hexes: dict[int, int]
    attacks: list[tuple[int, Point, Point]]  # side, from, to
    lost: list[int]  # strength points a side
    exited: int
    demoralized: bool


def draw_map(figures: Figures, setup: Any, events: Any, turn: int) -> Drawing:
    """The map after a turn; turn 0 is the start."""
    position = fold(setup, events, turn)
    named = units(figures)
    in_battle = setup["entry"] == Entry.WHOLE_GAME
    names = [unit.name for unit in named] if in_battle else [""] * N_UNITS
    shapes = [*_ground(figures), *_marks(figures)]
    shapes += [Stroke((start, end), ATTACK[side], 1.6, arrow=True) for side, start, end in position.attacks]
    for who, hex_ in sorted(position.hexes.items()):
        shapes += _counter(setup["units"][who], who, names[who], centre(hex_))
    hour = int(figures.get("start.hour"))
    after = "The start" if turn == 0 else f"After Game-Turn {turn} ({hour + turn - 1} pm)"
    remarks = [f"French losses {position.lost[FRENCH]}, Allied losses {position.lost[ALLIED]}"]
    remarks += [said_of_exits(position.exited)] if position.exited else []
    remarks += ["the Allies are demoralized"] if position.demoralized else []
    note = f"{'; '.join(remarks)}. Arrows: the attacks of the turn."
    width, height = 1.5 * N_COLUMNS + 0.5, sqrt(3) * (N_ROWS + 0.5) + 0.9
    return Drawing(f"Napoleon at Waterloo: {after}", note, width, height, INCHES, tuple(shapes))


def fold(setup: Any, events: Any, turn: int) -> Position:
    """Where the log says that everybody is after a turn."""
    cards = setup["units"]
    hexes = {who: int(card["hex"]) for who, card in enumerate(cards) if card["fate"] == Fate.ON_MAP}
    attacks: list[tuple[int, Point, Point]] = []
    lost, exited, demoralized = [0, 0], 0, bool(setup["demoralized"])
    for event in events:
        if int(event["turn"]) > turn:
            break
        kind, side = Event(int(event["kind"])), int(event["side"])
        a, b, c = (int(event[name]) for name in "abc")
        if kind in MOVES:
            hexes[a] = c
        elif kind == Event.ENTERS:
            hexes[a] = b
        elif kind in (Event.EXITS, Event.DESTROYED):
            hexes.pop(a, None)
            exited += kind == Event.EXITS
            lost[side] += int(cards[a]["strength"]) * (kind == Event.DESTROYED)
        elif kind == Event.DEMORALIZED:
            demoralized = True
        elif kind == Event.ATTACKS and int(event["turn"]) == turn:
            attacks += _arrows(hexes, side, a, b)
    return Position(hexes, attacks, lost, exited, demoralized)


def _arrows(hexes: dict[int, int], side: int, french: int, allied: int) -> Iterator[tuple[int, Point, Point]]:
    """From each attacker to the nearest defender."""
    forces = [
        [who for who in range(N_FRENCH) if french >> who & 1],
        [who for who in range(N_FRENCH, N_UNITS) if allied >> (who - N_FRENCH) & 1],
    ]
    targets = [centre(hexes[who]) for who in forces[1 - side] if who in hexes]
    for who in forces[side]:
        x, y = centre(hexes[who])
        target = min(targets, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
        yield side, (x, y), target


def centre(hex_: int) -> Point:
    """Middle of a hex on the sheet; even columns stand half a hex lower."""
    column, row = divmod(hex_, N_ROWS)
    return 1.0 + 1.5 * column, 0.9 + sqrt(3) * (row + 0.5 + 0.5 * (column % 2))


def _corners(hex_: int) -> tuple[Point, ...]:
    x, y = centre(hex_)
    return tuple((x + cos(k * pi / 3), y + sin(k * pi / 3)) for k in range(6))


def _ground(figures: Figures) -> Iterator[Shape]:
    """Hexes, their terrain and their numbers."""
    terrain = terrain_of(figures.tree)
    for hex_, name in enumerate(NAMES):
        kind = terrain.get(name, Terrain.CLEAR)
        x, y = centre(hex_)
        yield Patch(_corners(hex_), GROUND[kind], LINE, 0.5)
        if kind == Terrain.BUILDING:
            for dx, dy in ((-0.42, 0.28), (0.0, 0.42), (0.38, 0.2), (-0.2, -0.25), (0.3, -0.3)):
                yield _box(x + dx, y + dy, 0.14, 0.1, HOUSE)
        for side in figures.tree["roads"].get(name, ()):
            angle = (DIRECTIONS.index(side) / 3 - 0.5) * pi
            reach = sqrt(3) / 2
            yield Stroke(((x, y), (x + reach * cos(angle), y + reach * sin(angle))), ROAD, 2.0)
        yield Words(x, y - 0.7, name, 3.6, "#8d8266")


def _marks(figures: Figures) -> Iterator[Shape]:
    """The exits of the French, the entries of the Prussians, and the names of places."""
    tree, terrain = figures.tree, terrain_of(figures.tree)
    for name in tree["exits"]["printed"]:
        x, y = centre(NAMES.index(name))
        yield Stroke(((x, y - 0.75), (x, y - 1.6)), EXIT, 1.4, arrow=True)
    for row in range(1, N_ROWS + 1):
        name = f"{tree['entry']['column']:02}{row:02}"
        if terrain.get(name) not in (Terrain.WOODS, Terrain.WOODS_ROAD):
            x, y = centre(NAMES.index(name))
            yield Stroke(((x + 0.95, y), (x + 0.55, y)), ENTRY, 1.4, arrow=True)
    for name, label in tree["places"].items():
        x, y = centre(NAMES.index(name))
        yield Words(x, y + 0.72, label, 4.6, "#5c4433")


def _counter(card: Any, who: int, name: str, at: Point) -> Iterator[Shape]:
    """A counter: the sign of its arm, its name, its strength and movement."""
    x, y = at
    colour = ARMIES[(who >= N_FRENCH) + (who >= N_FRENCH + N_ANGLO_ALLIED)]
    yield _box(x, y, HALF, TALL, colour, INK)
    yield _box(x, y - 0.08, 0.26, 0.16, "#ffffff", INK)
    left, right, top, foot = x - 0.26, x + 0.26, y - 0.24, y + 0.08
    if card["arm"] != Arm.ARTILLERY:
        yield Stroke(((left, foot), (right, top)), INK, 0.7)
    if card["arm"] == Arm.INFANTRY:
        yield Stroke(((left, top), (right, foot)), INK, 0.7)
    if card["arm"] == Arm.ARTILLERY:
        yield Patch(tuple((x + 0.08 * cos(k), y - 0.08 + 0.08 * sin(k)) for k in range(7)), INK)
    yield Words(x, y - 0.4, name, 3.6, "#ffffff")
    movement = f"-{int(card['movement'])}" if card["movement"] else ""
    yield Words(x, y + 0.32, f"{int(card['strength'])}{movement}", 6.2, "#ffffff", bold=True)


def _box(x: float, y: float, half: float, tall: float, fill: str, edge: str = "") -> Patch:
    return Patch(((x - half, y - tall), (x + half, y - tall), (x + half, y + tall), (x - half, y + tall)), fill, edge)
