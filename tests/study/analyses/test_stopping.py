"""Looking early at pairs of real games: nulls made by a coin for each pair, looked at a hundred times."""

import math

import numpy as np
import pytest
from conftest import JIT
from pairs import HALVES, SHARE, most_errors, play_looks, series_of
from scenario_texts import RIVALS, read

from simkit.games.metrics import Metric
from simkit.study.analyses import stopping
from simkit.study.analyses.looks import look_intervals
from simkit.study.runs import runner
from simkit.study.runs.pairs import Pairs, Series
from simkit.study.scenarios.quantities import Quantity, find
from simkit.study.stats.paired import Verdict, count_differences, count_values, pair_sums

needs_games = pytest.mark.skipif(not JIT, reason="takes games")
BLOCK, LOOKS = 1_000, 100
ONE = stopping.Family(0.05, 1, 0.0)


@pytest.fixture(scope="module")
def pairs_of_battles(tmp_path_factory):
    """Whether the hero dies, under the printed rules and where escaping is harder: int[2, games]; and what is asked."""
    scenario = read(tmp_path_factory.mktemp("rivals"), RIVALS, games=200_000)
    quantity, variant = find(scenario, "killed:Rosa"), scenario.variants[0][1]
    played = [runner.simulate(one, one.cells[0], 0, 200_000)["killed"].astype(np.int64) for one in (scenario, variant)]
    return np.array(played), quantity


def null_run(pool, quantity, divergence, rng):
    """Looks at pairs drawn from real ones, of which so many diverge, base and variant exchanged by a coin."""
    diverge = np.flatnonzero(pool[0] != pool[1])
    alike = np.flatnonzero(pool[0] == pool[1])
    n = BLOCK * LOOKS
    chosen = np.where(rng.random(n) < divergence, rng.choice(diverge, n), rng.choice(alike, n))
    base, variant = np.where(rng.random(n) < 0.5, pool[:, chosen], pool[::-1, chosen])
    series = Series(0, quantity, same_rules=False)
    for first in range(0, n, BLOCK):
        before, after = base[first : first + BLOCK], variant[first : first + BLOCK]
        sums = pair_sums(before, after, int((before != after).sum()))
        series.add(Pairs(sums, count_differences(before, after), count_values(before), count_values(after), 0))
    return series


def alarms(pairs_of_battles, divergence, runs):
    """Of null runs, those that a confidence sequence and the interval of a fixed number of games call a difference."""
    rng, found = np.random.default_rng(1981), np.zeros(2, np.int64)
    for _ in range(runs):
        series = null_run(*pairs_of_battles, divergence, rng)
        low, high = look_intervals(series, 0, ONE.level)
        found += stopping.Peek().stops(series, 0, ONE) >= 0, bool(((low > 0) | (high < 0)).any())
    return found


@needs_games
def test_peeking_stands_100_nulls_of_real_pairs_and_the_fixed_interval_does_not(pairs_of_battles):
    peeking, naive = alarms(pairs_of_battles, 0.3, 100)
    assert peeking <= most_errors(100) < naive


@needs_games
@pytest.mark.slow
@pytest.mark.parametrize("divergence", [0.001, 0.01, 0.3])
def test_peeking_stands_2000_nulls_of_real_pairs_and_the_fixed_interval_does_not(pairs_of_battles, divergence):
    peeking, naive = alarms(pairs_of_battles, divergence, 2_000)
    assert peeking <= most_errors(2_000) < naive


@needs_games
def test_what_was_said_stays_said_and_the_note_tells_what_peeking_costs(pairs_of_battles):
    pool, quantity = pairs_of_battles
    series = Series(0, quantity, same_rules=False)
    for first in range(0, 20_000, BLOCK):
        before, after = pool[:, first : first + BLOCK]
        sums = pair_sums(before, after, int((before != after).sum()))
        series.add(Pairs(sums, count_differences(before, after), count_values(before), count_values(after), 0))
    series.stop(stopping.Peek().stops(series, 0, ONE))
    judged = stopping.Peek().judge(series, ONE)
    assert judged.verdict == Verdict.HIGHER
    assert 0 <= series.stopped == len(series.at) - 1 < 20
    assert float(judged.note.split()[0]) > 1.2


# Words, from differences that are counted and not played


class Bounded(Metric):
    """A mean of which no two games differ by more than ten."""

    largest_difference = 10


COUNT = Quantity(0, "all", Metric("rounds", "rounds", "mean", "rounds", "rounds"))
FEW = Quantity(0, "all", Bounded("deaths", "deaths", "mean", "players", "deaths"))


def stopped_by(mode, series, family=ONE):
    series.stop(mode.stops(series, 0, family))
    return mode.judge(series, family)


