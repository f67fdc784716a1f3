"""Scripted players.  A decision sees the party, never the dice, and answers an adventurer, NOTHING, or AT_RANDOM."""

from simkit.core.jit import kernel
from simkit.games.deathmaze.schema import AT_RANDOM, NOTHING, Calling, Pick, Policy


@kernel
def opener(policy, cards, party, trap):
    """Who opens a trapped chest: a thief, else the one delegated, and nobody with fewer points than he dares with.

    `trap` is the code of what a trap does: where it cannot kill him nobody needs `chests_from` points.
    """
    if policy.kind == Policy.SCRIPTED:
        least = min(policy.chests_from, most_harm(trap) + 1)
        for who in range(party.shape[0]):
            if cards[who].calling == Calling.THIEF and party[who].points >= least:
                return who
        return pick(policy.opener, party, least)
    elif policy.kind == Policy.RANDOM:
        return AT_RANDOM
    raise ValueError("opener: unknown policy")


@kernel
def tester(policy, party, least):
    """Who tests a potion or a medallion; nobody with fewer than `least` points left."""
    if policy.kind == Policy.SCRIPTED:
        return pick(policy.tester, party, least)
    elif policy.kind == Policy.RANDOM:
        return AT_RANDOM
    raise ValueError("tester: unknown policy")


@kernel
def wearer(policy, party, bonus):
    """Who dons armor of that bonus; nobody who wears one as good, or would die without the one that he takes off."""
    if policy.kind == Policy.SCRIPTED:
        chosen = NOTHING
        for who in range(party.shape[0]):
            gains = party[who].armor < bonus and party[who].points > party[who].armor
            if gains and (chosen == NOTHING or preferred(policy.wearer, party[who].points, party[chosen].points)):
                chosen = who
        return NOTHING if policy.wearer == Pick.NOBODY else chosen
    elif policy.kind == Policy.RANDOM:
        return AT_RANDOM
    raise ValueError("wearer: unknown policy")


@kernel
def patient(policy, party):
    """Who takes a healing dose: the most wounded, from `heal_at` wounds on."""
    if policy.kind == Policy.SCRIPTED:
        chosen, most = NOTHING, policy.heal_at - 1
        for who in range(party.shape[0]):
            if party[who].wounds > most and party[who].points > 0:
                chosen, most = who, party[who].wounds
        return chosen
    elif policy.kind == Policy.RANDOM:
        return AT_RANDOM
    raise ValueError("patient: unknown policy")


@kernel
def most_harm(code):
    """The most that a dice code can come to."""
    return code.times * (code.dice * code.sides if code.dice > 0 else 1)


@kernel
def pick(how, party, least):
    """The first, strongest or weakest of those who have `least` points left, and NOTHING when nobody has."""
    chosen = NOTHING
    for who in range(party.shape[0]):
        points = party[who].points
        if points >= least and (chosen == NOTHING or preferred(how, points, party[chosen].points)):
            chosen = who
    return NOTHING if how == Pick.NOBODY else chosen


@kernel
def preferred(how, points, best):
    """Whether one with so many points left is delegated rather than the best so far, who marches before him."""
    return (how == Pick.STRONGEST and points > best) or (how == Pick.WEAKEST and points < best)
