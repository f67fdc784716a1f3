"""What is compared: metrics, sides, and the characters that share a win."""

import numpy as np
import pytest
from scenario_texts import DUELS, GRID, RIVALS, read

from simkit.games.metrics import Cast
from simkit.study.scenarios import quantities as q

SEAT = np.dtype([("share", "i2"), ("hero", "i1")])
OUTCOME = np.dtype([("ending", "i1"), ("players", SEAT, (3,))])


@pytest.fixture
def scenario(tmp_path):
    return read(tmp_path, RIVALS)


@pytest.fixture
def won(scenario):
    """The scenario as of a game that somebody wins: two of three seats taken by two of four characters."""
    cast = Cast("character", lambda figures: ("Ann", "Bob", "Cid", "Dot"), 4, who="hero")
    return scenario._replace(game=scenario.game._replace(cast=cast), cells=scenario.cells[:1])


def outcomes(*games):
    found = np.zeros(len(games), OUTCOME)
    for game, seats in zip(found, games, strict=True):
        game["players"]["hero"] = -1
        for place, (hero, share) in enumerate(seats):
            game["players"][place] = share, hero
    return found


def test_sides_are_what_sets_cells_apart(scenario):
    found = q.quantities(scenario, [q.metric_named(scenario.game, "killed")])
    assert [one.name for one in found] == ["killed:Rosa", "killed:Cleric B"]


def test_two_axes_make_a_side_together(tmp_path):
    assert q.labels(read(tmp_path, GRID)) == ["Ozmo, swamp", "Ozmo, despin", "Rosa, swamp", "Rosa, despin"]


def test_cells_that_read_alike_are_numbered(tmp_path):
    scenario = read(tmp_path, DUELS)
    again = scenario._replace(cells=(scenario.cells[0],) * 2)
    assert q.labels(again) == ["cell 0: all", "cell 1: all"]


def test_a_side_is_found_by_its_name(scenario):
    assert q.find(scenario, "killed:cleric b").cell == 1
    for name, told in (("killed", "name one side"), ("killed:Roza", "did you mean 'Rosa'"), ("kiled:Rosa", "'killed'")):
        with pytest.raises(ValueError, match=told):
            q.find(scenario, name)


def test_an_ending_is_a_share(scenario):
    one = q.find(scenario, "FOE_KILLED:Rosa")
    played = np.zeros(3, scenario.game.schema.OUTCOME)
    played["ending"] = [1, 2, 1]
    assert one.metric.kind == "share"
    assert q.values(scenario, one, played)[0].tolist() == [1, 0, 1]


def test_a_character_counts_where_he_sits(won):
    played = outcomes([(0, 840), (1, 0)], [(2, 420), (0, 420)], [(1, 840), (3, 0)])
    ann, bob = (q.find(won, f"win_share:{name}") for name in ("Ann", "bob"))
    shares, present = q.values(won, ann, played)
    assert (shares.tolist(), present.tolist()) == ([840, 420, 0], [True, True, False])
    shares, present = q.values(won, bob, played)
    assert (shares.tolist(), present.tolist()) == ([0, 0, 840], [True, False, True])
    assert q.default_metric(won.game).name == "win_share"
    assert ann.whole == 840


def test_sides_without_characters_are_seats(won):
    game = won.game._replace(cast=Cast("side", lambda figures: ("French", "Allied", "Nobody"), 3))
    scenario = won._replace(game=game)
    shares, present = q.values(scenario, q.find(scenario, "win_share:Allied"), outcomes([(5, 0), (6, 840)]))
    assert (shares.tolist(), present.tolist()) == ([840], [True])


def test_policies_are_told(tmp_path, scenario):
    assert q.policies(scenario, scenario.cells[0]) == "prudent"
    assert q.all_policies([read(tmp_path, DUELS)]) == "prudent; prudent flee_at 4"
