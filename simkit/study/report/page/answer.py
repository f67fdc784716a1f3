"""What a verb answered, kept as JSON beside its files, so that a page can be made of it again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from simkit.errors import BadInput
from simkit.plain_json import to_json
from simkit.study.report.text_tables import Table
from simkit.study.runs.journal import atomic_write

FILE = "page.json"


class Answer(NamedTuple):
    """What a terminal is shown, without its width."""

    verb: str
    command: str  # that gives it again
    conclusion: tuple[str, ...]
    parts: tuple[Table | str, ...]  # tables and sentences, in order
    cell: int = 0  # whose games show it best

    @property
    def told(self) -> list[Table | str]:
        """The conclusion, then all else, nothing twice."""
        return [*self.conclusion, *self.rest]

    @property
    def rest(self) -> list[Table | str]:
        """The parts that the conclusion does not hold."""
        return [part for part in self.parts if part not in self.conclusion]


def write(folder: Path, answer: Answer) -> Path:
    """Keep an answer in a folder."""
    parts = [part._asdict() if isinstance(part, Table) else part for part in answer.parts]
    atomic_write(folder / FILE, to_json({**answer._asdict(), "parts": parts}, indent=1).encode())
    return folder / FILE


def read(folder: Path) -> Answer:
    """The answer that a folder keeps; `BadInput` where it keeps none."""
    try:
        kept = json.loads((folder / FILE).read_bytes())
        parts = tuple(part if isinstance(part, str) else _table(part) for part in kept["parts"])
        return Answer(kept["verb"], kept["command"], tuple(kept["conclusion"]), parts, int(kept["cell"]))
    except FileNotFoundError:
        reason = f"lacks {FILE}: give the command that made it again, and what was played is found again"
        raise BadInput([f"{folder}: {reason}"]) from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadInput([f"{folder / FILE}: cannot be read: {error}"]) from error


def _table(kept: dict) -> Table:
    columns, rows, spare = tuple(kept["columns"]), tuple(map(tuple, kept["rows"])), tuple(kept["spare"])
    return Table(kept["title"], columns, rows, int(kept["left"]), spare, kept["caption"])
