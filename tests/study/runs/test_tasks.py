"""Pieces of an analysis: named by all that decides their answer, packed without loss, and not played twice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenario_texts import DUELS, RIVALS, read

from simkit.study.analyses.compare import compare
from simkit.study.runs import runner
from simkit.study.runs.journal import Journal
from simkit.study.runs.runner import Chunk
from simkit.study.runs.tasks import Task, pack, question, unpack

WORDS = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(st.lists(WORDS, max_size=5), max_size=4))
def test_arrays_come_back_as_they_were(lists):
    assert [array.tolist() for array in unpack(pack(np.array(one, np.int64) for one in lists))] == lists


def test_small_numbers_take_a_byte():
    assert len(pack([np.zeros(1_000, np.int64)])) == 9 + 1_000
    assert len(pack([np.array([-1, 840])])) == 9 + 2 * 2


def test_a_task_is_named_by_what_is_played_and_asked(tmp_path):
    scenario = read(tmp_path, DUELS)
    other_seed, other_rules = read(tmp_path, DUELS, seed=8), read(tmp_path, f"{DUELS}\n[rules]\nescape_target = 8")
    names = [
        question("pairs", [scenario], 0, ["killed"]),
        question("lab", [scenario], 0, ["killed"]),
        question("pairs", [scenario], 1, ["killed"]),
        question("pairs", [scenario], 0, ["wounds"]),
        question("pairs", [scenario, scenario], 0, ["killed"]),
        question("pairs", [other_seed], 0, ["killed"]),
        question("pairs", [other_rules], 0, ["killed"]),
    ]
    assert len(set(names)) == len(names)
    assert question("pairs", [read(tmp_path, DUELS, games=70)], 0, ["killed"]) == names[0]
    keys = {Task(name, Chunk(0, first, n)).key for name in names for first in (0, 1) for n in (1, 2)}
    assert len(keys) == 4 * len(names)
    assert all(0 <= word < 2**64 for key in keys for word in key)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_journal_holds_is_not_played_again(tmp_path, jobs):
    asked = [Task("a question", Chunk(0, first, 5), place=first) for first in range(0, 50, 5)]
    played = []

    def play(task: Task) -> bytes:
        played.append(task)
        return pack([np.array([task.place])])

    with Journal.open(tmp_path / "tasks.journal", b"tasks") as journal:
        first = dict(runner.map_chunks(play, iter(asked[:6]), jobs, journal))
        second = dict(runner.map_chunks(play, iter(asked), jobs, journal))
    assert len(played) == len(asked)
    assert {**first, **second} == second == {task: pack([np.array([task.place])]) for task in asked}


def test_tasks_are_taken_as_they_are_needed():
    taken = []

    def endless():
        for first in range(10**9):
            taken.append(first)
            yield Task("a question", Chunk(0, first, 1))

    played = runner.map_chunks(lambda task: b"", endless(), 2)
    next(played)
    played.close()
    assert len(taken) < 10**6  # and they did not take for ever


def test_a_comparison_finds_its_pieces_again(tmp_path, monkeypatch):
    rivals = read(tmp_path, RIVALS, games=20)
    with Journal.open(tmp_path / "tasks.journal", b"tasks") as journal:
        once = compare(rivals, journal=journal, exact=False)
        monkeypatch.setattr(runner, "simulate", None)
        again = compare(rivals, journal=journal, exact=False)
    assert again.frame.to_csv() == once.frame.to_csv()
    assert again.sentences == once.sentences
