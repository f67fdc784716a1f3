"""The Emperor's figures against the rulebook: its counts, its examples, its map, its own table of terrains."""

import heapq
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import pytest

import simkit.games
from simkit.games.figures import NEEDS, load_figures

FIGURES = load_figures(Path(simkit.games.__file__).parent / "emperor" / "figures")
TREE = FIGURES.tree
ENCOUNTERS, ARMS, MAGIC_ARMS = TREE["encounters"], TREE["arms"], TREE["magic_arms"]
CHARACTERS, SPELLS, TREASURES = TREE["characters"], TREE["spells"], TREE["treasures"]
COMPONENTS, SPACES, COLUMNS = TREE["components"], TREE["map"]["spaces"], TREE["map"]["columns"]
TERRAINS = ("clear", "desert", "wastes", "forest", "swamp", "mountain", "coastal_sea", "deep_sea")
WORDS = {
    "escape_policy": {"at_1_left", "never", "over_half_wounded"},
    "reward_if_killed": {"none", "treasure"},
    "reward_if_it_flees": {"none", "arms"},
    "kind": {"animal", "human_group", "human_group_hard", "human_single", "monster", "spirit", "dragon", "none"},
}


def total(things, field):
    return sum(thing[field] for thing in things.values())


def kinds(things, field):
    return Counter(thing[field] for thing in things.values())


# ---- Inventory


def test_there_are_as_many_chits_as_the_inventory_says():
    assert total(TREASURES, "quantity") == COMPONENTS["treasures"] == 34
    assert len(CHARACTERS) == COMPONENTS["characters"] == 8
    assert total(ENCOUNTERS, "count") == COMPONENTS["encounters"] == 42
    assert total(ARMS, "quantity") == COMPONENTS["arms"] == 27
    assert len(SPELLS) * TREE["constants"]["spell_copies"] == COMPONENTS["spells"] == 26
    assert [TREE["vessels"][vessel]["count"] for vessel in ("ship", "boat")] == [2, 2]


def test_the_inventory_contradicts_itself_by_fourteen():
    parts = ("treasures", "characters", "encounters", "arms", "spells", "ships", "boats", "wound_markers")
    assert sum(COMPONENTS[part] for part in parts) == COMPONENTS["sum_of_parts"] == 186
    assert COMPONENTS["sum_of_parts"] - COMPONENTS["markers_total_printed"] == 14


def test_treasures_by_category():
    by_category = Counter()
    for treasure in TREASURES.values():
        by_category[treasure["category"]] += treasure["quantity"]
    assert by_category == {"imperial": 6, "riches": 13, "magic_arms": 8, "scroll": 6, "mystical": 1}
    assert {name for name, treasure in TREASURES.items() if treasure["category"] == "magic_arms"} == set(MAGIC_ARMS)
    assert {name for name, treasure in TREASURES.items() if treasure["category"] == "scroll"} == set(TREE["scrolls"])
    assert set(TREE["imperials"]) < {name for name, thing in TREASURES.items() if thing["category"] == "imperial"}


def test_experience_points_of_the_treasures():
    fixed = sum(thing["quantity"] * thing["experience"] for thing in TREASURES.values())
    dice = sum(thing["quantity"] * thing["experience_dice"] for thing in TREASURES.values())
    assert fixed == 40 + 5 * 20 + 25 + 10 + 6 * 15 + 6 * 20
    assert dice == 8 + 4 * (2 + 5) + 2 * (4 + 1) + 10
    assert all(bool(thing["experience"]) != bool(thing["experience_dice"]) for thing in TREASURES.values())


def test_two_characters_of_each_class_and_the_spells_of_each():
    assert set(kinds(CHARACTERS, "class").values()) == {COMPONENTS["characters_of_a_class"]}
    assert set(kinds(CHARACTERS, "class")) == set(TREE["classes"])
    assert kinds(SPELLS, "class") == {"magician": 7, "cleric": 4, "elf": 2}
    held = {name: rules["spells_held"] for name, rules in TREE["classes"].items()}
    assert held == {"fighter": 0, "elf": 1, "magician": 4, "cleric": 2}


