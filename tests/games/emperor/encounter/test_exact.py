"""Exact odds against the oracle, against each other, and against simulated games.

The kernels that simulate are the ones that are explored, so the agreement of those two proves the sampler only; that
the rules are right is the oracle's to say.
"""

import random
from pathlib import Path

import numpy as np
import pytest
from conftest import JIT
from games.emperor.encounter.battles import ARMS, CATALOG, FIGHTERS, FOES, exactly, scenario, usable_by
from games.emperor.encounter.oracle import bout, oracle, small
from scipy import stats
from statistical import assert_counts

from simkit.games.emperor.encounter.variants import VARIANTS
from simkit.games.emperor.shared.schema import Ending
from simkit.study.runs import exact_odds, runner
from simkit.study.scenarios.reader import load

KNOWN = Path(__file__).parents[4] / "scenarios" / "emperor" / "known_answers.toml"
NAMES = ("FOE_KILLED", "HERO_KILLED", "BOTH_KILLED", "HERO_ESCAPED", "FOE_FLED")
ROWS = [  # worked out elsewhere, in rational arithmetic
    (0.682832946, 0.006417093, 0.004349028, 0.102848013, 0.203552920),
    (0.695431781, 0.000021719, 0.000020991, 0.032633079, 0.271892431),
    (0.317693820, 0.001783810, 0.000325410, 0.226135829, 0.454061132),
    (0.423516385, 0.016454823, 0.002031492, 0.312836273, 0.245161027),
    (0.317344162, 0.033876210, 0.008895673, 0.394571252, 0.245312704),
]
ROUNDED = 0.6e-9  # the rows have nine digits
FLOATS = 1e-12  # what doubles lose on the way


# ---- The known answers


@pytest.mark.parametrize("row", range(5) if JIT else [2])
def test_known_answers_exactly(row):
    one = load(KNOWN)
    answer = exact_odds.exact(one, one.cells[row])
    assert answer.endings == pytest.approx(dict(zip(NAMES, ROWS[row], strict=True)), abs=ROUNDED)


@pytest.mark.parametrize("row", range(5))
def test_known_answers_by_simulation(row):
    one = load(KNOWN)
    endings = runner.simulate(one, one.cells[row], 0, 200_000 if JIT else 150)["ending"]
    counts = [int((endings == Ending[name]).sum()) for name in NAMES]
    assert sum(counts) == len(endings)
    assert_counts(counts, [chance / sum(ROWS[row]) for chance in ROWS[row]])


@pytest.mark.parametrize(
    ("n", "at_least", "percent"),
    [(4, 1, 80.25), (4, 2, 40.74), (4, 3, 11.11), (4, 4, 1.23), (8, 4, 25.86), (10, 4, 44.07), (15, 4, 79.08)],
)
def test_known_chances_of_hits(n, at_least, percent):
    found = 100 * (1 - load(KNOWN).rules.hits[n, 0, at_least - 1] / 2.0**64)
    assert found == pytest.approx(percent, abs=0.005)


# ---- The oracle


BOUTS = {
    "shield and weapon, no Approach": ("Ozmo", "mountain_lion", "axe", "", "", "kite_shield"),
    "missiles on both sides, shield": ("Alatha", "brigands", "great_sword", "", "bow", "round_shield"),
    "only the hero shoots": ("Turb", "wolves", "staff", "", "sling"),
    "only the Brigands shoot": ("Ozmo", "brigands", "axe"),
    "bare hands": ("Ozmo", "wild_boar"),
    "Ralph": ("Ozmo", "troll_ralph", "short_sword"),
    "Edna": ("Ozmo", "troll_edna", "great_sword"),
    "plus dice": ("Ozmo", "brown_bear", "magic_axe"),
    "the Demon's better dice": ("Ozmo", "demon", "magic_great_sword", "", "", "magic_round_shield"),
    "changing arms": ("Ozmo", "black_bear", "mace", "staff", "", "round_shield"),
    "wounded before": ("Nruff", "wolves", "axe", "", "", "kite_shield", 5),
}


@pytest.mark.parametrize("name", BOUTS)
@pytest.mark.parametrize("how", [{"flee_at": 4}, {"flee_at": 6, "lets_go": True}] if JIT else [{"flee_at": 1}])
def test_exact_odds_are_the_oracles(name, how):
    one, match = bout(*BOUTS[name], **how)
    answer, (endings, rounds) = exact_odds.exact(one, one.cells[0]), oracle(match)
    assert answer.endings == pytest.approx({ending: chance for ending, chance in endings.items() if chance}, abs=FLOATS)
    assert answer.means["rounds"] == pytest.approx(rounds, rel=FLOATS)
    took = answer.means["absorbed"] + answer.means["wounds"] + answer.means["lost"]
    assert answer.means["taken"] == pytest.approx(took, rel=FLOATS)


# ---- A draw is the mixture of what may be drawn


def assert_mixture(whole, parts):
    """`parts`: (chits, exact answer) of everything that may be drawn."""
    chits = sum(n for n, _ in parts)
    for name in {ending for _, part in parts for ending in part.endings} | set(whole.endings):
        mixed = sum(n * part.endings.get(name, 0.0) for n, part in parts) / chits
        assert whole.endings.get(name, 0.0) == pytest.approx(mixed, abs=FLOATS)
    means = {name: sum(n * part.means[name] for n, part in parts) / chits for name in whole.means}
    assert whole.means == pytest.approx(means, abs=1e-11)  # of a few dozen: hits are in the tens


