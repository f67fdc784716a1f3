"""Pictures of a run that are drawn from its counts: who they are about, and what they say."""

import pytest
from scenario_texts import DUELS, read

from simkit.games.metrics import Census
from simkit.study.report.pictures import shares_of_games
from simkit.study.report.run_pictures import MOST_LABELS, _draw_census, _draw_seats
from simkit.study.runs.tally import Tally


def texts(figure) -> list[str]:
    found = [text.get_text() for text in figure.texts]
    for axes in figure.axes:
        found += [label.get_text() for label in (*axes.get_yticklabels(), axes.xaxis.label)]
    return found


@pytest.fixture
def scenario(tmp_path):
    return read(tmp_path, DUELS)


def test_a_census_is_drawn_with_the_commonest_above(scenario):
    census = Census("cause", "cause of death", ("cause",), (), several=False)
    counts = {"Brown Bear": 5, "never": 0, "wild_boar": 20, **{f"rare {number}": 1 for number in range(30)}}
    said = texts(_draw_census(scenario, census, counts))
    assert "Cause of death: most often wild boar, 36.4 % of 55" in " ".join(said)
    labels = [text for text in said if text in ("wild boar", "Brown Bear", "never")]
    assert labels == ["wild boar", "Brown Bear"]
    assert sum(text.startswith("rare ") for text in said) == MOST_LABELS - 2
    assert "12 rarer ones are left out" in " ".join(said)
    assert "share, in per cent" in said


def test_seats_stand_beside_the_line_of_equal_ones(tmp_path):
    text = 'game = "emperor"\nentry = "WHOLE_GAME"\ntitle = "Who wins?"\n[setup]\nplayers = 4\n'
    whole = read(tmp_path, text, games=1000)
    game, n = whole.game, 1000
    wins, blank = (300, 250, 220, 210), (0,) * len(whole.game.metrics)
    size = game.cast.size
    table = [0] * (3 * size * size)
    for member in range(4):
        table[member * (size + 1)] = n
    tally = Tally(n, (), blank, blank, blank, blank, blank, blank, blank, (), wins, tuple(table), 0, 0)
    figure = _draw_seats(whole, tally)
    said = texts(figure)
    assert "Seats win 21.0 to 30.0 % of the games alone" in said
    assert [text for text in said if text.startswith("seat ")] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    line = next(
        line for line in figure.axes[0].lines if len(set(line.get_xdata())) == 1 and line.get_linewidth() == 0.8
    )
    assert line.get_xdata()[0] == pytest.approx(24.5)


def test_a_caller_may_draw_on_axes_of_his_own(scenario):
    from matplotlib.figure import Figure

    figure = Figure()
    axes = figure.subplots()
    assert shares_of_games(scenario, {"wins": 3, "loses": 7}, 10, title="", subtitle="", ax=axes) is figure
    assert len(axes.get_yticklabels()) == 2
