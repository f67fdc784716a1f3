"""Single rolls of the battle, many at once, by the kernels that play it.  Row i meets the luck of game `first` + i."""

from simkit.core.dice import address, hits, two_dice
from simkit.core.jit import kernel
from simkit.core.words import word
from simkit.games.emperor.encounter.rules.battle import escape_roll_needed
from simkit.games.emperor.shared.schema import Purpose


@kernel
def roll_pools(rules, dice, n, plus, absorb, first, through):
    """[Melee; Shields and Other Defenses] Hits of each pool beyond those that are absorbed, written to `through`."""
    for row in range(n.shape[0]):
        dice.game = word(first + row)
        address(dice, Purpose.BLOWS, 0, 0)
        through[row] = max(hits(dice, rules.hits, n[row], plus[row]) - absorb[row], 0)


@kernel
def roll_attempts(rules, dice, fugitive, pursuer, first, away):
    """[Escape Attempt] Whether each fugitive gets away, written to `away`."""
    for row in range(fugitive.shape[0]):
        dice.game = word(first + row)
        address(dice, Purpose.HERO_ESCAPE, 0, 0)
        away[row] = two_dice(dice) >= escape_roll_needed(rules.escape_target, fugitive[row], pursuer[row])
