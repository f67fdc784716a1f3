"""What a terminal is shown of a run: the conclusion first, the columns asked for; and what to try at first."""

import os
import subprocess
import sys

import pytest
from scenario_texts import DUELS, GRID, write
from test_cli import say

from simkit.cli.first_steps import steps

SEEKERS = """\
game = "emperor"
entry = "WHOLE_GAME"
[setup]
players = 2
characters = ["Turb", "Rosa"]
[rules]
"constants.turn_limit" = 3
[axes]
policy = ["seeker", "random"]
"""


def test_the_conclusion_comes_first_and_the_columns_are_those_asked_for(tmp_path):
    file = write(tmp_path, GRID)
    words = ("run", file, "--games", 20, "--out", tmp_path, "--no-pictures")
    code, said, _ = say(*words, "--columns", "wounds, HERO_KILLED")
    assert code == 0
    lines = said.splitlines()
    assert lines[0].startswith("The hero dies: least for Ozmo, ")
    assert lines[2] == "Who fears the swamp?"
    assert lines[3].split("  ")[-1].strip() == "hero killed"
    assert "wounds taken by the hero" in lines[3]
    assert "there is a fight" not in said
    assert "0 in every cell" not in said


def test_every_cell_has_a_row_where_it_is_long(tmp_path):
    axes = "[axes]\ncharacter = '*'\nterrain = ['swamp', 'despin', 'clear']\n"
    file = write(tmp_path, GRID.replace(GRID[GRID.index("[axes]") : GRID.index("\n[run]")], axes))
    words = ("run", file, "--games", 2, "--out", tmp_path, "--no-pictures")
    grid, long = (say(*words, *more)[1] for more in ((), ("--long",)))
    assert len(grid.splitlines()) < 20
    assert sum(line.startswith(("Ozmo ", "Rosa ", "Turb ")) for line in long.splitlines()) == 9


def test_an_unknown_column_is_told_before_anything_is_played(tmp_path):
    code, said, told = say("run", write(tmp_path, DUELS), "--columns", "kiled", "--out", tmp_path / "out")
    assert (code, said) == (2, "")
    assert told == "--columns: unknown metric 'kiled', did you mean 'killed'?\n"
    assert not (tmp_path / "out").exists()


def test_who_wins_in_each_cell(tmp_path):
    code, said, _ = say("run", write(tmp_path, SEEKERS), "--games", 2, "--out", tmp_path, "--no-pictures")
    assert code == 0
    lines = said.splitlines()
    head = lines[lines.index("Who wins") + 1]
    assert head.split() == ["character", "seeker", "random"]


@pytest.mark.parametrize("files", [(), ("mine.toml",), ("results/a/report.html",)])
def test_simkit_alone_says_what_to_try_next(files, tmp_path):
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    lines = list(steps(tmp_path))
    assert all(len(line) <= 100 for line in lines)
    assert any("simkit games" in line for line in lines)
    assert all(any(file in line for line in lines) for file in files)


def test_simkit_alone_ends_well():
    code, said, told = say()
    assert (code, told) == (0, "")
    assert "simkit run scenarios/emperor/lethality_by_terrain.toml" in said


@pytest.mark.parametrize(("typed", "offered"), [("simkit co", "compare"), ("simkit run --co", "--columns")])
def test_a_shell_completes_commands_and_options(typed, offered):
    code = "import sys; sys.argv = ['simkit']; from simkit.cli import main; main()"
    asked = {"_SIMKIT_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **asked})
    assert child.stdout.split() == [offered]
