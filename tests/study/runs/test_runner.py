"""Playing a scenario: the same games however they are cut, shared out or compiled."""

import os
import subprocess
import sys

import pytest
from conftest import JIT
from scenario_texts import DUELS, GRID, read, write

from simkit.core.log import MOST_EVENTS
from simkit.study.runs import runner
from simkit.study.runs.runner import Chunk
from simkit.study.scenarios.arguments import default_jobs

OTHER_LANE = """
import sys
from pathlib import Path
from simkit.study.runs import runner
from simkit.study.scenarios.arguments import default_jobs
from simkit.study.scenarios.reader import load
for tally in runner.run_in_memory(load(Path(sys.argv[1]))):
    print(tally.digest)
"""


def digests(scenario, **how):
    return [tally.digest for tally in runner.run_in_memory(scenario, **how)]


def test_chunks_cover_every_game_of_every_cell_once(tmp_path):
    scenario = read(tmp_path, DUELS)
    assert list(runner.chunks(scenario, 15)) == [
        Chunk(cell, *part) for cell in (0, 1) for part in ((0, 15), (15, 15), (30, 10))
    ]
    assert list(runner.chunks(scenario)) == [Chunk(0, 0, 40), Chunk(1, 0, 40)]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_threads_and_chunks_make_no_difference(tmp_path, jobs, size):
    scenario = read(tmp_path, DUELS)
    assert digests(scenario, jobs=jobs, size=size) == digests(scenario)


def test_the_other_lane_makes_no_difference(tmp_path):
    path = write(tmp_path, DUELS)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if JIT else "0"}
    child = subprocess.run(
        [sys.executable, "-c", OTHER_LANE, str(path)], env=environment, capture_output=True, text=True, check=True
    )
    assert child.stdout.split() == digests(read(tmp_path, DUELS))


def test_more_games_begin_with_the_same_games(tmp_path):
    few, many = read(tmp_path, DUELS), read(tmp_path, DUELS, games=60)
    cell = few.cells[0]
    assert runner.simulate(many, many.cells[0], 0, 60)[:40].tobytes() == runner.simulate(few, cell, 0, 40).tobytes()
    assert digests(few) != digests(many)


def test_cells_and_seeds_have_games_of_their_own(tmp_path):
    first, second = digests(read(tmp_path, DUELS))
    assert first != second
    assert digests(read(tmp_path, DUELS, seed=8)) != [first, second]


def test_game_g_is_the_same_alone_and_in_a_run(tmp_path):
    scenario = read(tmp_path, DUELS)
    for cell in scenario.cells:
        played = runner.simulate(scenario, cell, 0, 9)
        for number in (0, 8):
            outcomes, events = runner.replay(scenario, cell, number, MOST_EVENTS)
            assert outcomes.tobytes() == played[number : number + 1].tobytes()
            assert len(events) > 0


def test_a_log_that_is_too_short_is_refused(tmp_path):
    scenario = read(tmp_path, DUELS)
    with pytest.raises(ValueError, match="the log holds 2 events, the game wrote"):
        runner.replay(scenario, scenario.cells[0], 0, 2)


def test_tallies_are_sums_over_the_outcomes(tmp_path):
    scenario = read(tmp_path, DUELS)
    for cell, tally in zip(scenario.cells, runner.run_in_memory(scenario, size=7), strict=True):
        played = runner.simulate(scenario, cell, 0, 40)
        assert tally.n == sum(tally.endings) == 40
        assert [tally.endings[ending] for ending in scenario.game.endings] == [
            int((played["ending"] == ending).sum()) for ending in scenario.game.endings
        ]
        columns = [metric.of(played).tolist() for metric in scenario.game.metrics]
        assert tally.sums == tuple(map(sum, columns))
        assert tally.squares == tuple(sum(value**2 for value in column) for column in columns)


@pytest.mark.parametrize(
    ("games", "rows", "kept"),
    [(100, None, True), (2_500_000, None, False), (2_500_000, True, True), (100, False, False)],
)
def test_rows_are_kept_below_ten_million_unless_told_otherwise(tmp_path, games, rows, kept):
    scenario = read(tmp_path, GRID, games=games)
    assert len(scenario.cells) == 4
    assert runner.keeps_rows(scenario._replace(run=scenario.run.model_copy(update={"rows": rows}))) is kept


def test_there_is_a_thread_for_every_processor():
    assert 1 <= default_jobs() <= (os.cpu_count() or 1)
