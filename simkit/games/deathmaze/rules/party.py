"""[9.17, 9.18, 9.32] The adventurers: who lives, who is delegated, who shares."""

from simkit.core.dice import ONLY_SIDE, address, choose
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.deathmaze.schema import AT_RANDOM, NOTHING, Ending, Event


@kernel
def living(party):
    """How many adventurers are alive."""
    n_living = 0
    for who in range(party.shape[0]):
        n_living += party[who].points > 0
    return n_living


@kernel
def dead(setup, state):
    """How many of those who set out are dead."""
    n_dead = 0
    for who in range(state.party.shape[0]):
        n_dead += setup.party[who].points > 0 and state.party[who].points == 0
    return n_dead


@kernel
def decide(choice, purpose, state, tally, dice):
    """A decision's answer; for AT_RANDOM any of the living, or nobody, all equally likely."""
    if choice != AT_RANDOM:
        return choice
    tally.event += 1
    address(dice, purpose, state.hoard, tally.event)
    nth = choose(dice, living(state.party) + 1, ONLY_SIDE) + 1
    for who in range(state.party.shape[0]):
        nth -= state.party[who].points > 0
        if nth == 0:
            return who
    return NOTHING


@kernel
def wound(who, wounds, state, tally, log):
    """[9.43, 9.66] Wounds beyond death are lost."""
    if wounds == 0:
        return
    adventurer = state.party[who]
    suffered = min(wounds, adventurer.points)
    adventurer.points -= suffered
    adventurer.wounds += suffered
    tally.wounds += suffered
    emit(log, state.hoard, Event.WOUNDS, 0, who, suffered, adventurer.points, 0)
    if adventurer.points == 0:
        die(who, state, tally, log)


@kernel
def die(who, state, tally, log):
    """[9.17, 9.45] The dead leave their armor, and a monster that they charmed turns on the party."""
    adventurer = state.party[who]
    state.spare = max(state.spare, adventurer.armor)
    adventurer.points = adventurer.wounds = adventurer.armor = 0
    emit(log, state.hoard, Event.DIES, 0, who, 0, 0, 0)
    if state.charmer == who:
        state.charmer = NOTHING
        tally.turned += 1
        emit(log, state.hoard, Event.TURNS, 0, 0, 0, 0, 0)
    if living(state.party) == 0:
        state.ending = Ending.PARTY_DEAD


@kernel
def sharers(rules, setup, state):
    """[9.18] How many divide the treasure (variant `dead_share`); when all are dead nobody carries it out."""
    if state.ending == Ending.PARTY_DEAD:
        return 0
    return living(state.party) + (dead(setup, state) if rules.dead_share else 0)
