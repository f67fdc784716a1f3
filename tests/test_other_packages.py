"""A game in a package of its own is a game like ours; a broken one, or one of a name that is taken, is a line."""

import json
from pathlib import Path

import pytest
from conftest import JIT
from other_packages import change, declare, install, python, simkit, written

from simkit import games
from simkit.errors import BadInput
from simkit.games.template import write_package

DIGEST = """
import sys
from simkit.study.runs import runner
from simkit.study.scenarios.reader import load
scenario = load(sys.argv[1], games=50).only(first="knight", second="ogre", policy="bold").without_variants()
print(*(tally.digest for tally in runner.run_in_memory(scenario)))
"""
LANES = ("0", "1") if JIT else ("1",)  # values of NUMBA_DISABLE_JIT
ODDS = "simkit_joust/scenarios/odds.toml"


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    return written("joust", tmp_path_factory.mktemp("source") / "joust")


@pytest.fixture(scope="module")
def site(source, tmp_path_factory) -> Path:
    """Where the package is installed."""
    folder = tmp_path_factory.mktemp("site")
    install(source, folder)
    return folder


# ---- A game like ours


def test_it_is_listed_with_its_package(site):
    code, lines, _ = simkit(site, "games")
    assert code == 0
    assert [line.split()[0] for line in lines] == sorted([*games.ours(), "joust"])
    assert "joust       A duel of two fighters (version 1); entries: DUEL; from simkit-joust 0.1.0" in lines
    _, (text,), _ = simkit(site, "games", "--json")
    (about,) = [game for game in json.loads(text) if game["game"] == "joust"]
    assert (about["package"], about["entries"]) == ("simkit-joust", ["DUEL"])


def test_the_tests_that_come_with_it_pass(source, site):
    done = python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", source)
    assert "2 passed" in done.stdout, done.stdout + done.stderr


def test_it_passes_the_contract_test(site):
    done = python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "simkit.contract", "-k", "joust/")
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) > 20


@pytest.mark.parametrize("question", ["figures joust", "schema joust", f"validate {ODDS}", f"replay {ODDS} --game 3"])
def test_what_is_asked_of_our_games_can_be_asked_of_it(site, question):
    code, lines, told = simkit(site, *question.split())
    assert (code, told) == (0, [])
    assert lines


def test_a_run_of_it_is_kept_and_gone_on_with(site, tmp_path):
    file, out = tmp_path / "few.toml", tmp_path / "out"
    file.write_text('game = "joust"\nentry = "DUEL"\n')
    for number in (20, 30):
        code, _, told = simkit(site, "run", file, "--games", number, "--out", out, "--quiet")
        assert (code, told) == (0, [])
    (folder,) = out.iterdir()
    assert json.loads((folder / "manifest.json").read_bytes())["games_a_cell"] == 30
    code, lines, _ = simkit(site, "explain", folder)
    assert code == 0
    assert any("falls." in line for line in lines)


def test_its_variants_are_compared(site, tmp_path):
    code, lines, told = simkit(site, "compare", ODDS, "--games", 200, "--out", tmp_path, "--json")
    assert (code, json.loads("\n".join(lines))["game"]) == (0, "joust"), told


# ---- The cache


def digest(site: Path, lane: str) -> str:
    played = python(site, "-c", DIGEST, ODDS, NUMBA_DISABLE_JIT=lane)
    assert played.returncode == 0, played.stderr
    return played.stdout


def test_an_edit_of_a_callee_in_another_file_is_seen(source, tmp_path):
    """In both lanes alike; and the same code gives the same outcomes again."""
    install(source, tmp_path)
    rules = tmp_path / "simkit_joust" / "rules.py"
    before = {digest(tmp_path, lane) for lane in LANES}
    change(rules, "state.points[1 - side] -= 1", "state.points[1 - side] -= 2")
    after = {digest(tmp_path, lane) for lane in LANES}
    change(rules, "state.points[1 - side] -= 2", "state.points[1 - side] -= 1")
    assert (len(before), len(after)) == (1, 1)
    assert before != after
    assert digest(tmp_path, LANES[0]) in before
    shelves = {path.name for path in (tmp_path.parent / "cache").glob("*/*joust*")}
    assert shelves == ({"simkit-joust.simkit_joust.play", "simkit-joust.simkit_joust.rules"} if JIT else set())


# ---- Packages that are broken, or of a name that is taken

SOUND = "from simkit_joust import GAME as JOUST\n"
BROKEN = {  # game -> what its package says, and what is told of it
    "absent": (None, "ModuleNotFoundError: No module named 'absent'"),
    "raising": ("1 / 0", "ZeroDivisionError: division by zero"),
    "mistyped": ("def", "SyntaxError: invalid syntax"),
    "leaving": ("raise SystemExit('bye')", "SystemExit: bye"),
    "wordy": ("raise ValueError('one\\n  two')", "ValueError: one two"),
    "empty": ("", "AttributeError: module 'empty' has no attribute 'GAME'"),
    "number": ("GAME = 7", "its GAME is no simkit.games.game.Game"),
    "other": (SOUND + "GAME = JOUST", "its GAME is called 'joust'"),
    "listed": (
        SOUND + "GAME = JOUST._replace(name='listed', entries=['DUEL'], sides='2')",
        "its GAME has something else than it should in sides, entries",
    ),
    "named": (
        SOUND + "GAME = JOUST._replace(name='named', entries={'DUEL': 1})",
        "its GAME has something else than it should in entries",
    ),
    "parted": (
        SOUND + "GAME = JOUST._replace(name='parted', parts=(1,))",
        "its GAME is no simkit.games.game.Game",
    ),
    "nowhere": (
        SOUND + "from pathlib import Path\nGAME = JOUST._replace(name='nowhere', folder=Path('no'))",
        "FileNotFoundError: [Errno 2] No such file or directory: 'no/figures.toml'",
    ),
    "Loud Name": ("", "a name is of small letters, digits and _"),
    "emperor": ("raise ValueError('never imported')", "another game has its name"),
}
HIJACKER = SOUND + "GAME = JOUST._replace(name='aardvark', abilities={'hit_chances': print, 'match_up': print})"


