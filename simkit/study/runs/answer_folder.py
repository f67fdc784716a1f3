"""Folders of answers: where a comparison, a lab or a sensitivity analysis is kept, and what its manifest says."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from simkit.study.runs.journal import LateJournal
from simkit.study.scenarios.scenario import Scenario

MANIFEST = "manifest.json"
JOURNAL = "tasks.journal"
JOURNAL_OF = "tasks of an analysis, format 1"
SCENARIO = "scenario.toml"  # a copy of the file, by which `explain` finds the games again
FIGURES = "figures.toml"  # a copy of the figures that it was played with, where these are not the game's own


@contextmanager
def open_answer(scenario: Scenario, analysis: str, out: Path, **asked: Any) -> Iterator[tuple[Path, LateJournal]]:
    """The folder of an answer, and the journal of what is played for it; the folder is made when something is played.

    Its name holds a digest of the scenario, its variants and what else was asked, not the games.  Playing raises
    `OSError` where it cannot be made or written, and `BlockingIOError` where another process plays for the same answer.
    """
    path = folder_for(scenario, analysis, out, **asked)
    with LateJournal(path / JOURNAL, JOURNAL_OF.encode()) as journal:
        yield path, journal


def folder_for(scenario: Scenario, analysis: str, out: Path, **asked: Any) -> Path:
    """The folder of an answer."""
    variants = {name: variant.digest for name, variant in scenario.variants}
    content = json.dumps([scenario.digest, variants, asked], sort_keys=True, default=str)
    return out / f"{scenario.name}-{analysis}-{hashlib.sha256(content.encode()).hexdigest()[:12]}"


def kept_games(folder: Path, games: int) -> int:
    """Games a cell of the tables that a folder holds, where these are more than `games`; else 0."""
    try:
        kept_games = int(json.loads((folder / MANIFEST).read_bytes())["games_a_cell"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0
    return kept_games if kept_games > games else 0


def facts_of(scenario: Scenario) -> dict[str, Any]:
    """What every manifest begins with: what was played, of which version, under which rules."""
    return {
        "scenario": scenario.path.name,
        "title": scenario.title,
        "game": scenario.game.name,
        "game_version": scenario.game.version,
        "simkit": version("simkit"),
        "entry": scenario.entry,
        "seed": scenario.run.seed,
        "games_a_cell": scenario.run.games,
        "rules": scenario.switches,
    }


def figures_of(scenario: Scenario) -> dict[str, Any]:
    """What a manifest tells of the figures: their digest, and how many are of which status."""
    return {"digest": scenario.figures.digest(), **scenario.figures.counts()}


def kept_sentence(folder: Path, games: int) -> str:
    """The sentence to print instead of paths where nothing was written."""
    return f"{folder} keeps the tables of {games:,} games a cell; nothing was written"
