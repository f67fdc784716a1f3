"""A scenario without faults: cells that are ready to be played, under one set of rules."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.faults import short, suggest
from simkit.games.figures import Figures
from simkit.games.game import Compiled, Game
from simkit.study.scenarios.limits import MOST_SEED
from simkit.study.scenarios.mixtures import Mixture
from simkit.study.scenarios.sections import (
    Audit,
    Compare,
    Lab,
    Ladder,
    League,
    Report,
    Robust,
    Run,
    Sensitivity,
    Solve,
    Tune,
    VariantTable,
)
from simkit.text import counted

MOST_NAME_BYTES = 150
BASE = "base"  # what a scenario without any of its variants is called


class Asked(NamedTuple):
    """The sections of a scenario that ask something of the analyses."""

    compare: Compare = Compare()
    lab: Lab = Lab()
    sensitivity: Sensitivity = Sensitivity()
    robust: Robust = Robust()
    tune: Tune = Tune()
    audit: Audit = Audit()
    ladder: Ladder = Ladder()
    league: League = League()
    solve: Solve = Solve()
    variants: Mapping[str, VariantTable] = {}


class Cell(NamedTuple):
    """One combination of what the scenario varies."""

    coordinates: dict[str, Any]  # what sets some cell apart, in the game's spelling; the same names for all cells
    values: dict[str, Any]  # all that this cell sets
    compiled: Compiled  # of a mixture its first combination
    mixture: Mixture | None = None

    @property
    def records(self) -> tuple[Any, ...]:
        """Arrays that hold all that decides an outcome, beside the rules and the seed."""
        return (*self.compiled, *(self.mixture.records if self.mixture else ()))


class Scenario(NamedTuple):
    """A scenario without faults."""

    path: Path
    game: Game
    entry: str
    title: str
    question: str
    figures: Figures  # with the what-ifs of [rules]
    switches: dict[str, Any]  # those that [rules] sets
    rules: Any  # RULES
    cells: tuple[Cell, ...]
    run: Run
    report: Report = Report()
    asked: Asked = Asked()
    variants: tuple[tuple[str, "Scenario"], ...] = ()  # the [variants], by name
    figures_file: Path | None = None  # of figures that are not the game's own

    @property
    def name(self) -> str:
        """The name of its folders: that of its file without the ending, cut where too long for a folder."""
        return self.path.stem.encode()[:MOST_NAME_BYTES].decode(errors="ignore")

    @property
    def digest(self) -> str:
        """Twelve hex digits over everything that decides an outcome; the number of games does not."""
        cells = [[record.tobytes().hex() for record in cell.records] for cell in self.cells]
        game = [self.game.name, self.game.version, self.entry]
        content = [*game, self.run.seed, self.figures.digest(), self.switches, cells]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]

    def only(self, **coordinates: Any) -> "Scenario":
        """The cells with these coordinates, such as character="Turb" or character=["Turb", "Rosa"], of all variants.

        Raises `BadInput` for a coordinate that the cells do not have, or where no cell is left.
        """
        names = list(self.cells[0].coordinates)
        unknown = [name for name in coordinates if name not in names]
        if unknown:
            raise BadInput(f"unknown coordinate {name!r}{suggest(name, names)}" for name in unknown)
        plain = {name: value.tolist() if hasattr(value, "tolist") else value for name, value in coordinates.items()}
        wanted = {name: value if isinstance(value, (list, tuple, set)) else [value] for name, value in plain.items()}
        cells = tuple(cell for cell in self.cells if all(cell.coordinates[name] in wanted[name] for name in wanted))
        if not cells:
            text = ", ".join(f"{name} {short(value)}" for name, value in coordinates.items())
            raise BadInput([f"no cell has {text}"])
        return self._replace(
            cells=cells, variants=tuple((name, variant.only(**coordinates)) for name, variant in self.variants)
        )

    def without_variants(self) -> "Scenario":
        """The base alone."""
        return self._replace(variants=())

    def played(self, **changes: Any) -> "Scenario":
        """The scenario and its variants with another number of games a cell or another seed."""
        if not changes:
            return self
        run, others = self.run.model_copy(update=changes), self.variants
        return self._replace(run=run, variants=tuple((name, variant.played(**changes)) for name, variant in others))

    def on_seed_after(self, beyond: int) -> "Scenario":
        """The scenario on the seed that is so far beyond its own, for luck that was not met before."""
        return self.played(seed=(self.run.seed + beyond) % (MOST_SEED + 1))

    def __repr__(self) -> str:
        parts = [f"{self.game.name} {self.entry}", counted(len(self.cells), "cell")]
        parts += [counted(len(self.variants), "variant")] if self.variants else []
        return f"<Scenario {self.title!r:.60}: {', '.join(parts)}, {counted(self.run.games, 'game')} a cell>"
