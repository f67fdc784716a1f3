"""[Sequence of Play; Example of Play] Players in the same space trade arms, one for one, where both gain."""

from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.emperor.encounter.rules.hands import count, with_one, without_one
from simkit.games.emperor.encounter.rules.worth import worth_of_arm
from simkit.games.emperor.shared.schema import N_ARMS, NOTHING
from simkit.games.emperor.whole.policies import note
from simkit.games.emperor.whole.schema import Event
from simkit.games.emperor.whole.terms import Habit


@routine
def barter_all(rules, policies, state, tally, log):
    """[How to Start; Example of Play] At the Inn everybody may trade with everybody."""
    for who in range(state.n_players):
        barter(rules, policies, who, state, tally, log)


@routine
def barter(rules, policies, who, state, tally, log):
    """[Trade] A player makes one exchange with each of those in his space who also gain by one."""
    seat = state.seats[who]
    if not seat.alive or policies[who].barters == 0 or seat.player.arms == 0:
        return
    for offset in range(1, state.n_players):
        other = (who + offset) % state.n_players
        partner = state.seats[other]
        if partner.alive and partner.space == seat.space and policies[other].barters and partner.player.arms > 0:
            given, taken = best_swap(rules, policies, who, other, state)
            if given != NOTHING:
                swap(given, taken, seat.player, partner.player)
                note(tally, Habit.BARTERS.value)
                emit(log, state.turns, Event.SWAPS, who, other, given, taken, 0)


@routine
def best_swap(rules, policies, who, other, state):
    """The arms of two players whose exchange both gain by, and by which the one who gains less gains most; NOTHING."""
    own, partner = state.seats[who].player, state.seats[other].player
    best, given, taken = 0, NOTHING, NOTHING
    for arm in range(N_ARMS):
        for wanted in range(N_ARMS if count(own.arms, arm) > 0 else 0):
            if wanted != arm and count(partner.arms, wanted) > 0:
                gain = gain_of_swap(rules.fight, policies[who].fight, arm, wanted, own)
                if gain > best:
                    gain = min(gain, gain_of_swap(rules.fight, policies[other].fight, wanted, arm, partner))
                if gain > best:
                    best, given, taken = gain, arm, wanted
    return given, taken


@kernel
def gain_of_swap(rules, policy, given, taken, player):
    """By how much a player is better off with another arm in place of one that he has; `player.arms` stays as it is."""
    lost = worth_of_arm(rules, policy, player, given)
    before = player.arms
    player.arms = with_one(without_one(before, given), taken)
    gained = worth_of_arm(rules, policy, player, taken)
    player.arms = before
    return gained - lost


@kernel
def swap(given, taken, player, partner):
    """Two arms change hands."""
    player.arms = with_one(without_one(player.arms, given), taken)
    partner.arms = with_one(without_one(partner.arms, taken), given)
