"""[Escape Attempt; Brigands; Mad Magician] What a hero drops, pays and trades: by its worth to him, or by the dice."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel, routine
from simkit.games.emperor.encounter.rules.hands import size, with_one
from simkit.games.emperor.encounter.rules.possessions import kind_at, lose, n_magic_arms, n_treasures
from simkit.games.emperor.encounter.rules.worth import (
    ANY,
    FROM_FIRST,
    MAGIC,
    TREASURE,
    least_possession,
    least_treasure,
)
from simkit.games.emperor.shared.schema import NOTHING, Policy, Purpose
from simkit.games.emperor.shared.terms import N_IMPERIALS, DropChoice, Possession, Vessel


@routine
def drop_possession(rules, policy, player, battle, tally, dice, log):
    """[Escape Attempt] Any single personal possession is lost in the haste; a vessel not while at sea."""
    docked = int(player.vessel != Vessel.NONE and battle.at_sea == 0)
    n = size(player.arms) + size(player.goods) + size(player.clues) + docked
    if n == 0:
        return
    battle.dropped = 1
    if rules.drop_choice == DropChoice.RANDOM or policy.kind == Policy.RANDOM:
        address(dice, Purpose.DROP, tally.turn, tally.event)
        sort, item = possession_at(player, roll(dice, n) - 1)
    elif rules.drop_choice == DropChoice.OPPONENT:
        sort, item = possession_at(player, dearest(player))
    else:
        sort, item = least_possession(rules, policy, player, docked > 0)
    lose(sort, item, player, battle, tally, log)


@kernel
def possession_at(player, index):
    """Possession number `index`, counted from 0, as (Possession, item): arms, treasures, clues, the vessel."""
    n_arms, n_goods, n_clues = size(player.arms), size(player.goods), size(player.clues)
    if index < n_arms:
        return Possession.ARM.value, kind_at(player.arms, index)
    if index < n_arms + n_goods:
        return Possession.GOOD.value, kind_at(player.goods, index - n_arms)
    if index < n_arms + n_goods + n_clues:
        return Possession.CLUE.value, kind_at(player.clues, index - n_arms - n_goods)
    return Possession.VESSEL.value, player.vessel


@kernel
def dearest(player):
    """The index of what an opponent would take: an Imperial Treasure, any treasure, a magic arm, an arm."""
    n_arms = size(player.arms)
    if player.goods > 0:
        return n_arms
    return max(0, n_arms - 1)


@kernel
def treasure_at(player, index):
    """Treasure number `index`, counted from 0, as (Possession, item): goods, then magic arms."""
    n_goods = size(player.goods)
    if index < n_goods:
        return Possession.GOOD.value, kind_at(player.goods, index)
    n_normal = size(player.arms) - n_magic_arms(player)
    return Possession.ARM.value, kind_at(player.arms, n_normal + index - n_goods)


@routine
def pay_treasure(rules, policy, player, battle, tally, dice, log):
    """[Brigands] One treasure goes back to the pool: the one that its owner misses least, or any by the dice."""
    if policy.kind == Policy.RANDOM:
        sort, item = treasure_at(player, roll(dice, n_treasures(player)) - 1)
    else:
        sort, item, _ = least_treasure(rules, policy, player, ANY, FROM_FIRST)
    lose(sort, item, player, battle, tally, log)


@routine
def trade_one(rules, policy, player, battle, tally, dice, log):
    """[Mad Magician] One magic treasure changes hands, if what is drawn for it is worth more; whether one did.

    Who decides at random trades on, or stops, by the dice.
    """
    goods_from = FROM_FIRST if rules.imperials_traded else FROM_FIRST + N_IMPERIALS
    sort, item, worth = least_treasure(rules, policy, player, MAGIC, goods_from)
    if policy.kind == Policy.RANDOM:
        gains = roll(dice, 2) == 2
    else:
        gains = worth < rules.magician_draws * TREASURE
    if item == NOTHING or not gains:
        return False
    lose(sort, item, player, battle, tally, log)
    if sort == Possession.ARM:
        battle.traded_arms = with_one(battle.traded_arms, item)
    else:
        battle.traded_goods = with_one(battle.traded_goods, item)
    return True
