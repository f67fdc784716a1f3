"""The house-rule lab: effects by hand, designs, aliases, and sets of rules that reach a target."""

import itertools

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import RIVALS, read

from simkit.study import runner
from simkit.study.alter import altered
from simkit.study.lab import lab

N = 2_000 if JIT else 16
TWO = RIVALS.replace("[variants.parry_as_printed]\nrules = { parry = true }\n\n", "")
FIVE = TWO.replace(
    "[compare]",
    """[variants.no_parry]
rules = { parry = false }

[variants.hero_first]
rules = { attacks = "hero_first" }

[variants.no_shield]
rules = { shield = false }

[compare]""",
)


@pytest.fixture
def two(tmp_path):
    return read(tmp_path, TWO, games=N)


def effects(found, side="Rosa"):
    return found.frame[found.frame["side"] == side].set_index("effect")


def test_effects_are_those_of_the_cells(two):
    found = effects(lab(two, metric="wounds", jobs=1))
    means = {}
    for a, b in itertools.product((0, 1), repeat=2):
        arm, faults = altered(two, {"escape_target": 8} if a else {}, {"policy": {"flee_at": 5}} if b else {})
        assert faults == []
        means[a, b] = runner.simulate(arm, arm.cells[0], 0, N)["wounds"].mean()
    main = (means[1, 0] + means[1, 1] - means[0, 0] - means[0, 1]) / 2
    both = (means[0, 0] + means[1, 1] - means[0, 1] - means[1, 0]) / 2
    assert found["size"]["harder_escape"] == pytest.approx(main, abs=1e-12)
    assert found["size"]["harder_escape x flee_earlier"] == pytest.approx(both, abs=1e-12)
    assert (found["low"] <= found["size"]).all()


def test_nothing_depends_on_threads_nor_on_how_a_run_is_cut(two, monkeypatch):
    one = lab(two, metric="killed", jobs=1)
    monkeypatch.setattr(runner, "CHUNK", 12)
    assert lab(two, metric="killed", jobs=2).frame.to_csv() == one.frame.to_csv()


def test_four_switches_are_played_whole_and_five_in_a_fraction(two, tmp_path):
    whole, part = lab(two, metric="killed"), lab(read(tmp_path, FIVE, games=4), metric="killed")
    assert (len(whole.design), len(whole.aliases)) == (4, 0)
    assert (len(part.design), len(part.aliases)) == (16, 15)
    assert "nothing is aliased" in whole.verdict
    assert "16 cells of 32" in part.verdict


def test_main_effects_alone(two):
    found = lab(two, metric="killed", order=1)
    assert set(found.frame["effect"]) == {"harder_escape", "flee_earlier"}
    assert (found.frame["log_odds_error"] >= 0).all()


@pytest.mark.skipif(not JIT, reason="takes games")
def test_what_is_plain_is_found_and_a_switch_that_does_nothing_is_not(tmp_path):
    text = TWO.replace("setup = { policy = { flee_at = 5 } }", 'rules = { "constants.bribe_divisor" = 3 }')
    found = effects(lab(read(tmp_path, text, games=20_000), metric="killed"))
    assert found["verdict"].to_dict() == {
        "harder_escape": "higher", "flee_earlier": "not settled", "harder_escape x flee_earlier": "not settled",
    }  # fmt: skip
    assert found["size"]["flee_earlier"] == 0
    assert found["low"]["flee_earlier"] < 0 < found["high"]["flee_earlier"]


@pytest.mark.skipif(not JIT, reason="takes games")
def test_the_smallest_set_of_rules_is_proved_on_a_fresh_seed(two):
    found = lab(two, metric="killed", target=("0pt", "4pt"))
    assert [found.switches[one] for one in found.proof.switches] == ["flee_earlier"]
    assert found.proof.holds
    assert found.settled
    assert found.proof.seed == two.run.seed + 1
    assert "Smallest set found: flee_earlier; proved" in found.verdict


@pytest.mark.skipif(not JIT, reason="takes games")
def test_a_set_that_barely_reaches_the_target_is_only_found(two):
    rosa = effects(lab(two, metric="killed"))
    assert rosa["verdict"]["flee_earlier"] == "lower"
    base = lab(two, metric="killed", target=("0pt", "99pt"))
    assert base.proof.switches == ()
    shares = lab(two, metric="killed", target=("0pt", "99pt")).proof.shares
    found = lab(two, metric="killed", target=("0pt", 1.02 * max(shares)))
    assert not found.settled
    assert "not proved" in found.verdict or "No set of these rules" in found.verdict


def test_a_target_out_of_reach_is_said_to_be(two):
    found = lab(two, metric="killed", target=("98pt", "99pt"))
    assert found.proof is None
    assert not found.settled
    assert "No set of these rules is predicted" in found.verdict


def test_without_a_target_there_is_no_candidate(two):
    found = lab(two, metric="killed")
    assert found.settled
    assert "set" not in found.verdict.split("cells")[-1]


@pytest.mark.parametrize(
    ("target", "told"), [(("4pt", "1pt"), "from a lower to a higher"), (("x", "1pt"), "an end of a target")]
)
def test_a_target_that_is_none_is_told(two, target, told):
    with pytest.raises(ValueError, match=told):
        lab(two, target=target)


def test_switches_that_change_the_same_thing_are_refused(tmp_path):
    text = TWO.replace("setup = { policy = { flee_at = 5 } }", "rules = { escape_target = 6 }")
    with pytest.raises(ValueError, match=r"harder_escape and flee_earlier both change rules\.escape_target"):
        lab(read(tmp_path, text))


def test_one_switch_is_no_lab(two):
    with pytest.raises(ValueError, match="2 to 12 switches"):
        lab(two._replace(compared=two.compared[:1]))


def test_the_picture_shows_every_effect(two):
    figure = lab(two, metric="killed").plot()
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == [
        "harder_escape", "flee_earlier", "harder_escape x flee_earlier",
    ]  # fmt: skip
    assert np.isfinite(figure.get_size_inches()).all()
