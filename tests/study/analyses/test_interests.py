"""Whose interest a metric is: the sign belongs to the seat."""

import pytest
from scenario_texts import RIVALS, read

from simkit.study.analyses.interests import governed, interest, seat_named
from simkit.study.scenarios.quantities import metric_named

BATTLE = """\
game = "waterloo"
entry = "WHOLE_GAME"
[run]
games = 10
"""
EVENING = """\
game = "emperor"
entry = "WHOLE_GAME"
[setup]
players = 3
[run]
games = 10
"""


def asked(scenario, key, name, better=""):
    chosen, sign = interest(scenario, key, metric_named(scenario.game, name), better, "tune")
    return [one.side for one in chosen], sign


def test_a_key_governs_its_seats(tmp_path):
    assert governed(read(tmp_path, RIVALS), "policy") == ([0], 1)
    battle = read(tmp_path, BATTLE)
    assert [governed(battle, key) for key in ("french", "allied")] == [([0], 2), ([1], 2)]
    evening = read(tmp_path, EVENING)
    assert [governed(evening, key) for key in ("policy", "first_seat")] == [([0, 1, 2], 3), ([0], 3)]
    assert [seat_named(battle, side) for side in (1, "2", "allied")] == ["french", "allied", "allied"]


def test_what_one_side_wins_the_other_loses(tmp_path):
    battle = read(tmp_path, BATTLE)
    assert asked(battle, "french", "french_win") == (["all"], 1)
    assert asked(battle, "allied", "french_win") == (["all"], -1)
    assert asked(battle, "allied", "FRENCH_WIN") == (["all"], -1)
    assert asked(battle, "allied", "allied_win", "high") == (["all"], 1)
    assert asked(battle, "allied", "allied_lost") == (["all"], -1)
    assert asked(battle, "french", "allied_lost") == (["all"], 1)


def test_a_score_that_counts_a_draw_half_has_a_sign_for_either_side(tmp_path):
    battle = read(tmp_path, BATTLE)
    assert [asked(battle, key, "french_score")[1] for key in ("french", "allied")] == [1, -1]


def test_a_character_is_no_seat(tmp_path):
    """The first character's share is not the first seat's: others have that character in other line-ups."""
    evening = read(tmp_path, EVENING)
    assert asked(evening, "first_seat", "seat_1") == (["all"], 1)
    with pytest.raises(ValueError, match="nothing says whether more ozmo_share is better for first_seat"):
        asked(evening, "first_seat", "ozmo_share")


@pytest.mark.parametrize(
    ("key", "name", "better", "told"),
    [
        ("allied", "french_win", "high", r'\[tune\] better = "high" is worse for allied: french_win is of french'),
        ("allied", "drawn", "", r'whether more drawn is better for allied: say \[tune\] better = "high" or "low"'),
    ],
)
def test_what_nobody_can_say_is_asked(tmp_path, key, name, better, told):
    with pytest.raises(ValueError, match=told):
        asked(read(tmp_path, BATTLE), key, name, better)
    assert asked(read(tmp_path, BATTLE), "allied", "drawn", "low") == (["all"], -1)


def test_win_shares_are_those_of_the_seat(tmp_path):
    evening = read(tmp_path, EVENING)
    (own,), sign = interest(evening, "first_seat", metric_named(evening.game, "win_share"), "", "tune")
    assert (own.side, own.metric.column, sign) == ("first_seat", "players.0.share", 1)
    assert asked(evening, "first_seat", "seat_1") == (["all"], 1)
    with pytest.raises(ValueError, match="one wins what the others lose"):
        asked(evening, "policy", "win_share")
