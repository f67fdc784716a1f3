"""Better thresholds for a policy, proved on fresh seeds."""

import sys

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import DUELS, PLAIN, read, write

from simkit.games.keys import Key
from simkit.study.analyses.threshold_search import Search
from simkit.study.analyses.tune import tune
from simkit.study.runs import runner
from simkit.study.runs.journal import Journal
from simkit.study.scenarios.changes import changed_setup
from simkit.study.stats.intervals import difference_interval
from simkit.study.stats.paired import count_values

optuna = pytest.importorskip("optuna", reason="the extra `tune` is not installed")
N = 3_000 if JIT else 20
TRIALS = 12 if JIT else 3
ASKED = """[tune]
metric = "killed"
thresholds = ["flee_at", "shoots"]
ranges = { flee_at = [0, 9] }

[run]"""


@pytest.fixture
def plain(tmp_path):
    return read(tmp_path, PLAIN.replace("[run]", ASKED), games=N)


def test_the_same_seed_searches_the_same_way(plain):
    one, other = (tune(plain, trials=TRIALS, exact=False, jobs=jobs) for jobs in (1, 2))
    assert one.frame.to_csv() == other.frame.to_csv()
    assert (one.policy, one.gain, one.interval) == (other.policy, other.gain, other.interval)


def test_the_first_trial_is_the_policy_as_it_is(plain):
    found = tune(plain, trials=TRIALS, exact=False)
    first = found.frame.iloc[0]
    assert (first["flee_at"], first["shoots"]) == (4, True)
    seed = plain._replace(run=plain.run.model_copy(update={"seed": plain.run.seed + 1}))
    shares = [runner.simulate(seed, cell, 0, N)["killed"].mean() for cell in seed.cells]
    assert first["killed"] == pytest.approx(np.mean(shares), abs=1e-12)
    assert found.frame["flee_at"].between(0, 9).all()


def test_lists_are_searched_as_they_are_and_nearby():
    """Two exchanged, one left out, one more: five lists in all, each a tuple as the preset has it."""
    key, usual = Key("takes", "choices", "thing", choices=("axe", "bow", "spear")), ("axe", "bow")
    search = Search([key], {"kind": "usual", "takes": usual}, {}, 1, 7)
    lists = []
    for _ in range(40):
        lists.append(search.propose()["takes"])
        search.tell(float(lists[-1] == ("bow", "axe")))
    assert lists[0] == usual
    assert set(lists) <= {usual, ("bow", "axe"), ("axe",), ("bow",), ("axe", "bow", "spear")}
    assert ("bow", "axe") in lists


def test_the_proof_is_played_on_a_fresh_seed(plain):
    found = tune(plain, trials=TRIALS, exact=False)
    assert found.seed == plain.run.seed + 2
    fresh = plain._replace(run=plain.run.model_copy(update={"seed": found.seed}))
    tuned, _ = changed_setup(fresh, {"policy": found.policy})
    ours, theirs = (
        np.array([runner.simulate(one, cell, 0, N)["killed"] for cell in one.cells]).astype(int)
        for one in (fresh, tuned)
    )
    gained = (theirs - ours).sum(axis=0)
    assert found.gain == pytest.approx(np.mean(gained) / 2, abs=1e-12)
    assert found.proof["difference"].to_numpy() == pytest.approx((theirs - ours).mean(axis=1))
    if not found.same:
        low, high = difference_interval(count_values(gained), N, 2, 0.95, 1)
        assert found.interval == pytest.approx((low / 2, high / 2))


@pytest.mark.parametrize("games", [2, 3, 20])
def test_no_sample_proves_by_an_interval_without_width(plain, games):
    found = tune(plain._replace(run=plain.run.model_copy(update={"games": games})), trials=4, exact=False)
    if not found.same:
        assert found.interval[0] < found.gain < found.interval[1]
        assert not found.settled
    assert "[+0.00 to +0.00]" not in found.verdict
    assert (found.proof["low"] < found.proof["high"]).all()


@pytest.mark.skipif(not JIT, reason="takes games")
def test_a_better_threshold_is_found_and_proved(plain):
    found = tune(plain, "policy", trials=TRIALS, exact=False)
    assert found.settled
    assert found.policy["flee_at"] > 4
    assert found.gain < 0
    assert "better, proved" in found.verdict
    assert "where less is better" in found.verdict


@pytest.mark.skipif(not JIT, reason="takes states")
def test_an_exact_gain_is_a_proof_without_games(plain):
    found = tune(plain, trials=4, exact=True)
    assert found.games == 0
    assert found.interval == (found.gain, found.gain)
    assert "Exact: no games." in found.verdict


@pytest.mark.skipif(not JIT, reason="takes games")
def test_nothing_better_is_not_proved(tmp_path):
    asked = ASKED.replace('"flee_at", "shoots"', '"surrenders"').replace("ranges = { flee_at = [0, 9] }\n", "")
    found = tune(read(tmp_path, PLAIN.replace("[run]", asked), games=N), trials=3, exact=False)
    assert not found.settled
    assert found.gain == 0
    assert "Not proved better: no trial did better than the policy as it is" in found.verdict


def test_an_interrupted_search_proposes_the_same_again(plain, tmp_path, monkeypatch):
    whole, seen = runner.simulate, []

    def interrupted(*arguments):
        seen.append(arguments)
        if len(seen) == 5:
            raise KeyboardInterrupt
        return whole(*arguments)

    unbroken = tune(plain, trials=TRIALS, exact=False)
    with Journal.open(tmp_path / "journal", b"test") as journal:
        monkeypatch.setattr(runner, "simulate", interrupted)
        with pytest.raises(KeyboardInterrupt):
            tune(plain, trials=TRIALS, exact=False, jobs=1, journal=journal)
        again = tune(plain, trials=TRIALS, exact=False, jobs=1, journal=journal)
    assert again.frame.to_csv() == unbroken.frame.to_csv()
    assert again.proof.to_csv() == unbroken.proof.to_csv()
    assert again.sentences == unbroken.sentences


@pytest.mark.parametrize(
    ("arguments", "old", "new", "told"),
    [
        ({"side": 2}, "", "", "sides are 1 to 1"),
        ({"side": "polity"}, "", "", "no side polity"),
        ({}, '"shoots"', '"shots"', "did you mean 'shoots'"),
        ({}, "[0, 9]", "[9, 0]", "its lowest and highest number"),
        ({}, "[0, 9]", "[0, 900]", "a lower and a higher number"),
        ({}, "flee_at = [0, 9]", "shoots = [0, 1]", "shoots is no number: it has no range"),
        ({"metric": "kiled"}, "", "", "did you mean 'killed'"),
        ({"trials": 1}, "", "", "trials are 2 to 100,000, not 1"),
        ({"trials": 100_001}, "", "", "trials are 2 to 100,000, not 100001"),
    ],
)
def test_what_cannot_be_tuned_is_told(tmp_path, arguments, old, new, told):
    asked = PLAIN.replace("[run]", ASKED)
    file = write(tmp_path, asked.replace(old, new) if old else asked)
    with pytest.raises(ValueError, match=told):
        tune(file, **arguments)


def test_different_policies_are_not_tuned_together(tmp_path):
    with pytest.raises(ValueError, match="different policies"):
        tune(read(tmp_path, DUELS))


def test_without_optuna_it_says_what_to_install(plain, monkeypatch):
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(ValueError, match=r"simkit\[tune\]"):
        tune(plain)
