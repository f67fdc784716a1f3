"""Variance shares against functions whose shares are known, and what a surrogate foretells."""

from functools import partial

import numpy as np
import pytest

from simkit.study.stats.variance_shares import Surrogate, explained, variance_shares

SLOPES = np.array([1.0, 2.0, 0.5, 0.0, *[0.3] * 30])


def ishigami(numbers):
    """Ishigami & Homma 1990, a = 7, b = .1: first-order shares .3139, .4424 and 0, total .5576, .4424 and .2437."""
    x = np.pi * (2 * numbers - 1)
    return np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])


@pytest.mark.parametrize("seed", [1, 2, 1981])
def test_shares_of_a_function_that_is_known(seed):
    shares = variance_shares(ishigami, 3, seed)
    assert shares.first == pytest.approx([0.3139, 0.4424, 0.0], abs=0.01)
    assert shares.total == pytest.approx([0.5576, 0.4424, 0.2437], abs=0.01)
    assert shares.variance == pytest.approx(13.845, rel=0.01)


def test_what_is_additive_shares_its_squares():
    shares = variance_shares(lambda numbers: numbers @ SLOPES, len(SLOPES), 1)
    assert shares.first == pytest.approx(SLOPES**2 / np.sum(SLOPES**2), abs=0.01)
    assert shares.total == pytest.approx(SLOPES**2 / np.sum(SLOPES**2), abs=0.01)


def test_the_same_seed_gives_the_same_shares():
    first, again = (variance_shares(ishigami, 3, 7) for _ in range(2))
    assert first.first.tobytes() == again.first.tobytes()


def test_what_never_varies_is_shared_by_nobody():
    shares = variance_shares(lambda numbers: np.ones(len(numbers)), 2, 1)
    assert (shares.first.tolist(), shares.total.tolist(), shares.variance) == ([0, 0], [0, 0], 0)


def test_a_surrogate_is_the_least_of_its_differences():
    def along(numbers, *, slopes):
        return np.outer(numbers, slopes)

    effects = [partial(along, slopes=slopes) for slopes in ([1.0, 0.0], [0.0, -2.0])]
    surrogate = Surrogate(np.array([1.0, 1.5]), effects)
    assert surrogate.at(np.array([[0.0, 0.0], [0.5, 0.25], [0.0, 0.5]])).tolist() == [1.0, 1.0, 0.5]


def test_what_is_foretold_wholly_partly_and_not_at_all():
    answers = np.array([1.0, 2.0, 3.0])
    assert explained(answers, answers) == 1
    assert explained(answers, np.array([1.0, 2.0, 2.0])) == pytest.approx(0.5)
    assert explained(answers, answers[::-1]) == -3
    assert np.isnan(explained(np.ones(3), np.ones(3)))
