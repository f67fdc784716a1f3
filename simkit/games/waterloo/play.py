"""Begin, step, score, and the loops that use them."""

from simkit.core.board import clear
from simkit.core.exact import fresh_gains, fresh_state, note_arc, open_state, start
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.waterloo.rules.attacks import aim, bombard, join, open_attack
from simkit.games.waterloo.rules.combat import combat_phase
from simkit.games.waterloo.rules.ground import put
from simkit.games.waterloo.rules.movement import movement_phase
from simkit.games.waterloo.schema import (
    ALLIED,
    FRENCH,
    N_FRENCH,
    N_UNITS,
    NOWHERE,
    Ending,
    Entry,
    Event,
    Fate,
)


@kernel
def begin(rules, setup, policies, state, tally, dice, log):
    """[1.0, 3.0] The units in their starting positions; the French Player moves first."""
    state.turn = 1
    state.side, state.demoralized = setup.attacker, setup.demoralized
    for who in range(N_UNITS):
        unit, card = state.units[who], setup.units[who]
        unit.side = FRENCH if who < N_FRENCH else ALLIED
        unit.arm, unit.strength, unit.movement = card.arm, card.strength, card.movement
        unit.fate, unit.home, unit.hex = card.fate, card.hex, NOWHERE
        if card.fate == Fate.ON_MAP:
            put(rules, who, card.hex, state)
    if setup.entry == Entry.ODDS:
        announce(rules, state)


@kernel
def announce(rules, state):
    """[6.1] One attack, of all that are on the map: guns that are beside no enemy bombard."""
    number = open_attack(state)
    for who in range(N_UNITS):
        unit = state.units[who]
        if unit.fate == Fate.ON_MAP:
            if unit.side != state.side:
                aim(rules, who, number, state)
            elif state.zone[1 - unit.side, unit.hex] > 0:
                join(who, number, state)
            else:
                bombard(who, number, state)


@kernel
def step(rules, setup, policies, state, tally, dice, log):
    """[3.0] One Player-Turn: movement, then combat; or the attack that was announced, whose result is how it ends."""
    tally.player_turn += 1
    if setup.entry == Entry.WHOLE_GAME:
        emit(log, state.turn, Event.PLAYER_TURN, state.side, 0, 0, 0, 0)
        movement_phase(rules, policies, state, tally, dice, log)
    if state.ending == PLAYING:
        combat_phase(rules, setup, policies, state, tally, dice, log)
    if setup.entry == Entry.ODDS:
        end_attack(state, tally)
    elif state.ending == PLAYING:
        state.turn += state.side == ALLIED
        state.side = 1 - state.side


@kernel
def end_attack(state, tally):
    """[6.3] An attack ends with its result."""
    ending = tally.ae * Ending.ATTACKER_ELIMINATED + tally.ar * Ending.ATTACKER_RETREATS
    ending += tally.ee * Ending.EXCHANGE + tally.dr * Ending.DEFENDER_RETREATS
    state.ending = ending + tally.de * Ending.DEFENDER_ELIMINATED


@kernel
def score(rules, setup, state, tally, dice, log, outcome):
    """[8.4] Write the outcome of a battle that has ended; `outcome` is modified in place."""
    outcome.ending, outcome.winner = state.ending, -1
    if state.ending == Ending.FRENCH_WIN:
        outcome.winner, outcome.french_win = FRENCH, 1
    elif state.ending == Ending.ALLIED_WIN:
        outcome.winner, outcome.allied_win = ALLIED, 1
    outcome.drawn = state.ending == Ending.DRAW
    outcome.french_score = 2 * outcome.french_win + outcome.drawn
    outcome.turns = min(state.turn, (rules.player_turns + 1) // 2)
    outcome.demoralized, outcome.demoralized_turn = state.demoralized, tally.demoralized_turn
    outcome.exited, outcome.entered, outcome.moves = state.exited, tally.entered, tally.moves
    outcome.french_lost, outcome.allied_lost = state.lost[FRENCH], state.lost[ALLIED]
    for who in range(N_FRENCH):
        outcome.exited_strength += state.units[who].strength * (state.units[who].fate == Fate.EXITED)
    score_combat(tally, outcome)
    lost = state.lost
    emit(log, outcome.turns, Event.ENDS, 0, state.ending, lost[FRENCH], lost[ALLIED], state.exited)


@kernel
def score_combat(tally, outcome):
    """What was counted of combat."""
    outcome.attacks, outcome.bombardments, outcome.lapsed = tally.attacks, tally.bombardments, tally.lapsed
    outcome.retreats, outcome.displaced, outcome.advances = tally.retreats, tally.displaced, tally.advances
    outcome.ae, outcome.ar, outcome.ee, outcome.dr, outcome.de = tally.ae, tally.ar, tally.ee, tally.dr, tally.de
    outcome.attacker_lost, outcome.defender_lost = tally.attacker_lost, tally.defender_lost
    outcome.attacker_exchanged, outcome.defender_exchanged = tally.attacker_exchanged, tally.defender_exchanged
    outcome.french_infantry, outcome.allied_infantry = tally.french_infantry, tally.allied_infantry
    outcome.french_cavalry, outcome.allied_cavalry = tally.french_cavalry, tally.allied_cavalry
    outcome.french_artillery, outcome.allied_artillery = tally.french_artillery, tally.allied_artillery
    outcome.french_in_clear, outcome.allied_in_clear = tally.french_in_clear, tally.allied_in_clear
    outcome.french_in_building, outcome.allied_in_building = tally.french_in_building, tally.allied_in_building
    outcome.french_in_woods_road, outcome.allied_in_woods_road = tally.french_in_woods_road, tally.allied_in_woods_road
    outcome.french_cornered, outcome.allied_cornered = tally.french_cornered, tally.allied_cornered


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
        for _ in range(rules.player_turns):
            if state.ending != PLAYING:
                break
            step(rules, setup, policies, state, tally, board.dice, board.log)
        if state.ending == PLAYING:
            state.ending = Ending.DRAW
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