UP = [{2: 9 * n, 0: 990 * n, -2: n} for n in range(1, 200)]  # .8 points
DOWN = [{-value: n for value, n in look.items()} for look in UP]
MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("low", "high", "up", "down"),
    [
        ("0", "0.5pt", "higher", "not higher by 0.5pt"),
        ("-0.5pt", "0", "not lower by 0.5pt", "lower"),
        ("-0.2pt", "0.2pt", f"not below {MINUS}0.2pt", "not above +0.2pt"),
        ("0.2pt", "0.4pt", "not below +0.2pt", "not above +0.4pt"),
        ("-0.4pt", "-0.2pt", f"not below {MINUS}0.4pt", f"not above {MINUS}0.2pt"),
        ("2pt", "3pt", "not above +3pt", "not above +3pt"),
        ("-10pt", "-5pt", f"not below {MINUS}10pt", f"not below {MINUS}10pt"),
        ("0", "+-0.5pt", "higher", "lower"),
        ("0", "+-5pt", "equivalent within 5pt", "equivalent within 5pt"),
    ],
)
def test_a_word_belongs_to_the_bound_that_was_rejected(low, high, up, down):
    for looks, word in ((UP, up), (DOWN, down)):
        judged = stopped_by(stopping.read_sprt(low, high), series_of(SHARE, *looks))
        assert judged.word == word
        assert judged.settled


@pytest.mark.parametrize(
    ("low", "high", "up", "down"),
    [
        ("0", "20", "higher", "not higher by 20 normalised Elo"),
        ("-20", "0", "not lower by 20 normalised Elo", "lower"),
        ("-10", "10", f"not below {MINUS}10 normalised Elo", "not above +10 normalised Elo"),
        ("0", "+-20", "higher", "lower"),
    ],
)
def test_normalised_bounds_have_the_same_words(low, high, up, down):
    for looks, word in ((UP, up), (DOWN, down)):
        judged = stopped_by(stopping.read_sprt(low, high, normalised=True), series_of(SHARE, *looks))
        assert judged.word == word
        assert word != "higher" or judged.interval[0] > 0
        assert word != "lower" or judged.interval[1] < 0


def test_a_test_that_has_not_ended_says_so():
    judged = stopped_by(stopping.Sprt(0, 0.01), series_of(SHARE, {2: 9, 0: 90, -2: 5}))
    assert (judged.word, judged.settled) == ("not settled", False)
    assert judged.note == "the test of 0 against 1pt has not ended; confidence sequence"
    assert -1 < judged.interval[0] < 0 < judged.interval[1] < 1


