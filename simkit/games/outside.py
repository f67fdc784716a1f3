"""Games of other packages: a description is imported when it is asked for, and checked before it is used."""

from collections.abc import Collection
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, NamedTuple, get_origin

from simkit.core.other_games import OtherGame, other_games
from simkit.errors import BadInput
from simkit.games.faults import slug
from simkit.games.figures import published_figures
from simkit.games.game import Entry, Game

LIKE_NAMED = "another game has its name"


class Loaded(NamedTuple):
    """A game, or why it cannot be used."""

    game: Game | None
    complaint: str = ""


def by_name(taken: Collection[str]) -> dict[str, OtherGame]:
    """The entry points whose names nobody has taken before: of two of one name, the first by distribution."""
    return {game.name: game for game in reversed(other_games()) if game.name not in taken}


def complaints(taken: Collection[str]) -> dict[OtherGame, str]:
    """Why some of the entry points give no game."""
    chosen = by_name(taken).values()
    by_game = {where: load(where).complaint if where in chosen else LIKE_NAMED for where in other_games()}
    return {where: complaint for where, complaint in by_game.items() if complaint}


@cache
def load(where: OtherGame) -> Loaded:
    """Import a game's description; whatever goes wrong in a package that is not ours is told, not raised."""
    if slug(where.name) != where.name:
        return Loaded(None, "a name is of small letters, digits and _")
    try:
        game = getattr(import_module(where.package), where.attribute)
        complaint = _misfit(game, where.name)
        if not complaint:
            published_figures(game.figures_path)
    except (Exception, SystemExit) as error:
        complaint = _told(where, error)
    return Loaded(None, complaint) if complaint else Loaded(game)


def kernels(where: OtherGame, play: str) -> ModuleType:
    """A module of a game's package.  Raises `BadInput` with a line where it cannot be imported."""
    try:
        return import_module(f"{where.package}.{play}")
    except Exception as error:
        told = _told(where, error)
        raise BadInput([f"game {where.name} of {where.distribution} cannot be played: {told}"]) from error


def _told(where: OtherGame, error: BaseException) -> str:
    """What went wrong in one line, and the last line of the package's own that led there."""
    import traceback  # takes longer to import than all else here

    frames = traceback.extract_tb(error.__traceback__)
    places = [f" ({frame.filename}:{frame.lineno})" for frame in frames if where.holds(Path(frame.filename))]
    return " ".join(f"{type(error).__name__}: {error}".split()) + "".join(places[-1:])


def _misfit(game: Any, name: str) -> str:
    """What keeps a description from being used by its name."""
    if complaint := _wrong_kinds(game):
        return complaint
    strangers = {part.name for part in game.every_part()} - {name}
    return f"its GAME is called {min(strangers)!r}" if strangers else ""


def _wrong_kinds(game: Any) -> str:
    """Fields of a description, or of one of its parts, that hold something else than they should."""
    if not isinstance(game, Game):
        return "its GAME is no simkit.games.game.Game"
    wrong = [field for field, kind in Game.__annotations__.items() if not _is_kind(getattr(game, field), kind)]
    if not wrong and not all(isinstance(entry, Entry) for entry in game.entries.values()):
        wrong = ["entries"]
    if wrong:
        return f"its GAME has something else than it should in {', '.join(wrong)}"
    return next(filter(None, map(_wrong_kinds, game.parts)), "")


def _is_kind(value: Any, kind: Any) -> bool:
    """Whether a value is of an annotated type, as far as the outermost type goes."""
    return isinstance(value, kind if isinstance(kind, UnionType) else get_origin(kind) or kind)
