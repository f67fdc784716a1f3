"""[Traveling Together] Companies: they move, explore and fight as one, under a leader."""

from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.emperor.encounter.rules.arms import ready_arms
from simkit.games.emperor.encounter.rules.battle import armed_dice
from simkit.games.emperor.encounter.rules.magic import own_ability
from simkit.games.emperor.shared.schema import NOTHING
from simkit.games.emperor.shared.terms import Vessel
from simkit.games.emperor.whole.policies import note, wounds_left
from simkit.games.emperor.whole.rules.discovery import missing
from simkit.games.emperor.whole.rules.goals import reason_to_stay
from simkit.games.emperor.whole.rules.movement import enter, relocate
from simkit.games.emperor.whole.schema import NOWHERE, Event
from simkit.games.emperor.whole.terms import Habit, Mode


@kernel
def mates(state, who, other):
    """Whether two players travel together."""
    own, fellow = state.seats[who], state.seats[other]
    return other != who and fellow.alive and own.company > 0 and own.company == fellow.company


@kernel
def meet_others(rules, policies, who, state, tally, log):
    """[Traveling Together] Players in the same space who agree form a company; whoever is next to move leads it."""
    seat = state.seats[who]
    if seat.company > 0 or not seat.alive or not joins(rules, policies[who], state):
        return
    for offset in range(1, state.n_players):
        other = (who + offset) % state.n_players
        fellow = state.seats[other]
        if fellow.alive and fellow.space == seat.space and joins(rules, policies[other], state):
            leader = fellow.company - 1 if fellow.company > 0 else other
            fellow.company = seat.company = leader + 1
            note(tally, Habit.TEAMS_UP.value)
            emit(log, state.turns, Event.TEAMS_UP, who, leader, 0, 0, 0)
            return


@kernel
def joins(rules, policy, state):
    """Whether a player joins companies, and would not leave this one at once."""
    return policy.teams_up > 0 and missing(rules, state) > policy.parts_at


@kernel
def may_part(rules, policy, who, state, tally, log):
    """[Traveling Together] Before the leader moves any may leave; at sea not the leader, nor one without a vessel.

    The next of the company leads it on; the last one travels alone.
    """
    seat = state.seats[who]
    if seat.company == 0:
        return
    successor = heir(state, who)
    leads = seat.company == who + 1
    aboard = rules.spaces[seat.space].spot.sea and (leads or seat.player.vessel == Vessel.NONE)
    if successor == NOWHERE:
        seat.company = 0
        if seat.alive:
            emit(log, state.turns, Event.TRAVELS_ALONE, who, 0, 0, 0, 0)
    elif not seat.alive or (missing(rules, state) <= policy.parts_at and not aboard):
        for other in range(state.n_players):
            if leads and mates(state, who, other):
                state.seats[other].company = successor + 1
        seat.company = 0
        if seat.alive:
            note(tally, Habit.PARTS.value)
            emit(log, state.turns, Event.PARTS, who, 0, 0, 0, 0)
        if leads and heir(state, successor) != NOWHERE:
            emit(log, state.turns, Event.LEADS_ON, successor, 0, 0, 0, 0)


@kernel
def heir(state, who):
    """[Traveling Together] The next to move of the others in a company, or NOWHERE."""
    for offset in range(1, state.n_players):
        other = (who + offset) % state.n_players
        if mates(state, who, other):
            return other
    return NOWHERE


@kernel
def follows(seat, who):
    """[Traveling Together] Whether player number `who` is led by another."""
    return seat.company > 0 and seat.company != who + 1


@kernel
def held_back(rules, policies, who, state, log):
    """[Traveling Together] Whether a member wants to meditate or to heal by a spell: then the entire company stays."""
    held = False
    for offset in range(1, state.n_players):
        other = (who + offset) % state.n_players
        if mates(state, who, other):
            reason = reason_to_stay(rules, policies[other], other, state)
            if reason != Mode.MOVE:
                held = True
                emit(log, state.turns, Event.HOLDS_BACK, other, reason, 0, 0, 0)
    return held


@routine
def all_follow(rules, who, state, tally, log):
    """[Traveling Together] All travel along with the leader."""
    space = state.seats[who].space
    for other in range(state.n_players):
        if mates(state, who, other) and state.seats[other].space != space:
            enter(rules, Event.FOLLOWS.value, who, space, other, state, tally, log)


@routine
def all_are_moved(rules, who, state, tally, log):
    """[Traveling Together; Teleportation] The company goes along by magic; all leave their companions behind."""
    space = state.seats[who].space
    for other in range(state.n_players):
        if mates(state, who, other) and state.seats[other].space != space:
            emit(log, state.turns, Event.FOLLOWS, other, space, who, 0, 0)
            relocate(rules, space, other, state, tally, log)


@kernel
def whose_vessel(rules, who, state):
    """[Traveling Together; Hostile Encounters at Sea] Who carries a player without a vessel; or NOWHERE."""
    seat = state.seats[who]
    if rules.traveling_together and rules.spaces[seat.space].spot.sea and seat.player.vessel == Vessel.NONE:
        for offset in range(1, state.n_players):
            other = (who + offset) % state.n_players
            if mates(state, who, other) and state.seats[other].player.vessel != Vessel.NONE:
                return other
    return NOWHERE


@kernel
def hand_vessel(giver, taker, state):
    """A vessel and its wounds change hands."""
    old, new = state.seats[giver].player, state.seats[taker].player
    new.vessel, new.vessel_wounds = old.vessel, old.vessel_wounds
    old.vessel, old.vessel_wounds = Vessel.NONE.value, 0


@routine
def lend_dice(rules, who, state, battle):
    """[Traveling Together] Attack dice of the others: by their weapons in Melee, by their bows in the Approach."""
    if rules.traveling_together:
        for other in range(state.n_players):
            if mates(state, who, other):
                player, guard = state.seats[other].player, state.guards[other]
                ready_arms(rules.fight, player, guard)
                ability = own_ability(rules.fight, player)
                guard.approach = 0
                battle.lent += armed_dice(rules.fight, ability, guard.strongest, guard.approach > 0)[0]
                has_bow = guard.launcher != NOTHING
                if has_bow:
                    battle.shots += armed_dice(rules.fight, ability, guard.launcher, has_bow)[0]


@kernel
def lend_wounds(rules, who, state):
    """[Traveling Together] Wounds that the others can take for the one attacked, all but their last."""
    total = 0
    if rules.traveling_together:
        for other in range(state.n_players):
            if mates(state, who, other):
                total += wounds_left(state.seats[other]) - 1
        state.seats[who].player.wound_number += total
    return total


@kernel
def share_wounds(lent, wounds_before, who, state, log):
    """[Traveling Together] Wounds taken go to those who can take most; `lent`: what `lend_wounds` returned."""
    if lent == 0:
        return
    player = state.seats[who].player
    player.wound_number -= lent
    taken = player.wounds - wounds_before
    for _ in range(max(0, taken)):
        hardiest = who
        for other in range(state.n_players):
            if mates(state, who, other) and wounds_left(state.seats[other]) > wounds_left(state.seats[hardiest]) + 1:
                hardiest = other
        if hardiest != who and wounds_left(state.seats[hardiest]) > 1:
            state.seats[hardiest].player.wounds += 1
            player.wounds -= 1
    for other in range(state.n_players):
        mate = state.seats[other].player
        if taken > 0 and (other == who or mates(state, who, other)):
            emit(log, state.turns, Event.SHARES, other, mate.wounds, mate.wound_number, 0, 0)
