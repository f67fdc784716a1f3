"""What is compared: metrics, sides, and the characters that share a win."""

import numpy as np
import pytest
from scenario_texts import DUELS, GRID, RIVALS, read

from simkit.games.game import Metric, slug
from simkit.study import quantities as q

HERO = np.dtype([("share", "i2"), ("played", "i1")])
OUTCOME = np.dtype([("ending", "i1"), ("heroes", HERO, (4,))])
NAMES = ("Ann", "Bob", "Cid B", "Dot")


@pytest.fixture
def scenario(tmp_path):
    return read(tmp_path, RIVALS)


@pytest.fixture
def won(scenario):
    """The scenario as of a game that somebody wins: two of four characters play."""
    metrics = tuple(
        Metric(f"{slug(name)}_share", f"{name} wins", "share", "", f"heroes.{n}.share", 840, "", f"heroes.{n}.played")
        for n, name in enumerate(NAMES)
    )
    game = scenario.game._replace(cast=lambda figures: NAMES, metrics=(*scenario.game.metrics, *metrics))
    return scenario._replace(game=game, cells=scenario.cells[:1])


def outcomes(*games):
    found = np.zeros(len(games), OUTCOME)
    for game, players in zip(found, games, strict=True):
        for hero, share in players:
            game["heroes"][hero] = share, 1
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


def test_a_character_counts_where_he_plays(won):
    played = outcomes([(0, 840), (1, 0)], [(2, 420), (0, 420)], [(1, 840), (3, 0)])
    ann, cid = (q.find(won, f"share:{name}") for name in ("Ann", "cid b"))
    shares, counts = q.values(won, ann, played)
    assert (shares.tolist(), counts.tolist()) == ([840, 420, 0], [True, True, False])
    shares, counts = q.values(won, cid, played)
    assert (shares.tolist(), counts.tolist()) == ([0, 420, 0], [False, True, False])
    assert (ann.whole, ann.metric.title) == (840, "wins")


def test_what_is_asked_of_every_character_makes_a_family(won):
    assert q.default_metric(won).name == "share"
    found = q.quantities(won, [q.default_metric(won)])
    assert [one.name for one in found] == [f"share:{name}" for name in NAMES]
    assert {one.metric.name for one in found} == {"share"}
    assert q.find(won, "ann_share").metric.title == "Ann wins"  # one of them alone


def test_of_several_cells_each_has_its_characters(won, scenario):
    both = won._replace(cells=scenario.cells)
    found = q.quantities(both, [q.default_metric(both)])
    assert [one.side for one in found[3:5]] == ["Dot, Rosa", "Ann, Cleric B"]


def test_policies_are_told(tmp_path, scenario):
    assert q.policies(scenario, scenario.cells[0]) == "prudent"
    assert q.all_policies([read(tmp_path, DUELS)]) == "prudent; prudent flee_at 4"
