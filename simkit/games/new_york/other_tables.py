"""Another table for a sensitivity analysis: its lost cells only change together."""

from simkit.games.figures import Figures
from simkit.games.new_york.completions import COLUMNS, GIVEN, N_KNOWN, RESULTS, completion, table
from simkit.games.new_york.schema import N_FACES


def other_table(figures: Figures, seed: int) -> dict[str, str]:
    """Results of the lost rows of the Monster Attack Table, by path, drawn from all monotone completions."""
    drawn = completion(table(figures.tree, "mirror"), seed + 1)
    return {
        f"attack_table.{face + 1}.{name}": RESULTS[drawn[face, column]]
        for face in range(N_KNOWN, N_FACES)
        for column, name in enumerate(COLUMNS)
        if (face, column) not in GIVEN
    }


def what_is_drawn() -> str:
    """What `other_table` draws."""
    return "table"
