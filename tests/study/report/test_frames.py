"""Tables of a run: a row a cell with its intervals, a row a game with names instead of codes."""

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from scenario_texts import DUELS, read

from simkit.games.metrics import Metric
from simkit.study.report.frames import estimate, summary
from simkit.study.runs import runner
from simkit.study.runs.outcome_rows import write_outcomes
from simkit.study.runs.runner import Chunk
from simkit.study.scenarios.labels import spoken
from simkit.study.stats.intervals import Moments, count_interval, share_interval


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    return read(tmp_path_factory.mktemp("frame"), DUELS)


@pytest.fixture(scope="module")
def tallies(scenario):
    return runner.run_in_memory(scenario)


def parts(scenario, size):
    """The outcomes of every cell, cut in pieces."""
    for chunk in runner.chunks(scenario, size):
        yield chunk, runner.simulate(scenario, scenario.cells[chunk.cell], chunk.first, chunk.n)


def test_a_row_a_cell_with_its_coordinates(scenario, tallies):
    frame = summary(scenario, tallies)
    assert list(frame["character"]) == ["Ozmo", "Rosa"]
    assert list(frame["arms"]) == ["axe + kite_shield", "mace"]
    assert list(frame["policy"]) == ["prudent", "prudent flee_at 4"]
    assert list(frame["games"]) == [40, 40]


def test_endings_are_shares_with_their_intervals(scenario, tallies):
    frame = summary(scenario, tallies)
    names = [ending.name for ending in scenario.game.endings]
    assert np.allclose(frame[names].sum(axis=1), 1)
    for row, tally in enumerate(tallies):
        for ending in scenario.game.endings:
            shown = tuple(frame[ending.name + end][row] for end in ("", "_low", "_high"))
            count = tally.endings[ending]
            assert shown == (count / tally.n, *share_interval(count, tally.n))


def test_metrics_are_means_with_their_intervals(scenario, tallies):
    frame = summary(scenario, tallies)
    for row, tally in enumerate(tallies):
        for number, (metric, total) in enumerate(zip(scenario.game.metrics, tally.sums, strict=True)):
            share, seen = metric.kind == "share", tally.moments(number)
            interval = share_interval(total, tally.n) if share else count_interval(seen, 0, metric.most)
            assert tuple(frame[metric.name + end][row] for end in ("_low", "_high")) == interval
            assert frame[metric.name][row] == total / tally.n


def test_a_metric_is_told_in_its_unit_and_within_what_the_game_declares():
    mean = Metric("gold", "gold", "mean", "pieces", "gold", parts=4, least=4, most=12)
    assert estimate(mean, Moments(100, 400, 1_600, 4, 100, 4, 100)) == pytest.approx((1, 1, 1 + 3.688879 * 2 / 100))
    split = Metric("wins", "wins", "share", "", "share", parts=840)
    assert estimate(split, Moments(200, 200 * 840, 200 * 840**2, 840, 200, 840, 200)) == (1, *share_interval(200, 200))
    for metric in (mean, split):
        assert np.isnan(estimate(metric, Moments(0, 0, 0, 0, 0, 0, 0))).all()


def test_a_coordinate_that_is_named_as_a_result_has_a_column_of_its_own(scenario, tallies):
    cells = [
        cell._replace(coordinates={**cell.coordinates, "wounds": number}) for number, cell in enumerate(scenario.cells)
    ]
    frame = summary(scenario._replace(cells=tuple(cells)), tallies)
    assert frame["cell_wounds"].tolist() == [0, 1]
    assert frame["wounds"].tolist() == summary(scenario, tallies)["wounds"].tolist()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("Ozmo", "Ozmo"),
        (3, 3),
        (None, ""),
        (["axe", "kite_shield"], "axe + kite_shield"),
        ([], "none"),
        ({"kind": "prudent", "flee_at": 4, "pays": False}, "prudent flee_at 4 pays false"),
    ],
)  # fmt: skip
def test_coordinates_are_spoken_as_a_person_would(value, said):
    assert spoken(value) == said


def test_rows_are_the_outcomes_with_names(scenario, tmp_path):
    path = tmp_path / "outcomes.parquet"
    write_outcomes(scenario, parts(scenario, 40), path, 16)
    frame = pd.read_parquet(path)
    assert list(frame["cell"]) == [0] * 40 + [1] * 40
    assert list(frame["game"]) == [*range(40), *range(40)]
    played = np.concatenate([outcomes for _, outcomes in parts(scenario, 40)])
    assert list(frame["ending"]) == [scenario.game.endings(code).name for code in played["ending"].tolist()]
    for name in ("wounds", "foe_wounds", "rounds", "turns", "winner"):
        assert frame[name].tolist() == played[name].tolist()
    assert "unused" not in frame


@pytest.mark.parametrize("size", [1, 7, 39])
def test_the_file_does_not_depend_on_how_the_run_was_cut(scenario, tmp_path, size):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    write_outcomes(scenario, parts(scenario, 40), whole, 16)
    write_outcomes(scenario, parts(scenario, size), cut, 16)
    assert cut.read_bytes() == whole.read_bytes()


def test_row_groups_hold_no_more_than_they_may(scenario, tmp_path):
    path = tmp_path / "outcomes.parquet"
    write_outcomes(scenario, parts(scenario, 40), path, 16)
    about = pq.ParquetFile(path).metadata
    assert [about.row_group(group).num_rows for group in range(about.num_row_groups)] == [16, 16, 8, 16, 16, 8]


def test_no_games_no_file(scenario, tmp_path):
    write_outcomes(scenario, [], tmp_path / "outcomes.parquet", 16)
    assert list(tmp_path.iterdir()) == []
    assert Chunk(0, 0, 1).n == 1
