"""From figures and switches to the RULES of the whole game: the map with its ways, the charts, the pools."""

import heapq
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from simkit.core.records import filled, freeze
from simkit.games.emperor.catalog import Catalog
from simkit.games.emperor.compile import compile_rules as compile_fight
from simkit.games.emperor.schema import HERO_CLASSES, MAGIC_ARMS_FROM, Vessel
from simkit.games.emperor.variants import VARIANTS as FIGHT_VARIANTS
from simkit.games.emperor.whole.schema import MOST_LINKS, N_SPACES, NOWHERE, RULES, Find, SpaceKind
from simkit.games.emperor.whole.variants import VARIANTS
from simkit.games.figures import Figures
from simkit.games.game import Fault, canonical, check

FAR = 1 << 14
ALONE = "olliver_alone"  # a switch that only a single encounter needs: here there are rivals
ALL_VARIANTS = (*(variant for variant in FIGHT_VARIANTS if variant.key.name != ALONE), *VARIANTS)
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
KINDS = {"wilderness": SpaceKind.WILDERNESS, "mines": SpaceKind.MINES, "oasis": SpaceKind.OASIS, "sea": SpaceKind.SEA}
READINGS = {  # a yes-or-no field of RULES, and the choice that makes it yes
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
    "spoils_to_victor": ("spoils", "victor"),
}
SPELL_ORDER = (
    "bolt_of_lightning", "ball_of_fire", "familiar", "stinking_fog", "teleport", "fear", "rock_wall",
    "heal_completely", "invisible_barrier", "speak_to_animals", "phrase_of_friendship", "elvin_bolt", "elvin_snare",
)  # fmt: skip


