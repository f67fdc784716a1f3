"""The front for pandas, and the single resolvers over arrays."""

from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from conftest import JIT, all_faces, faces_of_pool, shares
from games.emperor.encounter.battles import exactly, scenario
from games.emperor.encounter.oracle import small
from statistical import assert_share

import simkit as sk
from simkit.errors import BadInput
from simkit.games.emperor.shared.schema import MOST_DICE, Ending
from simkit.study.runs import runner

SMALL = small("Turb", "wolves")
MATCHES = pd.DataFrame(
    {
        "character": ["Turb", "Turb", "Turb"],
        "foe": ["wolves", "wolves", "holy_man"],
        "arms": [["staff"], None, ("club",)],
        "flee_at": [0.0, float("nan"), 9],
        "policy": ["bold", None, "cautious"],
    },
    index=pd.Index(["a", "b", "c"], name="match"),
)
N = 2_000 if JIT else 100

# ---- Match-ups in a frame


def test_encounters_exactly_are_those_of_the_same_cells():
    answers = sk.encounters(MATCHES, exact=True, rules=SMALL)
    cells = [
        {"arms": ["staff"], "policy": {"kind": "bold", "flee_at": 0}}, {},
        {"arms": ["club"], "policy": {"kind": "cautious", "flee_at": 9}},
    ]  # fmt: skip
    for label, cell in zip("abc", cells, strict=True):
        one = exactly(rules=SMALL, character="Turb", foe=MATCHES.foe[label], **cell)
        assert answers.wounds[label] == pytest.approx(one.means["wounds"], abs=1e-12)
        assert answers.HERO_KILLED[label] == pytest.approx(one.endings.get("HERO_KILLED", 0.0), abs=1e-12)


def test_encounters_by_simulation_keep_the_index_and_give_intervals():
    answers = sk.encounters(MATCHES, n=N, seed=3, rules=SMALL, jobs=1)
    assert answers.index.equals(MATCHES.index)
    assert "row" not in answers
    assert (answers.games == N).all()
    assert answers.games.dtype.kind == "i"
    assert (answers.wounds_low <= answers.wounds).all()
    assert (answers.wounds <= answers.wounds_high).all()
    assert answers.PEACEFUL["c"] == 1.0
    exact = sk.encounters(MATCHES, exact=True, rules=SMALL)
    for label in MATCHES.index:
        assert_share(round(answers.HERO_KILLED[label] * N), N, min(exact.HERO_KILLED[label], 1.0))


def test_encounters_play_the_very_games_of_a_scenario():
    cell = {"character": "Turb", "foe": "wolves"}
    one = scenario(cell, rules=SMALL, n=N, seed=5)
    endings = runner.simulate(one, one.cells[0], 0, N)["ending"]
    answers = sk.encounters(pd.DataFrame([cell]), n=N, seed=5, rules=SMALL, jobs=1)
    assert answers.FOE_KILLED[0] == (endings == Ending.FOE_KILLED).mean()


def test_encounters_tell_everything_that_is_wrong_by_row():
    frame = MATCHES.assign(character=["Turb", "Bilbo", "Turb"], foe=["wolves", "wolves", "balrog"])
    with pytest.raises(BadInput) as refusal:
        sk.encounters(frame, n=1, rules={"characters.turb.colour": 3})
    lines = refusal.value.lines
    assert any(line.startswith("rules: ") and "colour" in line for line in lines)
    assert any(line.startswith("row b: ") and "Bilbo" in line for line in lines)
    assert any(line.startswith("row c: ") and "balrog" in line for line in lines)
    assert not any(line.startswith("row a: ") for line in lines)


def test_encounters_take_switches_and_figures_as_rules():
    frame = pd.DataFrame([{"character": "Turb", "foe": "olliver"}])
    assert sk.encounters(frame, exact=True).PEACEFUL[0] == pytest.approx(1.0)
    rules = {"olliver_alone": "attacks", "encounters.olliver.wounds": 2, "encounters.olliver.ability": 0}
    assert sk.encounters(frame, exact=True, rules=rules).hostile[0] == pytest.approx(1.0)


def test_encounters_read_numbers_of_numpy():
    frame = pd.DataFrame([{"character": "Turb", "foe": "wolves", "wounds": np.int64(1), "familiar": np.bool_(False)}])
    answer = sk.encounters(frame, exact=True, rules={**SMALL, "encounters.wolves.ability": 9})
    assert answer.wounds[0] <= 1


# ---- Hits


@pytest.mark.parametrize(("plus", "better"), [(0, False), (1, False), (2, False), (3, False), (0, True)])
def test_hit_chances_are_those_of_the_printed_faces(plus, better):
    for n, soak in product(range(5), (0, 2)):
        printed = (faces_of_pool(faces, 4 if better else 5, plus) for faces in all_faces(n))
        expected = shares(max(0, hits - soak) for hits in printed)
        found = sk.hit_chances(n, plus, soak, better=better)
        assert found == pytest.approx([float(expected.get(k, 0)) for k in range(MOST_DICE + 1)], abs=1e-15)


def test_hit_chances_broadcast():
    found = sk.hit_chances(np.arange(1, 8)[:, None], plus=[0, 2], absorb=4)
    assert (found.shape, found.dtype) == ((7, 2, MOST_DICE + 1), np.float64)
    assert found.sum(axis=-1) == pytest.approx(np.ones((7, 2)), abs=1e-14)
    assert found[6, 1] == pytest.approx(sk.hit_chances(7, 2, 4), abs=0)
    assert sk.hit_chances(np.array([], int)).shape == (0, MOST_DICE + 1)


def test_hit_chances_of_the_most_dice_and_of_another_hit_face():
    assert sk.hit_chances(MOST_DICE) @ np.arange(MOST_DICE + 1) == pytest.approx(MOST_DICE / 3)
    assert sk.hit_chances(3, hit_face=4) == pytest.approx(sk.hit_chances(3, better=True))


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"dice": -1}, "dice"), ({"dice": MOST_DICE + 1}, "dice"), ({"dice": 1, "plus": 4}, "plus"),
        ({"dice": 1, "plus": -1}, "plus"), ({"dice": 1, "absorb": -1}, "absorb"),
        ({"dice": 1, "hit_faces": 3}, "hit_face"),
    ],
)  # fmt: skip
def test_hit_chances_refuse_what_is_out_of_range(arguments, word):
    with pytest.raises(ValueError, match=word):
        sk.hit_chances(**arguments)


# ---- Escapes


def test_escape_chance_is_that_of_the_printed_dice():
    numbers = np.arange(0, 25)
    found = sk.escape_chance(numbers[:, None], numbers[None, :])
    assert (found.shape, found.dtype) == ((25, 25), np.float64)
    for ours, theirs in product(numbers, numbers):
        escapes = sum(a + b + ours - theirs >= 7 for a, b in all_faces(2))
        assert found[ours, theirs] == pytest.approx(float(Fraction(escapes, 36)), abs=1e-15)


def test_escape_chance_of_the_rulebook_and_of_another_target():
    assert sk.escape_chance(7, 8) == pytest.approx(15 / 36)
    assert sk.escape_chance(8, 8, escape_target=12) == pytest.approx(1 / 36)
    with pytest.raises(ValueError, match="escape_goal"):
        sk.escape_chance(8, 8, escape_goal=12)
