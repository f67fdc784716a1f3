"""Begin, step, score, and the loops that use them."""

from simkit.core.board import clear
from simkit.core.exact import fresh_gains, fresh_state, note_arc, open_state, start
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.deathmaze.rules.items import identify
from simkit.games.deathmaze.rules.party import living, sharers
from simkit.games.deathmaze.rules.treasure import find_item, search, value_gem
from simkit.games.deathmaze.schema import NOTHING, PARTS, Column, Ending, Event, Item


@kernel
def begin(rules, setup, policies, state, tally, dice, log):
    """The party stands before what was found."""
    state.hoard = 1
    state.gems, state.items = setup.gems, setup.items
    state.column = Column.CHEST if setup.n_hoards > 0 else Column.DONE
    state.bystander, state.charmer = setup.bystander, NOTHING
    for who in range(state.party.shape[0]):
        card, adventurer = setup.party[who], state.party[who]
        adventurer.points, adventurer.wounds = card.points - card.wounds, card.wounds


@kernel
def step(rules, setup, policies, state, tally, dice, log):
    """One roll's worth: a magic item's table, the sort of an item, a gem, or a column of a monster's treasure."""
    if state.kind != Item.NONE:
        identify(rules, setup, policies[0], state, tally, dice, log)
    elif state.gems > 0:
        value_gem(rules, state, tally, dice, log)
    elif state.items > 0:
        find_item(rules, setup, state, tally, dice)
    else:
        search(rules, setup, policies[0], state, tally, dice, log)
    if state.ending == PLAYING and state.column == Column.DONE and state.gems == 0 and state.items == 0:
        go_on(setup, state)


@kernel
def go_on(setup, state):
    """[9.13] The next monster's treasure; after the last one the haul is taken."""
    if state.hoard >= setup.n_hoards:
        state.ending = Ending.TAKEN
    else:
        state.hoard += 1
        state.column = Column.CHEST


@kernel
def score(rules, setup, state, tally, dice, log, outcome):
    """Write the outcome of a play that has ended; `outcome` is modified in place."""
    outcome.ending, outcome.winner, outcome.turns = state.ending, -1, state.hoard
    outcome.value, outcome.bezants, outcome.gem_value = tally.value, tally.bezants, tally.gem_value
    outcome.gems, outcome.items, outcome.untested = tally.gems, tally.items, tally.untested
    outcome.bonus, outcome.weapons, outcome.weapon_bonus = tally.bonus, tally.weapons, tally.weapon_bonus
    outcome.armors, outcome.armor_bonus = tally.armors, tally.armor_bonus
    outcome.potions, outcome.doses, outcome.strength = tally.potions, state.doses, tally.strength
    outcome.spices, outcome.rings, outcome.medallions = tally.spices, tally.rings, tally.medallions
    outcome.oratory, outcome.dexterity = tally.oratory, tally.dexterity
    outcome.chests, outcome.chests_left, outcome.traps = tally.chests, tally.chests_left, tally.traps
    outcome.wounds, outcome.healed = tally.wounds, tally.healed
    outcome.charmed, outcome.turned = tally.charmed, tally.turned
    score_party(rules, setup, state, tally, outcome)
    emit(log, state.hoard, Event.ENDS, 0, state.ending, tally.value, sharers(rules, setup, state), 0)


@kernel
def score_party(rules, setup, state, tally, outcome):
    """[9.18, 9.23] What each adventurer has of it: equal shares, and weapons in marching order."""
    n_sharers = sharers(rules, setup, state)
    outcome.share = tally.value * PARTS // n_sharers if n_sharers > 0 else 0
    weapons = min(tally.weapons, rules.weapons_each * living(state.party))
    for who in range(state.party.shape[0]):
        adventurer, player = state.party[who], outcome.players[who]
        if adventurer.points > 0:
            player.wounds, player.armor = adventurer.wounds, adventurer.armor
            player.weapons = min(weapons, rules.weapons_each)
            weapons -= player.weapons
        elif setup.party[who].points > 0:
            player.dead = 1
            outcome.deaths += 1
        if adventurer.points > 0 or (rules.dead_share and player.dead):
            player.share = outcome.share
    outcome.died = outcome.deaths > 0


@kernel
def simulate(rules, setups, policies, first, board, outcomes):
    """Games number `first` and up, one an outcome; `outcomes`: OUTCOME[n], zeroed, modified in place.

    Each is played here and not in a kernel of its own: a level of calls less saves a sixth of the time to compile.
    """
    state, tally = board.states[0], board.tallies[0]
    for i in range(outcomes.shape[0]):
        game = first + i
        clear(board, game)
        setup = setups[game % setups.shape[0]]
        begin(rules, setup, policies, state, tally, board.dice, board.log)
        for _ in range(rules.step_limit):
            if state.ending != PLAYING:
                break
            step(rules, setup, policies, state, tally, board.dice, board.log)
        if state.ending == PLAYING:
            state.ending = Ending.STEP_LIMIT
        score(rules, setup, state, tally, board.dice, board.log, outcomes[i])


@kernel
def explore(rules, setup, policies, memory, log):
    """Every state that can be reached, breadth first."""
    begin(rules, setup, policies, memory.scratch[0], fresh_gains(memory), memory.dice, log)
    start(memory)
    while open_state(memory):
        more = True
        while more:
            step(rules, setup, policies, fresh_state(memory), fresh_gains(memory), memory.dice, log)
            more = note_arc(memory)


@kernel
def score_states(rules, setup, explored, board, outcomes):
    """The outcome of each explored state, as if play had ended there and nothing had been counted on the way."""
    clear(board, 0)
    for i in range(explored.shape[0]):
        score(rules, setup, explored[i], board.tallies[0], board.dice, board.log, outcomes[i])
