"""`simkit schema`: what editors check scenario files by."""

from pathlib import Path
from typing import Annotated

import typer

from simkit.cli.ends import end_with, ends_plainly
from simkit.cli.exit_codes import BAD
from simkit.cli.inputs import game_named, writable_folder
from simkit.cli.terminal import print_json, say_paths

EXAMPLE = "simkit schema emperor > emperor.schema.json"

Name = Annotated[str, typer.Argument(help="A game; `simkit games` lists them.", metavar="[GAME]", show_default=False)]
All = Annotated[bool, typer.Option("--all", help="Write those of all games, as FOLDER/GAME.json.")]
Folder = Annotated[Path, typer.Option("--out", help="The folder of --all.", metavar="FOLDER")]


@ends_plainly
def schema(game: Name = "", every: All = False, out: Folder = Path("scenarios/schemas")) -> None:
    """Print the JSON Schema of a game's scenario files, for editors that complete and check TOML; or write them all."""
    if bool(game) == every:
        end_with(BAD, "name one game, or give --all")
    if every:
        say_paths(_written(writable_folder(out)))
        return
    from simkit.study.scenarios.json_schema import json_schema

    print_json(json_schema(game_named(game)), indent=1)


def _written(out: Path) -> list[Path]:
    """Write a file a game."""
    from simkit import games
    from simkit.plain_json import to_json
    from simkit.study.scenarios.json_schema import json_schema

    out.mkdir(parents=True, exist_ok=True)
    files = [out / f"{name}.json" for name in games.names()]
    for name, file in zip(games.names(), files, strict=True):
        file.write_text(to_json(json_schema(games.get(name)), indent=1) + "\n", "utf-8")
    return files
