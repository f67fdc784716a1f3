"""How a decision becomes an act: the policy's answer, or a roll among what is legal."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.games.azann.rules.bits import count_bits, nth_bit
from simkit.games.azann.schema import AT_RANDOM, Purpose


@kernel
def decide(choice, tally, dice):
    """The policy's answer, 0 or 1; one that leaves it to chance gets a fair one."""
    if choice != AT_RANDOM:
        return choice
    tally.asked += 1
    address(dice, Purpose.POLICY, tally.steps, tally.asked)
    return roll(dice, 2) - 1


@kernel
def decide_among(choice, legal, tally, dice):
    """The policy's answer, or one of the set bits of `legal`; there must be one, and one alone is not rolled for."""
    if choice != AT_RANDOM:
        return choice
    place = count_bits(legal) - 1
    if place > 0:
        tally.asked += 1
        address(dice, Purpose.POLICY, tally.steps, tally.asked)
        place = roll(dice, place + 1) - 1
    return nth_bit(legal, place)
