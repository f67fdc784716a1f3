"""Who wins: the characters of a run side by side, and whether they, and the seats, could all be equal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.games.faults import slug
from simkit.study.report.frames import estimate
from simkit.study.runs.tally import Tally, line_ups_met
from simkit.study.stats import win_shares
from simkit.study.stats.intervals import share_interval

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.scenarios.scenario import Scenario

ENOUGH = 840  # games that a test of equality needs to keep its error rate
ENOUGH_OF_EACH = 100  # games with each character
ENOUGH_WINS = 5  # wins that each seat, or character, would have if all were equal
EXACTLY = 1e-12  # smaller p-values are written as "< 1e-12"


class Standing(NamedTuple):
    """What a cell says about its characters together."""

    fewest: int  # games that any of them took part in
    wins: float  # that each would have if all won alike
    best: str
    errors_above: float  # standard errors that the best stands above the mean
    by_chance: float  # the same on average if all were equal
    p_characters: float  # of "all characters win alike"
    p_seats: float  # of "all seats win alike"
    spread: tuple[float, float, float]  # best less worst, with its interval
    worst: str


def characters(scenario: Scenario, tally: Tally) -> pd.DataFrame:
    """A row a character that took part: games, win share and whatever metrics bear its name, each with its interval."""
    import pandas as pd

    cast, sums = scenario.game.cast, line_ups_met(scenario.game, tally)
    assert cast is not None
    assert sums is not None
    rows = []
    for number, name in enumerate(cast.names(scenario.figures)):
        games = int(sums.games[number, number])
        if games:
            wins = sums.shares[number, number] / cast.whole
            low, high = share_interval(wins, games)
            row: dict[str, Any] = {cast.title: name, "games": games}
            row |= {"wins": wins / games, "wins_low": low, "wins_high": high}
            rows.append(row | _own_metrics(scenario, tally, name))
    return pd.DataFrame(rows).sort_values("wins", ascending=False, ignore_index=True)


def _own_metrics(scenario: Scenario, tally: Tally, name: str) -> dict[str, float]:
    """Metrics that are named after a character, such as `ozmo_died`; without the share of wins, which is in the row."""
    metrics: dict[str, float] = {}
    prefix = f"{slug(name)}_"
    for index, metric in enumerate(scenario.game.metrics):
        field = metric.name.removeprefix(prefix)
        if metric.name.startswith(prefix) and field != "share":
            mean, low, high = estimate(metric, tally.moments(index))
            metrics |= {field: mean, f"{field}_low": low, f"{field}_high": high}
    return metrics


def standing(scenario: Scenario, tally: Tally) -> Standing | None:
    """Tests of equality, and how far the best stands out; None where fewer than two characters took part."""
    cast, sums = scenario.game.cast, line_ups_met(scenario.game, tally)
    assert cast is not None
    assert sums is not None
    took_part = np.flatnonzero(np.diag(sums.games))
    if len(took_part) < 2:
        return None
    line_ups = win_shares.LineUpSums(*(table[np.ix_(took_part, took_part)] for table in sums))
    names = [cast.names(scenario.figures)[number] for number in took_part]
    shares, errors = win_shares.win_shares(line_ups, cast.whole), win_shares.covariance(line_ups, cast.whole)
    best, worst = int(shares.argmax()), int(shares.argmin())
    centred = np.eye(len(shares))[best] - 1 / len(shares)
    error = math.sqrt(float(centred @ errors @ centred))
    above = float(centred @ shares)
    return Standing(
        int(np.diag(line_ups.games).min()),
        float(np.diag(line_ups.shares).sum()) / cast.whole / len(took_part),
        names[best],
        above / error if error > 0 else math.inf if above > 0 else 0.0,
        win_shares.best_of(len(shares)),
        win_shares.all_equal(line_ups, cast.whole)[1],
        win_shares.equal_seats(seat_wins(scenario, tally))[1],
        win_shares.difference(line_ups, best, worst, cast.whole),
        names[worst],
    )


def lines(scenario: Scenario, tally: Tally) -> Iterator[str]:
    """The standing in sentences."""
    cast, result = scenario.game.cast, standing(scenario, tally)
    assert cast is not None
    if result is None:
        return
    if tally.n < ENOUGH or result.fewest < ENOUGH_OF_EACH or result.wins < ENOUGH_WINS:
        yield (
            f"Too few games to compare {cast.title}s: that takes {ENOUGH} games, {ENOUGH_OF_EACH} of each, "
            f"and {ENOUGH_WINS} wins for each on average."
        )
        return
    size, low, high = (100 * value for value in result.spread)
    yield (
        f"{result.best} wins {size:.2f} points more than {result.worst} [{low:.2f}\N{EN DASH}{high:.2f}]. "
        f"The best stands {result.errors_above:.2f} standard errors above the mean; if all were equal, "
        f"the best would stand {result.by_chance:.2f} above it by chance."
    )
    seats = seat_wins(scenario, tally)
    alike = f"p {_p(result.p_seats)}" if sum(seats) >= ENOUGH_WINS * len(seats) else "too few won alone to say"
    yield f"All {cast.title}s alike: p {_p(result.p_characters)}. All seats alike: {alike}."
    yield f"Seats win alone {seat_shares(scenario, tally)}."


def _p(p_value: float) -> str:
    return f"< {EXACTLY:g}" if p_value < EXACTLY else f"= {p_value:.2g}"


def seat_shares(scenario: Scenario, tally: Tally) -> str:
    """What each seat wins alone, with its 95 % interval, in per cent."""
    shares = []
    for seat_number, wins in enumerate(seat_wins(scenario, tally), 1):
        share, low, high = (100 * number for number in (wins / tally.n, *share_interval(wins, tally.n)))
        shares.append(f"{seat_number}: {share:.2f} % [{low:.2f}\N{EN DASH}{high:.2f}]")
    return ", ".join(shares)


def seat_wins(scenario: Scenario, tally: Tally) -> tuple[int, ...]:
    """Games that each seat won alone; a seat in which nobody sat is left out."""
    sums = line_ups_met(scenario.game, tally)
    taken = int(np.diag(sums.games).sum()) // tally.n if sums and tally.n else 0
    return tally.winners[:taken]
