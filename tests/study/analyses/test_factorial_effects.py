"""Effects from cells on the same luck: by hand, who sits in them, and intervals that hold as often as they say."""

import math
from collections import Counter

import numpy as np
import pytest
from conftest import JIT
from scipy import stats as distributions
from statistical import ALPHA

from simkit.games.metrics import Metric
from simkit.study.analyses.factorial_effects import (
    EXACT,
    NOT_COMPARABLE,
    PAIRED,
    SAME_RULES,
    UNPAIRED,
    effects,
    exact_effects,
    exact_log_odds,
    log_odds,
    merge,
    sums_of,
)
from simkit.study.scenarios.quantities import Quantity
from simkit.study.stats.factorial import column, effects_up_to, full_design, small_design

SHARE = Quantity(0, "all", Metric("won", "won", "share", "", "won"))
TIED = Quantity(0, "all", Metric("won", "won", "share", "", "won", 840))
COUNT = Quantity(0, "all", Metric("rounds", "rounds", "mean", "rounds", "rounds"))
LEVEL = 1 - 0.05 / 3


def contrasts(design, order=2):
    sets = effects_up_to(order, design.shape[1])
    return sets, np.array([column(design, switches) for switches in sets])


def found(outcomes, design, quantity=SHARE, level=LEVEL, present=None, same=()):
    sets, signs = contrasts(design)
    return {one.switches: one for one in effects(sums_of(outcomes, signs, present), quantity, sets, signs, level, same)}


def play(design, games, seed, size=0.0, main=0.0):
    """Wins in each cell on the same luck: a main effect of switch 0, an interaction of 0 and 1."""
    luck = np.random.default_rng(seed).random(games)
    chance = 0.4 + main * column(design, (0,)) / 2 + size * column(design, (0, 1)) / 2
    return (luck < chance[:, None]).astype(np.int64)


def test_effects_are_means_of_contrasts_game_by_game():
    design = full_design(3)
    outcomes = np.random.default_rng(4).integers(0, 50, (8, 300)) + 9 * column(design, (0, 2))[:, None]
    for switches, effect in found(outcomes, design, COUNT).items():
        by_game = column(design, switches) @ outcomes / 4
        assert effect.size == pytest.approx(by_game.mean(), rel=1e-12)
        assert effect.low < effect.size < effect.high
        assert (effect.how, effect.games) == (PAIRED, 300)


def test_a_main_effect_is_on_less_off_and_an_interaction_half_of_what_one_gains_by_the_other():
    off_off, off_on, on_off, on_on = 10, 12, 20, 30
    outcomes = np.tile([[off_off], [off_on], [on_off], [on_on]], 9)
    sizes = [effect.size for effect in found(outcomes, full_design(2), COUNT).values()]
    assert sizes == [(20 + 30) / 2 - (10 + 12) / 2, (12 + 30) / 2 - (10 + 20) / 2, ((30 - 12) - (20 - 10)) / 2]


def test_sums_merge_in_any_order():
    rng = np.random.default_rng(4)
    outcomes, present = rng.integers(0, 9, (4, 300)), rng.random((4, 300)) < 0.7
    _, signs = contrasts(full_design(2))
    whole = sums_of(outcomes, signs, present)
    parts = [sums_of(outcomes[:, i : i + 70], signs, present[:, i : i + 70]) for i in range(0, 300, 70)]
    for merged in (merge(parts), merge(parts[::-1])):
        assert merged[:2] == whole[:2]
        assert merged.values == whole.values
        assert merged.contrasts == whole.contrasts
        for ours, theirs in zip(merged[2:5], whole[2:5], strict=True):
            np.testing.assert_array_equal(ours, theirs)


def test_no_game_that_differs_says_little_and_a_share_more_than_a_count_without_a_bound():
    """As wide as the one game more that may come, of a whole win; a count says nothing before 100 games differ."""
    outcomes = np.repeat(np.random.default_rng(4).integers(0, 2, (1, 300)), 4, axis=0)
    for effect in found(outcomes, full_design(2)).values():
        assert effect.size == 0
        assert effect.high == -effect.low == pytest.approx(-math.log((1 - LEVEL) / 2) * math.sqrt(2) / 300, rel=0.5)
    assert found(outcomes, full_design(2), COUNT)[(0,)].high == math.inf


