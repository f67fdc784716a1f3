"""`simkit games`: what there is."""

from typing import TYPE_CHECKING, Any

from simkit.cli.ends import ends_plainly
from simkit.cli.options import Json
from simkit.cli.terminal import print_json, say
from simkit.text import one_line

if TYPE_CHECKING:
    from simkit.core.other_games import OtherGame
    from simkit.games.game import Game

EXAMPLE = "simkit games"
INDENT = 12  # columns of the names


@ends_plainly
def games(json: Json = False) -> None:
    """List the games, and what can be asked of each."""
    from simkit import games

    every_game = {name: (games.get(name), games.origin(name)) for name in games.names()}
    refused = games.refused()
    if json:
        print_json([_as_json(*entry) for entry in every_game.values()] + list(map(_fault_as_json, refused.items())))
        return
    say(*(_line(*entry) for entry in every_game.values()), hang=INDENT)
    say(*(f"{_name(where.name)}cannot be used: {why}{_from(where)}" for where, why in refused.items()), hang=INDENT)


def _line(game: "Game", where: "OtherGame | None") -> str:
    entries = ", ".join(game.every_entry())
    return f"{_name(game.name)}{game.title} (version {game.version}); entries: {entries}{_from(where)}"


def _name(name: str) -> str:
    return f"{one_line(name):<{INDENT - 1}} "


def _from(where: "OtherGame | None") -> str:
    return one_line(f"; from {where.distribution} {where.version}") if where else ""


def _as_json(game: "Game", where: "OtherGame | None") -> dict[str, Any]:
    facts = {"game": game.name, "title": game.title, "version": game.version, "entries": game.every_entry()}
    return {**facts, "package": where.distribution} if where else facts


def _fault_as_json(refused: tuple["OtherGame", str]) -> dict[str, Any]:
    where, why = refused
    return {"game": where.name, "package": where.distribution, "fault": why}
