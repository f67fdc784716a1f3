"""Conclusions under other believable figures."""

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import RIVALS, read

from simkit import games
from simkit.games.emperor.jitter import jitter
from simkit.games.emperor.whole.compile import compile_rules
from simkit.study import believable, runner
from simkit.study.sensitivity import sensitivity

N = 2_000 if JIT else 8
PLAIN = RIVALS[: RIVALS.index("[variants.harder_escape]")] + RIVALS[RIVALS.index("[run]") :]
ASKED = """[sensitivity]
metric = "killed"
figures = ["characters.rosa", "arms.mace.quantity", "map.spaces.oasis"]
draws = 8

[run]"""


@pytest.fixture
def plain(tmp_path):
    return read(tmp_path, PLAIN.replace("[run]", ASKED), games=N)


def test_figures_are_played_at_the_ends_of_their_ranges(plain):
    ledger = believable.settings(plain, plain.asked.sensitivity.figures)
    found = {(one.figure.path, one.value) for one in ledger.settings}
    rosa = games.figures("emperor").get("characters.rosa")
    for name in ("ability", "wounds", "escape"):
        assert {(f"characters.rosa.{name}", rosa[name] + step) for step in (-1, 1)} <= found
    assert "map.spaces.oasis.terrain" in ledger.idle  # an encounter knows of no map
    assert all(one.scenario.figures.get(one.figure.path) == one.value for one in ledger.settings)


def test_a_figure_that_the_file_sets_is_not_doubted(tmp_path):
    text = PLAIN.replace("[run]", ASKED).replace("[axes]", '[rules]\n"characters.rosa.wounds" = 12\n\n[axes]')
    ledger = believable.settings(read(tmp_path, text), ["characters.rosa"])
    assert "characters.rosa.wounds" not in {one.figure.path for one in ledger.settings}


def test_bars_are_differences_on_the_same_luck(plain):
    found = sensitivity(plain, jobs=1)
    frame = found.frame.set_index(["figure", "value"])
    other = believable.under_figures(plain, {"characters.rosa.escape": 6})
    mine = [runner.simulate(plain, cell, 0, N)["killed"].astype(float) for cell in plain.cells]
    theirs = [runner.simulate(other, cell, 0, N)["killed"].astype(float) for cell in other.cells]
    first = int(np.mean(mine[1]) > np.mean(mine[0]))
    lead = np.mean(mine[first] - mine[1 - first])
    change = (theirs[first] - theirs[1 - first]) - (mine[first] - mine[1 - first])
    row = frame.loc["characters.rosa.escape", "6"]
    assert found.base.size == pytest.approx(lead, abs=1e-12)
    assert row["change"] == pytest.approx(change.mean(), abs=1e-12)
    assert row["error"] == pytest.approx(change.std() / np.sqrt(N), abs=1e-12)
    assert row["flips"] == (row["lead"] <= 0)
    assert abs(row["net"]) <= abs(row["change"])
    assert (found.frame.query("figure == 'arms.mace.quantity'")[["change", "error"]] == 0).all(
        axis=None
    )  # nobody draws


def test_nothing_depends_on_threads_nor_on_how_a_run_is_cut(plain, monkeypatch):
    one = sensitivity(plain, jobs=1)
    monkeypatch.setattr(runner, "CHUNK", 4_004)
    other = sensitivity(plain, jobs=2)
    assert one.frame.round(12).to_csv() == other.frame.round(12).to_csv()
    assert one.joint == pytest.approx(other.joint, abs=1e-12)


@pytest.mark.skipif(not JIT, reason="takes games")
def test_a_conclusion_that_hangs_on_a_figure_falls(plain):
    found = sensitivity(plain)
    assert found.claim.title.startswith("Rosa is first")
    assert not found.flips or not found.settled
    wounds = found.frame.set_index(["figure", "value"])
    assert wounds.loc["characters.rosa.escape", "6"]["beyond_chance"]
    assert wounds.loc["characters.rosa.escape", "6"]["change"] > 0  # who escapes less dies more


@pytest.mark.skipif(not JIT, reason="takes games")
def test_of_variants_the_ways_that_are_settled_are_the_conclusion(tmp_path):
    found = sensitivity(read(tmp_path, RIVALS.replace("[run]", ASKED), games=4_000))
    assert found.sure
    assert "harder_escape, Rosa higher" in found.claim.title
    assert "flee_earlier, Rosa lower" in found.claim.title
    assert "parry_as_printed" not in found.claim.title
    assert found.settled == (not found.flips)


def test_the_sentences_tell_the_box_the_maps_and_the_policies(plain):
    found = sensitivity(plain)
    assert ("of 8 draws" in found.verdict) == found.sure
    assert ("within chance" in found.verdict) != found.sure
    assert ("Maps: the map does not enter this question." in found.verdict) == found.sure
    assert "Made under: prudent." in found.verdict
    assert len(found.joint) == 8


def test_no_draw_that_flips_bounds_the_box(plain):
    found = sensitivity(plain)
    sure = found.__class__(**{**found.__dict__, "sure": True, "joint": (0.1,) * 59})
    assert "none of 59 draws flips the conclusion: under 5.0 % of the box does, at 95 %" in sure.verdict


def test_the_picture_has_a_row_a_figure(plain):
    found = sensitivity(plain)
    names = [text.get_text().split(" = ")[0] for text in found.plot().axes[0].get_yticklabels()]
    assert names == list(dict.fromkeys(found.frame["figure"]))


def test_one_side_concludes_nothing(plain):
    with pytest.raises(ValueError, match="nothing to conclude"):
        sensitivity(plain._replace(cells=plain.cells[:1]))


def test_a_map_is_dealt_anew_and_can_be_played_on():
    figures = games.figures("emperor")
    once, again, other = jitter(figures, 1), jitter(figures, 1), jitter(figures, 2)
    assert once == again != other
    for dealt in (once, other):
        assert sorted(dealt.values()) == sorted(figures.get(path) for path in dealt)
        changed, complaints = figures.override(dealt)
        assert complaints == []
        assert compile_rules(changed, {})[1] == []


def test_maps_are_a_random_effect(plain):
    """A stand-in for a map: the mace's absorbing, which does enter this question."""
    game = plain.game._replace(jitter=lambda figures, seed: {"characters.rosa.wounds": 9 + seed % 3})
    asked = plain.asked.sensitivity.model_copy(update={"maps": 6})
    scenario = plain._replace(game=game, asked=plain.asked._replace(sensitivity=asked))
    found = sensitivity(scenario)
    assert len(found.map_leads) == 4  # two of six are as the figures are
    assert found.maps.low <= found.maps.mean <= found.maps.high
    assert found.maps.mean == pytest.approx(np.mean(found.map_leads))
    assert ("over 4 drawn otherwise" in found.verdict) == found.sure
