"""The games: every folder here that says what it is in a `GAME`.  No list to edit."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from simkit.games.figures import Figures, published_figures
from simkit.games.game import Game


def names() -> tuple[str, ...]:
    """Names of all games, in alphabetical order."""
    return tuple(sorted(file.parent.name for file in Path(__file__).parent.glob("*/__init__.py")))


def get(name: str) -> Game:
    """A game's description; `KeyError` for a name that is not in `names()`."""
    if name not in names():
        raise KeyError(name)
    game: Game = import_module(f"simkit.games.{name}").GAME
    return game


def having(ability: str) -> Iterator[Game]:
    """The games that have an ability, by its name in `ABILITIES`; each is imported when its turn comes."""
    return (game for game in map(get, names()) if ability in game.abilities)


@cache
def figures(name: str) -> Figures:
    """A game's figures as they are published and reconstructed."""
    folder = get(name).folder
    return published_figures(folder / "figures" if (folder / "figures").is_dir() else folder / "figures.toml")


_tell: Callable[[Game], object] | None = None


def tell_when_cold(tell: Callable[[Game], object]) -> None:
    """Have `tell` called, once, before a game is played whose kernels are not compiled yet on this machine."""
    global _tell
    _tell = tell


def kernels(game: Game) -> ModuleType:
    """A game's module of kernels: begin, step, score, simulate, explore.  Imports numba."""
    global _tell
    module = import_module(f"simkit.games.{game.name}.{game.play}")
    tell, _tell = _tell, None
    if tell is not None:
        from simkit.core.jit import compiled_before

        if not compiled_before(module.simulate):
            tell(game)
    return module
