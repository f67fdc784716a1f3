"""Compile every game's kernels, once and several at a time, before tests run in several processes.

Tests that run side by side would otherwise each compile what all of them need.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

from simkit import games
from simkit.core.sources import imported_files
from simkit.games.game import Game
from simkit.study.report.transcript import transcript
from simkit.study.runs import exact_odds, runner
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FEW_STATES = 1_000


def main() -> None:
    """The longest first: what reads most sources compiles longest."""
    parts = [(name, part.play) for name in games.ours() for part in games.get(name).every_part()]
    parts.sort(key=lambda part: sources(*part), reverse=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(warm, *zip(*parts, strict=True)))


def sources(name: str, play: str) -> int:
    """Bytes of source that a game's kernels are made from."""
    file = games.get(name).folder.joinpath(*play.split(".")).with_suffix(".py")
    return sum(path.stat().st_size for path in imported_files(file))


def warm(name: str, play: str) -> None:
    """Play, tell and, where that can be, explore a cell of one scenario for each entry."""
    part = next(part for part in games.get(name).every_part() if part.play == play)
    for entry in part.entries:
        scenario = some(part, entry)
        runner.run_in_memory(scenario, 1)
        list(transcript(scenario, 0, 0))
        if entry in part.exact_entries:
            setups, policies = scenario.cells[0].compiled
            with suppress(ValueError):  # too many states: it is compiled all the same
                exact_odds.explore(scenario, setups[0], policies, FEW_STATES)


def some(part: Game, entry: str) -> Scenario:
    """The first cell of the first scenario of an entry."""
    for path in sorted((SCENARIOS / part.name).glob("*.toml")):
        scenario = load(path, games=1)
        if scenario.entry == entry:
            return scenario.without_variants()._replace(cells=scenario.cells[:1])
    raise LookupError(f"{part.name}: no scenario of {entry}")


if __name__ == "__main__":
    main()
