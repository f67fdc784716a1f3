"""The battles that the benchmarks race against are the same battle: each is held against the exact chances."""

import random
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from statistical import assert_counts

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"
KNOWN = [0.682832946, 0.006417093, 0.004349028, 0.102848013, 0.203552920]


@pytest.fixture(scope="module")
def bare_battle():
    sys.path.insert(0, str(BENCHMARKS))
    try:
        import bare_battle

        return bare_battle
    finally:
        sys.path.remove(str(BENCHMARKS))


@pytest.fixture(scope="module")
def chances(bare_battle):
    found = bare_battle.in_fractions()
    return [found[ending] for ending in bare_battle.ENDINGS]


def counts(endings):
    return np.bincount(np.array(endings, np.int64), minlength=6)[1:].tolist()


def test_the_fractions_are_the_known_chances(chances):
    assert sum(chances) == 1
    assert max(abs(float(chance) - known) for chance, known in zip(chances, KNOWN, strict=True)) < 1e-9


def test_the_python_loop_ends_as_the_fractions_say(bare_battle, chances):
    rng = random.Random(1981)
    assert_counts(counts([bare_battle.in_python(rng) for _ in range(3_000)]), chances)


def test_the_numpy_batch_ends_as_the_fractions_say(bare_battle, chances):
    assert_counts(counts(bare_battle.in_numpy(np.random.default_rng(1981), 50_000)), chances)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_c_program_ends_as_the_fractions_say(bare_battle, chances, tmp_path):
    play = bare_battle.in_c(tmp_path)
    assert_counts(counts(play(1981, 0, 50_000)["ending"]), chances)
    assert play(1981, 7, 3).tolist() == play(1981, 0, 10)[7:].tolist()
