"""A new game in a package of its own, written from the template that ships with simkit."""

import re
from pathlib import Path

from simkit import games
from simkit.core.sources import PACKAGE
from simkit.errors import BadInput
from simkit.games.faults import short

TEMPLATE = PACKAGE / "template"
CALLED = "newgame"  # as which the template knows the game, in texts and in names of files
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST_NAME = 40


def write_package(name: str, folder: Path) -> Path:
    """Write the package `simkit_NAME`, its tests and its `pyproject.toml` to a folder that is made for them.

    Gives the scenario that is ready to be run.  Raises `BadInput` for a name that no game may have, or that one has
    already, and where the folder exists.
    """
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise BadInput([f"a game is called by small letters, digits and _, such as tic_tac_toe, not {short(name)}"])
    if not games.complaint(name) or name in {where.name for where in games.refused()}:
        raise BadInput([f"there is a game called {name} already: choose another name"])
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise BadInput([f"{folder}: a new folder cannot be made there: {error.strerror}"]) from error
    for file in sorted(TEMPLATE.rglob("*.*")):
        if file.suffix != ".pyc":
            _write(folder / str(file.relative_to(TEMPLATE)).replace(CALLED, name), file, name)
    return folder / f"simkit_{name}" / "scenarios" / "odds.toml"


def _write(to: Path, file: Path, name: str) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(file.read_text("utf-8").replace(CALLED, name), "utf-8")
