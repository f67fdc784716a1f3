"""Who wins, from hand-made games: seats that never win, games that nobody wins, and what takes more games."""

from pathlib import Path

import numpy as np
import pytest

from simkit.core.lineups import line_ups
from simkit.study.report import standings
from simkit.study.runs.tally import tally
from simkit.study.scenarios.reader import load
from simkit.study.stats.intervals import share_interval

SCENARIO = Path(__file__).parents[3] / "scenarios" / "emperor" / "win_rates.toml"
WHOLE = 840


@pytest.fixture(scope="module")
def scenario():
    return load(SCENARIO)


def played(scenario, winners, n_seats=4):
    """A tally of games that the seats with these numbers won alone; -1 for nobody."""
    outcomes = np.zeros(len(winners), scenario.game.schema.OUTCOME)
    who = outcomes[scenario.game.cast.column][scenario.game.cast.who]
    who[:] = -1
    size = scenario.game.cast.size
    rows = line_ups(size, n_seats, 1, -(-len(winners) // (size * (size - 1) * (size - 2))))[: len(winners)]
    who[:, :n_seats] = rows
    shares = outcomes[scenario.game.cast.column]["share"]
    winners = np.asarray(winners)
    for game, seat in enumerate(winners.tolist()):
        if seat >= 0:
            shares[game, seat] = WHOLE
    outcomes["winner"] = winners
    return tally(scenario.game, 0, outcomes)


def said(scenario, found):
    return " ".join(standings.lines(scenario, found))


def test_a_last_seat_that_never_won_is_counted(scenario):
    """Row 12 of the trial: winners 100, 100, 0 gave p = 1."""
    found = played(scenario, [0] * 100 + [1] * 100, 3)
    assert standings.seat_wins(scenario, found) == (100, 100, 0)
    assert standings.standing(scenario, found).p_seats == pytest.approx(1.9e-22, rel=0.02, abs=0)


def test_seats_that_win_all_or_nothing_have_an_interval_with_a_width(scenario):
    """Row 11 of the trial: 200 of 200 gave 100.00 +- 0.00 %."""
    told = standings.seat_shares(scenario, played(scenario, [0] * 200, 3))
    low, high = share_interval(200, 200)
    assert told.startswith(f"1: 100.00 % [{100 * low:.2f}\N{EN DASH}{100 * high:.2f}], 2: 0.00 % [0.00\N{EN DASH}1.83]")
    assert told.count("%") == 3


@pytest.mark.parametrize(("n", "told"), [(839, False), (840, True)])
def test_equality_is_tested_from_840_games_on(scenario, n, told):
    rng = np.random.default_rng(4)
    found = said(scenario, played(scenario, rng.integers(0, 4, n)))
    assert ("alike: p" in found) == told
    assert ("Too few games to compare characters" in found) == (not told)


def test_games_that_nobody_wins_say_nothing_and_raise_nothing(scenario):
    found = played(scenario, [-1] * 1_000)
    standing = standings.standing(scenario, found)
    assert (standing.errors_above, standing.p_characters, standing.p_seats) == (0, 1, 1)
    size, low, high = standing.spread
    assert low < size == 0 < high
    assert said(scenario, found).startswith("Too few games")


def test_few_games_won_alone_leave_the_seats_open(scenario):
    found = played(scenario, [0] * 5 + [-1] * 995)
    assert standings.standing(scenario, found).p_seats < 0.01
    rng = np.random.default_rng(5)
    shared = played(scenario, rng.integers(0, 4, 1_000))._replace(winners=(5, 0, 0, 0, 0, 0))
    assert "All seats alike: too few won alone to say." in said(scenario, shared)


def test_every_character_has_an_interval_and_one_that_never_sat_has_no_row(scenario):
    frame = standings.characters(scenario, played(scenario, [0] * 30))
    for name in (column.removesuffix("_low") for column in frame if column.endswith("_low")):
        told = frame[[f"{name}_low", name, f"{name}_high"]].dropna()
        assert (told[f"{name}_low"] <= told[name]).all()
        assert (told[f"{name}_low"] < told[f"{name}_high"]).all()
        assert (told[f"{name}_low"] >= 0).all()
