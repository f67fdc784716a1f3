"""The cache of compiled kernels: what names its folders, who may read them, how many stay, and that none is stale."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copy

import numba
import numpy as np
import pytest
from conftest import JIT

from simkit.core import jit

FILES = {
    "top.py": "from simkit.rules.middle import twice\n",
    "rules/middle.py": "from simkit import bottom\ntwice = 2 * bottom.ONE\n",
    "bottom.py": "ONE = 1\n",
    "other.py": "import simkit.top\n",
    "rules/__init__.py": "",
}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A small package of the same name, and a cache of its own."""
    package = tmp_path / "simkit"
    for name, text in FILES.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    monkeypatch.setattr(jit, "PACKAGE", package)
    monkeypatch.setenv("SIMKIT_CACHE", str(tmp_path / "cache"))
    yield package
    forget()


def forget():
    """Begin afresh, as a new process does."""
    jit.cache_folder.cache_clear()
    jit._direct_imports.cache_clear()


def folder(file):
    forget()
    return jit.cache_folder(file)


def mode(path):
    return path.stat().st_mode & 0o777


def test_imports_are_followed_through_other_files(package):
    found = jit.imported_files(package / "top.py")
    assert found == {package / "top.py", package / "rules/middle.py", package / "bottom.py"}


@pytest.mark.parametrize(
    "statement",
    [
        "import simkit.rules.middle",
        "import numpy, simkit.rules.middle as m",
        "from simkit.rules import middle",
        "from simkit.rules.middle import twice as t",
        "def later():\n    import simkit.rules.middle\n",
    ],
)
def test_every_way_to_import_is_seen(package, statement):
    (package / "top.py").write_text(statement)
    forget()
    assert package / "rules/middle.py" in jit.imported_files(package / "top.py")


def test_a_package_is_its_init_file(package):
    (package / "top.py").write_text("import simkit.rules")
    forget()
    assert jit.imported_files(package / "top.py") == {package / "top.py", package / "rules/__init__.py"}


@pytest.mark.parametrize("statement", ["from . import bottom", "from .bottom import ONE"])
def test_a_relative_import_is_refused_for_it_would_not_be_followed(package, statement):
    (package / "top.py").write_text(statement)
    forget()
    with pytest.raises(ImportError, match="write it in full"):
        jit.imported_files(package / "top.py")


def test_files_outside_the_package_are_not_followed():
    core = jit.PACKAGE / "core"
    assert jit.imported_files(core / "log.py") == {core / name for name in ("log.py", "jit.py", "records.py")}


@pytest.mark.parametrize("edited", ["top.py", "rules/middle.py", "bottom.py"])
def test_an_edit_of_anything_imported_opens_a_new_folder(package, edited):
    before = folder(package / "top.py")
    (package / edited).write_text(FILES[edited] + "# changed\n")
    assert folder(package / "top.py") != before


def test_an_edit_of_anything_else_keeps_the_folder(package):
    before = folder(package / "top.py")
    (package / "other.py").write_text("import simkit.bottom\n")
    assert folder(package / "top.py") == before


def test_versions_levels_and_bounds_checks_open_a_new_folder(package, monkeypatch):
    plain = jit.sources_digest(package / "top.py")
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    checked = jit.sources_digest(package / "top.py")
    monkeypatch.setattr(numba.config, "OPT", 2)
    optimised = jit.sources_digest(package / "top.py")
    monkeypatch.setattr(numba, "__version__", "0.0")
    assert len({plain, checked, optimised, jit.sources_digest(package / "top.py")}) == 4


@pytest.mark.parametrize(("asked", "level"), [(None, jit.LEVEL), ("2", 2)])
def test_llvm_works_at_our_level_unless_the_user_names_one(asked, level):
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_OPT"}
    code = "from simkit.core import jit; print(int(jit.numba.config.OPT))"
    chosen = environment if asked is None else {**environment, "NUMBA_OPT": asked}
    said = subprocess.run([sys.executable, "-c", code], env=chosen, capture_output=True, text=True, check=True)
    assert int(said.stdout) == level


def test_only_the_user_may_read_the_cache(package, tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o1777)
    found = folder(package / "top.py")
    assert found.is_relative_to(jit.cache_root())
    assert jit.cache_root().parent == tmp_path / "cache"
    assert [mode(path) for path in (found, found.parent, jit.cache_root())] == [0o700] * 3
    assert (tmp_path / "cache").stat().st_mode & 0o7777 == 0o1777  # it may be everybody's, such as /tmp


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner")
def test_a_cache_that_another_user_made_is_refused(package, monkeypatch):
    root, user = jit.cache_root(), os.getuid()
    root.mkdir(parents=True)
    monkeypatch.setattr(jit, "cache_root", lambda: root)
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    with pytest.raises(PermissionError, match="belongs to another user"):
        folder(package / "top.py")


