"""Folders of answers: what a comparison, a lab or a sensitivity analysis leaves behind."""

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.study.journal import atomic_write
from simkit.study.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.plots import Figure

SCENARIO = "scenario.toml"  # a copy of the file, by which `explain` finds the games again


def folder_for(scenario: Scenario, what: str, out: Path, **asked: Any) -> Path:
    """The folder of an answer; its name digests the scenario, its variants and what else was asked, not the games."""
    variants = {name: variant.digest for name, variant in scenario.compared}
    said = json.dumps([scenario.digest, variants, asked], sort_keys=True, default=str)
    path = out / f"{scenario.path.stem}-{what}-{hashlib.sha256(said.encode()).hexdigest()[:12]}"
    path.mkdir(parents=True, exist_ok=True)
    return path


def write(
    folder: Path,
    scenario: Scenario,
    frames: Mapping[str, "pd.DataFrame"],
    figures: Mapping[str, "Figure"],
    lines: Iterable[str],
    **facts: Any,
) -> list[Path]:
    """Tables as CSV and Parquet, pictures, the verdict as text, a copy of the scenario, and the manifest last."""
    from simkit.study import plots

    paths = []
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
    paths.append(_write(folder / "manifest.json", (json.dumps(manifest, indent=1, default=str) + "\n").encode()))
    return paths


def _write(path: Path, data: bytes) -> Path:
    atomic_write(path, data)
    return path
