"""A scenario file becomes cells that are ready to be played, or the list of all that is wrong with it."""

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from simkit import games
from simkit.errors import BadInput
from simkit.games.faults import Fault, Where, short, suggest
from simkit.games.figures import Figures, load_figures
from simkit.games.game import Game
from simkit.games.keys import Key, canonical
from simkit.study.scenarios.arguments import whole_number
from simkit.study.scenarios.asked import section_faults
from simkit.study.scenarios.changes import altered, apply_rules, leaves
from simkit.study.scenarios.limits import MOST_GAMES_A_CELL, MOST_SEED
from simkit.study.scenarios.mixtures import compile_cell
from simkit.study.scenarios.owner_sheets import is_sheet, owned
from simkit.study.scenarios.profiles import resolved
from simkit.study.scenarios.scenario import BASE, Asked, Cell, Scenario
from simkit.study.scenarios.sections import TABLES, ScenarioTable, VariantTable
from simkit.study.scenarios.toml_lines import Document, read_toml

MOST_CELLS = 100_000
MOST_GAMES = 10**10  # of all cells and variants together
BOUNDS = {"games": (1, MOST_GAMES_A_CELL), "seed": (0, MOST_SEED)}
EVERY = "*"


Located = tuple[Any, Where]  # a value, and where in the file it stands


def load(
    source: Scenario | str | Path | Mapping[str, Any], *, figures: str | Path | None = None, **run: Any
) -> Scenario:
    """Read and compile a scenario.

    Parameters
    ----------
    source
        A file, or its tables as a dict.  A loaded scenario is given back with the changes.
    figures
        A file of figures, or a filled sheet, instead of that of the scenario.
    **run
        Values that replace those of [run]: games=, seed=, rows=.

    Raises
    ------
    BadInput
        With every fault at once.
    """
    changes = _checked(run)
    if isinstance(source, Scenario):
        if figures is not None:
            raise BadInput("a loaded scenario has its figures: give them where it is loaded")
        return source.played(**changes)
    if isinstance(source, Mapping):
        path, document = Path("scenario"), Document(dict(source), {}, [])
    elif isinstance(source, (str, os.PathLike)):
        path = Path(source)
        document = read_toml(path)
    else:
        raise BadInput([f"a scenario is a file or a dict of its tables, not {short(source)}"])
    if document.faults:
        raise BadInput(_line(path, fault.line, fault.message) for fault in document.faults)
    first_line = 0 if isinstance(source, Mapping) else 1  # the line of a fault that stands on none; a dict has no lines
    reader = _Reader(document, changes, figures)
    scenario = reader.read(path)
    if scenario is None or reader.faults or reader.sheet_faults:
        located = {(document.line(fault.path) or first_line, fault.message): None for fault in reader.faults}
        raise BadInput([*reader.sheet_faults, *(_line(path, line, message) for line, message in sorted(located))])
    return scenario


