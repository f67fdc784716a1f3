"""Whatever a user can get wrong is told in a line, with exit code 2, before anything is played."""

import os
import re

import pytest
from scenario_texts import DUELS, RIVALS, SKIRMISH, write
from test_cli import say

from simkit.games.faults import short
from simkit.study.runs import exact_odds, runner

NUMBERS = [  # verb and option, lowest, highest
    ("run", "--games", 1, 10**9),
    ("run", "--seed", 0, 2**64 - 1),
    ("run", "--jobs", 1, 1_024),
    ("exact", "--games", 1, 10**9),
    ("replay", "--cell", 0, 2**62),
    ("replay", "--game", 0, 2**62),
    ("replay", "--turn", 0, 2**62),
    ("explain", "--cell", 0, 2**62),
    ("compare", "--games", 1, 10**9),
    ("compare", "--jobs", 1, 1_024),
    ("plan", "--pilot", 100, 10**7),
    ("tune", "--trials", 2, 100_000),
    ("audit", "--more", 0, 10**9),
    ("league", "--trials", 2, 100_000),
    ("league", "--rounds", 1, 1_000),
    ("lab", "--order", 1, 2),
]


@pytest.fixture(autouse=True)
def nothing_is_played(monkeypatch):
    def played(*_):
        raise AssertionError("played before it was looked at")

    monkeypatch.setattr(runner, "simulate", played)
    monkeypatch.setattr(exact_odds, "explore", played)


def refused(*arguments) -> list[str]:
    """The lines on stderr of a command that is refused."""
    code, said, told = say(*arguments)
    assert (code, said) == (2, ""), told
    assert told.endswith("\n")
    assert re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", told) is None
    return told.splitlines()


# ---- Numbers


@pytest.mark.parametrize(("verb", "option", "low", "high"), NUMBERS)
@pytest.mark.parametrize("value", ["low", "high", "nan", "1e3", "inf", "", "9" * 400, "²", "\u0663", "0x10"])
def test_every_number_of_the_command_line_has_bounds(tmp_path, verb, option, low, high, value):
    value = {"low": low - 1, "high": high + 1}.get(value, value)
    file = write(tmp_path, RIVALS)
    told = " ".join(refused(verb, file, f"{option}={value}"))
    assert f"'{option}': must be a whole number from {low:,} to {high:,}, not {short(str(value))}" in told


@pytest.mark.parametrize("value", ["0", "1", "-1", "nan", "inf", "1e400", "", "\u0660.\u0665", "half"])
def test_a_power_is_a_chance(tmp_path, value):
    told = " ".join(refused("plan", write(tmp_path, RIVALS), f"--power={value}"))
    assert f"'--power': must be a chance between 0 and 1, not {short(str(value))}" in told


@pytest.mark.parametrize("value", ["9" * 400, "\u0663pt", "1_000pt", "1e400", "nan", "-1", "2000000000", "[red]1", ""])
@pytest.mark.parametrize(
    ("verb", "option"), [("compare", "--margin"), ("compare", "--until"), ("plan", "--effect"), ("audit", "--margin")]
)
def test_a_size_is_a_number_with_an_end_in_digits_that_everybody_reads(tmp_path, verb, option, value):
    (line,) = refused(verb, write(tmp_path, RIVALS), f"{option}={value}")
    assert len(line) < 150


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--sprt", "", "0", "1pt"), "--sprt wants METRIC:SIDE first, such as killed:"),
        (("--sprt", "killed", "0", "1pt"), "killed: name one side, such as killed:Rosa (2 sides)"),
        (("--sprt", "killed:Roza", "0", "1pt"), "unknown side 'Roza' of killed, did you mean 'Rosa'?"),
        (("--sprt", f"{'x' * 999}:Rosa", "0", "1pt"), f"unknown metric '{'x' * 56}..."),
        (("--sprt", "killed:Rosa", "0", "1pt", "--metric", "wounds"), "--sprt names its metric itself"),
    ],
)
def test_a_sequential_test_says_of_what(tmp_path, arguments, said):
    (line,) = refused("compare", write(tmp_path, RIVALS), *arguments)
    assert line.startswith(said)