def test_classes_may_use_what_arms_says():
    arms = {name: set(rules["arms"]) for name, rules in TREE["classes"].items()}
    assert arms["fighter"] == arms["elf"] == set(ARMS)
    assert len(ARMS) == 11
    assert arms["magician"] - arms["cleric"] == {"dagger", "bow"}
    assert arms["cleric"] - arms["magician"] == {"mace"}
    assert arms["cleric"] & arms["magician"] == {"club", "staff", "sling"}


def test_only_one_mixture_of_the_disputed_counts_gives_the_inventory():
    disputed = {name: thing for name, thing in ENCOUNTERS.items() if thing["count"] != thing["count_description"]}
    assert {name: (thing["count"], thing["count_description"]) for name, thing in disputed.items()} == {
        "treasure_clue": (6, 8),
        "wastrels": (1, 2),
        "wolves": (1, 2),
    }
    assert total(ENCOUNTERS, "count_description") == 46
    undisputed = total(ENCOUNTERS, "count") - total(disputed, "count")
    mixtures = product(*((thing["count"], thing["count_description"]) for thing in disputed.values()))
    assert [mixture for mixture in mixtures if undisputed + sum(mixture) == 42] == [(6, 1, 1)]


def test_there_are_clues_for_either_count_and_the_map_is_the_first():
    assert len(TREE["clues"]) == ENCOUNTERS["treasure_clue"]["count_description"]
    assert next(iter(TREE["clues"].values()))["destination"] == "pirate_lair"
    assert all(clue["destination"] in SPACES for clue in TREE["clues"].values())


# ---- Encounters


def test_every_encounter_has_the_same_fields():
    fields = {frozenset(encounter) for encounter in ENCOUNTERS.values()}
    assert len(fields) == 1
    assert len(ENCOUNTERS) == 33
    assert next(iter(fields)) == {
        *("name", "count", "count_description", "ability", "plus", "missile_dice", "wounds", "escape", "fights"),
        *("terrains", "places", "coastal_land", "reaction", "kind", "escape_policy"),
        *("reward_if_killed", "reward_if_it_flees", "heals", "approach"),
    }


def test_words_of_the_encounters_are_known():
    for field, words in WORDS.items():
        assert set(kinds(ENCOUNTERS, field)) == words
    named = [place for thing in ENCOUNTERS.values() for place in thing["places"]]
    assert set(named) <= set(SPACES)
    assert all(thing["terrains"] or thing["places"] or thing["coastal_land"] for thing in ENCOUNTERS.values())
    assert {terrain for thing in ENCOUNTERS.values() for terrain in thing["terrains"]} == set(TERRAINS)


def test_the_exceptions_among_the_encounters():
    def with_(field, value):
        return {name for name, thing in ENCOUNTERS.items() if thing[field] == value}

    assert with_("plus", True) == {"demon", "evil_sorcerer"}
    assert with_("missile_dice", 2) == {"brigands"}
    assert with_("heals", 1) == {"troll_ralph", "troll_edna"}
    assert with_("approach", False) == {"mountain_lion"}
    assert with_("coastal_land", True) == {"fish_fiend", "pirate_raiding_party"}
    assert with_("reward_if_it_flees", "arms") == with_("reward_if_killed", "treasure") - {"demon", "olliver"}
    assert with_("fights", False) == with_("wounds", 0) == with_("escape", 0)
    assert with_("escape_policy", "never") == with_("fights", False) | {"demon", "troll_edna"}


# ---- Figures that examples fix


