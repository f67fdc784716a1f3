"""Folders of answers: what a comparison, a lab or a sensitivity analysis leaves behind."""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.plain_json import to_json
from simkit.study.journal import LateJournal, atomic_write
from simkit.study.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.plots import Figure

MANIFEST = "manifest.json"
JOURNAL = "tasks.journal"
JOURNAL_OF = "tasks of an analysis, format 1"
SCENARIO = "scenario.toml"  # a copy of the file, by which `explain` finds the games again


@contextmanager
def kept(scenario: Scenario, what: str, out: Path, **asked: Any) -> Iterator[tuple[Path, LateJournal]]:
    """The folder of an answer, and the journal of what is played for it; the folder is made when something is.

    Its name digests the scenario, its variants and what else was asked, not the games.  Playing raises `OSError` where
    it cannot be made or written, and `BlockingIOError` where another process plays for the same answer.
    """
    path = folder_for(scenario, what, out, **asked)
    with LateJournal(path / JOURNAL, JOURNAL_OF.encode()) as journal:
        yield path, journal


def folder_for(scenario: Scenario, what: str, out: Path, **asked: Any) -> Path:
    """The folder of an answer."""
    variants = {name: variant.digest for name, variant in scenario.compared}
    said = json.dumps([scenario.digest, variants, asked], sort_keys=True, default=str)
    return out / f"{scenario.name}-{what}-{hashlib.sha256(said.encode()).hexdigest()[:12]}"


def outgrown(folder: Path, games: int) -> int:
    """Games a cell of the tables that a folder holds, where these are more than so many; else 0."""
    try:
        there = int(json.loads((folder / MANIFEST).read_bytes())["games_a_cell"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0
    return there if there > games else 0


def kept_as_they_are(folder: Path, games: int) -> str:
    """What is told instead of paths where nothing was written."""
    return f"{folder} keeps the tables of {games:,} games a cell; nothing was written"


def write(
    folder: Path,
    scenario: Scenario,
    frames: Mapping[str, "pd.DataFrame"],
    figures: Mapping[str, "Figure"],
    lines: Iterable[str],
    **facts: Any,
) -> list[str]:
    """Tables as CSV and Parquet, pictures, the verdict as text, a copy of the scenario, and the manifest last.

    Returns the paths; where the folder holds the tables of more games a cell these stay, and one line says so.
    """
    from simkit.study import plots

    if more := outgrown(folder, scenario.run.games):
        return [kept_as_they_are(folder, more)]
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for name, frame in frames.items():
        paths.append(_write(folder / f"{name}.csv", frame.to_csv(index=False).encode()))
        paths.append(_write(folder / f"{name}.parquet", frame.to_parquet(index=False)))
    for name, figure in figures.items():
        paths += plots.save(figure, folder / name)
    paths.append(_write(folder / "verdict.txt", "".join(f"{line}\n" for line in lines).encode()))
    if scenario.path.is_file() and scenario.path != folder / SCENARIO:
        shutil.copyfile(scenario.path, folder / SCENARIO)
    manifest = {
        "scenario": scenario.path.name,
        "title": scenario.title,
        "game": scenario.game.name,
        "game_version": scenario.game.version,
        "simkit": version("simkit"),
        "entry": scenario.entry,
        "seed": scenario.run.seed,
        "games_a_cell": scenario.run.games,
        "rules": scenario.variants,
        "variants": {name: variant.digest for name, variant in scenario.compared},
        "figures": {"digest": scenario.figures.digest(), **scenario.figures.counts()},
        **facts,
    }
    paths.append(_write(folder / MANIFEST, (to_json(manifest, indent=1) + "\n").encode()))
    return [str(path) for path in paths]


def _write(path: Path, data: bytes) -> Path:
    atomic_write(path, data)
    return path
