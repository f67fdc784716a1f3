"""Better players by iterated best response, on games that are solved on paper."""

import sys

import pytest
import toy_game
from scenario_texts import write
from toy_game import POLICIES, duel

import simkit as sk
from simkit.study.analyses.league_finding import CYCLE, NO_BETTER, OVER
from simkit.study.runs import runner
from simkit.study.runs.journal import Journal
from simkit.study.scenarios.changes import changed_setup

pytest.importorskip("optuna", reason="the extra `tune` is not installed")
TEXT = """\
game = "toy"
entry = "WHOLE_GAME"
[setup]
contest = "{contest}"
[league]
thresholds = ["{varied}"]
trials = {trials}
rounds = {rounds}
[run]
games = {games}
seed = {seed}
"""
ALPHA = 1e-6


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    toy_game.register(monkeypatch)


def league(folder, contest, varied, *, trials=8, rounds=9, games=2_000, seed=1, **how):
    text = TEXT.format(contest=contest, varied=varied, trials=trials, rounds=rounds, games=games, seed=seed)
    return sk.league(write(folder, text, "toy.toml"), **how)


def test_rock_paper_scissors_is_a_cycle_and_ends_with_the_mixture(tmp_path):
    """Rock, paper and scissors win 1, 2 and 3: each hand is mixed as what it beats wins when that wins."""
    found = league(tmp_path, "hands", "hand", jobs=1)
    assert found.ended == CYCLE
    assert found.settled
    for parts in found.profile.values():
        weights = {policy.get("hand", "rock"): weight for weight, policy in parts}
        assert weights == pytest.approx({"rock": 3 / 6, "scissors": 2 / 6, "paper": 1 / 6}, abs=1e-5)
        assert sum(weight for weight, _ in parts) == pytest.approx(1, abs=1e-9)
    last = found.frame[found.frame["round"] == "last"]
    assert set(last["seat"]) == {"one", "other"}
    assert not last["kept"].any()
    assert "It ended with a cycle" in found.verdict
    assert "equilibrium" not in found.verdict


def test_a_duel_finds_the_answer_that_paper_gives(tmp_path):
    """Against one who fires at 9 it is best to fire at 8; two who fire at 5 or 6 have no better answer."""
    best = max(range(1, 11), key=lambda step: duel(step, POLICIES["usual"].parameters["step"]))
    found = league(tmp_path, "duel", "step", trials=15, jobs=1)
    assert found.frame["policy"].iloc[0] == f"step {best}" == "step 8"
    assert found.ended == NO_BETTER
    steps = [policy["step"] for parts in found.profile.values() for _, policy in parts]
    assert set(steps) <= {5, 6}
    assert all(gain.low > 0 for gain in found.gains)
    assert "no better answer among those tried" in found.verdict


def test_proofs_have_seeds_and_levels_of_their_own(tmp_path):
    frame = league(tmp_path, "duel", "step", trials=15, jobs=1).frame
    proved = frame[frame["seed"] >= 0]
    numbers = range(1, len(proved) + 1)
    assert proved["level"].tolist() == pytest.approx([1 - 2 * 0.05 / (r * (r + 1)) for r in numbers])
    assert proved["seed"].is_unique
    assert (proved[proved["kept"]]["low"] > 0).all()


def test_a_profile_is_read_again_and_says_where_it_comes_from(tmp_path):
    found = league(tmp_path, "hands", "hand", jobs=1)
    (tmp_path / "profile.toml").write_text(found.profile_text)
    text = TEXT.format(contest="hands", varied="hand", trials=8, rounds=1, games=5_000, seed=4)
    mixed = text.replace(
        "[league]", 'one = { profile = "profile.toml" }\nother = { profile = "profile.toml" }\n[league]'
    )
    scenario = sk.load(write(tmp_path, mixed))
    (cell,) = scenario.cells
    assert cell.values["one"]["mixture"][0] == {"weight": found.profile["one"][0][0], "kind": "usual"}
    for hand in toy_game.HANDS:  # whoever plays against the equilibrium gets nothing, whatever he shows
        changed, _ = changed_setup(scenario, {"one": {"kind": "usual", "hand": hand}})
        ours = runner.simulate(changed, changed.cells[0], 0, 5_000)["ours"] - toy_game.WHOLE
        assert abs(ours.mean()) < 5 * ours.std() / 5_000**0.5
    assert "[provenance.gains.one]" in found.profile_text
    assert f"seed = {found.gains[0].seed}" in found.profile_text


