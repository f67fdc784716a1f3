"""`simkit plan`: games and minutes that a question takes."""

from typing import Annotated

import typer

from simkit.cli.ends import ends_plainly
from simkit.cli.inputs import load_scenario
from simkit.cli.options import FiguresFile, File, Jobs, Json, Quiet, Seed, chance, whole
from simkit.cli.progress import progress_bar
from simkit.cli.terminal import print_json, say, say_page

EXAMPLE = "simkit plan scenarios/emperor/house_rules.toml --effect 1pt --power .9"

Effect = Annotated[str, typer.Option("--effect", help="Difference to be found, as 1pt.", metavar="SIZE")]
Power = Annotated[float, typer.Option("--power", help="Chance to find it.", metavar="P", parser=chance)]
Pilot = Annotated[
    int, typer.Option("--pilot", help="Games a cell of the pilot.", metavar="N", parser=whole(100, 10_000_000))
]


@ends_plainly
def plan(
    file: File,
    effect: Effect = "1pt",
    power: Power = 0.9,
    pilot: Pilot = 2_000,
    figures: FiguresFile = None,
    seed: Seed = None,
    jobs: Jobs = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell the games and minutes that a comparison takes on this machine, with pairing and without, from a pilot."""
    scenario = load_scenario(file, figures=figures, seed=seed)
    from simkit.study.analyses.plan import plan

    total = pilot * len(scenario.cells)
    with progress_bar(f"{scenario.title} (pilot)", total, show=not (json or quiet)) as progress:
        answer = plan(scenario, effect, power, jobs=jobs, pilot=pilot, progress=progress)
    if json:
        print_json(answer.as_json())
    elif quiet:
        say(*answer.sentences)
    else:
        say_page(answer.page())
