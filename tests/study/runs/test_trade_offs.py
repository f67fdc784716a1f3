"""The hull of trade-offs, of policies that are known one by one."""

from types import SimpleNamespace

import pytest

from simkit import games
from simkit.study.runs import trade_offs
from simkit.study.runs.trade_offs import Corner, above, corners
from simkit.study.scenarios.goals import goal_asked

EMPEROR = games.get("emperor")
GOALS = goal_asked(EMPEROR, "killed", "goal"), goal_asked(EMPEROR, "FOE_KILLED", "goal")
HULL = [(0.0, 0.1), (0.1, 0.5), (0.3, 0.8), (0.6, 0.9)]  # how often the hero dies, and the foe
BELOW = [(0.2, 0.6), (0.3, 0.2), (0.7, 0.9), (0.0, 0.0)]


@pytest.fixture
def known(monkeypatch):
    """Perfect play is the best of the policies that are known."""

    def best(scenario, cell, goal, seats):
        means = [{"killed": killed, "FOE_KILLED": foe} for killed, foe in [*BELOW, *HULL]]
        return SimpleNamespace(means=max(means, key=goal.worth))

    monkeypatch.setattr(trade_offs, "perfect", best)
    return corners(None, None, GOALS, [0])


def test_every_corner_is_found_in_order_and_nothing_below(known):
    assert [(-corner.first, corner.second) for corner in known] == HULL


def test_a_policy_is_as_far_below_as_the_hull_is_above_it(known):
    assert above(known, Corner(-0.2, 0.6)) == pytest.approx(0.05)
    assert above(known, Corner(-0.3, 0.8)) == pytest.approx(0.0)
    assert above(known, Corner(-0.7, 0.9)) == pytest.approx(0.0)


def test_where_one_policy_is_best_for_both_there_is_no_trade_off(monkeypatch):
    monkeypatch.setattr(trade_offs, "perfect", lambda *asked: SimpleNamespace(means={"killed": 0.0, "FOE_KILLED": 1.0}))
    assert set(corners(None, None, GOALS, [0])) == {Corner(0.0, 1.0)}