def test_ozmo_and_the_whale():
    ozmo, whale, ship = CHARACTERS["ozmo"], ENCOUNTERS["great_whale"], TREE["vessels"]["ship"]
    assert ozmo["ability"] + MAGIC_ARMS["magic_axe"]["melee_dice"] + ship["dice"] == whale["ability"] == 7
    assert MAGIC_ARMS["magic_axe"]["plus"] == 2
    assert ARMS["kite_shield"]["absorb"] == 3 + 1
    assert MAGIC_ARMS["magic_axe"]["absorb"] == 2
    assert ozmo["wounds"] == 10 + 1
    assert ship["wounds"] == 12 > 8 + 3


@pytest.mark.parametrize(("hero", "foe"), [("ozmo", "great_whale"), ("nruff", "mountain_lion")])
def test_who_needs_an_eight_to_escape(hero, foe):
    assert TREE["constants"]["escape_target"] + ENCOUNTERS[foe]["escape"] - CHARACTERS[hero]["escape"] == 8


def test_a_fighter_with_an_axe_rolls_five():
    assert {CHARACTERS[name]["ability"] + ARMS["axe"]["melee_dice"] for name in ("ozmo", "fighter_b")} == {5}


def test_turbs_trade_gains_ozmo_a_die():
    assert ARMS["short_sword"]["melee_dice"] == ARMS["staff"]["melee_dice"] + 1
    assert "short_sword" not in TREE["classes"]["magician"]["arms"]


def test_turb_kills_edna_from_a_ball_of_fire_with_the_bolts_figures():
    bolt = SPELLS["bolt_of_lightning"]
    assert bolt["dice"] + CHARACTERS["turb"]["ability"] == 5
    assert 3 * bolt["wounds_per_hit"] == 12 > ENCOUNTERS["troll_edna"]["wounds"] == 10
    assert (SPELLS["ball_of_fire"]["dice"], SPELLS["ball_of_fire"]["wounds_per_hit"]) == (3, 3)


def test_five_kinds_of_weapon_parry():
    parrying = {name for name, arm in ARMS.items() if arm["type"] == "melee" and arm["absorb"]}
    assert parrying == {"staff", "short_sword", "axe", "mace", "great_sword"}


def test_magic_arms_have_the_dice_of_their_base_and_magic_shields_absorb_more():
    for magic in MAGIC_ARMS.values():
        base = ARMS[magic["base"]]
        dice = magic["melee_dice"], magic["missile_dice"]
        assert dice == (base["melee_dice"], base["missile_dice"])
        assert magic["plus"] == sum(dice)
        assert magic["absorb"] > base["absorb"] if base["type"] == "shield" else magic["absorb"] == base["absorb"]
    assert MAGIC_ARMS["magic_great_sword"]["plus"] == 3


# ---- The map

COST = TREE["map"]["cost"]
SEA = {space for space in SPACES if SPACES[space]["kind"] == "sea"}
LAND = set(SPACES) - SEA
LINKS = [pair for roads in TREE["map"]["links"].values() for road in roads for pair in pairwise(road.split(" - "))]
BESIDE = {space: {a if b == space else b for a, b in LINKS if space in (a, b)} for space in SPACES}
CIVILIZED = {
    **dict.fromkeys(["nebbswitt", "inn", "imperial_capital", "grenger", "midland", "river"], "clear"),
    **dict.fromkeys(["saltz", "mohg", "scrab", "walled_city", "pirate_lair", "monastery"], "mountain"),
    "despin": "swamp",
    "fragon_birg": "clear",
    "wizards_tower": "clear",
}
COASTAL = {"despin", "fragon_birg", "walled_city", "pirate_lair", "imperial_capital"}


def cost(space):
    places = TREE["map"]["cost_of_places"]
    if space in CIVILIZED:
        return places["civilized"]
    return places.get(SPACES[space]["kind"], COST[SPACES[space]["terrain"]])


