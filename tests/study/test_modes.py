"""Looking early at pairs of real games: nulls made by a coin for each pair, looked at a hundred times."""

import numpy as np
import pytest
from conftest import JIT
from pairs import most_errors
from scenario_texts import RIVALS, read

from simkit.study import modes, runner
from simkit.study.paired import Verdict, count_differences, pair_sums
from simkit.study.pairs import Pairs, Series
from simkit.study.quantities import find

pytestmark = pytest.mark.skipif(not JIT, reason="takes games")
BLOCK, LOOKS = 1_000, 100
ONE = modes.Family(0.05, 1, 0.0)


@pytest.fixture(scope="module")
def pairs_of_battles(tmp_path_factory):
    """Whether the hero dies, under the printed rules and where escaping is harder: int[2, games]; and what is asked."""
    scenario = read(tmp_path_factory.mktemp("rivals"), RIVALS, games=200_000)
    quantity, variant = find(scenario, "killed:Rosa"), scenario.compared[0][1]
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
        series.add(Pairs(sums, count_differences(before, after)))
    return series


def alarms(pairs_of_battles, divergence, runs):
    """Of null runs, those that a confidence sequence and the interval of a fixed number of games call a difference."""
    rng, found = np.random.default_rng(1981), np.zeros(2, np.int64)
    for _ in range(runs):
        series = null_run(*pairs_of_battles, divergence, rng)
        low, high = modes._looks(series, 0, ONE.level)
        found += modes.Peek().stops(series, 0, ONE) >= 0, bool(((low > 0) | (high < 0)).any())
    return found


def test_peeking_stands_100_nulls_of_real_pairs_and_the_fixed_interval_does_not(pairs_of_battles):
    peeking, naive = alarms(pairs_of_battles, 0.3, 100)
    assert peeking <= most_errors(100) < naive


@pytest.mark.slow
@pytest.mark.parametrize("divergence", [0.001, 0.01, 0.3])
def test_peeking_stands_2000_nulls_of_real_pairs_and_the_fixed_interval_does_not(pairs_of_battles, divergence):
    peeking, naive = alarms(pairs_of_battles, divergence, 2_000)
    assert peeking <= most_errors(2_000) < naive


def test_what_was_said_stays_said_and_the_note_tells_what_peeking_costs(pairs_of_battles):
    pool, quantity = pairs_of_battles
    series = Series(0, quantity, same_rules=False)
    for first in range(0, 20_000, BLOCK):
        before, after = pool[:, first : first + BLOCK]
        series.add(Pairs(pair_sums(before, after, int((before != after).sum())), count_differences(before, after)))
    series.stop(modes.Peek().stops(series, 0, ONE))
    judged = modes.Peek().judge(series, ONE)
    assert judged.verdict == Verdict.HIGHER
    assert 0 <= series.stopped == len(series.at) - 1 < 20
    assert float(judged.note.split()[0]) > 1.2
