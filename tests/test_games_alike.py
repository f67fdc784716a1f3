"""What stands alike in every game: the files of its folder, and the loops that play, explore and score."""

import ast
import inspect
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from simkit import games
from simkit.contract import SCENARIOS
from simkit.games.game import Game

PARTS = [part for name in games.ours() for part in games.get(name).every_part()]
EXACT = [part for part in PARTS if part.exact_entries]
FILES = {
    "__init__.py", "schema.py", "compile.py", "variants.py", "presets.py", "setups.py", "play.py", "policies.py",
    "metrics.py", "sentences.py", "rules",
}  # fmt: skip
PARAMETERS = {
    "begin": ["rules", "setup", "policies", "state", "tally", "dice", "log"],
    "step": ["rules", "setup", "policies", "state", "tally", "dice", "log"],
    "score": ["rules", "setup", "state", "tally", "dice", "log", "outcome"],
}


def entry(part: Game) -> str:
    return next(iter(part.entries))


def kernel(part: Game, name: str) -> Any:
    """A kernel of a part as it is written."""
    function = getattr(games.kernels(part), name)
    return getattr(function, "py_func", function)


def loop(part: Game, name: str) -> str:
    """How a loop is written, with words for the two names that a part chooses: its limit, and the ending there."""
    (limit,) = {entry.limit for entry in part.entries.values()}
    words = {("rules", limit.field): "LIMIT", ("Ending", limit.ending.name): "ENDING"}
    tree = ast.parse(textwrap.dedent(inspect.getsource(kernel(part, name))))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            node.attr = words.get((node.value.id, node.attr), node.attr)
    return ast.unparse(tree)


@pytest.mark.parametrize("part", PARTS, ids=entry)
def test_every_game_has_the_same_files(part):
    """In its folder, or where it shares them with other parts of the game."""
    rooms = {Path(str(module.__file__)).parent for module in (games.kernels(part), part.schema)}
    assert FILES - {file.name for room in rooms for file in room.iterdir()} == set()
    inside = {file.name for file in part.folder.iterdir()}
    assert "README.md" in inside
    assert len(inside & {"figures", "figures.toml"}) == 1


@pytest.mark.parametrize("part", PARTS, ids=entry)
def test_the_readme_names_files_that_are_there(part):
    """Those of the folder of the game, and scenarios."""
    names = re.findall(r"`([\w./]+\.(?:py|toml))`", (part.folder / "README.md").read_text("utf-8"))
    assert names
    assert [
        name for name in names if not (part.folder / name).exists() and not (SCENARIOS.parent / name).exists()
    ] == []


@pytest.mark.parametrize("part", PARTS, ids=entry)
def test_every_game_plays_in_the_same_loop(part):
    assert loop(part, "simulate") == loop(PARTS[0], "simulate")
    assert "rules.LIMIT" in loop(part, "simulate")
    assert "Ending.ENDING" in loop(part, "simulate")


@pytest.mark.parametrize("name", ["explore", "score_states"])
@pytest.mark.parametrize("part", EXACT, ids=entry)
def test_every_game_with_exact_answers_is_explored_in_the_same_loop(part, name):
    assert loop(part, name) == loop(EXACT[0], name)


@pytest.mark.parametrize("name", PARAMETERS)
@pytest.mark.parametrize("part", PARTS, ids=entry)
def test_what_the_loops_call_takes_the_same_arguments_in_the_same_order(part, name):
    assert list(inspect.signature(kernel(part, name)).parameters) == PARAMETERS[name]


def test_the_contract_of_a_game_stays_small():
    """What one game alone has is an entry or an ability, not a field that all others leave empty."""
    assert len(Game._fields) <= 25
