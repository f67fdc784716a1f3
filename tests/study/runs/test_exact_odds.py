"""Exact answers of scenarios: chances that add up, means, several setups, the limit of steps, and the comparison."""

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import DUELS, SKIRMISH, read
from statistical import MUTANT_ALPHA

from simkit.games.game import Compiled
from simkit.study.runs import exact_odds, runner
from simkit.study.runs.tally import empty

N = 20_000 if JIT else 400
CLOSE = 1e-12


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory):
    return read(tmp_path_factory.mktemp("odds"), SKIRMISH, games=N)


@pytest.fixture(scope="module")
def answers(skirmish):
    return [exact_odds.exact(skirmish, cell) for cell in skirmish.cells]


@pytest.fixture(scope="module")
def tallies(skirmish):
    return runner.run_in_memory(skirmish)


def test_endings_are_all_that_can_happen(answers):
    bold, cautious = answers
    assert set(bold.endings) == {"FOE_KILLED", "HERO_KILLED", "BOTH_KILLED", "FOE_FLED", "ROUND_LIMIT"}
    assert set(cautious.endings) == {
        "FOE_KILLED", "HERO_KILLED", "BOTH_KILLED", "HERO_ESCAPED", "LET_GO", "ROUND_LIMIT",
    }  # fmt: skip
    for answer in answers:
        assert sum(answer.endings.values()) == pytest.approx(1, abs=CLOSE)
        assert all(0 < chance < 1 for chance in answer.endings.values())


def test_metrics_agree_with_endings_also_where_play_is_cut_short(answers):
    for answer in answers:
        endings = answer.endings
        assert answer.means["applies"] == pytest.approx(1, abs=CLOSE)
        assert answer.means["killed"] == pytest.approx(endings["HERO_KILLED"] + endings["BOTH_KILLED"], abs=CLOSE)
        assert answer.means["escaped"] == pytest.approx(endings.get("HERO_ESCAPED", 0), abs=CLOSE)


def test_hits_taken_are_absorbed_wound_or_are_lost(answers):
    for means in (answer.means for answer in answers):
        assert means["taken"] == pytest.approx(means["absorbed"] + means["wounds"] + means["lost"], abs=CLOSE)


def test_squares_are_those_of_shares_and_no_less_than_those_of_means(skirmish, answers):
    for cell, answer in zip(skirmish.cells, answers, strict=True):
        assert answer.squares["killed"] == pytest.approx(answer.means["killed"], abs=CLOSE)
        assert answer.squares["foe_wounds"] > answer.means["foe_wounds"] ** 2
        assert exact_odds.counted_squares(skirmish, cell)["wounds"] > answer.means["wounds"] ** 2


def test_several_setups_are_averaged(skirmish, answers):
    cell = skirmish.cells[0]
    fresh = cell.compiled.setups.copy()
    fresh["player"]["wounds"] = 0
    alone = exact_odds.exact(skirmish, cell._replace(compiled=Compiled(fresh, cell.compiled.policies)))
    both = Compiled(np.concatenate([cell.compiled.setups, fresh]), cell.compiled.policies)
    mixed = exact_odds.exact(skirmish, cell._replace(compiled=both))
    assert mixed.n_states == answers[0].n_states + alone.n_states
    for name, chance in mixed.endings.items():
        assert chance == pytest.approx((answers[0].endings.get(name, 0) + alone.endings.get(name, 0)) / 2, abs=CLOSE)
    for name, mean in mixed.means.items():
        assert mean == pytest.approx((answers[0].means[name] + alone.means[name]) / 2, abs=CLOSE)


def test_too_many_states_are_refused(skirmish, monkeypatch):
    monkeypatch.setattr(exact_odds, "MOST_STATES", 20)
    with pytest.raises(ValueError, match="policy bold: more than 20 states: too many for an exact answer"):
        exact_odds.exact(skirmish, skirmish.cells[0])


