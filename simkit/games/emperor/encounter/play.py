"""Begin, step, score, and the loops that use them."""

from simkit.core.board import clear
from simkit.core.exact import fresh_gains, fresh_state, note_arc, open_state, start
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.encounter.rules.arms import draw_arm, ready_arms
from simkit.games.emperor.encounter.rules.encounters import continue_encounter, draw_chit, meet
from simkit.games.emperor.shared.schema import Ending, Entry, Event
from simkit.games.emperor.shared.terms import Stage


@kernel
def begin(rules, setup, policies, state, tally, dice, log):
    """The hero as he stands before the chit is drawn."""
    player = state.player
    copy_player(setup.player, player)
    hero = rules.heroes[player.hero]
    player.hero_class, player.ability = hero.hero_class, hero.ability
    player.wound_number, player.escape = hero.wounds, hero.escape
    state.battle.kind = setup.kind


@kernel
def copy_player(source, target):
    """Copy what the setup says of a player."""
    target.seat, target.hero, target.wounds = source.seat, source.hero, source.wounds
    target.arms, target.goods, target.clues, target.spells = source.arms, source.goods, source.clues, source.spells
    target.vessel, target.vessel_wounds, target.familiar = source.vessel, source.vessel_wounds, source.familiar
    target.companions = source.companions
    for slot in range(target.companion_kinds.shape[0]):
        target.companion_kinds[slot] = source.companion_kinds[slot]
        target.companion_wounds[slot] = source.companion_wounds[slot]


@kernel
def step(rules, setup, policies, state, tally, dice, log):
    """One stage of an encounter, or one round of its battle."""
    encounter_step(rules, setup, policies[0], state.player, state.battle, tally, dice, log)
    state.ending = state.battle.ending


@kernel
def encounter_step(rules, setup, policy, player, battle, tally, dice, log):
    """[Encounters] Arms, chit, then what follows from it."""
    if battle.stage > Stage.CHIT:
        continue_encounter(rules, policy, setup.spot, player, battle, tally, dice, log)
    elif battle.stage == Stage.ARMS:
        if setup.draws_arms:
            draw_arm(rules, player, tally, dice, log)
        ready_arms(rules, player, battle)
    elif setup.entry == Entry.TERRAIN:
        draw_chit(rules, setup.spot, player, battle, tally, dice, log)
    else:
        meet(rules, setup.spot, setup.kind, player, battle, tally, log)


@kernel
def score(rules, setup, state, tally, dice, log, outcome):
    """Write the outcome of a play that has ended; `outcome` is modified in place."""
    battle = state.battle
    outcome.ending, outcome.winner, outcome.turns = state.ending, -1, tally.rounds
    outcome.wounds, outcome.foe_wounds = tally.wounds, battle.foe_wounds
    outcome.rounds, outcome.dealt, outcome.taken, outcome.cast = tally.rounds, tally.dealt, tally.taken, tally.cast
    outcome.absorbed, outcome.familiar_hits = tally.absorbed, tally.familiar_hits
    outcome.companion_hits, outcome.vessel_hits = tally.companion_hits, tally.vessel_hits
    outcome.lost, outcome.healed = tally.lost, tally.healed
    outcome.kind, outcome.applies, outcome.hostile = battle.kind, battle.applies, battle.hostile
    outcome.killed = state.ending == Ending.HERO_KILLED or state.ending == Ending.BOTH_KILLED
    outcome.escaped = state.ending == Ending.HERO_ESCAPED
    outcome.treasure_draws, outcome.arms_draws = battle.treasure_draws, battle.arms_draws
    outcome.dropped, outcome.joined, outcome.revived = battle.dropped, battle.joined, battle.revived
    outcome.sunk, outcome.moved = battle.sunk, battle.moved
    outcome.arms_lost, outcome.treasures_lost = battle.arms_lost, battle.treasures_lost
    outcome.clues_lost, outcome.clues_found = battle.clues_lost, battle.clues_found
    emit(log, tally.rounds, Event.ENDS, 0, state.ending, battle.treasure_draws, battle.arms_draws, 0)


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
        for _ in range(rules.round_limit):
            if state.ending != PLAYING:
                break
            step(rules, setup, policies, state, tally, board.dice, board.log)
        if state.ending == PLAYING:
            state.ending = Ending.ROUND_LIMIT
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
