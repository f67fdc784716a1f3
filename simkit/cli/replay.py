"""`simkit replay`: one game told."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simkit.cli.ends import end_with, ends_plainly
from simkit.cli.exit_codes import BAD
from simkit.cli.inputs import load_scenario
from simkit.cli.options import NUMBERED, FiguresFile, File, Seed
from simkit.cli.progress import say_if_cold
from simkit.cli.terminal import say, say_paths

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

EXAMPLE = "simkit replay scenarios/emperor/known_answers.toml --cell 3 --game 17"

Cell = Annotated[int, typer.Option("--cell", help="Cell, counted from 0.", metavar="K", parser=NUMBERED)]
Game = Annotated[int, typer.Option("--game", help="Game number, counted from 0.", metavar="N", parser=NUMBERED)]
Map = Annotated[
    Path | None,
    typer.Option("--map", help="Draw the map too, as PNG or SVG; {turn} in the name: every turn.", metavar="FILE"),
]
Turn = Annotated[
    int | None,
    typer.Option("--turn", help="The turn after which it is drawn; else the last.", metavar="T", parser=NUMBERED),
]


@ends_plainly
def replay(
    file: File,
    cell: Cell = 0,
    game: Game = 0,
    figures: FiguresFile = None,
    seed: Seed = None,
    map_file: Map = None,
    turn: Turn = None,
) -> None:
    """Tell one game of a run, round by round; with --map draw it too."""
    scenario = load_scenario(file, figures=figures, seed=seed)
    from simkit.study.report import transcript

    if complaint := _complaint(scenario, cell, map_file, turn):
        end_with(BAD, complaint)
    say_if_cold()
    if map_file is not None and (complaint := transcript.turn_complaint(scenario, cell, game, turn)):
        end_with(BAD, complaint)
    say(*transcript.transcript(scenario, cell, game), hang=6)
    if map_file is not None:
        say_paths(transcript.draw_maps(scenario, cell, game, map_file, turn))


def _complaint(scenario: "Scenario", cell: int, map_file: Path | None, turn: int | None) -> str:
    """What is wrong before anything is played, if anything is."""
    from simkit.study.report import transcript

    if cell >= len(scenario.cells):
        return f"{scenario.path}: {transcript.no_cell(scenario, cell)}"
    if map_file is None:
        return "" if turn is None else "--turn says after which turn a map is drawn: give --map FILE, too"
    return transcript.map_complaint(scenario, map_file)