def test_one_game_that_differs_leaves_the_interval_wider_than_one_game_more():
    """Of the bear at 300 games: none gave +-.62 points and one gave +-.03."""
    outcomes = np.zeros((16, 300), np.int64)
    outcomes[3, 7] = 1
    one = found(outcomes, full_design(4))[(0,)]
    assert one.low < -1 / 300
    assert one.high > 1 / 300


def test_the_same_rules_are_exactly_nothing_and_only_they():
    outcomes = np.repeat(np.random.default_rng(4).integers(0, 2, (2, 300)), 2, axis=0)  # the second switch does nothing
    same = found(outcomes, full_design(2), same=[0, 0, 1, 1])
    assert {switches: effect.how for switches, effect in same.items()} == {
        (0,): PAIRED, (1,): SAME_RULES, (0, 1): SAME_RULES,
    }  # fmt: skip
    assert same[(1,)][1:4] == (0, 0, 0)


# ---- Who sits


def seated(games, seed, shares, plus=0.0):
    """Wins of a side that its cells seat in different games: the second half of the cells more often."""
    rng = np.random.default_rng(seed)
    few, many = rng.random(games) < 0.375, rng.random(games) < 0.5
    luck, other = rng.random(games), rng.random(games)
    present = np.array([many, many, few, few])
    chances = np.array([shares[0], shares[0] + plus, shares[1], shares[1] + plus])
    return (np.array([luck, luck, other, other]) < chances[:, None]) & present, present


def test_cells_that_seat_a_side_in_the_same_games_are_compared_in_these():
    outcomes, present = play(full_design(2), 900, 1, main=0.1), np.random.default_rng(2).random(900) < 0.5
    ours = found(outcomes, full_design(2), present=np.tile(present, (4, 1)))
    theirs = found(outcomes[:, present], full_design(2))
    assert ours == theirs


def test_cells_that_seat_a_side_in_different_games_are_no_pairs_and_absence_is_no_loss():
    outcomes, present = seated(3_000, 1, (0.25, 0.33))
    effect = found(outcomes, full_design(2), present=present)[(0,)]
    own = [row[sits].mean() for row, sits in zip(outcomes, present, strict=True)]
    assert effect.how == UNPAIRED
    assert effect.size == pytest.approx((own[2] + own[3] - own[0] - own[1]) / 2)
    assert 0 < effect.low < 0.08 < effect.high


def test_a_side_that_a_cell_never_seats_is_not_compared_and_one_that_none_seats_has_no_row():
    outcomes, present = seated(100, 1, (0.25, 0.33))
    present[3] = False
    effect = found(outcomes, full_design(2), present=present)[(0,)]
    assert (effect.how, effect.games) == (NOT_COMPARABLE, 0)
    assert np.isnan(effect[1:4]).all()
    assert found(outcomes, full_design(2), present=0 * present) == {}


@pytest.mark.slow
@pytest.mark.parametrize(("shares", "plus"), [((0.25, 0.33), 0.0), ((0.5, 0.5), 0.02), ((0.02, 0.03), 0.01)])
@pytest.mark.parametrize(("level", "games"), [(0.95, 400), (0.95, 2_000), (0.998, 400)])
def test_unpaired_intervals_hold_as_often_as_stated(shares, plus, level, games):
    """Two cells of the same luck on each side of the contrast; taken as independent they miss 17 % instead of 5."""
    runs, design, misses = 1_000, full_design(2), Counter()
    truth = {(0,): shares[1] - shares[0], (1,): plus, (0, 1): 0.0}
    for seed in range(runs):
        outcomes, present = seated(games, seed, shares, plus)
        for switches, effect in found(outcomes, design, level=level, present=present).items():
            misses[switches] += not effect.low <= truth[switches] <= effect.high
    assert max(misses.values()) <= distributions.binom.isf(ALPHA, runs, 1 - level)


