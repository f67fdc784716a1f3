"""`simkit games`: what there is."""

from typing import TYPE_CHECKING, Any

from simkit.cli.ends import ends_plainly
from simkit.cli.options import Json
from simkit.cli.terminal import print_json, say

if TYPE_CHECKING:
    from simkit.games.game import Game

EXAMPLE = "simkit games"


@ends_plainly
def games(json: Json = False) -> None:
    """List the games, and what can be asked of each."""
    from simkit import games

    every_game = [games.get(name) for name in games.names()]
    if json:
        print_json([_as_json(game) for game in every_game])
        return
    for game in every_game:
        say(f"{game.name:<12}{game.title} (version {game.version}); entries: {', '.join(game.every_entry())}", hang=12)


def _as_json(game: "Game") -> dict[str, Any]:
    return {"game": game.name, "title": game.title, "version": game.version, "entries": game.every_entry()}
