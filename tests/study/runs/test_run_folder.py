"""Run folders: killed, stopped, resumed and extended, a run ends in the same bytes as one that nothing disturbed."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import JIT
from scenario_texts import SKIRMISH, read
from test_cli import say

from simkit.study.report import run_report
from simkit.study.runs import runner
from simkit.study.runs.journal import Journal
from simkit.study.runs.run_folder import RunFolder
from simkit.study.scenarios.scenario import Scenario

RUN = """
import resource, signal, sys
from functools import partial
from simkit import cli
from simkit.study.runs import run_folder
chunk, limit = map(int, sys.argv[1:3])
del sys.argv[1:3]
signal.signal(signal.SIGINT, signal.default_int_handler)
run_folder.RunFolder = partial(run_folder.RunFolder, size=chunk)
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
cli.main()
"""
CHUNK = 5 if JIT else 2
GAMES = 300 if JIT else 60
SLEEP = 0.001


@pytest.fixture(scope="module")
def folder_of_all(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("scenarios")


@pytest.fixture(scope="module")
def scenario(folder_of_all) -> Scenario:
    return read(folder_of_all, SKIRMISH, games=GAMES)


@pytest.fixture(scope="module")
def unbroken(scenario, folder_of_all) -> dict[str, bytes]:
    """The files of a run that nobody disturbed."""
    return finish(RunFolder(scenario, folder_of_all))


def finish(folder: RunFolder) -> dict[str, bytes]:
    list(run_report.write_files(folder, folder.play(jobs=2)))
    return files(folder.path)


def files(folder: Path) -> dict[str, bytes]:
    """What a run leaves, but for its journal: chunks stand there in the order in which they were done."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".journal"}


def start(scenario, out: Path, limit: int = 0, games: int = GAMES) -> subprocess.Popen:
    """The same run in a process of its own; `limit`: bytes that a file may have."""
    run = ["run", str(scenario.path), "--games", str(games), "--out", str(out), "--quiet"]
    command = [sys.executable, "-c", RUN, str(CHUNK), str(limit), *run]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(child: subprocess.Popen, folder: Path, n_bytes: int) -> None:
    """Until the files of a run have so many bytes, or it has ended."""
    while child.poll() is None and size(folder) < n_bytes:
        time.sleep(SLEEP)


def size(folder: Path) -> int:
    """Bytes of all files; 0 in the moment when one of them is given another name."""
    with suppress(FileNotFoundError):
        return sum(path.stat().st_size for path in folder.glob("*"))
    return 0


def ended(child: subprocess.Popen) -> tuple[int, str, str]:
    """Exit code, output and errors of a process, once it has ended."""
    said, told = child.communicate()
    return child.returncode, said, told


def test_a_run_leaves_its_table_its_rows_and_its_manifest(scenario, unbroken):
    assert set(unbroken) == {"summary.csv", "summary.parquet", "outcomes.parquet", "scenario.toml", "manifest.json"}
    manifest = json.loads(unbroken["manifest.json"])
    assert manifest["game"] == "emperor"
    assert manifest["game_version"] == scenario.game.version
    assert (manifest["entry"], manifest["seed"], manifest["games_a_cell"]) == ("ENCOUNTER", 1, GAMES)
    assert manifest["cells"] == [cell.coordinates for cell in scenario.cells]
    assert manifest["figures"]["digest"] == scenario.figures.digest()
    assert len(manifest["digest"]) == 32


def test_the_folder_is_named_by_the_scenario_and_its_digest(scenario, tmp_path):
    assert RunFolder(scenario, tmp_path).path == tmp_path / f"scenario-{scenario.digest}"


def test_a_long_name_is_no_longer_than_a_folder_may_be(scenario, tmp_path):
    long = RunFolder(scenario._replace(path=tmp_path / f"{'☃' * 80}.toml"), tmp_path)
    assert long.path.name == f"{'☃' * 50}-{scenario.digest}"
    assert finish(long)


@pytest.mark.parametrize("size", [7, 1000])
def test_chunks_make_no_difference(scenario, unbroken, tmp_path, size):
    assert finish(RunFolder(scenario, tmp_path / "again", size)) == unbroken


def test_a_run_killed_at_random_moments_ends_like_the_unbroken_one(scenario, unbroken, tmp_path):
    out = tmp_path / "killed"
    folder = RunFolder(scenario, out, CHUNK)
    most = sum(map(len, unbroken.values())) + len(folder.chunks) * 500
    chance = random.Random(3)
    for n_bytes in sorted(chance.randrange(most) for _ in range(4)):
        child = start(scenario, out)
        wait_for(child, folder.path, n_bytes)
        child.kill()
        ended(child)
    assert ended(start(scenario, out)) == (0, "", "")
    killed = files(folder.path)
    assert {name: killed[name] for name in unbroken} == unbroken
    assert set(killed) - set(unbroken) == {"page.json", "report.html"}  # which the command alone writes


def test_what_is_done_is_not_played_again(scenario, tmp_path, monkeypatch):
    folder = RunFolder(scenario, tmp_path, 100)
    found = folder.play(jobs=1)
    played = []
    monkeypatch.setattr(runner, "play_chunk", lambda *chunk: played.append(chunk))
    steps = []
    assert folder.play(jobs=1, progress=steps.append) == found
    assert (played, steps) == ([], [2 * GAMES])


