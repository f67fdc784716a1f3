"""From figures and switches to the RULES of the whole game: the map with its ways, the charts, the pools."""

import heapq
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from simkit.core.records import filled, freeze
from simkit.games.emperor.encounter.compile import compile_rules as compile_fight
from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.shared.limits import DIE_SIDES, HALVES
from simkit.games.emperor.shared.terms import HERO_CLASSES, MAGIC_ARMS_FROM, SEA, Vessel
from simkit.games.emperor.whole.schema import FAR, KILLED_BY_PLAYER, MOST_LINKS, N_SPACES, NOWHERE, RULES
from simkit.games.emperor.whole.terms import Find, SpaceKind
from simkit.games.emperor.whole.variants import ALONE, OWN_VARIANTS, VARIANTS
from simkit.games.faults import Fault, suggest
from simkit.games.figures import Figures
from simkit.games.keys import canonical, check

FINDS = {
    "none": Find.NONE,
    "arms": Find.ARMS,
    "arms_or_boat": Find.ARMS_OR_BOAT,
    "boat": Find.BOAT,
    "boat_or_ship": Find.BOAT_OR_SHIP,
    "heal1": Find.HEAL_ONE,
    "heal_all": Find.HEAL_ALL,
    "encounter": Find.ENCOUNTER,
    "must_leave": Find.MUST_LEAVE,
    "treasure": Find.TREASURE,
}
TURN_POINTS = 3.5  # that a turn moves on average
MOST_LOST = 99
INNS = ("inn",)  # listed under Villages
KINDS = {"wilderness": SpaceKind.WILDERNESS, "mines": SpaceKind.MINES, "oasis": SpaceKind.OASIS, "sea": SpaceKind.SEA}
READINGS = {  # a yes-or-no field of RULES: its switch, and the choice that means yes
    "must_leave_encounter": ("must_leave_follow_up", "encounter"),
    "must_leave_by_sea": ("must_leave_vessel", "any"),
    "oasis_safe": ("oasis_kind", "safe"),
    "oasis_each_entry": ("oasis_retry", "each_entry"),
    "random_first": ("first_player", "random"),
    "survivor_ends": ("last_survivor", "ends"),
    "clue_in_passing": ("clue_timing", "passing"),
    "mines_chart_meditating": ("mines_meditation", "chit_and_chart"),
    "found_for_good": ("discovered", "ever_drawn"),
    "imperials_break_ties": ("tie_rule", "imperials"),
    "items_before_roll": ("item_roll", "before"),
    "possessions_lost": ("dead_possessions", "out_of_play"),
    "storm_everywhere": ("storm_scope", "always"),
    "olliver_stays": ("olliver_last_player", "leaves"),
    "patrol_always": ("patrol_helps", "all"),
    "spoils_to_victor": ("spoils", "victor"),
    "arms_by_kind": ("arms_limit", "five_kinds"),
}


