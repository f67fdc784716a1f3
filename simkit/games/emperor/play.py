"""Begin, step, score, and the loops that use them."""

from simkit.core.board import clear
from simkit.core.exact import fresh_gains, fresh_state, note_arc, open_state, start
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.rules.arms import ready_arms
from simkit.games.emperor.rules.battle import determine_range, fight_round
from simkit.games.emperor.rules.encounters import draw_chit, meet, react
from simkit.games.emperor.schema import (
    Ending,
    Entry,
    Event,
    Stage,
)


@kernel
def begin(rules, setup, policies, state, tally, dice, log):
    """Set the hero up for an encounter."""
    begin_encounter(rules, setup, state.battle)


@kernel
def begin_encounter(rules, setup, battle):
    """The hero as he stands before the chit is drawn."""
    hero = rules.heroes[setup.hero]
    battle.hero_class, battle.ability, battle.escape = hero.hero_class, hero.ability, hero.escape
    battle.wound_number, battle.wounds = hero.wounds, setup.wounds
    battle.kind = setup.kind
    battle.treasures = setup.treasures
    battle.possessions = setup.treasures


@kernel
def step(rules, setup, policies, state, tally, dice, log):
    """One stage of an encounter, or one round of its battle."""
    encounter_step(rules, setup, policies, state.battle, tally, dice, log)
    state.ending = state.battle.ending


@kernel
def encounter_step(rules, setup, policies, battle, tally, dice, log):
    """[Encounters; Battle Sequence] Arms, chit, reaction, range, then round after round."""
    if battle.stage == Stage.ROUNDS:
        fight_round(rules, policies[0], battle, tally, dice, log)
    elif battle.stage == Stage.ARMS:
        ready_arms(rules, setup, battle, tally, dice, log)
    elif battle.stage == Stage.CHIT and setup.entry == Entry.TERRAIN:
        draw_chit(rules, setup.spot, battle, tally, dice, log)
    elif battle.stage == Stage.CHIT:
        meet(rules, setup.spot, setup.kind, battle, tally, log)
    elif battle.stage == Stage.REACTION:
        react(rules, policies[0], battle, tally, dice, log)
    else:
        determine_range(rules, battle, tally, dice, log)


@kernel
def score(rules, setup, state, tally, outcome):
    """Write the outcome of a play that has ended; `outcome` is modified in place."""
    battle = state.battle
    outcome.ending, outcome.winner, outcome.turns = state.ending, -1, tally.rounds
    outcome.wounds, outcome.foe_wounds = battle.wounds - setup.wounds, battle.foe_wounds
    outcome.rounds, outcome.dealt, outcome.taken = tally.rounds, tally.dealt, tally.taken
    outcome.absorbed, outcome.lost = tally.absorbed, tally.lost
    outcome.kind, outcome.applies, outcome.hostile = battle.kind, battle.applies, battle.hostile
    outcome.killed = state.ending == Ending.HERO_KILLED or state.ending == Ending.BOTH_KILLED
    outcome.escaped = state.ending == Ending.HERO_ESCAPED
    outcome.treasure_draws, outcome.arms_draws = battle.treasure_draws, battle.arms_draws
    outcome.dropped = battle.dropped


@kernel
def play(rules, setup, policies, state, tally, dice, log, outcome):
    """One play from begin to ending; `state` and `tally` come in zeroed."""
    begin(rules, setup, policies, state, tally, dice, log)
    for _ in range(rules.round_limit):
        if state.ending != PLAYING:
            break
        step(rules, setup, policies, state, tally, dice, log)
    if state.ending == PLAYING:
        state.ending = Ending.ROUND_LIMIT
    battle = state.battle
    emit(log, tally.rounds, Event.ENDS, 0, state.ending, battle.treasure_draws, battle.arms_draws, 0)
    score(rules, setup, state, tally, outcome)


@kernel
def simulate(rules, setups, policies, first, board, outcomes):
    """Games number `first` and up, one an outcome; `outcomes`: OUTCOME[n], zeroed, modified in place."""
    for i in range(outcomes.shape[0]):
        game = first + i
        clear(board, game)
        setup = setups[game % setups.shape[0]]
        play(rules, setup, policies, board.states[0], board.tallies[0], board.dice, board.log, outcomes[i])


@kernel
def explore(rules, setup, policies, memory, log):
    """Every state of an encounter that can be reached, breadth first."""
    begin_encounter(rules, setup, memory.scratch[0])
    start(memory)
    while open_state(memory):
        more = True
        while more:
            encounter_step(rules, setup, policies, fresh_state(memory), fresh_gains(memory), memory.dice, log)
            more = note_arc(memory)


@kernel
def score_states(rules, setup, explored, board, outcomes):
    """The outcome of each explored state, as if play had ended there and nothing had been counted on the way."""
    clear(board, 0)
    state, tally = board.states[0], board.tallies[0]
    for i in range(explored.shape[0]):
        state.battle = explored[i]
        state.ending = explored[i].ending
        score(rules, setup, state, tally, outcomes[i])
