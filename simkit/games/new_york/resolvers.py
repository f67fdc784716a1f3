"""Single resolvers of the game, by the kernels that play it."""

from typing import Any

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.games.figures import Figures
from simkit.games.new_york.completions import HEADINGS, table
from simkit.games.new_york.schema import N_FACES, SETUP, Result

MOST_STRENGTH = 1_000_000


def combat_results(figures: Figures, attacking: int, defending: int) -> tuple[str, dict[str, float]]:
    """[The Monster Attack Table] The column of an attack and the chance of each result.

    `attacking` and `defending` are strengths, 1 to 1,000,000; a building's is in the figures.  Else `BadInput`.
    """
    for name, points in (("attacking", attacking), ("defending", defending)):
        if not 1 <= points <= MOST_STRENGTH:
            raise BadInput([f"{name} must be 1 to {MOST_STRENGTH:,} strength points, not {short(points)}"])
    import numpy as np

    from simkit.games.new_york.rules.table import column_of, result_of

    card = np.zeros(1, SETUP)
    card["table"] = table(figures.tree, "mirror")
    column = int(column_of(attacking - defending))
    faces = [int(result_of(card[0], column, face)) for face in range(1, N_FACES + 1)]
    chances = {result.name: faces.count(result) / N_FACES for result in Result}
    return HEADINGS[column], {name: chance for name, chance in chances.items() if chance}


def attack_results(figures: Figures, attacking: int, defending: int) -> dict[str, Any]:
    """[How to Apply the Results] The same, and points lost on average, and the chance to eat a building so strong."""
    column, chances = combat_results(figures, attacking, defending)
    return {
        "column": column,
        "chances": chances,
        "attacker_loses": sum(_points(name) * chance for name, chance in chances.items() if name[0] in "AB"),
        "defender_loses": sum(_points(name) * chance for name, chance in chances.items() if name[0] in "DB"),
        "eaten_if_it_is_a_building": sum(chance for name, chance in chances.items() if name[0] in "DB"),
    }


def _points(result: str) -> int:
    return int(result[1:])
