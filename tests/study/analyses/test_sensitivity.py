"""Conclusions under other believable figures."""

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import PLAIN, RIVALS, read

from simkit import games
from simkit.games.emperor.shared.jitter import jitter
from simkit.games.emperor.whole.compile import compile_rules
from simkit.study.analyses import plausible_figures
from simkit.study.analyses.sensitivity import sensitivity
from simkit.study.runs import exact_values, runner
from simkit.study.runs.journal import Journal
from simkit.study.scenarios.quantities import quantities

N = 4_000 if JIT else 8
ASKED = """[sensitivity]
metric = "killed"
figures = ["characters.rosa", "arms.mace.quantity", "map.spaces.oasis"]
draws = 8

[run]"""


@pytest.fixture
def plain(tmp_path):
    return read(tmp_path, PLAIN.replace("[run]", ASKED), games=N)


def test_figures_are_played_at_the_ends_of_their_ranges(plain):
    ledger = plausible_figures.settings(plain, plain.asked.sensitivity.figures)
    found = {(one.figure.path, one.value) for one in ledger.settings}
    rosa = games.figures("emperor").get("characters.rosa")
    for name in ("ability", "wounds", "escape"):
        assert {(f"characters.rosa.{name}", rosa[name] + step) for step in (-1, 1)} <= found
    assert "map.spaces.oasis.terrain" in ledger.idle  # an encounter knows of no map
    assert all(one.scenario.figures.get(one.figure.path) == one.value for one in ledger.settings)


def test_a_figure_that_the_file_sets_is_not_doubted(tmp_path):
    text = PLAIN.replace("[run]", ASKED).replace("[axes]", '[rules]\n"characters.rosa.wounds" = 12\n\n[axes]')
    ledger = plausible_figures.settings(read(tmp_path, text), ["characters.rosa"])
    assert "characters.rosa.wounds" not in {one.figure.path for one in ledger.settings}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What stands or falls where Rosa's figures are doubted, from games."""
    if not JIT:
        pytest.skip("takes games")
    return sensitivity(read(tmp_path_factory.mktemp("found"), PLAIN.replace("[run]", ASKED), games=N), exact=False)


def test_bars_are_differences_on_the_same_luck(plain, found):
    frame = found.frame.set_index(["figure", "value"])
    other = plausible_figures.under_figures(plain, {"characters.rosa.escape": 6})
    mine = [runner.simulate(plain, cell, 0, N)["killed"].astype(float) for cell in plain.cells]
    theirs = [runner.simulate(other, cell, 0, N)["killed"].astype(float) for cell in other.cells]
    lead = np.mean(mine[0] - mine[1])
    change = (theirs[0] - theirs[1]) - (mine[0] - mine[1])
    row = frame.loc["characters.rosa.escape", "6"]
    assert found.claim.title == "Rosa is first in “the hero dies”"
    assert found.base.size == pytest.approx(lead, abs=1e-12)
    assert row["change"] == pytest.approx(change.mean(), abs=1e-12)
    assert row["error"] == pytest.approx(change.std() / np.sqrt(N), abs=1e-12)
    assert row["low"] < row["change"] < row["high"]
    assert row["beyond_chance"] == (row["low"] > 0)
    assert row["change"] > 0  # who escapes less dies more
    assert abs(row["net"]) <= abs(row["change"])


def test_a_figure_that_nobody_draws_changes_nothing_and_has_an_interval(found):
    rows = found.frame.query("figure == 'arms.mace.quantity'")
    assert (rows[["change", "error"]] == 0).all(axis=None)
    assert ((rows["low"] < 0) & (rows["high"] > 0)).all()
    assert not rows["beyond_chance"].any()


def test_the_sentences_say_what_the_columns_say(found):
    words = set(found.frame["word"])
    assert words <= {"stands", "flips", "not settled"}
    assert ("the conclusion flips at" in found.verdict) == ("flips" in words)
    assert ("whether it stands is not settled at" in found.verdict) == ("not settled" in words)
    assert found.settled == (set(found.words) == {"stands"})
    assert f"{found.frame.query('beyond_chance')['figure'].nunique()} move" in found.verdict
    assert len(found.joint) == 8
    assert "Jointly: of 8 draws" in found.verdict
    assert "Maps: the map does not enter this question." in found.verdict
    assert "Made under: prudent." in found.verdict


def test_the_picture_has_a_row_a_figure(found):
    names = [text.get_text().split(" = ")[0] for text in found.plot().axes[0].get_yticklabels()]
    assert names == list(dict.fromkeys(found.frame["figure"]))


def test_nothing_depends_on_threads_nor_on_how_a_run_is_cut(plain, found, monkeypatch):
    monkeypatch.setattr(runner, "CHUNK", 4_004)
    other = sensitivity(plain, exact=False, jobs=2)
    assert found.frame.to_csv() == other.frame.to_csv()
    assert (found.joint, found.sentences) == (other.joint, other.sentences)


