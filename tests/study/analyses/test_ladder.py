"""Every policy against every other: who beats whom, in a circle or not, and ratings that are known."""

import math

import numpy as np
import pytest
import toy
from conftest import JIT
from pairs import most_errors

import simkit as sk
from simkit.study.analyses.ladder_finding import BEATS, LOSES, OPEN, POINTS
from simkit.study.runs import runner
from simkit.study.runs.journal import Journal
from simkit.study.scenarios.reader import load

LADDERS = 200
THREE = ["rock", "paper", "scissors"]


@pytest.fixture(autouse=True)
def game(monkeypatch):
    toy.entered(monkeypatch)


def asked(entry="THROWS", policies=THREE, games=2_000, seed=5, **more):
    ladder = {"policies": list(policies)}
    return {"game": "toy", "entry": entry, "ladder": ladder, "run": {"games": games, "seed": seed}, **more}


def word(found, policy, rival):
    return next(row.word for row in found.meetings if (row.policy, row.rival) == (policy, rival))


def test_a_circle_is_named():
    found = sk.ladder(asked())
    assert found.cycles == [("rock", "scissors", "paper")]
    assert "Not transitive: rock beats scissors beats paper beats rock." in found.sentences
    assert (word(found, "paper", "rock"), word(found, "rock", "paper")) == (BEATS, LOSES)
    assert found.ratings["rating"].to_numpy() == pytest.approx([0, 0, 0], abs=1e-6)
    assert (found.ratings["high"] > found.ratings["low"]).all()


def test_the_matrix_is_the_game_between_policies():
    found = sk.ladder(asked(games=20_000))
    known = np.array([[0.5, 0.3, 0.7], [0.7, 0.5, 0.3], [0.3, 0.7, 0.5]])
    assert list(found.matrix.index) == list(found.matrix.columns) == THREE
    assert np.abs(found.matrix.to_numpy() - known).max() < 4.9 * 0.5 / math.sqrt(20_000)  # 1e-6 a cell


def test_ratings_are_the_strengths_with_draws():
    """Strengths of 2, 4 and 8: steps of 400 log10 2 points, and a tie of weight 1; each within five errors."""
    found = sk.ladder(asked("RACE", games=20_000))
    rows = found.ratings.set_index("policy")
    error = (rows["high"] - rows["low"]) / 2 / 1.96
    for name, size in {"scissors": math.log(2), "paper": 0, "rock": -math.log(2)}.items():
        assert abs(rows.loc[name, "rating"] - POINTS * size) < 5 * error[name]
    assert found.strengths.ties == pytest.approx([0], abs=0.1)
    assert (found.cycles, found.settled) == ([], True)
    assert "scissors beats every other." in found.sentences


def test_a_draw_is_half():
    found = sk.ladder(asked("RACE", ["rock", "scissors"], games=20_000))
    tie = 4 / (2 + 8 + 4)
    assert found.matrix.loc["scissors", "rock"] == pytest.approx(8 / 14 + tie / 2, abs=0.02)
    row = next(row for row in found.meetings if (row.policy, row.rival) == ("scissors", "rock"))
    assert row.ahead == pytest.approx(8 / 14 + tie / 2 - 0.5, abs=0.02)
    assert row.low < row.ahead < row.high


def test_a_score_of_one_side_leaves_the_rest_to_the_other():
    """With the metric of the first seat instead of win shares: the same but for rounding."""
    by_shares = sk.ladder(asked("DUEL", ["rock", "hasty"]))
    by_score = sk.ladder(asked("DUEL", ["rock", "hasty"]), metric="first_share")
    for column in ("score", "ahead", "low", "high"):
        assert by_score.frame[column].to_numpy() == pytest.approx(by_shares.frame[column].to_numpy())
    assert by_score.frame["word"].tolist() == by_shares.frame["word"].tolist()
    assert by_score.ratings["rating"].to_numpy() == pytest.approx(by_shares.ratings["rating"].to_numpy())


def test_equals_seldom_beat_one_another():
    """A hat gives as good numbers: each word but "not settled" is wrong, all of a ladder with 5 % at most."""
    hats = ["rock", {"kind": "rock", "hat": True}]
    words = [word(sk.ladder(asked("DUEL", hats, 200, 10 * n), jobs=1), "rock", "rock hat true") for n in range(LADDERS)]
    assert len(words) - words.count(OPEN) <= most_errors(LADDERS)
    found = sk.ladder(asked("DUEL", hats, 200, 10 * words.index(OPEN)))
    assert not found.settled
    assert "Not settled: rock or rock hat true." in found.sentences


def test_bytes_are_alike_for_threads_and_an_interrupted_ladder_goes_on(tmp_path, monkeypatch):
    unbroken, whole, seen = sk.ladder(asked(), jobs=1), runner.simulate, []
    monkeypatch.setattr(runner, "CHUNK", 4_500)

    def interrupted(*arguments):
        seen.append(arguments)
        if len(seen) == 7:
            raise KeyboardInterrupt
        return whole(*arguments)

    with Journal.open(tmp_path / "journal", b"test") as journal:
        monkeypatch.setattr(runner, "simulate", interrupted)
        with pytest.raises(KeyboardInterrupt):
            sk.ladder(asked(), jobs=1, journal=journal)
        again = sk.ladder(asked(), jobs=2, journal=journal)
    assert again.frame.to_csv() == unbroken.frame.to_csv()
    assert again.ratings.to_csv() == unbroken.ratings.to_csv()
    assert again.sentences == unbroken.sentences


@pytest.mark.skipif(not JIT, reason="takes games")
def test_of_several_seats_one_is_alone_among_the_others():
    evening = {"game": "emperor", "entry": "WHOLE_GAME", "setup": {"players": 3}, "run": {"games": 60}}
    scenario = load({**evening, "ladder": {"policies": ["seeker", "camper"]}})
    found = sk.ladder(scenario)
    assert (found.alone, found.seats) == ("first_seat", ("first_seat", "seat 2", "seat 3"))
    assert found.matrix.shape == (2, 2)
    one, other = (row.ahead for row in found.meetings if row.word)
    assert one == pytest.approx(-other)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"axes": {"first": ["rock", "paper"]}}, "its cells differ in first, which the ladder sets"),
        ({"ladder": {"metric": "first_shar"}}, "did you mean 'first_share'"),
    ],
)
def test_what_cannot_be_a_ladder_is_told_in_a_line(more, told):
    with pytest.raises(sk.BadInput) as caught:
        sk.ladder({**asked(), **more})
    (line,) = caught.value.lines
    assert told in line


def test_a_ladder_is_played_and_has_wins(monkeypatch):
    with pytest.raises(sk.BadInput, match="no exact answer"):
        sk.ladder(asked(), exact=True)
    monkeypatch.setattr(toy, "_throws", lambda one, other, draws: np.full(len(draws), 0.5))
    with pytest.raises(sk.BadInput, match="no game was won by one alone"):
        sk.ladder(asked())