def walk(roll, *path):
    """Points left after each space of a walk that the links allow; a space may be entered while points are left."""
    left = [roll]
    for here, there in pairwise(path):
        assert there in BESIDE[here]
        assert left[-1] > 0
        left.append(left[-1] - cost(there))
    return left[1:]


def distances(start, within):
    """Fewest points from `start` to every space of `within`."""
    far, queue = {start: 0}, [(0, start)]
    while queue:
        points, here = heapq.heappop(queue)
        for there in BESIDE[here] & within:
            if points + cost(there) < far.get(there, len(SPACES) * 3):
                far[there] = points + cost(there)
                heapq.heappush(queue, (far[there], there))
    return far


def terrains(*spaces):
    return [SPACES[space]["terrain"] for space in spaces]


def test_links_join_known_spaces_once():
    assert {space for link in LINKS for space in link} == set(SPACES)
    assert len({frozenset(link) for link in LINKS}) == len(LINKS) == 167
    assert len(SPACES) == 112


def test_map_land_and_sea_are_each_connected_without_dead_ends():
    assert set(distances("inn", set(SPACES))) == set(SPACES)
    assert set(distances("inn", LAND)) == LAND
    assert set(distances("e1", SEA)) == SEA
    assert min(map(len, BESIDE.values())) == 2


def test_land_and_sea_meet_at_the_five_coastal_areas_only():
    assert set(TREE["map"]["coastal"]) == COASTAL
    assert {space for space in LAND if BESIDE[space] & SEA} == COASTAL
    assert COASTAL < set(TREE["map"]["shore"]) < LAND


def test_movement_costs():
    assert dict(zip(TERRAINS, (1, 1, 1, 2, 2, 3, 2, 2), strict=True)) == COST
    assert {cost(space) for space in [*CIVILIZED, "mines", "oasis"]} == {1}


def test_civilized_areas_lie_in_the_terrain_that_the_map_lists():
    kinds_of_wilderness = {"wilderness", "sea", "mines", "oasis"}
    found = {name: space["terrain"] for name, space in SPACES.items() if space["kind"] not in kinds_of_wilderness}
    assert found == CIVILIZED
    assert SPACES["mines"]["terrain"] == "mountain"
    assert set(COLUMNS) == {*CIVILIZED, "mines"}
    assert {space["terrain"] for space in SPACES.values()} == set(TERRAINS)


def test_turn_1_turb_alatha_and_rosa():
    assert walk(4, "inn", "c01", "s01", "s02") == [3, 1, -1]
    assert walk(6, "inn", "c01", "s01", "s02", "f01") == [5, 3, 1, -1]
    assert terrains("c01", "s01", "s02", "f01") == ["clear", "swamp", "swamp", "forest"]
    assert walk(5, "inn", "c02", "m01", "saltz") == [4, 1, 0]
    assert distances("inn", LAND)["saltz"] == 5
    assert max(SPACES[space]["y"] for space in ("inn", "c01", "s01")) < SPACES["s02"]["y"] < SPACES["f01"]["y"]


def test_ozmo_sails_north_by_deep_sea_or_coast():
    capital = "imperial_capital"
    assert walk(5, "pirate_lair", "e1", "p1", "p2") == [3, 1, -1]
    assert SPACES["p2"]["terrain"] == "deep_sea"
    assert SPACES["p2"]["y"] < SPACES["pirate_lair"]["y"]
    assert distances("p2", set(SPACES))[capital] == 5
    assert walk(5, "pirate_lair", "e1", "e2", "e3") == [3, 1, -1]
    assert set(terrains("e1", "e2", "e3", "e4", "e5", "e6", "e7")) == {"coastal_sea"}
    assert walk(9, "e3", "e4", "e5", "e6", "e7", capital)[-1] == 0
    assert distances("e3", set(SPACES))[capital] == 9
    assert "walled_city" in BESIDE["e4"]


