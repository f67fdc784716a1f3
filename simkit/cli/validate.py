"""`simkit validate`: whether scenario files are sound."""

from pathlib import Path
from typing import Annotated

import typer

from simkit.cli.ends import end_with, ends_plainly
from simkit.cli.exit_codes import BAD
from simkit.cli.inputs import load_scenario
from simkit.cli.options import Quiet
from simkit.cli.terminal import say
from simkit.errors import BadInput
from simkit.text import counted, one_line

EXAMPLE = "simkit validate scenarios/emperor/*.toml"

Files = Annotated[list[Path], typer.Argument(help="Scenario files.", metavar="FILE...")]


@ends_plainly
def validate(files: Files, quiet: Quiet = False) -> None:
    """Check scenario files and print every fault as file:line: what is wrong."""
    faults = []
    for file in files:
        try:
            scenario = load_scenario(file)
        except BadInput as bad:
            faults += bad.lines
        else:
            if not quiet:
                say(f"{one_line(str(file))}: fine, {counted(len(scenario.cells), 'cell')}")
    if faults:
        end_with(BAD, *faults)
