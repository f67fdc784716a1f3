"""[Magic; Use of Magic During Encounters] Spells and scrolls, each in place of the round's attack."""

from simkit.core.dice import ONLY_SIDE, address, choose, hits
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.encounter.policies import choose_action
from simkit.games.emperor.encounter.rules.clock import mark
from simkit.games.emperor.encounter.rules.companions import all_leave
from simkit.games.emperor.encounter.rules.hands import count, without_one
from simkit.games.emperor.shared.schema import AT_RANDOM, Ending, Event, Purpose
from simkit.games.emperor.shared.terms import N_ACTIONS, Action, Good, Snare, Spell


@kernel
def own_ability(rules, player):
    """[Battle Ring of Gorath] The Ability Score, and one more for the holder of the ring."""
    return player.ability + rules.ring_ability * (count(player.goods, Good.BATTLE_RING.value) > 0)


@kernel
def casting_ability(rules, player):
    """[Spell Descriptions] Dice added to those of a spell: the caster's Ability Score and his familiar's."""
    return own_ability(rules, player) + rules.familiar_ability * (player.familiar > 0)


@kernel
def choose_act(rules, policy, player, battle, tally, dice):
    """[Use of Magic During Encounters] Attack, cast or read; a random policy picks among all that it can do."""
    if player.spells == 0 and player.goods == 0:
        return Action.ATTACK.value
    action = choose_action(rules, policy, player, battle)
    if action != AT_RANDOM:
        return action
    n = 0
    for candidate in range(N_ACTIONS):
        n += can_do(rules, candidate, player, battle)
    if n == 1:
        return Action.ATTACK.value
    address(dice, Purpose.POLICY_ACTION, tally.turn, tally.event)
    pick = choose(dice, n, ONLY_SIDE) + 1
    for candidate in range(N_ACTIONS):
        pick -= can_do(rules, candidate, player, battle)
        if pick == 0:
            return candidate
    raise ValueError("choose_act: no action")


@kernel
def can_do(rules, action, player, battle):
    """Whether an action is open to the hero, and has an effect."""
    if action == Action.ATTACK:
        return 1
    if action == Action.READ_HEALING:
        return int(count(player.goods, Good.SCROLL_HEAL.value) > 0 and player.wounds > 0)
    if action == Action.READ_PROTECTION:
        return int(count(player.goods, Good.SCROLL_PROTECTION.value) > 0)
    if action == Action.READ_TELEPORT:
        return int(count(player.goods, Good.SCROLL_TELEPORT.value) > 0)
    return int(count(player.spells, action - 1) > 0 and works_here(rules, action - 1, player, battle))


@kernel
def works_here(rules, spell, player, battle):
    """[Spell Descriptions] Whether a spell can be cast here, and has an effect on this creature."""
    if spell == Spell.SPEAK_TO_ANIMALS:
        return rules.foes[battle.kind].speaks > 0
    if spell == Spell.PHRASE_OF_FRIENDSHIP:
        return rules.foes[battle.kind].befriends > 0
    if spell == Spell.HEAL_COMPLETELY:
        return player.wounds > 0
    if spell == Spell.FAMILIAR:
        return player.familiar == 0
    return battle.at_sea == 0 or rules.spells[spell].at_sea > 0


@kernel
def act(rules, action, player, battle, tally, dice, log):
    """Cast a spell or read a scroll, and discard its chit; a Familiar's chit is held until the familiar is gone.

    Returns
    -------
    wounds, ending : int    wounds on the creature, and the Ending that the magic brings about, 0 for none
    """
    tally.cast += 1
    if action >= Action.READ_HEALING:
        return 0, read_scroll(rules, action, player, battle, tally, log)
    spell = action - 1
    if spell != Spell.FAMILIAR:
        player.spells = without_one(player.spells, spell)
    figures = rules.spells[spell]
    n_dice, n_hits = 0, 0
    if figures.dice > 0:
        n_dice = figures.dice + casting_ability(rules, player)
        address(dice, Purpose.SPELL, tally.turn, tally.event)
        n_hits = hits(dice, rules.hits, n_dice, 0)
    emit(log, mark(tally), Event.CASTS, player.seat, action, n_dice, n_hits, 0)
    return n_hits * figures.wounds_per_hit, take_effect(rules, spell, n_hits, player, battle, tally, log)


