"""[How to Win] Which Imperial Treasures are discovered, and how many are missing before the game ends."""

from simkit.core.jit import kernel
from simkit.games.emperor.encounter.rules.hands import count, size
from simkit.games.emperor.shared.terms import N_IMPERIALS


@kernel
def discovered(rules, state):
    """[How to Win] Imperial Treasures that players hold or that are out of play; those back in the pool do not count.

    Variant `discovered`: under "ever_drawn" they do.
    """
    if rules.found_for_good:
        return size(state.found)
    total = size(state.returned)
    for who in range(state.n_players):
        for good in range(N_IMPERIALS):
            total += count(state.seats[who].player.goods, good)
    return total


@kernel
def missing(rules, state):
    """Imperial Treasures still to be discovered before the game ends."""
    return rules.imperials_to_end[state.n_players] - discovered(rules, state)
