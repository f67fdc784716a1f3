"""A helper compiles what a call comes to, and nobody depends on it."""

import os
import pickle
import subprocess
import sys

import numba
import pytest
from conftest import JIT

from simkit.core import compile_ahead
from simkit.core.dice import random_dice
from simkit.core.types_seen import types_seen

DICE = random_dice(1)
ASKED = ("simkit.core.dice", "roll", (DICE, 6), [False, False])
HELPER = [sys.executable, "-m", "simkit.core.compile_ahead", *ASKED[:2]]


@pytest.mark.skipif(JIT, reason="compiled calls are not seen")
def test_types_are_seen_where_they_are_records_and_numbers():
    seen = types_seen(*ASKED)
    assert seen["simkit.core.dice", "roll"] == (numba.typeof(DICE), numba.int64)
    assert len(seen) > 3


@pytest.fixture
def helper(tmp_path):
    """A helper whose cache is empty; it is killed if it does not end by itself."""
    environment = {**os.environ, "SIMKIT_CACHE": str(tmp_path)}
    with subprocess.Popen(HELPER, env=environment, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        yield process
        process.kill()


def ask(helper, asked):
    text = pickle.dumps(asked)
    helper.stdin.write(b"%d\n%s" % (len(text), text))
    helper.stdin.flush()


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_a_helper_fills_the_cache_and_ends(helper, tmp_path):
    ask(helper, ASKED)
    assert helper.wait(300) == 0
    assert list(tmp_path.rglob("dice.roll-*.nbc"))


def test_a_helper_ends_with_the_process_that_asked(helper):
    ask(helper, ("time", "sleep", (5,), [False]))
    helper.stdin.close()
    assert helper.wait(60) == 0


@pytest.mark.parametrize("command", [["/nowhere/python"], [sys.executable, "-c", "pass"]], ids=["none", "ends"])
def test_a_call_whose_helper_fails_is_the_same_call_and_the_next_one_has_none(monkeypatch, command):
    started, found = [], []
    monkeypatch.setattr(compile_ahead, "_python", lambda module, *_: started.append(module) or command)
    compile_ahead.help_next_call()
    for number in (1, 2):
        compile_ahead.call(found.append, number)
    assert (started, found) == (["compile_ahead"], [1, 2])
