"""One game of a run, told in sentences."""

import os
from collections.abc import Iterator
from pathlib import Path

from simkit.core.log import MOST_EVENTS
from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.study.runs import runner
from simkit.study.scenarios.labels import coordinates_text
from simkit.study.scenarios.scenario import Scenario
from simkit.text import one_line


def transcript(scenario: Scenario, cell: int, number: int) -> Iterator[str]:
    """The lines of game `number` of a cell; a mark before each event says the turn or round it belongs to."""
    chosen = scenario.cells[cell]
    cell_label = f"cell {cell}: {coordinates_text(chosen.coordinates)}"
    yield one_line(f"{scenario.title}  ({cell_label}; game {number}, seed {scenario.run.seed})")
    _, events = runner.replay(scenario, chosen, number, MOST_EVENTS)
    setups = chosen.compiled.setups
    say = scenario.game.sentences(scenario.figures, setups[number % len(setups)])
    turn = None
    for event in events:
        mark = f"{event['turn']:>4}  " if event["turn"] != turn else " " * 6
        turn = event["turn"]
        yield mark + say(event)


def no_cell(scenario: Scenario, cell: int) -> str:
    """Why there is no such cell."""
    n = len(scenario.cells)
    return f"there is no cell {short(cell)}: {'the only cell is 0' if n == 1 else f'cells are 0 to {n - 1}'}"


def map_complaint(scenario: Scenario, path: Path) -> str:
    """Why no map can be drawn into a file of this name; nothing where it can."""
    if "draw_map" not in scenario.game.abilities:
        return f"{scenario.game.title} has no map to draw"
    if path.suffix not in (".png", ".svg"):
        return f"{path}: a map is drawn as .png or .svg"
    try:
        if not path.parent.is_dir():
            return f"{path.parent}: there is no such folder"
        if path.is_dir():
            return f"{path}: is a folder"
    except (OSError, ValueError) as error:
        return f"{path!s:.60}: {getattr(error, 'strerror', None) or error}"
    return "" if os.access(path.parent, os.W_OK | os.X_OK) else f"{path.parent}: is not open to writing"


def turn_complaint(scenario: Scenario, cell: int, number: int, turn: int | None) -> str:
    """Why a game has no such turn; nothing where it has."""
    if turn is None:
        return ""
    last = int(runner.replay(scenario, scenario.cells[cell], number, MOST_EVENTS)[1]["turn"].max())
    return "" if turn <= last else f"game {number} of cell {cell} ends on turn {last}: there is no turn {turn} to draw"


def draw_maps(scenario: Scenario, cell: int, number: int, path: Path, turn: int | None = None) -> Iterator[Path]:
    """Draw the map of a game after a turn, by default the last; where the file's name holds {turn}, after every one.

    `BadInput` for a turn that the game did not reach, or a game that has no map.
    """
    from simkit.study.report import plots

    chosen, draw_map = scenario.cells[cell], scenario.game.abilities.get("draw_map")
    if draw_map is None:
        raise BadInput(f"{scenario.game.title} has no map to draw")
    _, events = runner.replay(scenario, chosen, number, MOST_EVENTS)
    setups, last = chosen.compiled.setups, int(events["turn"].max())
    if turn is not None and turn > last:
        raise BadInput(turn_complaint(scenario, cell, number, turn))
    turns = range(last + 1) if turn is None and "{turn}" in path.name else [last if turn is None else turn]
    for shown_turn in turns:
        file = path.with_name(path.name.replace("{turn}", f"{shown_turn:02}"))
        drawing = draw_map(scenario.figures, setups[number % len(setups)], events, shown_turn)
        plots.save_as(plots.draw(drawing), file)
        yield file
