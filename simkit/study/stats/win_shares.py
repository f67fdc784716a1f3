"""How characters compare: differences of win shares, and whether all could be equal.

Players of one game win at each other's cost, so shares of two characters are not independent.  A game's part in the
error of character a's share is u_a = (Y_a - p_a I_a) / N_a: Y_a what a won of the game, I_a whether a took part, N_a in
how many games a did.  Errors come from sums of products of u, and these from three integer tables.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.stats.intervals import difference_of_two, share_interval

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

NO_VARIANCE, NO_DIFFERENCE = 1e-12, 1e-9  # rounding, of sums that are nothing
FAR_OUT, STEPS = 10.0, 1_000  # of an even function that dies out as the normal does: trapezes give 13 digits of it


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


def win_shares(sums: LineUpSums, whole: int) -> Floats:
    """Share of a game that each character wins where it takes part, float64[characters]; `whole` is a whole win."""
    games = np.diag(sums.games)
    if not games.all():
        raise ValueError(f"characters {np.flatnonzero(games == 0).tolist()} took part in no game")
    shares: Floats = np.diag(sums.shares) / (whole * games)
    return shares


def covariance(sums: LineUpSums, whole: int) -> Floats:
    """Error covariance of `win_shares`, float64[characters, characters]: sums over games of u_a u_b."""
    shares, games = win_shares(sums, whole), np.diag(sums.games)
    crossed = sums.shares / whole * shares
    products = sums.products / whole**2 - crossed - crossed.T + sums.games * np.outer(shares, shares)
    errors: Floats = products / np.outer(games, games)
    return errors


def difference(sums: LineUpSums, a: int, b: int, whole: int, level: float = 0.95) -> tuple[float, float, float]:
    """Share of character a less that of b, and the low and high end of its interval.

    Each one's interval, joined with the correlation of their errors (Zou & Donner 2008).  Two independent shares would
    be off: their 95 % interval covers 93.4 % (8 characters, 4 seats), 82.7 % (two).  Where games show no error at all,
    as when one of two wins them all, the correlation is taken for -1, which gives the widest.
    """
    shares, errors, games = win_shares(sums, whole), covariance(sums, whole), np.diag(sums.games)
    scale = math.sqrt(max(errors[a, a] * errors[b, b], 0.0))
    correlation = float(np.clip(errors[a, b] / scale, -1, 1)) if scale else -1.0
    one, other = (
        (
            float(shares[character]),
            *share_interval(float(shares[character] * games[character]), int(games[character]), level),
        )
        for character in (a, b)
    )
    low, high = difference_of_two(one, other, correlation)
    return float(shares[a] - shares[b]), max(float(low), -1.0), min(float(high), 1.0)


def all_equal(sums: LineUpSums, whole: int) -> tuple[float, float]:
    """Wald's statistic of "all characters win alike" and its p-value, by chi-squared with characters - 1 degrees.

    In balanced line-ups with one winner a game it tends to Durbin's (1951).  It is infinite where games leave no doubt,
    as when one of two wins them all; contrasts for which games show neither a difference nor an error do not count.
    """
    from scipy.special import chdtrc

    shares, errors = win_shares(sums, whole), covariance(sums, whole)
    contrasts = np.eye(len(shares))[1:] - np.eye(len(shares))[0]
    variances, directions = np.linalg.eigh(contrasts @ errors @ contrasts.T)
    apart_by = directions.T @ contrasts @ shares
    known = variances > NO_VARIANCE * max(1 / float(np.diag(sums.games).min()), float(variances.max()))
    if np.any(np.abs(apart_by[~known]) > NO_DIFFERENCE):
        return math.inf, 0.0
    if not known.any():
        return 0.0, 1.0
    statistic = float(np.sum(apart_by[known] ** 2 / variances[known]))
    return statistic, float(chdtrc(int(known.sum()), statistic))


def equal_seats(wins: Any) -> tuple[float, float]:
    """Pearson's statistic (1900) of "all seats win alike" and its p-value, from the games that each seat won alone.

    Every seat sits in every game, so all count, also those that never won: one winner a game is a multinomial.  Games
    that nobody has won say nothing, and one seat is like itself: p is 1.  For characters, who do not sit in every game,
    this test is wrong: its size is 2.2 % at a nominal 5 %; use `all_equal`.
    """
    from scipy.special import chdtrc

    wins = np.asarray(wins, float)
    if len(wins) < 2 or not wins.any():
        return 0.0, 1.0
    expected = wins.mean()
    statistic = float(np.sum((wins - expected) ** 2) / expected)
    return statistic, float(chdtrc(len(wins) - 1, statistic))


def best_of(k: int) -> float:
    """How many of its standard errors the best of k equal shares stands above their mean, on average: 1.52 of eight.

    The expected maximum of k normal numbers (Tippett 1925), k 2 or more; since shares are taken from their own mean,
    their errors are smaller by the square root of 1 - 1 / k.
    """
    from scipy.special import ndtr

    x = np.linspace(0, FAR_OUT, STEPS + 1)
    highest = np.trapezoid(1 - ndtr(x) ** k - ndtr(-x) ** k, x)
    return float(highest) / math.sqrt(1 - 1 / k)
