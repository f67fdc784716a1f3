"""Perfect play of battles: minima that an independent program confirmed, and every scripted player below the best."""

import random

import pytest
from conftest import JIT
from games.emperor.encounter.battles import scenario
from games.emperor.encounter.test_loadouts import chosen_loadout, chosen_rules

import simkit as sk
from simkit.study.runs import exact_odds

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


GOALS = (
    "killed", "FOE_KILLED", "wounds", "rounds", "HERO_ESCAPED", {"rounds": -1}, {"killed": -3, "treasure_draws": 1},
    {"arms_lost": -1, "treasures_lost": -2, "FOE_KILLED": 1}, {"vessel_hits": -1, "companion_hits": -1, "wounds": -1},
    {"dealt": 1, "taken": -1}, "LET_GO", "joined",
)  # fmt: skip
FEW, MANY = range(8), range(8, 1_000)


def solved_loadout(number):
    """A random cell under random rules, drawn from all keys, with a scripted player; None where it is too large."""
    luck = random.Random(f"perfect play {number}")
    rules, loadout = chosen_rules(luck), {**chosen_loadout(luck), "companions": luck.choice([[], [], ["wolves"]])}
    loadout["treasures"] = loadout["treasures"][:1]
    loadout["policy"] |= {
        "kind": luck.choice(["bold", "prudent", "cautious"]), "shoots": luck.random() < 1 / 2,
        "companions_first": luck.random() < 1 / 2, "weapon": luck.choice(["strongest", "sturdiest"]),
        "pays": luck.random() < 1 / 2, "trades": luck.random() < 1 / 2, "bolts_from": luck.randint(0, 9),
    }  # fmt: skip
    one = scenario(loadout, rules=rules)
    try:
        return sk.solve(one, goal=luck.choice(GOALS))
    except exact_odds.Unsolvable:
        return None


@pytest.mark.parametrize("number", [*FEW, *(pytest.param(number, marks=pytest.mark.slow) for number in MANY)])
def test_no_scripted_player_is_better_than_the_best(number):
    found = solved_loadout(number)
    if found is None:
        pytest.skip("too many states")
    assert found.perfect["error"].max() <= 1e-9
    assert found.frame["regret"].min() > -1e-8, (found.scenario.cells[0].values, found.scenario.switches, found.goal)
