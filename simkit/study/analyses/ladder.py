"""Every policy of a game against every other, by seat and side, on the same luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.errors import BadInput
from simkit.games.metrics import Metric
from simkit.study.analyses.interests import governed, interest, own_shares, seat_keys
from simkit.study.analyses.ladder_finding import BEATS, LOSES, OPEN, Ladder, Meeting
from simkit.study.analyses.side_differences import Estimate, Term, combined, sign_of
from simkit.study.runs import columns, runner
from simkit.study.runs.columns import Column
from simkit.study.scenarios.arguments import name_of, threads, truth
from simkit.study.scenarios.changes import changed_setup
from simkit.study.scenarios.labels import spoken
from simkit.study.scenarios.quantities import WIN_SHARE, Quantity, quantities, score_asked
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.stats.estimates import family_level
from simkit.study.stats.plackett_luce import Strengths, Wins, fit_strengths, on_the_same_luck

if TYPE_CHECKING:
    from simkit.study.runs.journal import Records

Integers = NDArray[np.int64]


class Seats(NamedTuple):
    """Who sits where at a table of two policies: one alone at a seat, the other at all others."""

    alone: str  # the key that sets that seat
    others: tuple[str, ...]  # the keys that set the others
    place: int  # of the seat, from 0
    n: int


class Scored(NamedTuple):
    """What is won at a table: the shares of all seats, or a score of the one of which the other has the rest."""

    metric: Metric
    chosen: list[Quantity]  # cell by cell; one a cell where it is a score
    sign: int  # -1 where the score is the other's
    shares: bool


class Table(NamedTuple):
    """What two policies, or one twice, came to: cell by cell."""

    alone: list[Column]  # what the seat that stands alone wins
    winners: list[Integers]  # int[games]: a bit for each seat that won or shared


def ladder(
    scenario: Scenario | str | Path | Mapping[str, Any],
    *,
    metric: str = "",
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> Ladder:
    """Every policy against every other, rated, with who beats whom; [ladder] of the file names the policies.

    At each table one policy has a seat alone, and another all other seats.  Of two seats, a policy is ahead of another
    by half of what it scores at both sides beyond what the other scores there.  Of more, by half of what it gains in
    the place of one of the others, less half of what one of these gains in its.  Ratings are Plackett-Luce's with ties.

    Parameters
    ----------
    metric
        Instead of that of [ladder]: win shares where somebody wins, or a score of which the other side has the rest.
    exact
        Nothing but None or False: a ladder is played.
    progress
        Called after each table.
    journal
        Keeps what was played; what it holds is not played again.
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    BadInput
        With all that is wrong in the file; where nobody plays against anybody, or no game is won by one alone.
    """
    loaded = load(scenario, **changes)
    if truth("exact", exact):
        raise BadInput(f"{loaded.path}: a ladder has no exact answer: it is played")
    seats, field = seats_of(loaded), climbers(loaded)
    scored = _scored(loaded, seats, score_asked(loaded.game, name_of("metric", metric) or loaded.asked.ladder.metric))
    names = list(field)
    arms = [_seated(loaded, seats, field[alone], field[other]) for alone in names for other in names]
    tables = []
    for sides in columns.played(arms, scored.chosen, threads(jobs), journal):
        tables.append(_table(sides, seats, scored))
        progress(1)
    level = 1 - family_level(loaded.asked.ladder.alpha, max(1, len(names) * (len(names) - 1) // 2))
    strengths = _strengths(loaded, seats, tables, len(names))
    meetings = tuple(_meetings(tables, names, seats, scored.sign, level))
    n_games = len(arms) * len(loaded.cells) * loaded.run.games
    return Ladder(
        loaded, scored.metric, tuple(names), seats.alone, seats_named(loaded, seats), strengths, meetings, n_games
    )


def climbers(scenario: Scenario) -> dict[str, Any]:
    """The policies by name: those of [ladder], else all presets but `random`."""
    asked = scenario.asked.ladder.policies or [name for name in scenario.game.policies if name != "random"]
    if len(asked) < 2:
        raise BadInput(
            f"{scenario.path}: a ladder needs two policies or more, and {scenario.game.name} has {len(asked)}"
        )
    return {str(spoken(policy)): policy for policy in asked}


def n_tables(scenario: Scenario) -> int:
    """Number of tables: every policy with every one, itself included."""
    return len(climbers(scenario)) ** 2


def seats_of(scenario: Scenario) -> Seats:
    """The seat that one policy has alone, and the keys of the others; `BadInput` where there are no others."""
    governs = {key: governed(scenario, key) for key in seat_keys(scenario)}
    single = [key for key, (seats, n) in governs.items() if len(seats) == 1 < n]
    every = [key for key, (seats, n) in governs.items() if len(seats) == n > 1]
    others = every or single[1:]
    if not single or not others:
        raise BadInput(
            f"{scenario.path}: a ladder needs a seat with a policy of its own against others; `simkit robust` compares "
            f"policies of one seat"
        )
    for key in (single[0], *others):
        if len({str(cell.coordinates.get(key)) for cell in scenario.cells}) > 1:
            raise BadInput(f"{scenario.path}: its cells differ in {key}, which the ladder sets: leave it to [ladder]")
    (place,), n = governs[single[0]]
    return Seats(single[0], tuple(others), place, n)


def seats_named(scenario: Scenario, seats: Seats) -> tuple[str, ...]:
    """A name for each seat: the key that sets it alone, else its number."""
    names = [f"seat {number + 1}" for number in range(seats.n)]
    for key in (seats.alone, *seats.others):
        governs, _ = governed(scenario, key)
        if len(governs) == 1:
            names[governs[0]] = key
    return tuple(names)


def _scored(scenario: Scenario, seats: Seats, metric: Metric) -> Scored:
    if metric.name == WIN_SHARE and scenario.game.cast is not None:
        return Scored(metric, own_shares(scenario, "seat", range(seats.n)), 1, shares=True)
    if seats.n > 2 or not metric.is_share:
        what = f"{seats.n} seats share wins" if metric.is_share else "it is no share"
        raise BadInput(f"{scenario.path}: {metric.name} cannot be split on a ladder: {what}; leave [ladder] metric out")
    _, sign = interest(scenario, seats.alone, metric, "", "ladder")
    return Scored(metric, quantities(scenario, [metric]), sign, shares=False)


def _seated(scenario: Scenario, seats: Seats, alone: Any, other: Any) -> Scenario:
    changed, faults = changed_setup(scenario, {**dict.fromkeys(seats.others, other), seats.alone: alone})
    if faults:
        raise BadInput([f"{scenario.path}: ladder: {fault.message}" for fault in dict.fromkeys(faults)])
    return changed


def _table(sides: Sequence[Column], seats: Seats, scored: Scored) -> Table:
    if scored.shares:
        cells = [sides[first : first + seats.n] for first in range(0, len(sides), seats.n)]
        winners = [_bits(np.array([column.values > 0 for column in cell])) for cell in cells]
        return Table([cell[seats.place] for cell in cells], winners)
    whole = scored.metric.parts
    alone, other = (1 << seats.place, 1 << (1 - seats.place))[:: scored.sign]
    sets = [
        np.where(column.values == whole, alone, np.where(column.values == 0, other, alone | other)) for column in sides
    ]
    return Table(list(sides), sets)


def _bits(won: NDArray[np.bool_]) -> Integers:
    """Which seats won, bool[seats, games], as a number a game."""
    numbers: Integers = (won.astype(np.int64) << np.arange(len(won))[:, None]).sum(axis=0)
    return numbers


def _strengths(scenario: Scenario, seats: Seats, tables: Sequence[Table], n: int) -> Strengths:
    """Log strengths of policies and seats, with errors by game number, since all tables share their luck."""
    won = np.array([winners for table in tables for winners in table.winners])
    masks = [mask for mask in np.unique(won).tolist() if mask]
    if not any(mask.bit_count() == 1 for mask in masks):
        raise BadInput(f"{scenario.path}: no game was won by one alone: there is nothing to rate")
    chosen = np.searchsorted(np.array(masks), won)
    chosen[won == 0] = -1
    counts = np.array([[np.count_nonzero(row == index) for index in range(len(masks))] for row in chosen])
    line_ups = np.array([_line_up(seats, *divmod(index, n)) for index in range(len(tables)) for _ in scenario.cells])
    sets = tuple(tuple(seat for seat in range(seats.n) if mask >> seat & 1) for mask in masks)
    wins = Wins(line_ups, sets, counts)
    return on_the_same_luck(wins, fit_strengths(wins, n), chosen)


def _line_up(seats: Seats, alone: int, other: int) -> list[int]:
    return [alone if seat == seats.place else other for seat in range(seats.n)]


def _meetings(
    tables: Sequence[Table], names: Sequence[str], seats: Seats, sign: int, level: float
) -> Iterator[Meeting]:
    """Every policy alone against every one, itself included."""
    n = len(names)
    for alone in range(n):
        for other in range(n):
            score = _sum([(tables[alone * n + other], 1)], 1)
            lead = _lead(tables, alone, other, n, seats) if alone != other else Estimate(0.0, ())
            low, high = (sign * end for end in lead.interval(level)[::sign])
            yield Meeting(
                names[alone], names[other], *_upright(score, sign), sign * lead.size, low, high,
                _word(sign * sign_of(lead, level)) if alone != other else "",
            )  # fmt: skip


def _lead(tables: Sequence[Table], policy: int, other: int, n: int, seats: Seats) -> Estimate:
    """How far one policy is ahead of another: the same number below 0 the other way round."""
    terms = [(tables[policy * n + other], 1), (tables[other * n + policy], -1)]
    if seats.n > 2:
        terms += [(tables[other * n + other], -1), (tables[policy * n + policy], 1)]
    return _sum(terms, 2)


def _sum(tables: Sequence[tuple[Table, int]], divisor: int) -> Estimate:
    """A sum over tables of what the seat that stands alone wins, on average over cells."""
    terms: list[Term] = [(column, times) for table, times in tables for column in table.alone]
    return combined(terms, divisor * len(tables[0][0].alone))


def _upright(score: Estimate, sign: int) -> tuple[float, float, float]:
    """A score with its 95 % interval; where the metric is the other's, what that leaves."""
    low, high = score.interval(0.95)
    return (score.size, low, high) if sign > 0 else (1 - score.size, 1 - high, 1 - low)


def _word(sign: int) -> str:
    return {1: BEATS, -1: LOSES, 0: OPEN}[sign]
