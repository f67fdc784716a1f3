"""Sums over a range of games, in integers: merging is exact, in any order."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from simkit.core.counts import count_marks, moments
from simkit.core.digest import digest_text, fold
from simkit.core.records import MARKS_A_WORD, words
from simkit.core.words import MASK
from simkit.games.game import Game
from simkit.games.metrics import Cast, Census, Metric, column
from simkit.study.stats.intervals import Moments
from simkit.study.stats.win_shares import LineUpSums, line_up_sums

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario


class Tally(NamedTuple):
    """Sums over games of one cell; Python integers, so nothing overflows."""

    n: int
    endings: tuple[int, ...]  # games by ending, number 0 (none) first
    played: tuple[int, ...]  # games that count for each metric, in the game's order
    sums: tuple[int, ...]  # of each metric
    squares: tuple[int, ...]
    least: tuple[int, ...]  # that a game gave of each metric; 0 where none counts
    times_least: tuple[int, ...]  # games that gave it
    most: tuple[int, ...]
    times_most: tuple[int, ...]
    counts: tuple[int, ...]  # of each label of each census, in the game's order
    winners: tuple[int, ...]  # games that each seat won alone, where somebody wins
    cast: tuple[int, ...]  # the tables of `LineUpSums`, one after the other
    digest_low: int
    digest_high: int

    @property
    def digest(self) -> str:
        """32 hex digits that say whether two runs played the same games to the same outcomes."""
        return digest_text(self.digest_low, self.digest_high)

    def moments(self, metric: int) -> Moments:
        """The moments of a metric, by its number, over the games that count for it."""
        of_each = (self.played, self.sums, self.squares, self.least, self.times_least, self.most, self.times_most)
        return Moments(*(numbers[metric] for numbers in of_each))


def tally(game: Game, first: int, outcomes: np.ndarray) -> Tally:
    """The sums of `outcomes`: OUTCOME[n], games number `first` and up."""
    of_metrics = [moments(_counting(metric, outcomes)) for metric in game.metrics]
    sums, squares, least, times_least, most, times_most = (
        tuple(map(int, numbers)) for numbers in zip(*of_metrics, strict=True)
    )
    endings = np.bincount(outcomes["ending"], minlength=len(game.endings) + 1)
    low, high = fold(words(outcomes), first)
    return Tally(
        len(outcomes),
        tuple(endings.tolist()),
        tuple(metric.counting(outcomes) for metric in game.metrics),
        sums,
        squares,
        least,
        times_least,
        most,
        times_most,
        tuple(count for census in game.censuses for count in counted(census, outcomes)),
        sole_wins(game, outcomes) if game.cast else (),
        line_up_tables(game.cast, outcomes) if game.cast else (),
        int(low),
        int(high),
    )


def _counting(metric: Metric, outcomes: np.ndarray) -> np.ndarray:
    """A metric's column of OUTCOME[n], in the games that count."""
    values: np.ndarray = metric.of(outcomes)
    return values[column(outcomes, metric.among) > 0] if metric.among else values


def counted(census: Census, outcomes: np.ndarray) -> list[int]:
    """Games of OUTCOME[n] that each label of a census befell."""
    if not census.several:
        codes = column(outcomes, census.columns[0]).ravel()
        by_label: list[int] = np.bincount(codes, minlength=len(census.labels) + 1)[1:].tolist()
        return by_label
    counts = np.zeros((len(census.columns), MARKS_A_WORD), np.int64)
    for path, marks in zip(census.columns, counts, strict=True):
        count_marks(column(outcomes, path), marks)
    return [int(count) for count in counts.flat[: len(census.labels)]]


def sole_wins(game: Game, outcomes: np.ndarray) -> tuple[int, ...]:
    """Games that each seat won alone."""
    return tuple(np.bincount(outcomes["winner"] + 1, minlength=game.sides + 1)[1:].tolist())


