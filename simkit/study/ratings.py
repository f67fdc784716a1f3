"""How characters compare: differences of win shares, and whether all could be equal.

Players of one game win at each other's cost, so shares of two characters are not independent.  A game's part in the
error of character a's share is u_a = (Y_a - p_a I_a) / N_a: Y_a what a won of the game, I_a whether a took part, N_a in
how many games a did.  Errors come from sums of products of u, and these from three integer tables.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.stats import z_quantile

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class LineUpSums(NamedTuple):
    """Sums over games, int64[characters, characters]; they merge by adding, in any order.

    Below 1e12 games they cannot overflow.
    """

    games: Integers  # in which a and b both took part; the diagonal: in which a did
    shares: Integers  # that a won in games in which b took part; the diagonal: all that a won
    products: Integers  # of what a and b won


def line_up_sums(characters: Integers, shares: Integers, n_characters: int) -> LineUpSums:
    """The sums of some games; those without a winner count.

    Parameters
    ----------
    characters
        int[games, seats]: who sat where, numbers from 0, none twice in a game.
    shares
        int[games, seats]: what each seat won of the game, in parts of a whole win.
    """
    present = np.zeros((len(characters), n_characters), np.int64)
    won = np.zeros_like(present)
    np.put_along_axis(present, characters, 1, axis=1)
    np.put_along_axis(won, characters, shares, axis=1)
    return LineUpSums(present.T @ present, won.T @ present, won.T @ won)


def merge(parts: Iterable[LineUpSums]) -> LineUpSums:
    """The sums of all games together."""
    return LineUpSums(*(sum(tables) for tables in zip(*parts, strict=True)))


def win_shares(sums: LineUpSums, whole: int) -> Floats:
    """Share of a game that each character wins where it takes part, float64[characters]; `whole` is a whole win."""
    games = np.diag(sums.games)
    if not games.all():
        raise ValueError(f"characters {np.flatnonzero(games == 0).tolist()} took part in no game")
    found: Floats = np.diag(sums.shares) / (whole * games)
    return found


def covariance(sums: LineUpSums, whole: int) -> Floats:
    """Error covariance of `win_shares`, float64[characters, characters]: sums over games of u_a u_b."""
    shares, games = win_shares(sums, whole), np.diag(sums.games)
    crossed = sums.shares / whole * shares
    products = sums.products / whole**2 - crossed - crossed.T + sums.games * np.outer(shares, shares)
    found: Floats = products / np.outer(games, games)
    return found


def difference(sums: LineUpSums, a: int, b: int, whole: int, level: float = 0.95) -> tuple[float, float, float]:
    """Share of character a less that of b, and the low and high end of its normal interval.

    Two independent shares would be off: their 95 % interval covers 93.4 % (8 characters, 4 seats), 82.7 % (two).
    """
    shares, errors = win_shares(sums, whole), covariance(sums, whole)
    size = float(shares[a] - shares[b])
    half = z_quantile(level) * math.sqrt(errors[a, a] + errors[b, b] - 2 * errors[a, b])
    return size, size - half, size + half


def all_equal(sums: LineUpSums, whole: int) -> tuple[float, float]:
    """Wald's statistic of "all characters win alike" and its p-value, by chi-squared with characters - 1 degrees.

    In balanced line-ups with one winner a game it tends to Durbin's (1951).  It is infinite where games leave no doubt,
    as when one of two wins them all.
    """
    from scipy.special import chdtrc

    shares, errors = win_shares(sums, whole), covariance(sums, whole)
    contrasts = np.eye(len(shares))[1:] - np.eye(len(shares))[0]
    apart = contrasts @ shares
    try:
        statistic = float(apart @ np.linalg.solve(contrasts @ errors @ contrasts.T, apart))
    except np.linalg.LinAlgError:
        return math.inf, 0.0
    return statistic, float(chdtrc(len(apart), statistic))


def equal_seats(wins: Any) -> tuple[float, float]:
    """Pearson's statistic (1900) of "all seats win alike" and its p-value, from the games that each seat won alone.

    Every seat sits in every game: one winner a game is a multinomial.  For characters, who do not, this test is wrong:
    its size is 2.2 % at a nominal 5 %; use `all_equal`.
    """
    from scipy.special import chdtrc

    wins = np.asarray(wins, float)
    expected = wins.mean()
    statistic = float(np.sum((wins - expected) ** 2) / expected)
    return statistic, float(chdtrc(len(wins) - 1, statistic))


def best_of(k: int) -> float:
    """How many of its standard errors the best of k equal shares stands above their mean, on average: 1.52 of eight.

    The expected maximum of k normal numbers (Tippett 1925), k 2 or more; since shares are taken from their own mean,
    their errors are smaller by the square root of 1 - 1 / k.
    """
    from scipy.integrate import quad
    from scipy.special import ndtr

    highest = quad(lambda x: 1 - ndtr(x) ** k - ndtr(-x) ** k, 0, math.inf)[0]
    return float(highest) / math.sqrt(1 - 1 / k)
