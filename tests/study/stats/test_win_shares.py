"""Characters compared: errors game by game, Durbin's oracle, and simulated coverage.

Games are simulated from strengths, so the truth is known.  Shares of runs are held by exact binomial tests at 1e-6.
"""

import math

import numpy as np
import pytest
from scipy import stats as distributions
from scipy.optimize import minimize
from statistical import ALPHA, assert_share

from simkit.core.lineups import line_ups
from simkit.study.stats import plackett_luce
from simkit.study.stats.intervals import difference_of_two, share_interval
from simkit.study.stats.plackett_luce import Wins, count_wins, fit_strengths, misfit
from simkit.study.stats.win_shares import (
    LineUpSums,
    all_equal,
    best_of,
    covariance,
    difference,
    equal_seats,
    line_up_sums,
    win_shares,
)

WHOLE = 840


def balanced(characters, seats, games, seed=0):
    """Line-ups of so many games, whole blocks as far as they go."""
    block = math.perm(characters, seats)
    return line_ups(characters, seats, seed, -(-games // block))[:games]


def play(rows, rng, characters=None, seats=None, tie=0.0):
    """Shares of a game, int[games, seats]: one winner, or with chance `tie` a share of it for another too."""
    n, m = rows.shape
    characters = np.zeros(rows.max() + 1) if characters is None else characters
    logs = characters[rows] + (np.zeros(m) if seats is None else seats)
    winners = np.argmax(logs + rng.gumbel(size=rows.shape), axis=1)
    shares = np.zeros(rows.shape, np.int64)
    shares[np.arange(n), winners] = WHOLE
    tied = np.flatnonzero(rng.random(n) < tie)
    shares[tied] //= 2
    shares[tied, (winners[tied] + rng.integers(1, m, len(tied))) % m] = WHOLE // 2
    return shares


def some_games():
    """With ties and, one in ten, without a winner."""
    rng, rows = np.random.default_rng(1), balanced(6, 3, 500)
    shares = play(rows, rng, np.linspace(-0.5, 0.5, 6), tie=0.1)
    shares[rng.random(500) < 0.1] = 0
    return rows, shares


# Win shares


def test_errors_are_sums_over_games_of_what_each_adds():
    rows, shares = some_games()
    sums = line_up_sums(rows, shares, 6)
    won, took_part = np.zeros((500, 6)), np.zeros((500, 6))
    for game, (line_up, parts) in enumerate(zip(rows, shares, strict=True)):
        won[game, line_up], took_part[game, line_up] = parts / WHOLE, 1
    p, n = won.sum(axis=0) / took_part.sum(axis=0), took_part.sum(axis=0)
    u = (won - p * took_part) / n
    np.testing.assert_allclose(win_shares(sums, WHOLE), p, rtol=1e-12)
    np.testing.assert_allclose(covariance(sums, WHOLE), u.T @ u, atol=1e-15)
    size, low, high = difference(sums, 2, 4, WHOLE)
    assert size == pytest.approx(p[2] - p[4])
    ends = [(p[who], *share_interval(p[who] * n[who], n[who])) for who in (2, 4)]
    correlation = u[:, 2] @ u[:, 4] / math.sqrt(np.sum(u[:, 2] ** 2) * np.sum(u[:, 4] ** 2))
    assert (low, high) == pytest.approx(difference_of_two(*ends, correlation), rel=1e-9)


def test_sums_of_all_games_are_the_sums_of_their_parts():
    rows, shares = some_games()
    parts = [line_up_sums(rows[i : i + 70], shares[i : i + 70], 6) for i in range(0, 500, 70)]
    for tables, whole in zip(zip(*parts, strict=True), line_up_sums(rows, shares, 6), strict=True):
        np.testing.assert_array_equal(sum(tables), whole)


FORMATS = [(8, 4, 1680), (4, 4, 1200), (2, 2, 1000)]
NAIVE_COVERAGE = {8: 0.933, 4: 0.910, 2: 0.834}


@pytest.mark.parametrize(("characters", "seats", "games"), FORMATS)
def test_a_difference_covers_and_two_independent_shares_would_not(characters, seats, games):
    """At worst the two play each other in every game, and their independent errors are too small by sqrt(2)."""
    runs, rng = 300, np.random.default_rng(3)
    rows = balanced(characters, seats, games)
    covered = naive = 0
    for _ in range(runs):
        sums = line_up_sums(rows, play(rows, rng), characters)
        size, low, high = difference(sums, 0, 1, WHOLE)
        shares, n = win_shares(sums, WHOLE)[:2], np.diag(sums.games)[:2]
        covered += low <= 0 <= high
        naive += abs(size) <= 1.959964 * math.sqrt(np.sum(shares * (1 - shares) / n))
    assert_share(covered, runs, 0.95)
    assert_share(naive, runs, NAIVE_COVERAGE[characters])


@pytest.mark.parametrize(("characters", "seats", "games"), FORMATS)
def test_naive_coverage_follows_from_how_often_the_two_meet(characters, seats, games):
    meeting = (seats - 1) / (characters - 1)
    inflation = 1 + meeting / (seats - 1)
    found = 2 * distributions.norm.cdf(1.959964 / math.sqrt(inflation)) - 1
    assert found == pytest.approx(NAIVE_COVERAGE[characters], abs=5e-4)


def expected_sums(characters, seats, games):
    """Sums of a fair game over balanced line-ups, each at its expectation; a whole win counts 1."""
    met = np.full((characters, characters), games * seats * (seats - 1) / (characters * (characters - 1)))
    np.fill_diagonal(met, games * seats / characters)
    return LineUpSums(met, met / seats, np.eye(characters) * games / characters)


@pytest.mark.parametrize(("characters", "seats", "games"), FORMATS)
def test_with_the_errors_of_a_fair_game_walds_statistic_is_durbins(characters, seats, games):
    """Durbin 1951: sum (W - n / K)^2 m (K - 1) / (n (m - 1))."""
    wins = np.random.default_rng(2).multinomial(games, np.full(characters, 1 / characters))
    apart = wins / (games * seats / characters) - 1 / seats
    errors = covariance(expected_sums(characters, seats, games), 1)
    wald = apart @ np.linalg.pinv(errors, hermitian=True, rcond=1e-9) @ apart
    durbin = np.sum((wins - games / characters) ** 2) * seats * (characters - 1) / (games * (seats - 1))
    assert wald == pytest.approx(durbin, rel=1e-9)


def test_walds_test_of_equal_characters_is_of_its_size():
    runs, rng, rows = 400, np.random.default_rng(5), balanced(8, 4, 1680)
    p_values = [all_equal(line_up_sums(rows, play(rows, rng), 8), WHOLE)[1] for _ in range(runs)]
    assert_share(sum(p < 0.05 for p in p_values), runs, 0.05)
    assert distributions.kstest(p_values, "uniform").pvalue > ALPHA


def test_walds_test_finds_a_character_that_wins_oftener():
    rows = balanced(8, 4, 3360)
    shares = play(rows, np.random.default_rng(6), np.array([0.5, 0, 0, 0, 0, 0, 0, 0]))
    assert all_equal(line_up_sums(rows, shares, 8), WHOLE)[1] < 1e-9


def test_games_that_leave_no_doubt_have_an_infinite_statistic():
    rows = balanced(2, 2, 100)
    assert all_equal(line_up_sums(rows, WHOLE * (rows == 0), 2), WHOLE) == (math.inf, 0)
    rows = balanced(3, 2, 300)
    assert all_equal(line_up_sums(rows, WHOLE * (rows == rows.min(axis=1, keepdims=True)), 3), WHOLE)[1] < 1e-12


@pytest.mark.parametrize("shared", [0, WHOLE // 2])
def test_games_that_nobody_won_or_all_shared_say_that_all_are_alike(shared):
    rows = balanced(3, 2, 60)
    assert all_equal(line_up_sums(rows, np.full(rows.shape, shared), 3), WHOLE) == (0, 1)


def test_a_difference_is_never_without_width_and_stays_in_its_range():
    """Row 11 of the trial: 100 of 100 gave [1, 1]."""
    rows = balanced(2, 2, 100)
    for won in (rows == 0, np.zeros(rows.shape, bool)):
        size, low, high = difference(line_up_sums(rows, WHOLE * won, 2), 0, 1, WHOLE)
        assert -1 <= low < high <= 1
        assert low <= size <= high
    size, low, high = difference(line_up_sums(rows, WHOLE * (rows == 0), 2), 0, 1, WHOLE)
    assert (size, high) == (1, 1)
    assert low == pytest.approx(1 - 2 * (1 - 0.025**0.01))


def test_a_character_that_took_part_in_no_game_is_named():
    rows, shares = some_games()
    with pytest.raises(ValueError, match=r"characters \[6, 7\] took part in no game"):
        win_shares(line_up_sums(rows, shares, 8), WHOLE)


def test_a_seat_that_never_won_is_counted():
    assert equal_seats([100, 100, 0])[1] == pytest.approx(math.exp(-50), rel=1e-9, abs=0)
    assert equal_seats([0, 0, 0]) == equal_seats([7]) == equal_seats([]) == (0, 1)


def test_pearson_is_right_for_seats_and_far_too_tame_for_characters():
    """For characters his statistic is 6/7 of Durbin's, so that 2.2 % alarm; wins against losses 8/7, and 9.1 %."""
    wins = np.array([430, 400, 410, 440])
    assert equal_seats(wins) == pytest.approx(distributions.chisquare(wins))
    characters, seats, limit = 8, 4, distributions.chi2.isf(0.05, 7)
    tame = characters * (seats - 1) / (seats * (characters - 1))
    assert distributions.chi2.sf(limit / tame, 7) == pytest.approx(0.022, abs=5e-4)
    assert distributions.chi2.sf(limit / (tame * seats / (seats - 1)), 7) == pytest.approx(0.091, abs=5e-4)


def test_the_best_of_eight_stands_1_52_errors_above_the_mean_by_chance():
    assert best_of(8) == pytest.approx(1.52, abs=0.005)
    assert best_of(2) == pytest.approx(math.sqrt(2 / math.pi), rel=1e-9)
    assert best_of(3) == pytest.approx(1.5 / math.sqrt(math.pi) / math.sqrt(2 / 3), rel=1e-9)


# Strengths


def test_two_players_are_rated_by_the_logarithm_of_their_wins():
    """Each as often first: 60 wins to 20 are log 3 apart; 15 ties are sqrt(60 20) times e to their strength."""
    rows = np.repeat([[0, 1], [1, 0]], [95 * 2] * 2, axis=0)
    half = np.concatenate([[[WHOLE, 0]] * 120, [[0, WHOLE]] * 40, [[WHOLE // 2] * 2] * 30])
    fitted = fit_strengths(count_wins(rows, np.concatenate([half, half[:, ::-1]])), 2, ridge=1e-7)
    assert fitted.characters == pytest.approx([math.log(3) / 2, -math.log(3) / 2], abs=1e-6)
    assert fitted.seats == pytest.approx([0, 0], abs=1e-9)
    assert fitted.ties == pytest.approx([math.log(30 / math.sqrt(120 * 40))], abs=1e-6)


def test_the_error_of_two_players_is_that_of_a_logit():
    """The log odds of 120 wins to 40 have the variance 1 / 120 + 1 / 40; a strength is half of them."""
    rows = np.repeat([[0, 1], [1, 0]], [80, 80], axis=0)
    half = np.concatenate([[[WHOLE, 0]] * 60, [[0, WHOLE]] * 20])
    fitted = fit_strengths(count_wins(rows, np.concatenate([half, half[:, ::-1]])), 2, ridge=1e-7)
    low, high = fitted.interval(0)
    assert (high - low) / 2 == pytest.approx(1.959964 * math.sqrt(1 / 120 + 1 / 40) / 2, rel=1e-6)
    assert (high + low) / 2 == pytest.approx(math.log(3) / 2, rel=1e-6)


def hunters_steps(rows, shares, steps=2_000):
    """Minorisation-maximisation of the top choice, characters and seats in turn (Hunter 2004)."""
    n_characters, m = rows.max() + 1, rows.shape[1]
    characters, seats, won = np.ones(n_characters), np.ones(m), shares > 0
    for _ in range(steps):
        weight = 1 / (characters[rows] * seats).sum(axis=1, keepdims=True)
        characters = np.bincount(rows[won], minlength=n_characters) / np.bincount(
            rows.ravel(), (seats * weight).ravel()
        )
        weight = 1 / (characters[rows] * seats).sum(axis=1, keepdims=True)
        seats = won.sum(axis=0) / (characters[rows] * weight).sum(axis=0)
    return np.log(characters) - np.log(characters).mean(), np.log(seats) - np.log(seats).mean()


def test_without_ties_strengths_are_those_of_hunters_steps():
    rows = balanced(5, 3, 400)
    shares = play(rows, np.random.default_rng(7), np.linspace(-0.6, 0.6, 5), np.array([0.3, 0, -0.3]))
    fitted = fit_strengths(count_wins(rows, shares), 5, ridge=1e-9)
    characters, seats = hunters_steps(rows, shares, 300)
    np.testing.assert_allclose(fitted.characters, characters, atol=1e-7)
    np.testing.assert_allclose(fitted.seats, seats, atol=1e-7)
    assert len(fitted.ties) == 0


def test_with_ties_strengths_have_the_highest_likelihood_that_a_search_finds():
    """Of four characters in three seats; shared wins at the geometric mean of their strengths, written out."""
    rows = balanced(4, 3, 240)
    shares = play(rows, np.random.default_rng(14), np.array([0.8, 0, 0, -0.8]), tie=0.3)
    subsets = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
    chosen = [subsets.index(tuple(np.flatnonzero(game))) for game in shares]

    def loss(x):
        alone, tie = np.exp(x[rows] + np.append(x[4:6], 0)), np.exp(x[6])
        weights = [np.prod(alone[:, some], axis=1) ** (1 / len(some)) * tie ** (len(some) - 1) for some in subsets]
        return -np.sum(np.log(np.choose(chosen, weights) / np.sum(weights, axis=0))) + 1e-3 * x[:4].sum() ** 2

    x = minimize(loss, np.zeros(7), method="BFGS", options={"gtol": 1e-6}).x
    fitted = fit_strengths(count_wins(rows, shares), 4, ridge=1e-9)
    np.testing.assert_allclose(fitted.characters, x[:4] - x[:4].mean(), atol=1e-4)
    np.testing.assert_allclose(fitted.seats, np.append(x[4:6], 0) - x[4:6].sum() / 3, atol=1e-4)
    assert fitted.ties == pytest.approx(x[6:], abs=1e-4)


def test_games_that_nobody_won_choose_nobody():
    rows, shares = some_games()
    wins = count_wins(rows, shares)
    assert wins.counts.sum() == np.sum(shares.any(axis=1))
    assert {len(winners) for winners in wins.winners} == {1, 2}


def test_who_never_wins_is_weak_and_not_infinitely_so():
    rows = balanced(4, 2, 240)
    shares = play(rows, np.random.default_rng(8), np.array([-50.0, 0, 0, 0]))
    fitted = fit_strengths(count_wins(rows, shares), 4)
    assert -6 < fitted.characters[0] < -2
    assert fitted.interval(0)[1] < min(fitted.characters[1:])


def test_strengths_of_games_all_shared_are_refused():
    always = Wins(np.array([[0, 1], [1, 0]]), ((0, 1),), np.array([[9], [9]]))
    with pytest.raises(ValueError, match="every game was shared"):
        fit_strengths(always, 2)


def test_a_search_that_has_not_settled_says_so(monkeypatch):
    monkeypatch.setattr(plackett_luce, "STEPS", 1)
    with pytest.raises(ArithmeticError, match="has not settled in 1 steps"):
        fit_strengths(count_wins(*some_games()), 6)


def covered_strengths(runs, tie):
    """Of how many runs the interval holds the strength of the last of five characters."""
    rows, rng = balanced(5, 3, 600), np.random.default_rng(9)
    truth, seats = np.linspace(-0.6, 0.6, 5), np.array([0.2, 0, -0.2])
    covered = 0
    for _ in range(runs):
        low, high = fit_strengths(count_wins(rows, play(rows, rng, truth, seats, tie)), 5).interval(4)
        covered += low <= truth[4] <= high
    return covered


def test_an_interval_covers_the_strength():
    assert_share(covered_strengths(200, 0), 200, 0.95)


@pytest.mark.slow
def test_an_interval_covers_94_to_97_per_cent():
    assert 0.94 < covered_strengths(4_000, 0) / 4_000 < 0.97


@pytest.mark.slow
def test_taking_one_game_for_three_covers_83_per_cent():
    """Bradley & Terry 1952 on "the winner beats the three others", eight equal characters in four seats."""
    rows, rng, runs = balanced(8, 4, 1680), np.random.default_rng(10), 1_000
    covered = 0
    for _ in range(runs):
        won = play(rows, rng) > 0
        pairs = np.stack([np.repeat(rows[won], 3), rows[~won]], axis=1)
        first = rng.integers(0, 2, len(pairs))
        shares = WHOLE * np.stack([1 - first, first], axis=1)
        pairs[first == 1] = pairs[first == 1, ::-1]
        low, high = fit_strengths(count_wins(pairs, shares), 8).interval(0)
        covered += low <= 0 <= high
    assert covered / runs == pytest.approx(0.83, abs=0.04)


def test_strengths_alone_fit_games_that_strengths_alone_decide():
    runs, rng, rows = 150, np.random.default_rng(11), balanced(5, 3, 600)
    truth, p_values = np.linspace(-0.6, 0.6, 5), []
    for _ in range(runs):
        wins = count_wins(rows, play(rows, rng, truth, tie=0.0))
        p_values.append(misfit(wins, fit_strengths(wins, 5)).p_value)
    assert_share(sum(p < 0.05 for p in p_values), runs, 0.05)
    assert misfit(wins, fit_strengths(wins, 5)).degrees == 10 * 2 - 4


def test_a_character_that_only_one_other_fears_is_a_misfit():
    """Character 0 wins every game against 1, and is as good as anybody otherwise."""
    rows = balanced(5, 3, 600)
    shares = play(rows, np.random.default_rng(12))
    feared = (rows == 0).any(axis=1) & (rows == 1).any(axis=1)
    shares[feared] = np.where(rows[feared] == 0, WHOLE, 0)
    wins = count_wins(rows, shares)
    assert misfit(wins, fit_strengths(wins, 5)).p_value < 1e-9


def test_a_single_line_up_cannot_misfit():
    rows = balanced(3, 3, 60)
    wins = count_wins(rows, play(rows, np.random.default_rng(13)))
    found = misfit(wins, fit_strengths(wins, 3, ridge=1e-6))
    assert (found.degrees, found.p_value) == (0, 1)
    assert found.statistic == pytest.approx(0, abs=1e-6)
