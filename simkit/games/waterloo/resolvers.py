"""Single resolvers of Napoleon at Waterloo, by the kernels that play it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.games.figures import Figures
from simkit.games.waterloo.compile import COLUMNS, compile_rules
from simkit.games.waterloo.schema import N_FACES, Result

MOST_STRENGTH = 1_000_000


def combat_results(figures: Figures, attacking: int, defending: int) -> tuple[str, dict[str, float]]:
    """[6.2, 6.3] The column of an attack and the chance of each result, before any shift.

    `attacking` and `defending` are strength points, 1 to 1,000,000, terrain counted already; else `BadInput`.
    """
    for name, points in (("attacking", attacking), ("defending", defending)):
        if not 1 <= points <= MOST_STRENGTH:
            raise BadInput([f"{name} must be 1 to {MOST_STRENGTH:,} strength points, not {short(points)}"])
    from simkit.games.waterloo.rules.table import combat_result, odds_column

    rules, _ = compile_rules(figures, {})
    column = int(odds_column(attacking, defending, int(rules.n_below)))
    faces = [int(combat_result(rules, column, face)) for face in range(1, N_FACES + 1)]
    chances = {result.name.title(): faces.count(result) / N_FACES for result in Result}
    return COLUMNS[column], {name: chance for name, chance in chances.items() if chance}


def roll_results(
    figures: Figures, attacking: NDArray[np.int64], defending: NDArray[np.int64], seed: int, first: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """[6.2, 6.3] The column and the result of one roll for each attack, in words: str[n] each.

    `attacking` and `defending` are int64[n] of strength points, 1 to 1,000,000, terrain counted already; roll i meets
    the luck of number `first` + i of the seed.
    """
    from simkit.core.dice import random_dice
    from simkit.games.waterloo.rolls import roll_attacks

    columns, results = (np.empty(len(attacking), np.int64) for _ in range(2))
    rules, _ = compile_rules(figures, {})
    roll_attacks(rules, random_dice(seed), attacking, defending, first, columns, results)
    return np.array(COLUMNS)[columns], np.array([result.name.title() for result in Result])[results]