TRAVELLERS = [
    ("mountain", {"character": "Ozmo", "arms": ["axe"], "policy": "cautious"}),
    ("forest", {"character": "Alatha", "arms": ["bow", "dagger"], "treasures": 2}),
    ("coastal_land", {"character": "Rosa", "arms": ["mace"], "treasures": 1, "policy": "random"}),
    ("mines", {"character": "Turb", "arms": ["staff"], "wounds": 2}),
    ("deep_sea", {"character": "Ozmo", "arms": ["great_sword", "kite_shield"], "policy": "bold"}),
]


@pytest.mark.parametrize(("terrain", "cell"), TRAVELLERS if JIT else [("clear", {"character": "Turb", "treasures": 1})])
def test_terrain_is_the_mixture_of_its_encounters(terrain, cell):
    rules = {} if JIT else small("Turb", "brigands")
    pool = scenario({"foe": "wolves", **cell}, rules=rules).rules.encounter_pool
    parts = [
        (int(n), exactly(foe=foe, terrain=terrain, rules=rules, **cell)) for foe, n in zip(FOES, pool, strict=True)
    ]
    assert_mixture(exactly(entry="TERRAIN", terrain=terrain, rules=rules, **cell), parts)


@pytest.mark.parametrize("character", ["Ozmo", "Rosa", "Turb"] if JIT else ["Turb"])
def test_a_drawn_arm_is_the_mixture_of_the_arms_pool(character):
    """What he may not use he carries, and can drop."""
    rules = {} if JIT else small(character, "brigands")
    usable = usable_by(character)
    cell = {"character": character, "foe": "brigands", "rules": rules, "policy": "bold" if not JIT else "prudent"}
    parts = [
        (CATALOG.arms[arm]["quantity"], exactly(**{"arms" if arm in usable else "carries": [arm]}, **cell))
        for arm in ARMS
        if arm not in CATALOG.magic_arms
    ]
    assert sum(n for n, _ in parts) == 27
    assert_mixture(exactly(arms="drawn", **cell), parts)


# ---- Simulated games


N_RULES, N_SETUPS, GAMES = (10, 4, 20_000) if JIT else (3, 2, 100)


def chosen_rules(luck):
    """Every third switch turned, and without the JIT sides so small that an exact answer takes a second."""
    rules = {}
    for key in (variant.key for variant in VARIANTS):
        if luck.random() < 1 / 3:
            choices = key.choices or ((True, False) if key.kind == "bool" else range(int(key.low) + 2, int(key.high)))
            rules[key.name] = luck.choice(choices)
    return rules


def chosen_cell(luck, entry):
    character = luck.choice(CATALOG.character_names if JIT else ["Turb"])
    arms = luck.sample(usable_by(character), luck.randint(0, 3) if JIT else 1)
    foes = (*FIGHTERS, "brigands", "demon", "elephant", "olliver") if JIT else ["wolves"]
    policy = {"kind": luck.choice(["bold", "prudent", "cautious", "random"]), "flee_at": luck.randint(0, 9)}
    return {
        "character": character,
        "arms": luck.choice(["drawn", arms, arms]) if JIT else arms,
        "carries": [arm for arm in luck.sample(ARMS, 2) if arm not in arms],
        "wounds": luck.randint(0, 5) if JIT else 0,
        "treasures": luck.randint(0, 3),
        "policy": policy,
        **({"terrain": luck.choice(CATALOG.spot_names)} if entry == "TERRAIN" else {"foe": luck.choice(foes)}),
    }


def test_simulated_games_agree_with_the_exact_odds_of_forty_setups():
    """Both entries, all policies and switches; family-wise at 1e-6 over all endings and metrics."""
    luck, found = random.Random(1981), []
    for number in range(N_RULES):
        entry = "TERRAIN" if JIT and number % 4 == 0 else "ENCOUNTER"
        rules = {**chosen_rules(luck), **({} if JIT else small("Turb", "wolves"))}
        cells = [chosen_cell(luck, entry) for _ in range(N_SETUPS)]
        one = scenario(*cells, entry=entry, rules=rules, n=GAMES, seed=number)
        answers = [exact_odds.exact(one, cell) for cell in one.cells]
        found += exact_odds.compare(one, answers, runner.run_in_memory(one))
    worst = min(found, key=lambda comparison: comparison.p_value)
    assert worst.p_value >= exact_odds.threshold(found), worst
    assert len(found) >= N_RULES * N_SETUPS * 20


@pytest.mark.skipif(not JIT, reason="the exact answer takes too long without the JIT")
def test_a_count_that_hardly_ever_varies_is_no_contradiction():
    """The staff parries its two hits but in a few games of a million: games without any variance agree with that."""
    one = scenario({"character": "Rosa", "foe": "pirate_galley", "arms": ["staff"], "policy": "bold"}, n=2_000)
    (tally,), (answer,) = runner.run_in_memory(one), [exact_odds.exact(one, cell) for cell in one.cells]
    place = [metric.name for metric in one.game.metrics].index("absorbed")
    assert (tally.sums[place], tally.squares[place]) == (2 * tally.n, 4 * tally.n)
    assert 1e-9 < 2 - answer.means["absorbed"] < 1e-3
    (found,) = [each for each in exact_odds.compare(one, [answer], [tally]) if each.quantity == "absorbed"]
    assert found.p_value > 0.01


def test_a_share_four_points_off_would_be_seen():
    """In 20,000 games, at the level of one of 40 x 24 comparisons: a power of .999 and more, whatever the share."""
    level = exact_odds.FAMILY_ALPHA / (40 * 24)
    for share in np.linspace(0.04, 0.5, 24):
        low, high = stats.binom.ppf([level / 2, 1 - level / 2], 20_000, share)
        assert stats.binom.cdf(low - 1, 20_000, share - 0.04) + stats.binom.sf(high, 20_000, share - 0.04) > 0.999
        assert stats.binom.cdf(low - 1, 20_000, share + 0.04) + stats.binom.sf(high, 20_000, share + 0.04) > 0.999