def _checked(run: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments that replace values of [run], as plain numbers within their bounds."""
    unknown = [name for name in run if name not in BOUNDS and name != "rows"]
    if unknown:
        raise BadInput(f"unknown argument {name!r}{suggest(name, [*BOUNDS, 'rows'])}" for name in unknown)
    changes = {name: value for name, value in run.items() if value is not None}
    return {
        name: whole_number(name, value, *BOUNDS[name]) if name in BOUNDS else value for name, value in changes.items()
    }


def _line(path: Path, line: int, message: str) -> str:
    return f"{path}:{line}: {message}" if line else f"{path}: {message}"


class _Reader:
    """Collects faults while it reads, so that one pass finds them all."""

    def __init__(self, document: Document, run: dict[str, Any], figures: str | Path | None) -> None:
        self.document = document
        self.run = run
        self.given_figures = None if figures is None else Path(figures)  # instead of those that the scenario names
        self.faults: list[Fault] = []
        self.sheet_faults: list[str] = []  # of a file of figures, with its name and lines
        self.policies: dict[Where, tuple[Any, list[Fault]]] = {}

    def read(self, path: Path) -> Scenario | None:
        table = self._table()
        game = self._game(table) if table else None
        if table is None or game is None:
            return None
        self.folder = path.parent
        figures_file = self.given_figures or (path.parent / table.figures if table.figures else None)
        self.published = self._figures(game, figures_file)
        figures, variants, rules = self._rules(game, _located(table.rules))
        self._check_entry(game, table.entry)
        if table.entry not in game.entries:
            return None
        cells = tuple(self._cells(game, figures, variants, table))
        for name, axis in table.report.model_dump().items():
            if axis and cells and axis not in cells[0].coordinates:
                hint = suggest(axis, list(cells[0].coordinates))
                self.faults.append(Fault(("report", name), f"{name}: {short(axis)} is no axis of this scenario{hint}"))
        title = table.title or path.stem.replace("_", " ")
        self.faults += section_faults(game, figures, table)
        asked = Asked(**{name: getattr(table, name) for name in Asked._fields})
        scenario = Scenario(
            path,
            game,
            table.entry,
            title,
            table.question,
            figures,
            variants,
            rules,
            cells,
            table.run,
            table.report,
            asked,
            figures_file=figures_file,
        )
        return scenario._replace(variants=tuple(self._compared(scenario)) if rules is not None else ())

    def _table(self) -> ScenarioTable | None:
        values = {"run": {}, **self.document.values}
        if isinstance(values["run"], dict):
            values["run"] = {**values["run"], **self.run}
        try:
            return ScenarioTable.model_validate(values)
        except ValidationError as error:
            findings = error.errors()
        self.faults += [Fault(tuple(item["loc"]), _plain(item)) for item in findings]
        sound = {key: value for key, value in values.items() if key not in {item["loc"][0] for item in findings}}
        return ScenarioTable.model_validate({"game": "", "entry": "", **sound})

    def _game(self, table: ScenarioTable) -> Game | None:
        complaint = games.complaint(table.game)
        if not complaint:
            return games.get(table.game).part(table.entry)
        if table.game or not self.faults:
            self.faults.append(Fault(("game",), complaint))
        return None

    def _figures(self, game: Game, source: Path | None) -> Figures:
        """The game's figures; those of a file of figures replace the published ones, or fill them in."""
        published = games.figures(game.name)
        if source is None:
            return published
        files = sorted(source.glob("*.toml")) if source.is_dir() else [source]
        documents = {file: read_toml(file) for file in files}
        faults = [_line(file, *fault) for file, document in documents.items() for fault in document.faults]
        if not faults and len(files) == 1 and is_sheet(documents[files[0]]):
            figures, self.sheet_faults = owned(games.get(game.name), published, files[0], documents[files[0]])
            return published if self.sheet_faults else figures
        if not faults:
            try:
                return published.replaced(load_figures(source))
            except OSError as error:
                faults = [f"{source}: {error.strerror}"]
            except ValueError as error:
                faults = [str(error)]
        if self.given_figures is None:
            self.faults += [Fault(("figures",), fault) for fault in faults]
        else:
            self.sheet_faults = faults
        return published

    def _check_entry(self, game: Game, entry: str) -> None:
        if entry in game.refused_entries:
            self.faults.append(Fault(("entry",), f"entry {entry}: {game.refused_entries[entry]}"))
        elif entry not in game.entries and (entry or not self.faults):
            known = games.get(game.name).every_entry()
            self.faults.append(Fault(("entry",), f"unknown entry {short(entry)}{suggest(entry, known)}"))

    def _rules(self, game: Game, located: Mapping[str, Located]) -> tuple[Figures, dict[str, Any], Any]:
        """The figures and switches under [rules], and the RULES that these make.

        Figures that the game cannot take are left as published, so that the cells can be checked all the same.
        """
        plain = {name: value for name, (value, _) in located.items()}
        figures, switches, rules, faults = apply_rules(game, self.published, {}, plain)
        elsewhere: Where = ("figures",) if "figures" in self.document.values else ("rules",)
        for fault in faults:
            _, where = located.get(str(fault.path[0]), (None, elsewhere))
            self.faults.append(Fault((*where, *fault.path[1:]), fault.message))
        unfit = {fault.path[0] for fault in faults}
        if unfit:
            figures, *_ = apply_rules(
                game, self.published, {}, {path: value for path, value in plain.items() if path not in unfit}
            )
        return figures, switches, rules

    def _cells(self, game: Game, figures: Figures, variants: Mapping[str, Any], table: ScenarioTable) -> Iterator[Cell]:
        keys = {key.name: key for key in game.keys(figures)}
        defaults = {name: canonical(key, key.default) for name, key in keys.items() if key.default is not None}
        combinations, rules = list(self._combinations(keys, table)), _located(table.rules)
        compile_values = partial(game.compile_setup, figures, variants, table.entry)
        varied = dict.fromkeys(
            name for origins in combinations for name, (_, where) in origins.items() if where[0] != "setup"
        )
        for origins in combinations:
            values, faults = self._resolved(game, keys, origins)
            if not faults:
                compiled, mixture, faults = compile_cell(compile_values, values)
            for fault in faults:
                self.faults.append(Fault(_origin(origins, fault.path, rules), fault.message))
            if not faults and compiled is not None:
                spelt = {name: _spelt(keys, name, value) for name, value in values.items()}
                named = {**spelt, **{name: value for name, (value, _) in origins.items() if _is_policy(keys, name)}}
                coordinates = {name: named.get(name, defaults.get(name)) for name in varied or named}
                yield Cell(coordinates, spelt, compiled, mixture)

    def _resolved(
        self, game: Game, keys: Mapping[str, Key], origins: Mapping[str, Located]
    ) -> tuple[dict[str, Any], list[Fault]]:
        """The values of a cell; policies that a profile gives are read once for each place that names one."""
        values, faults = {}, []
        for name, (value, where) in origins.items():
            values[name] = value
            if _is_policy(keys, name):
                if where not in self.policies:
                    self.policies[where] = resolved(game, name, value, self.folder)
                values[name], policy_faults = self.policies[where]
                faults += policy_faults
        return values, faults

    def _combinations(self, keys: Mapping[str, Key], table: ScenarioTable) -> Iterator[dict[str, Located]]:
        """Each cell's values and where each stands: the product of the axes, then the [[cells]] one by one."""
        defaults = {name: (value, ("setup", name)) for name, value in table.setup.items()}
        all_axes = {name: self._axis(keys, name, value) for name, value in table.axes.items()}
        axes = {name: values for name, values in all_axes.items() if values is not None}
        if len(axes) < len(all_axes) or not self._few(table, axes):
            return
        self._once(keys, table, axes)
        if axes or not table.cells:
            for combination in itertools.product(*axes.values()):
                yield _over(defaults, dict(_spread(keys, zip(axes, combination, strict=True))))
        for index, cell in enumerate(table.cells):
            yield _over(defaults, {name: (value, ("cells", index, name)) for name, value in cell.items()})

    def _axis(self, keys: Mapping[str, Key], name: str, axis: Any) -> list[Located] | None:
        where: Where = ("axes", name)
        if axis == EVERY and name in keys and keys[name].kind == "choice":
            return [(choice, where) for choice in keys[name].choices]
        holds_tables = isinstance(axis, list) and all(isinstance(value, dict) for value in axis)
        if isinstance(axis, list) and axis and (name in keys or holds_tables):
            return [(value, (*where, index)) for index, value in enumerate(axis)]
        if name not in keys:
            self.faults.append(Fault(where, f"unknown key {short(name)}{suggest(name, list(keys))}"))
        else:
            hint = ' or "*" for all' if keys[name].kind == "choice" else ""
            self.faults.append(Fault(where, f"an axis is a list of values{hint}, not {short(axis)}"))
        return None

    def _once(self, keys: Mapping[str, Key], table: ScenarioTable, axes: Mapping[str, list[Located]]) -> None:
        """Two axes may not set the same key, nor [setup] what an axis sets in every cell."""
        set_by: dict[str, str] = {}
        for axis, values in axes.items():
            for name in [axis] if axis in keys else dict.fromkeys(key for value, _ in values for key in value):
                if name in set_by:
                    self.faults.append(Fault(("axes", axis), f"{name} is set by two axes, {set_by[name]} and {axis}"))
                elif name in table.setup and not table.cells:
                    message = f"{name} is set under [setup], too: it would never be heard"
                    self.faults.append(Fault(("axes", axis), message))
                set_by[name] = axis

    def _few(self, table: ScenarioTable, axes: Mapping[str, Any]) -> bool:
        n_cells = len(table.cells)
        product = 1
        for values in axes.values():
            product *= len(values)
        cells = product * bool(axes or not n_cells) + n_cells
        if cells > MOST_CELLS:
            self.faults.append(Fault(("axes",), f"{cells:,} cells: at most {MOST_CELLS:,}"))
            return False
        n_games = table.run.games * cells * (1 + len(table.variants))
        if n_games > MOST_GAMES:
            self.faults.append(Fault(("run", "games"), f"{n_games:,} games in all: at most {MOST_GAMES:,}"))
        return True

    def _compared(self, scenario: Scenario) -> Iterator[tuple[str, Scenario]]:
        for name, variant in scenario.asked.variants.items():
            if name == BASE:
                message = f"{name!r} is the scenario without its variants: call this one something else"
                self.faults.append(Fault(("variants", name), message))
            if not name.strip():
                self.faults.append(Fault(("variants", name), "a variant needs a name"))
            changed, faults = altered(scenario, variant.rules, variant.setup)
            self.faults += [Fault(("variants", name, *fault.path), fault.message) for fault in faults]
            yield name, changed


def _located(rules: Mapping[str, Any], where: Where = ("rules",)) -> dict[str, Located]:
    """Each rule by its dotted path, with its value and where in the file it stands."""
    return {".".join(map(str, path)): (value, (*where, *path)) for path, value in leaves(rules)}


def _spread(keys: Mapping[str, Key], values: Iterable[tuple[str, Located]]) -> Iterator[tuple[str, Located]]:
    """The values of axes by key; an axis that is no key holds tables of keys that go together, such as points."""
    for name, (value, where) in values:
        if name in keys:
            yield name, (value, where)
        else:
            yield from ((key, (item, (*where, key))) for key, item in value.items())


def _over(defaults: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """A cell's own values, and after them the defaults of the keys that it leaves out."""
    return {**values, **defaults, **values}


def _origin(origins: Mapping[str, Located], path: Where, rules: Mapping[str, Located]) -> Where:
    """Where in the file a cell's fault stands: its value, else the changed figure of that name, else the cell."""
    if path and path[0] in origins:
        return (*origins[str(path[0])][1], *path[1:])
    changed = [where for name, (_, where) in rules.items() if path and name.endswith(f".{path[0]}")]
    if changed:
        return changed[0]
    cells = [where for _, where in origins.values() if where[0] == "cells"]
    return cells[0][:2] if cells else ("setup",)


def _is_policy(keys: Mapping[str, Key], name: str) -> bool:
    return name in keys and keys[name].kind == "policy"


def _spelt(keys: Mapping[str, Key], name: str, value: Any) -> Any:
    return canonical(keys[name], value) if name in keys else value


def _plain(error: Mapping[str, Any]) -> str:
    """An error of pydantic in the words of the house."""
    name = ".".join(str(part) for part in error["loc"])
    if error["type"] == "missing":
        return f"{name} is missing"
    if error["type"] == "extra_forbidden":
        *outer, last = error["loc"]
        known = list(TABLES.get(tuple(map(str, outer)), VariantTable).model_fields)
        return f"unknown key {short(last)}{suggest(str(last), known)}"
    message = str(error["msg"]).removeprefix("Input ")
    return f"{name} {message}, not {short(error['input'])}"
