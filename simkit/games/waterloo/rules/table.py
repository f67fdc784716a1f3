"""[6.2, 8.2] The Combat Results Table: its columns, and what a face gives in each."""

from simkit.core.jit import kernel
from simkit.games.waterloo.schema import FRENCH, N_ODDS


@kernel
def combat_result(rules, column, face):
    """[6.0] The Result of one attack; `column` is 0 ... 9 and `face` 1 ... 6."""
    return rules.crt[face - 1, column]


@kernel
def combat_column(rules, strength, defence, state):
    """[6.2, 8.2] The column of an attack by the phasing side, shifted when the Allies are demoralized, and clamped.

    Variant `demoralization_clamp`: a ratio beyond the table counts as its last column before the shift, or after it.
    """
    if not state.demoralized:
        return odds_column(strength, defence, rules.n_below)
    shift = rules.column_shift if state.side == FRENCH else -rules.column_shift
    if not rules.shift_first:
        return clamped(odds_column(strength, defence, rules.n_below) + shift)
    return clamped(ratio(strength, defence, rules.n_below) + shift)


@kernel
def odds_column(strength, defence, n_below):
    """[6.2] The column of a ratio: the nearest that the table has, the first for a strength of 0."""
    return clamped(ratio(strength, defence, n_below)) if strength > 0 else 0


@kernel
def ratio(strength, defence, n_below):
    """[6.2] The column of a ratio on a table without ends, rounded for the defender: 1-1 is `n_below`."""
    if strength >= defence:
        return n_below + strength // defence - 1
    return n_below + 1 - (defence + strength - 1) // strength


@kernel
def clamped(column):
    """[6.2] The nearest column that the table has."""
    return min(max(column, 0), N_ODDS - 1)
