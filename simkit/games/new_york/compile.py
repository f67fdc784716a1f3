"""From figures and switches to RULES, with every what-if that the rules cannot take."""

from collections.abc import Iterator, Mapping
from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.faults import Fault, slug
from simkit.games.figures import Figures, outside
from simkit.games.keys import canonical, check
from simkit.games.new_york import city
from simkit.games.new_york.completions import COLUMNS, HEADINGS, RESULTS, falls, table
from simkit.games.new_york.schema import (
    MOST_PLACES,
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_SEATS,
    MOST_SIDE,
    MOST_SPACES,
    N_CHITS,
    N_FACES,
    NOWHERE,
    RULES,
    UNREACHED,
    Exit,
    Ground,
)
from simkit.games.new_york.variants import VARIANTS

EXITS = tuple(way.name.lower() for way in Exit)
SIX = range(7)
READINGS, TABLES = ("mirror", "gentle"), ("attack_table", "gentle_table")

LIMITS: dict[str, Any] = {  # what a figure, or each item of one, may be: by the first pattern that fits its path
    "attack_table.*": RESULTS,
    "gentle_table.*": RESULTS,
    "monsters.*.strength": range(1, 51),
    "monsters.*.movement": range(1, 21),
    "exits.*.edge": city.EDGES,
    "exits.*st": range(MOST_SIDE),  # first, last
    "missions.*.exit": EXITS,
    "false_blonds.*.flyers": range(100),
    "false_blonds.*.others": range(100),
    "false_blonds.*.follow_up": range(100),
    "false_blonds.*.stuck_*": SIX,
    "false_blonds.*.strength": SIX,
    "false_blonds.*.movement": SIX,
    "false_blonds.*.buildings": range(MOST_SPACES),
    "false_blonds.*.turns": range(MOST_ROUNDS),
    "buildings.strength": range(MOST_POINTS),
    "buildings.empire_state_successes": range(1, 10),
    "carrying.*": range(MOST_POINTS),
    "movement.exit_cost": range(2),
    "limits.rounds": range(1, MOST_ROUNDS + 1),
}


