"""The house-rule lab: designs by counting, and what they keep apart."""

from itertools import combinations

import numpy as np
import pytest

from simkit.study.stats.factorial import (
    aliases,
    full_design,
    insist_on_clear_effects,
    proved,
    shortest_word,
    small_design,
)

EIGHT_OF_TWELVE = np.array(  # Plackett & Burman 1946: twelve runs, of resolution III
    [np.roll([1, 1, -1, 1, 1, 1, -1, -1, -1, 1, -1], shift) for shift in range(11)] + [[-1] * 11]
)[:, :8]


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
    with pytest.raises(ValueError, match="interactions need a design of resolution 5, and this one has 3"):
        insist_on_clear_effects(EIGHT_OF_TWELVE, 2)
    insist_on_clear_effects(EIGHT_OF_TWELVE, 1)
    with pytest.raises(ValueError, match="main effects need a design of resolution 3, and this one has 2"):
        insist_on_clear_effects(np.array([[-1, -1], [1, 1]]), 1)


def test_a_set_of_rules_is_proved_when_every_interval_lies_inside_the_target():
    assert proved([(0.241, 0.259), (0.235, 0.25)], (0.23, 0.27))
    assert not proved([(0.241, 0.259), (0.23, 0.25)], (0.23, 0.27))
    assert not proved([(0.241, 0.27)], (0.23, 0.27))
