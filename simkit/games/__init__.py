"""The games: every folder here that says what it is in a `GAME`.  No list to edit."""

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from simkit.games.figures import Figures, published_figures
from simkit.games.game import Game


def names() -> tuple[str, ...]:
    """Names of all games, in alphabetical order."""
    return tuple(sorted(file.parent.name for file in Path(__file__).parent.glob("*/schema.py")))


def get(name: str) -> Game:
    """A game's description; `KeyError` for a name that is not in `names()`."""
    if name not in names():
        raise KeyError(name)
    game: Game = import_module(f"simkit.games.{name}").GAME
    return game


@cache
def figures(name: str) -> Figures:
    """A game's figures as they are published and reconstructed."""
    folder = get(name).folder
    return published_figures(folder / "figures" if (folder / "figures").is_dir() else folder / "figures.toml")


def is_cold(game: Game) -> bool:
    """Whether a game's kernels are still to be compiled on this machine.  Imports numba."""
    from simkit.core.jit import compiled_before

    return not compiled_before(kernels(game).simulate)


def kernels(game: Game) -> ModuleType:
    """A game's module of kernels: begin, step, score, play, simulate, explore.  Imports numba."""
    return import_module(f"simkit.games.{game.name}.{game.play}")
