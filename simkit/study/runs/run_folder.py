"""Run folders: what was played is journalled chunk by chunk, so a run can be killed, resumed and extended."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from simkit.core.overlay import unpack
from simkit.study.runs import runner
from simkit.study.runs import tally as tallies
from simkit.study.runs.answer_folder import MANIFEST, facts_of, figures_of
from simkit.study.runs.journal import Journal, atomic_write, sweep_leftovers
from simkit.study.runs.outcome_rows import write_outcomes
from simkit.study.runs.runner import Chunk, Progress
from simkit.study.runs.tally import Tally
from simkit.study.scenarios.scenario import Scenario

ROW_GROUP = 1 << 16


class RunFolder:
    """One run on disk: `results/<name>-<digest>/`.  The digest leaves out the number of games, so a run can grow."""

    def __init__(self, scenario: Scenario, out: Path, size: int = runner.CHUNK) -> None:
        self.scenario = scenario
        self.chunks = list(runner.chunks(scenario, size))
        self.rows = runner.keeps_rows(scenario)
        self.path = out / f"{scenario.name}-{scenario.digest}"

    def play(self, jobs: int, progress: Progress = lambda n: None) -> list[Tally]:
        """Play what is not yet journalled and return a tally a cell; `OSError` when the folder cannot be written."""
        self.path.mkdir(parents=True, exist_ok=True)
        with self._named(), self._journal() as journal:
            sweep_leftovers(self.path)
            missing = [chunk for chunk in self.chunks if chunk not in journal]
            progress(sum(chunk.n for chunk in self.chunks if chunk in journal))
            play = partial(runner.play_chunk, self.scenario, self.rows)
            with closing(runner.map_chunks(play, missing, jobs, journal)) as played:
                for chunk, _ in played:
                    progress(chunk.n)
            return list(self._tallies(journal))

    def outcomes(self) -> Iterator[tuple[Chunk, np.ndarray]]:
        """The rows kept, chunk by chunk in the order of cells and games."""
        with self._journal() as journal:
            for chunk in self.chunks:
                packed = journal.payload(chunk)[tallies.size(self.scenario.game) :]
                dtype = self.scenario.game.schema.OUTCOME
                yield chunk, np.frombuffer(unpack(packed, dtype.itemsize // 8), dtype)

    def write(self, name: str, data: bytes) -> Path:
        """Write a file of the folder, whole or not at all."""
        with self._named():
            atomic_write(self.path / name, data)
        return self.path / name

    def write_manifest(self, counts: list[Tally]) -> Path:
        """What was played, under which rules and figures, and the digest of its outcomes."""
        return self.write(MANIFEST, (json.dumps(self._manifest(counts), indent=1) + "\n").encode())

    def write_rows(self) -> Path:
        """One row a game as Parquet, in fixed row groups."""
        path = self.path / "outcomes.parquet"
        partial = path.with_name(f"{path.name}.tmp-{'0' * 16}")
        try:
            with self._named():
                write_outcomes(self.scenario, self.outcomes(), partial, ROW_GROUP)
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
        return path

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Let an `OSError` that names no file name the folder."""
        try:
            yield
        except OSError as error:
            if error.errno is not None and error.filename is None:
                error.filename = str(self.path)
            raise

    def _journal(self) -> Journal:
        fields = f"{self.scenario.game.schema.OUTCOME} {Tally._fields}"
        spec = f"{self.scenario.digest} {self.rows} {fields}".encode()
        return Journal.open(self.path / ("rows.journal" if self.rows else "tallies.journal"), spec)

    def _tallies(self, journal: Journal) -> Iterator[Tally]:
        game = self.scenario.game
        parts: list[list[Tally]] = [[] for _ in self.scenario.cells]
        for chunk in self.chunks:
            parts[chunk.cell].append(tallies.from_bytes(journal.payload(chunk)[: tallies.size(game)], game))
        return (tallies.merge(part, game) for part in parts)

    def _manifest(self, counts: list[Tally]) -> dict[str, Any]:
        scenario = self.scenario
        return {
            **facts_of(scenario),
            "figures": figures_of(scenario),
            "cells": [cell.coordinates for cell in scenario.cells],
            "digest": tallies.merge(counts, scenario.game).digest,
        }
