"""[Blood & Guts] Players in the same space may attack one another, alone or together."""

import numpy as np

from simkit.core.dice import address, hits, roll, two_dice
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.policies import flees
from simkit.games.emperor.rules.arms import ready_arms
from simkit.games.emperor.rules.battle import escape_number, escape_roll_needed, restored
from simkit.games.emperor.rules.defences import absorb, parry_left, shield_left
from simkit.games.emperor.rules.encounters import pay_treasure
from simkit.games.emperor.rules.hands import count, with_one, without_one
from simkit.games.emperor.rules.magic import own_ability
from simkit.games.emperor.rules.possessions import drop_possession, n_treasures
from simkit.games.emperor.schema import AT_RANDOM, MAGIC_ARMS_FROM, N_ARMS, N_GOODS, NOTHING
from simkit.games.emperor.whole.company import mates
from simkit.games.emperor.whole.errands import next_event
from simkit.games.emperor.whole.meetings import die
from simkit.games.emperor.whole.policies import might, note, wants_to_fight
from simkit.games.emperor.whole.schema import NOWHERE, Event, Habit, Purpose


@routine
def quarrel(rules, policies, who, state, tally, dice, log):
    """[Blood & Guts] When all else is done: threats, a deal or a fight.  Of two alone in a space either may begin."""
    rival = whom_to_attack(rules, policies[who], who, state)
    attacker, n_there = who, 0
    for other in range(state.n_players):
        n_there += here(state, who, other)
    if rival == NOWHERE and n_there == 2:
        for other in range(state.n_players):
            if other != who and here(state, who, other):
                attacker, rival = other, whom_to_attack(rules, policies[other], other, state)
    if rival == NOWHERE:
        return
    tally.quarrels += 1
    note(tally, Habit.CHALLENGES.value)
    emit(log, state.turns, Event.CHALLENGES, attacker, rival, 0, 0, 0)
    next_event(tally)
    if not pays_tribute(rules, policies[rival], attacker, rival, state, tally, log):
        ours = gang(rules, policies, attacker, rival, state, tally)
        fight(rules, policies, ours, defenders(rival, state), state, tally, dice, log)


@kernel
def here(state, who, other):
    """Whether two players are alive and in the same space."""
    return state.seats[who].alive and state.seats[other].alive and state.seats[other].space == state.seats[who].space


@kernel
def whom_to_attack(rules, policy, who, state):
    """The richest in the same space, not of the same company, whom a player would attack; NOWHERE without one."""
    best, most = NOWHERE, 0
    for place in range(1, state.n_players):
        other = (who + place) % state.n_players
        if here(state, who, other) and not mates(state, who, other):
            rival = state.seats[other]
            if (
                wants_to_fight(rules, policy, might(rules, state.seats[who]), rival)
                and n_treasures(rival.player) > most
            ):
                best, most = other, n_treasures(rival.player)
    return best


@kernel
def gang(rules, policies, attacker, rival, state, tally):
    """[Blood & Guts] His company, and who else there would attack the same player, join in; the attackers, as bits."""
    side = 1 << attacker
    for other in range(state.n_players):
        if mates(state, attacker, other) and here(state, attacker, other):
            side |= 1 << other
        elif other != attacker and other != rival and here(state, attacker, other) and not mates(state, rival, other):
            joint = might(rules, state.seats[other]) + might(rules, state.seats[attacker])
            if policies[other].gangs_up and wants_to_fight(rules, policies[other], joint, state.seats[rival]):
                side |= 1 << other
                note(tally, Habit.GANGS_UP.value)
    return side


@kernel
def defenders(rival, state):
    """[Traveling Together] Who is attacked, and his company; as bits."""
    side = 1 << rival
    for other in range(state.n_players):
        if mates(state, rival, other) and here(state, rival, other):
            side |= 1 << other
    return side


@kernel
def pays_tribute(rules, policy, attacker, rival, state, tally, log):
    """[Blood & Guts] A deal: one who pays bribes buys a stronger player off with a treasure."""
    loser, winner = state.seats[rival].player, state.seats[attacker].player
    if policy.fight.pays == 0 or might(rules, state.seats[rival]) >= might(rules, state.seats[attacker]):
        return False
    goods, arms = loser.goods, loser.arms
    state.battle = state.blank
    pay_treasure(loser, state.battle, tally.fight, log)
    for good in range(N_GOODS):
        if count(goods, good) > count(loser.goods, good):
            winner.goods = with_one(winner.goods, good)
    for arm in range(MAGIC_ARMS_FROM, N_ARMS):
        if count(arms, arm) > count(loser.arms, arm):
            winner.arms = with_one(winner.arms, arm)
    note(tally, Habit.PAYS_TRIBUTE.value)
    emit(log, state.turns, Event.TRIBUTE, attacker, rival, 1, 0, 0)
    return True


