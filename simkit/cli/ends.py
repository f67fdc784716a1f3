"""How a command ends: an error that a user can cause becomes a line and an exit code."""

import shlex
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn

import typer

from simkit import interrupts
from simkit.cli.exit_codes import BAD, FAILED
from simkit.cli.terminal import echo
from simkit.text import one_line

KEPT = "What was done is kept. To go on:"

Verb = Callable[..., None]


def ends_plainly(verb: Verb, *, keeps: bool = False) -> Verb:
    """Wrap a verb: errors that a user can cause become a line and an exit code.

    Parameters
    ----------
    keeps
        Whether the verb keeps what it has done, so that the same command goes on where it was broken off.
    """

    @wraps(verb)
    def safe(*args: Any, **kwargs: Any) -> None:
        to_go_on = [KEPT, f"  {this_command()}"] if keeps else []
        interrupts.WORDS[1:] = map(one_line, to_go_on)
        try:
            verb(*args, **kwargs)
        except BrokenPipeError:
            raise  # the reader has closed the output: `main` ends quietly
        except ValueError as error:
            end_with(BAD if hasattr(error, "lines") else FAILED, *lines_of(error))
        except (KeyboardInterrupt, OSError, MemoryError) as error:
            end_with(FAILED, _told(error), *to_go_on)

    return safe


def lines_of(error: ValueError) -> list[str]:
    """Everything that was wrong, a line each."""
    return getattr(error, "lines", [str(error)])


def _told(error: BaseException) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'output'}: {error.strerror or error}"
    return "There is not enough memory for this." if isinstance(error, MemoryError) else "Interrupted."


def end_with(code: int, *lines: str) -> NoReturn:
    """Print lines on stderr and end with an exit code."""
    for line in lines:
        echo(one_line(line), err=True)
    raise typer.Exit(code)


def complain(error: Exception) -> int | None:
    """Tell in one line what was wrong with the words of a command, and give the exit code; None for another error."""
    if not (hasattr(error, "format_message") and hasattr(error, "exit_code")):
        return None
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        echo(error.format_message())
        return 0
    name = context.command_path if context else "simkit"
    echo(one_line(f"{name}: {error.format_message()} (`{name} --help` tells more)"), err=True)
    return BAD


def this_command() -> str:
    """The command as it was given, to be given again."""
    as_module = Path(sys.argv[0]).name == "__main__.py"
    return shlex.join([*(["python", "-m"] if as_module else []), "simkit", *sys.argv[1:]])