@pytest.mark.parametrize(
    ("table", "key", "wrong"),
    [
        ("run", "games", ["0", "1_000_000_001", "1.5", "true", '"9"', "nan", "-1", "1979-05-27"]),
        ("run", "seed", ["-1", "0.5", '"a"', "[1]"]),
        ("compare", "margin", ['"-1pt"', "-0.5", "inf", '"1 point"', "2e9", '""', "true"]),
        ("compare", "looks", ["0", "-5", "[]", "[5, 5]", "[9, 3]", "[0, 1]", "1.5"]),
        ("compare", "alpha", ["0.0", "0.5", "-1.0", "nan"]),
        ("lab", "target", ['["9pt", "1pt"]', '["a", "b"]', '["1pt"]', "[1.0, 1.0]", "5"]),
        ("lab", "order", ["0", "3", '"2"', "true", "1.0", "[1]"]),
        ("lab", "alpha", ["0.0", "0.5"]),
        ("sensitivity", "draws", ["-1", "10_001", "1.5"]),
        ("sensitivity", "maps", ["-1", "10_001"]),
        ("tune", "trials", ["1", "100_001"]),
        ("league", "rounds", ["0", "1_001"]),
        ("league", "ranges", ["{ flee_at = [3] }"]),
        ("tune", "ranges", ["{ flee_at = [3] }", "{ flee_at = [5, 2] }", "{ flee_at = [0, 9_999_999_999] }"]),
    ],
)
def test_every_number_of_a_scenario_has_bounds(tmp_path, table, key, wrong):
    text = re.sub(rf"(?m)^{key} = .*\n", "", SKIRMISH)
    for value in wrong:
        line = f"{key} = {value}"
        text_with = (
            text.replace(f"[{table}]", f"[{table}]\n{line}") if f"[{table}]" in text else f"{text}\n[{table}]\n{line}\n"
        )
        file = write(tmp_path, text_with)
        number = text_with.splitlines().index(line) + 1
        assert all(told.startswith(f"{file}:{number}: ") for told in refused("validate", file)), value


def test_more_games_than_anybody_would_play_are_refused(tmp_path):
    file = write(
        tmp_path, RIVALS.replace("games = 100", "games = 1_000_000_000").replace('"Rosa", ', '"Rosa", "Ozmo", ')
    )
    (told,) = refused("run", file, "--out", tmp_path / "out")
    assert (
        told
        == f"{file}:{1 + RIVALS.splitlines().index('games = 100')}: 12,000,000,000 games in all: at most 10,000,000,000"
    )


# ---- Files


def folder(path):
    path.mkdir()


def unreadable(path):
    path.write_text(DUELS)
    path.chmod(0)


FILES = {
    "missing": lambda path: None,
    "a folder": folder,
    "empty": lambda path: path.write_bytes(b""),
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "huge": lambda path: path.write_bytes(b"# long\n" * 200_000),
    "in Latin 1": lambda path: path.write_bytes('title = "Ägypten"\n'.encode("latin-1")),
    "in UTF-16": lambda path: path.write_text(DUELS, "utf-16"),
    "with a byte order mark": lambda path: path.write_text(DUELS, "utf-8-sig"),
    "one long line": lambda path: path.write_text("a" * 900_000),
    "many keys": lambda path: path.write_text("".join(f"a{n} = 1\n" for n in range(110_000))),
    "deeply nested": lambda path: path.write_text(f"a = {'[' * 5_000}"),
    "a pipe": lambda path: os.mkfifo(path),
    "a ring of links": lambda path: path.symlink_to(path.name),
}


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("verb", ["validate", "run", "exact", "replay", "compare"])
def test_a_file_that_is_none_is_told_with_its_name(tmp_path, kind, verb):
    file = tmp_path / "odd.toml"
    FILES[kind](file)
    assert all(line.startswith(str(file)) for line in refused(verb, file))


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="nothing is unreadable to root")
def test_a_file_that_may_not_be_read_is_told(tmp_path):
    unreadable(tmp_path / "closed.toml")
    assert refused("run", tmp_path / "closed.toml") == [
        f"{tmp_path / 'closed.toml'}: cannot be read: Permission denied"
    ]


def test_line_ends_of_other_systems_are_no_fault(tmp_path):
    file = tmp_path / "windows.toml"
    file.write_bytes(DUELS.replace("\n", "\r\n").encode())
    assert say("validate", file) == (0, f"{file}: fine, 2 cells\n", "")


