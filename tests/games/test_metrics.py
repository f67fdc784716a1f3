"""What a game says of its metrics: the least and the most that one game can give."""

from functools import cache

import numpy as np
import pytest
from conftest import JIT

from simkit import games
from simkit.contract import scenario_files, some_cells
from simkit.games.metrics import Metric
from simkit.study.runs import runner
from simkit.study.scenarios.quantities import metrics_of
from simkit.study.scenarios.reader import load

PARTS = [part for name in games.ours() for part in games.get(name).every_part()]
FILES = [file for name in games.ours() for file in scenario_files(name)]
N, LONG = (400, 400) if JIT else (12, 2)
loaded = cache(load)


@pytest.fixture(params=PARTS, ids=lambda part: f"{part.name}/{next(iter(part.entries))}")
def game(request):
    return request.param


@pytest.fixture(params=FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def scenario(request):
    return loaded(request.param)


def dtype_of(metric: Metric, game) -> np.dtype:
    return metric.of(np.zeros(1, game.schema.OUTCOME)).dtype


@pytest.mark.parametrize(
    ("metric", "span", "largest_difference"),
    [
        (Metric("won", "won", "share", "", "won"), (0, 1), 1),
        (Metric("won", "won", "share", "", "won", parts=840), (0, 840), 840),
        (Metric("score", "score", "mean", "points", "score", least=-3, most=9), (-3, 9), 12),
        (Metric("score", "score", "mean", "points", "score"), (0, None), None),
    ],
)
def test_a_share_is_bounded_by_its_parts_and_a_mean_by_what_it_says(metric, span, largest_difference):
    assert (metric.span, metric.largest_difference) == (span, largest_difference)


def test_every_metric_has_a_least_and_if_any_a_higher_most(game):
    for metric in metrics_of(game):
        least, most = metric.span
        assert most is None or least < most, metric.name
        if metric.kind == "share":
            assert (least, most) == (0, metric.parts), metric.name
            assert (metric.least, metric.most) == (0, None), f"{metric.name}: said twice"


def test_a_column_holds_whatever_its_metric_may_be(game):
    for metric in game.metrics:
        least, most = metric.span
        room = np.iinfo(dtype_of(metric, game))
        assert room.min <= least, metric.name
        assert most is None or most <= room.max, metric.name


def test_what_one_byte_counts_has_a_most(game):
    small = [metric for metric in game.metrics if dtype_of(metric, game).itemsize == 1]
    assert small
    assert [metric.name for metric in small if metric.span[1] is None] == []


def test_no_game_goes_beyond(scenario):
    game = scenario.game
    n = N if scenario.entry in game.exact_entries else LONG
    for cell in some_cells(scenario).values():
        played = runner.simulate(scenario, cell, 0, n)
        for metric in game.metrics:
            least, most = metric.span
            column = metric.of(played)
            assert column.min() >= least, metric.name
            assert most is None or column.max() <= most, metric.name
