"""Cells against the first value of an axis: intervals that cover, and words that follow from them."""

from pathlib import Path

import pytest

from simkit.study.report import cell_contrasts
from simkit.study.report.frames import estimate
from simkit.study.runs.tally import empty
from simkit.study.scenarios.reader import load
from simkit.study.stats.intervals import difference_of_two, share_interval

SCENARIO = Path(__file__).parents[3] / "scenarios" / "emperor" / "camping.toml"


@pytest.fixture(scope="module")
def scenario():
    return load(SCENARIO)


def tallies(scenario, n, wins):
    """A tally a cell, of n games of which so many were won outright, by the metric that is pictured."""
    metric = scenario.game.pictured(scenario.entry)
    place = scenario.game.metrics.index(metric)
    found = []
    for count in wins:
        of_each = {
            "played": n, "sums": count * metric.parts, "squares": count * metric.parts**2,
            "least": metric.parts if count == n else 0, "times_least": n if count in (0, n) else n - count,
            "most": metric.parts if count else 0, "times_most": count or n,
        }  # fmt: skip
        one = empty(scenario.game)._replace(n=n)
        for name, number in of_each.items():
            numbers = list(getattr(one, name))
            numbers[place] = number
            one = one._replace(**{name: tuple(numbers)})
        found.append(one)
    return found


def test_a_difference_is_that_of_both_shares_at_the_level_of_the_family(scenario):
    assert scenario.game.pictured(scenario.entry).kind == "share"
    cells = len(scenario.cells)
    axis = scenario.report.against
    found = cell_contrasts.differences(scenario, tallies(scenario, 400, [200] + [120] * (cells - 1)), axis)
    level = 1 - 0.05 / len(found)
    expected = difference_of_two((0.3, *share_interval(120, 400, level)), (0.5, *share_interval(200, 400, level)))
    assert (found[0].low, found[0].high) == pytest.approx(expected)
    assert found[0].difference == pytest.approx(-0.2)
    assert found[0].verdict == "lower"


@pytest.mark.parametrize("wins", [0, 50])
def test_games_that_all_end_alike_settle_nothing_and_leave_a_width(scenario, wins):
    for one in cell_contrasts.differences(
        scenario, tallies(scenario, 50, [wins] * len(scenario.cells)), scenario.report.against
    ):
        assert one.low < 0 == one.difference < one.high
        assert one.verdict == "not settled"


def test_games_that_do_not_count_settle_nothing(scenario):
    nothing = [empty(scenario.game)._replace(n=50)] * len(scenario.cells)
    metric = scenario.game.pictured(scenario.entry)
    assert all(end != end for end in estimate(metric, nothing[0].moments(0)))
    words = [one.verdict for one in cell_contrasts.differences(scenario, nothing, scenario.report.against)]
    assert set(words) == {"not settled"}
    assert len(list(cell_contrasts.lines(scenario, nothing))) == 1 + len(words)
