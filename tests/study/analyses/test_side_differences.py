"""Shares and means held against each other: estimates from games that say little, and who leads."""

import math
from itertools import combinations

import numpy as np
import pytest
from statistical import share_p_value

from simkit.games.metrics import Metric
from simkit.study.analyses.claim import FLIPS, NOT_SETTLED, STANDS, Claim
from simkit.study.analyses.side_differences import combined, difference, leaders, sign_of
from simkit.study.runs.columns import Column
from simkit.study.stats.intervals import difference_interval, share_interval

SHARE = Metric("killed", "the hero dies", "share", "", "killed")
WINS = Metric("win_share", "win share", "share", "", "", 840)
MEAN = Metric("rounds", "rounds", "mean", "rounds", "rounds")
LEVEL = 0.95


def column(values, metric=SHARE, sits=None):
    return Column(metric, np.asarray(values), None if sits is None else np.asarray(sits, bool))


def flips_of(rng, p, n=1_000):
    return column((rng.random(n) < p).astype(np.int32))


def test_sides_of_the_same_games_are_taken_game_by_game():
    rng = np.random.default_rng(1)
    one, other = flips_of(rng, 0.5), flips_of(rng, 0.4)
    found = difference(one, other)
    d = one.values - other.values
    counts = {value: int((d == value).sum()) for value in (-1, 0, 1)}
    assert found.size == pytest.approx(d.mean())
    assert found.error == pytest.approx(d.std() / math.sqrt(1_000))
    assert found.interval(LEVEL) == difference_interval(counts, 1_000, 1, LEVEL, 1)


@pytest.mark.parametrize("metric", [SHARE, WINS, MEAN])
def test_no_sample_has_an_interval_without_width(metric):
    for value in (0, metric.parts):
        sure = column(np.full(200, value, np.int32), metric)
        for found in (combined([(sure, 1)]), difference(sure, column(np.zeros(200, np.int32), metric))):
            low, high = found.interval(LEVEL)
            assert low < high
            assert low <= found.size <= high


def test_few_games_that_differ_settle_no_mean():
    values = np.full(2_000, 5)
    more = values.copy()
    more[:49] += 1
    assert difference(column(more, MEAN), column(values, MEAN)).interval(LEVEL) == (-math.inf, math.inf)
    more[:120] = 6
    assert sign_of(difference(column(more, MEAN), column(values, MEAN)), LEVEL) == 1


def test_a_share_is_one_of_the_games_in_which_a_side_sits():
    """Two who sit in every other game, and win all and none of those."""
    sits = np.arange(400) % 2 == 0
    winner, loser = column(np.where(sits, 840, 0), WINS, sits), column(np.zeros(400, int), WINS, ~sits)
    assert (winner.mean, loser.mean, winner.n) == (1.0, 0.0, 200)
    found = difference(winner, loser)
    low, high = found.interval(LEVEL)
    one, other = share_interval(200, 200, LEVEL), share_interval(0, 200, LEVEL)
    assert found.size == 1
    assert (low, high) == pytest.approx((1 - math.hypot(1 - one[0], other[1]), 1))


def test_the_same_side_in_the_same_games_is_a_pair():
    sits = np.arange(400) % 2 == 0
    before = np.where(sits & (np.arange(400) % 8 == 0), 840, 0)
    after = before.copy()
    after[2] = 840
    found = difference(column(after, WINS, sits), column(before, WINS, sits))
    assert found.size == pytest.approx(1 / 200)
    assert found.interval(LEVEL) == pytest.approx(
        [end / 840 for end in difference_interval({840: 1, 0: 199}, 200, 840, LEVEL, 840)]
    )


def test_who_never_sits_is_no_loser():
    nobody = column(np.zeros(50, int), WINS, np.zeros(50, bool))
    sure, none = column(np.full(50, 840), WINS), column(np.zeros(50, int), WINS)
    assert math.isnan(nobody.mean)
    assert leaders([nobody, sure, none], LEVEL) == [1]
    assert difference(sure, nobody).interval(LEVEL) == (-math.inf, math.inf)
    assert leaders([nobody], LEVEL) == []


def test_an_exact_difference_is_a_number_and_rounding_is_none():
    assert difference(0.5, 0.2).interval(LEVEL) == (0.3, 0.3)
    assert difference(0.1 + 0.2, 0.3).size == 0
    assert leaders([0.1 + 0.2, 0.3, 0.1], LEVEL) == [0, 1]


