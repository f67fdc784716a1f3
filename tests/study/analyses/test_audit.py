"""Every single change of a policy: what gains, what does not, and how often either is said wrongly."""

import hashlib
import math

import numpy as np
import pytest
import toy
from conftest import JIT
from pairs import most_errors

import simkit as sk
from simkit.games.keys import Key
from simkit.study.analyses.audit import AGAIN, FIRST, n_changes
from simkit.study.analyses.audit_finding import GAINS, NO_GAIN, NOTHING, OPEN
from simkit.study.analyses.other_values import MOST_VALUES, alternatives, grid
from simkit.study.runs import runner
from simkit.study.runs.journal import Journal
from simkit.study.scenarios.reader import load

AUDITS = 200
BYTES = "76d090ce7bd3"  # of the sound audit, in either lane


@pytest.fixture(autouse=True)
def game(monkeypatch):
    toy.entered(monkeypatch)


def asked(entry="DUEL", games=2_000, seed=5, setup=None, **audit):
    run = {"games": games, "seed": seed}
    return {"game": "toy", "entry": entry, "setup": setup or {}, "audit": {"margin": "2pt", **audit}, "run": run}


def gain(frame, key, value, column="gain"):
    (number,) = frame.loc[(frame["key"] == key) & (frame["value"] == str(value)), column]
    return number


# ---- What it finds


def test_a_weak_key_is_found():
    """Who never draws again wins .382 of .5 against the golden section, less than who draws again below 52."""
    found = sk.audit(asked(setup={"first": "hasty"}, seats=["first"], games=10_000))
    assert (found.alarming, found.settled) == (True, True)
    frame = found.frame
    assert set(frame.loc[frame["word"] == GAINS, "key"]) == {"redraw_at"}
    for at in (27, 52):
        assert gain(frame, "redraw_at", at, "low") < won(at) - won(0) < gain(frame, "redraw_at", at, "high") + 0.01
        assert gain(frame, "redraw_at", at, "low") > 0.02
    assert "GAINS: redraw_at 52 instead of 0 gains first (first, hasty)" in found.verdict


def won(at, rival=62, faces=100):
    """The score of who draws again below a number, counted over all numbers."""
    mine, yours = (
        np.where(np.arange(faces) < low, 0, 1) / faces + low / faces / faces for low in (at, rival)
    )  # fmt: skip
    return float(mine @ (np.cumsum(yours) - yours / 2))


def test_the_golden_section_is_the_answer_to_itself():
    scores = [won(at) for at in range(101)]
    assert won(62) == pytest.approx(0.5)
    assert max(scores) - 0.5 < 1e-3
    assert abs(int(np.argmax(scores)) - 61.8) < 1.5


def test_a_sound_policy_is_cleared():
    found = sk.audit(asked(games=4_000))
    assert (found.alarming, found.settled) == (False, True)
    assert set(found.frame["word"]) == {NO_GAIN, NOTHING}
    assert found.verdict.startswith("None gains: of 38 changes of 8 keys none gains more than 2.00 percentage points")
    assert (found.frame.loc[found.frame["word"] == NO_GAIN, "high"] < 0.02).all()


def test_keys_that_change_nothing_are_told():
    found = sk.audit(asked())
    assert "Changes nothing in any game (first, rock), whatever its value: strength, throw." in found.sentences
    assert set(found.frame.loc[found.frame["word"] == NOTHING, "key"]) == {"strength", "throw"}


