"""How a decision becomes an act: the policy's answer, or a roll among what is legal."""

from simkit.core.dice import ONLY_SIDE, address, choose
from simkit.core.jit import kernel
from simkit.games.azann.rules.bits import count_bits, nth_bit
from simkit.games.azann.schema import AT_RANDOM, Purpose


@kernel
def decide(choice, tally, dice):
    """The policy's answer, 0 or 1; for AT_RANDOM each has the same chance."""
    if choice != AT_RANDOM:
        return choice
    tally.asked += 1
    address(dice, Purpose.POLICY, tally.steps, tally.asked)
    return choose(dice, 2, ONLY_SIDE)


@kernel
def decide_among(choice, legal, tally, dice):
    """The policy's answer; for AT_RANDOM one of the set bits of `legal`.

    At least one bit must be set; a single one takes no roll.
    """
    if choice != AT_RANDOM:
        return choice
    index = count_bits(legal) - 1
    if index > 0:
        tally.asked += 1
        address(dice, Purpose.POLICY, tally.steps, tally.asked)
        index = choose(dice, index + 1, ONLY_SIDE)
    return nth_bit(legal, index)