def test_a_tie_is_one_whatever_the_order():
    rng = np.random.default_rng(2)
    sides = [flips_of(rng, p) for p in (0.5, 0.5, 0.2)]
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        found = {order[place] for place in leaders([sides[place] for place in order], LEVEL)}
        assert found == {0, 1}
    same = [sides[0], sides[0]]
    assert leaders(same, LEVEL) == [0, 1]


CLAIM = Claim("the first is first", tuple(((0, 0, 1), (0, other, -1)) for other in (1, 2)))


def test_a_conclusion_stands_flips_or_is_not_settled():
    rng = np.random.default_rng(3)
    low, middle, high = (flips_of(rng, p) for p in (0.2, 0.5, 0.8))
    assert CLAIM.word([[high, middle, low]], 0.05) == STANDS
    assert CLAIM.word([[low, middle, low]], 0.05) == FLIPS
    assert CLAIM.word([[middle, flips_of(rng, 0.5), low]], 0.05) == NOT_SETTLED
    assert [CLAIM.word([[one, 0.2, 0.1]], 0.05) for one in (0.3, 0.2, 0.1)] == [STANDS, FLIPS, FLIPS]


def test_without_any_effect_few_analyses_have_a_bar_beyond_chance():
    """Level: 1e-6 that more than 5 % are found where 5 % is the truth; by the mean of the largest bar it is 45 %."""
    runs, bars, n = 300, 12, 600
    rng, alarms = np.random.default_rng(4), 0
    for _ in range(runs):
        chances = np.array([0.5, 0.4, 0.38])[:, None]
        base = (rng.random((3, n)) < chances).astype(np.int32)
        here = [[column(side) for side in base]]
        moved = []
        for _ in range(bars):
            fresh = (rng.random((3, n)) < chances).astype(np.int32)
            there = np.where(rng.random(n) < 0.2, fresh, base)
            moved.append(CLAIM.moved([[column(side) for side in there]], here))
        alarms += any(sign_of(one, 1 - 0.05 / bars) for one in moved)
    assert alarms <= 0.05 * runs or share_p_value(alarms, runs, 0.05) >= 1e-6


def seated(rng, shares, n):
    """Four of eight sit in each game, and one of them wins by his share of theirs."""
    seats = np.argsort(rng.random((n, 8)), axis=1)[:, :4]
    weights = shares[seats].cumsum(axis=1)
    winners = seats[np.arange(n), (rng.random((n, 1)) * weights[:, -1:] < weights).argmax(axis=1)]
    sits = np.zeros((n, 8), bool)
    np.put_along_axis(sits, seats, values=True, axis=1)
    return [column(np.where(winners == one, 840, 0), WINS, sits[:, one]) for one in range(8)]


def test_of_equal_sides_one_is_rarely_first():
    """Level: 1e-6 that more than 5 % are found where 5 % is the truth."""
    rng, runs, alone = np.random.default_rng(5), 400, 0
    for _ in range(runs):
        alone += len(leaders(seated(rng, np.ones(8), 300), 1 - 0.05 / 7)) == 1
    assert alone <= 0.05 * runs or share_p_value(alone, runs, 0.05) >= 1e-6


@pytest.mark.parametrize("n", [40, 400])
def test_the_difference_of_two_who_sit_in_other_games_is_covered(n):
    """Level: 1e-6 that more than 5 % are missed where 5 % is the truth; independent shares would be too narrow."""
    rng, runs, missed = np.random.default_rng(6), 1_000, 0
    shares = np.array([3.0, 1, 1, 1, 1, 1, 1, 1])
    truth = _expected(shares, 0) - _expected(shares, 1)
    for _ in range(runs):
        sides = seated(rng, shares, n)
        low, high = difference(sides[0], sides[1]).interval(LEVEL)
        missed += not low <= truth <= high
    assert missed <= 0.05 * runs or share_p_value(missed, runs, 0.05) >= 1e-6


def _expected(shares, one):
    """Chance of a win of one who sits, over all companies."""
    companies = list(combinations([other for other in range(8) if other != one], 3))
    return float(np.mean([shares[one] / (shares[one] + sum(shares[list(mates)])) for mates in companies]))