def test_a_run_can_grow(scenario, unbroken, tmp_path):
    few = RunFolder(scenario._replace(run=scenario.run.model_copy(update={"games": GAMES - 5})), tmp_path / "grown", 10)
    many = RunFolder(scenario, tmp_path / "grown", 10)
    assert few.path == many.path
    assert finish(few) != unbroken
    steps = []
    many.play(jobs=1, progress=steps.append)
    assert (steps[0], sum(steps)) == (2 * (GAMES - 10), 2 * GAMES)  # the chunk that was cut short is played anew
    assert finish(many) == unbroken


def test_without_rows_the_tallies_are_the_same(scenario, tmp_path):
    bare = scenario._replace(run=scenario.run.model_copy(update={"rows": False}))
    without = RunFolder(bare, tmp_path / "bare")
    assert without.play(jobs=1) == RunFolder(scenario, tmp_path / "full").play(jobs=1)
    assert "outcomes.parquet" not in finish(without)


def test_rows_are_the_outcomes_in_the_order_of_cells_and_games(scenario, tmp_path):
    folder = RunFolder(scenario, tmp_path, GAMES - 10)
    folder.play(jobs=2)
    parts = list(folder.outcomes())
    assert [chunk for chunk, _ in parts] == folder.chunks
    assert folder.chunks == [(cell, *part) for cell in (0, 1) for part in ((0, GAMES - 10), (GAMES - 10, 10))]
    kept = b"".join(outcomes.tobytes() for _, outcomes in parts)
    assert kept == b"".join(runner.simulate(scenario, cell, 0, GAMES).tobytes() for cell in scenario.cells)


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(scenario, tmp_path):
    folder = RunFolder(scenario, tmp_path)
    child = start(scenario, tmp_path, games=100 * GAMES)
    wait_for(child, folder.path, n_bytes=8_000)
    child.send_signal(signal.SIGINT)
    command = f"simkit run {scenario.path} --games {100 * GAMES} --out {tmp_path} --quiet"
    assert ended(child) == (1, "", f"Interrupted.\nWhat was done is kept. To go on:\n  {command}\n")
    (journal,) = folder.path.iterdir()
    assert journal.stat().st_size >= 4_000  # what was just being written may be cut off


def test_a_full_disk_is_told_and_the_run_can_be_resumed(scenario, unbroken, tmp_path):
    folder = RunFolder(scenario, tmp_path, CHUNK)
    command = f"simkit run {scenario.path} --games {GAMES} --out {tmp_path} --quiet"
    told = f"{folder.path}: File too large\nWhat was done is kept. To go on:\n  {command}\n"
    assert ended(start(scenario, tmp_path, limit=4_000)) == (1, "", told)
    assert [path.name for path in folder.path.iterdir()] == ["rows.journal"]
    assert 3_000 < size(folder.path) <= 4_000
    assert finish(folder) == unbroken
    assert ended(start(scenario, tmp_path, limit=100)) == (1, "", told)
    assert files(folder.path) == unbroken


def test_two_runs_do_not_write_into_one_folder(scenario, tmp_path):
    folder = RunFolder(scenario, tmp_path)
    folder.play(jobs=1)
    with folder._journal(), pytest.raises(BlockingIOError, match="another run is writing into"):
        folder.play(jobs=1)


def test_a_folder_that_cannot_be_made_is_named(scenario, tmp_path):
    (tmp_path / "taken").write_text("a file")
    folder = RunFolder(scenario, tmp_path / "taken")
    with pytest.raises(OSError, match="taken") as caught:
        folder.play(jobs=1)
    assert caught.value.filename == str(folder.path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_named(scenario, tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError) as caught:
        RunFolder(scenario, tmp_path).play(jobs=1)
    assert caught.value.filename == str(RunFolder(scenario, tmp_path).path)


def test_rows_that_cannot_be_written_leave_nothing_behind(scenario, tmp_path, monkeypatch):
    folder = RunFolder(scenario, tmp_path)
    folder.play(jobs=1)

    def full(scenario, parts, path, group):
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("simkit.study.runs.run_folder.write_outcomes", full)
    with pytest.raises(OSError, match="No space left") as caught:
        folder.write_rows()
    assert caught.value.filename == str(folder.path)
    assert [path.name for path in folder.path.iterdir()] == ["rows.journal"]


def test_another_version_of_the_game_has_another_folder(scenario, tmp_path):
    newer = scenario._replace(game=scenario.game._replace(version="another"))
    assert RunFolder(newer, tmp_path).path != RunFolder(scenario, tmp_path).path


def test_a_journal_of_something_else_is_refused(scenario, tmp_path):
    folder = RunFolder(scenario, tmp_path)
    folder.path.mkdir()
    Journal.open(folder.path / "rows.journal", b"something else").close()
    with pytest.raises(ValueError, match="is the journal of another spec"):
        folder.play(jobs=1)


def test_a_smaller_run_leaves_the_tables_of_a_larger_one(scenario, unbroken, tmp_path):
    larger = RunFolder(scenario, tmp_path)
    assert finish(larger) == unbroken
    few = RunFolder(scenario._replace(run=scenario.run.model_copy(update={"games": GAMES - 5})), tmp_path)
    assert list(run_report.write_files(few, few.play(jobs=1))) == []
    assert files(larger.path) == unbroken
    code, said, _ = say("run", scenario.path, "--games", GAMES - 5, "--out", tmp_path)
    assert code == 0
    assert f"{larger.path} keeps the tables of {GAMES} games a cell; nothing was written" in said
    assert files(larger.path) == unbroken
