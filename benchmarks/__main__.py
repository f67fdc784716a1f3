"""`python benchmarks [--quick]`: speed as ratios, all measured in one run on one machine."""

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import battles
import commands
import looking
import numba
import numpy
import pairing
import runs
from measure import Row


def rows(*, quick: bool) -> Iterator[Row]:
    """Everything measured, as soon as it is."""
    pairs = 3 if quick else 15
    yield from battles.simulated(pairs)
    yield from battles.exactly(pairs, patient=not quick)
    yield from runs.threaded(pairs, 20_000 if quick else 100_000)
    yield from pairing.saved(20_000 if quick else 200_000)
    yield from looking.early(100 if quick else 1_000)
    yield from commands.waited(pairs)
    yield from runs.stored(2_000 if quick else 20_000)
    yield from runs.duels(3 if quick else 7)
    yield from runs.whole_games()
    yield from runs.speeds()


def main() -> None:
    """Print the table."""
    os.chdir(Path(__file__).resolve().parents[1])
    print(f"Python {platform.python_version()}, numba {numba.__version__}, numpy {numpy.__version__}")
    print(f"{platform.machine()}, {os.cpu_count()} processors, {os.getloadavg()[0]:.1f} of them busy before\n")
    for row in rows(quick="--quick" in sys.argv[1:]):
        print(f"{row.what:<46} {row.figure:>22}  {row.target:>8}  {row.verdict}", flush=True)


main()
