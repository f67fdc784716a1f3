"""Games of other packages, as these name them: entry points in the group `simkit.games`.  None is imported here."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "simkit.games"


class OtherGame(NamedTuple):
    """One entry point."""

    name: str
    package: str  # that holds the game, such as "simkit_duel"
    attribute: str  # what the game's description is called there
    distribution: str  # what was installed, such as "simkit-duel"
    version: str  # of the distribution

    def holds(self, file: Path) -> bool:
        """Whether a file stands in the game's package, by the names of the folders above it."""
        return f"/{self.package.replace('.', '/')}/" in file.as_posix()


@cache
def other_games() -> tuple[OtherGame, ...]:
    """All entry points, by distribution and name."""
    from importlib.metadata import entry_points

    games = map(_read, entry_points(group=GROUP))
    return tuple(sorted(games, key=lambda game: (game.distribution, game.name)))


def _read(entry: "EntryPoint") -> OtherGame:
    package, _, attribute = entry.value.partition(":")
    name, version = (entry.dist.name, entry.dist.version) if entry.dist else ("", "")
    return OtherGame(entry.name, package.strip(), attribute.strip() or "GAME", name or "", version or "")