def compile_rules(figures: Figures, variants: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
    """RULES from the figures and the switches; the paths of faults are the names of switches and figures."""
    faults = [*check([variant.key for variant in VARIANTS], variants), *misfits(figures)]
    if faults:
        return None, faults
    rules = filled(RULES)
    chosen = switches(variants)
    _fill_map(rules[0], figures.tree, chosen)
    _fill_monsters(rules[0], figures.tree)
    _fill_constants(rules[0], figures.tree, chosen)
    return freeze(rules)[0], []


def switches(variants: Mapping[str, Any]) -> dict[str, Any]:
    """All switches, by name, as they are set or by default."""
    keys = [variant.key for variant in VARIANTS]
    return {key.name: canonical(key, variants.get(key.name, key.default)) for key in keys}


# ---- Filling


def _fill_map(rules: Any, tree: Mapping[str, Any], chosen: Mapping[str, Any]) -> None:
    rows, named = tuple(tree["map"]["rows"]), city.places(tree)
    kinds = city.ground(rows)
    rules.n_spaces = len(kinds)
    rules.ground[: len(kinds)] = kinds
    rules.beside, rules.ways = city.beside(rows), city.ways(rows)
    ways = exit_spaces(tree)
    for way, spaces in enumerate(ways.values()):
        rules.exit_ways[:, way] = rules.ways[:, :, spaces].min(axis=2)
    rules.avenue[city.fronting(rows, city.labels(tree["map"]["avenues"]), tree["false_blond_monsters"]["avenue"])] = (
        True
    )
    missions = tree["missions"].values()
    rules.targets = [named[mission["building"]] if "building" in mission else NOWHERE for mission in missions]
    rules.exits = [EXITS.index(mission["exit"]) for mission in missions]
    rules.successes[: len(kinds)] = [kind == Ground.BUILDING for kind in kinds]
    rules.successes[named["empire_state_building"]] = tree["buildings"]["empire_state_successes"]
    coded = [named[name] for name in tree["blonds"]["places"]]
    sites = [*coded, *(target for target in rules.targets.tolist() if target != NOWHERE)]
    rules.remote = rules.ways[0][:, sites].astype(int).sum(axis=1)
    _fill_list(rules, "places", list(named.values()) if chosen["blond_places"] == "named" else coded)
    _fill_list(rules, "starts", start_spaces(tree, chosen["starts"]))


def _fill_list(rules: Any, name: str, spaces: list[int]) -> None:
    rules[f"n_{name}"] = len(spaces)
    rules[name][: len(spaces)] = spaces


def exit_spaces(tree: Mapping[str, Any]) -> dict[str, list[int]]:
    """The streets by which each exit leaves the map, in the order of `Exit`."""
    return {name: spaces_of_exit(tree, name) for name in EXITS}


def spaces_of_exit(tree: Mapping[str, Any], name: str) -> list[int]:
    """The streets by which one exit leaves the map."""
    return city.edge(tuple(tree["map"]["rows"]), *(tree["exits"][name][key] for key in ("edge", "first", "last")))


def start_spaces(tree: Mapping[str, Any], reading: str) -> list[int]:
    """[How to Start] Where monsters may start (variant `starts`)."""
    rows = tuple(tree["map"]["rows"])
    return city.edges(rows) if reading == "edges" else [city.space_at(rows, at) for at in tree["starts"]["corners"]]


def _fill_monsters(rules: Any, tree: Mapping[str, Any]) -> None:
    named = tree["false_blond_monsters"]
    for record, (name, monster) in zip(rules.monsters, tree["monsters"].items(), strict=True):
        record.good, record.flyer = monster["good"], monster["flyer"]
        for field in ("spared", "followed", "exempt", "grounded"):
            record[field] = name in named[field]
    for record, chit in zip(rules.chits[1:], tree["false_blonds"].values(), strict=True):
        for field, value in chit.items():
            record[field] = value


def _fill_constants(rules: Any, tree: Mapping[str, Any], chosen: Mapping[str, Any]) -> None:
    carrying = tree["carrying"]
    rules.building, rules.die_sides = tree["buildings"]["strength"], N_FACES
    rules.carrying_movement, rules.carrying_strength = carrying["movement"], carrying["strength"]
    rules.harmless, rules.exit_cost = carrying["harmless"], tree["movement"]["exit_cost"]
    rules.rounds = tree["limits"]["rounds"]
    rules.player_turns = rules.rounds * MOST_SEATS
    for name in ("one_point", "unhurt_eater", "evil_exits", "good_devours"):
        rules[name] = chosen[name]
    rules.must_eat = not chosen["flyers_rest"]
    rules.city_defends = chosen["city_attack"] == "attacker"
    rules.carrying_found = chosen["evil_finds"] == "carries"
    rules.found_by_defender = chosen["found_by"] == "defender"
    rules.weak_die = chosen["death"] == "strength"
    rules.forgotten_lose = chosen["forgotten"] == "loses"
    rules.attacker_withdraws = chosen["both_lose"] == "withdraw"
    rules.halves_return = chosen["half_eaten"] == "returns"
    rules.hurts_living = chosen["every_other"] == "living"
    rules.random_first = chosen["first_player"] == "random"


# ---- What is wrong with figures


def misfits(figures: Figures) -> list[Fault]:
    """All that is wrong with figures; the map first, for nothing stands on one that is none."""
    faults = [Fault((path,), f"{path} {complaint}") for path, complaint in outside(figures, LIMITS)]
    tree = figures.tree
    faults += [*_names(tree), *_strangers(tree)]
    faults += list(_of_map(tree["map"])) or _on_map(tree)
    if not any(str(fault.path[0]).startswith(TABLES) for fault in faults):
        faults += [
            fault for reading, group in zip(READINGS, TABLES, strict=True) for fault in _of_table(tree, group, reading)
        ]
    return faults


def _names(tree: Mapping[str, Any]) -> Iterator[Fault]:
    """Two monsters of one name."""
    seen: dict[str, str] = {}
    for name, monster in tree["monsters"].items():
        other = seen.setdefault(slug(monster["name"]), name)
        if other != name:
            path = f"monsters.{name}.name"
            yield Fault((path,), f"{path}: monsters.{other} is called {tree['monsters'][other]['name']!r}, too")


def _strangers(tree: Mapping[str, Any]) -> Iterator[Fault]:
    """Monsters and places that there are not."""
    asked = [(f"false_blond_monsters.{key}", names, "monsters") for key, names in tree["false_blond_monsters"].items()]
    asked = [(path, names, kind) for path, names, kind in asked if isinstance(names, list)]
    asked += [("blonds.places", tree["blonds"]["places"], "places")]
    asked += [
        (f"missions.{letter}.building", [mission["building"]], "places")
        for letter, mission in tree["missions"].items()
        if "building" in mission
    ]
    for path, names, kind in asked:
        for name in names:
            if name not in tree[kind]:
                yield Fault((path,), f"{path}: {name!r} is none of the {kind}")
    if len(set(tree["blonds"]["places"])) < N_CHITS:
        yield Fault(("blonds.places",), f"blonds.places must be {N_CHITS} places, each once")


def _of_map(plan: Mapping[str, Any]) -> Iterator[Fault]:
    """A map that is no rectangle, has other marks, or other names than it has columns and rows."""
    rows, path = plan["rows"], "map.rows"
    width = len(rows[0]) if rows else 0
    if not width or any(len(row) != width for row in rows):
        yield Fault((path,), f"{path} must be rows of one length")
    elif max(width, len(rows)) > MOST_SIDE or width * len(rows) > MOST_SPACES:
        yield Fault((path,), f"{path}: a map has at most {MOST_SPACES} spaces, and {MOST_SIDE} in a row or column")
    elif strange := set("".join(rows)) - set(city.GROUND):
        yield Fault((path,), f"{path}: {min(strange)!r} is no space (one of: {', '.join(city.GROUND)})")
    for name, n in (("avenues", width), ("streets", len(rows))):
        if (found := len(city.labels(plan[name]))) != n:
            yield Fault((f"map.{name}",), f"map.{name} must be {n} names, as many as the map has, not {found}")


def _on_map(tree: Mapping[str, Any]) -> list[Fault]:
    """What lies outside the map, in a street, or cannot be reached."""
    return [*_places(tree), *_starts(tree), *_targets(tree), *_exits(tree), *_avenue(tree)]


def _places(tree: Mapping[str, Any]) -> Iterator[Fault]:
    rows, taken = tuple(tree["map"]["rows"]), dict[int, str]()
    if len(tree["places"]) > MOST_PLACES:
        yield Fault(("places",), f"at most {MOST_PLACES} places have a name")
    for name, space in city.places(tree).items():
        path = f"places.{name}.at"
        if space == NOWHERE or city.ground(rows)[space] == Ground.STREET:
            yield Fault((path,), f"{path}: {tree['places'][name]['at']} is no building and no park of the map")
        elif taken.setdefault(space, name) != name:
            yield Fault((path,), f"{path}: there is {taken[space]}, too")


def _starts(tree: Mapping[str, Any]) -> Iterator[Fault]:
    rows, path = tuple(tree["map"]["rows"]), "starts.corners"
    corners = tree["starts"]["corners"]
    if any(len(at) != 2 for at in corners):
        yield Fault((path,), f"{path}: each is a column and a row")
        return
    spaces = [city.space_at(rows, at) for at in corners]
    for at, space in zip(corners, spaces, strict=True):
        if space == NOWHERE or city.ground(rows)[space] != Ground.STREET:
            yield Fault((path,), f"{path}: {at} is no street of the map")
    if len(set(spaces)) < MOST_SEATS or len(set(spaces)) < len(spaces):
        yield Fault((path,), f"{path} must be {MOST_SEATS} spaces or more, each once")


def _targets(tree: Mapping[str, Any]) -> Iterator[Fault]:
    """A mission's building that is none."""
    kinds, named = city.ground(tuple(tree["map"]["rows"])), city.places(tree)
    for letter, mission in tree["missions"].items():
        path, space = f"missions.{letter}.building", named.get(mission.get("building", ""), int(NOWHERE))
        if space != NOWHERE and kinds[space] != Ground.BUILDING:
            yield Fault((path,), f"{path}: {mission['building']} is no building on this map")


def _exits(tree: Mapping[str, Any]) -> Iterator[Fault]:
    """[The Monster Mission Chart] A map without an exit that a mission needs, or none that all of it leads to."""
    rows, asked = tuple(tree["map"]["rows"]), dict[str, str]()
    for letter, mission in tree["missions"].items():
        asked.setdefault(mission["exit"], f"mission {letter.upper()}")
    asked["sixth_avenue"] = "False Blond 9"
    for name in (name for name in EXITS if tree["exits"][name]["edge"] in city.EDGES):
        path, spaces = f"exits.{name}", spaces_of_exit(tree, name)
        needed = f", which {asked[name]} needs" if name in asked else ""
        if not spaces:
            yield Fault((f"{path}.first",), f"{path}: no street of the map leads there{needed}")
        elif (city.ways(rows)[0][: len(city.ground(rows)), spaces].min(axis=1) == UNREACHED).any():
            yield Fault((f"{path}.first",), f"{path}: it cannot be reached on foot from all of the map{needed}")


def _avenue(tree: Mapping[str, Any]) -> Iterator[Fault]:
    """[False Blond 7] An avenue that is not there, or has too few buildings."""
    path, name = "false_blond_monsters.avenue", tree["false_blond_monsters"]["avenue"]
    there = city.fronting(tuple(tree["map"]["rows"]), city.labels(tree["map"]["avenues"]), name) if name else []
    most = max(chit["buildings"] for chit in tree["false_blonds"].values())
    if len(there) < most:
        yield Fault((path,), f"{path}: {len(there)} buildings front on {name!r}, and False Blond 7 asks for {most}")


def _of_table(tree: Mapping[str, Any], group: str, reading: str) -> Iterator[Fault]:
    """[The Monster Attack Table] A table that is not monotone: the first result that gets worse in each row."""
    results, told = table(tree, reading), set[int]()
    for face, column in falls(results):
        if face not in told:
            told.add(face)
            path = f"{group}.{face + 1}.{COLUMNS[column]}"
            said = f"{RESULTS[results[face, column]]} on a {face + 1} at {HEADINGS[column]}"
            yield Fault((path,), f"{path}: {said} is worse for the attacker than a lower die or differential")
