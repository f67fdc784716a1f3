"""One battle: the simulate kernel against other ways to roll it, and its exact odds against other ways to know them."""

import random
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import bare_battle
import exact_rivals
import numpy as np
from measure import Row, row, seconds, times_slower, typical

from simkit.study.runs import exact_odds, runner
from simkit.study.scenarios.reader import load

SCENARIO = Path("scenarios/emperor/known_answers.toml")  # its first cell is Ozmo against the Brown Bear
N_COMPILED, N_NUMPY, N_PYTHON = 100_000, 20_000, 1_000


class Rival(NamedTuple):
    """Another way to the exact odds."""

    package: str
    title: str
    odds: Callable[[], dict[int, Fraction]]
    least: float | None = None  # times that it must be slower


RIVALS = (
    Rival("icepool", "icepool, a recursion", exact_rivals.in_icepool),
    Rival("dyce", "dyce, a recursion", exact_rivals.in_dyce, least=50),
    Rival("icepool", "icepool, a Markov chain", exact_rivals.as_icepool_chain, least=500),
)


def simulated(pairs: int) -> Iterator[Row]:
    """The kernel with all its rules, on one core, against the bare battle."""
    scenario = load(SCENARIO)
    kernel = _a_battle(partial(runner.simulate, scenario, scenario.cells[0], 0, N_COMPILED), N_COMPILED)
    kernel()
    yield row("one battle", kernel() * 1e9, "ns")
    yield _against_c(kernel, pairs)
    rng, numpy_rng = random.Random(1), np.random.default_rng(1)
    loop = _a_battle(lambda: [bare_battle.in_python(rng) for _ in range(N_PYTHON)], N_PYTHON)
    yield row("  a Python loop against it", times_slower(loop, kernel, pairs), "times", least=50)
    batch = _a_battle(lambda: bare_battle.in_numpy(numpy_rng, N_NUMPY), N_NUMPY)
    yield row("  a numpy batch against it", times_slower(batch, kernel, pairs), "times")


def exactly(pairs: int, *, patient: bool) -> Iterator[Row]:
    """Explore and solve, warm, endings and means; the icepool chain takes seconds and is for the patient."""
    scenario = load(SCENARIO)
    exact = partial(exact_odds.exact, scenario, scenario.cells[0])
    error = _error(exact().endings)
    yield row("exact odds of one battle", typical(exact, 5 * pairs) * 1e3, "ms", most=5)
    yield row("  their error against fractions", error, "", most=1e-12)
    for rival in RIVALS if patient else RIVALS[:-1]:
        what = f"  {rival.title} against them"
        if find_spec(rival.package) is None:
            yield Row(what, f"skipped: {rival.package} is not installed")
        else:
            slower = times_slower(partial(seconds, rival.odds), partial(seconds, exact), min(pairs, 5))
            yield row(what, slower, "times", least=rival.least)


def _against_c(kernel: Callable[[], float], pairs: int) -> Row:
    what = "  against C, die by die"
    with tempfile.TemporaryDirectory() as folder:
        in_c = bare_battle.in_c(Path(folder))
        if in_c is None:
            return Row(what, "skipped: there is no cc")
        bare = _a_battle(partial(in_c, 1, 0, N_COMPILED), N_COMPILED)
        return row(what, times_slower(kernel, bare, pairs), "times", most=3)


def _a_battle(play: Callable[[], Any], n: int) -> Callable[[], float]:
    """Seconds a battle when `play` plays `n` of them."""
    return lambda: seconds(play) / n


def _error(endings: dict[str, float]) -> float:
    known = bare_battle.in_fractions()
    names = {1: "FOE_KILLED", 2: "HERO_KILLED", 3: "BOTH_KILLED", 4: "HERO_ESCAPED", 5: "FOE_FLED"}
    return float(max(abs(Fraction(endings[names[ending]]) - chance) for ending, chance in known.items()))
