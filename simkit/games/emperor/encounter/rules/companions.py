"""[Traveling Companions; Familiar] Who travels with a hero, who stays, and who takes the hits."""

from simkit.core.dice import address, hits, succeeds
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.emperor.encounter.policies import spares_himself
from simkit.games.emperor.encounter.rules.choices import decide
from simkit.games.emperor.encounter.rules.clock import mark
from simkit.games.emperor.encounter.rules.hands import count, without_one
from simkit.games.emperor.shared.schema import N_COMPANIONS, NOTHING, Event, Purpose
from simkit.games.emperor.shared.terms import Spell

HERO = 0  # as the one who takes the next hit; companions are 1 ... N_COMPANIONS


@kernel
def join(player, battle, tally, log):
    """[Traveling Companions] A creature joins with the wounds that it has; without room for it, it goes away."""
    slot = free_slot(player)
    emit(log, mark(tally), Event.JOINS, player.seat, battle.kind, int(slot != NOTHING), battle.foe_wounds, 0)
    if slot != NOTHING:
        player.companions += 1
        player.companion_kinds[slot] = battle.kind + 1
        player.companion_wounds[slot] = battle.foe_wounds
        battle.joined += 1


@kernel
def free_slot(player):
    """The first free slot for a companion, or NOTHING."""
    for slot in range(N_COMPANIONS):
        if player.companion_kinds[slot] == 0:
            return slot
    return NOTHING


@kernel
def leave(slot, player):
    """A companion is gone."""
    player.companions -= 1
    player.companion_kinds[slot] = 0
    player.companion_wounds[slot] = 0


@kernel
def stay_behind(slot, player, tally, log):
    """A companion does not come along."""
    emit(log, mark(tally), Event.LEFT_BEHIND, player.seat, player.companion_kinds[slot] - 1, 0, 0, 0)
    leave(slot, player)


@routine
def all_leave(player, tally, log):
    """[Teleport; Obtuse Genie] Companions stay behind."""
    for slot in range(N_COMPANIONS):
        if player.companion_kinds[slot] > 0:
            stay_behind(slot, player, tally, log)


@kernel
def lose_familiar(player):
    """[Familiar] The familiar is gone; only now its spell chit is discarded."""
    player.familiar = 0
    if count(player.spells, Spell.FAMILIAR.value) > 0:
        player.spells = without_one(player.spells, Spell.FAMILIAR.value)


@kernel
def roll_to_stay(rules, player, tally, dice, log):
    """[Traveling Companions; Familiar] Before a hostile encounter each stays on an even die, goes on an odd one."""
    if player.companions == 0 and player.familiar == 0:
        return
    address(dice, Purpose.STAY, tally.turn, tally.event)
    if player.familiar > 0:
        stays = succeeds(dice, rules.familiar_stays_on, rules.die_sides)
        emit(log, mark(tally), Event.STAYS, player.seat, NOTHING, int(stays), 0, 0)
        if not stays:
            lose_familiar(player)
    for slot in range(N_COMPANIONS):
        if player.companion_kinds[slot] > 0:
            stays = succeeds(dice, rules.companion_stays_on, rules.die_sides)
            emit(log, mark(tally), Event.STAYS, player.seat, player.companion_kinds[slot] - 1, int(stays), 0, 0)
            if not stays:
                leave(slot, player)


@kernel
def companions_ability(rules, player):
    """[Traveling Companions] The companions' Ability Scores, which are added to the hero's in a fight."""
    total = 0
    if player.companions > 0:
        for slot in range(N_COMPANIONS):
            if player.companion_kinds[slot] > 0:
                total += rules.foes[player.companion_kinds[slot] - 1].ability
    return total


