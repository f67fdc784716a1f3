"""Scenarios that stand in no file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit import games
from simkit.errors import BadInput
from simkit.games.keys import canonical
from simkit.study.scenarios.changes import apply_rules
from simkit.study.scenarios.scenario import Cell, Scenario
from simkit.study.scenarios.sections import Run


def build_scenario(
    name: str, entry: str, cells: Mapping[str, Mapping[str, Any]], rules: Mapping[str, Any], run: Run
) -> Scenario:
    """A scenario of a game from the values of its cells by label; `rules` as under [rules], by name or dotted path.

    Raises `BadInput` with a line, which begins with the cell's label, for everything that is wrong.
    """
    game = games.get(name)
    figures, switches, compiled_rules, rule_faults = apply_rules(game, games.figures(name), {}, rules)
    lines = [f"rules: {fault.message}" for fault in rule_faults]
    keys = {key.name: key for key in game.keys(figures)}
    ready = []
    for label, values in cells.items():
        compiled, faults = game.compile_setup(figures, switches, entry, values)
        lines += [f"{label}: {fault.message}" for fault in faults]
        if compiled is not None:
            spelt = {key: canonical(keys[key], value) for key, value in values.items()}
            ready.append(Cell(spelt, spelt, compiled))
    if lines:
        raise BadInput(lines)
    path = Path(f"{name} {entry.lower()}")
    return Scenario(path, game, entry, game.title, "", figures, switches, compiled_rules, tuple(ready), run)
