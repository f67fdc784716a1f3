"""The command line: one file a verb, over simkit.study."""

from pathlib import Path
from typing import Annotated

import typer

from simkit.cli import (
    audit,
    compare,
    exact,
    explain,
    figures,
    first_steps,
    games,
    lab,
    ladder,
    league,
    new,
    odds,
    plan,
    replay,
    report,
    robust,
    run,
    schema,
    sensitivity,
    solve,
    tune,
    validate,
)
from simkit.cli.terminal import say

app = typer.Typer(
    invoke_without_command=True,
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
    (audit, audit.audit),
    (ladder, ladder.ladder),
    (league, league.league),
    (solve, solve.solve),
    (games, games.games),
    (new, new.new),
    (figures, figures.figures),
    (validate, validate.validate),
    (schema, schema.schema),
    (run, run.run),
    (exact, exact.exact),
    (replay, replay.replay),
    (report, report.report),
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
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_say_version)
    ] = False,
) -> None:
    """Monte Carlo and exact balance analysis of tabletop games."""
    if context.invoked_subcommand is None:
        say(*first_steps.steps(Path.cwd()), hang=4)
