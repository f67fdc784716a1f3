"""The command line: one short function a verb, over simkit.study."""

from pathlib import Path
from typing import Annotated, Any

import typer

from simkit.cli import compare, explain, lab, odds, plan, robust, sensitivity, tune
from simkit.cli.terminal import (
    BAD,
    FAILED,
    MOST_GAME,
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
    print_json,
    print_table,
    progress_bar,
    say,
    say_if_cold,
    say_paths,
    stop,
    stops,
    whole,
    writable_folder,
)
from simkit.text import counted, one_line

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Monte Carlo and exact balance analysis of tabletop games.",
    epilog="Exit codes: 0 answered, 1 failed, 2 bad input, 3 not settled within the budget, 4 an alarm.",
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


def _say_version(asked: bool) -> None:
    if asked:
        import simkit

        say(f"simkit {simkit.__version__}")
        raise typer.Exit


@app.callback()
def every_command(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_say_version)
    ] = False,
) -> None:
    """Monte Carlo and exact balance analysis of tabletop games."""


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
        print_json(said)
        return
    for game in found:
        say(f"{game.name:<12}{game.title} (version {game.version}); entries: {', '.join(game.every_entry())}", hang=12)


@app.command(epilog="Example: simkit figures emperor --status reconstructed")
@stops
def figures(
    game: GameName,
    status: Status = None,
    json: Json = False,
) -> None:
    """Print the ledger: every figure of a game, where it was read or why it is what it is."""
    from simkit import games
    from simkit.games.faults import spelt

    game_named(game)
    ledger = games.figures(game)
    if status is not None and status not in ledger.counts():
        stop(BAD, f"unknown status {status!r:.60} (one of: {', '.join(ledger.counts())})")
    rows = [figure for figure in ledger.ledger if status in (None, figure.status)]
    if json:
        print_json([figure._asdict() for figure in rows])
        return
    for figure in rows:
        span = f"  [{figure.range[0]} ... {figure.range[1]}]" if figure.range else ""
        basis = figure.source or figure.basis
        say(f"{figure.path} = {spelt(figure.value)}{span}  {figure.status}: {basis}", hang=4)
    say("", ", ".join(f"{n:,} {name}" for name, n in ledger.counts().items()))


@app.command(epilog="Example: simkit validate scenarios/emperor/*.toml")
@stops
def validate(
    files: Annotated[list[Path], typer.Argument(help="Scenario files.", metavar="FILE...")], quiet: Quiet = False
) -> None:
    """Check scenario files and print every fault as file:line: what is wrong."""
    from simkit.errors import BadInput
    from simkit.study.scenarios.reader import load

    faults = []
    for file in files:
        try:
            scenario = load(file)
        except BadInput as bad:
            faults += bad.lines
        else:
            if not quiet:
                say(f"{one_line(str(file))}: fine, {counted(len(scenario.cells), 'cell')}")
    if faults:
        stop(BAD, *faults)


@app.command(epilog="Example: simkit schema emperor > emperor.schema.json")
@stops
def schema(game: GameName) -> None:
    """Print the JSON Schema of a game's scenario files, for editors that complete and check TOML."""
    from simkit.study.scenarios.json_schema import json_schema

    print_json(json_schema(game_named(game)), indent=1)