def test_simulation_agrees_in_every_quantity(skirmish, answers, tallies):
    comparisons = exact_odds.compare(skirmish, answers, tallies)
    assert len(comparisons) == 2 * (len(skirmish.game.endings) + len(skirmish.game.metrics))
    assert min(comparison.p_value for comparison in comparisons) >= exact_odds.threshold(comparisons)
    assert exact_odds.threshold(comparisons) == exact_odds.FAMILY_ALPHA / len(comparisons)


@pytest.mark.skipif(not JIT, reason="takes more games than can be played without the JIT")
@pytest.mark.parametrize("rules", ["escape_first = true", "parry = false", 'attacks = "foe_first"'])
def test_other_rules_are_found_out(skirmish, answers, tmp_path, rules):
    other = runner.run_in_memory(read(tmp_path, SKIRMISH.replace("[rules]", f"[rules]\n{rules}"), games=N))
    comparisons = exact_odds.compare(skirmish, answers, other)
    assert min(comparison.p_value for comparison in comparisons) < MUTANT_ALPHA


def test_a_share_that_is_off_is_found_out(skirmish, answers):
    """Not only endings and means: a chit that applies in all games but one in fifty."""
    assert p_value(skirmish, answers[0], "applies", 980, n=1_000) < MUTANT_ALPHA


@pytest.mark.parametrize(("halves", "agrees"), [(1_000, True), (800, False)])
def test_a_share_in_parts_is_compared_as_a_mean(skirmish, answers, halves, agrees):
    """A share of the win in halves: 1,000 of them in 1,000 games are the half that is expected."""
    applies = next(metric for metric in skirmish.game.metrics if metric.name == "applies")._replace(parts=2)
    game = skirmish.game._replace(metrics=(applies,))
    answer = answers[0]._replace(means={"applies": 0.5}, squares={"applies": 0.5})
    tally = empty(game)._replace(n=1_000, sums=(halves,), squares=(2 * halves,))
    comparisons = exact_odds.compare(skirmish._replace(cells=skirmish.cells[:1], game=game), [answer], [tally])
    (found,) = (one for one in comparisons if one.quantity == "applies")
    assert found.simulated == halves / 2_000
    assert (found.p_value > exact_odds.threshold(comparisons)) == agrees


@pytest.mark.parametrize(("n", "lowest", "highest"), [(100, 0.1, 1), (1_000_000, 0, MUTANT_ALPHA)])
def test_what_is_rare_may_not_happen_in_a_few_games_but_must_in_many(skirmish, answers, n, lowest, highest):
    """Hits beyond death, in one game in 400: in games without any no variance is seen, yet there is some."""
    assert answers[0].means["lost"] == pytest.approx(1 / 331, rel=0.01)
    assert lowest <= p_value(skirmish, answers[0], "lost", 0, n) <= highest


def test_what_never_varies_must_be_exact(skirmish, answers):
    assert answers[0].means["dropped"] == 0
    assert p_value(skirmish, answers[0], "dropped", 0, n=1) == 1.0
    assert p_value(skirmish, answers[0], "dropped", 1, n=1) == 0.0


def p_value(skirmish, answer, name: str, total: int, n: int) -> float:
    """Of a metric that came to `total` in `n` games, in none of them more than once."""
    sums = tuple(total * (metric.name == name) for metric in skirmish.game.metrics)
    tally = empty(skirmish.game)._replace(n=n, sums=sums, squares=sums)
    comparisons = exact_odds.compare(skirmish._replace(cells=skirmish.cells[:1]), [answer], [tally])
    return next(one.p_value for one in comparisons if one.quantity == name)


@pytest.mark.skipif(not JIT, reason="23,000 transitions take too long without the JIT")
def test_a_duel_has_as_many_states_as_the_rules_give_it(tmp_path):
    scenario = read(tmp_path, DUELS)
    answer = exact_odds.exact(scenario, scenario.cells[0])
    assert answer.n_states > 300
    assert sum(answer.endings.values()) == pytest.approx(1, abs=CLOSE)
