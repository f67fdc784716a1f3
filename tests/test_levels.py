"""Whatever LLVM makes faster, outcomes stay: the golden files agree at the levels that simkit does not use."""

import os
import subprocess
import sys

import pytest
from conftest import JIT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not JIT, reason="nothing is compiled")]


@pytest.mark.parametrize("level", [0, 3])
def test_golden_files_agree_at_every_level(level):
    command = [sys.executable, "-m", "pytest", "-q", "-x", "tests/test_golden.py"]
    played = subprocess.run(command, env={**os.environ, "NUMBA_OPT": str(level)}, capture_output=True, text=True)
    assert played.returncode == 0, played.stdout[-2000:]
