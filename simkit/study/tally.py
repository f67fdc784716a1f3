"""What a range of games adds up to, in integers: merging is exact, in any order."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from simkit.core.counts import count_marks, moments
from simkit.core.digest import digest_text, fold
from simkit.core.records import MARKS_A_WORD, words
from simkit.core.words import MASK
from simkit.games.game import Census, Game


class Tally(NamedTuple):
    """Sums over games of one cell; Python integers, so nothing overflows."""

    n: int
    endings: tuple[int, ...]  # games by ending, number 0 (none) first
    sums: tuple[int, ...]  # of each metric, in the game's order
    squares: tuple[int, ...]
    counts: tuple[int, ...]  # of each label of each census, in the game's order
    digest_low: int
    digest_high: int

    @property
    def digest(self) -> str:
        """32 hex digits that say whether two runs played the same games to the same outcomes."""
        return digest_text(self.digest_low, self.digest_high)


def tally(game: Game, first: int, outcomes: np.ndarray) -> Tally:
    """The sums of `outcomes`: OUTCOME[n], games number `first` and up."""
    sums = [moments(metric.of(outcomes)) for metric in game.metrics]
    endings = np.bincount(outcomes["ending"], minlength=len(game.endings) + 1)
    low, high = fold(words(outcomes), first)
    return Tally(
        len(outcomes),
        tuple(endings.tolist()),
        tuple(int(total) for total, _ in sums),
        tuple(int(squares) for _, squares in sums),
        tuple(count for census in game.censuses for count in counted(census, outcomes)),
        int(low),
        int(high),
    )


def counted(census: Census, outcomes: np.ndarray) -> list[int]:
    """Games of OUTCOME[n] that each label of a census befell."""
    if not census.several:
        found: list[int] = np.bincount(outcomes[census.columns[0]], minlength=len(census.labels) + 1)[1:].tolist()
        return found
    counts = np.zeros((len(census.columns), MARKS_A_WORD), np.int64)
    for column, marks in zip(census.columns, counts, strict=True):
        count_marks(outcomes[column], marks)
    return [int(count) for count in counts.flat[: len(census.labels)]]


def merge(tallies: Iterable[Tally], game: Game) -> Tally:
    """The tally of all games together."""
    total = empty(game)
    for one in tallies:
        total = Tally(
            total.n + one.n,
            tuple(map(sum, zip(total.endings, one.endings, strict=True))),
            tuple(map(sum, zip(total.sums, one.sums, strict=True))),
            tuple(map(sum, zip(total.squares, one.squares, strict=True))),
            tuple(map(sum, zip(total.counts, one.counts, strict=True))),
            total.digest_low + one.digest_low & MASK,
            total.digest_high + one.digest_high & MASK,
        )
    return total


def empty(game: Game) -> Tally:
    """The tally of no games."""
    nothing = (0,) * len(game.metrics)
    uncounted = (0,) * sum(len(census.labels) for census in game.censuses)
    return Tally(0, (0,) * (len(game.endings) + 1), nothing, nothing, uncounted, 0, 0)


def census_counts(game: Game, one: Tally) -> Iterator[tuple[Census, dict[str, int]]]:
    """Each census of a game with its counts by label."""
    counts = iter(one.counts)
    for census in game.censuses:
        yield census, {label: next(counts) for label in census.labels}


def to_bytes(one: Tally) -> bytes:
    """A tally as 64-bit words, for the journal."""
    return np.array(_flat(one), np.uint64).tobytes()


def from_bytes(data: bytes, game: Game) -> Tally:
    """What `to_bytes` wrote."""
    flat = map(int, np.frombuffer(data, np.uint64))
    n, none = next(flat), empty(game)
    endings, sums, squares = (tuple(islice(flat, len(part))) for part in (none.endings, none.sums, none.squares))
    counts = tuple(islice(flat, len(none.counts)))
    low, high = flat
    return Tally(n, endings, sums, squares, counts, low, high)


def size(game: Game) -> int:
    """Bytes of a tally."""
    return 8 * len(_flat(empty(game)))


def _flat(one: Tally) -> list[int]:
    return [one.n, *one.endings, *one.sums, *one.squares, *one.counts, one.digest_low, one.digest_high]
