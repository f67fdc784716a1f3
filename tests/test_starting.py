"""What a command waits for: it imports no more than its answer needs, and says it before anything is drawn."""

import os
import subprocess
import sys

import pytest
from scenario_texts import GRID, SKIRMISH, write
from test_cli import say

from simkit.study.report import plots

HEAVY = ("numba", "pandas", "matplotlib", "pyarrow", "scipy", "joblib", "filelock", "optuna")
IMPORTED = f"""
import sys
from simkit import cli
try:
    cli.main()
finally:
    print("imported:", *(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)
"""


def imported(*words: str) -> list[str]:
    """The heavy libraries that a command imports, in a process of its own."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", IMPORTED, *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stderr.splitlines()[-1].split()[1:]


@pytest.mark.parametrize(
    "words", [["games"], ["figures", "azann"], ["odds", "pool", "7"], ["odds", "escape", "8", "9"]], ids=" ".join
)
def test_what_plays_nothing_imports_nothing_heavy(words):
    assert imported(*words) == []


def test_a_scenario_is_checked_without_anything_heavy(tmp_path):
    assert imported("validate", str(write(tmp_path, SKIRMISH))) == []


def test_a_replay_imports_what_plays_and_no_more(tmp_path):
    assert set(imported("replay", str(write(tmp_path, SKIRMISH)))) <= {"numba", "scipy"}  # numba imports scipy


def test_a_run_without_pictures_imports_nothing_that_draws(tmp_path):
    scenario = write(tmp_path, SKIRMISH)
    run = ["run", str(scenario), "--games", "3", "--out", str(tmp_path), "--jobs", "1", "--no-pictures"]
    assert not {"matplotlib", "joblib", "optuna"} & set(imported(*run))


@pytest.mark.parametrize("verb", ["run", "compare"])
def test_the_table_is_said_before_a_picture_is_drawn(tmp_path, monkeypatch, verb):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(plots, "save", full)
    text = GRID + "[variants.harder]\nrules = { escape_target = 8 }\n"
    code, said, told = say(verb, write(tmp_path, text), "--games", 8, "--out", tmp_path / "out", "--jobs", 1)
    assert (code, "No space left" in told) == (1, True)
    assert "Ozmo" in said


@pytest.mark.parametrize("verb", ["run", "compare"])
def test_without_pictures_none_is_drawn_and_an_earlier_one_goes(tmp_path, verb):
    text = GRID + "[variants.harder]\nrules = { escape_target = 8 }\n"
    asked = [verb, write(tmp_path, text), "--out", tmp_path / "out", "--jobs", 1]
    assert say(*asked, "--games", 8)[0] in (0, 3)
    assert pictures(tmp_path / "out")
    assert say(*asked, "--games", 9, "--no-pictures")[0] in (0, 3)
    assert pictures(tmp_path / "out") == []


def pictures(out):
    return [path.name for path in out.rglob("*") if path.suffix in (".png", ".svg")]