def test_pairs_that_differ_in_something_else_do_not_count_as_evidence():
    """Ten of a hundred thousand differ in the share, all in something: the width is reached at the end alone."""
    looks = [{2: n // 10_000, 0: n - n // 10_000} for n in range(10_000, 100_001, 10_000)]
    assert stopping.Until(0.005).stops(series_of(SHARE, *looks, apart=90_000), 0, ONE) == -1
    judged = stopping.Until(0.005).judge(series_of(SHARE, *looks), ONE)
    assert judged.settled
    assert judged.note == "as narrow as asked"


def test_a_width_that_is_reached_is_what_was_asked():
    looks = [{2: 3 * n, 0: 94 * n, -2: 3 * n} for n in (5, 10, 20, 40)]
    wide = stopped_by(stopping.Until(0.001), series_of(SHARE, *looks))
    assert (wide.word, wide.settled) == ("not settled", False)
    reached = stopped_by(stopping.Until(0.03), series_of(SHARE, *looks))
    assert (reached.word, reached.settled) == ("measured", True)
    assert reached.interval[0] < 0 < reached.interval[1]


@pytest.mark.parametrize("mode", [stopping.Fixed(), stopping.Peek()], ids=["fixed", "peek"])
def test_words_follow_the_claim_of_all(mode):
    """One of eight is too wide by itself, at a level of 1 - alpha / 8, and not where all are judged together."""
    family = stopping.Family(0.05, 8, 0.02)
    pairs = 2_000 if isinstance(mode, stopping.Fixed) else 6_000
    alike = [series_of(SHARE, {2: 10, 0: 4 * pairs, -2: 10}) for _ in range(7)]
    near = next(
        one
        for up in range(pairs // 50, 0, -1)
        for one in [series_of(SHARE, {2: up, 0: pairs - up})]
        if mode.alone(one, family)[0] > -0.02 and mode.alone(one, family)[1] < 0.02
    )
    assert not mode.judge(near, family).verdict.small
    found = stopping.judge_all(mode, [*alike, near], family)
    assert all(judged.verdict.small and judged.settled for judged in found)
    assert "by the claim of all" in found[-1].note
    far = series_of(SHARE, {2: pairs // 20, 0: pairs})
    assert stopping.judge_all(mode, [*alike, near, far], family)[-2] == mode.judge(near, family)


def said_apart(mode, low, high, family=ONE):
    judged = mode.apart((low, high), (low, high), "share", family)
    return judged.word, judged.settled


@pytest.mark.parametrize(
    ("bounds", "low", "high", "word"),
    [
        (("0", "1pt"), 0.001, 0.05, "higher"),
        (("0", "1pt"), -0.02, 0.009, "not higher by 1pt"),
        (("0", "1pt"), -0.02, 0.02, "not settled"),
        (("1pt", "2pt"), 0.001, 0.019, "not above +2pt"),
        (("1pt", "2pt"), 0.011, 0.03, "not below +1pt"),
        (("-2pt", "-1pt"), -0.05, -0.005, "not settled"),
        (("-9pt", "9pt"), -0.05, 0.06, f"not below {MINUS}9pt"),
        (("0", "+-1pt"), -0.005, 0.009, "equivalent within 1pt"),
        (("0", "+-1pt"), 0.002, 0.009, "higher"),
        (("0", "+-1pt"), -0.005, 0.02, "not settled"),
    ],
)
def test_two_shares_apart_are_held_against_the_bounds_that_were_asked(bounds, low, high, word):
    assert said_apart(stopping.read_sprt(*bounds), low, high) == (word, word != "not settled")


def test_two_shares_apart_are_as_narrow_as_asked_or_not():
    assert said_apart(stopping.Until(0.01), -0.005, 0.005) == ("measured", True)
    assert said_apart(stopping.Until(0.01), 0.005, 0.05) == ("higher", False)
    assert said_apart(stopping.Until(0.01), -0.05, 0.05) == ("not settled", False)
    assert said_apart(stopping.read_sprt("0", "9", normalised=True), 0.1, 0.2) == ("not settled", False)


@pytest.mark.parametrize(
    "mode", [stopping.Fixed(), stopping.Until(0.001), stopping.Peek()], ids=["fixed", "until", "peek"]
)
@pytest.mark.parametrize("k", [1, 8])
def test_a_p_value_says_of_zero_what_the_word_says(mode, k):
    family = stopping.Family(0.05, k, 0.0)
    for up in range(0, 200, 9):
        for quantity in (SHARE, FEW, COUNT):
            one = series_of(quantity, {2: up, 0: 4_000, -2: 20})
            low, high = mode.judge(one, family).interval
            p_value = mode.p_value(one, family)
            assert (p_value <= 0.05 / k) == (low > 0 or high < 0)
            assert np.isnan(p_value) == np.isinf(low)


def test_a_word_says_from_what_it_follows_where_the_interval_does_not_show_it():
    family = stopping.Family(0.05, 1, 0.02)
    for up in range(1, 100):
        judged = stopping.Fixed().judge(series_of(SHARE, {2: up, 0: 2_000, -2: 20}), family)
        low, high = judged.interval
        inside = low > -0.02 and high < 0.02
        assert judged.verdict.small or not inside
        assert ("one-sided tests" in judged.note) == (judged.verdict.small and not inside)


def test_peeking_at_a_rare_mean_waits_for_evidence():
    few = series_of(COUNT, {1: 50, 0: 20_000, 10: 1})
    family = stopping.Family(0.05, 1, 0.5)
    judged = stopping.Peek().judge(few, family)
    assert (judged.word, judged.settled) == ("not settled", False)
    assert judged.interval == (-math.inf, math.inf)
    assert judged.note == "no interval before 1,000 games and 100 that differ"
    assert stopping.Peek().judge(series_of(COUNT, {1: 90, 0: 20_000, 10: 10}), family).verdict == Verdict.WITHIN
    assert not stopping.Peek().judge(series_of(COUNT, {1: 90, 0: 20_000, 10: 10}), family._replace(k=2)).settled


def test_peeking_at_a_mean_with_bounds_stays_within_them_from_the_first_game():
    first = stopping.Peek().judge(series_of(FEW, {0: 1}), ONE)
    assert -10 <= first.interval[0] < 0 < first.interval[1] <= 10
    rare = stopping.Peek().judge(series_of(FEW, {1: 50, 0: 20_000, 10: 1}), ONE)
    assert -0.01 < rare.interval[0] < 60 / 20_051 < rare.interval[1] < 0.1
    with pytest.raises(ValueError, match="none above 10"):
        stopping.Peek().judge(series_of(FEW, {11: 1, 0: 5}), ONE)


def families_that_err(mean, mode, families, rng_seed, k=8, right=()):
    """Of families of variants all of the same mean, those that hold a word which is wrong."""
    table = play_looks(0.05, mean, 1_250, 40, families * k, rng_seed)
    wrong = 0
    for family in table.reshape(families, k, *table.shape[1:]):
        words = set()
        for counts in family:
            looks = [{round(2 * value): int(n) for value, n in zip(HALVES, row, strict=True)} for row in counts]
            words.add(str(stopped_by(mode, series_of(SHARE, *looks), stopping.Family(0.05, k, 0.0)).word))
        wrong += bool(words - {"not settled", *right})
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mean", "bounds", "right"),
    [(0.01, ("0", "1pt"), "higher"), (0.0, ("0", "1pt"), "not higher by 1pt"), (0.01, ("0", "+-1pt"), "higher"),
     (0.0, ("0", "+-1pt"), "equivalent within 1pt"), (0.01, ("-1pt", "1pt"), f"not below {MINUS}1pt")],
)  # fmt: skip
def test_families_of_eight_hold_both_error_rates(mean, bounds, right):
    assert families_that_err(mean, stopping.read_sprt(*bounds), 200, 17, right=[right]) <= most_errors(200)
