"""The published names on the cards and the map, for metrics and censuses."""

from pathlib import Path

from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.whole.schema import N_SPACES
from simkit.games.emperor.whole.terms import Habit
from simkit.games.figures import Figures, published_figures

FIGURES = published_figures(Path(__file__).parents[1] / "figures")
CATALOG = Catalog(FIGURES)

CHARACTERS = CATALOG.character_names
CHITS = tuple(" ".join(reversed(str(chit["name"]).split(", "))) for chit in CATALOG.chits.values())
HABITS = tuple(habit.name.lower().replace("_", " ") for habit in Habit)


def space_names(figures: Figures) -> tuple[str, ...]:
    """Spaces as the map calls them, in the order of their numbers."""
    return tuple(str(space.get("name", name)) for name, space in Catalog(figures).spaces.items())


SPACES = space_names(FIGURES)
SPACE_LABELS = (*SPACES, *(f"space {number + 1}" for number in range(len(SPACES), N_SPACES)))  # of the largest map