# ---- Families, and what was planted


@pytest.mark.parametrize("design", [full_design(4), small_design(5)], ids=["full", "half"])
def test_a_planted_interaction_is_found_and_planted_nulls_are_not(design):
    """Of 8 points in 4,000 games; at 1e-6 over all no null alarms, but for one test in a million."""
    sets, _ = contrasts(design)
    effect_of = found(play(design, 4_000, 9, size=0.08, main=0.05), design, level=1 - 1e-6 / len(sets))
    planted = {(0,): 0.05, (0, 1): 0.08}
    assert all(effect.low <= planted.get(switches, 0) <= effect.high for switches, effect in effect_of.items())
    assert effect_of[(0, 1)].low > 0


@pytest.mark.slow
@pytest.mark.parametrize("flips", [0.0005, 0.005, 0.2])
def test_all_intervals_hold_at_once_as_often_as_stated(flips):
    design, runs, misses = full_design(3), 1_000, 0
    rng = np.random.default_rng(6)
    sets, _ = contrasts(design)
    for _ in range(runs):
        outcomes = rng.binomial(1, 0.5, (1, 400)) ^ rng.binomial(1, flips, (8, 400))
        misses += not all(e.low <= 0 <= e.high for e in found(outcomes, design, level=1 - 0.05 / len(sets)).values())
    assert misses <= distributions.binom.isf(ALPHA, runs, 0.05)


# ---- Log odds


def test_on_the_logit_scale_two_multiplied_odds_do_not_interact():
    """Odds 1:9 doubled by each switch: an interaction of shares, none of log odds."""
    odds = np.array([1, 2, 2, 4]) / 9
    outcomes = (np.random.default_rng(8).random(40_000) < (odds / (1 + odds))[:, None]).astype(np.int64)
    sets, signs = contrasts(full_design(2))
    table = log_odds(sums_of(840 * outcomes, signs), TIED, sets, signs)
    for switches, expected in {(0,): math.log(2), (1,): math.log(2), (0, 1): 0}.items():
        size, error = table[switches]
        assert abs(size - expected) < 4.9 * error
    assert found(outcomes, full_design(2), level=1 - 1e-6)[(0, 1)].low > 0
    exact = exact_log_odds(odds / (1 + odds), sets, signs)
    assert [size for size, _ in exact.values()] == pytest.approx([math.log(2), math.log(2), 0])


@pytest.mark.skipif(not JIT, reason="takes runs")
def test_errors_on_the_logit_scale_are_those_of_repeated_games():
    sizes, errors, (sets, signs) = [], [], contrasts(full_design(2))
    for seed in range(300):
        size, error = log_odds(sums_of(play(full_design(2), 500, seed, main=0.1), signs), SHARE, sets, signs)[(0,)]
        sizes.append(size)
        errors.append(error)
    assert np.std(sizes, ddof=1) / np.mean(errors) == pytest.approx(1, abs=4.9 / math.sqrt(600))


def test_a_share_of_nothing_or_all_has_no_log_odds():
    sets, signs = contrasts(full_design(2))
    outcomes = np.array([[0, 0, 0], [1, 0, 1], [1, 0, 1], [1, 1, 0]])
    assert log_odds(sums_of(outcomes, signs), SHARE, sets, signs) == {}
    assert log_odds(sums_of(outcomes, signs), COUNT, sets, signs) == {}
    assert exact_log_odds(outcomes.mean(axis=1), sets, signs) == {}


def test_exact_means_have_exact_effects_and_rounding_is_nothing():
    sets, signs = contrasts(full_design(2))
    main, other, both = exact_effects(np.array([0.1, 0.1 + 1e-15, 0.3, 0.3]), sets, signs)
    assert main[1:5] == (pytest.approx(0.2), main.size, main.size, EXACT)
    assert (other.size, both.size) == (0, 0)
