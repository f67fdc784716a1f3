"""The command line as a process: any terminal, any encoding, interrupted at any moment."""

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scenario_texts import RIVALS, SKIRMISH, write

from simkit.text import width_of

COMMAND = [sys.executable, "-m", "simkit"]
HOUSE = Path(__file__).parents[1]
NASTY = "Ozmo [/wolves] [bold] \\u001b[2J \\u202ex"


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "FORCE_COLOR")}
    return {**kept, "PYTHONPATH": str(HOUSE), **more}


def spoken(*arguments, **more: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, env=environment(**more), cwd=HOUSE, timeout=300
    )


def on_a_terminal(columns: int, *arguments) -> tuple[int, str]:
    """Exit code and all that a terminal of so many columns is sent."""
    ours, theirs = pty.openpty()
    os.environ.pop("COLUMNS", None)
    child = subprocess.Popen(
        [*COMMAND, *map(str, arguments)], stdin=theirs, stdout=theirs, stderr=theirs, cwd=HOUSE,
        env=environment(COLUMNS=str(columns)),
    )  # fmt: skip
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65_536)
        except OSError:
            break
        if not part:
            break
        said += part
    os.close(ours)
    return child.wait(), said.decode()


@pytest.fixture
def skirmish(tmp_path) -> Path:
    text = SKIRMISH.replace("A skirmish, cut short, that few states describe", NASTY)
    return write(tmp_path, f'{text}\n[variants."no parry [/] é"]\nrules = {{ parry = false }}\n', "bears [v2].toml")


def test_a_terminal_of_80_columns_is_never_overrun_nor_steered(skirmish, tmp_path):
    code, said = on_a_terminal(80, "run", skirmish, "--games", 50, "--out", tmp_path / "out")
    assert code == 0
    assert "Ozmo [/wolves] [bold] \\x1b[2J \\u202ex" in said
    assert {"no", "parry", "[/]", "é"} <= set(said.split())
    assert "\u202e" not in said
    assert "\x1b[2J" not in said
    bare = re.sub(r"\x1b\[K", "", said).replace("\r\n", "\n")
    lines = [line.rpartition("\r")[2] for line in bare.split("\n")]
    assert all(width_of(line) <= 80 for line in lines if not line.startswith(f"  {tmp_path}"))
    assert "200/200" in said
    assert re.search(r"\d/s|in 0:", said)
    assert str(tmp_path / "out" / "bears [v2]-") in said


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_any_encoding_gives_the_same_answer(skirmish, tmp_path, encoding):
    found = spoken("exact", skirmish, PYTHONIOENCODING=encoding)
    assert found.returncode == 0, found.stderr
    said = found.stdout.decode(encoding)
    assert "Ozmo [/wolves] [bold]" in said
    assert ("no parry [/] e" if encoding == "ascii" else "no parry [/] é") in said
    assert ("─" if encoding == "utf-8" else "---") in said
    assert re.search(r"\[.*UnicodeEncodeError", found.stderr.decode(encoding)) is None


def test_bad_input_in_a_narrow_encoding_is_still_bad_input(tmp_path):
    file = write(tmp_path, RIVALS.replace('"Rosa"', '"Rösä \N{MINUS SIGN}中"'))
    found = spoken("run", file, PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stdout) == (2, b"")
    assert b"unknown character 'Rosa -\\u4e2d'" in found.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("seconds", [0.5, 2.0, 6.0])
def test_an_interruption_at_any_moment_is_told_in_a_line(tmp_path, number, seconds):
    """Counted from when Python has begun: before that no program is asked."""
    file, out = write(tmp_path, RIVALS), tmp_path / "out"
    words = ["run", str(file), "--games", "50000000", "--out", str(out)]
    code = "print('begun', flush=True); from simkit.cli import main; main()"
    child = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(), cwd=HOUSE,
    )  # fmt: skip
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(seconds)
    child.send_signal(number)
    said, told = child.communicate(timeout=60)
    assert (child.returncode, said) == (1, ""), told
    lines = [line for line in told.splitlines() if not line.startswith("Compiling")]
    assert lines[0] == "Interrupted."
    assert lines[1:] in ([], ["What was done is kept. To go on:", f"  simkit {' '.join(words)}"])


def test_no_word_is_help_and_the_version_is_told():
    assert spoken().returncode == 0
    assert spoken("odds").returncode == 0
    assert spoken("--version").stdout == b"simkit 0.1.0\n"


@pytest.mark.parametrize(
    "arguments", [("fly",), ("run",), ("--\x1b[2J",), ("run", "x", "--jobs", "9999"), ("run", "x", "--games", "\u202e")]
)
def test_bad_usage_is_one_line_with_exit_code_2(arguments):
    found = spoken(*arguments)
    told = found.stderr.decode()
    assert (found.returncode, found.stdout, told.count("\n")) == (2, b"", 1)
    assert "--help` tells more" in told
    assert not set(told) & {"\x1b", "\u202e"}


def test_a_bar_that_needed_less_than_was_thought_ends_as_done(capsys):
    from simkit.cli.progress import progress_bar

    with progress_bar("answers", 14, show=True) as advance:
        advance(10)
    told = capsys.readouterr().err
    assert "10/10 in 0:00" in told
    assert "left" not in told


def test_what_goes_on_is_called_as_it_was(monkeypatch):
    from simkit.cli.ends import this_command

    for program, said in (("/usr/bin/simkit", "simkit run x"), ("/lib/simkit/__main__.py", "python -m simkit run x")):
        monkeypatch.setattr(sys, "argv", [program, "run", "x"])
        assert this_command() == said
