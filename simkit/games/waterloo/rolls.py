"""[6.0] Many attacks at once, by the kernels that play the battle.  Row i meets the luck of game `first` + i."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.core.words import word
from simkit.games.waterloo.rules.table import combat_result, odds_column
from simkit.games.waterloo.schema import N_FACES, Purpose


@kernel
def roll_attacks(rules, dice, attacking, defending, first, columns, results):
    """[6.2, 6.3] The column of each attack and its Result, written to `columns` and `results`."""
    for row in range(attacking.shape[0]):
        dice.game = word(first + row)
        address(dice, Purpose.COMBAT, 0, 0)
        columns[row] = odds_column(attacking[row], defending[row], rules.n_below)
        results[row] = combat_result(rules, columns[row], roll(dice, N_FACES))
