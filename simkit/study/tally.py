"""What a range of games adds up to, in integers: merging is exact, in any order."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from simkit.core.counts import count_marks, moments
from simkit.core.digest import digest_text, fold
from simkit.core.records import MARKS_A_WORD, words
from simkit.core.words import MASK
from simkit.games.game import Census, Game, column


class Tally(NamedTuple):
    """Sums over games of one cell; Python integers, so nothing overflows."""

    n: int
    endings: tuple[int, ...]  # games by ending, number 0 (none) first
    played: tuple[int, ...]  # games that count for each metric, in the game's order
    sums: tuple[int, ...]  # of each metric
    squares: tuple[int, ...]
    counts: tuple[int, ...]  # of each label of each census, in the game's order
    cast: tuple[int, ...]  # of characters a and b: games of both, shares of a in them, products of their shares
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
        tuple(metric.counting(outcomes) for metric in game.metrics),
        tuple(int(total) for total, _ in sums),
        tuple(int(squares) for _, squares in sums),
        tuple(count for census in game.censuses for count in counted(census, outcomes)),
        tuple(products(outcomes) if game.cast else ()),
        int(low),
        int(high),
    )


def counted(census: Census, outcomes: np.ndarray) -> list[int]:
    """Games of OUTCOME[n] that each label of a census befell."""
    if not census.several:
        codes = column(outcomes, census.columns[0]).ravel()
        found: list[int] = np.bincount(codes, minlength=len(census.labels) + 1)[1:].tolist()
        return found
    counts = np.zeros((len(census.columns), MARKS_A_WORD), np.int64)
    for place, marks in zip(census.columns, counts, strict=True):
        count_marks(column(outcomes, place), marks)
    return [int(count) for count in counts.flat[: len(census.labels)]]


def products(outcomes: np.ndarray) -> list[int]:
    """For each two characters: games of both, shares of the first in these, products of their shares (840ths)."""
    played, shares = (outcomes["heroes"][field].astype(np.int64) for field in ("played", "share"))
    found: list[int] = np.stack([played.T @ played, shares.T @ played, shares.T @ shares]).ravel().tolist()
    return found


def merge(tallies: Iterable[Tally], game: Game) -> Tally:
    """The tally of all games together."""
    total = empty(game)
    for one in tallies:
        total = Tally(
            total.n + one.n,
            tuple(map(sum, zip(total.endings, one.endings, strict=True))),
            tuple(map(sum, zip(total.played, one.played, strict=True))),
            tuple(map(sum, zip(total.sums, one.sums, strict=True))),
            tuple(map(sum, zip(total.squares, one.squares, strict=True))),
            tuple(map(sum, zip(total.counts, one.counts, strict=True))),
            tuple(map(sum, zip(total.cast, one.cast, strict=True))),
            total.digest_low + one.digest_low & MASK,
            total.digest_high + one.digest_high & MASK,
        )
    return total


def empty(game: Game) -> Tally:
    """The tally of no games."""
    nothing = (0,) * len(game.metrics)
    uncounted = (0,) * sum(len(census.labels) for census in game.censuses)
    characters = game.schema.OUTCOME["heroes"].shape[0] if game.cast else 0
    unmet = (0,) * (3 * characters**2)
    return Tally(0, (0,) * (len(game.endings) + 1), nothing, nothing, nothing, uncounted, unmet, 0, 0)


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
    parts = (tuple(islice(flat, len(part))) for part in none[1:-2])
    return Tally(n, *parts, *flat)


def size(game: Game) -> int:
    """Bytes of a tally."""
    return 8 * len(_flat(empty(game)))


def _flat(one: Tally) -> list[int]:
    return [one.n, *chain.from_iterable(one[1:-2]), one.digest_low, one.digest_high]
