"""Tabletop tables: the lookups that many games print."""

from simkit.core.jit import kernel


@kernel
def odds_column(attack, defence, n_below, n_columns):
    """Column of an odds table with ratios 1-(n_below + 1) ... 1-2, 1-1, 2-1 ...; rounded for the defender, clamped.

    `attack` is 0 or more, `defence` positive, both in strength points; the answer is 0 ... n_columns - 1.
    """
    if attack >= defence:
        column = n_below + attack // defence - 1
    elif attack > 0:
        column = n_below + 1 - (defence + attack - 1) // attack
    else:
        column = 0
    return min(max(column, 0), n_columns - 1)


@kernel
def band(upper_bounds, value):
    """Index of the first band that holds `value`: bands end at `upper_bounds` (rising, inclusive), the last is open."""
    index = 0
    while index < upper_bounds.shape[0] - 1 and value > upper_bounds[index]:
        index += 1
    return index