@pytest.mark.parametrize("kind", [kind for kind in FILES if kind != "a folder"])
def test_a_file_of_figures_that_is_none_is_told(tmp_path, kind):
    FILES[kind](tmp_path / "sheet.toml")
    file = write(tmp_path, DUELS.replace("[setup]", 'figures = "sheet.toml"\n[setup]', 1))
    told = refused("validate", file)
    assert all(line.startswith(f"{file}:5: ") and "sheet.toml" in line for line in told)


# ---- Names

ODD = [
    "",
    "a" * 3_000,
    "../../x",
    "a/b",
    "[/]",
    "[b0ld]",
    "a\\nb",
    "\\u001b[2J",
    "\\u202eab",
    "中文",
    "%s{0}",
    "\\u0000",
]


@pytest.mark.parametrize("name", ODD)
def test_a_name_that_nobody_knows_is_told_in_a_line(tmp_path, name):
    replaced = [
        DUELS.replace('"emperor"', f'"{name}"', 1),
        DUELS.replace('"ENCOUNTER"', f'"{name}"'),
        DUELS.replace('"Ozmo"', f'"{name}"'),
        DUELS.replace('"brown_bear"', f'"{name}"'),
        DUELS.replace('policy = "prudent"', f'policy = "{name}"'),
        DUELS.replace('foe = "wild_boar"', f'foe = "wild_boar"\n"{name}" = 1'),
        f'{DUELS}\n[rules]\n"{name}" = 1\n',
        f'{DUELS}\n[compare]\nmetrics = ["{name}"]\n',
        f'{DUELS}\n[axes]\n"{name}" = 1\n',
    ]
    for text in replaced:
        file = write(tmp_path, text)
        assert all(
            line.startswith(f"{file}:") and len(line) < len(str(file)) + 300 for line in refused("validate", file)
        )


@pytest.mark.parametrize("name", [name for name in ODD if name])
def test_an_odd_title_or_name_of_a_variant_is_no_fault(tmp_path, name):
    file = write(tmp_path, RIVALS.replace("Rival rules", name).replace("variants.harder_escape", f'variants."{name}"'))
    assert say("validate", file)[:2] == (0, f"{file}: fine, 2 cells\n")


def test_what_the_command_line_names_is_told_in_a_line():
    for arguments in (("figures", "[/]\x1b"), ("schema", "a\nb"), ("odds", "crt", "\u202e", "1:1")):
        (line,) = refused(*arguments)
        assert line.startswith("unknown game ")


# ---- What contradicts itself


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (
            "[variants.harder_escape]",
            "[variants.base]",
            "[variants.base]",
            "'base' is the scenario without its variants",
        ),
        (
            'foe = "brown_bear"',
            'foe = "brown_bear"\ncharacter = "Ozmo"',
            "character = [",
            "character is set under [setup]",
        ),
        ("[axes]", '[axes]\npairs = [{ character = "Ozmo" }]', "character = [", "character is set by two axes, pairs"),
        (
            'foe = "brown_bear"',
            'foe = "Ralph Troll"',
            "Ralph",
            "unknown foe 'Ralph Troll', did you mean 'troll_ralph'?",
        ),
        (
            "[axes]",
            '[rules]\nescape_target = 7\n"characters.rosa.wounds" = 0\n\n[axes]',
            "rosa.wounds",
            "characters.rosa.wounds must be 1 to 99",
        ),
        ('foe = "brown_bear"', 'foe = "brown_bear"\nwounds = 10', "wounds = 10", "Rosa is dead with 10 wounds"),
        ("seed = 3", "seed = 1979-05-27", "seed = 1979", "run.seed should be a valid integer, not 1979-05-27"),
        ("{ flee_at = 5 }", "{ flee_at = 07:32:00 }", "07:32", "flee_at must be a whole number, not 07:32:00"),
        (
            "{ flee_at = 5 }",
            "{ flee_at = { a = [true] } }",
            "[true]",
            "flee_at must be a whole number, not { a = [true] }",
        ),
    ],
)
def test_a_fault_is_told_at_its_own_line(tmp_path, old, new, line, message):
    text = RIVALS.replace(old, new)
    file = write(tmp_path, text)
    numbers = [number for number, said in enumerate(text.splitlines(), 1) if line in said]
    assert any(told.startswith(f"{file}:{numbers[0]}: {message}") for told in refused("validate", file))
