"""The quantities of arms game by game: the same however they are cut, and from a journal."""

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import RIVALS, read

from simkit.study.runs import columns, runner
from simkit.study.runs.journal import Journal
from simkit.study.scenarios.quantities import metric_named, quantities

N = 2_100 if JIT else 5


@pytest.fixture
def rivals(tmp_path):
    return read(tmp_path, RIVALS, games=N)


def chosen_of(scenario):
    return quantities(scenario, [metric_named(scenario.game, "wounds")])


def test_columns_are_those_of_the_games_in_the_order_of_the_arms(rivals):
    arms = [rivals, *(variant for _, variant in rivals.variants)]
    found = list(columns.played(arms, chosen_of(rivals), 2))
    assert len(found) == len(arms)
    for arm, sides in zip(arms, found, strict=True):
        for cell, column in zip(arm.cells, sides, strict=True):
            np.testing.assert_array_equal(column.values, runner.simulate(arm, cell, 0, N)["wounds"])
            assert column.sits is None


def test_nothing_is_played_again_that_a_journal_holds(rivals, tmp_path, monkeypatch):
    arms, chosen = [rivals, rivals.variants[0][1]], chosen_of(rivals)
    with Journal.open(tmp_path / "journal", b"test") as journal:
        first = list(columns.played(arms, chosen, 1, journal))
        size = (tmp_path / "journal").stat().st_size
        monkeypatch.setattr(runner, "simulate", lambda *_: pytest.fail("played again"))
        again = list(columns.played(arms, chosen, 2, journal))
    assert (tmp_path / "journal").stat().st_size == size
    for one, other in zip(first, again, strict=True):
        for ours, theirs in zip(one, other, strict=True):
            np.testing.assert_array_equal(ours.values, theirs.values)
