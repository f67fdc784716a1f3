"""Perfect play of battles: against a solver of its own, known values, and every scripted player."""

import random
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest
from conftest import JIT
from games.emperor.encounter.battles import CATALOG, scenario
from games.emperor.encounter.test_loadouts import chosen_loadout, chosen_rules

import simkit as sk
from simkit.study.runs import exact_odds

compiled_only = pytest.mark.skipif(
    not JIT, reason="a battle has 35,600 ways through its steps, a minute without the JIT"
)
HIT = Fraction(1, 3)
KILLED = {"HERO_KILLED": -1, "BOTH_KILLED": -1}
KNOWN = [  # bare hands; confirmed elsewhere to 1e-14
    ("Ozmo", "brown_bear", "killed", 0.01514148),
    ("Ozmo", "demon", "killed", 3.95528),
    ("Ozmo", "brown_bear", "FOE_KILLED", 4.86345),
    ("Rosa", "demon", "killed", 5.09848),
    ("Turb", "demon", "killed", 6.57256),
]


# ---- A solver of its own: fractions, and no kernel


def best_of_bare_hands(hero, foe, worth):
    """The best of a battle between (dice, wounds, escape) and the same of a creature that runs with one wound left.

    A state is what both have taken.  Only a round without a hit leads back to it, and then to the same choices: so its
    best is the best of the choices that are always made alike.
    """
    (dice, most, escape), (foe_dice, foe_most, foe_escape) = hero, foe
    escapes, foe_escapes = two_dice(7 - escape + foe_escape), two_dice(7 - foe_escape + escape)

    def choices(foe_wounds):
        """After blows: what is worth something at once, and the chance that the battle goes on."""
        lets_run = [(Fraction(0), Fraction(1))]
        if foe_wounds == foe_most - 1:
            lets_run = [(worth("LET_GO"), Fraction(0)), (foe_escapes * worth("FOE_FLED"), 1 - foe_escapes)]
        for run, (at_once, goes_on) in product((0, escapes), lets_run):
            yield run * worth("HERO_ESCAPED") + (1 - run) * at_once, (1 - run) * goes_on

    def after(wounds, foe_wounds):
        if wounds == most or foe_wounds == foe_most:
            dead = {(True, True): "BOTH_KILLED", (True, False): "HERO_KILLED", (False, True): "FOE_KILLED"}
            return worth(dead[wounds == most, foe_wounds == foe_most])
        return max(at_once + goes_on * melee(wounds, foe_wounds) for at_once, goes_on in choices(foe_wounds))

    @cache
    def melee(wounds, foe_wounds):
        moved, stays = Fraction(0), pool(dice)[0] * pool(foe_dice)[0]
        for (dealt, p), (taken, q) in product(enumerate(pool(dice)), enumerate(pool(foe_dice))):
            if dealt or taken:
                moved += p * q * after(min(wounds + taken, most), min(foe_wounds + dealt, foe_most))
        return max((moved + stays * at_once) / (1 - stays * goes_on) for at_once, goes_on in choices(foe_wounds))

    def approach(rounds):
        """Run or wait while the creature comes nearer, or close in at once."""
        if rounds == 0:
            return melee(0, 0)
        later = approach(rounds - 1)
        return max(melee(0, 0), later, escapes * worth("HERO_ESCAPED") + (1 - escapes) * later)

    return sum(approach(abs(face - other)) for face, other in product(range(6), repeat=2)) / 36


def pool(dice):
    return [comb(dice, n) * HIT**n * (1 - HIT) ** (dice - n) for n in range(dice + 1)]


def two_dice(needed):
    return Fraction(sum(a + b >= needed for a, b in product(range(1, 7), repeat=2)), 36)


def figures_of(character, foe, rules):
    chit, card = CATALOG.chits[foe], CATALOG.character(character)
    slot = f"characters.{character.lower()}.wounds"
    hero = card["ability"], rules.get(slot, card["wounds"]), card["escape"]
    return hero, (chit["ability"], rules.get(f"encounters.{foe}.wounds", chit["wounds"]), chit["escape"])


def of_bare_hands(character, foe, goal, rules):
    """Perfect play by the kernels, beside one policy only: what takes long is the others."""
    setup = {"character": character, "foe": foe, "policy": "bold"}
    asked = {"game": "emperor", "entry": "ENCOUNTER", "setup": setup, "rules": rules, "solve": {"policies": ["bold"]}}
    return sk.solve(asked, goal=goal)


def worth_of(goal):
    worths = {"killed": KILLED}.get(goal, {goal: 1}) if isinstance(goal, str) else goal
    return lambda ending: Fraction(worths.get(ending, 0))


@pytest.mark.parametrize(
    ("goal", "percent"), [(goal, percent) for _, foe, goal, percent in KNOWN if foe == "brown_bear"]
)
def test_the_solver_finds_what_is_known(goal, percent):
    found = best_of_bare_hands(*figures_of("Ozmo", "brown_bear", {}), worth_of(goal))
    assert abs(float(found)) == pytest.approx(percent / 100, rel=1e-6)


@pytest.mark.parametrize(
    "goal", ["killed", "FOE_KILLED", {"FOE_KILLED": 2, "HERO_KILLED": -1, "LET_GO": 1, "FOE_FLED": 1}]
)
def test_the_best_is_that_of_the_solver(goal):
    rules = {} if JIT else {"characters.turb.wounds": 2, "encounters.desert_rat.wounds": 2}
    for foe in ("brown_bear", "wild_boar", "desert_rat") if JIT else ("desert_rat",):
        found = of_bare_hands("Turb", foe, goal, rules).perfect["best"].item()
        known = best_of_bare_hands(*figures_of("Turb", foe, rules), worth_of(goal))
        assert abs(found) == pytest.approx(abs(float(known)), abs=1e-9)


@compiled_only
@pytest.mark.parametrize(("character", "foe", "goal", "percent"), KNOWN)
def test_known_minima_and_maxima_of_bare_hands(character, foe, goal, percent):
    found = of_bare_hands(character, foe, goal, {}).perfect["best"].item()
    assert found == pytest.approx(percent / 100, rel=1e-6)


# ---- What a decision sees

SEEN = {  # the table sees the dice of a round as they fall, in the order of the Battle Sequence
    "skips": set(),
    "flees": {"skips", "blows"},
    "lets_go": {"skips", "blows", "flees", "hero_escape"},
}


def test_a_decision_sees_the_rolls_before_it_and_no_others():
    rules = {"characters.turb.wounds": 2, "encounters.desert_rat.wounds": 2}
    met = of_bare_hands("Turb", "desert_rat", "FOE_KILLED", rules).decisions
    assert set(met["decision"]) == set(SEEN)
    for decision, seen in zip(met["decision"], met["seen"], strict=True):
        assert {roll.rpartition(" ")[0] for roll in seen.split(", ") if roll} <= SEEN[decision]
    assert set(met.loc[met["decision"] == "lets_go", "chosen"]) == {"no"}  # who plays for the kill lets nothing go


# ---- Every scripted player


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


@compiled_only
@pytest.mark.parametrize("number", [*FEW, *(pytest.param(number, marks=pytest.mark.slow) for number in MANY)])
def test_no_scripted_player_is_better_than_the_best(number):
    found = solved_loadout(number)
    if found is None:
        pytest.skip("too many states")
    assert found.perfect["bound_error"].max() <= 1e-9
    assert found.frame["regret"].min() > -1e-8, (found.scenario.cells[0].values, found.scenario.switches, found.goal)
