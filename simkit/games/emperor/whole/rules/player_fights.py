"""[Blood & Guts] Players in the same space may attack one another, alone or together."""

import numpy as np

from simkit.core.dice import address, hits, roll, two_dice
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.encounter.policies import flees, shoots
from simkit.games.emperor.encounter.rules.arms import ready_arms
from simkit.games.emperor.encounter.rules.battle import (
    escape_number,
    escape_roll_needed,
    hero_dice,
    ready_weapon,
    restored,
    suffer,
    take_hits,
)
from simkit.games.emperor.encounter.rules.companions import first_in_turn, princess_bolt, roll_to_stay, tell_company
from simkit.games.emperor.encounter.rules.hands import count, with_one, without_one
from simkit.games.emperor.encounter.rules.parting import drop_possession, pay_treasure
from simkit.games.emperor.encounter.rules.possessions import n_treasures
from simkit.games.emperor.encounter.rules.sea import lose_at_sea, sinks, tell_vessel
from simkit.games.emperor.shared.schema import AT_RANDOM, N_ARMS, N_GOODS
from simkit.games.emperor.shared.terms import MAGIC_ARMS_FROM, Action, Vessel
from simkit.games.emperor.whole.policies import might, note, wants_to_fight
from simkit.games.emperor.whole.rules.company import all_follow, follows, mates
from simkit.games.emperor.whole.rules.encounters import die, patrol_dice
from simkit.games.emperor.whole.rules.errands import next_event
from simkit.games.emperor.whole.rules.experience import earn, halves
from simkit.games.emperor.whole.rules.movement import wash_ashore
from simkit.games.emperor.whole.schema import NOWHERE, Event, Purpose
from simkit.games.emperor.whole.terms import Habit


@routine
def quarrel(rules, policies, who, state, tally, dice, log):
    """[Blood & Guts] At the end of a turn: a threat, then a deal or a fight.  Of two alone in a space either may begin.

    A player in company with `who` may not begin here: he has a time of his own.
    """
    rival = whom_to_attack(rules, policies[who], who, state)
    attacker, n_there = who, 0
    for other in range(state.n_players):
        n_there += here(state, who, other)
    if rival == NOWHERE and n_there == 2:
        for other in range(state.n_players):
            if other != who and here(state, who, other) and not mates(state, who, other):
                attacker, rival = other, whom_to_attack(rules, policies[other], other, state)
    if rival == NOWHERE:
        return
    tally.quarrels += 1
    note(tally, Habit.CHALLENGES.value)
    if mates(state, attacker, rival):
        note(tally, Habit.TURNS_ON_HIS_OWN.value)
    emit(log, state.turns, Event.CHALLENGES, attacker, rival, int(follows(state.seats[attacker], attacker)), 0, 0)
    next_event(tally)
    if not pays_tribute(rules, policies[rival], attacker, rival, state, tally, dice, log):
        attackers = gang(rules, policies, attacker, rival, state, tally)
        fight(rules, policies, attackers, defenders(attacker, rival, state), state, tally, dice, log)


@kernel
def here(state, who, other):
    """Whether two players are alive and in the same space."""
    return state.seats[who].alive and state.seats[other].alive and state.seats[other].space == state.seats[who].space


@kernel
def whom_to_attack(rules, policy, who, state):
    """The richest in the same space whom a player would attack, or NOWHERE; his own company only if he betrays."""
    best, most = NOWHERE, 0
    for offset in range(1, state.n_players):
        other = (who + offset) % state.n_players
        if here(state, who, other) and (policy.betrays or not mates(state, who, other)):
            rival = state.seats[other]
            if (
                wants_to_fight(rules, policy, might(rules, state.seats[who]), rival)
                and n_treasures(rival.player) > most
            ):
                best, most = other, n_treasures(rival.player)
    return best