@kernel
def princess_bolt(rules, player, tally, dice, log):
    """[Elf Princess] Her elvin bolt in each round of battle; returns the wounds on the creature."""
    if not princess_is_there(rules, player):
        return 0
    n_hits = hits(dice, rules.hits, rules.princess_bolt_dice, 0)
    n_wounds = n_hits * rules.princess_bolt_wounds
    emit(log, mark(tally), Event.BOLT, player.seat, rules.princess_bolt_dice, n_hits, n_wounds, 0)
    return n_wounds


@kernel
def princess_is_there(rules, player):
    """Whether the Elf Princess is among the companions."""
    if player.companions > 0:
        for slot in range(N_COMPANIONS):
            if player.companion_kinds[slot] == rules.princess + 1:
                return True
    return False


@kernel
def split_hits(rules, n_hits, player, battle, tally):
    """[Traveling Companions] Hits go round evenly between hero and companions; returns the hero's share."""
    if player.companions == 0:
        return n_hits
    on_hero = 0
    for _ in range(n_hits):
        if battle.next_hit == HERO:
            on_hero += 1
        else:
            wound_companion(battle.next_hit - 1, player, battle, tally)
        battle.next_hit = next_in_turn(rules, battle.next_hit, player)
    return on_hero


@kernel
def wound_companion(slot, player, battle, tally):
    """A companion takes a hit; the hero's ward protects him, too."""
    if battle.ward > 0:
        battle.ward -= 1
        tally.absorbed += 1
        return
    tally.companion_hits += 1
    player.companion_wounds[slot] += 1


@kernel
def next_in_turn(rules, last, player):
    """Who takes the hit after `last`: the next companion who is alive, or the hero."""
    for member in range(last + 1, N_COMPANIONS + 1):
        kind = player.companion_kinds[member - 1] - 1
        if kind != NOTHING and player.companion_wounds[member - 1] < rules.foes[kind].wounds:
            return member
    return HERO


@kernel
def first_in_turn(rules, policy, player, battle):
    """[Traveling Companions] The player decides who takes the first hit of an encounter."""
    return next_in_turn(rules, battle.next_hit, player) if policy.companions_first else battle.next_hit


@kernel
def first_hit(rules, policy, player, battle, tally, dice):
    """[Traveling Companions] The same, where a policy may leave it open; nothing is asked of who is alone."""
    spared = next_in_turn(rules, battle.next_hit, player)
    if spared != battle.next_hit and decide(spares_himself(policy), Purpose.POLICY_FIRST_HIT, tally, dice):
        return spared
    return battle.next_hit


@kernel
def familiar_takes(n_hits, player, tally):
    """[Familiar] It takes its master's wounds until it is dead; returns those that are left."""
    taken = min(n_hits, player.familiar)
    tally.familiar_hits += taken
    player.familiar -= taken
    return n_hits - taken


@kernel
def tell_company(rules, companion_hits, familiar_hits, player, tally, log):
    """[Traveling Companions; Familiar] Log the wounds of companions and familiar after a round; the dead are gone.

    `companion_hits`, `familiar_hits`: the counts of `tally` before the round.
    """
    for slot in range(N_COMPANIONS if tally.companion_hits > companion_hits else 0):
        if player.companion_kinds[slot] > 0:
            kind = player.companion_kinds[slot] - 1
            wounds, limit = player.companion_wounds[slot], rules.foes[kind].wounds
            emit(log, mark(tally), Event.COMPANION_WOUNDS, player.seat, kind, wounds, limit, 0)
            if wounds >= limit:
                emit(log, mark(tally), Event.COMPANION_DIES, player.seat, kind, 0, 0, 0)
                leave(slot, player)
    if tally.familiar_hits > familiar_hits:
        wounds, limit = rules.familiar_wounds - player.familiar, rules.familiar_wounds
        emit(log, mark(tally), Event.COMPANION_WOUNDS, player.seat, NOTHING, wounds, limit, 0)
        if player.familiar == 0:
            emit(log, mark(tally), Event.COMPANION_DIES, player.seat, NOTHING, 0, 0, 0)
            lose_familiar(player)
