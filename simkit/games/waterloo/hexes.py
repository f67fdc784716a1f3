"""[2.1, 2.2] The hexagonal grid in plain Python: names, neighbours, ways, sights."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping

from simkit.games.waterloo import schema
from simkit.games.waterloo.schema import N_COLUMNS, N_HEXES, N_ROWS

NOWHERE = int(schema.NOWHERE)

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
NAMES = tuple(f"{column:02}{row:02}" for column in range(1, N_COLUMNS + 1) for row in range(1, N_ROWS + 1))
INDEX = {name: index for index, name in enumerate(NAMES)}
OPPOSITE = 3  # directions on


def index_at(column: int, row: int) -> int:
    """Index of a hex by its printed column and row; NOWHERE off the map."""
    inside = 1 <= column <= N_COLUMNS and 1 <= row <= N_ROWS
    return (column - 1) * N_ROWS + row - 1 if inside else NOWHERE


def neighbour(name: str, direction: str) -> int:
    """The hex across a hexside; even columns stand half a hex lower."""
    column, row = int(name[:2]), int(name[2:])
    lower = 1 - column % 2
    columns = {"N": 0, "NE": 1, "SE": 1, "S": 0, "SW": -1, "NW": -1}
    rows = {"N": -1, "NE": lower - 1, "SE": lower, "S": 1, "SW": lower, "NW": lower - 1}
    return index_at(column + columns[direction], row + rows[direction])


def neighbours(missing: Collection[str] = ()) -> list[list[int]]:
    """The hexes beside each hex, by direction; hexes that are `missing` have no neighbours and are nobody's."""
    gone = {INDEX[name] for name in missing}
    beside = [[neighbour(name, direction) for direction in DIRECTIONS] for name in NAMES]
    return [
        [NOWHERE if hex_ in gone or other in gone else other for other in others] for hex_, others in enumerate(beside)
    ]


def ways(beside: list[list[int]], woods: Iterable[str], roads: Mapping[str, Iterable[str]]) -> list[list[int]]:
    """[4.2] Of the hexes beside each, those that a unit can enter: no woods, and Woods-Road hexes by road only."""
    closed = {INDEX[name] for name in woods}
    by_road = {INDEX[name]: [DIRECTIONS.index(side) for side in sides] for name, sides in roads.items()}

    def crosses(hex_: int, side: int) -> bool:
        return hex_ not in closed and (hex_ not in by_road or side in by_road[hex_])

    return [
        [
            other if other != NOWHERE and crosses(hex_, side) and crosses(other, (side + OPPOSITE) % 6) else NOWHERE
            for side, other in enumerate(others)
        ]
        for hex_, others in enumerate(beside)
    ]


def sights(beside: list[list[int]], blocking: Iterable[str], *, one_is_enough: bool) -> list[list[int]]:
    """[2.2] The hexes two away that guns can fire at.  One hex lies between, or two on a bent line.

    Of two hexes between, one that is open is enough (variant `bent_line`).
    """
    blocked = {INDEX[name] for name in blocking}
    in_sight = []
    for others in beside:
        ring = []
        for side, first in enumerate(others):
            turn = (side + 1) % 6
            second = others[turn]
            if first != NOWHERE and first not in blocked and beside[first][side] != NOWHERE:
                ring.append(beside[first][side])
            bent = beside[first][turn] if first != NOWHERE else beside[second][side] if second != NOWHERE else NOWHERE
            between = [hex_ not in blocked for hex_ in (first, second) if hex_ != NOWHERE]
            if bent != NOWHERE and (any(between) if one_is_enough else all(between)):
                ring.append(bent)
        in_sight.append(ring)
    return in_sight


def distances(beside: list[list[int]], goals: Iterable[int]) -> list[int]:
    """Hexes on the way from each hex to the nearest goal; N_HEXES where there is no way."""
    distance = [N_HEXES] * N_HEXES
    waiting = deque(goals)
    for goal in waiting:
        distance[goal] = 0
    while waiting:
        here = waiting.popleft()
        for other in beside[here]:
            if other != NOWHERE and distance[other] > distance[here] + 1:
                distance[other] = distance[here] + 1
                waiting.append(other)
    return distance