@kernel
def gang(rules, policies, attacker, rival, state, tally):
    """[Blood & Guts] The attackers, as bits: his company, and others there who would attack the same player.

    If a player attacks one of his own company, the others do not join in as his company.
    """
    side = 1 << attacker
    within_company = mates(state, attacker, rival)
    for other in range(state.n_players):
        if other in (attacker, rival) or not here(state, attacker, other):
            continue
        if mates(state, attacker, other) and not within_company:
            side |= 1 << other
        elif within_company or not mates(state, rival, other):
            joint = might(rules, state.seats[other]) + might(rules, state.seats[attacker])
            spares = mates(state, rival, other) and not policies[other].betrays
            if (
                policies[other].gangs_up
                and not spares
                and wants_to_fight(rules, policies[other], joint, state.seats[rival])
            ):
                side |= 1 << other
                note(tally, Habit.GANGS_UP.value)
    return side


@kernel
def defenders(attacker, rival, state):
    """[Traveling Together] Who is attacked, and his company unless the attacker is of it; as bits."""
    side = 1 << rival
    for other in range(state.n_players):
        if mates(state, rival, other) and here(state, rival, other) and not mates(state, attacker, rival):
            side |= 1 << other
    return side


@kernel
def pays_tribute(rules, policy, attacker, rival, state, tally, dice, log):
    """[Blood & Guts] A deal: one who pays bribes buys a stronger player off with a treasure."""
    loser, winner = state.seats[rival].player, state.seats[attacker].player
    if policy.fight.pays == 0 or might(rules, state.seats[rival]) >= might(rules, state.seats[attacker]):
        return False
    goods, arms = loser.goods, loser.arms
    state.battle = state.blank
    address(dice, Purpose.POLICY_CHOICE, state.turns, tally.fight.event)
    pay_treasure(rules.fight, policy.fight, loser, state.battle, tally.fight, dice, log)
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
def fight(rules, policies, attackers, attacked, state, tally, dice, log):
    """[Blood & Guts; Battle Sequence] Range, Approach, Melee of two sides, given as bits, until one is dead or gone.

    The encounter's kernels play what each player does and suffers; his BATTLE is one of `state.guards`.
    """
    space = state.seats[first_of(attackers, state)].space
    make_ready(rules, policies, attackers | attacked, state, tally, dice, log)
    keep_distance(rules, attackers, attacked, state, tally, dice, log)
    for _ in range(rules.fight.round_limit):
        if rules.fight.escape_first and one_gets_away(rules, policies, attackers, attacked, state, tally, dice, log):
            return
        dealt = side_hits(rules, policies, attackers, state, tally, dice, log)
        taken = side_hits(rules, policies, attacked, state, tally, dice, log)
        withstand(rules, policies, dealt, attacked, state, tally, dice, log)
        withstand(rules, policies, taken, attackers, state, tally, dice, log)
        dead_attackers, dead_attacked = (
            bury(rules, attackers, attacked, state, tally, log),
            bury(rules, attacked, attackers, state, tally, log),
        )
        sink(rules, (attackers & ~dead_attackers) | (attacked & ~dead_attacked), state, tally, dice, log)
        attackers, attacked = still_there(attackers, space, state), still_there(attacked, space, state)
        if attackers == 0 or attacked == 0 or state.ending != PLAYING:
            return
        if not rules.fight.escape_first and one_gets_away(
            rules, policies, attackers, attacked, state, tally, dice, log
        ):
            return
        for who in range(state.n_players):
            state.guards[who].approach = max(0, state.guards[who].approach - 1)


@kernel
def make_ready(rules, policies, fighters, state, tally, dice, log):
    """[Arms; Traveling Companions; Imperial Patrol] Each readies his arms; his companions stay or go."""
    for who in range(state.n_players):
        state.guards[who] = state.blank
        if fighters >> who & 1:
            player, guard = state.seats[who].player, state.guards[who]
            tally.fight.event += 1
            ready_arms(rules.fight, player, guard)
            guard.at_sea = int(rules.spaces[state.seats[who].space].spot.sea and player.vessel != Vessel.NONE)
            guard.aid = patrol_dice(rules, state.seats[who]) if rules.patrol_always else 0
            roll_to_stay(rules.fight, player, tally.fight, dice, log)
            guard.next_hit = first_in_turn(rules.fight, policies[who].fight, player, guard)


