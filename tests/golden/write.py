"""Golden files: what a game's scenarios led to when its version was last changed.

`make golden` writes them anew; test_golden.py compares them line by line.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from simkit import games
from simkit.contract_scenarios import JIT, is_long, scenario_files, some_cells
from simkit.study.report.transcript import transcript
from simkit.study.runs import runner
from simkit.study.runs.tally import Tally, tally
from simkit.study.scenarios.labels import spoken
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Cell, Scenario

FOLDER = Path(__file__).parent
GAMES, LONG_GAMES = 20, 3  # of what takes many turns fewer, for those are slow without the JIT
COMPILED_GAMES = 1_000
COMPILED_ONLY = f"  {COMPILED_GAMES:,} games"  # how the lines begin that take too long without the JIT
DIGEST = re.compile(r"  [\d,]+ games ")


def golden_file(scenario: Path) -> Path:
    """Where the golden file of a scenario is."""
    return FOLDER / scenario.parent.name / f"{scenario.stem}.txt"


def lines(file: Path) -> list[str]:
    """The golden file of a scenario as it ought to be, as far as this lane can tell."""
    scenario = load(file)
    told = max((list(transcript(scenario, number, 0)) for number in some_cells(scenario)), key=len)
    return [*_head(scenario), "", *_digests(scenario), "", *told]


def _head(scenario: Scenario) -> Iterator[str]:
    yield f"{scenario.game.title}, version {scenario.game.version}"
    yield f"{scenario.path.name}: entry {scenario.entry}, seed {scenario.run.seed}, {len(scenario.cells)} cells"
    yield f"figures {scenario.figures.digest()}"


def _digests(scenario: Scenario) -> Iterator[str]:
    n = LONG_GAMES if is_long(scenario.path) else GAMES
    for number, cell in some_cells(scenario).items():
        yield f"cell {number}: " + ", ".join(f"{name} {spoken(value)}" for name, value in cell.coordinates.items())
        yield f"  {n} games {_outcomes(scenario, cell, n).digest}"
        if JIT:
            played = _outcomes(scenario, cell, COMPILED_GAMES)
            counts = {ending.name: played.endings[ending] for ending in scenario.game.endings}
            ended = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
            yield f"{COMPILED_ONLY} {played.digest}: {ended}"


def _outcomes(scenario: Scenario, cell: Cell, n: int) -> Tally:
    return tally(scenario.game, 0, runner.simulate(scenario, cell, 0, n))


def digests(golden: list[str]) -> list[str]:
    """The lines of a golden file that tell what its games led to."""
    return list(filter(DIGEST.match, golden))


def complaint(golden: list[str], now: list[str]) -> str:
    """What differs first; nothing where all lines agree."""
    for number, (was, found) in enumerate(zip_longest(golden, now, fillvalue="(nothing)"), 1):
        if was != found:
            return f"{_outcomes_changed(golden, now)}line {number} was\n  {was}\nand is\n  {found}\n(make golden)"
    return ""


def _outcomes_changed(golden: list[str], now: list[str]) -> str:
    same_version = golden[:1] == now[:1]
    other_outcomes = digests(golden) != digests(now)
    return "outcomes changed but the version did not: " if same_version and other_outcomes else ""


def write() -> None:
    """Write the golden files of all games, and remove those of scenarios that are no more."""
    if not JIT:
        raise SystemExit("golden files are written in the compiled lane: unset NUMBA_DISABLE_JIT")
    wanted = {golden_file(file): file for name in games.ours() for file in scenario_files(name)}
    for old in set(FOLDER.glob("*/*.txt")) - wanted.keys():
        old.unlink()
    for golden, file in wanted.items():
        golden.parent.mkdir(exist_ok=True)
        golden.write_text("\n".join(lines(file)) + "\n")
        print(golden.relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    write()
