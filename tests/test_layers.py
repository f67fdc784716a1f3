"""Imports run core <- games <- study <- command line, never backwards, and never sideways between games."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import simkit
from simkit import games

PACKAGE = Path(simkit.__file__).parent
LAYERS = ("core", "games", "study")  # whatever is in none of these stands above them
KERNELS = ("rules.py", "rules/*.py", "policies.py", "play.py")


def imports(file: Path) -> Iterator[str]:
    """Full names of all that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def found(pattern: str, *, stays: tuple[str, ...] = (), leaves: tuple[str, ...] = ()) -> list[str]:
    """Imports of the files of a pattern that begin with none of `stays`, or with one of `leaves`."""
    files = sorted(PACKAGE.glob(pattern))
    assert files, f"no file fits {pattern}"
    return [
        f"{file.relative_to(PACKAGE)} imports {name}"
        for file in files
        for name in imports(file)
        if (stays and not _within(name, stays)) or _within(name, leaves)
    ]


def _within(name: str, packages: tuple[str, ...]) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


def above(layer: str) -> tuple[str, ...]:
    higher = LAYERS[LAYERS.index(layer) + 1 :]
    return (*(f"simkit.{name}" for name in higher), "simkit.cli", "simkit.__main__")


@pytest.mark.parametrize("layer", LAYERS)
def test_no_layer_imports_from_above(layer):
    assert found(f"{layer}/**/*.py", leaves=above(layer)) == []


def test_core_needs_numpy_and_numba_only():
    standard = tuple(sys.stdlib_module_names)
    assert found("core/*.py", stays=("simkit.core", "numpy", "numba", "llvmlite", *standard)) == []


@pytest.mark.parametrize("game", games.names())
def test_no_game_knows_another(game):
    others = tuple(f"simkit.games.{name}" for name in games.names() if name != game)
    assert found(f"games/{game}/**/*.py", leaves=others) == []


def test_games_import_nothing_that_analyses_or_checks():
    assert found("games/**/*.py", leaves=("pandas", "pyarrow", "joblib", "matplotlib", "pydantic", "scipy")) == []


@pytest.mark.parametrize("game", games.names())
def test_kernels_import_core_and_their_own_folder(game):
    patterns = [pattern for pattern in KERNELS if list((PACKAGE / "games" / game).glob(pattern))]
    assert "play.py" in patterns
    for pattern in patterns:
        assert found(f"games/{game}/{pattern}", stays=("simkit.core", f"simkit.games.{game}")) == []


def test_one_file_draws():
    assert {line.split()[0] for line in found("**/*.py", leaves=("matplotlib",))} == {"study/plots.py"}


def test_imports_inside_functions_are_seen():
    assert "study/runner.py imports joblib.Parallel" in found("study/runner.py", leaves=("joblib",))