def test_an_interrupted_analysis_goes_on_from_its_journal(plain, found, tmp_path, monkeypatch):
    whole, seen = runner.simulate, []

    def interrupted(*arguments):
        seen.append(arguments)
        if len(seen) == 20:
            raise KeyboardInterrupt
        return whole(*arguments)

    with Journal.open(tmp_path / "journal", b"test") as journal:
        monkeypatch.setattr(runner, "simulate", interrupted)
        with pytest.raises(KeyboardInterrupt):
            sensitivity(plain, exact=False, jobs=1, journal=journal)
        again = sensitivity(plain, exact=False, jobs=1, journal=journal)
    assert again.frame.to_csv() == found.frame.to_csv()
    assert again.sentences == found.sentences


@pytest.mark.skipif(not JIT, reason="takes states")
def test_an_exact_conclusion_needs_no_games(plain, found):
    exact = sensitivity(plain, exact=True)
    (killed,) = [exact_values.exact_values([plain], quantities(plain, [exact.metric]), exact=True)]
    assert exact.base.size == pytest.approx(killed[0, 0] - killed[0, 1])
    assert (exact.games, exact.exact) == (0, True)
    assert "(exact)" in exact.verdict
    assert "Exact: no games." in exact.verdict
    assert set(exact.words) <= {"stands", "flips"}
    assert (exact.frame["error"] == 0).all()
    both = found.frame.merge(exact.frame, on=["figure", "value"])
    assert (np.abs(both["change_x"] - both["change_y"]) <= 4.9 * both["error_x"] + 1e-9).all()


def test_without_a_conclusion_nothing_flips_and_nothing_more_is_played(tmp_path, monkeypatch):
    """Two sides that are one: whatever the games, whatever the order, neither is first."""
    text = PLAIN.replace('["Rosa", "Cleric B"]', '["Rosa", "Rosa"]').replace("[run]", ASKED)
    monkeypatch.setattr(plausible_figures, "settings", lambda *_: pytest.fail("looked for others"))
    found = sensitivity(read(tmp_path, text, games=8), exact=False)
    assert not found.settled
    assert (len(found.frame), found.joint, found.maps, found.games) == (0, (), (), 16)
    assert "FLIPS" not in found.verdict
    assert found.sentences[0].startswith("No conclusion that could stand or fall: ")
    assert "within chance" in found.sentences[0]
    assert len(found.sentences) == 2


@pytest.mark.skipif(not JIT, reason="takes games")
def test_of_variants_the_ways_that_are_beyond_chance_are_the_conclusion(tmp_path):
    found = sensitivity(read(tmp_path, RIVALS.replace("[run]", ASKED), games=4_000), exact=False)
    assert found.base.size > 0
    assert "harder_escape, Rosa higher" in found.claim.title
    assert "flee_earlier, Rosa lower" in found.claim.title
    assert "parry_as_printed" not in found.claim.title


def test_variants_that_are_left_out_stay_out(tmp_path):
    scenario = read(tmp_path, RIVALS.replace("[run]", ASKED))._replace(variants=())
    assert plausible_figures.under_figures(scenario, {"characters.rosa.escape": 6}).variants == ()


def test_one_side_concludes_nothing(plain):
    with pytest.raises(ValueError, match="nothing to conclude"):
        sensitivity(plain._replace(cells=plain.cells[:1]))


def test_a_figure_that_is_none_is_told(tmp_path):
    text = PLAIN.replace("[run]", ASKED.replace("characters.rosa", "characters.roza.escape"))
    with pytest.raises(ValueError, match=r"no reconstructed figure begins with 'characters.roza.escape', did you mean"):
        sensitivity(read(tmp_path, text))


def test_a_map_is_dealt_anew_and_can_be_played_on():
    figures = games.figures("emperor")
    once, again, other = jitter(figures, 1), jitter(figures, 1), jitter(figures, 2)
    assert once == again != other
    for dealt in (once, other):
        assert sorted(dealt.values()) == sorted(figures.get(path) for path in dealt)
        changed, complaints = figures.override(dealt)
        assert complaints == []
        assert compile_rules(changed, {})[1] == []


@pytest.mark.skipif(not JIT, reason="takes games")
def test_maps_are_a_random_effect(plain):
    """A stand-in for a map: a wound more or less, which does enter this question."""
    game = plain.game._replace(abilities={"jitter": lambda figures, seed: {"characters.rosa.wounds": 9 + seed % 3}})
    asked = plain.asked.sensitivity.model_copy(update={"maps": 6, "draws": 0, "figures": ["arms.mace.quantity"]})
    scenario = plain._replace(game=game, asked=plain.asked._replace(sensitivity=asked))
    found = sensitivity(scenario, exact=False)
    leads = [one.lead for one in found.maps]
    assert len(leads) == 4  # two of six are as the figures are
    assert found.spread.low < found.spread.mean < found.spread.high
    assert found.spread.mean == pytest.approx(np.mean(leads))
    assert "Maps: of 4 maps drawn otherwise" in found.verdict
