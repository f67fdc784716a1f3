"""The command line: what each verb prints, exit codes, and one clear line for whatever a user can cause."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from scenario_texts import DUELS, GRID, SKIRMISH, write
from typer.testing import CliRunner

from simkit import games
from simkit.cli.app import app
from simkit.games import emperor
from simkit.study.runs import exact_odds, runner
from simkit.study.scenarios.reader import load

VERBS = [command.name or command.callback.__name__ for command in app.registered_commands]
HEAVY = ("numba", "llvmlite", "pandas", "pyarrow", "matplotlib", "scipy", "joblib")
IMPORTS = (
    "import sys; from simkit.cli.app import app; sys.argv[1:] = {!r}; app(standalone_mode=False); print(*sys.modules)"
)


def say(*arguments) -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    spoken = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert spoken.exception is None or isinstance(spoken.exception, SystemExit), spoken.exception
    return spoken.exit_code, spoken.stdout, spoken.stderr


def process(code: str, *arguments) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True)


@pytest.fixture
def duels(tmp_path) -> Path:
    return write(tmp_path, DUELS)


@pytest.fixture
def skirmish(tmp_path) -> Path:
    return write(tmp_path, SKIRMISH)


@pytest.fixture
def faulty(tmp_path) -> Path:
    return write(tmp_path, DUELS.replace("Ozmo", "Ozzo").replace("games = 40", "games = nan"))


# ---- Help, usage, exit codes


def test_the_verbs_are_those_of_the_house():
    assert {"games", "figures", "validate", "schema", "run", "exact", "replay"} <= set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb):
    code, said, _ = say(verb, "--help")
    assert code == 0
    assert f"Example: simkit {verb}" in said


def test_help_tells_the_verbs_and_the_exit_codes():
    code, said, _ = say("--help")
    assert code == 0
    assert all(f"  {verb} " in said for verb in VERBS)
    assert "0 answered, 1 failed, 2 bad input, 3 not settled within the budget, 4 an alarm" in " ".join(said.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("fly",),
        ("run",),
        ("run", "FILE", "--speed", "9"),
        ("run", "FILE", "--games", "0"),
        ("run", "FILE", "--games", "many"),
        ("run", "FILE", "--seed", "-1"),
        ("run", "FILE", "--jobs", "0"),
        ("replay", "FILE", "--cell", "-1"),
    ],
)
def test_bad_usage_is_told_with_exit_code_2(duels, arguments):
    code, said, told = say(*(duels if argument == "FILE" else argument for argument in arguments))
    assert (code, said) == (2, "")
    assert "Error" in told


# ---- games, figures, schema, validate


def test_games_are_listed_with_their_entries():
    code, said, _ = say("games")
    assert code == 0
    assert [line.split()[0] for line in said.splitlines()] == list(games.names())
    assert all(", ".join(games.get(name).every_entry()) in said for name in games.names())


def test_games_as_json():
    code, said, _ = say("games", "--json")
    found = {game["game"]: game for game in json.loads(said)}
    assert (code, tuple(found)) == (0, games.names())
    about = emperor.GAME
    assert found["emperor"] == {
        "game": "emperor", "title": about.title, "version": about.version,
        "entries": ["ENCOUNTER", "TERRAIN", "WHOLE_GAME"],
    }  # fmt: skip


def test_figures_are_the_whole_ledger_and_its_counts():
    code, said, _ = say("figures", "emperor")
    *lines, _, counts = said.splitlines()
    ledger = games.figures("emperor")
    assert (code, len(lines)) == (0, len(ledger.ledger))
    assert "characters.turb.wounds = 9  [8 ... 10]  reconstructed: weakest class; Maid Marywin has 9" in lines
    assert counts == ", ".join(f"{n:,} {status}" for status, n in ledger.counts().items())


def test_figures_of_one_status_as_json():
    code, said, _ = say("figures", "emperor", "--status", "public", "--json")
    rows = json.loads(said)
    assert (code, len(rows)) == (0, games.figures("emperor").counts()["public"])
    assert {row["status"] for row in rows} == {"public"}
    assert all(row["source"].startswith("http") for row in rows)


def test_the_schema_is_json():
    code, said, _ = say("schema", "emperor")
    assert (code, json.loads(said)["title"]) == (0, f"A scenario of {emperor.GAME.title}")


@pytest.mark.parametrize("verb", ["figures", "schema"])
def test_an_unknown_game_is_told_with_what_may_be_meant(verb):
    assert say(verb, "emporer") == (2, "", "unknown game 'emporer', did you mean 'emperor'?\n")


def test_an_unknown_status_is_told_with_those_that_are():
    code, _, told = say("figures", "emperor", "--status", "guessed")
    assert code == 2
    assert told.startswith("unknown status 'guessed' (one of: ")


def test_validate_counts_the_cells_of_sound_files(duels, tmp_path):
    grid = write(tmp_path, GRID, "grid.toml")
    assert say("validate", duels, grid) == (0, f"{duels}: fine, 2 cells\n{grid}: fine, 4 cells\n", "")
    assert say("validate", duels, "--quiet") == (0, "", "")


def test_validate_tells_the_faults_of_all_files(duels, faulty, tmp_path):
    missing, folder = tmp_path / "missing.toml", tmp_path
    code, said, told = say("validate", faulty, missing, folder)
    assert (code, said) == (2, "")
    assert [line.split(": ")[0] for line in told.splitlines()] == [
        f"{faulty}:9", f"{faulty}:20", str(missing), str(folder),
    ]  # fmt: skip


@pytest.mark.parametrize("verb", ["validate", "run", "exact", "replay"])
def test_a_faulty_scenario_is_refused_and_nothing_is_written(faulty, tmp_path, monkeypatch, verb):
    monkeypatch.chdir(tmp_path)
    code, said, told = say(verb, faulty)
    assert (code, said) == (2, "")
    assert told.splitlines() == [
        f"{faulty}:9: unknown character 'Ozzo', did you mean 'Ozmo'?",
        f"{faulty}:20: run.games should be a valid integer, not nan",
    ]
    assert list(tmp_path.iterdir()) == [faulty]


# ---- run


def test_run_prints_its_table_and_where_the_files_are(duels, tmp_path):
    code, said, told = say("run", duels, "--games", 30, "--seed", 5, "--out", tmp_path / "out", "--jobs", 2)
    assert code == 0
    lines = said.splitlines()
    assert lines[0].startswith("The hero dies: least for ")
    assert lines[2].strip() == "Two duels"
    (folder,) = (tmp_path / "out").iterdir()
    assert {f"  {path}" for path in folder.iterdir() if path.suffix != ".journal"} == set(lines[-7:])
    assert any(line.startswith("60 games. The game's figures: ") for line in lines)
    assert "60/60" in told


def test_run_as_json_prints_nothing_else(duels, tmp_path):
    code, said, told = say("run", duels, "--seed", 5, "--out", tmp_path / "out", "--json")
    found = json.loads(said)
    assert (code, told) == (0, "")
    assert found["folder"] == str(next((tmp_path / "out").iterdir()))
    assert (found["seed"], len(found["cells"])) == (5, 2)
    assert set(found["cells"][0]) >= {"cell", "n", "endings", "intervals", "metrics"}
    assert found["cells"][0]["n"] == 40


def test_a_quiet_run_only_writes(duels, tmp_path):
    assert say("run", duels, "--out", tmp_path / "out", "--quiet") == (0, "", "")
    assert (tmp_path / "out").is_dir()


def test_a_run_is_the_same_again_and_with_other_threads(duels, tmp_path):
    said = [say("run", duels, "--out", tmp_path / str(jobs), "--jobs", jobs, "--json")[1] for jobs in (1, 2, 2)]
    cells = [json.loads(one)["cells"] for one in said]
    assert cells[0] == cells[1] == cells[2]


@pytest.mark.parametrize("verb", ["run", "exact"])
def test_an_out_folder_that_cannot_be_is_told_before_anything_is_played(skirmish, tmp_path, monkeypatch, verb):
    taken = tmp_path / "taken"
    taken.write_text("a file")
    monkeypatch.setattr(runner, "play_chunk", None)
    monkeypatch.setattr(exact_odds, "exact", None)
    for out in (taken, taken / "below"):
        assert say(verb, skirmish, "--out", out, "--quiet") == (2, "", f"--out {out}: {taken} is no folder\n")
    code, said, told = say(verb, skirmish, "--out", tmp_path / ("long" * 99))
    assert (code, said, told.count("\n")) == (2, "", 1)


def test_an_out_folder_that_fails_later_is_told_with_what_is_kept(duels, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device", "rows.journal")

    monkeypatch.setattr(runner, "play_chunk", full)
    monkeypatch.setattr(sys, "argv", ["simkit", "run", "a b.toml"])
    assert say("run", duels, "--out", tmp_path, "--quiet") == (
        1, "", "rows.journal: No space left on device\nWhat was done is kept. To go on:\n  simkit run 'a b.toml'\n",
    )  # fmt: skip


def test_ctrl_c_is_told_in_two_lines(duels, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "play_chunk", interrupted)
    monkeypatch.setattr(sys, "argv", ["simkit", "run", "duels.toml"])
    code, said, told = say("run", duels, "--out", tmp_path, "--quiet")
    assert (code, said) == (1, "")
    assert told == "Interrupted.\nWhat was done is kept. To go on:\n  simkit run duels.toml\n"


# ---- exact, replay


def test_exact_prints_chances_of_nine_digits(skirmish):
    code, said, told = say("exact", skirmish)
    scenario = load(skirmish)
    answer = exact_odds.exact(scenario, scenario.cells[0])
    assert code == 0
    assert f"{answer.endings['FOE_KILLED']:.9f}" in said
    assert "2/2" in told


def test_exact_as_json_prints_nothing_else(skirmish):
    code, said, told = say("exact", skirmish, "--json")
    found = json.loads(said)
    assert (code, told) == (0, "")
    assert set(found) == {"game", "entry", "cells"}
    assert found["cells"][1]["cell"] == {"policy": "cautious"}
    assert 0 < found["cells"][1]["endings"]["LET_GO"] < 1
    assert 0 < found["cells"][1]["metrics"]["wounds"]["mean"] < 1


def test_exact_checks_itself_by_simulation(skirmish):
    code, said, _ = say("exact", skirmish, "--check", "--games", 50)
    assert code == 0
    n_quantities = 2 * (len(emperor.GAME.endings) + len(emperor.GAME.metrics))
    assert f"Checked: {n_quantities} quantities over 50 games a cell agree with the exact answers" in said
    assert "family error rate 1e-06" in said


def test_a_simulation_that_contradicts_fails(skirmish, monkeypatch):
    scenario = load(skirmish)
    tallies = runner.run_in_memory(scenario)
    monkeypatch.setattr(runner, "run_in_memory", lambda *_: tallies[::-1])
    code, said, told = say("exact", skirmish, "--check", "--quiet")
    *contradictions, verdict = told.splitlines()
    assert (code, said) == (1, "")
    assert verdict == "Simulation contradicts the exact answer, at a family error rate of 1e-06."
    assert any("HERO_ESCAPED is 0.000000, exactly 0.8" in line for line in contradictions)


def test_an_entry_without_an_exact_answer_is_refused(skirmish, monkeypatch):
    monkeypatch.setattr(
        emperor,
        "GAME",
        emperor.GAME._replace(
            entries={name: entry._replace(exact=name == "TERRAIN") for name, entry in emperor.GAME.entries.items()}
        ),
    )
    told = f"{skirmish}: ENCOUNTER has no exact answer; entries that have: TERRAIN\n"
    assert say("exact", skirmish) == (2, "", told)


def test_too_many_states_are_told_in_a_line(skirmish, monkeypatch):
    monkeypatch.setattr(exact_odds, "MOST_STATES", 20)
    assert say("exact", skirmish, "--quiet") == (
        1, "", f"{skirmish}: policy bold: more than 20 states: too many for an exact answer\n",
    )  # fmt: skip


def test_replay_tells_a_game_by_cell_and_number(duels):
    code, said, told = say("replay", duels, "--cell", 1, "--game", 12)
    head, *lines = said.splitlines()
    assert (code, told) == (0, "")
    assert head.startswith("Two duels  (cell 1: ")
    assert head.endswith("game 12, seed 7)")
    assert "Rosa meets Wild Boar." in lines[0]
    assert say("replay", duels, "--cell", 1, "--game", 12, "--seed", 8)[1] != said


def test_replay_of_a_cell_that_is_not_there_says_which_are(duels):
    assert say("replay", duels, "--cell", 2) == (2, "", f"{duels}: there is no cell 2: cells are 0 to 1\n")


# ---- As a process


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["validate", "FILE"]], ids=" ".join)
def test_what_must_be_quick_imports_nothing_heavy(duels, arguments):
    arguments = [str(duels) if argument == "FILE" else argument for argument in arguments]
    child = process(IMPORTS.format(arguments))
    assert child.returncode == 0, child.stderr
    *_, modules = child.stdout.splitlines()
    assert "simkit.cli" in modules.split()
    assert set(modules.split()).isdisjoint(HEAVY)


def test_a_reader_who_has_seen_enough_ends_it_quietly():
    code = "from simkit.cli import main; main()"
    child = subprocess.Popen(
        [sys.executable, "-c", code, "figures", "emperor"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    child.stdout.readline()
    child.stdout.close()
    assert child.stderr.read() == ""
    child.stderr.close()
    assert child.wait() == 1


def test_the_package_can_be_run_as_a_module():
    child = subprocess.run([sys.executable, "-m", "simkit", "games"], capture_output=True, text=True)
    assert (child.returncode, child.stderr) == (0, "")
    assert child.stdout == say("games")[1]
