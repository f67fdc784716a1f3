"""Named quantities: a draw as half a win, and a main table that says nothing twice."""

import numpy as np
import pytest
from games.waterloo.battlefield import GAME, SETUPS, Field, rules_of, scenario

from simkit import games
from simkit.core.dice import loaded_dice
from simkit.core.log import new_log
from simkit.games.waterloo.play import score
from simkit.games.waterloo.schema import OUTCOME, Ending
from simkit.study.report.frames import summary
from simkit.study.runs import exact_odds, runner

METRICS = {metric.name: metric for metric in GAME.metrics}


@pytest.mark.parametrize(("ending", "halves"), [(Ending.FRENCH_WIN, 2), (Ending.DRAW, 1), (Ending.ALLIED_WIN, 0)])
def test_a_draw_counts_half_in_the_french_score(ending, halves):
    outcomes, field = np.zeros(1, OUTCOME), Field()
    field.state.ending = ending
    score(rules_of(), SETUPS[0], field.state, field.tally, loaded_dice([]), new_log(), outcomes[0])
    assert METRICS["french_score"].of(outcomes).tolist() == [halves]
    assert METRICS["french_score"].parts == 2


def test_the_french_score_of_a_run_is_wins_and_half_the_draws():
    one = scenario('french = "random"\nallied = "random"', n=6, seed=1815)
    row = summary(one, runner.run_in_memory(one)).iloc[0]
    assert row["DRAW"] > 0
    assert row["french_score"] == pytest.approx(row["FRENCH_WIN"] + row["DRAW"] / 2)
    assert 0 <= row["french_score_low"] < row["french_score"] < row["french_score_high"] <= 1


def test_the_french_score_of_an_attack_is_exactly_nothing():
    one = scenario('column = "3-1"', "ODDS")
    assert exact_odds.exact(one, one.cells[0]).means["french_score"] == 0


@pytest.mark.parametrize("name", games.ours())
def test_no_headline_says_the_same_twice(name):
    """An ending and a metric of the same name, or of a title with the same words."""
    for game in games.get(name).every_part():
        titles = {metric.name: metric.title for metric in game.metrics}
        columns = {column.lower() for column in game.headline}
        said = {titles.get(column, column).lower().replace("_", " ").removeprefix("the ") for column in game.headline}
        assert len(columns) == len(said) == len(game.headline)
