"""The scenarios that hold a game to its contract, and which of their cells."""

from functools import cache
from pathlib import Path
from typing import Any

import numba

from simkit import games
from simkit.core.sources import PACKAGE
from simkit.study.runs import runner
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Cell, Scenario

JIT = not numba.config.DISABLE_JIT
SCENARIOS = PACKAGE.parent / "scenarios"
CELLS = 3
MANY_TURNS = 100
loaded = cache(load)


def scenario_files(name: str) -> list[Path]:
    """The scenarios of a game."""
    folder = games.get(name).folder / "scenarios" if games.origin(name) else SCENARIOS / name
    return sorted(folder.glob("*.toml"))


def some_cells(scenario: Scenario) -> dict[int, Cell]:
    """A few cells by their numbers, from all over the scenario."""
    step = -(-len(scenario.cells) // CELLS)
    return {number: scenario.cells[number] for number in range(0, len(scenario.cells), step)}


@cache
def is_long(file: Path) -> bool:
    """Whether a game of a scenario takes many turns: the first one of its last cell does."""
    *_, cell = some_cells(loaded(file)).values()
    return int(runner.simulate(loaded(file), cell, 0, 1)["turns"][0]) > MANY_TURNS


def twin(file: Path) -> Path | None:
    """An earlier scenario of the game that plays the very same, where kernels are slow; None where they are compiled.

    Whole games take seconds without the JIT, and questions of one game differ mostly in what is made of its outcomes.
    """
    if JIT:
        return None
    earlier = (other for other in sorted(file.parent.glob("*.toml")) if other < file)
    return next((other for other in earlier if _records(other) == _records(file)), None)


@cache
def _records(file: Path) -> Any:
    """What a few cells of a scenario hand to the kernels: seed, entry, rules, set-ups and policies."""
    scenario = loaded(file)
    cells = [[records.tobytes() for records in cell.compiled] for cell in some_cells(scenario).values()]
    return scenario.run.seed, scenario.entry, scenario.rules.tobytes(), cells
