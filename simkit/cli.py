"""The command line: one short function a verb, over simkit.study."""

import json as json_format
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from simkit.console import (
    BAD,
    FAILED,
    ExactOut,
    File,
    GameName,
    Games,
    Jobs,
    Json,
    Out,
    Quiet,
    Seed,
    Status,
    game_named,
    load_scenario,
    print_table,
    progress_bar,
    say_if_cold,
    stop,
    stops,
)
from simkit.verbs import compare, explain, lab, odds, plan, robust, sensitivity, tune

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Monte Carlo and exact balance analysis of tabletop games.",
    epilog="Exit codes: 0 fine, 1 failed, 2 bad usage or a bad scenario, 3 not settled within the budget.",
)


for module, verb in (
    (compare, compare.compare),
    (lab, lab.lab),
    (plan, plan.plan),
    (explain, explain.explain),
    (robust, robust.robust),
    (sensitivity, sensitivity.sensitivity),
    (tune, tune.tune),
):
    app.command(epilog=f"Example: {module.EXAMPLE}")(verb)
app.add_typer(odds.app, name="odds")


def main() -> None:
    """Entry point of the `simkit` command."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # starting threads that nothing here uses takes numpy 45 ms
    app()


@app.command("games", epilog="Example: simkit games")
@stops
def list_games(json: Json = False) -> None:
    """List the games, and what can be asked of each."""
    from simkit import games

    found = [games.get(name) for name in games.names()]
    if json:
        said = [
            {"game": game.name, "title": game.title, "version": game.version, "entries": game.every_entry()}
            for game in found
        ]
        typer.echo(json_format.dumps(said))
        return
    for game in found:
        typer.echo(f"{game.name:<12}{game.title} (version {game.version}); entries: {', '.join(game.every_entry())}")


@app.command(epilog="Example: simkit figures emperor --status reconstructed")
@stops
def figures(
    game: GameName,
    status: Status = None,
    json: Json = False,
) -> None:
    """Print the ledger: every figure of a game, where it was read or why it is what it is."""
    from simkit import games

    game_named(game)
    ledger = games.figures(game)
    if status is not None and status not in ledger.counts():
        stop(BAD, f"unknown status {status!r} (one of: {', '.join(ledger.counts())})")
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
        stop(BAD, *faults)


@app.command(epilog="Example: simkit schema emperor > emperor.schema.json")
@stops
def schema(game: GameName) -> None:
    """Print the JSON Schema of a game's scenario files, for editors that complete and check TOML."""
    from simkit.study.schema import json_schema

    typer.echo(json_format.dumps(json_schema(game_named(game)), indent=1))


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
    """Play a scenario and its variants, print tables, and write tables, rows and pictures to folders under results/."""
    scenario = load_scenario(file, games=games, seed=seed)
    from simkit.study import report, runner, side_by_side
    from simkit.study.store import RunFolder

    folder, jobs = RunFolder(scenario, out), jobs or runner.default_jobs()
    n_games = scenario.run.games * len(scenario.cells) * (1 + len(scenario.compared))
    with progress_bar(scenario.game, scenario.title, n_games, show=not (json or quiet)) as progress:
        tallies = folder.play(jobs, progress)
        variants = side_by_side.play_variants(scenario, out, jobs, progress)
    together, counts = side_by_side.side_by_side(scenario, tallies, variants)
    paths = list(report.write_files(folder, tallies))
    paths += [side_by_side.write_variants(folder, together, counts)] if variants else []
    if json:
        told = report.run_json(together, counts) if variants else report.run_json(scenario, tallies)
        typer.echo(json_format.dumps({**told, "folder": str(folder.path)}))
    elif not quiet:
        if not variants or scenario.game.cast:
            print_table(report.run_table(scenario, tallies))
        if variants:
            print_table(report.run_table(together, counts))
        for line in report.run_lines(scenario, tallies):
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
    scenario = load_scenario(file, games=games, seed=seed)
    from simkit.study import atlas, odds, report, runner

    entries = scenario.game.exact_entries
    if scenario.entry not in entries:
        stop(BAD, f"{file}: {scenario.entry} has no exact answer; entries that have: {', '.join(entries)}")
    with progress_bar(
        scenario.game, f"{scenario.title}, exactly", len(scenario.cells), show=not (json or quiet)
    ) as progress:
        answers = []
        for cell in scenario.cells:
            answers.append(odds.exact(scenario, cell))
            progress(1)
    if json:
        typer.echo(json_format.dumps(report.exact_json(scenario, answers)))
    elif not quiet:
        print_table(report.exact_table(scenario, answers))
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
        stop(FAILED, f"Simulation contradicts the exact answer, at a family error rate of {FAMILY_ALPHA:g}.")
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
    scenario = load_scenario(file, seed=seed)
    from simkit.study import transcript

    if cell >= len(scenario.cells):
        stop(BAD, f"{file}: there is no cell {cell}: cells are 0 to {len(scenario.cells) - 1}")
    if map_file is not None and (complaint := transcript.map_complaint(scenario, map_file)):
        stop(BAD, complaint)
    say_if_cold(scenario.game)
    for line in transcript.transcript(scenario, cell, game):
        typer.echo(line)
    if map_file is not None:
        for path in transcript.draw_maps(scenario, cell, game, map_file, turn):
            typer.echo(f"  {path}")


def _toml(value: Any) -> str:
    return json_format.dumps(value, ensure_ascii=False)
