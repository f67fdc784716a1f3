"""What is wrong with a scenario of the whole game is told in a line each, with its number, all at once."""

import pytest
from games.emperor.whole.tables import CATALOG, FIGURES
from scenario_texts import faults_of, write

from simkit.games.emperor.encounter.rules.hands import MOST
from simkit.games.emperor.shared.limits import UP_TO_7
from simkit.games.emperor.whole import compile as whole
from simkit.games.emperor.whole.schema import MOST_LINKS
from simkit.study.scenarios.reader import load

TEXT = """\
game = "emperor"
title = "Who wins?"
entry = "WHOLE_GAME"

[setup]
{setup}

[rules]
{rules}

[run]
games = 2
"""


def told(folder, setup="policy = 'seeker'", rules=""):
    """The faults of a scenario, each with the text of the line that it names."""
    text = TEXT.format(setup=setup, rules=rules)
    said = [fault.split(": ", 1) for fault in faults_of(write(folder, text))]
    lines = text.splitlines()
    return [(lines[int(number) - 1].split(" =")[0].strip('"'), message) for number, message in said]


def walks(group, *changed):
    """A line that says other walks for a group of trails."""
    return f'"map.links.{group}" = {list(changed)}'.replace("'", '"')


def test_a_scenario_without_a_fault_is_fine(tmp_path):
    assert load(write(tmp_path, TEXT.format(setup="players = 8", rules=""))).cells


@pytest.mark.parametrize(
    ("setup", "faults"),
    [
        ('characters = ["Ozmo", "Ozmo"]', [("characters", "two players of one character: each may be chosen once")]),
        ("players = 9", [("players", "players must be 2 to 8, not 9")]),
        ("players = 1", [("players", "players must be 2 to 8, not 1")]),
        ('characters = ["Ozmo"]', [("characters", "2 to 8 can play, not 1")]),
        ('characters = ["Ozmo", "Rosa"]\nplayers = 3', [("players", "3 players cannot be 2 characters")]),
        ('seats = "fixed"', [("seats", 'fixed seats need a list of characters, not "every"')]),
        (
            'policy = { kind = "camper", site = "waled_city" }',
            [("policy", "unknown site 'waled_city', did you mean 'walled_city'?")],
        ),
        ('policies = ["seeker"]', [("policies", "policies must be a list of 4, one a seat")]),
    ],
)
def test_line_ups_that_cannot_be(tmp_path, setup, faults):
    assert told(tmp_path, setup) == faults


def test_two_of_one_character_and_nine_players_and_a_broken_map_are_told_together(tmp_path):
    setup = 'characters = ["Ozmo", "Ozmo", "Rosa"]\nplayers = 9'
    rules = '"map.spaces.c02.terrain" = "lava"\n"constants.arms_limit" = -1'
    found = told(tmp_path, setup, rules)
    assert [line for line, _ in found] == ["characters", "players", "map.spaces.c02.terrain", "constants.arms_limit"]


BROKEN = [
    (walks("harbours", "despin - k5", "inn - k1"), "inn - k1 leads into the sea, and inn is no coastal area"),
    (walks("harbours", "despin - k5", "fragon_birg - c99"), "unknown space 'c99', did you mean"),
    ('"destinations.9" = "fragon"', "there is no place 'fragon' on the map, did you mean 'fragon_birg'?"),
    ('"clues.clue_3.destination" = "elsewhere"', "there is no place 'elsewhere' on the map"),
    ('"map.start" = "tavern"', "there is no tavern"),
    ('"map.columns.river" = "castle"', "unknown column 'castle'"),
    ('"exploration.monastery" = ["gold", "none", "none", "none", "none", "none"]', "unknown find 'gold'"),
    ('"map.spaces.c02.terrain" = "deep_sea"', "deep_sea is the sea, not land"),
    ('"map.spaces.p1.terrain" = "clear"', "clear is no sea"),
    ('"map.spaces.c02.kind" = "village"', "a village needs a column of the chart"),
    ('"treasures.sack_of_silver.quantity" = 8', "must be 0 to 7, not 8"),
    ('"encounters.treasure_clue.count" = 9', "must be 0 to 8, not 9"),
    ('"constants.improvement_per_points" = 0', "must be 1 to 999, not 0"),
    ('"time_limit" = -1', "must be 0 to 100000, not -1"),
]


@pytest.mark.parametrize(("rules", "message"), BROKEN)
def test_maps_and_figures_that_cannot_be_played(tmp_path, rules, message):
    path = rules.split(" = ")[0].strip('"')
    (found,) = [said for said in told(tmp_path, rules=rules) if said[1].startswith(path)]
    assert found[0] == path
    assert found[1].removeprefix(path).lstrip(": ").startswith(message)


def test_a_map_in_two_parts(tmp_path):
    rules = walks("desert", "river - d01", "c13 - d02", "d05 - oasis", "d04 - d06")
    assert told(tmp_path, rules=rules) == [("[rules]", "map.links: 8 spaces cannot be reached, such as d04")]


def test_a_crossing_of_too_many_ways(tmp_path):
    star = " - ".join(f"c01 - {name}" for name in ("c03", "c05", "c06", "c07", "c08", "c09", "c10"))
    found = told(tmp_path, rules=walks("midland", "nebbswitt - c11", star, "s06 - midland"))
    assert ("[rules]", f"map.links: c01 has 9 neighbours, at most {MOST_LINKS} are possible") in found


def test_every_fault_of_a_map_is_told_at_once(tmp_path):
    rules = "\n".join(
        [
            walks("harbours", "despin - k5", "inn - k1"),
            walks("desert", "river - d01", "c13 - d02", "d05 - oasis", "d04 - d06"),
            '"destinations.9" = "fragon"',
            '"map.columns.river" = "castle"',
        ]
    )
    assert len(told(tmp_path, rules=rules)) == 4


def test_the_published_map_has_no_fault():
    assert list(whole.map_faults(CATALOG)) == []
    assert FIGURES.get("map.start") == "inn"


def test_a_hand_holds_as_many_of_a_kind_as_a_figure_may_say():
    assert UP_TO_7[-1] == MOST
