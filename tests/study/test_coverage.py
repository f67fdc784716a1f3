"""How often intervals miss, by simulation: every function behind a route that prints one, over rare and common events.

p runs from 1e-4 to .5, sizes are 1, or 1 and 10 at 9:1, n is 10 to 100,000.  Each table declares an error of 1e-6:
misses are held, run by run, against an exact binomial bound shared by all of its rows.  `-s` prints the tables.
"""

import math
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from conftest import JIT
from scipy import stats as distributions
from statistical import ALPHA

from simkit.core.lineups import line_ups
from simkit.study.report.frames import estimate
from simkit.study.runs import exact_odds, runner
from simkit.study.runs.tally import tally
from simkit.study.scenarios.reader import load
from simkit.study.stats.intervals import Moments, count_interval, difference_interval, difference_of_two, share_interval
from simkit.study.stats.paired import score_interval
from simkit.study.stats.win_shares import all_equal, difference, equal_seats, line_up_sums

pytestmark = pytest.mark.slow

KNOWN = Path(__file__).parents[2] / "scenarios" / "emperor" / "known_answers.toml"
LEVELS = {"alone": 0.95, "of 8": 1 - 0.05 / 8, "of 24": 1 - 0.05 / 24}
GAMES = (10, 100, 1_000, 10_000, 100_000)
CHANCES = (1e-4, 1e-3, 0.01, 0.05, 0.2, 0.5)
SIZES = {"1": ((1, 1.0),), "1 and 10": ((1, 0.9), (10, 0.1))}
WHOLE = 840


class Table:
    """Misses of many situations, each of so many runs; printed and judged together."""

    def __init__(self, route, runs):
        self.route, self.runs, self.rows = route, runs, []

    def add(self, level, situation, missed, silent=0):
        """`missed` of the runs have an interval that misses, `silent` one without an end."""
        self.rows.append((level, situation, int(missed), int(silent)))

    def judge(self):
        """Print the worst of each level, and fail where chance does not explain it."""
        print(f"\n{self.route}: {self.runs:,} runs each; misses in per cent")
        for level in dict.fromkeys(row[0] for row in self.rows):
            rows = [row for row in self.rows if row[0] == level]
            bound = distributions.binom.isf(ALPHA / len(self.rows), self.runs, 1 - level)
            missed = sum(row[2] for row in rows) / self.runs / len(rows)
            silent = sum(row[3] for row in rows) / self.runs / len(rows)
            worst = max(rows, key=lambda row: row[2])
            print(
                f"  of {100 * (1 - level):.3g}: {len(rows)} situations, {100 * missed:.2f} on average, "
                f"{100 * worst[2] / self.runs:.2f} at the worst ({worst[1]}), limit {100 * bound / self.runs:.2f}; "
                f"no interval in {100 * silent:.1f}"
            )
            assert worst[2] <= bound, worst


def situations(ups, names=tuple(SIZES)):
    """n, p, sizes and the part of them that go up, wherever one run in twenty at least shows something."""
    for n in GAMES:
        for p in CHANCES:
            if n * p >= 0.05:
                yield from ((n, p, sizes, up) for sizes in names for up in ups)


def samples(runs, n, p, sizes, up, seed):
    """Values, counts of each in each distinct sample, how often that came, and the true mean."""
    values, chances = [0], [1 - p]
    for size, part in SIZES[sizes]:
        for sign, side in ((1, up), (-1, 1 - up)):
            if side:
                values.append(sign * size)
                chances.append(p * part * side)
    values, chances = np.array(values), np.array(chances)
    found = np.random.default_rng(seed).multinomial(n, chances, size=runs)
    return values, *np.unique(found, axis=0, return_counts=True), float(values @ chances)


def moments(values, counts):
    """What a run would keep of a sample."""
    table = Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))
    least, most = min(+table), max(+table)
    sums = [sum(value**power * count for value, count in table.items()) for power in (1, 2)]
    return Moments(table.total(), *sums, least, table[least], most, table[most])


def outside(low, high, mean):
    """Whether an interval misses, but for rounding."""
    return (mean < low - 1e-12) | (mean > high + 1e-12)


def test_shares_of_a_run():
    """Also of seats, endings, censuses: games that end one way."""
    table = Table("shares of a run", 2_000)
    for seed, (n, p, _, _) in enumerate(situations([1], ["1"])):
        wins = np.random.default_rng(seed).binomial(n, p, size=table.runs)
        for level in LEVELS.values():
            table.add(level, f"n {n:,}, p {p:g}", outside(*share_interval(wins, n, level), p).sum())
    table.judge()


def _of_means(route, runs, interval, ups):
    """Tables of a function that is given values, counts, n and a level."""
    table = Table(route, runs)
    for seed, (n, p, sizes, up) in enumerate(situations(ups)):
        values, found, times, mean = samples(runs, n, p, sizes, up, seed)
        for level in LEVELS.values():
            ends = np.array([interval(values, counts, n, level) for counts in found])
            missed = times[outside(*ends.T, mean)].sum()
            silent = times[np.isinf(ends).any(axis=1)].sum()
            table.add(level, f"n {n:,}, p {p:g}, sizes {sizes}, up {up:g}", missed, silent)
    table.judge()


def _counted(declared, values, counts, n, level):
    return count_interval(moments(values, counts), 0, int(values.max()) if declared else None, level)


