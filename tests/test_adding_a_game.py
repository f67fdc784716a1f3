"""A stranger adds a game: the lines of CONTRIBUTING, followed to the letter in a copy of the house."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import JIT

from simkit import games

pytestmark = pytest.mark.skipif(not JIT, reason="it takes the other lane by itself, whichever runs it")

HOUSE = Path(__file__).parents[1]
PARTS = ("simkit", "scenarios", "tests", "pyproject.toml")
CONTRACT, GOLDEN = "tests/test_contract.py", "tests/test_golden.py"
STALE = "outcomes changed but the version did not"


def steps() -> str:
    """The commands under "Adding a game"."""
    _, _, told = (HOUSE / "CONTRIBUTING.md").read_text("utf-8").partition("## Adding a game")
    return "\n".join(line.strip() for line in told.partition("\n## ")[0].splitlines() if line.startswith("    "))


def run(house: Path, *command: str) -> subprocess.CompletedProcess:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    there = {**os.environ, "PATH": path, "PYTHONPATH": str(house), "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(command, cwd=house, env=there, capture_output=True, text=True, timeout=900)


def checked(house: Path, *files: str) -> subprocess.CompletedProcess:
    return run(house, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files, "-k", "mimic")


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{file} says {old!r} {text.count(old)} times"
    file.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Path:
    """A copy of the house in which the steps were followed, and their tests passed."""
    copy = tmp_path_factory.mktemp("house")
    for part in PARTS:
        if (HOUSE / part).is_dir():
            shutil.copytree(HOUSE / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(HOUSE / part, copy / part)
    done = run(copy, "bash", "-e", "-c", steps())
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    return copy


def test_a_copied_game_is_listed_and_passes(house):
    listed = run(house, sys.executable, "-m", "simkit", "games").stdout
    assert "mimic" in listed
    assert "deathmaze" in listed


CHANGES = (  # a figure, and a rule
    ("figures.toml", "7 = 25, 8 = 35", "7 = 26, 8 = 35"),
    ("rules/treasure.py", "tally.bezants += bezants\n", "tally.bezants += 2 * bezants\n"),
)


def test_whoever_changes_a_figure_or_a_rule_raises_the_version(house):
    game = house / "simkit" / "games" / "mimic"
    for file, old, new in CHANGES:
        change(game / file, old, new)
        assert STALE in checked(house, GOLDEN).stdout
        change(game / file, new, old)
    for file, old, new in CHANGES:
        change(game / file, old, new)
    version = games.get("deathmaze").version
    change(game / "__init__.py", f'version="{version}"', f'version="{int(version) + 1}"')
    assert STALE not in checked(house, GOLDEN).stdout
    passed = checked(house, CONTRACT)
    assert passed.returncode == 0, passed.stdout[-3000:]
