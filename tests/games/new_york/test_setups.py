"""Line-ups, tables that are drawn, and what a scenario gets wrong: a line each, all at once."""

from collections import Counter

import numpy as np
import pytest
from games.new_york.midtown import FIGURES, GAME, TREE

from simkit.games.new_york.completions import GIVEN, N_KNOWN, completion, falls, table
from simkit.games.new_york.other_tables import other_table


def setups(**cell):
    compiled, faults = GAME.compile_setup(FIGURES, {}, "WHOLE_GAME", cell)
    assert faults == []
    return compiled.setups


def wrong(entry="WHOLE_GAME", **cell) -> list[str]:
    return [fault.message for fault in GAME.compile_setup(FIGURES, {}, entry, cell)[1]]


def wrong_figures(**changes) -> list[str]:
    figures, complaints = FIGURES.override({path.replace("__", "."): value for path, value in changes.items()})
    assert complaints == []
    return [fault.message for fault in GAME.compile_rules(figures, {})[1]]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_line_ups_are_even(n):
    """In each seat each monster has each mission equally often, and no chit is there twice."""
    cards = setups(players=n)
    monsters, missions = cards["monsters"][:, :n], cards["missions"][:, :n]
    assert all(len(set(row)) == n for row in (*monsters.tolist(), *missions.tolist()))
    pairs = Counter((seat, a, b) for rows in zip(monsters.tolist(), missions.tolist(), strict=True)
                    for seat, (a, b) in enumerate(zip(*rows, strict=True)))  # fmt: skip
    assert len(pairs) == n * 8 * 7
    assert len(set(pairs.values())) == 1


def test_the_first_seat_may_be_given():
    cards = setups(monster="Robot", mission="C", players=3)
    assert set(cards["monsters"][:, 0]) == {5}
    assert set(cards["missions"][:, 0]) == {2}
    assert not (cards["monsters"][:, 1:3] == 5).any()
    assert not (cards["missions"][:, 1:3] == 2).any()
    assert len(set(Counter(cards["missions"][:, 1].tolist()).values())) == 1


def test_seats_may_be_given():
    cards = setups(monsters=["Moth", "Robot"], missions=["G", "A"], seats="fixed")
    assert cards["monsters"][:, :2].tolist() == [[0, 5]]
    assert cards["missions"][:, :2].tolist() == [[6, 0]]


def test_printed_values_are_at_the_seats():
    cards = setups(monsters=["Giant Ape", "Moth"], seats="fixed")
    assert set(map(tuple, cards["strengths"][:, :2].tolist())) == {(13, 8)}
    assert set(map(tuple, cards["movements"][:, :2].tolist())) == {(6, 4)}


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ({"players": 5}, "players must be 2 to 4, not 5"),
        ({"monsters": ["Moth", "moth"]}, "monsters: Moth is there twice, and one set has each monster once"),
        ({"missions": ["A", "B"], "players": 3}, "3 players cannot have 2 missions"),
        ({"seats": "fixed"}, 'fixed seats need a list of monsters, and neither "monster" nor "mission"'),
        ({"monster": "Moht"}, "unknown monster 'Moht', did you mean 'Moth'?"),
        ({"policies": ["random"]}, "policies must be a list of 4, one a seat"),
        ({"policy": "hunter"}, "unknown policy 'hunter'"),
        ({"strength": 9}, "WHOLE_GAME has no strength"),
        ({"monster": "Moth", "monsters": ["Robot", "Saucer"]}, "Moth is not among the monsters of the cell"),
        ({"completion": -1}, "completion must be 0 to 1e+06, not -1"),
    ],
)
def test_a_bad_cell(cell, message):
    assert any(said.startswith(message) for said in wrong(**cell)), wrong(**cell)


def test_all_that_is_wrong_with_a_cell_is_told_at_once():
    assert len(wrong(players=9, monsters=["Moth", "Moth"], policy="hunter", turns=2)) == 4


