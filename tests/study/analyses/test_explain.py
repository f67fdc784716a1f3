"""A run explained by its games."""

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import COMPANIES, DUELS, RIVALS, read, write
from test_cli import say

from simkit.study.analyses.explain import explain, open_run
from simkit.study.report.transcript import transcript
from simkit.study.runs import runner

N = 1_000 if JIT else 30


@pytest.fixture
def rivals(tmp_path):
    return read(tmp_path, RIVALS, games=N)


def test_games_are_ranked_by_luck(rivals):
    found = explain(rivals, by="wounds:Rosa")
    wounds = runner.simulate(rivals, rivals.cells[0], 0, N)["wounds"]
    told = {one.what: one for one in found.told}
    assert set(told) == {"median", "luckiest 1%", "worst 1%"}
    assert all(one.value == wounds[one.number] for one in found.told)
    assert told["median"].value == np.sort(wounds)[::-1][N // 2]
    assert told["luckiest 1%"].value <= told["median"].value <= told["worst 1%"].value  # fewer wounds are luckier
    assert found.tails == (np.sort(wounds)[max(1, N // 100) - 1], np.sort(wounds)[::-1][max(1, N // 100) - 1])


def test_a_game_is_told_as_replay_tells_it(rivals):
    one = explain(rivals, by="wounds:Cleric B").told[0]
    assert ["", *one.lines][1:] == list(transcript(rivals, 1, one.number))[1:]


def test_where_variants_part(rivals):
    found = {one.variant: one for one in explain(rivals).partings}
    same = found["parry_as_printed"]
    assert (same.number, same.diverged) == (-1, 0.0)
    parting = found["flee_earlier"]
    variant = dict(rivals.variants)["flee_earlier"]
    ours, theirs = (runner.simulate(one, one.cells[0], 0, N) for one in (rivals, variant))
    apart = [a.tobytes() != b.tobytes() for a, b in zip(ours, theirs, strict=True)]
    assert parting.number == apart.index(True)
    assert parting.diverged == np.mean(apart)
    assert parting.ours[: parting.same] == parting.theirs[: parting.same]
    assert parting.ours[parting.same] != parting.theirs[parting.same]


def test_transcripts_stand_side_by_side(rivals):
    found = explain(rivals, variants=["flee_earlier"])
    lines = list(found.lines(100))
    begin = next(place for place, line in enumerate(lines) if line.startswith("---- flee_earlier"))
    assert "go another way" in lines[begin]
    assert lines[begin + 1].split() == ["base", "|", "flee_earlier"]
    assert {line[49] for line in lines[begin + 2 :]} == {"|", ">"}
    assert max(map(len, lines[begin + 1 :])) <= 100
    assert "Policy: prudent." in lines[0]


def test_luck_is_by_the_first_of_the_headline_that_varies(rivals):
    assert explain(rivals).quantity.name == "wounds:Rosa"


def test_a_run_folder_is_explained(tmp_path):
    file = write(tmp_path, DUELS)
    assert say("run", file, "--games", 25, "--seed", 9, "--out", tmp_path / "out", "--quiet")[0] == 0
    (folder,) = (tmp_path / "out").iterdir()
    scenario = open_run(folder)
    assert (scenario.run.games, scenario.run.seed) == (25, 9)
    code, said, _ = say("explain", folder, "--cell", 1)
    assert code == 0
    assert "over 25 games" in said


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--by", "wonds"), "did you mean 'wounds'"),
        (("--by", "wounds:Roza"), "did you mean 'Rosa'"),
        (("--cell", 9), "cells are 0 to 1"),
        (("--variant", "flee"), "no variant 'flee'"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(tmp_path, arguments, told):
    code, said, errors = say("explain", write(tmp_path, RIVALS), *arguments)
    assert (code, said, errors.count("\n")) == (2, "", 1)
    assert told in errors


def test_a_folder_that_holds_no_run_is_told(tmp_path):
    code, _, errors = say("explain", tmp_path)
    assert code == 2
    assert "no finished run" in errors


def read_companies(folder, base, variant):
    return read(folder, COMPANIES.format(base=base, variant=variant, metrics='["win_share"]', games=24))


@pytest.mark.skipif(not JIT, reason="takes whole games")
def test_games_of_other_line_ups_are_not_told_side_by_side(tmp_path):
    three = explain(read_companies(tmp_path, '"every"', "players = 3"))
    (parting,) = three.partings
    assert (parting.number, parting.alike, parting.diverged) == (-1, 0, 0)
    assert "no game has the same line-up" in three.verdict
    same = explain(read_companies(tmp_path, '"every"', 'policy = "random"'))
    assert same.partings[0].alike == 1
    assert same.partings[0].number >= 0


@pytest.mark.skipif(not JIT, reason="takes whole games")
def test_who_sits_in_no_game_is_not_explained(tmp_path):
    four = '["Rosa", "Turb", "Nruff", "Fighter B"]'
    scenario = read_companies(tmp_path, four, 'policy = "random"')
    assert explain(scenario).quantity.side in four
    with pytest.raises(ValueError, match="Ozmo takes part in none of these games"):
        explain(scenario, by="win_share:Ozmo")


def test_a_side_and_a_cell_that_do_not_fit_are_told(rivals):
    with pytest.raises(ValueError, match="is of cell 0, not 1"):
        explain(rivals, by="wounds:Rosa", cell=1)
    with pytest.raises(ValueError, match="no cell -1"):
        explain(rivals, cell=-1)


def test_python_shows_little_of_it(rivals):
    found = explain(rivals)
    assert len(repr(found)) < 5_000
    assert "<table" in found._repr_html_()
