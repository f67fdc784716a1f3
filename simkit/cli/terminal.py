"""What the verbs of the command line share: options, exit codes, text, progress, and a line for what a user causes."""

import os
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, overload

import typer

from simkit import interrupts
from simkit.plain_json import to_json
from simkit.text import one_line, shortened, visible, width_of, wrapped

if TYPE_CHECKING:
    from simkit.study.report.text_tables import Table
    from simkit.study.scenarios.scenario import Scenario

FILE_WIDTH = 500  # characters: a file or a pipe has no edge at which a line must be broken
NARROWEST = 20  # a terminal that says less of itself is not believed
FAILED, BAD, NOT_SETTLED, ALARM = 1, 2, 3, 4  # exit codes
MOST_GAMES, MOST_SEED, MOST_JOBS = 10**9, 2**64 - 1, 1_024
MOST_GAME = 2**62  # number of a game that can be told
KEPT = "What was done is kept. To go on:"


def whole(low: int, high: int) -> Callable[[Any], int]:
    """A reader of an option that is a whole number within bounds, both included."""

    def read(said: Any) -> int:
        text = str(said).strip()
        try:
            number = int(text) if text.isascii() else None
        except ValueError:
            number = None
        if number is None or not low <= number <= high:
            raise _unfit(f"a whole number from {low:,} to {high:,}", said)
        return number

    return read


def chance(said: Any) -> float:
    """What an option says that is a chance between 0 and 1, neither included."""
    text = str(said).strip()
    try:
        number = float(text) if text.isascii() else 0.0
    except ValueError:
        number = 0.0
    if not 0 < number < 1:
        raise _unfit("a chance between 0 and 1", said)
    return number


def _unfit(wanted: str, said: Any) -> typer.BadParameter:
    from simkit.games.faults import short

    return typer.BadParameter(f"must be {wanted}, not {short(str(said))}")


File = Annotated[Path, typer.Argument(help="A scenario file.", metavar="FILE")]
GameName = Annotated[str, typer.Argument(help="A game; `simkit games` lists them.", metavar="GAME")]
Status = Annotated[str | None, typer.Option("--status", help="Only figures of this status.", metavar="STATUS")]
Games = Annotated[
    int | None,
    typer.Option("--games", help="Games a cell; else the scenario's.", metavar="N", parser=whole(1, MOST_GAMES)),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", help="Seed; else the scenario's.", metavar="S", parser=whole(0, MOST_SEED)),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", help="Threads; by default one a processor.", metavar="J", parser=whole(1, MOST_JOBS)),
]
Out = Annotated[Path, typer.Option("--out", help="Folder for run folders.", metavar="DIR")]
ExactOut = Annotated[Path | None, typer.Option("--out", help="Write CSV, Parquet, pictures there.", metavar="DIR")]
Exact = Annotated[
    bool | None, typer.Option("--exact/--simulate", help="Exact or played; else exact where states are few.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print no progress and no table.")]


# ---- Ends


Verb = Callable[..., None]


@overload
def stops(verb: Verb) -> Verb: ...
@overload
def stops(verb: None = None, *, keeps: bool) -> Callable[[Verb], Verb]: ...
def stops(verb: Verb | None = None, *, keeps: bool = False) -> Verb | Callable[[Verb], Verb]:
    """A verb that turns what a user can cause into a line and an exit code.

    Parameters
    ----------
    keeps
        Whether the verb keeps what it has done, so that the same command goes on where it stopped.
    """
    if verb is None:
        return lambda function: _stopping(function, keeps=keeps)
    return _stopping(verb, keeps=keeps)


def _stopping(verb: Verb, *, keeps: bool) -> Verb:
    @wraps(verb)
    def safe(*args: Any, **kwargs: Any) -> None:
        to_go_on = [KEPT, f"  {this_command()}"] if keeps else []
        interrupts.WORDS[1:] = map(one_line, to_go_on)
        try:
            verb(*args, **kwargs)
        except KeyboardInterrupt:
            stop(FAILED, "Interrupted.", *to_go_on)
        except BrokenPipeError:
            raise  # whoever read the output has seen enough: `main` ends quietly
        except OSError as error:
            stop(FAILED, f"{error.filename or 'output'}: {error.strerror or error}", *to_go_on)
        except MemoryError:
            stop(FAILED, "There is not enough memory for this.", *to_go_on)
        except ValueError as error:
            stop(BAD if hasattr(error, "lines") else FAILED, *getattr(error, "lines", [str(error)]))

    return safe


def stop(code: int, *lines: str) -> NoReturn:
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


# ---- What is given


def load_scenario(file: Path, **run: Any) -> "Scenario":
    """A scenario, or its faults and exit code 2."""
    from simkit.errors import BadInput
    from simkit.study.scenarios.reader import load

    try:
        return load(file, **run)
    except BadInput as bad:
        stop(BAD, *bad.lines)


def game_named(name: str) -> Any:
    """A game, or exit code 2."""
    from simkit import games
    from simkit.games.faults import suggest

    if name not in games.names():
        stop(BAD, f"unknown game {name!r:.60}{suggest(name, games.names())}")
    return games.get(name)


