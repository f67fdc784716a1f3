"""How a decision is made: by the policy's answer, or by a roll among what is legal."""

from simkit.core.dice import ONLY_SIDE, address, choose
from simkit.core.jit import kernel
from simkit.games.emperor.shared.schema import AT_RANDOM


@kernel
def decide(choice, purpose, tally, dice):
    """A yes or no: the policy's answer, or by chance a fair one from a stream of its own."""
    if choice == AT_RANDOM:
        address(dice, purpose, tally.turn, tally.event)
        return choose(dice, 2, ONLY_SIDE) == 1
    return choice != 0
