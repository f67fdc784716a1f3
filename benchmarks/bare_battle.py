"""The bare battle, Ozmo against the Brown Bear, written again in other ways: to race with, and to check the racers.

Ozmo has an axe and a kite shield and tries to escape when 3 wounds or fewer are left to him.
"""

import ctypes
import random
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path

import numpy as np

FOE_KILLED, HERO_KILLED, BOTH_KILLED, HERO_ESCAPED, FOE_FLED = ENDINGS = 1, 2, 3, 4, 5
HIT_FACE = 5
HERO_DICE, FOE_DICE = 5, 4
HERO_LASTS, FOE_LASTS = 17, 13  # hits that kill; shield and axe absorb 6 of the hero's
RUNS_AT, FLEES_AT = 14, 12  # hits taken from which on they try to get away
HERO_ESCAPES, FOE_ESCAPES = 6, 8  # on two dice

OUTCOME_IN_C = np.dtype([(name, np.uint32) for name in ("ending", "rounds", "wounds", "foe_wounds")])


def die(rng: random.Random) -> int:
    """A face, 1 ... 6."""
    return rng.randint(1, 6)


def in_python(rng: random.Random) -> int:
    """How one battle ended, as a plain Python loop."""
    _approach = abs(die(rng) - die(rng))
    hero = foe = 0
    while True:
        foe += sum(die(rng) >= HIT_FACE for _ in range(HERO_DICE))
        hero += sum(die(rng) >= HIT_FACE for _ in range(FOE_DICE))
        if hero >= HERO_LASTS:
            return BOTH_KILLED if foe >= FOE_LASTS else HERO_KILLED
        if foe >= FOE_LASTS:
            return FOE_KILLED
        if hero >= RUNS_AT and die(rng) + die(rng) >= HERO_ESCAPES:
            return HERO_ESCAPED
        if foe >= FLEES_AT and die(rng) + die(rng) >= FOE_ESCAPES:
            return FOE_FLED


def in_numpy(rng: np.random.Generator, n: int) -> np.ndarray:
    """How `n` battles ended, all of them round by round in step."""
    endings, hero, foe = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    _approach = np.abs(np.subtract(*rng.integers(1, 7, (2, n), np.int8)))
    playing = np.arange(n)
    while playing.size:
        shown = rng.integers(1, 7, (HERO_DICE + FOE_DICE + 4, playing.size), np.int8)
        hits, (first, second, third, fourth) = shown[:-4] >= HIT_FACE, shown[-4:]
        foe[playing] += hits[:HERO_DICE].sum(axis=0)
        hero[playing] += hits[HERO_DICE:].sum(axis=0)
        hero_dies, foe_dies = hero[playing] >= HERO_LASTS, foe[playing] >= FOE_LASTS
        escapes = (hero[playing] >= RUNS_AT) & (first + second >= HERO_ESCAPES)
        flees = (foe[playing] >= FLEES_AT) & (third + fourth >= FOE_ESCAPES)
        reached = [hero_dies & foe_dies, hero_dies, foe_dies, escapes, flees]
        endings[playing] = np.select(reached, [BOTH_KILLED, HERO_KILLED, FOE_KILLED, HERO_ESCAPED, FOE_FLED])
        playing = playing[endings[playing] == 0]
    return endings


def in_c(folder: Path) -> Callable[[int, int, int], np.ndarray] | None:
    """`battle.c` compiled into `folder`, as (seed, first, n) -> OUTCOME_IN_C[n]; None where there is no C compiler."""
    library, compiler = folder / "battle.so", shutil.which("cc")
    if compiler is None:
        return None
    options = ("-O3", "-march=native", "-shared", "-fPIC")
    subprocess.run([compiler, *options, "-o", library, Path(__file__).with_name("battle.c")], check=True)
    kernel = ctypes.CDLL(str(library)).battles
    kernel.argtypes, kernel.restype = (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p), None

    def play(seed: int, first: int, n: int) -> np.ndarray:
        outcomes = np.zeros(n, OUTCOME_IN_C)
        kernel(seed, first, n, outcomes.ctypes.data)
        return outcomes

    return play


def in_fractions() -> dict[int, Fraction]:
    """The chance of each ending."""
    return _fate(0, 0)


@cache
def _fate(hero: int, foe: int) -> dict[int, Fraction]:
    """The chance of each ending from a number of hits taken; a round that changes nothing is rolled again."""
    chances, again = dict.fromkeys(ENDINGS, Fraction(0)), Fraction(0)
    for dealt, taken in product(range(HERO_DICE + 1), range(FOE_DICE + 1)):
        rolled = _chance_of_hits(HERO_DICE, dealt) * _chance_of_hits(FOE_DICE, taken)
        reached = min(hero + taken, HERO_LASTS), min(foe + dealt, FOE_LASTS)
        ended = _ended(*reached)
        goes_on = rolled * (1 - sum(ended.values()))
        if reached == (hero, foe):
            again += goes_on
        then = _fate(*reached) if goes_on and reached != (hero, foe) else {}
        for ending in ENDINGS:
            chances[ending] += rolled * ended.get(ending, 0) + goes_on * then.get(ending, 0)
    return {ending: chance / (1 - again) for ending, chance in chances.items()}


def _ended(hero: int, foe: int) -> dict[int, Fraction]:
    """The chance of each ending after the blows of a round, with the attempts to get away."""
    if hero == HERO_LASTS:
        return {BOTH_KILLED if foe == FOE_LASTS else HERO_KILLED: Fraction(1)}
    if foe == FOE_LASTS:
        return {FOE_KILLED: Fraction(1)}
    escapes = _chance_of_at_least(HERO_ESCAPES) if hero >= RUNS_AT else Fraction(0)
    flees = _chance_of_at_least(FOE_ESCAPES) if foe >= FLEES_AT else Fraction(0)
    return {HERO_ESCAPED: escapes, FOE_FLED: (1 - escapes) * flees}


@cache
def _chance_of_hits(dice: int, hits: int) -> Fraction:
    return Fraction(comb(dice, hits) * 2 ** (dice - hits), 3**dice)


@cache
def _chance_of_at_least(needed: int) -> Fraction:
    return Fraction(sum(sum(pair) >= needed for pair in product(range(1, 7), repeat=2)), 36)
