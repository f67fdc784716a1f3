"""[Treasure; Arms] What possessions are worth to their owner, in tenths of a treasure, by the weights of his policy.

Every treasure counts one at the end, whatever it is.  An arm is worth besides what its owner would miss without it.
"""

import numpy as np

from simkit.core.jit import kernel, routine
from simkit.games.emperor.encounter.rules.arms import may_use
from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.encounter.rules.possessions import is_magic
from simkit.games.emperor.shared.schema import N_ARMS, N_CLUES, N_GOODS, NOTHING
from simkit.games.emperor.shared.terms import MAGIC_ARMS_FROM, N_IMPERIALS, Good, Possession

TREASURE = 10  # what a treasure is worth
PRICELESS = 1 << 20
ANY, MAGIC = np.int64(0), np.int64(1)  # which treasures are meant; not literals, each a compilation more
FROM_FIRST = np.int64(0)
FIRST_MAGIC_ARM = np.int64(MAGIC_ARMS_FROM)


@kernel
def strength(arm):
    """What an arm is good for: its dice, how many of them it betters, and the hits that it takes."""
    return arm.melee_dice + arm.missile_dice + arm.plus + arm.absorb


@kernel
def sort_of_arm(arm):
    """Weapon, missile weapon or shield: of each sort a hero uses the best."""
    return 2 * arm.shield + (arm.missile_dice > 0)


@routine
def missed(rules, player, arm):
    """How much weaker a hero is without one chit of an arm: nothing if he may not use it, or has one as good."""
    figures, others = rules.arms[arm], 0
    if not may_use(figures, player):
        return others
    for other in range(N_ARMS):
        spare = count(player.arms, other) - (other == arm)
        if spare > 0 and may_use(rules.arms[other], player) and sort_of_arm(rules.arms[other]) == sort_of_arm(figures):
            others = max(others, strength(rules.arms[other]))
    return max(0, strength(figures) - others)


@kernel
def worth_of_arm(rules, policy, player, arm):
    """An arm: what its owner would miss, and a treasure if it is magic."""
    return policy.die_worth * missed(rules, player, arm) + TREASURE * (arm >= MAGIC_ARMS_FROM)


@kernel
def worth_of_good(policy, good):
    """A treasure that is no arm: Imperial Treasures and scrolls are worth more than riches."""
    more = policy.imperial_worth if good < N_IMPERIALS else 0
    if good == Good.SCROLL_HEAL or good == Good.SCROLL_PROTECTION or good == Good.SCROLL_TELEPORT:
        more = policy.scroll_worth
    return TREASURE + more


@routine
def least_treasure(rules, policy, player, which, goods_from):
    """The treasure that its owner misses least, as (Possession, item, worth); of equals riches, then arms.

    `which`: ANY or MAGIC; `goods_from`: only goods from this number on.  NOTHING without any.
    """
    sort, item, least = Possession.GOOD.value, NOTHING, PRICELESS
    for rank in range(N_GOODS):
        good = (rank + N_IMPERIALS) % N_GOODS  # Imperial Treasures last
        fits = good >= goods_from and (which == ANY or is_magic(rules, good))
        if fits and count(player.goods, good) > 0 and worth_of_good(policy, good) < least:
            item, least = good, worth_of_good(policy, good)
    for arm in range(MAGIC_ARMS_FROM, N_ARMS if player.arms > 0 else 0):
        if count(player.arms, arm) > 0 and worth_of_arm(rules, policy, player, arm) < least:
            sort, item, least = Possession.ARM.value, arm, worth_of_arm(rules, policy, player, arm)
    return sort, item, least


@kernel
def least_arm(rules, policy, player, below):
    """Of the arms below a number the one that its owner misses least, and what it is worth; NOTHING without any."""
    item, least = NOTHING, PRICELESS
    for arm in range(below if player.arms > 0 else 0):
        if count(player.arms, arm) > 0 and worth_of_arm(rules, policy, player, arm) < least:
            item, least = arm, worth_of_arm(rules, policy, player, arm)
    return item, least


@kernel
def least_possession(rules, policy, player, docked):
    """What an owner parts with most easily, as (Possession, item): of equals an arm, a vessel, a clue, a treasure.

    `docked`: whether he has a vessel that he can do without here.
    """
    sort = Possession.ARM.value
    item, least = least_arm(rules, policy, player, FIRST_MAGIC_ARM)
    if docked and policy.vessel_worth < least:
        sort, item, least = Possession.VESSEL.value, player.vessel, policy.vessel_worth
    for clue in range(N_CLUES if player.clues > 0 else 0):
        if count(player.clues, clue) > 0 and policy.clue_worth < least:
            sort, item, least = Possession.CLUE.value, clue, policy.clue_worth
    sort_of_treasure, treasure, worth = least_treasure(rules, policy, player, ANY, FROM_FIRST)
    if treasure != NOTHING and worth < least:
        sort, item = sort_of_treasure, treasure
    return sort, item