@pytest.mark.parametrize("seed", range(3))
def test_equals_keep_nothing(tmp_path, seed):
    """A proof errs with a chance of .05 at most over the whole league; these seeds are three of the slow test's."""
    found = league(tmp_path, "lots", "lot", trials=6, games=400, seed=1_000 * seed, jobs=1)
    assert found.ended == NO_BETTER
    assert not found.frame["kept"].any()


@pytest.mark.slow
def test_two_hundred_leagues_of_equals_keep_something_one_time_in_twenty_at_most(tmp_path):
    from scipy.stats import binom

    found = [league(tmp_path, "lots", "lot", trials=6, games=400, seed=1_000 * seed, jobs=1) for seed in range(200)]
    assert sum(one.frame["kept"].any() for one in found) <= binom.isf(ALPHA, 200, 0.05)


def test_an_interrupted_league_goes_on_to_the_same_bytes_on_any_threads(tmp_path, monkeypatch):
    whole, seen = runner.simulate, []

    def interrupted(*arguments):
        seen.append(arguments)
        if len(seen) == 12:
            raise KeyboardInterrupt
        return whole(*arguments)

    asked = {"trials": 5, "rounds": 2, "games": 300}
    unbroken = league(tmp_path, "duel", "step", jobs=2, **asked)
    with Journal.open(tmp_path / "journal", b"test") as journal:
        monkeypatch.setattr(runner, "simulate", interrupted)
        with pytest.raises(KeyboardInterrupt):
            league(tmp_path, "duel", "step", jobs=1, journal=journal, **asked)
        again = league(tmp_path, "duel", "step", jobs=1, journal=journal, **asked)
    assert again.frame.to_csv() == unbroken.frame.to_csv()
    assert again.profile_text == unbroken.profile_text
    assert again.sentences == unbroken.sentences


def test_a_league_that_runs_out_of_rounds_is_not_settled(tmp_path):
    found = league(tmp_path, "hands", "hand", rounds=1, jobs=1)
    assert (found.ended, found.settled) == (OVER, False)
    assert found.last.gain == max(found.frame["gain"])


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('thresholds = ["hand"]', 'thresholds = ["hnad"]', 6, "unknown threshold 'hnad', did you mean 'hand'?"),
        ('thresholds = ["hand"]', 'seats = ["onne"]', 6, "unknown seat 'onne', did you mean 'one'?"),
        ('thresholds = ["hand"]', 'seats = ["one", "one"]', 6, "seat 'one' is named twice"),
        ('contest = "hands"', 'one = "mute"', 5, "one has no policy with thresholds"),
        ("rounds = 9", "rounds = 0", 8, "rounds"),
    ],
)
def test_what_no_league_can_be_made_of_is_told_in_a_line(tmp_path, old, new, line, told):
    text = TEXT.format(contest="hands", varied="hand", trials=8, rounds=9, games=20, seed=1)
    assert old in text
    file = write(tmp_path, text.replace(old, new))
    with pytest.raises(sk.BadInput) as caught:
        sk.league(file)
    assert caught.value.lines[0].startswith(f"{file}:{line}: ")
    assert told in caught.value.lines[0]


@pytest.mark.parametrize("given", [{"rounds": 0}, {"trials": 1}, {"rounds": "x"}, {"metric": "kiled"}, {"exact": 5}])
def test_arguments_are_checked(tmp_path, given):
    text = TEXT.format(contest="hands", varied="hand", trials=8, rounds=9, games=20, seed=1)
    with pytest.raises(sk.BadInput) as caught:
        sk.league(write(tmp_path, text), **given)
    assert len(caught.value.lines) == 1


def test_without_optuna_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(sk.BadInput, match=r"simkit\[tune\]"):
        league(tmp_path, "hands", "hand")
