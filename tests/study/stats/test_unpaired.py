"""Variants that change who sits where: two shares, each from its own games, and never losses of the absent."""

from collections import Counter

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import COMPANIES, read
from scipy import stats
from statistical import ALPHA

from simkit.games.metrics import Metric
from simkit.study.analyses.compare import compare
from simkit.study.stats import unpaired
from simkit.study.stats.intervals import share_interval
from simkit.study.stats.paired import count_values, inverted, pair_sums

SHARE = Metric("won", "wins", "share", "", "won", 2)
AMOUNT = Metric("hits", "hits", "mean", "hits", "hits", least=0, most=10)


def test_a_share_is_over_its_own_games():
    found = unpaired.own_mean(SHARE, Counter({0: 70, 1: 4, 2: 26}), 0.95)
    assert (found.games, found.mean) == (100, 0.28)
    assert (found.low, found.high) == share_interval(28, 100, 0.95)


def test_no_game_says_nothing():
    found = unpaired.own_mean(SHARE, Counter(), 0.95)
    assert found.games == 0
    assert all(np.isnan(found[1:]))


def test_a_mean_stays_within_what_a_game_can_give():
    rare = unpaired.own_mean(AMOUNT, Counter({0: 199, 1: 1}), 0.95)
    assert 0 <= rare.low < rare.mean < rare.high <= 10


def test_the_difference_is_that_of_independent_shares():
    base, variant = (unpaired.own_mean(SHARE, Counter({0: 200 - wins, 2: wins}), 0.95) for wins in (40, 80))
    low, high = unpaired.difference(base, variant)
    assert low < 0.2 < high
    assert low == pytest.approx(0.2 - np.hypot(variant.mean - variant.low, base.high - base.mean))
    swapped = unpaired.difference(variant, base)
    assert swapped == pytest.approx((-high, -low))
    assert unpaired.difference(base, variant, -0.2)[0] < low
    assert unpaired.difference(base, variant, -0.2)[1] > high


def test_games_that_both_seat_a_side_in_tell_the_correlation():
    rng = np.random.default_rng(8)
    ours, theirs = rng.integers(0, 3, 300), rng.integers(0, 3, 300)
    theirs[:100] = 2 - ours[:100]
    both = slice(0, 150)  # of 200 games of the base and 250 of the variant
    mine, yours = ours[:200], np.concatenate([theirs[:150], theirs[200:]])
    sums = pair_sums(ours[both], theirs[both], 150)
    joint = (ours[both] - mine.mean()) @ (theirs[both] - yours.mean())
    expected = joint / np.sqrt(np.sum((mine - mine.mean()) ** 2) * np.sum((yours - yours.mean()) ** 2))
    assert unpaired.correlation(sums, count_values(mine), count_values(yours)) == pytest.approx(expected, rel=1e-12)
    assert expected < -0.3
    assert unpaired.correlation(sums, Counter({0: 200}), count_values(yours)) == 0


def read_companies(folder, base='"every"', variant="players = 3", metrics='["win_share"]', games=1680):
    return read(folder, COMPANIES.format(base=base, variant=variant, metrics=metrics, games=games))


@pytest.mark.skipif(not JIT, reason="takes games")
def test_three_players_win_more_often_than_four(tmp_path):
    found = compare(read_companies(tmp_path), jobs=2).frame
    assert set(found["verdict"]) <= {"higher", "not settled"}
    assert found["base"].mean() == pytest.approx(1 / 4, abs=0.01)
    assert found["value"].mean() == pytest.approx(1 / 3, abs=0.01)
    assert found["note"].str.startswith("unpaired: 840 games of the base and 630 of the variant").all()
    assert (found["low"] <= 1 / 3 - 1 / 4).all()
    assert (found["high"] > 0).all()


@pytest.mark.skipif(not JIT, reason="takes games")
def test_who_sits_in_one_of_two_companies_alone_is_not_compared(tmp_path):
    ours, theirs = '["Ozmo", "Rosa", "Turb", "Nruff"]', 'characters = ["Alatha", "Rosa", "Turb", "Nruff"]'
    found = compare(read_companies(tmp_path, ours, theirs, games=480), jobs=2).frame.set_index("side")
    assert set(found.index) == {"Ozmo", "Alatha", "Rosa", "Turb", "Nruff"}
    alone = found.loc[["Ozmo", "Alatha"]]
    assert set(alone["verdict"]) == {"not comparable"}
    assert alone[["difference", "low", "high"]].isna().all(axis=None)
    both = found.loc[["Rosa", "Turb", "Nruff"]]
    assert (both["games"] == 480).all()
    assert (both["diverged"] > 0).all()  # these are pairs


@pytest.mark.skipif(not JIT, reason="takes games")
def test_what_counts_in_the_games_of_a_character_alone_is_a_mean_over_these(tmp_path):
    found = compare(read_companies(tmp_path, variant="policy = 'random'", metrics='["ozmo_died"]'), jobs=2)
    (row,) = found.frame.to_dict("records")
    assert row["games"] == 840  # half of the games seat Ozmo
    assert row["base"] == found.rows[0].series.end.base[1] / 840


def test_the_error_of_a_small_p_value():
    """Of samples with the same share, p-values of 5 % and less come in 5 % of the cases."""
    rng = np.random.default_rng(4)
    draws = rng.binomial([400, 300], 0.25, size=(2_000, 2))
    small = 0
    for ours, theirs in draws.tolist():
        seen = Counter({0: 400 - ours, 2: ours}), Counter({0: 300 - theirs, 2: theirs})
        small += (
            inverted(
                lambda level, seen=seen: unpaired.difference(*(unpaired.own_mean(SHARE, one, level) for one in seen)),
                0.95,
            )
            <= 0.05
        )
    assert small <= stats.binom.isf(ALPHA, 2_000, 0.05)
