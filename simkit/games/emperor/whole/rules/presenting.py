"""[Encounters; Palantir of Zog; Olliver J. Dragon] Which chit is taken, and to whom one is given."""

import numpy as np

from simkit.core.dice import address, draw, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.emperor.encounter.rules.encounters import applies
from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.encounter.rules.possessions import n_imperials, n_magic, n_treasures
from simkit.games.emperor.shared.terms import Good, Reaction
from simkit.games.emperor.whole.policies import leader_of_rivals, note, treasure_leader
from simkit.games.emperor.whole.rules.company import mates
from simkit.games.emperor.whole.schema import NOWHERE, Event, Policy, Purpose
from simkit.games.emperor.whole.terms import Habit, Presents


@kernel
def choose_chit(rules, policy, who, state, tally, dice, log):
    """[Encounters; Palantir of Zog] One chit, or for the holder of the Palantir the better of two."""
    address(dice, Purpose.CHIT, tally.fight.turn, tally.fight.event)
    kind = draw(dice, state.pool)
    if rules.palantir_chits > 1 and count(state.seats[who].player.goods, Good.PALANTIR.value) > 0:
        state.pool[kind] -= 1
        other = draw(dice, state.pool)
        state.pool[kind] += 1  # a clue is then drawn from all in the pool, this chit among them
        if prefers(rules, policy, other, kind, who, state, dice):
            kind, other = other, kind
        emit(log, state.turns, Event.SECOND_CHIT, who, kind, other, 0, 0)
    return kind


@kernel
def prefers(rules, policy, kind, other, who, state, dice):
    """[Palantir of Zog] Whether the holder takes one of two chits rather than the other, which he drew first."""
    if policy.kind == Policy.WANDERER:
        return roll(dice, 2) == 2
    return menace(rules, kind, who, state) < menace(rules, other, who, state)


@routine
def menace(rules, kind, who, state):
    """How little a player wants a chit: a clue is best, then a trade, then healing and what joins him, then nothing."""
    player, foe = state.seats[who].player, rules.fight.foes[kind]
    if kind == rules.clue_kind:
        return -3
    if kind == rules.sorcerer:
        return 1 + foe.ability if n_magic(rules.fight, player) > 0 else 0
    if not found_at(rules, kind, who, state):
        return 0
    if foe.reaction == Reaction.TRADE:
        return -2 if n_magic(rules.fight, player) > 0 else 0
    if foe.reaction == Reaction.HEAL:
        return -1 if player.wounds > 0 else 0
    if foe.reaction == Reaction.ESCORT or foe.reaction == Reaction.ROLL_JOINS:
        return -1
    if foe.reaction == Reaction.CONFISCATE:
        return 1 + foe.ability if n_imperials(player) > 0 else 0
    return 1 + foe.ability if harms(rules, kind) else 0


@kernel
def found_at(rules, kind, who, state):
    """[Encounters] Whether a chit applies where a player is."""
    return applies(rules.fight, rules.fight.foes[kind], rules.spaces[state.seats[who].space].spot)


@kernel
def present(rules, policy, kind, who, state, tally, dice, log):
    """[Encounters] A chit that does not apply to its drawer may be given to another to whom it does; returns whom."""
    victim = whom_to_present(rules, policy, kind, who, state, tally, dice)
    if victim != NOWHERE:
        note(tally, Habit.PRESENTS.value)
        tally.presented += 1
        emit(log, state.turns, Event.PRESENTS, who, kind, victim, 0, 0)
    return victim


@routine
def whom_to_present(rules, policy, kind, who, state, tally, dice):
    """Nobody is given what he would like; who decides at random keeps a chit to himself, too, one time in two."""
    if policy.kind == Policy.WANDERER:
        victim = anybody(rules, kind, who, state, tally, dice)
        return victim if victim != NOWHERE and roll(dice, 2) == 2 else NOWHERE
    if policy.presents == Presents.NOBODY or not harms(rules, kind):
        return NOWHERE
    if policy.presents == Presents.ANYBODY:
        return anybody(rules, kind, who, state, tally, dice)
    if policy.presents == Presents.RICHEST:
        return richest_victim(rules, kind, who, state)
    victim = treasure_leader(state, who)
    return victim if victim != NOWHERE and found_at(rules, kind, victim, state) else NOWHERE


@kernel
def richest_victim(rules, kind, who, state):
    """Of those to whom a chit applies, and who do not travel with the player, who has most treasures; or NOWHERE."""
    best, most = NOWHERE, -1
    for offset in range(1, state.n_players):
        other = (who + offset) % state.n_players
        rival = state.seats[other]
        if rival.alive and not mates(state, who, other) and found_at(rules, kind, other, state):
            if n_treasures(rival.player) > most:
                best, most = other, n_treasures(rival.player)
    return best


@routine
def anybody(rules, kind, who, state, tally, dice):
    """One of the others to whom a chit applies, by chance; NOWHERE without one."""
    n = 0
    for other in range(state.n_players):
        n += other != who and state.seats[other].alive and found_at(rules, kind, other, state)
    if n == 0:
        return NOWHERE
    address(dice, Purpose.POLICY_PRESENT, tally.fight.turn, tally.fight.event)
    pick = roll(dice, n)
    for other in range(state.n_players):
        pick -= other != who and state.seats[other].alive and found_at(rules, kind, other, state)
        if pick == 0:
            return np.int64(other)
    raise ValueError("anybody: fewer than were counted")


@kernel
def harms(rules, kind):
    """Whether a chit is one that nobody wants."""
    reaction = rules.fight.foes[kind].reaction
    return (
        reaction == Reaction.ATTACK
        or reaction == Reaction.BRIBE_OR_ATTACK
        or reaction == Reaction.ATTACK_UNLESS_STONE
        or reaction == Reaction.STORM
        or reaction == Reaction.THIEVES
        or reaction == Reaction.CONFISCATE
        or reaction == Reaction.STEAL_OR_SEND_HOME
    )


@kernel
def whom_to_send_olliver(policy, who, state, tally, dice):
    """[Olliver J. Dragon] The leader of the others; who decides at random sends him to any of them."""
    if policy.kind != Policy.WANDERER:
        return leader_of_rivals(state, who)
    address(dice, Purpose.POLICY_PRESENT, tally.fight.turn, tally.fight.event)
    n = 0
    for other in range(state.n_players):
        n += other != who and state.seats[other].alive
    pick = roll(dice, n) if n > 0 else 0
    for other in range(state.n_players):
        pick -= other != who and state.seats[other].alive
        if pick == 0:
            return np.int64(other)
    return NOWHERE
