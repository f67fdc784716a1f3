"""A game told in sentences."""

import re

import numpy as np
from scenario_texts import DUELS, read

from simkit.core.log import MOST_EVENTS
from simkit.games.game import Compiled
from simkit.study.report.transcript import transcript
from simkit.study.runs import runner


def test_the_first_line_says_what_is_told(tmp_path):
    scenario = read(tmp_path, DUELS)
    head, *_ = transcript(scenario, 1, 3)
    assert head == (
        "Two duels  (cell 1: character Rosa, arms mace, foe wild_boar, policy prudent flee_at 4; game 3, seed 7)"
    )


def test_every_event_is_a_sentence_and_every_round_is_marked_once(tmp_path):
    scenario = read(tmp_path, DUELS)
    outcomes, events = runner.replay(scenario, scenario.cells[0], 5, MOST_EVENTS)
    _, *told = transcript(scenario, 0, 5)
    assert len(told) == len(events)
    assert all(re.fullmatch(r"( +\d+  | {6})\S.*[.!]", line) for line in told)
    marks = [int(line[:6]) for line in told if line[:6].strip()]
    assert marks == [*range(int(outcomes["turns"][0]) + 1)]


def test_the_last_sentence_tells_how_it_ended(tmp_path):
    scenario = read(tmp_path, DUELS)
    said = {"FOE_KILLED": "is killed.", "FOE_FLED": "has got away.", "HERO_ESCAPED": "Ozmo has escaped."}
    for number in range(10):
        outcomes, _ = runner.replay(scenario, scenario.cells[0], number, MOST_EVENTS)
        ending = scenario.game.endings(int(outcomes["ending"][0])).name
        *_, last = transcript(scenario, 0, number)
        assert said[ending] in last


def test_a_game_is_told_with_the_setup_that_it_was_played_with(tmp_path):
    scenario = read(tmp_path, DUELS)
    ozmo, rosa = (cell.compiled for cell in scenario.cells)
    both = Compiled(np.concatenate([ozmo.setups, rosa.setups]), ozmo.policies)
    mixed = scenario._replace(cells=(scenario.cells[0]._replace(compiled=both),))
    for number in range(4):
        *_, last = transcript(mixed, 0, number)
        told = " ".join(transcript(mixed, 0, number))
        assert ("Rosa" in told, "Wild Boar" in told) == ((True, True) if number % 2 else (False, False))
        assert last
