"""[Treasure; Escape Attempt; Thieves by Night; Lost at Sea] What a hero owns, and how he loses possessions."""

from simkit.core.dice import roll, succeeds
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.encounter.rules.clock import mark
from simkit.games.emperor.encounter.rules.hands import KINDS, count, size, without_one
from simkit.games.emperor.shared.schema import N_ARMS, N_CLUES, N_GOODS, Event
from simkit.games.emperor.shared.terms import MAGIC_ARMS_FROM, N_IMPERIALS, Good, Possession, Vessel


@kernel
def n_treasures(player):
    """[Treasure] How many chits of the Treasure Pool a player holds, magic arms among them."""
    return size(player.goods) + n_magic_arms(player)


@kernel
def n_magic_arms(player):
    """[Magic Weapons] How many magic arms a player holds, whether he may use them or not."""
    total = 0
    for arm in range(MAGIC_ARMS_FROM, N_ARMS):
        total += count(player.arms, arm)
    return total


@kernel
def n_imperials(player):
    """[Imperial Treasures] How many a player holds."""
    total = 0
    for good in range(N_IMPERIALS):
        total += count(player.goods, good)
    return total


@kernel
def is_magic(rules, good):
    """[Magic] Whether a good is magic: Imperial Treasures and scrolls are; the Stone of Fire is not."""
    return rules.magic_goods[good] > 0


@kernel
def n_magic(rules, player):
    """[Evil Sorcerer] How many magic items a player holds, magic arms and scrolls among them, spells not."""
    total = n_magic_arms(player)
    for good in range(N_GOODS):
        if is_magic(rules, good):
            total += count(player.goods, good)
    return total


@kernel
def lose(sort, item, player, battle, tally, log):
    """A possession goes back to its pool."""
    emit(log, mark(tally), Event.LOSES, player.seat, sort, item, 0, 0)
    if sort == Possession.ARM:
        player.arms = without_one(player.arms, item)
        battle.treasures_lost += item >= MAGIC_ARMS_FROM
        battle.arms_lost += item < MAGIC_ARMS_FROM
    elif sort == Possession.GOOD:
        player.goods = without_one(player.goods, item)
        battle.treasures_lost += 1
    elif sort == Possession.CLUE:
        player.clues = without_one(player.clues, item)
        battle.clues_lost += 1
    else:
        player.vessel, player.vessel_wounds = Vessel.NONE, 0


@kernel
def risk_each(faces, rules, player, battle, tally, dice, log):
    """One die for every arm, treasure and clue: each is lost on so many faces."""
    keeps_shields = battle.sunk > 0 and rules.shields_kept_at_sea
    for arm in range(N_ARMS):
        if not (keeps_shields and rules.arms[arm].shield):
            for _ in range(count(player.arms, arm)):
                if succeeds(dice, faces, rules.die_sides):
                    lose(Possession.ARM.value, arm, player, battle, tally, log)
    for good in range(N_GOODS):
        for _ in range(count(player.goods, good)):
            if succeeds(dice, faces, rules.die_sides):
                lose(Possession.GOOD.value, good, player, battle, tally, log)
    for clue in range(N_CLUES):
        if count(player.clues, clue) > 0 and succeeds(dice, faces, rules.die_sides):
            lose(Possession.CLUE.value, clue, player, battle, tally, log)


@kernel
def lose_magic(rules, player, battle, tally, log):
    """[Evil Sorcerer] All magic treasures are given up (variant `sorcerer_gives_up`: and the Stone of Fire)."""
    for arm in range(MAGIC_ARMS_FROM, N_ARMS):
        for _ in range(count(player.arms, arm)):
            lose(Possession.ARM.value, arm, player, battle, tally, log)
    for good in range(N_GOODS):
        if is_magic(rules, good) or (rules.stone_given_up and good == Good.STONE_OF_FIRE):
            for _ in range(count(player.goods, good)):
                lose(Possession.GOOD.value, good, player, battle, tally, log)


@kernel
def lose_random_treasure(rules, player, battle, tally, dice, log):
    """[Obtuse Genie] One treasure at random is lost, if there is any."""
    n = n_treasures(player)
    if n > 0:
        index = roll(dice, n) - 1
        n_goods = size(player.goods)
        if index < n_goods:
            lose(Possession.GOOD.value, kind_at(player.goods, index), player, battle, tally, log)
        else:
            n_normal = size(player.arms) - n_magic_arms(player)
            lose(Possession.ARM.value, kind_at(player.arms, n_normal + index - n_goods), player, battle, tally, log)


@kernel
def kind_at(hand, index):
    """The kind of thing number `index` in a hand, counted from 0."""
    for kind in range(KINDS):
        n = count(hand, kind)
        if index < n:
            return kind
        index -= n
    raise ValueError("kind_at: the hand holds less")
