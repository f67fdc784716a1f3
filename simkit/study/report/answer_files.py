"""What an analysis leaves in its folder: tables, pictures, the verdict as text, and the manifest."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.plain_json import to_json
from simkit.study.report.pictures import write_picture
from simkit.study.runs.answer_folder import FIGURES, MANIFEST, SCENARIO, facts_of, figures_of, kept_games, kept_sentence
from simkit.study.runs.journal import atomic_write
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw


class Drawn(NamedTuple):
    """Pictures by name, and whether they are wanted."""

    pictures: Mapping[str, Draw]
    wanted: bool


def write(
    folder: Path,
    scenario: Scenario,
    frames: Mapping[str, pd.DataFrame],
    drawn: Drawn,
    lines: Iterable[str],
    texts: Mapping[str, str] | None = None,
    **facts: Any,
) -> list[str]:
    """Tables as CSV and Parquet, pictures, texts, copies of the scenario and its figures, the manifest last.

    Returns the paths.  A folder with tables of more games a cell stays as it is; then one line says so.
    """
    if more := kept_games(folder, scenario.run.games):
        return [kept_sentence(folder, more)]
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for name, frame in frames.items():
        paths.append(_write(folder / f"{name}.csv", frame.to_csv(index=False).encode()))
        paths.append(_write(folder / f"{name}.parquet", frame.to_parquet(index=False)))
    for name, draw in drawn.pictures.items():
        paths += write_picture(folder / name, draw, wanted=drawn.wanted)
    paths += [_write(folder / name, text.encode()) for name, text in (texts or {}).items()]
    paths.append(_write(folder / "verdict.txt", "".join(f"{line}\n" for line in lines).encode()))
    _copy(scenario.path, folder / SCENARIO)
    if scenario.figures_file is not None:
        _copy(scenario.figures_file, folder / FIGURES)
    manifest = {
        **facts_of(scenario),
        "variants": {name: variant.digest for name, variant in scenario.variants},
        "figures": figures_of(scenario),
        **facts,
    }
    paths.append(_write(folder / MANIFEST, (to_json(manifest, indent=1) + "\n").encode()))
    return [str(path) for path in paths]


def _copy(file: Path, to: Path) -> None:
    if file.is_file() and file != to:
        shutil.copyfile(file, to)


def _write(path: Path, data: bytes) -> Path:
    atomic_write(path, data)
    return path
