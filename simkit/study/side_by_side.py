"""A run of a scenario that has [variants]: these are played too, cell by cell, and stand beside the base."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from simkit.study.frame import summary
from simkit.study.report import write_files
from simkit.study.scenario import Cell, Scenario
from simkit.study.store import RunFolder
from simkit.study.tally import Tally

BASE = "base"


def play_variants(scenario: Scenario, out: Path, jobs: int, progress: Callable[[int], Any]) -> list[list[Tally]]:
    """Tallies of the cells of every variant, each in a run folder of its own."""
    found = []
    for _, variant in scenario.compared:
        folder = RunFolder(variant, out)
        found.append(folder.play(jobs, progress))
        list(write_files(folder, found[-1]))
    return found


def side_by_side(scenario: Scenario, tallies: list[Tally], variants: list[list[Tally]]) -> tuple[Scenario, list[Tally]]:
    """The cells of the base and of all variants as those of one scenario, with their tallies.

    Its rules are the base's: it is there to be told, not to be played.
    """
    cells = list(_named(BASE, scenario))
    for name, variant in scenario.compared:
        cells += _named(name, variant)
    together = [*tallies, *(tally for part in variants for tally in part)]
    return scenario._replace(cells=tuple(cells), compared=()), together


def _named(name: str, scenario: Scenario) -> Iterator[Cell]:
    for cell in scenario.cells:
        yield cell._replace(coordinates={"variant": name, **cell.coordinates})


def write_variants(folder: RunFolder, together: Scenario, tallies: list[Tally]) -> Path:
    """variants.csv in the folder of the base."""
    return folder.write("variants.csv", summary(together, tallies).to_csv(index=False).encode())
