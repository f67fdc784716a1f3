"""What the verbs of the command line share: options, exit codes, progress, and one line for what a user can cause."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from simkit.games.game import Game
    from simkit.study.scenario import Scenario

FILE_WIDTH = 500  # characters: a file or a pipe has no edge at which a table must be broken
FAILED, BAD, NOT_SETTLED = 1, 2, 3  # exit codes

File = Annotated[Path, typer.Argument(help="A scenario file.", metavar="FILE")]
GameName = Annotated[str, typer.Argument(help="A game; `simkit games` lists them.", metavar="GAME")]
Status = Annotated[str | None, typer.Option("--status", help="Only figures of this status.", metavar="STATUS")]
Games = Annotated[int | None, typer.Option("--games", help="Games a cell; else the scenario's.", metavar="N", min=1)]
Seed = Annotated[int | None, typer.Option("--seed", help="Seed; else the scenario's.", metavar="S", min=0)]
Jobs = Annotated[int | None, typer.Option("--jobs", help="Threads; by default one a processor.", metavar="J", min=1)]
Out = Annotated[Path, typer.Option("--out", help="Folder for run folders.", metavar="DIR")]
ExactOut = Annotated[Path | None, typer.Option("--out", help="Write CSV, Parquet, pictures there.", metavar="DIR")]
Exact = Annotated[
    bool | None, typer.Option("--exact/--simulate", help="Exact or played; else exact where states are few.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print no progress and no table.")]


def stops(verb: Callable[..., None]) -> Callable[..., None]:
    """A verb that turns what a user can cause into a line and an exit code."""

    @wraps(verb)
    def safe(*args: Any, **kwargs: Any) -> None:
        try:
            verb(*args, **kwargs)
        except KeyboardInterrupt:
            stop(FAILED, "Interrupted; what was done is kept. To go on:", f"  {this_command()}")
        except BrokenPipeError:
            raise  # whoever read the output has seen enough: typer ends quietly
        except OSError as error:
            what = f"{error.filename or 'output'}: {error.strerror or error}."
            stop(FAILED, f"{what} What was done is kept; to go on, mend that and run again:", f"  {this_command()}")
        except ValueError as error:
            stop(FAILED, str(error))

    return safe


def stop(code: int, *lines: str) -> NoReturn:
    """Print lines on stderr and end with an exit code."""
    for line in lines:
        typer.echo(line, err=True)
    raise typer.Exit(code)


def this_command() -> str:
    """The command as it was given, to be given again."""
    return shlex.join(["simkit", *sys.argv[1:]])


def load_scenario(file: Path, **run: Any) -> "Scenario":
    """A scenario, or its faults and exit code 2."""
    from simkit.study.scenario import Faulty, load

    try:
        return load(file, **run)
    except Faulty as faulty:
        stop(BAD, *faulty.lines)


def game_named(name: str) -> Any:
    """A game, or exit code 2."""
    from simkit import games
    from simkit.games.game import suggest

    if name not in games.names():
        stop(BAD, f"unknown game {name!r}{suggest(name, games.names())}")
    return games.get(name)


def print_table(table: "Table") -> None:
    """A table as wide as the terminal, or unbroken into a file."""
    from rich.console import Console

    console = Console()
    Console(width=None if console.is_terminal else FILE_WIDTH).print(table)


def say_if_cold(game: "Game") -> None:
    """Tell on stderr what takes so long when a game is played for the first time."""
    from simkit import games

    if games.is_cold(game):
        typer.echo(f"Compiling the rules of {game.title}, once on this machine: up to a minute.", err=True)


@contextmanager
def progress_bar(game: "Game", title: str, total: int, *, show: bool) -> Iterator[Callable[[int], Any]]:
    """A bar on stderr, as a function of how much more is done."""
    if not show:
        yield lambda n: None
        return
    say_if_cold(game)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=Console(stderr=True))
    task = bar.add_task(title, total=total)

    def advance(n: int) -> None:
        bar.start()  # only now, so that whoever fails before says so on a clean line
        bar.advance(task, n)

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()