def writable_folder(out: Path) -> Path:
    """The folder that answers will be written to, or exit code 2 before anything is played.

    Nothing is made: it is the nearest folder that exists which must be one, and be open to writing.
    """
    try:
        nearest = next(folder for folder in (out, *out.absolute().parents) if os.path.lexists(folder))
        if not nearest.is_dir():
            stop(BAD, f"--out {out}: {nearest} is no folder")
        if not os.access(nearest, os.W_OK | os.X_OK):
            stop(BAD, f"--out {out}: {nearest} is not open to writing")
        name_limit = os.pathconf(nearest, "PC_NAME_MAX") if hasattr(os, "pathconf") else 255
    except (OSError, ValueError) as error:
        stop(BAD, f"--out {out}: {getattr(error, 'strerror', None) or error}")
    if "\0" in str(out):
        stop(BAD, f"--out {out}: holds a NUL character")
    if any(len(os.fsencode(part)) > name_limit for part in out.parts):
        stop(BAD, f"--out {out!s:.60}...: a name in it is longer than {name_limit} bytes")
    return out


# ---- What is said


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Write a text as it is, in the encoding that the stream has: `main` sees to it that plain signs stand in."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        stream.write(f"{text}\n" if nl else text)
        stream.flush()


def terminal_width() -> int | None:
    """Columns of the terminal; None for a file or a pipe, unless the environment says that a terminal reads it."""
    if sys.stdout.isatty() or os.environ.get("FORCE_COLOR") or os.environ.get("TTY_COMPATIBLE") == "1":
        return max(NARROWEST, shutil.get_terminal_size().columns)
    return None


def say(*lines: str, hang: int | None = None) -> None:
    """Print sentences: broken between words at the edge of a terminal, without what would steer it.

    Parameters
    ----------
    hang
        Columns by which the rest of a broken line is set in; by default those of its beginning.
    """
    width = terminal_width()
    for text in lines:
        for line in visible(text).split("\n"):
            for part in wrapped(line, width, hang) if width else [line]:
                echo(part)


def say_paths(paths: Any) -> None:
    """Where the files are."""
    for path in paths:
        echo(f"  {one_line(str(path))}")


def print_table(table: "Table") -> None:
    """A table as wide as the terminal, or unbroken into a file."""
    for line in table.lines(terminal_width()):
        echo(line)


def print_json(data: Any, indent: int | None = None) -> None:
    """Plain data as JSON and nothing else."""
    echo(to_json(data, indent))


# ---- Progress


def say_if_cold() -> None:
    """Tell on stderr what takes so long when a game is played for the first time: when that is about to happen."""
    from simkit import games

    games.tell_when_cold(
        lambda game: typer.echo(
            f"Compiling the rules of {game.title}, once on this machine: up to two minutes.", err=True
        )
    )


@contextmanager
def progress_bar(title: str, total: int, *, show: bool) -> Iterator[Callable[[int], Any]]:
    """A bar on stderr, as a function of how much more is done."""
    if not show:
        yield lambda n: None
        return
    say_if_cold()
    bar = _Bar(title, total)
    try:
        yield bar.advance
        bar.total = bar.done  # whoever needed less than was thought is done all the same
    finally:
        bar.close()


class _Bar:
    """One line, drawn anew a few times a second on a terminal and once, at the end, elsewhere."""

    EVERY = 0.1  # seconds

    def __init__(self, title: str, total: int) -> None:
        self.title, self.total, self.done = one_line(title), total, 0
        self.live = sys.stderr.isatty()
        self.begun = self.drawn = 0.0  # whoever fails before the first advance says so on a clean line
        self.found = 0  # what had been done before

    def advance(self, n: int) -> None:
        self.done += n
        now = time.monotonic()
        if not self.begun:
            self.begun, self.found = now, self.done
        if self.live and now - self.drawn >= self.EVERY:
            self.drawn = now
            self._draw(now)

    def close(self) -> None:
        if self.begun:
            self._draw(time.monotonic())
            echo("", err=True)

    def _draw(self, now: float) -> None:
        width = shutil.get_terminal_size().columns - 1 if self.live else FILE_WIDTH
        seconds = now - self.begun
        rate = (self.done - self.found) / seconds if seconds > 0 else 0.0
        line = bar_line(self.title, self.done, self.total, rate, seconds, width)
        echo(f"\r{line}\x1b[K" if self.live else line, err=True, nl=False)


def bar_line(title: str, done: int, total: int, rate: float, seconds: float, width: int) -> str:
    """Progress in one line that fits: how much, how fast, how long still; then a bar and the title as there is room."""
    share = min(1.0, done / total) if total else 1.0
    told = f"{done:,}/{total:,}"
    if share < 1:
        left = f", {clock((total - done) / rate)} left" if rate > 0 else ""
        told = f"{100 * share:.0f} % {told}, {_per_second(rate)}{left}"
    else:
        told += f" in {clock(seconds)}"
    room = width - width_of(told) - 2
    size = min(30, room // 3)
    bar = f"{'#' * round(size * share):-<{size}} " if size >= 6 and share < 1 else ""
    name = shortened(title, room - len(bar))
    return f"{name}{'  ' if name else ''}{bar}{told}"


def _per_second(rate: float) -> str:
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.1f} {unit}/s"
    return f"{rate:.0f}/s" if rate >= 10 else f"{rate:.1f}/s"


def clock(seconds: float) -> str:
    """A length of time: 0:07, 12:34, 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