@pytest.fixture(scope="module")
def crowd(source, tmp_path_factory) -> Path:
    """Where all of these are installed, beside the sound one and another of its name."""
    folder = tmp_path_factory.mktemp("crowd")
    install(source, folder)
    for name, (text, _) in BROKEN.items():
        module = "".join(name.lower().split())
        if text is not None:
            (folder / module).mkdir()
            (folder / module / "__init__.py").write_text(text)
        declare(folder, f"pack-{module}", {name: module})
    (folder / "aardvark.py").write_text(HIJACKER)
    declare(folder, "pack-aardvark", {"aardvark": "aardvark"})
    declare(folder, "zz-joust", {"joust": "raising"})
    return folder


def test_each_of_them_is_a_line(crowd):
    code, lines, told = simkit(crowd, "games")
    assert (code, told) == (0, [])
    refused = [line for line in lines if "cannot be used" in line]
    assert len(refused) == len(BROKEN) + 1
    assert len(lines) == len(refused) + len(games.ours()) + 2
    for name, (_, complaint) in BROKEN.items():
        assert [line for line in refused if line.split("cannot")[0].strip() == name and f": {complaint}" in line], name
    assert "joust       cannot be used: another game has its name; from zz-joust 0.1.0" in refused


def test_each_of_them_is_told_to_programs(crowd):
    _, (text,), _ = simkit(crowd, "games", "--json")
    faults = {(game["game"], game["package"]): game["fault"] for game in json.loads(text) if "fault" in game}
    assert faults["number", "pack-number"] == "its GAME is no simkit.games.game.Game"
    assert len(faults) == len(BROKEN) + 1


def test_whoever_asks_for_a_broken_one_is_told_why(crowd, tmp_path):
    file = tmp_path / "raising.toml"
    file.write_text('game = "raising"\nentry = "DUEL"\n')
    line = f"{crowd / 'raising' / '__init__.py'}:1"
    why = f"game raising of pack-raising cannot be used: ZeroDivisionError: division by zero ({line})"
    assert simkit(crowd, "validate", file) == (2, [], [f"{file}:1: {why}"])
    assert simkit(crowd, "figures", "raising") == (2, [], [why])


def test_kernels_that_cannot_be_imported_are_a_line(source, tmp_path):
    install(source, tmp_path)
    change(tmp_path / "simkit_joust" / "rules.py", "from .schema import NOBODY,", "from .schema import ANYBODY,")
    code, _, (told,) = simkit(tmp_path, "replay", ODDS)
    assert code == 2
    assert told.startswith("game joust of simkit-joust cannot be played: ImportError: cannot import name 'ANYBODY'")
    assert told.endswith(f"({tmp_path / 'simkit_joust' / 'rules.py'}:7)")


def test_nothing_else_breaks(crowd):
    code, lines, told = simkit(crowd, "replay", ODDS, "--game", 3)
    assert (code, told) == (0, [])
    assert lines[-1].endswith(("falls.", "Both fall."))
    code, lines, told = simkit(crowd, "figures", "emperor", "--status", "deduced")
    assert (code, told) == (0, [])


def test_what_we_answer_is_not_answered_by_others(crowd):
    """Not even by a game with the same ability whose name comes first."""
    code, lines, _ = simkit(crowd, "odds", "pool", "1")
    assert code == 0
    assert lines[-1] == "0.333333 on average."
    _, _, told = simkit(crowd, "odds", "duel", "deathmaze", "5/5", "troll")
    assert told == ["deathmaze has no duel (games that have one: azann, emperor)"]


# ---- What is not written


@pytest.mark.parametrize("name", ["", "Joust", "two words", "9men", "a-b", "_a", "a_", "../x", "a" * 41, "jöust"])
def test_a_name_that_no_game_may_have_is_refused(tmp_path, name):
    with pytest.raises(BadInput, match="a game is called by small letters"):
        write_package(name, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_taken_is_refused(crowd, tmp_path):
    for name in ("emperor", "joust", "raising"):
        code, said, told = simkit(crowd, "new", name, "--at", tmp_path / "new")
        assert (code, said, told) == (2, [], [f"there is a game called {name} already: choose another name"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["there", "file", "file/new"])
def test_what_is_there_is_left_alone(tmp_path, place):
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadInput, match=f"{place}: "):
        write_package("joust", tmp_path / place)
    assert list((tmp_path / "there").iterdir()) == []
    assert (tmp_path / "file").read_text() == "mine"