def test_the_demon_has_five_places_about_the_volcano():
    assert set(ENCOUNTERS["demon"]["places"]) == {"monastery", "despin", "m04", "m05", "m06"}
    walk(7, "monastery", "m04", "m05", "despin")
    assert terrains("m04", "m05", "m06") == ["mountain"] * 3
    assert "fragon_birg" in BESIDE["m06"]
    assert SPACES["m06"]["y"] < SPACES["fragon_birg"]["y"]


def test_the_western_marshes_are_a_cheapest_way_to_the_mines():
    by_the_marshes = walk(99, "inn", "c01", "s01", "s02", "f01", "m10", "mines")[-1]
    assert 99 - by_the_marshes == distances("inn", LAND)["mines"] == 11


# ---- Charts


def test_every_destination_of_the_chart_is_on_the_map():
    chart = TREE["destinations"]
    assert list(chart) == [str(roll) for roll in range(3, 19)]
    assert set(chart.values()) == {*CIVILIZED, "mines"}


def test_the_exploration_chart_has_ten_columns_of_six():
    assert [len(faces) for faces in TREE["exploration"].values()] == [6] * 10
    assert set(COLUMNS.values()) == set(TREE["exploration"])
    coastal = {space for space in COLUMNS if any("boat" in face for face in TREE["exploration"][COLUMNS[space]])}
    assert coastal == COASTAL
    assert Counter(face for faces in TREE["exploration"].values() for face in faces) == {
        "arms": 6,
        "arms_or_boat": 6,
        "boat": 2,
        "boat_or_ship": 4,
        "treasure": 10,
        "heal1": 4,
        "heal_all": 3,
        "encounter": 10,
        "must_leave": 7,
        "none": 8,
    }
    two_treasures = {column for column, faces in TREE["exploration"].items() if faces.count("treasure") == 2}
    assert two_treasures == {"walled_city", "pirate_lair", "mines"}


def test_game_end_is_given_for_two_to_eight_players():
    assert TREE["game_end"] == {"2": 4, "3": 4, "4": 4, "5": 5, "6": 6, "7": 6, "8": 6}


def encounters_in(terrain, left_out, hostile):
    """(possible, hostile) chits of a terrain, under the two conventions that the printed list can be read with."""
    found = {name: thing for name, thing in ENCOUNTERS.items() if terrain in thing["terrains"] and name != left_out}
    attacking = {name: thing for name, thing in found.items() if name in hostile or thing["reaction"] == "attack"}
    return total(found, "count"), total(attacking, "count")


@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_terrain_list_of_the_strategy_tips(terrain):
    if terrain in ("coastal_sea", "deep_sea"):
        found = encounters_in(terrain, "treasure_clue", {"storm", "evil_sorcerer", "olliver"})
    else:
        found = encounters_in(terrain, "evil_sorcerer", {"brigands", "imperial_patrol"})
    printed = TREE["terrain_summary"][terrain]
    slip = 1 if terrain == "swamp" else 0  # 9 printed, and 8 under every reading that fits the other lines
    assert found == (printed["possible"], printed["hostile"] - slip)


# ---- Provenance


@pytest.mark.parametrize("status", NEEDS)
def test_every_figure_says_where_it_comes_from(status):
    figures = [figure for figure in FIGURES.ledger if figure.status == status]
    assert figures
    assert all(getattr(figure, NEEDS[status]) for figure in figures)
    assert sum(FIGURES.counts().values()) == len(FIGURES.ledger)


def test_every_reconstructed_figure_has_believable_values_around_it():
    ours = [figure for figure in FIGURES.ledger if figure.status == "reconstructed"]
    assert all(figure.range or figure.alternatives for figure in ours)
    assert all(figure.value not in figure.alternatives for figure in ours if figure.alternatives)
    bounds = [(figure.path, *figure.range, figure.value) for figure in FIGURES.ledger if figure.range]
    assert bounds
    assert all(low <= value <= high and low < high for _, low, high, value in bounds)