def compile_rules(figures: Figures, variants: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
    """RULES from the figures and the switches; the paths of faults are the names of switches and figures.

    Olliver attacks whoever meets him; `whose_encounter` decides to whom he is sent.
    """
    keys = [variant.key for variant in VARIANTS]
    own_keys = [variant.key for variant in OWN_VARIANTS]
    of_fights = {key.name for key in keys} - {key.name for key in own_keys}
    fight_switches = {name: value for name, value in variants.items() if name in of_fights}
    fight, faults = compile_fight(figures, {**fight_switches, ALONE: "attacks"})
    faults += check(own_keys, {name: value for name, value in variants.items() if name not in of_fights})
    catalog = Catalog(figures)
    faults += list(map_faults(catalog))
    if faults:
        return None, faults
    settled = [key for key in keys if key.default is not None]
    chosen = {key.name: canonical(key, variants.get(key.name, key.default)) for key in settled}
    records = filled(RULES)
    rules = records[0]
    rules.fight = fight
    _fill_map(rules, catalog)
    _fill_charts(rules, catalog)
    _fill_pools(rules, catalog, chosen["rock_wall"])
    _fill_switches(rules, catalog.constants, chosen)
    return freeze(records)[0], []


def links(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """The edges of the map, each once: a walk "a - b - c" is the edges a-b and b-c."""
    yield from ((a, b) for _, a, b in _edges(catalog))


def _edges(catalog: Catalog) -> Iterator[tuple[str, str, str]]:
    """The edges, each with the path of its figure first."""
    for group, walks in catalog.map["links"].items():
        for walk in walks:
            spaces = walk.split(" - ")
            yield from ((f"map.links.{group}", a, b) for a, b in pairwise(spaces))


def map_faults(catalog: Catalog) -> Iterator[Fault]:
    """[The Map] A map that cannot be played on: unknown or lonely spaces, trails into the sea, missing destinations."""
    known = catalog.spaces
    edges = list(_edges(catalog))
    yield from _chart_faults(catalog)
    for group, walks in catalog.map["links"].items():
        for walk in walks:
            if " - " not in walk:
                yield Fault((f"map.links.{group}",), f"map.links.{group}: {walk!r} leads nowhere: write space - space")
    strangers = {space: path for path, *edge in edges for space in edge if space not in known}
    for space, path in strangers.items():
        yield Fault((path,), f"{path}: unknown space {space!r}{suggest(space, list(known))}")
    if strangers:
        return
    at_sea = {name: space["kind"] == "sea" for name, space in known.items()}
    for path, a, b in edges:
        land = a if at_sea[b] else b
        if at_sea[a] != at_sea[b] and land not in catalog.map["coastal"]:
            yield Fault((path,), f"{path}: {a} - {b} leads into the sea, and {land} is no coastal area")
    neighbours: dict[str, set[str]] = {name: set() for name in known}
    for _, a, b in edges:
        neighbours[a].add(b)
        neighbours[b].add(a)
    for name, others in neighbours.items():
        if len(others) > MOST_LINKS:
            yield Fault(
                ("map.links",), f"map.links: {name} has {len(others)} neighbours, at most {MOST_LINKS} are possible"
            )
    if catalog.map["start"] not in known:
        yield Fault(("map.start",), f"map.start: there is no {catalog.map['start']}")
        return
    seen, waiting = set(), [catalog.map["start"]]
    while waiting:
        space = waiting.pop()
        if space not in seen:
            seen.add(space)
            waiting += neighbours[space]
    if set(known) - seen:
        lost = sorted(set(known) - seen)
        yield Fault(("map.links",), f"map.links: {len(lost)} spaces cannot be reached, such as {lost[0]}")


def _chart_faults(catalog: Catalog) -> Iterator[Fault]:
    """[Exploration Chart; The Map] Unknown finds, places and columns; kinds of spaces without column or terrain."""
    for column, faces in catalog.exploration.items():
        for find in sorted(set(faces) - set(FINDS)):
            yield Fault(
                (f"exploration.{column}",), f"exploration.{column}: unknown find {find!r}{suggest(find, list(FINDS))}"
            )
    places = {f"destinations.{total}": place for total, place in catalog.destinations.items()}
    places |= {f"clues.{name}.destination": clue["destination"] for name, clue in catalog.clues.items()}
    for path, place in places.items():
        if place not in catalog.spaces:
            yield Fault(
                (path,), f"{path}: there is no place {place!r} on the map{suggest(place, list(catalog.spaces))}"
            )
    for place, column in catalog.map["columns"].items():
        if column not in catalog.exploration:
            message = f"unknown column {column!r}{suggest(column, list(catalog.exploration))}"
            yield Fault((f"map.columns.{place}",), f"map.columns.{place}: {message}")
    for name, space in catalog.spaces.items():
        if space["kind"] not in KINDS and name not in catalog.map["columns"]:
            yield Fault(
                (f"map.spaces.{name}.kind",), f"map.spaces.{name}.kind: a {space['kind']} needs a column of the chart"
            )
        if (space["kind"] == "sea") != (space["terrain"] in SEA):
            message = f"{space['terrain']} {'is no sea' if space['kind'] == 'sea' else 'is the sea, not land'}"
            yield Fault((f"map.spaces.{name}.terrain",), f"map.spaces.{name}.terrain: {message}")


def _fill_map(rules: Any, catalog: Catalog) -> None:
    names = list(catalog.spaces)
    columns = list(catalog.exploration)
    rules.n_spaces = len(names)
    for index, (name, space) in enumerate(catalog.spaces.items()):
        record = rules.spaces[index]
        spot = record.spot
        spot.terrain, spot.sea, spot.coastal, spot.shore, spot.place = catalog.spot(name)
        spot.sea = space["kind"] == "sea"
        record.kind = KINDS.get(space["kind"], SpaceKind.CIVILIZED)
        cost_key = {SpaceKind.CIVILIZED: "civilized", SpaceKind.MINES: "mines", SpaceKind.OASIS: "oasis"}.get(
            record.kind
        )
        record.cost = catalog.map["cost_of_places"][cost_key] if cost_key else catalog.map["cost"][space["terrain"]]
        column = catalog.map["columns"].get(name)
        record.column = columns.index(column) if column else NOWHERE
        if column:
            faces = catalog.exploration[column]
            record.worth = faces.count("treasure")
            record.heals_all = faces.count("heal_all")
            record.heals = record.heals_all + faces.count("heal1")
        grail, sceptre = catalog.imperials["grail_of_pale"], catalog.imperials["sceptre_of_balladan"]
        record.grail = grail["exploration"] * (space["kind"] in (*grail["kinds"], *INNS))
        record.sceptre = sceptre["exploration"] * (space["kind"] in sceptre["kinds"])
    for a, b in links(catalog):
        for here, there in ((a, b), (b, a)):
            record = rules.spaces[names.index(here)]
            if record.n_links < MOST_LINKS and names.index(there) not in record.links[: record.n_links]:
                record.links[record.n_links] = names.index(there)
                record.n_links += 1
    spaces = rules.spaces[: len(names)]
    roads = tuple(tuple(space.links[: space.n_links].tolist()) for space in spaces)
    costs = tuple(int(space.cost) for space in spaces)
    on_land = tuple(not space.spot.sea for space in spaces)
    planned = tuple(cost + _points_lost(catalog, kind) for cost, kind in zip(costs, spaces["kind"], strict=True))
    rules.land_cost, rules.land_route = _ways(roads, planned, on_land)
    rules.sea_cost, rules.sea_route = _ways(roads, planned, (True,) * len(names))
    rules.land_hops, _ = _ways(roads, (1,) * len(names), on_land)
    rules.start, rules.capital = names.index(catalog.map["start"]), names.index("imperial_capital")
    rules.lair = names.index("pirate_lair")


def _points_lost(catalog: Catalog, kind: int) -> int:
    """[Movement] Points that a player must reckon with beside a space's cost: turns that end before the Oasis."""
    if kind != SpaceKind.OASIS:
        return 0
    faces = len(catalog.constants["oasis_found_faces"])
    return MOST_LOST if faces == 0 else min(MOST_LOST, round(TURN_POINTS * (DIE_SIDES / faces - 1)))


@cache
def _ways(
    roads: tuple[tuple[int, ...], ...], costs: tuple[int, ...], open_to: tuple[bool, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """Cost and next space from everywhere to everywhere (Dijkstra 1959, from each goal backwards).

    `roads`: the neighbours of each space, `costs`: points to enter it, `open_to`: whether it may be entered at all.
    """
    cost, onward = np.full((N_SPACES, N_SPACES), FAR, np.int16), np.full((N_SPACES, N_SPACES), NOWHERE, np.int16)
    for goal in range(len(roads)):
        if open_to[goal]:
            least, ahead = _ways_to(goal, roads, costs, open_to)
            cost[: len(roads), goal], onward[: len(roads), goal] = least, ahead
    return cost, onward


def _ways_to(goal: int, roads: Any, costs: Any, open_to: Any) -> tuple[list[int], list[int]]:
    least, ahead = [FAR] * len(roads), [int(NOWHERE)] * len(roads)
    least[goal] = 0
    heap = [(0, goal)]
    while heap:
        so_far, space = heapq.heappop(heap)
        if so_far > least[space]:
            continue
        step = so_far + costs[space]  # a step towards the goal costs what it costs to enter `space`
        for neighbour in roads[space]:
            if open_to[neighbour] and step < least[neighbour]:
                least[neighbour], ahead[neighbour] = step, space
                heapq.heappush(heap, (step, neighbour))
    return least, ahead


def _fill_charts(rules: Any, catalog: Catalog) -> None:
    names, chits = list(catalog.spaces), list(catalog.chits)
    for column, faces in enumerate(catalog.exploration.values()):
        rules.exploration[column] = [FINDS[face] for face in faces]
    for total, place in catalog.destinations.items():
        rules.chart[int(total)] = names.index(place)
    for index, clue in enumerate(catalog.clues.values()):
        record = rules.clues[index]
        record.destination, record.draws, record.draws_dice = (
            names.index(clue["destination"]),
            clue["draws"],
            clue["draws_dice"],
        )
    for players, n in catalog.game_end.items():
        rules.imperials_to_end[int(players)] = n
    rules.marywin, rules.storm, rules.olliver = (chits.index(kind) for kind in ("maid_marywin", "storm", "olliver"))
    rules.sorcerer, rules.patrol = chits.index("evil_sorcerer"), chits.index("imperial_patrol")
    rules.by_player = KILLED_BY_PLAYER
    rules.clue_kind = chits.index("treasure_clue")


def _fill_pools(rules: Any, catalog: Catalog, rock_wall: str) -> None:
    for index, good in enumerate(catalog.goods.values()):
        rules.goods_pool[index] = good["quantity"]
        rules.experience_good[index], rules.experience_dice[index] = good["experience"], good["experience_dice"]
    for index, name in enumerate(catalog.arms):
        if index >= MAGIC_ARMS_FROM:
            rules.magic_pool[index] = catalog.treasures[name]["quantity"]
            rules.experience_arm[index] = catalog.treasures[name]["experience"]
    for name, number in (("boat", Vessel.BOAT), ("ship", Vessel.SHIP)):
        rules.n_vessels[number] = catalog.vessels[name]["count"]
    for class_number, name in enumerate(HERO_CLASSES):
        rules.class_spells[class_number] = catalog.classes[name]["spells_held"]
    for index, spell in enumerate(catalog.spells.values()):
        rules.spell_class[index] = HERO_CLASSES.index(spell["class"])
    if rock_wall == "absent":
        rules.spell_class[list(catalog.spells).index("rock_wall")] = NOWHERE  # of no class
    rules.talisman_points = catalog.imperials["talisman_of_quox"]["movement"]
    rules.palantir_chits = catalog.imperials["palantir_of_zog"]["encounters"]


def _fill_switches(rules: Any, constants: Mapping[str, Any], chosen: Mapping[str, Any]) -> None:
    rules.spell_copies, rules.arms_limit = constants["spell_copies"], constants["arms_limit"]
    rules.princess_draws, rules.marywin_draws = constants["princess_reward_draws"], constants["marywin_reward_draws"]
    rules.oasis_on = len(constants["oasis_found_faces"])
    rules.meditation_on = sum(1 << face for face in constants["meditation_faces"])
    rules.imperial_draws, rules.turn_limit = constants["imperial_reward_draws"], constants["turn_limit"]
    rules.experience_flee = constants["experience_flee"]
    for name in ("experience_foe_flees", "experience_kill", "experience_charm"):
        rules[name] = HALVES.index(constants[name])
    rules.experience_returned = constants["experience_imperial_returned"]
    rules.improvement_points = constants["improvement_per_points"]
    rules.time_limit = chosen["time_limit"]
    for field, (switch, choice) in READINGS.items():
        rules[field] = chosen[switch] == choice
    for variant in OWN_VARIANTS:
        if variant.key.kind == "bool":
            rules[variant.key.name] = chosen[variant.key.name]
