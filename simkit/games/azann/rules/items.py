"""[Discovering Items] Things found, taken, carried and lost."""

from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.azann.policies import least_wanted, wants_item
from simkit.games.azann.rules.bits import count_bits, has
from simkit.games.azann.rules.choices import decide, decide_among
from simkit.games.azann.rules.points import points
from simkit.games.azann.schema import N_ITEMS, NOTHING, Event


@kernel
def finds(rules, policy, state, item, tally, dice, log):
    """[Discovering Items] Whether a thing is there, neither carried nor lost for good, and he wants it."""
    if has(state.items | state.gone, item):
        emit(log, tally.steps, Event.LEAVES, 0, item, 1, 0, 0)
        return False
    full = count_bits(state.items) >= rules.item_limit
    if decide(wants_item(policy, state, item, full), tally, dice) == 0:
        emit(log, tally.steps, Event.LEAVES, 0, item, 0, 0, 0)
        return False
    state.offered = item
    return True


@kernel
def can_carry(rules, state, item):
    """[Magic Items; Weapons] Whether his characteristics are enough to carry a thing."""
    stat = rules.items[item].carry_stat
    return stat == NOTHING or points(state.hero, stat) >= rules.items[item].carry_least


@kernel
def has_in_hand(rules, state, item):
    """[Magic Items; Weapons] Whether he has a thing and can still carry it; else it falls as the step ends, unused."""
    return has(state.items, item) and can_carry(rules, state, item)


@kernel
def take_item(rules, policy, state, tally, dice, log):
    """[Discovering Items] Never more than four: if he carries as many, he leaves the one that he wants least.

    Nothing is left for a thing that he cannot carry.
    """
    if not can_carry(rules, state, state.offered):
        emit(log, tally.steps, Event.TOO_HEAVY, 0, state.offered, 0, 0, 0)
        return
    if count_bits(state.items) >= rules.item_limit:
        drop_item(policy, state, tally, dice, log)
    if count_bits(state.items) < rules.item_limit:
        state.items |= 1 << state.offered
        tally.finds += 1
        emit(log, tally.steps, Event.FINDS, 0, state.offered, 0, 0, 0)


@kernel
def drop_item(policy, state, tally, dice, log):
    """[Adventure Paragraphs, 057] One thing found in the tower is lost, of his choice, if he has any."""
    if state.items != 0:
        lose_item(state, decide_among(least_wanted(policy, state.items), state.items, tally, dice), tally, log)


@kernel
def lose_item(state, item, tally, log):
    """A thing is no longer carried."""
    state.items &= ~(1 << item)
    emit(log, tally.steps, Event.LOSES, 0, item, 0, 0, 0)


@kernel
def let_fall(rules, state, tally, log):
    """[Magic Items; Weapons] What his characteristics can no longer carry is lost, the Emerald Rod for good."""
    if state.items == 0:
        return
    for index in range(N_ITEMS):
        if has(state.items, index) and not can_carry(rules, state, index):
            lose_item(state, index, tally, log)
            state.gone |= rules.items[index].for_good << index


@kernel
def demand(rules, state, stat):
    """Points of a characteristic without which something carried would be lost."""
    needed = 0
    for index in range(N_ITEMS):
        if has(state.items, index) and rules.items[index].carry_stat == stat:
            needed = max(needed, rules.items[index].carry_least)
    return needed
