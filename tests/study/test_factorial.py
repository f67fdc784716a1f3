"""The house-rule lab: designs by counting, effects by hand, and a planted interaction."""

import math
from itertools import combinations

import numpy as np
import pytest
from scipy import stats as distributions
from statistical import ALPHA

from simkit.study.factorial import (
    aliases,
    cell_sums,
    column,
    effects,
    full_design,
    logit_effects,
    merge,
    proved,
    shortest_word,
    small_design,
)
from simkit.study.stats import z_quantile

EIGHT_OF_TWELVE = np.array(  # Plackett & Burman 1946: twelve runs, of resolution III
    [np.roll([1, 1, -1, 1, 1, 1, -1, -1, -1, 1, -1], shift) for shift in range(11)] + [[-1] * 11]
)[:, :8]


def play(design, games, seed, size=0.0, main=0.0):
    """Wins in each cell on the same luck: a main effect of switch 0, an interaction of 0 and 1."""
    luck = np.random.default_rng(seed).random(games)
    chance = 0.4 + main * column(design, (0,)) / 2 + size * column(design, (0, 1)) / 2
    return (luck < chance[:, None]).astype(np.int64)


def test_a_full_design_has_every_cell_once():
    assert full_design(2).tolist() == [[-1, -1], [-1, 1], [1, -1], [1, 1]]
    assert len(np.unique(full_design(5), axis=0)) == 32
    assert shortest_word(full_design(5), 5) == ()


@pytest.mark.parametrize(
    ("switches", "n_cells"), [(1, 2), (2, 4), (4, 16), (5, 16), (6, 32), (7, 64), (8, 64), (9, 128), (11, 128)]
)
def test_a_small_design_keeps_main_effects_and_pairs_apart(switches, n_cells):
    """All their columns are at right angles, by their table of products."""
    design = small_design(switches)
    chosen = [(), *((a,) for a in range(switches)), *combinations(range(switches), 2)]
    columns = np.array([np.prod(design[:, list(one)], axis=1) for one in chosen])
    np.testing.assert_array_equal(columns @ columns.T, n_cells * np.eye(len(chosen)))
    assert shortest_word(design, 4) == ()


def test_the_alias_table_of_half_a_design():
    """The fifth switch is the product of the other four, or its negative."""
    design = small_design(5)
    sign = int(np.prod(design[0]))
    table = aliases(design)
    assert table[(0, 1)] == {(2, 3, 4): sign}
    assert table[(4,)] == {(0, 1, 2, 3): sign}
    assert all(not others for others in aliases(full_design(4)).values())


def test_partial_aliases_are_fractions():
    assert aliases(EIGHT_OF_TWELVE, order=2)[(0,)][(1, 2)] == pytest.approx(-1 / 3)


def test_two_way_claims_need_resolution_5_and_main_effects_3():
    sums = cell_sums(play(EIGHT_OF_TWELVE, 100, seed=1))
    with pytest.raises(ValueError, match="interactions need a design of resolution 5, and this one has 3"):
        effects(sums, EIGHT_OF_TWELVE)
    assert len(effects(sums, EIGHT_OF_TWELVE, order=1)) == 8
    lame = np.array([[-1, -1], [1, 1]])
    with pytest.raises(ValueError, match="main effects need a design of resolution 3, and this one has 2"):
        effects(cell_sums(play(lame, 100, seed=1)), lame, order=1)
    with pytest.raises(ValueError, match="interactions need"):
        logit_effects(sums, EIGHT_OF_TWELVE, 1)


def test_effects_are_means_of_contrasts_game_by_game():
    design = full_design(3)
    outcomes = np.random.default_rng(4).integers(0, 50, (8, 300)) + 9 * column(design, (0, 2))[:, None]
    for effect in effects(cell_sums(outcomes), design, alpha=0.06):
        contrasts = column(design, effect.switches) @ outcomes / 4
        half = z_quantile(0.99) * contrasts.std(ddof=1) / math.sqrt(300)
        assert effect.size == pytest.approx(contrasts.mean(), rel=1e-12)
        assert (effect.low, effect.high) == pytest.approx((effect.size - half, effect.size + half), rel=1e-9)


def test_a_main_effect_is_on_less_off_and_an_interaction_half_of_what_one_gains_by_the_other():
    off_off, off_on, on_off, on_on = 10, 12, 20, 30
    outcomes = np.tile([[off_off], [off_on], [on_off], [on_on]], 9)
    main, other, both = effects(cell_sums(outcomes), full_design(2))
    assert main.size == (20 + 30) / 2 - (10 + 12) / 2
    assert other.size == (12 + 30) / 2 - (10 + 20) / 2
    assert both.size == ((30 - 12) - (20 - 10)) / 2


