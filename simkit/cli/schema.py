"""`simkit schema`: what editors check scenario files by."""

from simkit.cli.ends import ends_plainly
from simkit.cli.inputs import game_named
from simkit.cli.options import GameName
from simkit.cli.terminal import print_json

EXAMPLE = "simkit schema emperor > emperor.schema.json"


@ends_plainly
def schema(game: GameName) -> None:
    """Print the JSON Schema of a game's scenario files, for editors that complete and check TOML."""
    from simkit.study.scenarios.json_schema import json_schema

    print_json(json_schema(game_named(game)), indent=1)