@kernel
def keep_distance(rules, attackers, attacked, state, tally, dice, log):
    """[1. Range Determination] Both sides roll a die; the difference is the number of rounds of Approach."""
    address(dice, Purpose.QUARREL_RANGE, state.turns, tally.fight.event)
    face, other_face = roll(dice, rules.fight.die_sides), roll(dice, rules.fight.die_sides)
    approach = abs(face - other_face)
    for who in range(state.n_players):
        state.guards[who].approach = approach
    rival = first_of(attacked, state)
    emit(log, state.turns, Event.KEEPS_DISTANCE, first_of(attackers, state), face, rival, other_face, approach)


@kernel
def still_there(side, space, state):
    """Those of a side who are alive and still where the fight began, as bits."""
    left = np.int64(0)
    for who in range(state.n_players):
        if side >> who & 1 and state.seats[who].alive and state.seats[who].space == space:
            left |= 1 << who
    return left


@kernel
def one_gets_away(rules, policies, attackers, attacked, state, tally, dice, log):
    """[Escape Attempt] Either side may try, the attacked first; returns whether one got away."""
    tally.fight.event += 1
    address(dice, Purpose.QUARREL_ESCAPE, state.turns, tally.fight.event)
    return gets_away(rules, policies, attacked, attackers, state, tally, dice, log) or gets_away(
        rules, policies, attackers, attacked, state, tally, dice, log
    )


@routine
def side_hits(rules, policies, side, state, tally, dice, log):
    """[2. The Approach; 3. Melee] Hits of all on a side, each rolling his own dice."""
    total = 0
    for who in range(state.n_players):
        if side >> who & 1:
            player, guard, policy = state.seats[who].player, state.guards[who], policies[who].fight
            tally.fight.event += 1
            shooting = guard.approach > 0 and shoots(policy, guard)
            ready_weapon(rules.fight, policy, shooting, player, guard, tally.fight, dice, log)
            n, plus = hero_dice(rules.fight, player, guard, shooting)
            address(dice, Purpose.QUARREL, state.turns, tally.fight.event)
            scored = hits(dice, rules.fight.hits, n, plus)
            if n > 0:
                emit(log, state.turns, Event.CLASH, who, n, scored, int(guard.approach > 0), 0)
            total += scored + princess_bolt(rules.fight, player, tally.fight, dice, log)
    return total


@kernel
def withstand(rules, policies, n_hits, side, state, tally, dice, log):
    """[Shields and Other Defenses; Traveling Companions] Hits are dealt evenly to a side; each bears his share."""
    n_members = 0
    for who in range(state.n_players):
        n_members += side >> who & 1
    rank = 0
    for who in range(state.n_players):
        if side >> who & 1:
            share = n_hits // n_members + (rank < n_hits % n_members)
            rank += 1
            bear(rules, policies[who].fight, share, who, state, tally, dice, log)


@routine
def bear(rules, policy, n_hits, who, state, tally, dice, log):
    """[Shields and Other Defenses] One player's hits go through every defence, and those left become wounds."""
    player, guard, fight_tally = state.seats[who].player, state.guards[who], tally.fight
    shielded, parried, on_vessel = guard.shielded, guard.parried, fight_tally.vessel_hits
    on_companions, on_familiar = fight_tally.companion_hits, fight_tally.familiar_hits
    fight_tally.event += 1
    fight_tally.taken += n_hits
    shooting = guard.approach > 0 and shoots(policy, guard)
    through = take_hits(rules.fight, policy, Action.ATTACK.value, shooting, n_hits, player, guard, fight_tally, dice)
    by_shield, by_weapon = guard.shielded - shielded, guard.parried - parried
    if by_shield + by_weapon > 0:
        emit(log, state.turns, Event.ABSORBS, who, by_shield, by_weapon, 0, 0)
    tell_company(rules.fight, on_companions, on_familiar, player, fight_tally, log)
    tell_vessel(rules.fight, on_vessel, player, fight_tally, log)
    if suffer(through, player.wound_number, player, fight_tally) > 0:
        emit(log, state.turns, Event.HURT, who, player.wounds, player.wound_number, 0, 0)