def compile_rules(figures: Figures, variants: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
    """RULES from the figures and the switches; the paths of faults are the names of switches and figures.

    Whom Olliver reaches he attacks: that he may be sent on is a matter of `whose_encounter`.
    """
    fight_names = {variant.key.name for variant in FIGHT_VARIANTS} - {ALONE}
    keys = [variant.key for variant in VARIANTS]
    said = {name: value for name, value in variants.items() if name in fight_names}
    fight, faults = compile_fight(figures, {**said, ALONE: "attacks"})
    faults += check(keys, {name: value for name, value in variants.items() if name not in fight_names})
    catalog = Catalog(figures)
    faults += list(map_faults(catalog))
    if faults:
        return None, faults
    chosen = {key.name: canonical(key, variants.get(key.name, key.default)) for key in keys}
    rules = filled(RULES)
    one = rules[0]
    one.fight = fight
    _fill_map(one, catalog)
    _fill_charts(one, catalog)
    _fill_pools(one, catalog)
    _fill_switches(one, catalog.constants, chosen)
    return freeze(rules)[0], []


def links(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """The edges of the map, each once: a walk "a - b - c" is the edges a-b and b-c."""
    for walks in catalog.map["links"].values():
        for walk in walks:
            spaces = walk.split(" - ")
            yield from pairwise(spaces)


def map_faults(catalog: Catalog) -> Iterator[Fault]:
    """[The Map] A map that cannot be played on: unknown or unconnected spaces, trails into the sea, missing destinations."""
    known = catalog.spaces
    edges = list(links(catalog))
    for a, b in edges:
        for space in (a, b):
            if space not in known:
                yield Fault(("map.links",), f"map.links: unknown space {space!r}")
    if any(space not in known for edge in edges for space in edge):
        return
    at_sea = {name: space["kind"] == "sea" for name, space in known.items()}
    for a, b in edges:
        land = a if at_sea[b] else b
        if at_sea[a] != at_sea[b] and land not in catalog.map["coastal"]:
            yield Fault(("map.links",), f"map.links: {a} - {b} leads into the sea, and {land} is no coastal area")
    named = {*catalog.destinations.values(), *(clue["destination"] for clue in catalog.clues.values())}
    for place in sorted(named - set(known)):
        yield Fault(("map.spaces",), f"map.spaces: there is no {place}, which a chart or a clue names")
    seen, waiting = set(), [catalog.map["start"]]
    while waiting:
        space = waiting.pop()
        if space not in seen:
            seen.add(space)
            waiting += [b if a == space else a for a, b in edges if space in (a, b)]
    if set(known) - seen:
        lost = sorted(set(known) - seen)
        yield Fault(("map.links",), f"map.links: {len(lost)} spaces cannot be reached, such as {lost[0]}")


def _fill_map(rules: Any, catalog: Catalog) -> None:
    names = list(catalog.spaces)
    columns = list(catalog.exploration)
    rules.n_spaces = len(names)
    for index, (name, space) in enumerate(catalog.spaces.items()):
        one = rules.spaces[index]
        spot = one.spot
        spot.terrain, spot.sea, spot.coastal, spot.shore, spot.place = catalog.spot(name)
        spot.sea = space["kind"] == "sea"
        one.kind = KINDS.get(space["kind"], SpaceKind.CIVILIZED)
        place = {SpaceKind.CIVILIZED: "civilized", SpaceKind.MINES: "mines", SpaceKind.OASIS: "oasis"}.get(one.kind)
        one.cost = catalog.map["cost_of_places"][place] if place else catalog.map["cost"][space["terrain"]]
        column = catalog.map["columns"].get(name)
        one.column = columns.index(column) if column else NOWHERE
        if column:
            faces = catalog.exploration[column]
            one.worth = faces.count("treasure")
            one.heals = 3 * faces.count("heal_all") + faces.count("heal1")
        one.grail = space["kind"] in catalog.imperials["grail_of_pale"]["kinds"] or space["kind"] == "inn"
        one.sceptre = space["kind"] in catalog.imperials["sceptre_of_balladan"]["kinds"]
    for a, b in links(catalog):
        for here, there in ((a, b), (b, a)):
            one = rules.spaces[names.index(here)]
            if one.n_links < MOST_LINKS and names.index(there) not in one.links[: one.n_links]:
                one.links[one.n_links] = names.index(there)
                one.n_links += 1
    spaces = rules.spaces[: len(names)]
    roads = tuple(tuple(space.links[: space.n_links].tolist()) for space in spaces)
    costs = tuple(int(space.cost) for space in spaces)
    on_land = tuple(not space.spot.sea for space in spaces)
    rules.land_cost, rules.land_route = _ways(roads, costs, on_land)
    rules.sea_cost, rules.sea_route = _ways(roads, costs, (True,) * len(names))
    rules.land_hops, _ = _ways(roads, (1,) * len(names), on_land)
    rules.start, rules.capital = names.index(catalog.map["start"]), names.index("imperial_capital")
    rules.lair = names.index("pirate_lair")


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
    least, ahead = [FAR] * len(roads), [NOWHERE] * len(roads)
    least[goal] = 0
    heap = [(0, goal)]
    while heap:
        so_far, space = heapq.heappop(heap)
        if so_far > least[space]:
            continue
        step = so_far + costs[space]  # entering `space` is what a step towards the goal costs
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
        one = rules.clues[index]
        one.destination, one.draws, one.draws_dice = names.index(clue["destination"]), clue["draws"], clue["draws_dice"]
    for players, n in catalog.game_end.items():
        rules.imperials_to_end[int(players)] = n
    rules.marywin, rules.storm, rules.olliver = (chits.index(kind) for kind in ("maid_marywin", "storm", "olliver"))
    rules.sorcerer, rules.patrol = chits.index("evil_sorcerer"), chits.index("imperial_patrol")
    rules.clue_kind = chits.index("treasure_clue")


def _fill_pools(rules: Any, catalog: Catalog) -> None:
    for index, good in enumerate(catalog.goods.values()):
        rules.goods_pool[index] = good["quantity"]
        rules.experience_good[index], rules.experience_dice[index] = good["experience"], good["experience_dice"]
    for index, name in enumerate(catalog.arms):
        if index >= MAGIC_ARMS_FROM:
            rules.magic_pool[index] = catalog.treasures[name]["quantity"]
            rules.experience_arm[index] = catalog.treasures[name]["experience"]
    for name, number in (("boat", Vessel.BOAT), ("ship", Vessel.SHIP)):
        rules.n_vessels[number] = catalog.vessels[name]["count"]
    for number, name in enumerate(HERO_CLASSES):
        rules.class_spells[number] = catalog.classes[name]["spells_held"]
    for index, spell in enumerate(catalog.spells.values()):
        rules.spell_class[index] = HERO_CLASSES.index(spell["class"])
    rules.spell_order = [list(catalog.spells).index(name) for name in SPELL_ORDER]


def _fill_switches(rules: Any, constants: Mapping[str, Any], chosen: Mapping[str, Any]) -> None:
    rules.spell_copies, rules.arms_limit = constants["spell_copies"], constants["arms_limit"]
    rules.princess_draws, rules.marywin_draws = constants["princess_reward_draws"], constants["marywin_reward_draws"]
    rules.imperial_draws, rules.turn_limit = constants["imperial_reward_draws"], constants["turn_limit"]
    rules.experience_flee = constants["experience_flee"]
    rules.experience_returned = constants["experience_imperial_returned"]
    rules.improvement_points = constants["improvement_per_points"]
    rules.time_limit = chosen["time_limit"]
    for field, (switch, choice) in READINGS.items():
        rules[field] = chosen[switch] == choice
    for variant in VARIANTS:
        if variant.key.kind == "bool":
            rules[variant.key.name] = chosen[variant.key.name]
