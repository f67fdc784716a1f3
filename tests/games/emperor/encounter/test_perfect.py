"""Perfect play of battles: minima that an independent program confirmed, and every scripted player below the best."""

import pytest
from conftest import JIT

import simkit as sk

pytestmark = pytest.mark.skipif(
    not JIT, reason="a battle has 35,600 ways through its steps, a minute each without the JIT"
)
ROUNDED = 0.6e-10  # the values have eight digits of a per cent


def best(character, foe, goal):
    setup = {"character": character, "foe": foe}
    found = sk.solve({"game": "emperor", "entry": "ENCOUNTER", "setup": setup}, goal=goal)
    return found.perfect["best"].item()


@pytest.mark.parametrize(
    ("character", "foe", "goal", "percent"),
    [
        ("Ozmo", "brown_bear", "killed", 0.01514148),
        ("Ozmo", "demon", "killed", 3.95528),
        ("Ozmo", "brown_bear", "FOE_KILLED", 4.86345),
        ("Rosa", "demon", "killed", 5.09848),
        ("Turb", "demon", "killed", 6.57256),
    ],
)
def test_known_minima_and_maxima_of_bare_hands(character, foe, goal, percent):
    digits = ROUNDED if percent < 1 else 0.6e-7
    assert best(character, foe, goal) == pytest.approx(percent / 100, abs=digits)
