"""Analyses that are killed, interrupted and told to go on end in the same bytes as those that nobody disturbed."""

import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import JIT
from scenario_texts import RIVALS, write

from simkit.study.runs.answer_folder import JOURNAL

RUN = """
import signal, sys
from simkit import cli
from simkit.study.runs import runner
runner.CHUNK = int(sys.argv.pop(1))
signal.signal(signal.SIGINT, signal.default_int_handler)
cli.main()
"""
CHUNK = 50 if JIT else 2
GAMES = 2_000 if JIT else 12
TEXT = f"""{RIVALS}
[lab]
metric = "killed"

[sensitivity]
metric = "killed"
figures = ["encounters.brown_bear"]
draws = 5

[robust]
metric = "killed"
policies = ["bold", "cautious"]
repeats = {{ never_flees = {{ kind = "prudent", flee_at = 0 }} }}

[tune]
metric = "killed"
thresholds = ["flee_at"]
trials = 4

[audit]
metric = "killed"
keys = ["flee_at"]
[league]
metric = "killed"
thresholds = ["flee_at"]
trials = 3
rounds = 1
"""
VERBS = {
    "compare": ("--simulate",),
    "lab": ("--simulate",),
    "sensitivity": ("--simulate",),
    "robust": (),
    "tune": ("--simulate",),
    "audit": ("--simulate",),
    "league": ("--simulate",),
}
ENDED = (0, 3, 4)  # answered, not settled, an alarm


def start(verb: str, file: Path, out: Path, chunk: int = CHUNK) -> subprocess.Popen:
    asked = [verb, str(file), "--games", str(GAMES), "--out", str(out), "--quiet", *VERBS[verb]]
    return subprocess.Popen([sys.executable, "-c", RUN, str(chunk), *asked], stderr=subprocess.PIPE, text=True)


def finish(verb: str, file: Path, out: Path, chunk: int = CHUNK) -> dict[str, bytes]:
    child = start(verb, file, out, chunk)
    _, told = child.communicate()
    assert child.returncode in ENDED, told
    (folder,) = out.iterdir()
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != JOURNAL}


def journal_bytes(out: Path) -> int:
    with suppress(FileNotFoundError):
        return sum(path.stat().st_size for path in out.glob(f"*/{JOURNAL}"))
    return 0


def stop_somewhere(verb: str, file: Path, out: Path, n_bytes: int, how: signal.Signals) -> tuple[int, str]:
    """Begin, wait until so much is kept, and stop it."""
    child = start(verb, file, out)
    while child.poll() is None and journal_bytes(out) < n_bytes:
        time.sleep(0.002)
    child.send_signal(how)
    _, told = child.communicate()
    return child.returncode, told


@pytest.mark.parametrize("verb", VERBS)
def test_an_interrupted_analysis_goes_on_and_says_how(tmp_path, verb):
    file, out = write(tmp_path, TEXT), tmp_path / "out"
    unbroken = finish(verb, file, tmp_path / "unbroken", CHUNK * 7)
    code, told = stop_somewhere(verb, file, out, 2_000, signal.SIGINT)
    if code == 1:
        assert told.startswith("Interrupted")
        assert f"simkit {verb} {file}" in told
        (folder,) = out.iterdir()
        assert [path.name for path in folder.iterdir()] == [JOURNAL]
        assert journal_bytes(out) > 1_000
    else:
        assert code in ENDED
    assert finish(verb, file, out) == unbroken


@pytest.mark.slow
@pytest.mark.parametrize("verb", VERBS)
def test_an_analysis_killed_at_random_moments_ends_like_the_unbroken_one(tmp_path, verb):
    """Twelve kills a verb, seventy-two in all."""
    file = write(tmp_path, TEXT)
    unbroken = finish(verb, file, tmp_path / "unbroken")
    most = journal_bytes(tmp_path / "unbroken")
    chance = random.Random(verb)
    for trial in range(4):
        out = tmp_path / f"killed {trial}"
        for n_bytes in sorted(chance.randrange(most) for _ in range(3)):
            stop_somewhere(verb, file, out, n_bytes, signal.SIGKILL)
        assert finish(verb, file, out) == unbroken
