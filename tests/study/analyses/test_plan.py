"""How many games a question takes."""

from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import GRID, RIVALS, read

from simkit.errors import BadInput
from simkit.games.metrics import Metric
from simkit.study.analyses import plan as plans
from simkit.study.analyses.plan import plan
from simkit.study.runs import runner
from simkit.study.runs.pairs import Pairs, Series
from simkit.study.scenarios.quantities import Quantity
from simkit.study.stats import paired
from simkit.study.stats.intervals import share_interval

PILOT = 2_000 if JIT else 100


@pytest.fixture
def rivals(tmp_path):
    return read(tmp_path, RIVALS)


def test_games_are_those_of_the_variance_of_pairs(rivals):
    found = plan(rivals, "2pt", 0.9, pilot=PILOT, jobs=1)
    need = found.needs[0]
    variant = dict(rivals.variants)[need.variant]
    ours, theirs = (runner.simulate(one, one.cells[0], 0, PILOT)["killed"].astype(int) for one in (rivals, variant))
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
    if found.frame["at_most"][0]:
        low, high = share_interval(tally * PILOT, PILOT)
        tally = min(max(0.5, low), high)
    wide, narrow = (share_interval(tally * n, n, 1 - 0.05 / 4) for n in (int(games) - 1, int(games)))
    assert (narrow[1] - narrow[0]) / 2 <= 0.02 < (wide[1] - wide[0]) / 2
    assert found.games == found.games_apart
    assert "Under: prudent" in found.verdict


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("0pt",), "above 0"),
        (("-1pt",), "above 0"),
        ((1e-300,), "at least"),
        (("x",), "an effect is a number"),
        (("1pt", 1.0), "chance between 0 and 1"),
        (("1pt", float("nan")), "chance between 0 and 1"),
    ],
)
def test_what_cannot_be_planned_is_told(rivals, arguments, told):
    with pytest.raises(ValueError, match=told):
        plan(rivals, *arguments)


@pytest.mark.parametrize("pilot", [9, 10**8, 100.5, -1])
def test_a_pilot_that_is_none_is_told(rivals, pilot):
    with pytest.raises(ValueError, match="a pilot has 10 to 10,000,000 games"):
        plan(rivals, pilot=pilot)


def test_a_share_cannot_differ_by_a_hundred_points(tmp_path):
    with pytest.raises(ValueError, match="below 100pt"):
        plan(read(tmp_path, GRID), "1")


def test_without_an_effect_it_is_that_of_the_command_line(rivals):
    assert plan(rivals, pilot=20).effect == 0.01


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_answer_is_the_same_on_any_number_of_threads(rivals, jobs):
    ours, theirs = (plan(rivals, pilot=PILOT + 7, jobs=n).frame for n in (1, jobs))
    assert ours.to_csv() == theirs.to_csv()


# ---- Who sits

SHARE = Quantity(0, "Ozmo", Metric("won", "won", "share", "", "won"))
COUNT = Quantity(0, "Ozmo", Metric("rounds", "rounds", "mean", "rounds", "rounds"))


def seen(base, variant, quantity=SHARE):
    """A pilot of which only these games seat the side; None where one of base and variant does not."""
    both = [(a, b) for a, b in zip(base, variant, strict=True) if a is not None and b is not None]
    ours, theirs = np.array(both, np.int64).reshape(-1, 2).T
    series = Series(0, quantity, same_rules=False)
    counts = (paired.count_values(np.array([one for one in side if one is not None])) for side in (base, variant))
    apart = sum((a is None) != (b is None) for a, b in zip(base, variant, strict=True))
    sums = paired.pair_sums(ours, theirs, int((ours != theirs).sum()))
    series.add(Pairs(sums, paired.count_differences(ours, theirs), *counts, apart))
    return series


def test_who_sits_in_half_of_the_games_needs_twice_as_many():
    base, variant = [0, 0, 1, 1] * 50, [0, 1, 1, 0] * 50
    whole = plans._paired("x", seen(base, variant), 1e4, 0.95, 200)
    half = plans._paired("x", seen(base + [None] * 200, variant + [None] * 200), 1e4, 0.95, 400)
    assert (whole.sits, half.sits) == (1, 0.5)
    assert (half.paired, half.apart) == (2 * whole.paired, 2 * whole.apart)


