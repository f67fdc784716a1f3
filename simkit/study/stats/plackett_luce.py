"""Strengths of characters and seats from who won in which line-up: Plackett-Luce's top choice, with ties.

A set T of players shares a win with a chance in proportion to tie_|T| times the geometric mean of their strengths
(Davidson 1970; Firth, Kosmidis & Turner 2019), a single one to his own strength (Luce 1959; Plackett 1975).  A strength
is exp(character + seat).  Losers are not ranked: "the winner beats the three others" (Bradley & Terry 1952) takes one
game for three, and its 95 % intervals cover 83 %.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study.stats.estimates import z_quantile

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

STEPS = 100  # of Newton, at most 1 long; ten do
CLOSE = 1e-9


class Wins(NamedTuple):
    """Who won how often, by line-up and seat order; tables of the same line-ups add up."""

    line_ups: Integers  # int64[rows, seats]: characters, one of which may sit several times
    winners: tuple[tuple[int, ...], ...]  # sets of seats that shared a win
    counts: Integers  # int64[rows, sets]


class Strengths(NamedTuple):
    """Log strengths and their error covariance, in the order characters, seats, ties."""

    characters: Floats  # 0 in sum
    seats: Floats  # 0 in sum
    ties: Floats  # logarithms of tie_2, tie_3 ... as far as such ties came
    covariance: Floats

    def interval(self, character: int, level: float = 0.95) -> tuple[float, float]:
        """Normal interval for the log strength of a character, measured from the mean of all."""
        size = float(self.characters[character])
        half = z_quantile(level) * math.sqrt(self.covariance[character, character])
        return size - half, size + half


def count_wins(characters: Integers, shares: Integers) -> Wins:
    """The table of some games, int[games, seats] each; games that nobody won are left out, for nobody was chosen."""
    won = shares > 0
    decided = won.any(axis=1)
    line_ups, rows = np.unique(characters[decided], axis=0, return_inverse=True)
    masks, sets = np.unique(won[decided], axis=0, return_inverse=True)
    counts = np.zeros((len(line_ups), len(masks)), np.int64)
    np.add.at(counts, (rows.ravel(), sets.ravel()), 1)
    return Wins(line_ups, tuple(tuple(np.flatnonzero(mask).tolist()) for mask in masks), counts)


def fit_strengths(wins: Wins, n_characters: int, ridge: float = 0.5) -> Strengths:
    """Strengths of highest likelihood, by Newton's steps (the model, and when it has a maximum: Hunter 2004).

    Parameters
    ----------
    wins, n_characters
        The table, and how many characters there are, met or not.
    ridge
        Weight, above 0, of half the sum of squared log strengths that is taken from the log likelihood.  It keeps those
        who never win finite, and matters to nobody with many wins.  Ties are left free.

    Raises
    ------
    ValueError
        Where every game was shared, so that ties have no likeliest chance.
    """
    model = _model(wins, n_characters)
    penalty = _penalty(model, ridge)
    strengths = np.zeros(len(penalty))
    for _ in range(STEPS):
        slope, curvature = _derivatives(model, strengths)
        step = np.linalg.solve(curvature + penalty, slope - penalty @ strengths)
        longest = float(np.abs(step).max())
        strengths += step / max(1.0, longest)
        if longest < CLOSE:
            return _strengths(model, strengths, np.linalg.inv(curvature + penalty))
    raise ArithmeticError(f"Newton's method has not settled in {STEPS} steps")


class _Model(NamedTuple):
    features: Floats  # float64[rows, sets, strengths]: log chance of a set is its features times the strengths
    sets: list[tuple[int, ...]]  # of seats that may share a win
    counts: Floats  # float64[rows, sets]
    blocks: tuple[slice, slice, slice]  # of the strengths: characters, seats, ties


def _model(wins: Wins, n_characters: int) -> _Model:
    rows, n_seats = wins.line_ups.shape
    sizes = sorted({len(winners) for winners in wins.winners})
    if sizes[0] != 1:
        raise ValueError("every game was shared: strengths need games that one alone has won")
    sets = [winners for size in sizes for winners in combinations(range(n_seats), size)]
    characters, seats = slice(n_characters), slice(n_characters, n_characters + n_seats)
    ties = slice(seats.stop, seats.stop + len(sizes) - 1)
    features = np.zeros((rows, len(sets), ties.stop))
    counts = np.zeros((rows, len(sets)))
    for index, winners in enumerate(sets):
        for seat_number in winners:
            features[np.arange(rows), index, wins.line_ups[:, seat_number]] += 1 / len(winners)
            features[:, index, seats.start + seat_number] = 1 / len(winners)
        features[:, index, ties] = [len(winners) == size for size in sizes[1:]]
        if winners in wins.winners:
            counts[:, index] = wins.counts[:, wins.winners.index(winners)]
    return _Model(features, sets, counts, (characters, seats, ties))


def _penalty(model: _Model, ridge: float) -> Floats:
    """The ridge as a matrix; since only differences of strengths matter, it also holds their sums at 0."""
    characters, seats, _ = model.blocks
    penalty = np.zeros(2 * model.features.shape[-1:])
    for block in (characters, seats):
        penalty[block, block] = 1 + ridge * np.eye(len(penalty[block, block]))
    return penalty


def _chances(model: _Model, strengths: Floats) -> Floats:
    logs = model.features @ strengths
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    chances: Floats = weights / weights.sum(axis=1, keepdims=True)
    return chances


def _derivatives(model: _Model, strengths: Floats) -> tuple[Floats, Floats]:
    chances, games = _chances(model, strengths), model.counts.sum(axis=1)
    expected = games[:, None] * chances
    means = np.einsum("rs,rsk->rk", chances, model.features)
    slope = np.einsum("rs,rsk->k", model.counts - expected, model.features)
    squares = np.einsum("rs,rsk,rsl->kl", expected, model.features, model.features, optimize=True)
    return slope, squares - np.einsum("r,rk,rl->kl", games, means, means, optimize=True)


def _strengths(model: _Model, strengths: Floats, covariance: Any) -> Strengths:
    centre = np.eye(len(strengths))
    for block in model.blocks[:2]:
        centre[block, block] -= 1 / len(centre[block, block])
    characters, seats, ties = (strengths[block] for block in model.blocks)
    return Strengths(characters, seats, ties, centre @ covariance @ centre.T)


def on_the_same_luck(wins: Wins, fitted: Strengths, chosen: Integers) -> Strengths:
    """The same strengths, with errors that hold where a game number has the same luck in all line-ups.

    The games of a number count as one observation (Liang & Zeger 1986), so that how they correlate shows in the errors.
    None becomes smaller than that of independent games: on the same luck some strengths seem to have no error at all.

    Parameters
    ----------
    wins, fitted
        The table, and what `fit_strengths` made of it.
    chosen
        int[rows, games]: who shared the win, by his place in `wins.winners`; -1 where nobody won.
    """
    model = _model(wins, len(fitted.characters))
    chances = _chances(model, np.concatenate([fitted.characters, fitted.seats, fitted.ties]))
    scores = np.zeros((chosen.shape[1], model.features.shape[-1]))
    places = [model.sets.index(winners) for winners in wins.winners]
    for features, its_chances, its_games in zip(model.features, chances, chosen, strict=True):
        residuals = features[places] - its_chances @ features
        scores += np.vstack([residuals, np.zeros(residuals.shape[1])])[its_games]
    covariance = fitted.covariance @ (scores.T @ scores) @ fitted.covariance
    missing = np.maximum(np.diag(fitted.covariance) - np.diag(covariance), 0)
    return fitted._replace(covariance=covariance + np.diag(missing))


class Misfit(NamedTuple):
    """How ill strengths alone explain who wins in which company."""

    statistic: float
    degrees: int
    p_value: float


def misfit(wins: Wins, fitted: Strengths) -> Misfit:
    """Pearson's test of the fitted model line-up by line-up, seat orders taken together.

    In each line-up the wins less those expected are weighed with their covariance under the model.  A small p-value
    says that some characters do better against some others than their strengths tell.
    """
    from scipy.special import chdtrc

    n_characters = len(fitted.characters)
    model = _model(wins, n_characters)
    chances = _chances(model, np.concatenate([fitted.characters, fitted.seats, fitted.ties]))
    won, games = model.features[..., :n_characters], model.counts.sum(axis=1)
    means = np.einsum("rs,rsk->rk", chances, won)
    residuals = np.einsum("rs,rsk->rk", model.counts, won) - games[:, None] * means
    squares = np.einsum("r,rs,rsk,rsl->rkl", games, chances, won, won, optimize=True)
    scatter = squares - games[:, None, None] * means[:, :, None] * means[:, None, :]
    companies, rows = np.unique(np.sort(wins.line_ups, axis=1), axis=0, return_inverse=True)
    total = np.zeros((len(companies), n_characters))
    spread = np.zeros((len(companies), n_characters, n_characters))
    np.add.at(total, rows.ravel(), residuals)
    np.add.at(spread, rows.ravel(), scatter)
    statistic = float(np.einsum("ck,ckl,cl->", total, np.linalg.pinv(spread, rcond=1e-9, hermitian=True), total))
    degrees = len(companies) * (wins.line_ups.shape[1] - 1) - (n_characters - 1)
    return Misfit(statistic, degrees, float(chdtrc(degrees, statistic)) if degrees else 1.0)
