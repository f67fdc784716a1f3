"""Begin, step, score, and the loops that use them; the loops are the same in every game, but for Ending and limit."""

from simkit.core.board import clear
from simkit.core.exact import fresh_gains, fresh_state, note_arc, open_state, start
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING

from .rules import exchange, fall, gives_up
from .schema import NOBODY, Ending, Event


@kernel
def begin(rules, setup, policies, state, tally, dice, log):
    """Both stand unhurt."""
    state.loser = NOBODY
    for side in range(2):
        state.points[side] = setup.fighters[side].points


@kernel
def step(rules, setup, policies, state, tally, dice, log):
    """A round: who wants to yield does so before it, the first one first; else both strike."""
    tally.rounds += 1
    for side in range(2):
        if state.ending == PLAYING and gives_up(policies[side], state.points[side]):
            state.ending, state.loser = Ending.YIELDS, side
    if state.ending == PLAYING:
        exchange(rules, setup, state, tally, dice, log)
        fall(state)


@kernel
def score(rules, setup, state, tally, dice, log, outcome):
    """Write the outcome of a play that has ended; `outcome` is modified in place."""
    outcome.ending, outcome.turns, outcome.hits = state.ending, tally.rounds, tally.hits
    outcome.winner = 1 - state.loser if state.loser != NOBODY else NOBODY
    outcome.first_wins, outcome.second_wins = outcome.winner == 0, outcome.winner == 1
    emit(log, tally.rounds, Event.ENDS, state.loser, state.ending, 0, 0, 0)


@kernel
def simulate(rules, setups, policies, first, board, outcomes):
    """Games number `first` and up, one an outcome; `outcomes`: OUTCOME[n], zeroed, modified in place."""
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
