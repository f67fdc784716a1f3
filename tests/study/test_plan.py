"""How many games a question takes."""

from statistics import NormalDist

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import GRID, RIVALS, read

from simkit.study import runner
from simkit.study.plan import plan
from simkit.study.stats import half_width

PILOT = 2_000 if JIT else 100


@pytest.fixture
def rivals(tmp_path):
    return read(tmp_path, RIVALS)


def test_games_are_those_of_the_variance_of_pairs(rivals):
    found = plan(rivals, "2pt", 0.9, pilot=PILOT, jobs=1)
    need = found.needs[0]
    variant = dict(rivals.compared)[need.variant]
    n = PILOT // 4 * 4
    ours, theirs = (runner.simulate(one, one.cells[0], 0, n)["killed"].astype(int) for one in (rivals, variant))
    z = NormalDist().inv_cdf(1 - 0.025 / 6) + NormalDist().inv_cdf(0.9)
    if not need.at_most:
        assert need.paired == pytest.approx((z / 0.02) ** 2 * np.var(theirs - ours, ddof=1), rel=1e-9)
    assert need.apart >= need.paired * 0.5
    assert {one.variant for one in found.needs} == {"harder_escape", "flee_earlier"}  # the other has the same rules


def test_power_and_effect_cost_games(rivals):
    small, large = (plan(rivals, effect, pilot=PILOT).games for effect in ("1pt", "2pt"))
    assert small == pytest.approx(4 * large, abs=4)
    assert plan(rivals, "2pt", 0.5, pilot=PILOT).games < large


def test_without_variants_it_plans_intervals(tmp_path):
    scenario = read(tmp_path, GRID)
    found = plan(scenario, "2pt", pilot=PILOT)
    tally = runner.simulate(scenario, scenario.cells[0], 0, PILOT)["killed"].mean()
    games = found.frame["games"][0]
    assert half_width(tally, int(games), 1 - 0.05 / 4) <= 0.02 < half_width(tally, int(games) - 1, 1 - 0.05 / 4)
    assert found.games == found.games_apart
    assert "Under: prudent" in found.verdict


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(("0pt",), "above 0"), (("x",), "an effect is a number"), (("1pt", 1.0), "chance between 0 and 1")],
)
def test_what_cannot_be_planned_is_told(rivals, arguments, told):
    with pytest.raises(ValueError, match=told):
        plan(rivals, *arguments)


def test_the_same_rules_need_no_plan(rivals):
    with pytest.raises(ValueError, match="byte for byte"):
        plan(rivals._replace(compared=rivals.compared[1:2]), "1pt", pilot=20)