@app.command(epilog="Example: simkit run scenarios/emperor/lethality_by_terrain.toml --games 100000")
@stops(keeps=True)
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
    writable_folder(out)
    from simkit.study.report import run_report, variant_runs
    from simkit.study.report.pictures import provenance
    from simkit.study.runs.answer_folder import kept_as_they_are, outgrown
    from simkit.study.runs.run_folder import RunFolder
    from simkit.study.scenarios.arguments import default_jobs

    folder, jobs = RunFolder(scenario, out), jobs or default_jobs()
    n_games = scenario.run.games * len(scenario.cells) * (1 + len(scenario.variants))
    with progress_bar(scenario.title, n_games, show=not (json or quiet)) as progress:
        tallies = folder.play(jobs, progress)
        variants = variant_runs.play_variants(scenario, out, jobs, progress)
    together, counts = variant_runs.side_by_side(scenario, tallies, variants)
    paths = list(map(str, run_report.write_files(folder, tallies)))
    if not paths:
        paths = [kept_as_they_are(folder.path, outgrown(folder.path, scenario.run.games))]
    elif variants:
        paths.append(str(variant_runs.write_variants(folder, together, counts)))
    if json:
        told = run_report.run_json(together, counts) if variants else run_report.run_json(scenario, tallies)
        print_json({**told, "folder": str(folder.path)})
    elif not quiet:
        if not variants or scenario.game.cast:
            print_table(run_report.run_table(scenario, tallies))
        if variants:
            print_table(run_report.run_table(together, counts))
        say(*run_report.run_lines(scenario, tallies), hang=2)
        say(*run_report.shown(together if variants else scenario))
        say(f"{counted(n_games, 'game')}. {provenance(scenario)}")
        say_paths(paths)


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
    """Print exact chances and means of a scenario and its variants, computed from the rules that simulate."""
    scenario = load_scenario(file, games=games, seed=seed)
    if out is not None:
        writable_folder(out)
    from simkit.study.report import exact_report, run_report, variant_runs
    from simkit.study.report.pictures import provenance
    from simkit.study.runs import exact_odds, runner
    from simkit.study.scenarios.arguments import default_jobs

    entries = scenario.game.exact_entries
    if scenario.entry not in entries:
        stop(BAD, f"{file}: {scenario.entry} has no exact answer; entries that have: {', '.join(entries)}")
    every, told = variant_runs.every(scenario), variant_runs.together(scenario)
    with progress_bar(f"{scenario.title}, exactly", len(told.cells), show=not (json or quiet)) as progress:
        answers = [list(variant_runs.exact_answers(one, progress)) for one in every]
    together = [answer for part in answers for answer in part]
    paths = list(exact_report.write_exact(scenario, together, out)) if out else []
    if json:
        print_json(run_report.exact_json(told, together))
    elif not quiet:
        print_table(run_report.exact_table(told, together))
        say(*run_report.shown(told), provenance(scenario))
        say_paths(paths)
    if check:
        played = [runner.run_in_memory(one, jobs or default_jobs()) for one in every]
        found = [exact_odds.compare(*one) for one in zip(every, answers, played, strict=True)]
        _say_whether_they_agree([one for part in found for one in part], scenario.run.games, quiet=json or quiet)


def _say_whether_they_agree(comparisons: list[Any], n_games: int, *, quiet: bool) -> None:
    from simkit.study.runs.exact_odds import FAMILY_ALPHA, threshold
    from simkit.study.scenarios.labels import where

    limit = threshold(comparisons)
    worst = min(comparisons, key=lambda comparison: comparison.p_value)
    wrong = [
        f"{where(one.cell)}: {one.quantity} is {one.simulated:.6f}, exactly {one.exact:.6f}: p = {one.p_value:.1e}"
        for one in comparisons
        if one.p_value < limit
    ]
    if wrong:
        verdict = f"Simulation contradicts the exact answer, at a family error rate of {FAMILY_ALPHA:g}."
        stop(FAILED, *wrong, verdict)
    if not quiet:
        say(
            f"Checked: {counted(len(comparisons), 'quantity', 'quantities')} over {counted(n_games, 'game')} a cell "
            f"agree with the exact answers "
            f"(smallest p {worst.p_value:.2g}, limit {limit:.1g}, family error rate {FAMILY_ALPHA:g})."
        )


@app.command(epilog="Example: simkit replay scenarios/emperor/known_answers.toml --cell 3 --game 17")
@stops
def replay(
    file: File,
    cell: Annotated[
        int, typer.Option("--cell", help="Cell, counted from 0.", metavar="K", parser=whole(0, MOST_GAME))
    ] = 0,
    game: Annotated[
        int, typer.Option("--game", help="Game number, counted from 0.", metavar="N", parser=whole(0, MOST_GAME))
    ] = 0,
    seed: Seed = None,
    map_file: Annotated[
        Path | None,
        typer.Option("--map", help="Draw the map too, as PNG or SVG; {turn} in the name: every turn.", metavar="FILE"),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", help="The turn after which it is drawn; else the last.", metavar="T", parser=whole(0, MOST_GAME)
        ),
    ] = None,
) -> None:
    """Tell one game of a run, round by round; with --map draw it too."""
    scenario = load_scenario(file, seed=seed)
    from simkit.study.report import transcript

    if cell >= len(scenario.cells):
        stop(BAD, f"{file}: {transcript.no_cell(scenario, cell)}")
    if map_file is None and turn is not None:
        stop(BAD, "--turn says after which turn a map is drawn: give --map FILE, too")
    if map_file is not None and (complaint := transcript.map_complaint(scenario, map_file)):
        stop(BAD, complaint)
    say_if_cold()
    if map_file is not None and (complaint := transcript.turn_complaint(scenario, cell, game, turn)):
        stop(BAD, complaint)
    say(*transcript.transcript(scenario, cell, game), hang=6)
    if map_file is not None:
        say_paths(transcript.draw_maps(scenario, cell, game, map_file, turn))
