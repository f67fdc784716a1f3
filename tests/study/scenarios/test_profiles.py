"""Profiles and mixtures: read like figures, drawn for each game, and refused in a line."""

import numpy as np
import pytest
import toy_game
from scenario_texts import write

import simkit as sk
from simkit.study.runs import runner
from simkit.study.runs.exact_odds import Unsolvable, exact_means
from simkit.study.runs.pairs import same_rules
from simkit.study.scenarios.changes import changed_setup

PROFILE = """\
game = "toy"
version = "1"
entry = "WHOLE_GAME"

[[seats.one]]
weight = 0.25
kind = "usual"
hand = "paper"

[[seats.one]]
weight = 0.75
kind = "usual"

[[seats.other]]
kind = "usual"
step = 4
"""
SCENARIO = """\
game = "toy"
entry = "WHOLE_GAME"
[setup]
one = { profile = "p.toml" }
other = { profile = "p.toml", seat = "other" }
[run]
games = 40
seed = 3
"""
N = 4_000


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    toy_game.register(monkeypatch)


def loaded(folder, scenario=SCENARIO, profile=PROFILE):
    write(folder, profile, "p.toml")
    return sk.load(write(folder, scenario))


def played(scenario, first=0, n=N):
    return runner.simulate(scenario, scenario.cells[0], first, n)["ours"]


def test_each_game_draws_a_policy_with_its_weight(tmp_path):
    ours = played(loaded(tmp_path))
    assert set(ours) == {toy_game.WHOLE, toy_game.WHOLE + 2}  # rock against rock, paper against rock
    share = (ours > toy_game.WHOLE).mean()
    assert abs(share - 0.25) < 5 * (0.25 * 0.75 / N) ** 0.5


def test_the_draw_of_a_game_hangs_on_no_cut_and_is_replayed(tmp_path):
    scenario = loaded(tmp_path)
    ours = played(scenario)
    assert np.array_equal(ours, np.concatenate([played(scenario, 0, 7), played(scenario, 7, N - 7)]))
    assert (ours[1_234:1_239] == played(scenario, 1_234, 5)).all()
    other_seed = scenario.played(seed=4)
    assert not np.array_equal(ours, played(other_seed))


def test_variants_meet_the_same_draws(tmp_path):
    scenario = loaded(tmp_path)
    changed, faults = changed_setup(scenario, {"other": {"hand": "scissors"}})
    assert faults == []
    ours, against_scissors = played(scenario), played(changed)
    assert np.array_equal(ours > toy_game.WHOLE, against_scissors < toy_game.WHOLE)  # paper in the same games
    assert not same_rules(scenario, changed, 0)
    assert scenario.digest != changed.digest


def test_a_threshold_changes_all_policies_of_a_mixture(tmp_path):
    changed, faults = changed_setup(loaded(tmp_path), {"one": {"step": 2}})
    assert faults == []
    assert [part["step"] for part in changed.cells[0].values["one"]["mixture"]] == [2, 2]


def test_a_mixture_decides_the_digest(tmp_path):
    one = loaded(tmp_path)
    other = loaded(tmp_path, profile=PROFILE.replace("0.25", "0.35").replace("0.75", "0.65"))
    assert one.digest != other.digest
    assert not same_rules(one, other, 0)


def test_a_mixture_is_not_solved(tmp_path):
    scenario = loaded(tmp_path)
    with pytest.raises(Unsolvable):
        exact_means(scenario, scenario.cells[0], 10)


def test_a_scenario_may_write_a_mixture_itself(tmp_path):
    text = SCENARIO.replace('{ profile = "p.toml" }', '{ mixture = [{ weight = 1, kind = "usual" }] }')
    assert set(played(loaded(tmp_path, text))) == {toy_game.WHOLE}


def test_a_profile_of_the_game_is_found_where_none_stands_beside_the_file(tmp_path, monkeypatch):
    ours = tmp_path / "toy" / "profiles"
    ours.mkdir(parents=True)
    write(ours, PROFILE, "p.toml")
    game = toy_game.GAME._replace(folder=tmp_path / "toy")
    monkeypatch.setattr(toy_game, "GAME", game)
    (tmp_path / "mine").mkdir()
    assert sk.load(write(tmp_path / "mine", SCENARIO)).cells[0].values["other"] == {"kind": "usual", "step": 4}


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('game = "toy"', 'game = "waterloo"', 1, "a profile of 'waterloo', not of toy"),
        ('version = "1"', 'version = "0"', 2, "a profile of version '0' of toy, which is at '1'"),
        ('"WHOLE_GAME"', '"ODDS"', 3, "a profile of 'ODDS', not of WHOLE_GAME"),
        ("0.75", "0.7", 5, "the weights of a mixture sum to one, not to 0.95"),
        ("0.25", '"some"', 6, "weight must be a number above 0, up to 1, not 'some'"),
        ('hand = "paper"', 'hnad = "paper"', 8, "unknown key 'hnad', did you mean 'hand'?"),
        ("step = 4", "step = 40", 16, "step must be 1 to 10, not 40"),
        ("step = 4", "step = ", 16, "TOML"),
    ],
)
def test_what_is_wrong_in_a_profile_is_told_with_both_files_and_lines(tmp_path, old, new, line, told):
    assert old in PROFILE
    with pytest.raises(sk.BadInput) as caught:
        loaded(tmp_path, profile=PROFILE.replace(old, new, 1))
    first = caught.value.lines[0]
    assert first.startswith(f"{tmp_path / 'scenario.toml'}:4: {tmp_path / 'p.toml'}:{line}: ")
    assert told in first


@pytest.mark.parametrize(
    ("new", "told"),
    [
        ('{ profile = "q.toml" }', "q.toml: there is no such file"),
        ('{ profile = "p.toml", seat = "onne" }', "p.toml has no seat 'onne', did you mean 'one'?"),
        ('{ profile = "p.toml", set = "one" }', "unknown key 'set' beside profile"),
        ("{ profile = 5 }", "a profile is the name of a file"),
        ("{ mixture = [] }", "a mixture is a list of policies, each with a weight"),
        ('{ mixture = [{ kind = "usual", weight = 0.5 }] }', "the weights of a mixture sum to one, not to 0.5"),
        ('{ kind = "usual", mixture = [] }', "a mixture stands alone"),
    ],
)
def test_what_is_wrong_where_a_profile_is_named_is_told_at_its_line(tmp_path, new, told):
    with pytest.raises(sk.BadInput) as caught:
        loaded(tmp_path, SCENARIO.replace('{ profile = "p.toml" }', new))
    assert caught.value.lines[0].startswith(f"{tmp_path / 'scenario.toml'}:4: ")
    assert told in caught.value.lines[0]
