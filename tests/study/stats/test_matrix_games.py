"""Mixtures of matrix games that are known."""

import numpy as np
import pytest

from simkit.study.stats.matrix_games import equilibrium


def test_rock_paper_scissors_with_weights():
    """Rock, paper and scissors win 1, 2 and 3: the weights are as 3 to 1 to 2, and nobody wins."""
    payoffs = np.array([[0, -2, 1], [2, 0, -3], [-1, 3, 0]])
    for weights in equilibrium(payoffs):
        assert weights == pytest.approx([3 / 6, 1 / 6, 2 / 6])


def test_what_is_always_better_is_all_that_is_played():
    rows, columns = equilibrium([[1.0, 2.0], [0.0, 1.0], [0.5, 0.0]])
    assert rows.tolist() == [1, 0, 0]
    assert columns.tolist() == [1, 0]


@pytest.mark.parametrize("seed", range(20))
def test_neither_player_gains_by_changing_his_own_mixture(seed):
    payoffs = np.random.default_rng(seed).normal(size=(4, 5))
    rows, columns = equilibrium(payoffs)
    value = rows @ payoffs @ columns
    assert rows.sum() == pytest.approx(1)
    assert columns.sum() == pytest.approx(1)
    assert (payoffs @ columns).max() == pytest.approx(value, abs=1e-6)
    assert (rows @ payoffs).min() == pytest.approx(value, abs=1e-6)
