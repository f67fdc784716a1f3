"""Variance shares against functions whose shares are known, and what a surrogate foretells."""

from functools import partial

import numpy as np
import pytest

from simkit.study.stats.variance_shares import Surrogate, explained, variance_shares

SLOPES = [1.0, 2.0, 0.5, 0.0, *[0.3] * 30]


def along(numbers, *, slopes):
    return np.outer(numbers, slopes)


def straight(*slopes_of_inputs, base=(0.0,)):
    """Inputs that move each difference in a straight line."""
    return Surrogate(np.array(base), [partial(along, slopes=slopes) for slopes in slopes_of_inputs])


def test_what_is_additive_shares_its_squares():
    shares = variance_shares(straight(*([slope] for slope in SLOPES)), 1)
    squares = np.square(SLOPES)
    assert shares.first == pytest.approx(squares / squares.sum(), abs=0.003)
    assert shares.total == pytest.approx(squares / squares.sum(), abs=0.003)
    assert shares.variance == pytest.approx(squares.sum() / 12, rel=0.01)


@pytest.mark.parametrize("seed", [1, 2, 1981])
def test_the_less_of_two_numbers_is_owed_to_each_and_to_both(seed):
    """Of min(x, y) with x and y uniform the variance is 1/18; the mean given x is x - x^2 / 2, of variance 1/45."""
    shares = variance_shares(straight([1.0, 0.0], [0.0, 1.0], base=(0.0, 0.0)), seed)
    assert shares.first == pytest.approx([0.4, 0.4], abs=0.003)
    assert shares.total == pytest.approx([0.6, 0.6], abs=0.003)
    assert shares.variance == pytest.approx(1 / 18, rel=0.003)


def test_a_single_input_carries_all():
    shares = variance_shares(straight([3.0]), 1)
    assert (shares.first.tolist(), shares.total.tolist()) == ([1], [1])
    assert shares.variance == pytest.approx(9 / 12, rel=0.01)


def test_the_same_seed_gives_the_same_shares():
    first, again = (variance_shares(straight([1.0, 0.0], [0.0, 1.0], base=(0.0, 0.0)), 7) for _ in range(2))
    assert first.first.tobytes() == again.first.tobytes()


def test_what_never_varies_is_shared_by_nobody():
    shares = variance_shares(straight([0.0], [0.0]), 1)
    assert (shares.first.tolist(), shares.total.tolist(), shares.variance) == ([0, 0], [0, 0], 0)


def test_a_surrogate_is_the_least_of_its_differences():
    surrogate = straight([1.0, 0.0], [0.0, -2.0], base=(1.0, 1.5))
    drawn, others = np.array([[0.0, 0.0], [0.5, 0.25], [0.0, 0.5]]), np.array([[0.5, 0.5]] * 3)
    assert surrogate.at(drawn).tolist() == [1.0, 1.0, 0.5]
    for i, answers in enumerate(surrogate.swapped(drawn, others)):
        mixed = drawn.copy()
        mixed[:, i] = others[:, i]
        assert answers.tolist() == surrogate.at(mixed).tolist()


def test_what_is_foretold_wholly_partly_and_not_at_all():
    answers = np.array([1.0, 2.0, 3.0])
    assert explained(answers, answers) == 1
    assert explained(answers, np.array([1.0, 2.0, 2.0])) == pytest.approx(0.5)
    assert explained(answers, answers[::-1]) == -3
    assert np.isnan(explained(np.ones(3), np.ones(3)))
