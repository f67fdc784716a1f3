"""The decorators: what is compiled, where it is kept, and that none of it is stale."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copy

import numba
import numpy as np
import pytest
from conftest import JIT

from simkit.core import cache_folders, jit

COPIED = ("jit", "cache_folders", "sources", "other_games")


@pytest.mark.parametrize(("asked", "level"), [(None, jit.LEVEL), ("2", 2)])
def test_llvm_works_at_our_level_unless_the_user_names_one(asked, level):
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_OPT"}
    code = "from simkit.core import jit; print(int(jit.numba.config.OPT))"
    chosen = environment if asked is None else {**environment, "NUMBA_OPT": asked}
    shown = subprocess.run([sys.executable, "-c", code], env=chosen, capture_output=True, text=True, check=True)
    assert int(shown.stdout) == level


@pytest.mark.skipif(JIT, reason="the compiled lane compiles it")
def test_without_the_jit_a_kernel_is_the_function_itself():
    def one():
        return 1

    assert jit.kernel(one) is one


@pytest.mark.skipif(not JIT, reason="nothing is compiled without the JIT")
def test_a_kernel_is_cached_in_its_own_folder_and_numbas_setting_is_left_alone():
    before = numba.config.CACHE_DIR
    compiled = jit.kernel(mode_of_play)
    assert compiled.stats.cache_path.startswith(str(cache_folders.cache_folder(Path(__file__).resolve())))
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
    for name in COPIED:
        copy(Path(jit.__file__).with_name(f"{name}.py"), small / "core")
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


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_two_processes_that_compile_a_kernel_at_once_write_to_different_files(tmp_path):
    """Without its index, a cache looks as it did before the other process wrote."""
    code = "import numpy as np; from simkit.core.words import rotate; rotate(np.uint64(1), {})"
    for by in ("3", "np.uint64(3)"):
        for index in tmp_path.rglob("*.nbi"):
            index.unlink()
        environment = {**os.environ, "SIMKIT_CACHE": str(tmp_path)}
        subprocess.run([sys.executable, "-c", code.format(by)], env=environment, check=True)
    assert len(list(tmp_path.rglob("*.rotate-*.nbc"))) == 2
