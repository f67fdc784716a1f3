"""A run of a scenario that has [variants]: these are played too, cell by cell, and stand beside the base."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from simkit.study.report.frames import summary
from simkit.study.report.run_report import write_files
from simkit.study.runs.exact_odds import Exact, exact
from simkit.study.runs.run_folder import RunFolder
from simkit.study.runs.tally import Tally
from simkit.study.scenarios.scenario import BASE, Cell, Scenario


def play_variants(scenario: Scenario, out: Path, jobs: int, progress: Callable[[int], Any]) -> list[list[Tally]]:
    """Tallies of the cells of every variant, each in a run folder of its own."""
    return [RunFolder(variant, out).play(jobs, progress) for _, variant in scenario.variants]


def write_each(scenario: Scenario, out: Path, of_variants: list[list[Tally]], *, pictures: bool = True) -> None:
    """Write the files of every variant to its run folder."""
    for (_, variant), tallies in zip(scenario.variants, of_variants, strict=True):
        list(write_files(RunFolder(variant, out), tallies, pictures=pictures))


def side_by_side(scenario: Scenario, tallies: list[Tally], variants: list[list[Tally]]) -> tuple[Scenario, list[Tally]]:
    """The cells of the base and of all variants as those of one scenario, with their tallies."""
    return combined_runs(scenario), [*tallies, *(tally for part in variants for tally in part)]


def arms_of(scenario: Scenario) -> list[Scenario]:
    """The base and each variant, each with its name in its cells; a scenario without variants stays as it is."""
    if not scenario.variants:
        return [scenario]
    named = [(BASE, scenario.without_variants()), *scenario.variants]
    return [arm._replace(cells=tuple(_named(name, arm))) for name, arm in named]


def combined_runs(scenario: Scenario) -> Scenario:
    """The cells of the base and of all variants as those of one scenario.

    It serves tables and texts.  Its rules are the base's, so it must not be played.
    """
    cells = tuple(cell for arm in arms_of(scenario) for cell in arm.cells)
    return scenario._replace(cells=cells, variants=())


def exact_answers(scenario: Scenario, progress: Callable[[int], Any] = lambda n: None) -> Iterator[Exact]:
    """The exact answer to each cell."""
    for cell in scenario.cells:
        yield exact(scenario, cell)
        progress(1)


def _named(name: str, scenario: Scenario) -> Iterator[Cell]:
    for cell in scenario.cells:
        yield cell._replace(coordinates={"variant": name, **cell.coordinates})


def write_variants(folder: RunFolder, together: Scenario, tallies: list[Tally]) -> Path:
    """variants.csv in the folder of the base."""
    return folder.write("variants.csv", summary(together, tallies).to_csv(index=False).encode())
