"""The city after any round: blocks, rubble, monsters, and Blonds face down and examined."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from simkit.games.drawing import Drawing, Patch, Stroke, Words
from simkit.games.figures import Figures
from simkit.games.new_york import city
from simkit.games.new_york.schema import NOWHERE, Event, Ground
from simkit.games.new_york.setups import monster_names

Shape = Patch | Stroke | Words

INCHES = 0.62  # a space
MARGIN = 1.2
HALF_COUNTER = 0.28  # beside the chit, below the name of the space
STREET, LINE, INK, PAPER = "#efece4", "#d8d2c4", "#1a1a1a", "#ffffff"
FILL = {Ground.STREET: STREET, Ground.PARK: "#a9c98f", Ground.BUILDING: "#b7a392"}
RUBBLE, RUIN, HALF = "#6f675e", "#4a443d", "#94816f"
FACE_DOWN, SHOWN, BLOND = "#e8c547", "#f7efd2", "#d81b60"
SEATS = ("#c0392b", "#1f5fa8", "#2e7d32", "#6c3483")
PLACES = {  # which number of a log row is the space where the monster then is
    Event.PLACED: "b", Event.TURN: "a", Event.STEPS: "b", Event.GOES_BACK: "b", Event.DISPLACED: "c",
}  # fmt: skip


class City(NamedTuple):
    """What lies and stands where after a round."""

    spaces: dict[int, int]  # of the living, by seat
    values: dict[int, tuple[int, int]]  # strength and movement
    ways: list[tuple[int, int, int]]  # seat, from, to: the steps of this round
    bites: dict[int, int]  # successes that a building still takes
    chits: dict[int, str]  # by space: "?" face down, the number of a False Blond, "B" the real one
    carrier: int


def draw_map(figures: Figures, setup: Any, events: Any, turn: int) -> Drawing:
    """The city after a round; round 0 is the start."""
    now = fold(setup, events, turn)
    rows = tuple(figures.tree["map"]["rows"])
    names = [monster_names(figures)[int(m)] for m in setup["monsters"][: int(setup["n_players"])]]
    shapes = [*_ground(figures, now), *_chits(now, rows), *_steps(now, rows), *_monsters(now, rows, names)]
    title = f"The Creatures That Ate New York: {'the start' if turn == 0 else f'after round {turn}'}"
    return Drawing(title, _note(now, names), len(rows[0]) + 2 * MARGIN, len(rows) + 2 * MARGIN, INCHES, tuple(shapes))


def fold(setup: Any, events: Any, turn: int) -> City:
    """Where the log says that everything is after a round."""
    n = int(setup["n_players"])
    values = {who: (int(setup["strengths"][who]), int(setup["movements"][who])) for who in range(n)}
    now = City({}, values, [], {}, {}, int(NOWHERE))
    for event in events:
        if int(event["turn"]) > turn:
            break
        kind, who = Event(int(event["kind"])), int(event["side"])
        a, b, c, d = (int(event[name]) for name in "abcd")
        if kind in PLACES:
            now.spaces[who] = int(event[PLACES[kind]])
        if kind in (Event.STEPS, Event.GOES_BACK) and int(event["turn"]) == turn:
            now.ways.append((who, a, b))
        elif kind == Event.DISPLACED and int(event["turn"]) == turn:
            now.ways.append((who, b, c))
        elif kind in (Event.DIES, Event.LEAVES):
            now.spaces.pop(who, None)
        elif kind in (Event.LOSES, Event.GAINS):
            now.values[who] = (c, d)
        elif kind == Event.EATEN:
            now.bites[a] = b
        else:
            now = _blonds(now, kind, who, a, b)
    return now


def _blonds(now: City, kind: Event, who: int, space: int, number: int) -> City:
    """What becomes of the chits."""
    if kind == Event.LAID:
        now.chits[space] = "?"
    elif kind == Event.EXAMINES:
        now.chits[space] = str(number) if number else "B"
    elif kind == Event.PICKS_UP:
        del now.chits[space]
        return now._replace(carrier=who)
    elif kind in (Event.SQUASHES, Event.ESCAPES, Event.DEVOURS):
        return now._replace(carrier=int(NOWHERE))
    return now


def _note(now: City, names: list[str]) -> str:
    said = [
        f"{name} ({now.values[who][0]}-{now.values[who][1]})" + ("" if who in now.spaces else ", gone")
        for who, name in enumerate(names)
    ]
    carried = f" {names[now.carrier]} carries the Blond." if now.carrier >= 0 else ""
    legend = "Yellow: Blonds face down; pale: examined; dark: rubble. Arrows: the steps of the round."
    return f"{'; '.join(said)}.{carried} {legend}"


def _at(space: int, rows: city.Rows) -> tuple[float, float]:
    """The middle of a space on the sheet."""
    y, x = divmod(space, len(rows[0]))
    return x + MARGIN + 0.5, y + MARGIN + 0.5


def _box(x: float, y: float, half: float, fill: str, edge: str = "", width: float = 0.6) -> Patch:
    return Patch(
        ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)), fill, edge, width
    )


def _ground(figures: Figures, now: City) -> Iterator[Shape]:
    """Spaces, what is eaten of them, and the names of places, avenues and streets."""
    plan = figures.tree["map"]
    rows = tuple(plan["rows"])
    for space, kind in enumerate(city.ground(rows)):
        x, y = _at(space, rows)
        left = now.bites.get(space)
        fill = FILL[kind] if left is None else HALF if left else RUBBLE
        yield _box(x, y, 0.5, fill, LINE, 0.5)
        if left == 0:
            for dx, dy in ((-0.25, 0.2), (0.1, -0.15), (0.28, 0.25), (-0.05, 0.3), (-0.3, -0.25)):
                yield _box(x + dx, y + dy, 0.07, RUIN)
    for name, space in city.places(figures.tree).items():
        x, y = _at(space, rows)
        for line, text in enumerate(_lines(str(figures.tree["places"][name]["name"]))):
            yield Words(x, y - 0.36 + 0.17 * line, text, 4.6, PAPER if now.bites.get(space) == 0 else INK)
    for column, avenue in enumerate(city.labels(plan["avenues"])):
        yield Words(column + MARGIN + 0.5, MARGIN - 0.4, avenue, 6.0, INK)
    for row, street in enumerate(city.labels(plan["streets"])):
        yield Words(MARGIN - 0.55, row + MARGIN + 0.5, street, 6.0, INK)


def _lines(name: str) -> list[str]:
    """A name, a line or two of words."""
    words = name.split()
    return [name] if len(words) < 2 else [" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])]


def _chits(now: City, rows: city.Rows) -> Iterator[Shape]:
    for space, text in now.chits.items():
        x, y = _at(space, rows)
        fill = {"?": FACE_DOWN, "B": BLOND}.get(text, SHOWN)
        yield _box(x + 0.27, y + 0.27, 0.15, fill, INK)
        yield Words(x + 0.27, y + 0.27, text, 6.0, PAPER if text == "B" else INK, bold=True)


def _steps(now: City, rows: city.Rows) -> Iterator[Shape]:
    for who, start, end in now.ways:
        yield Stroke((_at(start, rows), _at(end, rows)), SEATS[who], 1.6, arrow=True)


def _monsters(now: City, rows: city.Rows, names: list[str]) -> Iterator[Shape]:
    """A counter a living monster: its name, strength and movement."""
    shared: dict[int, int] = {}
    for who, space in sorted(now.spaces.items()):
        x, y = _at(space, rows)
        nth = shared[space] = shared.get(space, -1) + 1
        x, y = x - 0.19 + 0.2 * nth, y + 0.17 - 0.2 * nth
        yield _box(x, y, HALF_COUNTER, SEATS[who], PAPER, 1.0)
        yield Words(x, y - 0.1, names[who].split()[-1], 4.6, PAPER)
        yield Words(x, y + 0.11, f"{now.values[who][0]}-{now.values[who][1]}", 6.4, PAPER, bold=True)