def test_what_is_open_is_played_again_on_fresh_games_and_settled():
    few = asked(games=100, keys=["redraw_at"], margin="3pt")
    open_, settled = sk.audit(few, more=0), sk.audit(few, more=30_000)
    assert not open_.settled
    assert "Not settled: whether" in open_.verdict
    assert settled.settled
    seeds = dict.fromkeys(settled.frame["seed"])
    assert set(seeds) == {5 + FIRST, 5 + AGAIN}
    again = settled.frame[settled.frame["seed"] == 5 + AGAIN]
    assert set(again["games"]) == {30_000}
    assert [stage.alpha for stage in settled.stages] == [0.025, 0.025]
    assert [stage.alpha for stage in open_.stages] == [0.05]
    n_arms = len(settled.frame) + 2  # the policy as it is beside each seat's
    assert settled.games == 100 * n_arms + 30_000 * (len(again) + again["seat"].nunique())


def test_every_policy_in_use_is_audited_in_its_cells():
    table = {**asked(keys=["hat"]), "axes": {"first": ["rock", "hasty"], "second": ["rock", "paper"]}}
    found = sk.audit(table, more=0)
    rows = {(row.seat, row.policy, row.side) for row in found.rows}
    assert rows == {
        ("first", policy, f"first, {rival}") for policy in ("rock", "hasty") for rival in ("rock", "paper")
    } | {("second", policy, f"second, {rival}") for policy in ("rock", "paper") for rival in ("rock", "hasty")}
    assert n_changes(load(table)) == len(found.rows)


def test_less_is_better_where_the_file_says_so():
    best, worst = (
        sk.audit(asked(metric="first_share", better=better, seats=["first"], keys=["redraw_at"], more=0))
        for better in ("high", "low")
    )
    assert best.frame["gain"].tolist() == pytest.approx((-worst.frame["gain"]).tolist())
    assert worst.alarming


# ---- How sure it is


def test_a_change_that_is_as_good_is_seldom_said_to_gain_and_seldom_cleared():
    """A hat gives as good numbers: at a margin of 0 either word is wrong, each with 5 % at most."""
    table = asked(games=200, keys=["hat"], margin=0.0, seats=["first"], more=400)
    words = [sk.audit(table, seed=10 * number, jobs=1).rows[0].word for number in range(AUDITS)]
    assert words.count(GAINS) <= most_errors(AUDITS)
    assert words.count(NO_GAIN) <= most_errors(AUDITS)
    assert words.count(OPEN) > AUDITS / 2


def test_bytes_are_alike_for_threads_chunks_and_lanes(monkeypatch):
    found = sk.audit(asked(), jobs=1)
    text = found.frame.to_csv()
    monkeypatch.setattr(runner, "CHUNK", 4_500)
    assert sk.audit(asked(), jobs=3).frame.to_csv() == text
    rounded = found.frame.round(6).to_csv()
    assert hashlib.sha256(rounded.encode()).hexdigest()[:12] == BYTES


def test_an_interrupted_audit_goes_on(tmp_path, monkeypatch):
    unbroken, whole, seen = sk.audit(asked()), runner.simulate, []

    def interrupted(*arguments):
        seen.append(arguments)
        if len(seen) == 9:
            raise KeyboardInterrupt
        return whole(*arguments)

    with Journal.open(tmp_path / "journal", b"test") as journal:
        monkeypatch.setattr(runner, "simulate", interrupted)
        with pytest.raises(KeyboardInterrupt):
            sk.audit(asked(), jobs=1, journal=journal)
        again = sk.audit(asked(), jobs=1, journal=journal)
        n_played = len(seen)
        sk.audit(asked(), jobs=1, journal=journal)
    assert len(seen) == n_played
    assert again.frame.to_csv() == unbroken.frame.to_csv()
    assert again.sentences == unbroken.sentences


# ---- Characters, exact answers, unbounded metrics


@pytest.mark.skipif(not JIT, reason="takes states")
def test_where_it_is_exact_nothing_is_played():
    hero = {"combat": 5, "agility": 4, "magic": 3, "spells": ["fireball"], "foes": ["troll"]}
    found = sk.audit({"game": "azann", "entry": "DUEL", "setup": hero, "audit": {"metric": "won", "keys": ["opens"]}})
    assert (found.games, found.settled) == (0, True)
    assert (found.frame["low"] == found.frame["high"]).all()