def line_up_tables(cast: Cast, outcomes: np.ndarray) -> tuple[int, ...]:
    """The sums that compare characters (`LineUpSums`), flat."""
    seats = outcomes[cast.column]
    taken = [
        seat_number
        for seat_number in range(seats.shape[1])
        if not cast.who or (seats[cast.who][:, seat_number] >= 0).all()
    ]
    characters = seats[cast.who][:, taken] if cast.who else np.broadcast_to(taken, (len(seats), len(taken)))
    sums = line_up_sums(characters.astype(np.int64), seats["share"][:, taken].astype(np.int64), cast.size)
    return tuple(np.stack(sums).ravel().tolist())


def line_ups_met(game: Game, sums: Tally) -> LineUpSums | None:
    """The sums that compare characters, if the game has a cast."""
    if game.cast is None:
        return None
    return LineUpSums(*np.array(sums.cast, np.int64).reshape(3, game.cast.size, game.cast.size))


def merge(tallies: Iterable[Tally], game: Game) -> Tally:
    """The tally of all games together."""
    total = empty(game)
    for part in tallies:
        total = Tally(
            total.n + part.n,
            tuple(map(sum, zip(total.endings, part.endings, strict=True))),
            tuple(map(sum, zip(total.played, part.played, strict=True))),
            tuple(map(sum, zip(total.sums, part.sums, strict=True))),
            tuple(map(sum, zip(total.squares, part.squares, strict=True))),
            *_ends(min, total.least, total.times_least, part.least, part.times_least),
            *_ends(max, total.most, total.times_most, part.most, part.times_most),
            tuple(map(sum, zip(total.counts, part.counts, strict=True))),
            tuple(map(sum, zip(total.winners, part.winners, strict=True))),
            tuple(map(sum, zip(total.cast, part.cast, strict=True))),
            total.digest_low + part.digest_low & MASK,
            total.digest_high + part.digest_high & MASK,
        )
    return total


def _ends(pick: Callable[[int, int], int], *of_two: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The least or the most that each metric gave in either of two tallies, and in how many games of both."""
    ends, times = [], []
    for one, its_times, other, other_times in zip(*of_two, strict=True):
        end = pick(one if its_times else other, other if other_times else one)
        ends.append(end)
        times.append(its_times * (one == end) + other_times * (other == end))
    return tuple(ends), tuple(times)


def empty(game: Game) -> Tally:
    """The tally of no games."""
    nothing = (0,) * len(game.metrics)
    uncounted = (0,) * sum(len(census.labels) for census in game.censuses)
    unmet = (0,) * (3 * game.cast.size**2 if game.cast else 0)
    unwon = (0,) * (game.sides if game.cast else 0)
    return Tally(0, (0,) * (len(game.endings) + 1), *(nothing,) * 7, uncounted, unwon, unmet, 0, 0)


def census_counts(scenario: "Scenario", sums: Tally) -> Iterator[tuple[Census, dict[str, int]]]:
    """Each census of a scenario's game with its counts by label."""
    counts = iter(sums.counts)
    for census in scenario.game.censuses:
        its_own = list(islice(counts, len(census.labels)))
        yield census, dict(zip(census.names(scenario.figures), its_own, strict=False))


def to_bytes(sums: Tally) -> bytes:
    """A tally as 64-bit words, for the journal."""
    return np.array(_flat(sums), np.uint64).tobytes()


def from_bytes(data: bytes, game: Game) -> Tally:
    """What `to_bytes` wrote."""
    flat = map(int, np.frombuffer(data, np.uint64))
    n, no_games = next(flat), empty(game)
    parts = [tuple(islice(flat, len(part))) for part in no_games[1:-2]]
    low, high = flat
    return Tally._make([n, *parts, low, high])


def size(game: Game) -> int:
    """Bytes of a tally."""
    return 8 * len(_flat(empty(game)))


def _flat(sums: Tally) -> list[int]:
    return [sums.n, *chain.from_iterable(sums[1:-2]), sums.digest_low, sums.digest_high]
