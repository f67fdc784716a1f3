"""Which figures decide a conclusion: shares of doubt from bars, and whether joint draws bear them out."""

import math

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import PLAIN, read, write

from simkit import games
from simkit.games.figures import Figure
from simkit.study.analyses import plausible_figures
from simkit.study.analyses.look_up import MAP, look_ups
from simkit.study.analyses.plausible_figures import Doubt
from simkit.study.analyses.sensitivity import sensitivity
from simkit.study.analyses.side_differences import combined
from simkit.study.scenarios.reader import load

ASKED = """[sensitivity]
metric = "killed"
figures = ["characters.rosa", "characters.cleric_b", "arms.mace"]
draws = 30

[run]"""
WOUNDS = Figure("characters.rosa.wounds", 10, "reconstructed", range=(9, 11))
ESCAPE = Figure("characters.rosa.escape", 7, "reconstructed", range=(6, 8))
AT_SEA = Figure("spells.rock_wall.castable_at_sea", False, "reconstructed", alternatives=(True,))
DOUBTS = [Doubt(WOUNDS, (10, 9, 11)), Doubt(ESCAPE, (7, 6, 8)), Doubt(AT_SEA, (False, True))]


def exactly(*sizes):
    """Changes that are known without error."""
    return [combined([(size, 1)]) for size in sizes]


def shared_out(scenario, changes, draws=(), between_maps=0.0, base=(1.0,)):
    return look_ups(scenario, DOUBTS, base, changes, draws, between_maps)


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return read(tmp_path_factory.mktemp("plain"), PLAIN.replace("[run]", ASKED))


def test_numbers_become_values_that_are_all_alike_likely():
    numbers = np.array([0.0, 0.33, 0.34, 0.66, 0.67, 0.999])
    assert DOUBTS[0].positions(numbers).tolist() == [9, 9, 10, 10, 11, 11]
    assert [DOUBTS[2].value(place) for place in DOUBTS[2].positions(np.array([0.4, 0.5]))] == [False, True]
    speed = Doubt(Figure("foes.rat.speed", 1.5, "reconstructed", range=(1.0, 3.0)), (1.5, 1.0, 3.0))
    assert speed.positions(np.array([0.0, 0.5])).tolist() == [1.0, 2.0]


def test_doubt_is_shared_by_variances(plain):
    """Variances: 2/3 of three values one apart, 8/3 of three two apart, 1/16 of two .5 apart."""
    changes = [exactly(size) for size in (-1, 1, 2, -2, 0.5)]
    found = shared_out(plain, changes)
    shares = {one.figure: one.share for one in found.figures}
    total = 2 / 3 + 8 / 3 + 1 / 16
    assert list(shares) == [ESCAPE.path, WOUNDS.path, AT_SEA.path]
    assert list(shares.values()) == pytest.approx([8 / 3 / total, 2 / 3 / total, 1 / 16 / total], abs=0.01)
    assert (found.figures[0].piece, found.figures[0].where) == ("Character card: Rosa", "the Escape Number")
    assert (found.figures[0].believed, found.figures[2].believed) == ("6 to 8", "or True")
    assert math.isnan(found.explained)


def test_what_moves_only_a_difference_that_never_counts_decides_nothing(plain):
    changes = [exactly(*size) for size in ((-1, 0), (1, 0), (0, -5), (0, 5), (0, 0))]
    found = shared_out(plain, changes, base=(1.0, 100.0))
    assert [one.share for one in found.figures] == pytest.approx([1, 0, 0], abs=0.003)
    assert found.figures[0].figure == WOUNDS.path


def test_joint_draws_tell_whether_figures_act_by_themselves(plain):
    changes = [exactly(size) for size in (-1, 1, 2, -2, 0.5)]
    numbers = [np.array(row) for row in ([0.0, 0.0, 0.0], [0.5, 0.5, 0.9], [0.9, 0.0, 0.9], [0.5, 0.9, 0.0])]
    leads = [1 - 1 + 2, 1 + 0.5, 1 + 1 + 2 + 0.5, 1 - 2]
    assert shared_out(plain, changes, list(zip(numbers, leads, strict=True))).explained == pytest.approx(1)
    crossed = list(zip(numbers, leads[::-1], strict=True))
    assert shared_out(plain, changes, crossed).explained < 0


def test_maps_have_a_share_of_their_own(plain):
    changes = [exactly(size) for size in (-1, 1, 0, 0, 0)]
    found = shared_out(plain, changes, between_maps=2.0)
    assert (found.figures[0].figure, found.figures[0].share) == (MAP, pytest.approx(0.75, abs=0.01))
    assert found.figures[1].share == pytest.approx(0.25, abs=0.01)


def test_what_the_owner_of_a_copy_has_read_is_not_doubted(tmp_path):
    version = games.get("emperor").version
    sheet = write(tmp_path, f'game = "emperor"\nversion = "{version}"\ncharacters.rosa.escape = 7\n', "mine.toml")
    scenario = load(write(tmp_path, PLAIN.replace("[run]", ASKED)), figures=sheet)
    doubted = {one.figure.path for one in plausible_figures.settings(scenario, ["characters.rosa"]).settings}
    assert doubted == {"characters.rosa.ability", "characters.rosa.wounds"}


@pytest.mark.skipif(not JIT, reason="takes states")
def test_a_conclusion_ends_in_a_list_of_what_to_look_up(plain):
    found = sensitivity(plain, exact=True, first=2)
    decides = found.decides
    assert decides["share"].is_monotonic_decreasing
    assert decides["share"].sum() == pytest.approx(1, abs=0.05)
    assert found.look_ups.explained > 0.8
    assert set(decides["figure"]) == {bar.figure for bar in found.bars}
    *_, last = found.page()
    assert (last.title, len(last.rows)) == ("What to look up first", 2)
    assert last.rows[0][0].startswith(("Character card: ", "Arms chit: "))
    assert f"R2 = {found.look_ups.explained:.2f}" in found.verdict
    top = decides.iloc[0]
    words = {bar.word for bar in found.bars if bar.figure == top["figure"]}
    assert all(word in top["settles"] for word in words)