def test_characters_in_a_seat_are_sides_of_their_own():
    evening = {"game": "emperor", "entry": "WHOLE_GAME", "setup": {"players": 2, "characters": ["Ozmo", "Rosa"]}}
    scenario = load({**evening, "audit": {"keys": ["sails"], "more": 0}, "run": {"games": 4 if JIT else 1}})
    found = sk.audit(scenario)
    assert {(row.seat, row.key) for row in found.rows} == {("first_seat", "sails")}
    assert {row.side for row in found.rows} <= {"Ozmo in first_seat", "Rosa in first_seat"}


def test_a_metric_without_bounds_is_cleared_of_what_never_changes_it():
    party = [{"calling": "hero", "points": 8, "weapons": ["sword"]}]
    asked_of = {"metric": "bezants", "margin": 1.0, "keys": ["heal_at"], "more": 10}
    found = sk.audit({"game": "deathmaze", "entry": "HAUL", "setup": {"hoard": "A", "party": party},
                      "audit": asked_of, "run": {"games": 10}}, exact=False)  # fmt: skip
    assert set(found.frame["word"]) == {NOTHING}
    assert np.isinf(found.frame["high"]).all()
    assert found.settled
    assert "None gains: of 8 changes of 1 key" in found.verdict


# ---- Which changes


@pytest.mark.parametrize(
    ("low", "now", "high"), [(0, 4, 99), (-100, 5, 100), (0, 0, 99), (0, 99, 99), (1, 1, 2), (0, 4, 8), (3, 3, 3)]
)
def test_a_grid_has_both_ends_and_the_present_value(low, now, high):
    values = grid(low, now, high)
    assert values == sorted(set(values))
    assert {low, now, high} <= set(values)
    assert len(values) == min(MOST_VALUES, high - low + 1)


def test_alternatives_are_all_choices_and_lists_nearby():
    assert alternatives(Key("a", "bool", ""), True) == [False]
    assert alternatives(Key("a", "choice", "", choices=("x", "y", "z")), "y") == ["x", "z"]
    assert alternatives(Key("a", "text", ""), "anywhere") == []
    assert alternatives(Key("a", "int", "", low=0), 2) == [0, 1, 3, 4, 5, 6, 8, 12]
    others = alternatives(Key("a", "choices", "", choices=("x", "y", "z")), ("x", "y"))
    assert others == [["y", "x"], ["y"], ["x"], ["x", "y", "z"]]


# ---- What is wrong


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"audit": {"keys": []}, "margin": "x"}, "a margin is a number"),
        ({"margin": -1}, "a margin is 0 to 1,000,000,000, not -1"),
        ({"more": -1}, "more is 0 to 1,000,000,000 games, not -1"),
        ({"metric": "first_shar"}, "did you mean 'first_share'"),
    ],
)
def test_what_cannot_be_audited_is_told_in_a_line(arguments, told):
    arguments.pop("audit", None)
    with pytest.raises(sk.BadInput) as caught:
        sk.audit(asked(), **arguments)
    (line,) = caught.value.lines
    assert told in line


def test_points_are_no_margin_of_a_mean():
    party = [{"calling": "hero", "points": 8}]
    scenario = {"game": "deathmaze", "entry": "HAUL", "setup": {"hoard": "A", "party": party}}
    with pytest.raises(sk.BadInput, match="a margin in points is one of shares; for value give a number"):
        sk.audit({**scenario, "audit": {"metric": "value"}})


def test_a_policy_without_keys_is_nothing_to_audit():
    with pytest.raises(sk.BadInput, match="nothing to audit: no policy in use with anything to change"):
        sk.audit({"game": "waterloo", "entry": "WHOLE_GAME", "setup": {"french": "random", "allied": "random"}})
    assert math.isclose(sk.audit(asked(keys=["hat"]), more=0).margin, 0.02)
