"""A run explained by its games: the median, the luckiest, the unluckiest, and the first that a variant changes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.core.records import words
from simkit.errors import BadInput
from simkit.games.faults import short, suggest
from simkit.study.analyses.finding import Finding
from simkit.study.report.read_folder import is_folder, read_run
from simkit.study.report.transcript import transcript
from simkit.study.runs import runner
from simkit.study.runs.answer_folder import FIGURES, SCENARIO
from simkit.study.scenarios.arguments import integer, name_of, names_of, threads
from simkit.study.scenarios.quantities import WIN_SHARE, Quantity, find, metric_named, policies, quantities, values
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

TAIL = 0.01  # share of games that count as luckiest, and as worst
WIDE = 160  # characters a line, by default
KEPT = 3  # lines shown before two transcripts part


class Told(NamedTuple):
    """One game and its transcript."""

    what: str  # "median", "luckiest 1 %", "worst 1 %"
    number: int
    value: float
    lines: tuple[str, ...]


class Parting(NamedTuple):
    """The first game that goes another way under a variant."""

    variant: str
    number: int  # -1: none of the games
    alike: float  # share of games with the same characters in the same seats; only these are compared
    diverged: float  # share of the compared games that go another way
    same: int  # lines before the transcripts part
    ours: tuple[str, ...]
    theirs: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Explanation(Finding):
    """What `explain` found."""

    scenario: Scenario
    quantity: Quantity
    games: int
    tails: tuple[float, float]  # values at which the luckiest per cent begins, and the worst
    told: tuple[Told, ...]
    partings: tuple[Parting, ...]

    @property
    def frame(self) -> pd.DataFrame:
        """A row a game of `told`."""
        import pandas as pd

        return pd.DataFrame([{"what": game.what, "game": game.number, "value": game.value} for game in self.told])

    @property
    def sentences(self) -> list[str]:
        """Everything, as text."""
        return list(self.lines())

    def tables(self) -> dict[str, pd.DataFrame]:
        """The frame."""
        return {"games": self.frame}

    def as_json(self) -> dict[str, Any]:
        """The games of `told`, and where variants part."""
        return {name: [record._asdict() for record in getattr(self, name)] for name in ("told", "partings")}

    def lines(self, width: int = WIDE) -> Iterator[str]:
        """The games one after the other, then where variants part, side by side in lines of `width` characters."""
        metric = self.quantity.metric
        best, worst = (f"{value:g}" for value in self.tails)
        yield (
            f"{metric.title} ({self.quantity.side}), over {self.games:,} games: the luckiest {TAIL:.0%} begin at "
            f"{best}, the worst at {worst}. Policy: {policies(self.scenario, self.scenario.cells[self.quantity.cell])}."
        )
        for game in self.told:
            yield ""
            yield f"---- The {game.what}: game {game.number}, {metric.title} {game.value:g}"
            yield from game.lines
        for parting in self.partings:
            yield ""
            yield from _side_by_side(parting, width)


def explain(
    run: Scenario | str | Path | Mapping[str, Any],
    *,
    by: str = "",
    cell: int | None = None,
    variants: str | Sequence[str] = (),
    jobs: int | None = None,
    **changes: Any,
) -> Explanation:
    """Games of a run that say most about it.

    Parameters
    ----------
    run
        A run folder, a scenario file, or a loaded scenario.
    by
        METRIC or METRIC:SIDE by which luck is measured; by default a win share, or the first of the headline to vary.
    cell
        The cell whose games are explained; by default that of the side, or the first one.
    variants
        Names of the variants to compare with the base; by default all.
    changes
        games=, seed= instead of those of the run.

    Raises
    ------
    BadInput
        With all that is wrong in the file; an unknown metric, side, cell or variant; a folder that holds no scenario.
    """
    scenario = open_run(Path(run), **changes) if isinstance(run, (str, os.PathLike)) else load(run, **changes)
    n_threads, wanted, by = threads(jobs), names_of("variants", variants), name_of("by", by)
    if cell is not None:
        cell = integer("cell", cell)
    names = [name for name, _ in scenario.variants]
    for name in wanted:
        if name not in names:
            raise BadInput(f"there is no variant {short(name)}{suggest(name, names)}")
    chosen = _quantity(scenario, by, cell, n_threads)
    outcomes = _outcomes(scenario, chosen.cell, n_threads)
    numbers, luck = _ranked(scenario, chosen, outcomes)
    n = len(numbers)
    if not n:
        raise BadInput(f"{chosen.side} takes part in none of these games")
    tail = max(1, round(TAIL * n))
    positions = {"median": n // 2, f"luckiest {TAIL:.0%}": n - 1 - tail // 2, f"worst {TAIL:.0%}": tail // 2}
    games = [
        _told(scenario, chosen, label, int(numbers[position]), float(luck[position]))
        for label, position in positions.items()
    ]
    partings = [
        _parting(scenario, name, variant, chosen.cell, outcomes, n_threads)
        for name, variant in scenario.variants
        if name in (wanted or names)
    ]
    tails = float(luck[n - tail]), float(luck[tail - 1])
    return Explanation(scenario, chosen, n, tails, tuple(games), tuple(partings))


def open_run(path: Path, **changes: Any) -> Scenario:
    """The scenario of a run folder, with the seed and the games of its manifest; or that of a file."""
    if not is_folder(path):
        return load(path, **changes)
    folder = read_run(path)
    overrides = {key: value for key, value in changes.items() if value is not None}
    manifest = folder.manifest
    figures = path / FIGURES if (path / FIGURES).is_file() else None
    as_played = {"figures": figures, "seed": manifest["seed"], "games": manifest["games_a_cell"]}
    return load(path / SCENARIO, **{**as_played, **overrides})


def _quantity(scenario: Scenario, by: str, cell: int | None, jobs: int) -> Quantity:
    if cell is not None and not 0 <= cell < len(scenario.cells):
        raise BadInput(f"there is no cell {short(cell)}: cells are 0 to {len(scenario.cells) - 1}")
    if ":" in by:
        match = find(scenario, by)
        if cell is not None and cell != match.cell:
            raise BadInput(f"{by} is of cell {match.cell}, not {cell}")
        return match
    cell_index = cell or 0
    names = [by] if by else [WIN_SHARE] if scenario.game.cast else list(scenario.game.headline)
    chosen = [
        quantity
        for quantity in quantities(scenario, [metric_named(scenario.game, name) for name in names])
        if quantity.cell == cell_index
    ]
    if len(chosen) == 1:
        return chosen[0]
    outcomes = _outcomes(scenario, cell_index, jobs)
    chosen.sort(key=lambda quantity: quantity.metric.is_share)  # a mean measures luck more finely than a share
    varying = [quantity for quantity in chosen if len(np.unique(_seen(scenario, quantity, outcomes))) > 1]
    sitting = [quantity for quantity in chosen if len(_seen(scenario, quantity, outcomes))]
    return (varying or sitting or chosen)[0]


def _seen(scenario: Scenario, quantity: Quantity, outcomes: np.ndarray) -> Any:
    """The values of a quantity in the games in which its side takes part."""
    column, present = values(scenario, quantity, outcomes)
    return column if present is None else column[present]


def _outcomes(scenario: Scenario, cell: int, jobs: int) -> np.ndarray:
    def play(chunk: runner.Chunk) -> bytes:
        return runner.simulate(scenario, scenario.cells[cell], chunk.first, chunk.n).tobytes()

    chunks = [chunk for chunk in runner.chunks(scenario) if chunk.cell == cell]
    parts = sorted(runner.map_chunks(play, chunks, jobs))
    # Joined as bytes: games are compared with their padding, which numpy's concatenate does not copy.
    return np.frombuffer(b"".join(part for _, part in parts), scenario.game.schema.OUTCOME)


def _ranked(scenario: Scenario, chosen: Quantity, outcomes: np.ndarray) -> tuple[Any, Any]:
    """Numbers and values of the games in which the side took part: the worst luck first, equal ones by number."""
    column, present = values(scenario, chosen, outcomes)
    numbers = np.arange(len(column)) if present is None else np.flatnonzero(present)
    luck = column[numbers] / chosen.whole
    order = np.argsort(chosen.metric.lucky * luck, kind="stable")
    return numbers[order], luck[order]


def _told(scenario: Scenario, chosen: Quantity, label: str, number: int, value: float) -> Told:
    _, *lines = transcript(scenario, chosen.cell, number)
    return Told(label, number, value, tuple(lines))


def _parting(scenario: Scenario, name: str, variant: Scenario, cell: int, outcomes: np.ndarray, jobs: int) -> Parting:
    variant_outcomes = _outcomes(variant, cell, jobs)
    alike = _same_line_up(scenario, outcomes, variant_outcomes)
    apart = (words(variant_outcomes) != words(outcomes)).any(axis=1) & alike
    share = float(apart.sum() / alike.sum()) if alike.any() else 0.0
    if not apart.any():
        return Parting(name, -1, float(alike.mean()), share, 0, (), ())
    number = int(apart.argmax())
    (_, *base_lines), (_, *variant_lines) = (list(transcript(arm, cell, number)) for arm in (scenario, variant))
    same = next(
        (index for index, pair in enumerate(zip_longest(base_lines, variant_lines)) if pair[0] != pair[1]),
        len(base_lines),
    )
    return Parting(name, number, float(alike.mean()), share, same, tuple(base_lines), tuple(variant_lines))


def _same_line_up(scenario: Scenario, base: np.ndarray, variant: np.ndarray) -> Any:
    """In which games the same characters sit in the same seats: bool[games]."""
    cast = scenario.game.cast
    if cast is None or not cast.who:
        return np.ones(len(base), bool)
    return (base[cast.column][cast.who] == variant[cast.column][cast.who]).all(axis=1)


def _side_by_side(parting: Parting, width: int) -> Iterator[str]:
    games = "games" if parting.alike == 1 else "the games with the same line-up"
    if not parting.alike:
        yield f"---- {parting.variant}: no game has the same line-up: there is nothing to compare line by line."
        return
    if parting.number < 0:
        yield f"---- {parting.variant}: none of {games} goes another way."
        return
    yield (
        f"---- {parting.variant}: {100 * parting.diverged:.1f} % of {games} go another way, the first is game "
        f"{parting.number}; they part after {parting.same} lines that are told alike."
    )
    half = (width - 3) // 2
    yield f"{'base':<{half}} | {parting.variant}"
    begin = max(0, parting.same - KEPT)
    for offset, pair in enumerate(zip_longest(parting.ours[begin:], parting.theirs[begin:], fillvalue="")):
        mark = "|" if begin + offset < parting.same else ">"
        left, right = (_wrapped(text, half) for text in pair)
        for base_line, variant_line in zip_longest(left, right, fillvalue=""):
            yield f"{base_line:<{half}} {mark} {variant_line}".rstrip()


def _wrapped(text: str, width: int) -> list[str]:
    from textwrap import wrap

    margin = " " * (len(text) - len(text.lstrip()))
    return wrap(text, width, subsequent_indent=margin, drop_whitespace=False) or [""]