@kernel
def fight(rules, policies, ours, theirs, state, tally, dice, log):
    """[Blood & Guts; Battle Sequence] Range, Approach, Melee of two sides, given as bits, until one is dead or gone."""
    for seat in range(state.n_players):
        state.guards[seat] = state.blank
        ready_arms(rules.fight, state.seats[seat].player, state.guards[seat])
    address(dice, Purpose.QUARREL_RANGE, state.turns, tally.fight.event)
    approach = abs(roll(dice, rules.fight.die_sides) - roll(dice, rules.fight.die_sides))
    for _ in range(rules.fight.round_limit):
        tally.fight.event += 1
        address(dice, Purpose.QUARREL, state.turns, tally.fight.event)
        dealt = side_hits(rules, ours, approach, state, dice, log)
        taken = side_hits(rules, theirs, approach, state, dice, log)
        suffer(rules, dealt, theirs, approach, state, tally, log)
        suffer(rules, taken, ours, approach, state, tally, log)
        our_dead, their_dead = (
            bury(rules, ours, theirs, state, tally, log),
            bury(rules, theirs, ours, state, tally, log),
        )
        ours, theirs = ours & ~our_dead, theirs & ~their_dead
        if ours == 0 or theirs == 0 or state.ending != PLAYING:
            return
        approach = max(0, approach - 1)
        address(dice, Purpose.QUARREL_ESCAPE, state.turns, tally.fight.event)
        if gets_away(rules, policies, theirs, ours, state, tally, dice, log):
            return
        if gets_away(rules, policies, ours, theirs, state, tally, dice, log):
            return


@kernel
def side_hits(rules, side, approach, state, dice, log):
    """[2. The Approach; 3. Melee] Hits of all on a side, each rolling his own dice."""
    total = 0
    for seat in range(state.n_players):
        if side >> seat & 1:
            player, guard = state.seats[seat].player, state.guards[seat]
            weapon = guard.launcher if approach > 0 else guard.strongest
            n, plus = 0, 0
            if weapon != NOTHING:
                arm = rules.fight.arms[weapon]
                n, plus = arm.missile_dice if approach > 0 else arm.melee_dice, arm.plus
            if approach == 0 or weapon != NOTHING:
                n += own_ability(rules.fight, player)
            guard.weapon = weapon
            scored = hits(dice, rules.fight.hits, n, plus)
            if n > 0:
                emit(log, state.turns, Event.CLASH, seat, n, scored, 0, 0)
            total += scored
    return total


@kernel
def suffer(rules, n_hits, side, approach, state, tally, log):
    """[Shields and Other Defenses; Traveling Companions] Hits go round evenly; each absorbs what he can."""
    n_members = 0
    for seat in range(state.n_players):
        n_members += side >> seat & 1
    place = 0
    for seat in range(state.n_players):
        if side >> seat & 1:
            own = n_hits // n_members + (place < n_hits % n_members)
            place += 1
            player, guard = state.seats[seat].player, state.guards[seat]
            weapon = guard.strongest
            parries = parry_left(rules.fight, guard, weapon) if approach == 0 else 0
            own = absorb(own, shield_left(rules.fight, guard, approach > 0), parries, weapon, guard, tally.fight)
            suffered = min(own, player.wound_number - player.wounds)
            if suffered > 0:
                player.wounds += suffered
                emit(log, state.turns, Event.HURT, seat, player.wounds, player.wound_number, 0, 0)


@kernel
def bury(rules, side, victors, state, tally, log):
    """[Blood & Guts; Emerald of Life] The dead of a side, as bits; who beat them has the spoils (variant `spoils`)."""
    dead = 0
    for seat in range(state.n_players):
        player = state.seats[seat].player
        if side >> seat & 1 and player.wounds == player.wound_number:
            if not restored(player, state.guards[seat], tally.fight, log):
                dead |= 1 << seat
                victor = first_of(victors, state)
                if victor != NOWHERE:
                    state.seats[victor].points += rules.experience_kill * player.wound_number // 2
                    if rules.spoils_to_victor:
                        take_spoils(seat, victor, state, log)
                die(rules, rules.by_player, seat, state, log)
    return dead


@kernel
def first_of(side, state):
    """The first living player of a side, or NOWHERE."""
    for seat in range(state.n_players):
        if side >> seat & 1 and state.seats[seat].alive:
            return seat
    return NOWHERE


@kernel
def take_spoils(loser, victor, state, log):
    """[Blood & Guts] The treasures of the dead are the victor's."""
    dead, taker = state.seats[loser].player, state.seats[victor].player
    emit(log, state.turns, Event.SPOILS, victor, loser, n_treasures(dead), 0, 0)
    taker.goods += dead.goods
    dead.goods = 0
    for arm in range(MAGIC_ARMS_FROM, N_ARMS):
        for _ in range(count(dead.arms, arm)):
            dead.arms = without_one(dead.arms, arm)
            taker.arms = with_one(taker.arms, arm)


@kernel
def gets_away(rules, policies, side, others, state, tally, dice, log):
    """[Blood & Guts; Escape Attempt] A side runs if one of it wants to, as fast as its slowest; all drop something."""
    wants, ours, theirs, first = False, np.int64(0), np.int64(0), NOWHERE
    for seat in range(state.n_players):
        player = state.seats[seat].player
        pace = escape_number(rules.fight, player)
        if side >> seat & 1:
            habit = flees(policies[seat].fight, player)
            wants = wants or habit == 1 or (habit == AT_RANDOM and roll(dice, 2) == 1)
            ours = pace if first == NOWHERE else min(ours, pace)
            first = seat if first == NOWHERE else first
        elif others >> seat & 1:
            theirs = pace if theirs == 0 else min(theirs, pace)
    if not wants:
        return False
    rolled, needed = two_dice(dice), escape_roll_needed(rules.fight.escape_target, ours, theirs)
    emit(log, state.turns, Event.GETS_AWAY, first, rolled, needed, int(rolled >= needed), 0)
    if rolled < needed:
        return False
    for seat in range(state.n_players):
        if side >> seat & 1:
            drop_possession(rules.fight, state.seats[seat].player, state.guards[seat], tally.fight, dice, log)
            state.seats[seat].points += rules.experience_flee
            number = state.seats[seat].player.wound_number
            state.seats[first_of(others, state)].points += rules.experience_foe_flees * number // 2
    return True