def test_an_attack_needs_an_attacker():
    assert wrong("ATTACK") == ["a cell of ATTACK needs the strength of the attacker"]
    assert wrong("ATTACK", strength=5, players=2, defender_movement=3) == [
        "ATTACK has no players", "a building has no defender_movement: it needs a defence",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"exits__south__edge": "west", "exits__south__first": 12, "exits__south__last": 11},
         "exits.south: no street of the map leads there, which mission G needs"),
        ({"monsters__robot__name": "moth"}, "monsters.robot.name: monsters.moth is called 'Moth', too"),
        ({"attack_table__4__p3": "A1"},
         "attack_table.4.p3: A1 on a 4 at 3 or 4 more is worse for the attacker than a lower die or differential"),
        ({"attack_table__4__p3": "C1"}, "attack_table.4.p3 must be one of A3, A2, A1, B1, D1, D2, D3, not C1"),
        ({"map__rows": ["...", "."]}, "map.rows must be rows of one length"),
        ({"map__rows": ["..X"] * 13}, "map.rows: 'X' is no space (one of: ., P, B)"),
        ({"places__macys__at": [0, 0]}, "places.macys.at: [0, 0] is no building and no park of the map"),
        ({"places__macys__at": [9, 5]}, "places.empire_state_building.at: there is macys, too"),
        ({"starts__corners": [[0, 0], [1, 1], [16, 12], [0, 12]]}, "starts.corners: [1, 1] is no street of the map"),
        ({"missions__e__building": "bryant_park"}, "missions.e.building: bryant_park is no building on this map"),
        ({"missions__e__building": "harrods"}, "missions.e.building: 'harrods' is none of the places"),
        ({"false_blond_monsters__avenue": "Tenth", "false_blonds__7__buildings": 7},
         "false_blond_monsters.avenue: 5 buildings front on 'Tenth', and False Blond 7 asks for 7"),
        ({"false_blond_monsters__followed": ["blob"]}, "false_blond_monsters.followed: 'blob' is none of the monsters"),
    ],
)  # fmt: skip
def test_a_bad_figure(changes, message):
    assert message in wrong_figures(**changes)


def test_all_that_is_wrong_with_figures_is_told_at_once():
    assert len(wrong_figures(monsters__robot__name="moth", attack_table__4__p3="A1", places__macys__at=[0, 0])) == 4


def test_an_exit_behind_buildings_is_none():
    rows = [*TREE["map"]["rows"][:-1], "BBBBBBBBBBBBBBBBB"]
    said = wrong_figures(map__rows=rows)
    assert "exits.south: no street of the map leads there, which mission G needs" in said


@pytest.mark.parametrize("seed", range(1, 40))
def test_a_drawn_table_is_monotone_and_keeps_what_is_known(seed):
    known = table(TREE, "mirror")
    drawn = completion(known, seed)
    assert falls(drawn) == []
    assert (drawn[:N_KNOWN] == known[:N_KNOWN]).all()
    assert [drawn[cell] for cell in GIVEN] == [known[cell] for cell in GIVEN]
    assert (drawn == completion(known, seed)).all()


def test_drawn_tables_differ():
    known = table(TREE, "mirror")
    assert len({completion(known, seed).tobytes() for seed in range(1, 40)}) == 39


def test_a_cell_plays_by_the_table_that_it_names():
    assert (setups(completion=0)["table"][0] == table(TREE, "mirror")).all()
    assert (setups(completion=7)["table"][0] == completion(table(TREE, "mirror"), 7)).all()
    compiled, _ = GAME.compile_setup(FIGURES, {"attack_table": "gentle"}, "WHOLE_GAME", {})
    assert (compiled.setups["table"][0] == table(TREE, "gentle")).all()


def test_a_sensitivity_analysis_draws_the_same_tables():
    figures, complaints = FIGURES.override(other_table(FIGURES, 6))
    assert complaints == []
    assert np.array_equal(table(figures.tree, "mirror"), completion(table(TREE, "mirror"), 7))
    assert GAME.compile_rules(figures, {})[1] == []
