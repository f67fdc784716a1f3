"""`simkit figures --sheet` and `--figures`, as the owner of a copy uses them."""

import json
import shutil

import pytest
from scenario_texts import DUELS, RIVALS, write
from test_cli import say

from simkit import games
from simkit.games import components
from simkit.study.analyses.explain import open_run
from simkit.study.report import decided

GAMES = 4


@pytest.fixture
def sheet(tmp_path):
    file = tmp_path / "mine.toml"
    code, said, told = say("figures", "emperor", "--sheet", file)
    assert (code, told) == (0, "")
    assert said.startswith("572 figures to look up.")
    assert f"{file.with_suffix('.html')} to print" in said
    return file


def fill(sheet, **figures):
    text = sheet.read_text()
    for name, value in figures.items():
        path = name.replace("__", ".")
        assert f'{path} = "?"' in text
        text = text.replace(f'{path} = "?"', f"{path} = {value}")
    sheet.write_text(text)


def test_what_somebody_may_have_filled_in_is_not_written_over(sheet):
    before = sheet.read_text()
    code, said, told = say("figures", "emperor", "--sheet", sheet)
    assert (code, said) == (2, "")
    assert told == f"--sheet {sheet}: is there already, and may be filled in: name another file\n"
    assert sheet.read_text() == before
    code, _, told = say("figures", "emperor", "--sheet", sheet.with_suffix(".txt"))
    assert (code, told) == (2, f"--sheet {sheet.with_suffix('.txt')}: the name of a sheet ends with .toml\n")


def test_a_sheet_plays_and_every_footer_counts_it(sheet, tmp_path):
    fill(sheet, characters__rosa__wounds=9, characters__rosa__escape=8)
    file = write(tmp_path, DUELS)
    out = ("--games", GAMES, "--no-pictures", "--out")
    code, said, told = say("run", file, "--figures", sheet, *out, tmp_path / "own")
    assert (code, "570 reconstructed" in said, "2 owner" in said) == (0, True, True), told
    (manifest,) = (tmp_path / "own").glob("*/manifest.json")
    assert json.loads(manifest.read_text())["figures"]["owner"] == 2
    code, said, _ = say("figures", "emperor", "--figures", sheet, "--status", "owner")
    assert said.splitlines()[:2] == [
        "characters.rosa.wounds = 9  owner: was 10",
        "characters.rosa.escape = 8  owner: was 7",
    ]


def test_an_answer_keeps_the_sheet_by_which_it_is_explained(sheet, tmp_path):
    fill(sheet, characters__rosa__wounds=9)
    asked = (
        "--games",
        GAMES,
        "--simulate",
        "--no-pictures",
        "--metric",
        "killed",
        "--quiet",
        "--out",
        tmp_path / "out",
    )
    say("compare", write(tmp_path, RIVALS), "--figures", sheet, *asked)
    (folder,) = (tmp_path / "out").iterdir()
    assert (folder / "figures.toml").read_text() == sheet.read_text()
    assert open_run(folder).figures.get("characters.rosa.wounds") == 9


def test_our_own_values_give_the_same_outcomes(sheet, tmp_path):
    fill(sheet, characters__rosa__wounds=10, arms__mace__absorb=1)
    file = write(tmp_path, DUELS)
    digests = []
    for name, own in (("ours", ()), ("same", ("--figures", sheet))):
        assert say("run", file, *own, "--games", GAMES, "--no-pictures", "--quiet", "--out", tmp_path / name)[0] == 0
        (manifest,) = (tmp_path / name).glob("*/manifest.json")
        digests.append(json.loads(manifest.read_text())["digest"])
    assert digests[0] == digests[1]


def test_mistakes_are_told_with_the_lines_of_the_sheet(sheet, tmp_path):
    fill(sheet, characters__rosa__wounds=0, map__shore='["dispin"]')
    lines = sheet.read_text().splitlines()
    code, said, told = say("run", write(tmp_path, DUELS), "--figures", sheet)
    numbers = [number for number, line in enumerate(lines, 1) if line.endswith((" = 0", '= ["dispin"]'))]
    assert (code, said) == (2, "")
    assert told.splitlines() == [
        f"{sheet}:{numbers[0]}: characters.rosa.wounds must be 1 to 99, not 0",
        f"{sheet}:{numbers[1]}: map.shore names 'dispin', which there is not; did you mean despin?",
    ]


def test_an_order_is_kept_from_answers(tmp_path):
    game = games.get("emperor")
    shutil.copy(game.folder / "components.toml", tmp_path)
    for name, share in (("one", 0.6), ("two", 0.2)):
        folder = tmp_path / "answers" / name
        folder.mkdir(parents=True)
        (folder / "decides.csv").write_text(
            f"figure,share\ncharacters.rosa.escape,{share}\nvessels.boat.wounds,0.5\nthe map,0.3\nmap.shore,0.0\n"
        )
        (folder / "manifest.json").write_text(json.dumps({"game": "emperor", "scenario": f"{name}.toml"}))
    other = tmp_path / "answers" / "other"
    shutil.copytree(tmp_path / "answers" / "one", other)
    (other / "manifest.json").write_text(json.dumps({"game": "waterloo", "scenario": "other.toml"}))
    found = decided.answers("emperor", tmp_path / "answers")
    assert [answer.scenario for answer in found] == ["one.toml", "two.toml"]
    decided.write_order(game._replace(folder=tmp_path), found)
    assert components.decides(tmp_path) == {"vessels.boat.wounds": 0.5, "characters.rosa.escape": 0.4}


def test_an_order_needs_answers(tmp_path):
    code, said, told = say("figures", "emperor", "--order", tmp_path)
    assert (code, said) == (2, "")
    assert told == f"--order {tmp_path}: no folder in it has an answer of `simkit sensitivity` about emperor\n"
