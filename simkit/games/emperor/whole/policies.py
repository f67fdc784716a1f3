"""Scripted players of the whole game.  They see what is on the table: spaces, hands, wounds; no pool, no dice."""

import numpy as np

from simkit.core.jit import kernel
from simkit.games.emperor.encounter.rules.arms import may_use
from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.encounter.rules.possessions import n_treasures
from simkit.games.emperor.shared.schema import N_ARMS
from simkit.games.emperor.shared.terms import Good, Spell, Vessel
from simkit.games.emperor.whole.schema import NO_COMPANY, NOWHERE


@kernel
def note(tally, habit):
    """A rule of a policy was used."""
    tally.fired |= 1 << habit


@kernel
def note_habit(tally, habit):
    """A rule of a policy was used; NOWHERE for none."""
    if habit != NOWHERE:
        note(tally, habit)


@kernel
def whom_to_heal(policy, who, state):
    """[Heal Completely] Himself if few wounds are left to him, else such a player in the same space; or NOWHERE."""
    seat = state.seats[who]
    if count(seat.player.spells, Spell.HEAL_COMPLETELY.value) == 0:
        return NOWHERE
    if ailing(policy, seat):
        return who
    if policy.heals_others:
        for offset in range(1, state.n_players):
            other = (who + offset) % state.n_players
            patient = state.seats[other]
            if patient.alive and patient.space == seat.space and ailing(policy, patient):
                return other
    return NOWHERE


@kernel
def ailing(policy, seat):
    """Whether a player has so few wounds left that a healing spell is not wasted."""
    return seat.player.wounds > 0 and wounds_left(seat) <= policy.heals_by_spell


@kernel
def wounds_left(seat):
    """Wounds that a player can still take before he is dead."""
    return seat.player.wound_number - seat.player.wounds


@kernel
def teleports(rules, policy, seat, goal):
    """[Teleportation] Whether a way is long enough to teleport; by scroll only at `scrolls_at` wounds left or fewer."""
    if way(rules, seat, goal) < policy.teleports_from:
        return False
    by_scroll = (
        count(seat.player.goods, Good.SCROLL_TELEPORT.value) > 0 and wounds_left(seat) <= policy.fight.scrolls_at
    )
    return count(seat.player.spells, Spell.TELEPORT.value) > 0 or by_scroll


@kernel
def way(rules, seat, space):
    """Points to a space, by sea too for the owner of a vessel."""
    if seat.player.vessel != Vessel.NONE:
        return np.int64(rules.sea_cost[seat.space, space])  # not 16 bits wide without the JIT: it would overflow
    return np.int64(rules.land_cost[seat.space, space])


@kernel
def wants_to_fight(rules, policy, own_might, other):
    """[Blood & Guts] Whether another player is worth attacking: he has treasure, and is weaker by `challenges_from`."""
    return n_treasures(other.player) > 0 and own_might - might(rules, other) >= policy.challenges_from


@kernel
def might(rules, seat):
    """A player's strength as others judge it: wounds left, and twice the dice that he strikes with."""
    return wounds_left(seat) + 2 * (seat.player.ability + best_melee_dice(rules, seat.player))


@kernel
def best_melee_dice(rules, player):
    """[Arms] Dice of the best weapon that a player may use; 0 with bare hands."""
    best = 0
    for arm in range(N_ARMS if player.arms > 0 else 0):
        if count(player.arms, arm) > 0 and may_use(rules.fight.arms[arm], player):
            best = max(best, rules.fight.arms[arm].melee_dice)
    return best


@kernel
def leader_of_rivals(state, who):
    """The living player with most treasures outside the company of `who`; of all others if nobody is outside."""
    best = leader_outside(state, who, state.seats[who].company)
    return best if best != NOWHERE else treasure_leader(state, who)


@kernel
def treasure_leader(state, excluded):
    """The living player with most treasures, without `excluded`: of equals the first on his left; or NOWHERE."""
    return leader_outside(state, excluded, NO_COMPANY)


@kernel
def leader_outside(state, excluded, company):
    """The same as `treasure_leader`, without the members of a company, too."""
    best, most = NOWHERE, -1
    for offset in range(state.n_players):
        who = (excluded + 1 + offset) % state.n_players
        seat = state.seats[who]
        spared = who == excluded or (company != NO_COMPANY and seat.company == company)
        if seat.alive and not spared and n_treasures(seat.player) > most:
            best, most = who, n_treasures(seat.player)
    return best


@kernel
def spell_to_learn(rules, player, spell):
    """Whether a spell is one that the player could hold and does not."""
    return rules.spell_class[spell] == player.hero_class and count(player.spells, spell) == 0
