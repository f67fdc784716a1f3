"""What a user gives to a command: a scenario, a game, a folder; or exit code 2."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.cli.ends import end_with
from simkit.cli.exit_codes import BAD
from simkit.errors import BadInput

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

USUAL_LIMIT = 255  # bytes of a name, where the system does not tell


def load_scenario(file: Path, **given: Any) -> "Scenario":
    """A scenario; `load` is imported when it is needed."""
    from simkit.study.scenarios.reader import load

    return load(file, **given)


def game_named(name: str) -> Any:
    """A game, or exit code 2."""
    from simkit import games

    if complaint := games.complaint(name):
        end_with(BAD, complaint)
    return games.get(name)


def column_names(scenario: "Scenario", columns: str) -> list[str]:
    """The metrics that are to be shown, by name; `BadInput` for one that the game does not have."""
    from simkit.games.faults import short, suggest

    names = [name.strip() for name in columns.split(",") if name.strip()]
    known = [one.name for one in (*scenario.game.metrics, *scenario.game.endings)]
    if unknown := [name for name in names if name not in known]:
        raise BadInput(f"--columns: unknown metric {short(name)}{suggest(name, known)}" for name in unknown)
    return names


def writable_folder(out: Path) -> Path:
    """The folder that answers will be written to, or exit code 2 before anything is played.

    No folder is made.  The nearest path that exists must be a folder, and open to writing.
    """
    try:
        nearest = next(folder for folder in (out, *out.absolute().parents) if os.path.lexists(folder))
        complaint = _complaint(out, nearest)
    except (OSError, ValueError) as error:
        complaint = f"{out}: {getattr(error, 'strerror', None) or error}"
    if complaint:
        end_with(BAD, f"--out {complaint}")
    return out


def _complaint(out: Path, nearest: Path) -> str:
    """What keeps a folder from being written to, if anything does."""
    if not nearest.is_dir():
        return f"{out}: {nearest} is no folder"
    if not os.access(nearest, os.W_OK | os.X_OK):
        return f"{out}: {nearest} is not open to writing"
    if "\0" in str(out):
        return f"{out}: holds a NUL character"
    limit = os.pathconf(nearest, "PC_NAME_MAX") if hasattr(os, "pathconf") else USUAL_LIMIT
    if any(len(os.fsencode(part)) > limit for part in out.parts):
        return f"{out!s:.60}...: a name in it is longer than {limit} bytes"
    return ""
