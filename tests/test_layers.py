"""Imports run downwards through the floors of the house, never in a circle, and never sideways between games."""

import ast
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import simkit
from simkit import games

PACKAGE = Path(simkit.__file__).parent
FLOORS = (  # from the ground up: a folder, or all that stands in one
    "core", "games",
    "study/stats", "study/scenarios", "study/runs", "study/report", "study/analyses", "study", "cli", "",
)  # fmt: skip
ANYWHERE = ("errors", "text", "plain_json", "interrupts")  # words of all floors
KERNELS = ("rules", "policies.py", "play.py")
MOST_LINES = 400
USUAL_BODY, LONG_BODY = 6, 20  # lines of a function of the command line: the median, and what a tenth may exceed


def modules() -> dict[str, Path]:
    """Every file of the package by the name that imports it; those of the template belong to another package."""
    named = {}
    for file in set(PACKAGE.rglob("*.py")) - set((PACKAGE / "template").rglob("*.py")):
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        named[".".join(("simkit", *(part for part in parts if part != "__init__")))] = file
    return named


MODULES = modules()


def imports(file: Path) -> Iterator[str]:
    """Full names of all that a file imports, inside functions and for types too."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules_imported(file: Path) -> set[str]:
    """The files of the package that a file imports, by name."""
    return {one if one in MODULES else one.rpartition(".")[0] for one in imports(file) if _within(one, ("simkit",))}


def found(pattern: str, *, stays: tuple[str, ...] = (), leaves: tuple[str, ...] = ()) -> list[str]:
    """Imports of the files of a pattern that begin with none of `stays`, or with one of `leaves`."""
    files = sorted({*PACKAGE.glob(pattern)} & {*MODULES.values()})
    assert files, f"no file fits {pattern}"
    return [
        f"{file.relative_to(PACKAGE)} imports {name}"
        for file in files
        for name in imports(file)
        if (stays and not _within(name, stays)) or _within(name, leaves)
    ]


def _within(name: str, packages: tuple[str, ...]) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


def floor(module: str) -> int:
    """The floor on which a module stands: that of its innermost folder which has one."""
    place = MODULES[module].relative_to(PACKAGE).parent.as_posix()
    while place not in FLOORS:
        place = place.rpartition("/")[0]
    return FLOORS.index("" if place == "." else place)


def is_anywhere(module: str) -> bool:
    return module.partition(".")[2] in ANYWHERE


def test_every_folder_of_the_study_has_a_floor():
    rooms = {file.parent.relative_to(PACKAGE).parts[1] for file in PACKAGE.glob("study/*/**/*.py")}
    assert {f"study/{room}" for room in rooms} == {one for one in FLOORS if one.startswith("study/")}


def test_no_file_imports_from_a_floor_above():
    upward = [
        f"{module} imports {other}"
        for module, file in MODULES.items()
        for other in modules_imported(file)
        if not is_anywhere(other) and other != "simkit" and (is_anywhere(module) or floor(other) > floor(module))
    ]
    assert upward == []


def test_no_files_import_one_another_in_a_circle():
    waiting = {module: modules_imported(file) - {module} for module, file in MODULES.items()}
    while free := [module for module, needs in waiting.items() if not needs & waiting.keys()]:
        for module in free:
            del waiting[module]
    assert waiting == {}


def test_core_needs_numpy_and_numba_only():
    standard = tuple(sys.stdlib_module_names)
    assert found("core/*.py", stays=("simkit.core", "numpy", "numba", "llvmlite", *standard)) == []


@pytest.mark.parametrize("game", games.ours())
def test_no_game_knows_another(game):
    others = tuple(f"simkit.games.{name}" for name in games.ours() if name != game)
    assert found(f"games/{game}/**/*.py", leaves=others) == []


def test_games_import_nothing_that_analyses_or_checks():
    assert found("games/**/*.py", leaves=("pandas", "pyarrow", "joblib", "matplotlib", "pydantic", "scipy")) == []


@pytest.mark.parametrize("game", games.ours())
def test_kernels_import_core_and_their_own_folder(game):
    """Wherever they stand in the folder of the game."""
    folder = PACKAGE / "games" / game
    kernels = [file for name in KERNELS for file in folder.rglob(name) if file.is_file() or any(file.glob("*.py"))]
    assert {file.name for file in kernels} == set(KERNELS)
    for file in kernels:
        pattern = file.relative_to(PACKAGE).as_posix() + ("/*.py" if file.is_dir() else "")
        assert found(pattern, stays=("simkit.core", f"simkit.games.{game}", "numpy")) == []


@pytest.mark.parametrize("game", games.ours())
def test_no_generic_file_names_a_game(game):
    generic = [
        file for file in MODULES.values() if not file.relative_to(PACKAGE).as_posix().startswith(f"games/{game}/")
    ]
    named = [file for file in generic if any(_within(one, (f"simkit.games.{game}",)) for one in imports(file))]
    assert named == []


def test_one_folder_draws():
    assert all(line.startswith("study/report/plots") for line in found("**/*.py", leaves=("matplotlib",)))


def test_imports_inside_functions_are_seen():
    assert "study/runs/runner.py imports joblib.Parallel" in found("study/runs/runner.py", leaves=("joblib",))


def test_no_file_is_longer_than_a_reader_bears():
    tests = Path(__file__).parent
    long = {file.name: n for file in (*MODULES.values(), *tests.rglob("*.py")) if (n := _lines(file)) > MOST_LINES}
    assert long == {}


def _lines(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())


def test_functions_of_the_command_line_are_short():
    bodies = sorted(_body(node) for file in PACKAGE.glob("cli/*.py") for node in _functions(file))
    assert len(bodies) > 50
    assert statistics.median(bodies) <= USUAL_BODY
    assert bodies[len(bodies) * 9 // 10] <= LONG_BODY


def _functions(file: Path) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.FunctionDef))


def _body(function: ast.FunctionDef) -> int:
    """Lines without the signature and the docstring."""
    first, *more = function.body
    begin = more[0] if ast.get_docstring(function) and more else first
    return (function.end_lineno or 0) - begin.lineno + 1
