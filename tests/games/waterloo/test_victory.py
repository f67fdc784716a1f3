"""[8.0] Leaving the map, demoralization and victory."""

import pytest
from games.waterloo.battlefield import ALLIED, FRENCH, Ending, Field, rules_of

from simkit.core.log import new_log
from simkit.games.waterloo.rules.movement import move
from simkit.games.waterloo.schema import OFF_MAP, STATE


def leave(field: Field, name: str) -> Field:
    field.found(name)
    move(field.rules, field.who[name], OFF_MAP, field.state, field.tally, new_log(20))
    return field


def test_8_3_a_unit_leaves_from_an_exit_hex_for_one_more_point():
    for movement, can in ((1, False), (2, True)):
        field = Field()
        field.add(FRENCH, "0502", movement=movement)
        field.found("0502")
        assert bool(field.state.field.leaves) == can
    field = Field(movement__exit_cost=0)
    field.add(FRENCH, "0502", movement=1)
    field.found("0502")
    assert field.state.field.leaves


def test_8_3_not_from_1001_unless_nw_11_says_so():
    for exits, can in (("to_0901", False), ("to_1001", True)):
        field = Field(exit_hexes=exits)
        field.add(FRENCH, "1002", movement=2)
        field.found("1002")
        assert bool(field.state.field.leaves) == can


def test_nw_06_who_is_stopped_by_a_zone_does_not_leave():
    field = Field()
    field.add(FRENCH, "0503", movement=6)
    for place in ("0202", "0402", "0602", "0802"):
        field.add(ALLIED, place)
    field.found("0503")
    assert not field.state.field.leaves
    with pytest.raises(ValueError, match="cannot leave the map"):
        leave(field, "0503")


@pytest.mark.parametrize(("demoralized", "before", "ending"), [(1, 6, 1), (1, 5, 0), (0, 6, 0)])
def test_8_3_the_seventh_unit_wins_when_the_allies_are_demoralized(demoralized, before, ending):
    field = Field()
    field.state.demoralized, field.state.exited = demoralized, before
    field.add(FRENCH, "0501")
    assert leave(field, "0501").state.ending == ending
    assert field.where("0501") == "exited"
    assert field.state.exited == before + 1


def at_the_limit(french: int, allied: int, exited: int, demoralized: int = 0) -> Field:
    """An exchange of three points each, when so much has been lost already."""
    field = Field()
    field.state.lost[:] = french, allied
    field.state.exited, field.state.demoralized = exited, demoralized
    field.add(ALLIED, "1312", 3)
    field.add(FRENCH, "1313", 3)
    field.add(FRENCH, "1412", 3)
    return field.announce(["1313", "1412"], ["1312"]).fight(6 if demoralized else 5)


def test_8_1_forty_french_points_win_for_the_allies():
    assert at_the_limit(37, 36, 0).state.ending == Ending.ALLIED_WIN
    assert at_the_limit(36, 36, 0).state.ending == 0


def test_8_2_forty_allied_points_demoralize():
    field = at_the_limit(36, 37, 0)
    assert field.state.demoralized == 1
    assert field.state.ending == 0
    assert field.tally.demoralized_turn == 1


def test_8_2_8_3_and_win_when_seven_have_left_already():
    assert at_the_limit(36, 37, 7).state.ending == Ending.FRENCH_WIN


def test_8_4_both_at_once():
    assert at_the_limit(37, 37, 6).state.ending == Ending.ALLIED_WIN
    assert at_the_limit(37, 37, 7).state.ending == Ending.FRENCH_WIN


def test_8_2_what_the_french_lose_afterwards_does_not_matter():
    field = at_the_limit(50, 45, 0, demoralized=1)
    assert field.tally.ee == 1
    assert field.state.ending == 0


def test_8_2_the_limits_are_figures():
    assert rules_of(victory__allied_limit=30).allied_limit == 30
    assert rules_of(victory__french_limit=50).french_limit == 50
    assert rules_of(prussians__turn=2).prussian_turn == 2


def test_the_states_here_are_the_games():
    assert Field().states.dtype == STATE
