"""The golden files: outcomes change only together with the version of their game."""

import pytest
from golden.write import COMPILED_ONLY, FOLDER, complaint, digests, golden_file, lines

from simkit import games
from simkit.contract_scenarios import JIT, scenario_files, twin

FILES = [file for name in games.ours() for file in scenario_files(name)]
HEAD, DIGEST, LONG, SAID = "A Game, version 1", "  20 games 0f", "  1,000 games 3c: 1,000 WON", "   1  A wins."


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_nothing_has_changed(file):
    golden = golden_file(file)
    assert golden.exists(), f"{golden} is missing: make golden"
    expected = golden.read_text().splitlines()
    if same := twin(file):
        assert digests(expected) == digests(golden_file(same).read_text().splitlines())
        return
    played = [line for line in expected if JIT or not line.startswith(COMPILED_ONLY)]
    assert not (said := complaint(played, lines(file))), f"{golden}: {said}"


def test_every_golden_file_has_its_scenario():
    assert set(FOLDER.glob("*/*.txt")) == {golden_file(file) for file in FILES}


def test_no_difference_no_complaint():
    assert complaint([HEAD, DIGEST, LONG, SAID], [HEAD, DIGEST, LONG, SAID]) == ""


@pytest.mark.parametrize("changed", [DIGEST, LONG])
def test_other_outcomes_want_another_version(changed):
    golden = [HEAD, DIGEST, LONG, SAID]
    now = [line if line != changed else line.replace("games ", "games 9") for line in golden]
    number = golden.index(changed) + 1
    said = complaint(golden, now)
    assert said.startswith(f"outcomes changed but the version did not: line {number} was\n  {changed}\n")
    assert complaint(golden, [HEAD.replace("1", "2"), *now[1:]]).startswith(f"line 1 was\n  {HEAD}\n")


@pytest.mark.parametrize("now", [[HEAD, DIGEST, "   1  B wins."], [HEAD, DIGEST], [HEAD, DIGEST, SAID, SAID]])
def test_other_words_are_named_by_their_line(now):
    number = 4 if len(now) == 4 else 3
    assert complaint([HEAD, DIGEST, SAID], now).startswith(f"line {number} was\n")
