"""Who wins: the characters of a run side by side, and whether they, and the seats, could all be equal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.games.game import slug
from simkit.study import ratings
from simkit.study.stats import mean_interval, wilson, z_quantile
from simkit.study.tally import Tally, line_ups_met

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.scenario import Scenario

ENOUGH = 100  # games of a character, for normal errors to mean something
EXACTLY = 1e-12  # p-values below are told as this


class Standing(NamedTuple):
    """What a cell says about its characters together."""

    fewest: int  # games that any of them took part in
    best: str
    errors_above: float  # standard errors that the best stands above the mean
    by_chance: float  # and would stand if all were equal
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
            low, high = wilson(wins, games)
            row: dict[str, Any] = {cast.title: name, "games": games}
            row |= {"wins": wins / games, "wins_low": low, "wins_high": high}
            rows.append(row | _own_metrics(scenario, tally, name))
    return pd.DataFrame(rows).sort_values("wins", ascending=False, ignore_index=True)


def _own_metrics(scenario: Scenario, tally: Tally, name: str) -> dict[str, float]:
    """Metrics that are named after a character, such as `ozmo_died`; his share of wins is there already."""
    found: dict[str, float] = {}
    prefix = f"{slug(name)}_"
    for index, metric in enumerate(scenario.game.metrics):
        field = metric.name.removeprefix(prefix)
        if metric.name.startswith(prefix) and field != "share":
            n, total = tally.played[index], tally.sums[index]
            low, high = wilson(total, n) if metric.kind == "share" else mean_interval(total, tally.squares[index], n)
            found |= {field: total / n, f"{field}_low": low, f"{field}_high": high}
    return found


def standing(scenario: Scenario, tally: Tally) -> Standing | None:
    """Tests of equality, and the best beside what chance would make of it; None where fewer than two took part."""
    cast, sums = scenario.game.cast, line_ups_met(scenario.game, tally)
    assert cast is not None
    assert sums is not None
    there = np.flatnonzero(np.diag(sums.games))
    if len(there) < 2:
        return None
    met = ratings.LineUpSums(*(table[np.ix_(there, there)] for table in sums))
    names = [cast.names(scenario.figures)[number] for number in there]
    shares, errors = ratings.win_shares(met, cast.whole), ratings.covariance(met, cast.whole)
    best, worst = int(shares.argmax()), int(shares.argmin())
    centred = np.eye(len(shares))[best] - 1 / len(shares)
    error = math.sqrt(float(centred @ errors @ centred))
    seats = tally.winners[: n_seats(tally)]
    return Standing(
        int(np.diag(met.games).min()),
        names[best],
        float(centred @ shares) / error if error > 0 else math.inf,
        ratings.best_of(len(shares)),
        ratings.all_equal(met, cast.whole)[1],
        ratings.equal_seats(seats)[1] if len(seats) > 1 else 1.0,
        ratings.difference(met, best, worst, cast.whole),
        names[worst],
    )


def lines(scenario: Scenario, tally: Tally) -> Iterator[str]:
    """The standing in sentences."""
    cast, found = scenario.game.cast, standing(scenario, tally)
    assert cast is not None
    if found is None:
        return
    if found.fewest < ENOUGH:
        yield f"Fewer than {ENOUGH} games of some {cast.title}: too few to compare them."
        return
    size, low, high = (100 * value for value in found.spread)
    yield (
        f"{found.best} wins {size:.2f} points more than {found.worst} [{low:.2f}\N{EN DASH}{high:.2f}]. "
        f"The best stands {found.errors_above:.2f} standard errors above the mean; if all were equal, "
        f"the best would stand {found.by_chance:.2f} above it by chance."
    )
    yield f"All {cast.title}s alike: p {_p(found.p_characters)}. All seats alike: p {_p(found.p_seats)}."
    yield f"Seats win alone {seat_shares(scenario, tally)}."


def _p(p_value: float) -> str:
    return f"< {EXACTLY:g}" if p_value < EXACTLY else f"= {p_value:.2g}"


def seat_shares(scenario: Scenario, tally: Tally) -> str:
    """What each seat wins alone, with 95 % half-widths, in per cent."""
    said = []
    for seat, wins in enumerate(tally.winners[: n_seats(tally)], 1):
        share = wins / tally.n
        half = z_quantile(0.95) * math.sqrt(share * (1 - share) / tally.n)
        said.append(f"{seat}: {100 * share:.2f} ± {100 * half:.2f} %")
    return ", ".join(said)


def n_seats(tally: Tally) -> int:
    """Seats up to the last one that ever won."""
    return max((seat for seat, wins in enumerate(tally.winners, 1) if wins), default=0)
