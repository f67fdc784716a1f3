"""`simkit new`: a package for a game of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from simkit.cli.ends import ends_plainly
from simkit.cli.terminal import say, say_paths

EXAMPLE = "simkit new joust --at games/joust"

Name = Annotated[str, typer.Argument(help="What scenarios will call the game.", metavar="NAME")]
At = Annotated[Path | None, typer.Option("--at", help="The folder to make; by default NAME.", metavar="FOLDER")]


@ends_plainly
def new(name: Name, at: At = None) -> None:
    """Write a package with a small game, its figures, a scenario and tests, ready to be played and changed."""
    from simkit.games.template import write_package

    folder = Path(name) if at is None else at
    scenario = write_package(name, folder)
    say(f"A game called {name}, as yet a duel of two fighters. Install it, play it, test it:")
    say_paths(
        (
            f"pip install --editable {folder}",
            f"simkit run {scenario}",
            f"pytest {folder}",
            f"pytest --pyargs simkit.contract -k {name}/",
        )
    )