@kernel
def take_effect(rules, spell, n_hits, player, battle, tally, log):
    """[Spell Descriptions] What a spell does beside wounding; returns the Ending that it brings about, 0 for none."""
    figures = rules.spells[spell]
    if figures.absorb > 0:
        battle.ward += figures.absorb
    elif figures.rounds_per_hit > 0:
        snare(rules, n_hits, figures.rounds_per_hit, player, battle, tally, log)
    elif spell == Spell.FAMILIAR:
        player.familiar = rules.familiar_wounds
    elif spell == Spell.HEAL_COMPLETELY:
        heal_all(player, tally, log)
    elif spell == Spell.TELEPORT:
        return teleport_out(player, battle, tally, log)
    elif spell == Spell.STINKING_FOG:
        return Ending.ENDED_BY_MAGIC.value if n_hits >= figures.hits_needed else 0
    elif spell == Spell.FEAR:
        return Ending.FOE_FLED.value if n_hits >= figures.hits_needed else 0
    elif spell == Spell.SPEAK_TO_ANIMALS:
        return charm(n_hits, rules.foes[battle.kind].speaks, battle)
    elif spell == Spell.PHRASE_OF_FRIENDSHIP:
        return charm(n_hits, rules.foes[battle.kind].befriends, battle)
    return 0


@kernel
def read_scroll(rules, action, player, battle, tally, log):
    """[Magic Scrolls] Healing, Protection, Teleport, for every class; the chit goes back to the Treasure Pool."""
    emit(log, mark(tally), Event.CASTS, player.seat, action, 0, 0, 0)
    if action == Action.READ_HEALING:
        player.goods = without_one(player.goods, Good.SCROLL_HEAL.value)
        heal_all(player, tally, log)
        return 0
    if action == Action.READ_PROTECTION:
        player.goods = without_one(player.goods, Good.SCROLL_PROTECTION.value)
        battle.ward += rules.protection_absorb
        return 0
    player.goods = without_one(player.goods, Good.SCROLL_TELEPORT.value)
    return teleport_out(player, battle, tally, log)


@kernel
def heal_all(player, tally, log):
    """[Heal Completely; Healing] All wounds of the hero are healed."""
    tally.healed += player.wounds
    emit(log, mark(tally), Event.HEALED, player.seat, player.wounds, 0, 0, 0)
    player.wounds = 0


@kernel
def teleport_out(player, battle, tally, log):
    """[Teleport] The hero and his possessions are elsewhere; companions stay behind, a familiar does not."""
    all_leave(player, tally, log)
    battle.moved = 1
    return Ending.ENDED_BY_MAGIC.value


@kernel
def snare(rules, n_hits, rounds_per_hit, player, battle, tally, log):
    """[Elvin Snare] Each hit holds the creature three rounds (variant `snare_details`)."""
    if n_hits > 0:
        n = 1 if rules.snare == Snare.ONE_HIT else n_hits
        battle.snared += n * rounds_per_hit + (0 if rules.snare == Snare.THIS_ROUND_COUNTS else 1)
        emit(log, mark(tally), Event.HELD, player.seat, n * rounds_per_hit, 0, 0, 0)


@kernel
def charm(n_hits, needed, battle):
    """[Speak to Animals; Phrase of Friendship] With enough hits the creature becomes a traveling companion."""
    if n_hits < needed:
        return 0
    battle.charmed = 1
    return Ending.ENDED_BY_MAGIC.value
