"""What looking early costs and saves: planned looks and peeking, against a fixed number of games."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from measure import Row, row

from simkit.study.stats.group_sequential import Plan
from simkit.study.stats.paired import score_interval
from simkit.study.stats.sequential import betting_interval, first_true

DIVERGED, GAMES, LOOKS, ALPHA = 0.1, 20_000, 40, 0.05
D = np.array([-1.0, 0.0, 1.0])
SEED = 1


def early(runs: int) -> Iterator[Row]:
    """Of a small effect the power that is kept, of a large one the games that are played."""
    small, large = (_played(standard_errors, runs) for standard_errors in (2.51, 10.0))
    fixed = _ends(score_interval(D, small[:, -1:])[0])
    for name, ends in (("planned looks", _planned(small)), ("peeking", _ends(betting_interval(D, small)[0]))):
        yield _kept(f"looks, a small effect: {name}", ends >= 0, fixed >= 0)
    planned, peeking = _planned(large), _ends(betting_interval(D, large)[0])
    games = [np.where(ends >= 0, ends + 1, LOOKS) * GAMES / LOOKS for ends in (planned, peeking)]
    ratio = games[0].mean() / games[1].mean()
    errors = math.hypot(*(of_one.std() / of_one.mean() / math.sqrt(runs) for of_one in games))
    yield row("  a large effect: games of planned over peeking", ratio, f"+- {ratio * errors:.2f} times")


def _played(standard_errors: float, runs: int) -> Any:
    """Counts of D at each look of many runs, with a mean of so many errors of all games: int[runs, looks, 3]."""
    mean = standard_errors * math.sqrt(DIVERGED / GAMES)
    chances = [(DIVERGED - mean) / 2, 1 - DIVERGED, (DIVERGED + mean) / 2]
    steps = np.random.default_rng(SEED).multinomial(GAMES // LOOKS, chances, size=(runs, LOOKS))
    return steps.cumsum(axis=1)


def _planned(counts: Any) -> Any:
    z = counts @ D / np.sqrt(np.maximum(counts @ D**2, 1))
    bounds = Plan([(look + 1) / LOOKS for look in range(LOOKS)], ALPHA).bounds
    return first_true(z >= bounds)


def _ends(low: Any) -> Any:
    """The first look at which an interval lies above 0; -1 for none."""
    return first_true(np.asarray(low) > 0)


def _kept(what: str, found: Any, fixed: Any) -> Row:
    """The power kept of that of a fixed number of games, in the same runs."""
    kept, power = found.mean(), fixed.mean()
    error = np.std(found / power - fixed * kept / power**2) / math.sqrt(len(found))
    return row(what, kept / power, f"+- {error:.2f} of the power")
