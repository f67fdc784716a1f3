"""[9.1] What monsters leave: coins, gems, magic items, and the chests that these are in."""

from simkit.core.dice import address, roll, two_dice
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.deathmaze.policies import opener
from simkit.games.deathmaze.rules.codes import amount, roll_code
from simkit.games.deathmaze.rules.items import dress
from simkit.games.deathmaze.rules.party import decide, wound
from simkit.games.deathmaze.schema import NOTHING, Calling, Column, Event, Item, Purpose


@kernel
def search(rules, setup, policy, state, tally, dice, log):
    """[9.12] The next column of the Treasure Table for one monster; each monster is rolled for alone [9.13]."""
    row, column = setup.hoards[state.hoard - 1], state.column
    treasure = rules.treasures[row]
    state.column += 1
    if column == Column.CHEST:
        emit(log, state.hoard, Event.SEARCHES, 0, row, 0, 0, 0)
        if treasure.chest:
            open_chest(rules, setup, policy, state, tally, dice, log)
    elif column == Column.BEZANTS:
        find_bezants(amount(rules, treasure.bezants, Purpose.BEZANTS, state, dice), state, tally, log)
    elif column == Column.GEMS:
        state.gems = amount(rules, treasure.gems, Purpose.GEMS, state, dice)
    else:
        state.items = amount(rules, treasure.items, Purpose.ITEMS, state, dice)


@kernel
def open_chest(rules, setup, policy, state, tally, dice, log):
    """[9.16] A chest is trapped or not.  [9.53] Sesame opens it by itself, before anybody tries."""
    address(dice, Purpose.CHEST, state.hoard, 0)
    trapped = roll(dice, rules.die_sides) <= rules.trapped_to
    tally.chests += 1
    emit(log, state.hoard, Event.CHEST, 0, int(trapped), 0, 0, 0)
    if not trapped:
        return
    if state.sesame > 0:
        state.sesame -= 1
        emit(log, state.hoard, Event.SESAME, 0, 0, 0, 0, 0)
        return
    who = decide(opener(policy, setup.party, state.party, rules.trap), Purpose.POLICY_OPENS, state, tally, dice)
    if who == NOTHING:
        state.column = Column.DONE
        tally.chests_left += 1
        emit(log, state.hoard, Event.LEAVES_CHEST, 0, 0, 0, 0, 0)
    else:
        brave_trap(rules, setup.party[who].calling, who, state, tally, dice, log)
        dress(policy, state, tally, dice, log)


@kernel
def brave_trap(rules, calling, who, state, tally, dice, log):
    """[10.0, not held] A thief tries to detrap the chest; failing him the trap does what a scenario says it does."""
    address(dice, Purpose.TRAP, state.hoard, 0)
    if calling == Calling.THIEF and roll(dice, rules.die_sides) <= rules.detrapped_to:
        emit(log, state.hoard, Event.DETRAPS, 0, who, 0, 0, 0)
        return
    tally.traps += 1
    emit(log, state.hoard, Event.TRAP, 0, who, 0, 0, 0)
    if not (rules.trap_poisonous and state.antidote):
        wound(who, roll_code(rules.trap, dice), state, tally, log)


@kernel
def find_bezants(bezants, state, tally, log):
    """[9.18] The running total, of coins."""
    if bezants > 0:
        tally.bezants += bezants
        tally.value += bezants
        emit(log, state.hoard, Event.BEZANTS, 0, bezants, 0, 0, 0)


@kernel
def value_gem(rules, state, tally, dice, log):
    """[9.14, 9.18] Two dice tell what a gem is worth."""
    address(dice, Purpose.GEM, state.hoard, state.gems)
    bezants = gem_value(rules, two_dice(dice))
    state.gems -= 1
    tally.gems += 1
    tally.gem_value += bezants
    tally.value += bezants
    emit(log, state.hoard, Event.GEM, 0, bezants, 0, 0, 0)


@kernel
def gem_value(rules, rolled):
    """[9.82] The Gem Table, by the sum of two dice."""
    return rules.gems[rolled - 2]


@kernel
def find_item(rules, setup, state, tally, dice):
    """[9.15] What sort of magic item it is.  [9.7] In the Basic Game the table has no line for rings."""
    state.kind = setup.kind
    if state.kind == Item.NONE:
        address(dice, Purpose.ITEM, state.hoard, state.items)
        state.kind = rules.items[roll(dice, rules.item_faces) - 1]
    tally.items += 1
