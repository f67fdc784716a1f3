"""Statistical tests with declared error rates.

ALPHA is the chance that a test alarms though nothing is wrong; MUTANT_ALPHA is the p-value below which a wrong rule
counts as caught.  From 1,000 games on, a share (of .1 to .9) that is 10 standard errors off is found, and a mutant that
is 13 off is caught, each with a power of at least .999: test_statistical.py enumerates it.
"""

import math
from collections.abc import Sequence

import numpy as np
from scipy import stats

ALPHA = 1e-6
MUTANT_ALPHA = 1e-12
ROUNDING = 1e-9  # an exact chain's probabilities sum to one only so far


def rejects(p_value: float) -> bool:
    """Whether a mutant is caught: p < MUTANT_ALPHA."""
    return p_value < MUTANT_ALPHA


def assert_share(successes: int, n: int, p: float) -> None:
    """`successes` of `n` independent games, each with chance `p`.  Level: at most ALPHA, exactly."""
    found = share_p_value(successes, n, p)
    assert found >= ALPHA, f"{successes:,} of {n:,} where a share of {p:.6g} was expected: p = {found:.2g}"


def assert_mean(values_sum: float, sum_squares: float, n: int, mean: float) -> None:
    """The average of `n` independent values against its expectation.

    Level: ALPHA (|z| <= 4.89) as far as the normal approximation holds: 1,000 games or more, and values of which no few
    make up the variance.  A rare event is a share, not a mean.
    """
    found = mean_p_value(values_sum, sum_squares, n, mean)
    assert found >= ALPHA, f"mean {values_sum / n:.6g} of {n:,} where {mean:.6g} was expected: p = {found:.2g}"


def assert_counts(counts: Sequence[int], probabilities: Sequence[float]) -> None:
    """How often each outcome came, against all their probabilities.

    Level: at most ALPHA, exactly: each outcome's binomial at ALPHA / outcomes (Bonferroni).  Chi-square is not used:
    with two cells, five expected in the smaller, its true level at a nominal 1e-6 is 69 times that.
    """
    p_values = _cell_p_values(counts, probabilities)
    worst = int(np.argmin(p_values))
    assert counts_p_value(counts, probabilities) >= ALPHA, (
        f"outcome {worst} came {counts[worst]:,} times in {sum(counts):,} "
        f"where a share of {probabilities[worst]:.6g} was expected: p = {p_values[worst]:.2g} of {len(counts)} tests"
    )


def share_p_value(successes: int, n: int, p: float) -> float:
    """Two-sided exact binomial: twice the smaller tail."""
    return float(_binomial_p_values(np.array(successes), n, np.array(p)))


def mean_p_value(values_sum: float, sum_squares: float, n: int, mean: float) -> float:
    """Two-sided normal test of a mean, with the variance that the values show."""
    average = values_sum / n
    variance = max(sum_squares / n - average**2, 0.0)
    if average == mean:
        return 1.0
    return float(2 * stats.norm.sf(abs(average - mean) / math.sqrt(variance / n))) if variance else 0.0


def counts_p_value(counts: Sequence[int], probabilities: Sequence[float]) -> float:
    """Bonferroni's p-value over the outcomes; an outcome of probability zero that came makes it 0."""
    return min(1.0, len(counts) * float(np.min(_cell_p_values(counts, probabilities))))


def _cell_p_values(counts: Sequence[int], probabilities: Sequence[float]) -> np.ndarray:
    if len(counts) != len(probabilities) or abs(math.fsum(probabilities) - 1) > ROUNDING:
        raise ValueError("a probability for every outcome, one in sum")
    return _binomial_p_values(np.array(counts), sum(counts), np.clip(np.array(probabilities, float), 0, 1))


def _binomial_p_values(successes: np.ndarray, n: int, p: np.ndarray) -> np.ndarray:
    tails = np.minimum(stats.binom.cdf(successes, n, p), stats.binom.sf(successes - 1, n, p))
    return np.minimum(1.0, 2 * tails)