def test_old_folders_are_pruned_and_the_one_in_use_stays(package):
    found = []
    for version in range(jit.KEPT_FOLDERS + 2):
        (package / "bottom.py").write_text(f"ONE = {version}\n")
        found.append(folder(package / "top.py"))
        os.utime(found[-1], (version, version))
    assert set(found[-1].parent.iterdir()) == set(found[-jit.KEPT_FOLDERS :])


def test_a_folder_that_is_used_again_is_young_again(package):
    oldest = folder(package / "top.py")
    os.utime(oldest, (1, 1))
    folder(package / "top.py")
    assert oldest.stat().st_mtime > 1


def test_a_folder_pruned_by_another_process_is_no_error(tmp_path):
    assert jit._last_used(tmp_path / "gone") == 0.0


def test_files_of_one_name_have_shelves_of_their_own(package, tmp_path):
    files = [package / "top.py", package / "rules/top.py", tmp_path / "a/top.py", tmp_path / "b/top.py"]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.touch()
    assert [folder(file).parent.name for file in files] == ["top", "rules.top", "a.top", "b.top"]


@pytest.mark.parametrize(
    ("variables", "root"),
    [
        ({"SIMKIT_CACHE": "/a", "XDG_CACHE_HOME": "/b"}, f"/a/simkit-{os.getuid()}"),
        ({"XDG_CACHE_HOME": "/b"}, "/b/simkit"),
        ({"XDG_CACHE_HOME": ""}, "/home/me/.cache/simkit"),
        ({}, "/home/me/.cache/simkit"),
    ],
)
def test_the_cache_is_where_the_user_wants_it(monkeypatch, variables, root):
    for name in ("SIMKIT_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/me")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert jit.cache_root() == Path(root)


@pytest.mark.skipif(JIT, reason="the compiled lane compiles it")
def test_without_the_jit_a_kernel_is_the_function_itself():
    def one():
        return 1

    assert jit.kernel(one) is one


@pytest.mark.skipif(not JIT, reason="nothing is compiled without the JIT")
def test_a_kernel_is_cached_in_its_own_folder_and_numbas_setting_is_left_alone():
    before = numba.config.CACHE_DIR
    compiled = jit.kernel(mode_of_play)
    assert compiled.stats.cache_path.startswith(str(jit.cache_folder(Path(__file__).resolve())))
    assert before == numba.config.CACHE_DIR


def mode_of_play():
    return 1


@pytest.mark.skipif(not JIT, reason="nothing is compiled without the JIT")
def test_a_kernel_that_allocates_does_not_compile():
    with pytest.raises(numba.errors.NumbaError):
        jit.kernel(allocate)()


def allocate():
    return np.zeros(3)[0]


TOP = """
from simkit.below import number
from simkit.core.jit import kernel

@kernel
def answer():
    return number() + 1
"""
BELOW = """
from simkit.core.jit import kernel

@kernel
def number():
    return {}
"""
ASK = "from simkit.top import answer; print(answer(), sum(answer.stats.cache_hits.values()))"


@pytest.mark.skipif(not JIT, reason="nothing is compiled without the JIT")
def test_a_fresh_process_uses_the_cache_and_sees_an_edited_callee(tmp_path):
    small = tmp_path / "simkit"
    (small / "core").mkdir(parents=True)
    for name in ("__init__.py", "core/__init__.py"):
        (small / name).touch()
    copy(jit.__file__, small / "core")
    (small / "top.py").write_text(TOP)

    def ask(number):
        (small / "below.py").write_text(BELOW.format(number))
        return answer_of_a_fresh_process(tmp_path)

    assert [ask(1), ask(1), ask(5)] == [["2", "0"], ["2", "1"], ["6", "0"]]


def answer_of_a_fresh_process(folder):
    """What ASK prints; Python's own cache is off (-B), for it too would overlook two edits within a second."""
    environment = {**os.environ, "SIMKIT_CACHE": str(folder / "cache")}
    command = [sys.executable, "-B", "-c", ASK]
    asked = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return asked.stdout.split()


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_a_kernel_is_compiled_before_once_it_was_called(tmp_path):
    code = """
import numpy as np
from simkit.core.jit import compiled_before
from simkit.core.words import rotate
before = compiled_before(rotate)
rotate(np.uint64(1), 3)
print(before, compiled_before(rotate))
"""
    child = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "SIMKIT_CACHE": str(tmp_path)}, capture_output=True, text=True
    )
    assert (child.stdout.split(), child.stderr) == (["False", "True"], "")