def _differs(declared, values, counts, n, level):
    table = dict(zip(values.tolist(), counts.tolist(), strict=True))
    return difference_interval(table, n, int(np.abs(values).max()) if declared else None, level)


@pytest.mark.parametrize("declared", [True, False])
def test_means_of_a_run(declared):
    _of_means(f"means of a run, {'with' if declared else 'without'} a most", 1_000, partial(_counted, declared), [1])


@pytest.mark.parametrize("declared", [True, False])
def test_differences_of_means(declared):
    route = f"differences of means, {'with' if declared else 'without'} a largest"
    _of_means(route, 1_000, partial(_differs, declared), [1, 0.75, 0.5])


def test_differences_of_shares():
    """D is -1, 0 or 1, or split in halves and tenths."""
    table = Table("differences of shares", 4_000)
    for seed, (n, p, sizes, up) in enumerate(situations([1, 0.75, 0.5])):
        if n * p < 4:
            continue  # below, Tango's interval is too wide
        values, found, times, mean = samples(table.runs, n, p, sizes, up, seed)
        scale = np.abs(values).max()
        for level in LEVELS.values():
            ends = score_interval(values / scale, found, level)
            missed = times[outside(*ends, mean / scale)].sum()
            table.add(level, f"n {n:,}, p {p:g}, sizes {sizes}, up {up:g}", missed)
    table.judge()


def test_cells_against_the_first():
    table = Table("shares of a cell against another", 2_000)
    for seed, (n, p, _, _) in enumerate(situations([1], ["1"])):
        for other in (p, p / 2, min(1.0, 3 * p)):
            rng = np.random.default_rng(seed)
            one, base = rng.binomial(n, other, size=table.runs), rng.binomial(n, p, size=table.runs)
            for level in LEVELS.values():
                ends = ((wins / n, *share_interval(wins, n, level)) for wins in (one, base))
                table.add(
                    level, f"n {n:,}, p {other:g} against {p:g}", outside(*difference_of_two(*ends), other - p).sum()
                )
    table.judge()


def played(rows, rng, strengths):
    """One winner a game, by Gumbel's trick; shares int64[games, seats]."""
    winners = np.argmax(strengths[rows] + rng.gumbel(size=rows.shape), axis=1)
    shares = np.zeros(rows.shape, np.int64)
    shares[np.arange(len(rows)), winners] = WHOLE
    return shares


def won_on_average(rows, strengths, characters):
    """What each character wins of the games it sits in, exactly."""
    weights = np.exp(strengths[rows])
    chances = weights / weights.sum(axis=1, keepdims=True)
    won, sat = np.zeros(characters), np.zeros(characters)
    np.add.at(won, rows, chances)
    np.add.at(sat, rows, 1)
    return won / sat


FIELDS = {
    "8 alike in 4 seats": (8, 4, np.zeros(8)),
    "8 in 4 seats, one of them hopeless": (8, 4, np.array([-4.0, 0, 0, 0, 0, 0, 0, 0])),
    "2 alike": (2, 2, np.zeros(2)),
    "2, of whom one wins 98 %": (2, 2, np.array([4.0, 0])),
}


def test_differences_of_characters_and_tests_of_their_equality():
    apart_by, alike = Table("characters apart", 1_000), Table("equal characters and seats, p below alpha", 1_000)
    for name, (characters, seats, strengths) in FIELDS.items():
        for n in (168, 840, 1_680):
            rng = np.random.default_rng(n)
            block = line_ups(characters, seats, 1, -(-n // math.perm(characters, seats)))[:n]
            truth = won_on_average(block, strengths, characters)
            missed, rejected, seat = 0, 0, 0
            for _ in range(apart_by.runs):
                shares = played(block, rng, strengths)
                sums = line_up_sums(block, shares, characters)
                _, low, high = difference(sums, 0, 1, WHOLE)
                missed += bool(outside(low, high, truth[0] - truth[1]))
                rejected += all_equal(sums, WHOLE)[1] < 0.05
                seat += equal_seats((shares > 0).sum(axis=0))[1] < 0.05
            apart_by.add(0.95, f"{name}, {n:,} games", missed)
            if n >= 840 and not strengths.any():
                alike.add(0.95, f"{name}, {n:,} games", rejected)
                alike.add(0.95, f"seats of {name}, {n:,} games", seat)
    apart_by.judge()
    alike.judge()


@pytest.mark.skipif(not JIT, reason="two hundred thousand battles take the compiled lane")
@pytest.mark.parametrize("n", [10, 100, 1_000])
def test_a_real_game_against_its_exact_means(n):
    """Every metric of battles that are solved, from runs of n games, as `run` tells it."""
    table = Table(f"all metrics of five battles, {n:,} games", 200)
    scenario = load(KNOWN)
    for place, cell in enumerate(scenario.cells):
        exact = exact_odds.exact(scenario, cell).means
        outcomes = runner.simulate(scenario, cell, 0, table.runs * n)
        runs = [tally(scenario.game, 0, part) for part in np.split(outcomes, table.runs)]
        for number, metric in enumerate(scenario.game.metrics):
            ends = np.array([estimate(metric, one.moments(number))[1:] for one in runs])
            missed = outside(*ends.T, exact[metric.name]).sum()
            table.add(0.95, f"cell {place}, {metric.name}", missed, np.isinf(ends).any(axis=1).sum())
    table.judge()
