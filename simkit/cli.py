"""The command line: one short function a verb, over simkit.study."""

import json as json_format
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from simkit.study.scenario import Scenario

FILE_WIDTH = 500  # characters: a file or a pipe has no edge at which a table must be broken

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Monte Carlo and exact balance analysis of tabletop games.",
    epilog="Exit codes: 0 fine, 1 failed, 2 bad usage or a bad scenario.",
)

File = Annotated[Path, typer.Argument(help="A scenario file.", metavar="FILE")]
GameName = Annotated[str, typer.Argument(help="A game; `simkit games` lists them.", metavar="GAME")]
Status = Annotated[str | None, typer.Option("--status", help="Only figures of this status.", metavar="STATUS")]
Games = Annotated[int | None, typer.Option("--games", help="Games a cell; else the scenario's.", metavar="N", min=1)]
Seed = Annotated[int | None, typer.Option("--seed", help="Seed; else the scenario's.", metavar="S", min=0)]
Jobs = Annotated[int | None, typer.Option("--jobs", help="Threads; by default one a processor.", metavar="J", min=1)]
Out = Annotated[Path, typer.Option("--out", help="Folder for run folders.", metavar="DIR")]
ExactOut = Annotated[Path | None, typer.Option("--out", help="Write CSV, Parquet, pictures there.", metavar="DIR")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print no progress and no table.")]


def main() -> None:
    """Entry point of the `simkit` command."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # starting threads that nothing here uses takes numpy 45 ms
    app()


def stops(verb: Callable[..., None]) -> Callable[..., None]:
    """A verb that turns what a user can cause into a line and an exit code."""

    @wraps(verb)
    def safe(*args: Any, **kwargs: Any) -> None:
        try:
            verb(*args, **kwargs)
        except KeyboardInterrupt:
            _stop(1, "Interrupted; what was done is kept. To go on:", f"  {_this_command()}")
        except BrokenPipeError:
            raise  # whoever read the output has seen enough: typer ends quietly
        except OSError as error:
            what = f"{error.filename or 'output'}: {error.strerror or error}."
            _stop(1, f"{what} What was done is kept; to go on, mend that and run again:", f"  {_this_command()}")
        except ValueError as error:
            _stop(1, str(error))

    return safe


def _stop(code: int, *lines: str) -> None:
    for line in lines:
        typer.echo(line, err=True)
    raise typer.Exit(code)


def _this_command() -> str:
    return shlex.join(["simkit", *sys.argv[1:]])


def _load(file: Path, **run: Any) -> "Scenario":
    from simkit.study.scenario import Faulty, load

    try:
        return load(file, **run)
    except Faulty as faulty:
        _stop(2, *faulty.lines)
        raise


def _game(name: str) -> Any:
    from simkit import games
    from simkit.games.game import suggest

    if name not in games.names():
        _stop(2, f"unknown game {name!r}{suggest(name, games.names())}")
    return games.get(name)


def _print(table: "Table") -> None:
    from rich.console import Console

    console = Console()
    Console(width=None if console.is_terminal else FILE_WIDTH).print(table)


@app.command("games", epilog="Example: simkit games")
@stops
def list_games(json: Json = False) -> None:
    """List the games, and what can be asked of each."""
    from simkit import games

    found = [games.get(name) for name in games.names()]
    if json:
        fields = ("title", "version", "entries")
        said = [{"game": game.name, **{field: getattr(game, field) for field in fields}} for game in found]
        typer.echo(json_format.dumps(said))
        return
    for game in found:
        typer.echo(f"{game.name:<12}{game.title} (version {game.version}); entries: {', '.join(game.entries)}")


@app.command(epilog="Example: simkit figures emperor --status reconstructed")
@stops
def figures(
    game: GameName,
    status: Status = None,
    json: Json = False,
) -> None:
    """Print the ledger: every figure of a game, where it was read or why it is what it is."""
    from simkit import games

    _game(game)
    ledger = games.figures(game)
    if status is not None and status not in ledger.counts():
        _stop(2, f"unknown status {status!r} (one of: {', '.join(ledger.counts())})")
    rows = [figure for figure in ledger.ledger if status in (None, figure.status)]
    if json:
        typer.echo(json_format.dumps([figure._asdict() for figure in rows]))
        return
    for figure in rows:
        span = f"  [{figure.range[0]} ... {figure.range[1]}]" if figure.range else ""
        typer.echo(f"{figure.path} = {_toml(figure.value)}{span}  {figure.status}: {figure.source or figure.basis}")
    typer.echo("\n" + ", ".join(f"{n:,} {name}" for name, n in ledger.counts().items()))


@app.command(epilog="Example: simkit validate scenarios/emperor/*.toml")
@stops
def validate(
    files: Annotated[list[Path], typer.Argument(help="Scenario files.", metavar="FILE...")], quiet: Quiet = False
) -> None:
    """Check scenario files and print every fault as file:line: what is wrong."""
    from simkit.study.scenario import Faulty, load

    faults = []
    for file in files:
        try:
            scenario = load(file)
        except Faulty as faulty:
            faults += faulty.lines
        else:
            if not quiet:
                typer.echo(f"{file}: fine, {len(scenario.cells):,} cells")
    if faults:
        _stop(2, *faults)


@app.command(epilog="Example: simkit schema emperor > emperor.schema.json")
@stops
def schema(game: GameName) -> None:
    """Print the JSON Schema of a game's scenario files, for editors that complete and check TOML."""
    from simkit.study.schema import json_schema

    typer.echo(json_format.dumps(json_schema(_game(game)), indent=1))


@app.command(epilog="Example: simkit run scenarios/emperor/lethality_by_terrain.toml --games 100000")
@stops
def run(
    file: File,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = Path("results"),
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a scenario, print its table, and write table, rows and pictures to a folder under results/."""
    scenario = _load(file, games=games, seed=seed)
    from simkit.study import report, runner
    from simkit.study.store import RunFolder

    folder = RunFolder(scenario, out)
    n_games = scenario.run.games * len(scenario.cells)
    with _progress(scenario.title, n_games, show=not (json or quiet)) as progress:
        tallies = folder.play(jobs or runner.default_jobs(), progress)
    paths = list(report.write_files(folder, tallies))
    if json:
        typer.echo(json_format.dumps({**report.run_json(scenario, tallies), "folder": str(folder.path)}))
    elif not quiet:
        _print(report.run_table(scenario, tallies))
        for line in report.census_lines(scenario, tallies):
            typer.echo(line)
        typer.echo(f"{report.shown(scenario)}{n_games:,} games. {report.provenance(scenario)}")
        typer.echo("\n".join(f"  {path}" for path in paths))


@app.command(epilog="Example: simkit exact scenarios/emperor/known_answers.toml --check")
@stops
def exact(
    file: File,
    check: Annotated[bool, typer.Option("--check", help="Simulate too, and compare.")] = False,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: ExactOut = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Print exact chances and means, computed from the rules that simulate."""
    scenario = _load(file, games=games, seed=seed)
    from simkit.study import atlas, odds, report, runner

    entries = scenario.game.exact_entries
    if scenario.entry not in entries:
        _stop(2, f"{file}: {scenario.entry} has no exact answer; entries that have: {', '.join(entries)}")
    with _progress(f"{scenario.title}, exactly", len(scenario.cells), show=not (json or quiet)) as progress:
        answers = []
        for cell in scenario.cells:
            answers.append(odds.exact(scenario, cell))
            progress(1)
    if json:
        typer.echo(json_format.dumps(report.exact_json(scenario, answers)))
    elif not quiet:
        _print(report.exact_table(scenario, answers))
        typer.echo(report.shown(scenario) + report.provenance(scenario))
    paths = list(atlas.write_exact(scenario, answers, out)) if out else []
    if not (json or quiet):
        typer.echo("".join(f"  {path}\n" for path in paths), nl=False)
    if check:
        tallies = runner.run_in_memory(scenario, jobs or runner.default_jobs())
        _say_whether_they_agree(odds.compare(scenario, answers, tallies), scenario.run.games, quiet=json or quiet)


def _say_whether_they_agree(comparisons: list[Any], n_games: int, *, quiet: bool) -> None:
    from simkit.study.odds import FAMILY_ALPHA, threshold

    limit = threshold(comparisons)
    worst = min(comparisons, key=lambda comparison: comparison.p_value)
    for one in comparisons:
        if one.p_value < limit:
            said = f"{one.quantity} is {one.simulated:.6f}, exactly {one.exact:.6f}: p = {one.p_value:.1e}"
            typer.echo(f"{one.cell}: {said}", err=True)
    if worst.p_value < limit:
        _stop(1, f"Simulation contradicts the exact answer, at a family error rate of {FAMILY_ALPHA:g}.")
    if not quiet:
        typer.echo(
            f"Checked: {len(comparisons)} quantities over {n_games:,} games a cell agree with the exact answers "
            f"(smallest p {worst.p_value:.2g}, limit {limit:.1g}, family error rate {FAMILY_ALPHA:g})."
        )


@app.command(epilog="Example: simkit replay scenarios/emperor/known_answers.toml --cell 3 --game 17")
@stops
def replay(
    file: File,
    cell: Annotated[int, typer.Option("--cell", help="Cell, counted from 0.", metavar="K", min=0)] = 0,
    game: Annotated[int, typer.Option("--game", help="Game number, counted from 0.", metavar="N", min=0)] = 0,
    seed: Seed = None,
    map_file: Annotated[
        Path | None,
        typer.Option("--map", help="Draw the map too, as PNG or SVG; {turn} in the name: every turn.", metavar="FILE"),
    ] = None,
    turn: Annotated[
        int | None, typer.Option("--turn", help="The turn after which it is drawn; else the last.", metavar="T", min=0)
    ] = None,
) -> None:
    """Tell one game of a run, round by round; with --map draw it too."""
    scenario = _load(file, seed=seed)
    from simkit.study import transcript

    if cell >= len(scenario.cells):
        _stop(2, f"{file}: there is no cell {cell}: cells are 0 to {len(scenario.cells) - 1}")
    if map_file is not None and (complaint := transcript.map_complaint(scenario, map_file)):
        _stop(2, complaint)
    for line in transcript.transcript(scenario, cell, game):
        typer.echo(line)
    if map_file is not None:
        for path in transcript.draw_maps(scenario, cell, game, map_file, turn):
            typer.echo(f"  {path}")


@contextmanager
def _progress(title: str, total: int, *, show: bool) -> Iterator[Callable[[int], Any]]:
    if not show:
        yield lambda n: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=total)
        yield lambda n: bar.advance(task, n)


def _toml(value: Any) -> str:
    return json_format.dumps(value, ensure_ascii=False)