@kernel
def sink(rules, survivors, state, tally, dice, log):
    """[Lost at Sea] A player whose vessel is sunk is washed ashore, and his company with him."""
    for who in range(state.n_players):
        player, guard = state.seats[who].player, state.guards[who]
        if survivors >> who & 1 and sinks(rules.fight, player, guard):
            tally.fight.event += 1
            lose_at_sea(rules.fight, player, guard, tally.fight, dice, log)
            wash_ashore(rules, who, state, tally, log)
            all_follow(rules, who, state, tally, log)


@routine
def bury(rules, side, victors, state, tally, log):
    """[Blood & Guts; Emerald of Life] The dead of a side, as bits; a victor has the spoils (variant `spoils`)."""
    dead = 0
    for who in range(state.n_players):
        player = state.seats[who].player
        if side >> who & 1 and player.wounds == player.wound_number:
            if not restored(player, state.guards[who], tally.fight, log):
                dead |= 1 << who
                victor, wound_number, n_spoils = first_of(victors, state), player.wound_number, 0
                if victor != NOWHERE and rules.spoils_to_victor:
                    n_spoils = take_spoils(who, victor, state)
                die(rules, rules.by_player, who, state, tally, log)
                if n_spoils > 0:
                    emit(log, state.turns, Event.SPOILS, victor, who, n_spoils, 0, 0)
                if victor != NOWHERE:
                    earn(rules, halves(rules.experience_kill, wound_number), victor, state, log)
    return dead


@kernel
def first_of(side, state):
    """The first living player of a side, or NOWHERE."""
    for who in range(state.n_players):
        if side >> who & 1 and state.seats[who].alive:
            return who
    return NOWHERE


@kernel
def take_spoils(loser, victor, state):
    """[Blood & Guts] The treasures of the dead are the victor's; returns how many."""
    dead, taker = state.seats[loser].player, state.seats[victor].player
    n_spoils = n_treasures(dead)
    taker.goods += dead.goods
    dead.goods = 0
    for arm in range(MAGIC_ARMS_FROM, N_ARMS):
        for _ in range(count(dead.arms, arm)):
            dead.arms = without_one(dead.arms, arm)
            taker.arms = with_one(taker.arms, arm)
    return n_spoils


@routine
def gets_away(rules, policies, side, pursuers, state, tally, dice, log):
    """[Blood & Guts; Escape Attempt] A side runs if one of it wants to, as fast as its slowest; all drop something."""
    wants, own_pace, pursuing_pace, first = False, np.int64(0), np.int64(0), NOWHERE
    for who in range(state.n_players):
        player = state.seats[who].player
        pace = escape_number(rules.fight, player)
        if side >> who & 1:
            habit = flees(policies[who].fight, player)
            wants = wants or habit == 1 or (habit == AT_RANDOM and roll(dice, 2) == 1)
            own_pace = pace if first == NOWHERE else min(own_pace, pace)
            first = who if first == NOWHERE else first
        elif pursuers >> who & 1:
            pursuing_pace = pace if pursuing_pace == 0 else min(pursuing_pace, pace)
    if not wants:
        return False
    rolled, needed = two_dice(dice), escape_roll_needed(rules.fight.escape_target, own_pace, pursuing_pace)
    emit(log, state.turns, Event.GETS_AWAY, first, rolled, needed, int(rolled >= needed), 0)
    if rolled < needed:
        return False
    for who in range(state.n_players):
        if side >> who & 1:
            tally.fight.event += 1
            drop_possession(
                rules.fight, policies[who].fight, state.seats[who].player, state.guards[who], tally.fight, dice, log
            )
            earn(rules, rules.experience_flee, who, state, log)
            wound_number = state.seats[who].player.wound_number
            earn(rules, halves(rules.experience_foe_flees, wound_number), first_of(pursuers, state), state, log)
    return True
