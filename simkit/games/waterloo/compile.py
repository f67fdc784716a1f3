"""From figures and switches to RULES, with every what-if that the rules cannot take."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.faults import Fault
from simkit.games.figures import Figures
from simkit.games.keys import canonical, check
from simkit.games.waterloo import hexes
from simkit.games.waterloo.hexes import INDEX, NAMES
from simkit.games.waterloo.schema import (
    MOST_TURNS,
    N_COLUMNS,
    N_FACES,
    N_ODDS,
    N_ROWS,
    N_SIGHTS,
    NOWHERE,
    RULES,
    Arm,
    Gate,
    Result,
    Terrain,
)
from simkit.games.waterloo.variants import VARIANTS

RESULTS = tuple(result.name.title() for result in Result)
COLUMNS = tuple(f"1-{n}" for n in range(N_ODDS // 2, 1, -1)) + tuple(f"{n}-1" for n in range(1, N_ODDS - 3))
EDGE = "17"  # the row that some say the even columns lack

LIMITS: dict[str, Any] = {  # what a figure, or each item of one, may be: by the first pattern that fits its path
    "units.*.arm": tuple(arm.name.lower() for arm in Arm),
    "units.*.strength": range(1, 100),
    "units.*.movement": range(13),
    "units.*.hex": NAMES,
    "crt.*": RESULTS,
    "map.columns": (N_COLUMNS,),
    "map.rows": (N_ROWS,),
    "terrain.*": NAMES,
    "roads.*": hexes.DIRECTIONS,
    "exits.*": NAMES,
    "entry.column": range(1, N_COLUMNS + 1),
    "entry.north": NAMES,
    "effects.building": range(1, 10),
    "movement.exit_cost": range(2),
    "prussians.turn": range(1, MOST_TURNS + 1),
    "victory.game_turns": range(1, MOST_TURNS + 1),
    "victory.exit_units": range(1, 27),
    "victory.column_shift": range(10),
    "victory.*_limit": range(1, 1000),
    "start.hour": range(24),
    "start.without_row_17": NAMES,
}


def compile_rules(figures: Figures, variants: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
    """RULES from the figures and the switches; the paths of faults are the names of switches and figures."""
    keys = [variant.key for variant in VARIANTS]
    faults = [*check(keys, variants), *_misfits(figures)]
    if faults:
        return None, faults
    chosen = switches(variants)
    rules = filled(RULES)
    _fill_map(rules[0], figures.tree, chosen)
    _fill_table(rules[0], figures.tree["crt"])
    _fill_constants(rules[0], figures.tree, chosen)
    return freeze(rules)[0], []


def switches(variants: Mapping[str, Any]) -> dict[str, Any]:
    """All switches, by name, as they are set or by default."""
    keys = [variant.key for variant in VARIANTS]
    return {key.name: canonical(key, variants.get(key.name, key.default)) for key in keys}


def missing(chosen: Mapping[str, Any]) -> set[str]:
    """[2.1] Hexes that the map lacks (variant `row_17`)."""
    return set() if chosen["row_17"] else {name for name in NAMES if name.endswith(EDGE) and int(name[:2]) % 2 == 0}


def terrain_of(tree: Mapping[str, Any]) -> dict[str, Terrain]:
    """[2.2] The terrain of every hex that is not clear."""
    named = {Terrain.BUILDING: tree["terrain"]["building"], Terrain.WOODS_ROAD: tree["roads"]}
    named[Terrain.WOODS] = tree["terrain"]["woods"]
    return {name: terrain for terrain, names in named.items() for name in names}


def exit_hexes(tree: Mapping[str, Any], chosen: Mapping[str, Any]) -> list[str]:
    """[8.3] Where the French leave the map (variant `exit_hexes`)."""
    exits = tree["exits"]
    return [*exits["printed"], *(exits["further"] if chosen["exit_hexes"] == "to_1001" else ())]


def _fill_map(rules: Any, tree: Mapping[str, Any], chosen: Mapping[str, Any]) -> None:
    terrain, gone = terrain_of(tree), missing(chosen)
    beside = hexes.neighbours(gone)
    ways = hexes.ways(beside, tree["terrain"]["woods"], tree["roads"])
    blocking = [name for name, kind in terrain.items() if kind in (Terrain.WOODS, Terrain.WOODS_ROAD)]
    sights = hexes.sights(beside, blocking, one_is_enough=chosen["bent_line"] == "one_is_open")
    exits = exit_hexes(tree, chosen)
    exit_ways = hexes.distances(ways, [INDEX[name] for name in exits])
    gates = _gates(tree, terrain, gone)
    rules.beside, rules.ways, rules.exit_way = beside, ways, exit_ways
    rules.sights = [seen + [NOWHERE] * (N_SIGHTS - len(seen)) for seen in sights]
    rules.terrain = [terrain.get(name, Terrain.CLEAR) for name in NAMES]
    rules.factor = [_factor(kind, tree, chosen) for kind in rules.terrain.tolist()]
    rules.gate = [gates.get(name, Gate.NONE) for name in NAMES]
    rules.exits = [name in exits for name in NAMES]


def _factor(terrain: int, tree: Mapping[str, Any], chosen: Mapping[str, Any]) -> int:
    """[2.2] What multiplies a defender (variant `woods_road_doubles`)."""
    doubles = terrain == Terrain.BUILDING or (terrain == Terrain.WOODS_ROAD and chosen["woods_road_doubles"])
    return tree["effects"]["building"] if doubles else 1


def _gates(tree: Mapping[str, Any], terrain: Mapping[str, Terrain], gone: Iterable[str]) -> dict[str, Gate]:
    """[7.0, 7.3] Hexes where the Prussians come in: no woods, and Woods-Road hexes only by a road from outside."""
    east = [f"{tree['entry']['column']:02}{row:02}" for row in range(1, N_ROWS + 1)]
    open_ = {name for name in NAMES if terrain.get(name) not in (Terrain.WOODS, Terrain.WOODS_ROAD)} - set(gone)
    north = [name for name in tree["entry"]["north"] if name in open_ or "N" in tree["roads"].get(name, ())]
    return dict.fromkeys(north, Gate.NORTH) | {name: Gate.EAST for name in east if name in open_}


def _fill_table(rules: Any, table: Mapping[str, Mapping[str, str]]) -> None:
    for face in range(N_FACES):
        rules.crt[face] = [RESULTS.index(table[str(face + 1)][column]) for column in COLUMNS]
    for column in range(N_ODDS):
        counts = Counter(rules.crt[:, column].tolist())
        rules.faces[column] = [counts[result] for result in Result]


def _fill_constants(rules: Any, tree: Mapping[str, Any], chosen: Mapping[str, Any]) -> None:
    victory = tree["victory"]
    rules.die_sides, rules.n_below = N_FACES, COLUMNS.index("1-1")
    rules.player_turns, rules.exit_cost = 2 * victory["game_turns"], tree["movement"]["exit_cost"]
    for name in ("french_limit", "allied_limit", "exit_units", "column_shift"):
        rules[name] = victory[name]
    rules.prussian_turn, rules.bombardment = tree["prussians"]["turn"], chosen["bombardment"]
    rules.reconsiders = chosen["must_attack"] == "after_each"
    rules.guns_advance = chosen["advance"] == "bombarding_too"
    rules.doubled_exchange = chosen["exchange"] == "doubled"
    rules.victor_retreats = chosen["retreat_chooser"] == "victor"
    rules.north_if_any_blocked = chosen["north_entry"] == "any_is_barred"
    rules.shift_first = chosen["demoralization_clamp"] == "shifted_first"


def _misfits(figures: Figures) -> Iterator[Fault]:
    """Figures whose values are not allowed."""
    for path, value, *_ in figures.ledger:
        allowed = next((allowed for paths, allowed in LIMITS.items() if fnmatchcase(path, paths)), None)
        items = value if isinstance(value, list) else [value]
        if allowed is not None and not all(item in allowed for item in items):
            yield Fault((path,), f"{path} must be {_said(allowed)}, not {value!r:.60}")


def _said(allowed: Any) -> str:
    if allowed is NAMES:
        return f"a hex, {NAMES[0]} to {NAMES[-1]}"
    if isinstance(allowed, range) or len(allowed) == 1:
        return f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else f"{allowed[0]}"
    return f"one of {', '.join(allowed)}"
