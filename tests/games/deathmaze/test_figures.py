"""DeathMaze's figures against the rules that are held, and against what two programs make of its tables."""

from itertools import product

import pytest
from games.deathmaze.hauls import FIGURES, TREE

from simkit.games.deathmaze.compile import BEZANTS, COUNT, LIMITS, ROLL, TWICE

FACES = tuple("123456")
TABLES = ("magic_items", "weapons", "weapon_effects", "armor", "potions", "spices", "medallions", "rings")


def figure(path):
    return next(figure for figure in FIGURES.ledger if figure.path == path)


def test_ten_types_of_treasure_and_three_of_the_expansion():
    assert "".join(TREE["treasures"]) == "ABCDEFGHIJKLM"
    assert {tuple(row) for row in TREE["treasures"].values()} == {("bezants", "gems", "magic_items")}
    assert all("M51" in figure(f"treasures.{row}.gems").source for row in "KLM")


def test_every_cell_is_a_dice_code():
    tables = ("treasures", "treasures_second")
    cells = [cell for name in tables for row in TREE[name].values() for cell in row.items()]
    assert len(cells) == 3 * 13 + 5
    assert all((BEZANTS if column == "bezants" else COUNT).fullmatch(cell) for column, cell in cells)


def test_only_type_a_is_empty_and_only_a_b_and_d_have_no_magic():
    rows = TREE["treasures"]
    assert [row for row in rows if set(rows[row].values()) == {"-"}] == ["A"]
    assert [row for row in rows if rows[row]["magic_items"] == "-"] == ["A", "B", "D"]


def test_the_example_of_case_9_12_is_a_cell_of_the_table():
    assert TREE["treasures"]["F"]["bezants"] == "3:1D6x5"


def test_the_two_versions_differ_in_every_cell_that_the_second_gives():
    first, second = TREE["treasures"], TREE["treasures_second"]
    assert all(first[row][column] != cell for row in second for column, cell in second[row].items())
    assert list(second) == list("CEFGH")


def test_gems_are_worth_more_the_more_the_dice_show():
    assert list(TREE["gems"]) == [str(total) for total in range(2, 13)]
    values = list(TREE["gems"].values())
    assert values == sorted(set(values))
    pairs = [TREE["gems"][str(a + b)] for a, b in product(range(1, 7), repeat=2)]
    assert sum(pairs) / 36 == pytest.approx(36.139, abs=5e-4)


@pytest.mark.parametrize("table", TABLES)
def test_one_die_tables_have_six_faces(table):
    assert tuple(TREE[table]) == FACES


@pytest.mark.parametrize("table", ["weapon_effects", "armor"])
def test_a_six_is_rolled_twice(table):
    assert [face for face, bonus in TREE[table].items() if bonus == TWICE] == ["6"]
    assert figure(f"{table}.6").status == "printed"


def test_chests_are_those_of_case_9_16():
    assert (TREE["chests"]["types"], TREE["chests"]["trapped_to"]) == (["I", "J"], 3)


def test_every_monster_has_a_type_in_its_room_and_another_or_the_same_abroad():
    monsters = TREE["monsters"]
    assert len(monsters) == 19
    assert {tuple(types) for types in monsters.values()} == {("room", "wandering")}
    assert {letter for types in monsters.values() for letter in types.values()} <= set("ABCDEFGHIJ")


def test_persons_that_can_be_charmed_are_monsters_but_for_one_name_on_which_texts_differ():
    effects = TREE["effects"]
    first, second = set(effects["charm_persons"]), set(effects["charm_persons_second"])
    assert first | second <= set(TREE["monsters"])
    assert (first - second, second - first, len(first)) == ({"orc"}, {"ogre"}, 5)


def test_what_the_rules_print_is_marked_so():
    for path in ("healing", "poison", "strength", "strangling", "oratory", "dexterity", "potion_doses", "weapons_each"):
        assert figure(f"effects.{path}").status == "printed"
        assert figure(f"effects.{path}").source.startswith("9.")


def test_section_10_is_not_held_so_that_its_figures_assume_nothing():
    traps = {name: figure(f"traps.{name}") for name in TREE["traps"]}
    assert {one.status for one in traps.values()} == {"reconstructed"}
    assert TREE["traps"] == {"detrapped_to": 0, "wounds": "-", "poisonous": False}


def test_limits_fit_what_is_published():
    assert all(ROLL.fullmatch(TREE["effects"][name]) for name in ("healing", "poison", "strength", "strangling"))
    assert set(LIMITS["magic_items.*"]) == set(TREE["magic_items"].values())
    assert set(LIMITS["potions.*"]) == set(TREE["potions"].values())