def test_sums_merge_in_any_order():
    outcomes = np.random.default_rng(4).integers(0, 9, (4, 300))
    parts = [cell_sums(outcomes[:, i : i + 70]) for i in range(0, 300, 70)]
    for merged in (merge(parts), merge(parts[::-1])):
        assert merged.n == 300
        np.testing.assert_array_equal(merged.sums, cell_sums(outcomes).sums)
        np.testing.assert_array_equal(merged.products, cell_sums(outcomes).products)


def test_sums_beyond_64_bits_stay_exact():
    one = cell_sums(np.array([[1_000_000_000, 1_000_000_001]]))
    assert merge([one] * 10**4).products[0, 0] == 10**4 * (1_000_000_000**2 + 1_000_000_001**2)


def test_a_switch_that_does_nothing_gets_exactly_0_and_still_an_interval():
    outcomes = np.repeat(np.random.default_rng(4).integers(0, 2, (1, 1000)), 4, axis=0)
    z_squared = z_quantile(1 - 0.05 / 3) ** 2
    for effect in effects(cell_sums(outcomes), full_design(2), largest=1):
        assert effect.size == 0
        assert effect.high == -effect.low == pytest.approx(z_squared / (1000 + z_squared))
    assert effects(cell_sums(outcomes), full_design(2))[0].high == math.inf


def test_more_metrics_widen_the_family():
    sums = cell_sums(play(full_design(3), 1000, seed=1, main=0.1))
    one, eight = effects(sums, full_design(3))[0], effects(sums, full_design(3), metrics=8)[0]
    widths = [(effect.high - effect.low) / z_quantile(1 - 0.05 / k) for effect, k in ((one, 6), (eight, 48))]
    assert widths[0] == pytest.approx(widths[1])


@pytest.mark.parametrize("design", [full_design(4), small_design(5)], ids=["full", "half"])
def test_a_planted_interaction_is_found_and_planted_nulls_are_not(design):
    """Of 8 points in 4,000 games; at alpha 1e-6 no null alarms, but for one test in a million."""
    sums = cell_sums(play(design, 4_000, 9, size=0.08, main=0.05))
    found = {effect.switches: effect for effect in effects(sums, design, alpha=1e-6)}
    planted = {(0,): 0.05, (0, 1): 0.08}
    assert all(effect.low <= planted.get(switches, 0) <= effect.high for switches, effect in found.items())
    assert found[(0, 1)].low > 0


def test_all_intervals_hold_at_once_as_often_as_stated():
    design, runs = full_design(3), 1_000
    rng = np.random.default_rng(6)
    rare = rng.binomial(1, 0.5, (runs, 1, 400)) ^ rng.binomial(1, 0.2, (runs, 8, 400))
    held = sum(all(effect.low <= 0 <= effect.high for effect in effects(cell_sums(one), design)) for one in rare)
    assert runs - held <= distributions.binom.isf(ALPHA, runs, 0.05)


def test_on_the_logit_scale_two_multiplied_odds_do_not_interact():
    """Odds 1:9 doubled by each switch: an interaction of shares, none of log odds."""
    odds = np.array([1, 2, 2, 4]) / 9
    outcomes = (np.random.default_rng(8).random(40_000) < (odds / (1 + odds))[:, None]).astype(np.int64)
    sums = cell_sums(840 * outcomes)
    table = logit_effects(sums, full_design(2), 840)
    for switches, expected in {(0,): math.log(2), (1,): math.log(2), (0, 1): 0}.items():
        size, error = table[switches]
        assert abs(size - expected) < 4.9 * error
    assert effects(sums, full_design(2), alpha=1e-6)[2].low > 0


def test_errors_on_the_logit_scale_are_those_of_repeated_games():
    sizes, errors = [], []
    for seed in range(300):
        size, error = logit_effects(cell_sums(play(full_design(2), 500, seed, main=0.1)), full_design(2), 1)[(0,)]
        sizes.append(size)
        errors.append(error)
    assert np.std(sizes, ddof=1) / np.mean(errors) == pytest.approx(1, abs=4.9 / math.sqrt(600))


def test_a_set_of_rules_is_proved_when_every_interval_lies_inside_the_target():
    assert proved([(0.241, 0.259), (0.235, 0.25)], (0.23, 0.27))
    assert not proved([(0.241, 0.259), (0.23, 0.25)], (0.23, 0.27))
    assert not proved([(0.241, 0.27)], (0.23, 0.27))
