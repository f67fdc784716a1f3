"""The games: every folder here that says what it is in a `GAME`, and those of other packages.  No list to edit."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from simkit.core.other_games import OtherGame
from simkit.games import outside
from simkit.games.faults import short, suggest
from simkit.games.figures import Figures, published_figures
from simkit.games.game import Game


@cache
def ours() -> tuple[str, ...]:
    """Names of the games that stand here, in alphabetical order."""
    return tuple(sorted(file.parent.name for file in Path(__file__).parent.glob("*/__init__.py")))


def names() -> tuple[str, ...]:
    """Names of all games that can be used, in alphabetical order."""
    others = outside.by_name(ours())
    return tuple(sorted((*ours(), *(name for name, where in others.items() if outside.load(where).game))))


def refused() -> Mapping[OtherGame, str]:
    """Games of other packages that cannot be used, and why."""
    return outside.complaints(ours())


def origin(name: str) -> OtherGame | None:
    """The package that a game comes from; None for a game that stands here, or for none at all."""
    return None if name in ours() else outside.by_name(()).get(name)


def complaint(name: Any) -> str:
    """Why there is no game of a name; nothing where there is one."""
    if isinstance(name, str) and name in ours():
        return ""
    where = origin(name) if isinstance(name, str) else None
    if where is None:
        return f"unknown game {short(name)}{suggest(str(name), names())}"
    loaded = outside.load(where)
    return f"game {name} of {where.distribution} cannot be used: {loaded.complaint}" if loaded.complaint else ""


def get(name: str) -> Game:
    """A game's description; `KeyError` where `complaint` has something to say."""
    where = origin(name)
    game = outside.load(where).game if where else _own(name)
    if game is None:
        raise KeyError(name)
    return game


def _own(name: str) -> Game | None:
    game: Game | None = import_module(f"{__name__}.{name}").GAME if name in ours() else None
    return game


def having(ability: str) -> Iterator[Game]:
    """The games that have an ability, by its name in `ABILITIES`: those that stand here first."""
    for name in sorted(names(), key=lambda name: name not in ours()):
        game = get(name)
        if ability in game.abilities:
            yield game


@cache
def figures(name: str) -> Figures:
    """A game's figures as they are published and reconstructed."""
    return published_figures(get(name).figures_path)


_tell: Callable[[Game, Any], object] | None = None


def tell_when_cold(tell: Callable[[Game, Any], object]) -> None:
    """Have `tell` called, once, with a game and its `simulate` before kernels are called that are not compiled yet."""
    global _tell
    _tell = tell


def kernels(game: Game) -> ModuleType:
    """A game's module of kernels: begin, step, score, simulate, explore.  Imports numba."""
    global _tell
    where = origin(game.name)
    module = outside.kernels(where, game.play) if where else import_module(f"{__name__}.{game.name}.{game.play}")
    tell, _tell = _tell, None
    if tell is not None:
        from simkit.core.jit import compiled_before

        if not compiled_before(module.simulate):
            tell(game, module.simulate)
    return module


def package(name: str) -> str:
    """The package that a game's modules stand in, as it is imported."""
    where = origin(name)
    return where.package if where else f"{__name__}.{name}"
