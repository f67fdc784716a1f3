"""Begin, step, score, and the loops that use them."""

from simkit.core.board import clear
from simkit.core.exact import fresh_gains, fresh_state, note_arc, open_state, start
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.azann.rules.bits import count_bits
from simkit.games.azann.rules.combat import fight_round
from simkit.games.azann.rules.items import let_fall
from simkit.games.azann.rules.movement import choose_way
from simkit.games.azann.rules.paragraphs import read_on
from simkit.games.azann.rules.watch import watch_round
from simkit.games.azann.schema import Ending, Entry, Event, Stage


@kernel
def begin(rules, setup, policies, state, tally, dice, log):
    """[How to Start] The character before the tower, or before his foes."""
    hero = state.hero
    hero.combat, hero.agility, hero.magic = setup.hero.combat, setup.hero.agility, setup.hero.magic
    state.spells, state.items = setup.spells, setup.items
    state.stage = Stage.READING
    if setup.entry == Entry.DUEL:
        state.line, state.ambush = setup.line, int(setup.ambush)
        state.at = rules.starts[0]
    else:
        state.level = rules.start_level
        state.at = rules.starts[rules.start_paragraph]


@kernel
def step(rules, setup, policies, state, tally, dice, log):
    """One paragraph read, one way taken, or one round fought."""
    tally.steps += 1
    if state.stage == Stage.READING:
        read_on(rules, policies[0], state, tally, dice, log)
    elif state.stage == Stage.FIGHTING:
        fight_round(rules, policies[0], state, tally, dice, log)
    elif state.stage == Stage.CHOOSING:
        choose_way(rules, policies[0], state, tally, dice, log)
    else:
        watch_round(rules, policies[0], state, tally, dice, log)
    if state.ending == PLAYING:
        let_fall(rules, state, tally, log)


@kernel
def score(rules, setup, state, tally, dice, log, outcome):
    """Write the outcome of a play that has ended; `outcome` is modified in place."""
    ending, hero = state.ending, state.hero
    outcome.ending, outcome.winner, outcome.turns = ending, -1, tally.steps
    outcome.paragraphs, outcome.rounds = tally.paragraphs, tally.rounds
    outcome.kills, outcome.casts, outcome.finds = tally.kills, tally.casts, tally.finds
    outcome.seen_0, outcome.seen_1 = tally.seen_0, tally.seen_1
    outcome.combat_left, outcome.agility_left, outcome.magic_left = hero.combat, hero.agility, hero.magic
    outcome.carried, outcome.cause = count_bits(state.items), state.cause
    outcome.saved = ending == Ending.CHILD or ending == Ending.CHILD_AND_JEWEL
    outcome.rich = ending == Ending.JEWEL or ending == Ending.CHILD_AND_JEWEL
    outcome.dead, outcome.won = ending == Ending.DEAD, ending == Ending.FOES_BEATEN
    emit(log, tally.steps, Event.ENDS, 0, ending, state.cause, 0, 0)


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
