"""What things are called on the cards and the map, for metrics and censuses: the published names."""

from pathlib import Path

from simkit.games.emperor.catalog import Catalog
from simkit.games.emperor.schema import TERRAINS
from simkit.games.emperor.whole.schema import Habit
from simkit.games.figures import load_figures

CATALOG = Catalog(load_figures(Path(__file__).parents[1] / "figures"))

CHARACTERS = CATALOG.character_names
CHITS = tuple(" ".join(reversed(str(chit["name"]).split(", "))) for chit in CATALOG.chits.values())
HABITS = tuple(habit.name.lower().replace("_", " ") for habit in Habit)


def space_name(name: str) -> str:
    """A space as the map calls it, or by its terrain and number."""
    space = CATALOG.spaces[name]
    return str(space.get("name", f"{TERRAINS[TERRAINS.index(space['terrain'])].replace('_', ' ')} {name}"))


SPACES = tuple(map(space_name, CATALOG.spaces))