def test_two_who_sit_in_different_games_need_the_games_of_two_shares():
    base, variant = [0, 1, None, None] * 50, [None, 0, 0, 1] * 50
    need = plans._apart("x", seen(base, variant), 1e4, 0.95, 200)
    spread = 50 * 50 / 100 / 99 / 0.5 + 50 * 100 / 150 / 149 / 0.75
    assert need.unpaired
    assert need.paired == need.apart == pytest.approx(1e4 * spread, rel=1e-9)


def test_what_is_rare_needs_at_most_what_its_upper_limit_says():
    need = plans._paired("x", seen([0] * 500, [0] * 500), 1e4, 0.95, 500)
    assert need.at_most
    assert need.paired == pytest.approx(1e4 * share_interval(0, 500)[1])


def test_of_a_mean_without_a_bound_so_many_games_must_differ_as_settle_it():
    """50 at 95 %, 100 in a family; where none differs nothing is known."""
    base, variant = [3] * 400, [3] * 398 + [4, 2]
    one, many = (plans._paired("x", seen(base, variant, COUNT), 1, level, 400) for level in (0.95, 0.99))
    assert (one.paired, many.paired) == (50 * 200, 100 * 200)
    assert plans._paired("x", seen(base, base, COUNT), 1, 0.95, 400) is None


@pytest.mark.parametrize("sits", [1.0, 0.5])
def test_the_games_that_are_planned_find_the_effect_as_often_as_stated(sits):
    """A gain in 6 % of pairs and a loss in 3 % : the plan from 4,000 games, then 2,000 comparisons of that length."""
    rng, level, power = np.random.default_rng(5), 0.95, 0.9
    luck, there = rng.random(4_000), rng.random(4_000) < sits
    base = [int(one) if sitting else None for one, sitting in zip(luck < 0.03, there, strict=True)]
    variant = [
        int(one) if sitting else None for one, sitting in zip((luck >= 0.03) & (luck < 0.09), there, strict=True)
    ]
    z = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(power)
    need = plans._paired("x", seen(base, variant), (z / 0.03) ** 2, level, 4_000)
    runs = 2_000
    n = rng.binomial(round(need.paired), sits, runs)
    gains, losses, _ = rng.multinomial(n, [0.06, 0.03, 0.91]).T
    counts = np.array([losses, n - gains - losses, gains]).T
    low, _ = paired.score_interval(np.array([-1.0, 0.0, 1.0]), counts, level)
    # The pilot knows the variance to 6 % or so, which moves the power by 2 points.
    assert abs((low > 0).mean() - power) < 0.02 + 4.9 * (power * (1 - power) / runs) ** 0.5


@pytest.mark.skipif(not JIT, reason="takes games")
def test_a_character_sits_in_half_of_the_games_of_four_of_eight(tmp_path):
    """Predicted games over those of the variance of all pairs of a run eight times as long: near 1 in the middle."""
    path = Path(__file__).parents[3] / "scenarios/emperor/house_rules.toml"
    found = plan(path, "1pt", 0.9, pilot=3_360).frame
    longer = plan(path, "1pt", 0.9, pilot=6_720).frame
    assert found["sits"].between(0.49, 0.51).all()
    assert not found["unpaired"].any()
    common = ~(found["at_most"] | longer["at_most"])
    assert (found["games"] / longer["games"])[common].median() == pytest.approx(1, abs=0.1)


def test_the_same_rules_need_no_plan(rivals):
    with pytest.raises(ValueError, match="byte for byte"):
        plan(rivals._replace(variants=rivals.variants[1:2]), "1pt", pilot=20)


def test_an_effect_in_points_is_one_of_shares(tmp_path):
    both = plan(read(tmp_path, RIVALS, games=20), "2pt", pilot=20)
    assert {need.quantity.metric.name for need in both.needs} <= {"killed"}
    assert "Means have an effect in their unit, not in points: wounds." in both.verdict
    means = RIVALS.replace('"killed", ', "")
    assert means != RIVALS
    with pytest.raises(BadInput, match=r"an effect in points is one of shares; for wounds give a number"):
        plan(read(tmp_path, means, games=20), "2pt", pilot=20)
    assert {need.quantity.metric.name for need in plan(read(tmp_path, means), 0.5, pilot=20).needs} <= {"wounds"}
