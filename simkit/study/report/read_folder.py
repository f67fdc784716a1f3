"""What a folder under results/ holds, read again."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.study.report.shown import Shown
from simkit.study.runs.answer_folder import MANIFEST, SCENARIO
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

ROWS, SUMMARY = "outcomes", "summary"


@dataclass(frozen=True, repr=False)
class ReadRun(Shown):
    """A folder that a run, a comparison or another analysis left behind."""

    path: Path
    manifest: dict[str, Any]
    names: tuple[str, ...]  # of its tables, without the row a game

    @property
    def frame(self) -> pd.DataFrame:
        """The first of its tables: the summary of a run, with its `tidy()`, or the comparison of a comparison."""
        table = self.table(self.names[0])
        return self._known(table) if self.names[0] == SUMMARY else table

    def _known(self, table: pd.DataFrame) -> pd.DataFrame:
        """The summary of a run with what it rests on; as it is where this simkit cannot read its scenario."""
        from simkit.study.report.run_frame import run_frame

        try:
            frame = run_frame(self.scenario.without_variants(), table)
        except BadInput:
            return table
        frame.attrs.update({name: self.manifest[name] for name in frame.attrs if name in self.manifest})
        return frame

    @property
    def verdict(self) -> str:
        """What the analysis concluded; of a run, what was played."""
        if (self.path / "verdict.txt").is_file():
            return (self.path / "verdict.txt").read_text("utf-8").rstrip("\n")
        played = f"{counted(self.manifest['games_a_cell'], 'game')} a cell, seed {self.manifest['seed']}"
        return f"{self.manifest['title']}: {self.manifest['game']} {self.manifest['entry']}, {played}."

    def table(self, name: str) -> pd.DataFrame:
        """One of its tables by name; `BadInput` where there is none."""
        import pandas as pd

        file = self.path / f"{name}.parquet"
        if name not in (*self.names, ROWS) or not file.is_file():
            raise BadInput([f"{self.path}: holds no table {name!r} (it has: {', '.join(self.names)})"])
        try:
            return pd.read_parquet(file)
        except (OSError, ValueError) as error:
            raise BadInput([f"{file}: cannot be read: {error}"]) from error

    @cached_property
    def outcomes(self) -> pd.DataFrame:
        """A row a game, where these were kept."""
        return self.table(ROWS)

    @cached_property
    def scenario(self) -> Scenario:
        """What was played, with its seed and its number of games."""
        return load(self.path / SCENARIO, seed=self.manifest["seed"], games=self.manifest["games_a_cell"])


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; False for what cannot be a path at all."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def read_run(path: str | Path) -> ReadRun:
    """Read a folder under results/; `BadInput` where it is no folder of a run, or the run was not finished."""
    if not isinstance(path, (str, os.PathLike)):
        raise BadInput([f"a run folder is a path, not {short(path)}"])
    folder = Path(path)
    if not is_folder(folder):
        reason = "is a file, not a run folder" if os.path.lexists(folder) else "there is no such folder"
        raise BadInput([f"{folder}: {reason}"])
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        facts = {"title", "game", "entry", "games_a_cell", "seed"}
        if not isinstance(manifest, dict) or not facts <= manifest.keys():
            raise ValueError("lacks what a run says of itself")
    except FileNotFoundError:
        raise BadInput([f"{folder}: is no finished run: it lacks {MANIFEST}"]) from None
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput([f"{folder / MANIFEST}: {error}"]) from error
    names = sorted(
        (file.stem for file in folder.glob("*.parquet") if file.stem != ROWS),
        key=lambda name: (name != SUMMARY, name),
    )
    if not names:
        raise BadInput([f"{folder}: is no finished run: it holds no table"])
    return ReadRun(folder, manifest, tuple(names))
