"""Better thresholds for a policy, proved on fresh seeds."""

import sys

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import DUELS, RIVALS, read

from simkit.study import runner
from simkit.study.tune import tune

optuna = pytest.importorskip("optuna", reason="the extra `tune` is not installed")
N = 3_000 if JIT else 20
TRIALS = 12 if JIT else 3
ASKED = """[tune]
metric = "killed"
thresholds = ["flee_at", "shoots"]
ranges = { flee_at = [0, 9] }

[run]"""
PLAIN = RIVALS[: RIVALS.index("[variants.harder_escape]")] + RIVALS[RIVALS.index("[run]") :]


@pytest.fixture
def plain(tmp_path):
    return read(tmp_path, PLAIN.replace("[run]", ASKED), games=N)


def test_the_same_seed_searches_the_same_way(plain):
    one, other = (tune(plain, trials=TRIALS, jobs=jobs) for jobs in (1, 2))
    assert one.frame.to_csv() == other.frame.to_csv()
    assert (one.policy, one.gain, one.interval) == (other.policy, other.gain, other.interval)


def test_the_first_trial_is_the_policy_as_it_is(plain):
    found = tune(plain, trials=TRIALS)
    first = found.frame.iloc[0]
    assert (first["flee_at"], first["shoots"]) == (4, True)
    seed = plain._replace(run=plain.run.model_copy(update={"seed": plain.run.seed + 1}))
    shares = [runner.simulate(seed, cell, 0, N)["killed"].mean() for cell in seed.cells]
    assert first["killed"] == pytest.approx(np.mean(shares), abs=1e-12)
    assert found.frame["flee_at"].between(0, 9).all()


def test_the_proof_is_played_on_a_fresh_seed(plain):
    found = tune(plain, trials=TRIALS)
    assert found.proof.scenario.run.seed == plain.run.seed + 2
    tuned = found.proof.scenario.compared[0][1]
    ours, theirs = (
        np.mean([runner.simulate(one, cell, 0, N)["killed"] for cell in one.cells], axis=0)
        for one in (found.proof.scenario, tuned)
    )
    assert found.gain == pytest.approx(np.mean(theirs - ours), abs=1e-12)
    half = 1.959964 * np.std(theirs - ours, ddof=1) / np.sqrt(N)
    assert found.interval == pytest.approx((found.gain - half, found.gain + half), abs=1e-7)


@pytest.mark.skipif(not JIT, reason="takes games")
def test_a_better_threshold_is_found_and_proved(plain):
    found = tune(plain, "policy", trials=TRIALS)
    assert found.settled
    assert found.policy["flee_at"] > 4
    assert found.gain < 0
    assert "better, proved" in found.verdict


@pytest.mark.skipif(not JIT, reason="takes games")
def test_nothing_better_is_not_proved(tmp_path):
    asked = ASKED.replace('"flee_at", "shoots"', '"surrenders"').replace("ranges = { flee_at = [0, 9] }\n", "")
    found = tune(read(tmp_path, PLAIN.replace("[run]", asked), games=N), trials=3)
    assert not found.settled
    assert found.gain == 0
    assert "not proved better" in found.verdict


@pytest.mark.parametrize(
    ("arguments", "old", "new", "told"),
    [
        ({"side": 2}, "", "", "sides are 1 to 1"),
        ({"side": "polity"}, "", "", "no side polity"),
        ({}, '"shoots"', '"shots"', "did you mean 'shoots'"),
        ({}, "[0, 9]", "[9, 0]", "a lower and a higher number"),
        ({}, "[0, 9]", "[0, 900]", "a lower and a higher number"),
        ({"metric": "kiled"}, "", "", "did you mean 'killed'"),
    ],
)
def test_what_cannot_be_tuned_is_told(tmp_path, arguments, old, new, told):
    scenario = read(tmp_path, PLAIN.replace("[run]", ASKED).replace(old, new) if old else PLAIN.replace("[run]", ASKED))
    with pytest.raises(ValueError, match=told):
        tune(scenario, **arguments)


def test_different_policies_are_not_tuned_together(tmp_path):
    with pytest.raises(ValueError, match="different policies"):
        tune(read(tmp_path, DUELS))


def test_without_optuna_it_says_what_to_install(plain, monkeypatch):
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(ValueError, match=r"simkit\[tune\]"):
        tune(plain)
