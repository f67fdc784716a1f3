"""Begin, step, score, and the loops that use them."""

from simkit.core.board import clear
from simkit.core.exact import fresh_gains, fresh_state, note_arc, open_state, start
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.new_york.rules.attacks import eat, fight
from simkit.games.new_york.rules.ground import is_open
from simkit.games.new_york.rules.missions import deed_done
from simkit.games.new_york.rules.turns import pass_turn, set_up, sit_down, take_turn
from simkit.games.new_york.schema import (
    MOST_SEATS,
    N_DIRECTIONS,
    N_MONSTERS,
    NOTHING,
    NOWHERE,
    SHARES,
    Blond,
    Ending,
    Entry,
    Event,
    Mission,
)


@kernel
def begin(rules, setup, policies, state, tally, dice, log):
    """[How to Start] The whole set-up; or two monsters, or one and a building, that are there for an attack."""
    if setup.entry == Entry.WHOLE_GAME:
        set_up(rules, setup, policies, state, tally, dice, log)
    else:
        state.n_players, state.turn = setup.n_players, 1
        for who in range(setup.n_players):
            sit_down(rules, setup, who, state, log)
            state.seats[who].alive = 1


@routine
def step(rules, setup, policies, state, tally, dice, log):
    """[How to Proceed] One player-turn; or one attack."""
    if setup.entry == Entry.WHOLE_GAME:
        take_turn(rules, setup, policies, state, tally, dice, log)
        if state.ending == PLAYING:
            pass_turn(rules, state)
    else:
        attack_once(rules, setup, policies, state, tally, dice, log)


@routine
def attack_once(rules, setup, policies, state, tally, dice, log):
    """[How to Attack] One attack, by whoever has to fight on or else by the attacker, who goes after his victim."""
    building = rules.targets[Mission.G]
    street = street_beside(rules, building, state)
    active = state.active
    for who in range(state.n_players):
        state.seats[who].space, state.seats[who].came_from = street, NOWHERE
    if setup.on_building:
        state.seats[0].space, state.seats[0].came_from = building, street
        eat(rules, setup, policies, active, state, tally, dice, log)
    else:
        fight(rules, setup, policies, active, 1 - active, state, tally, dice, log)
        state.active = 1 - active if state.seats[1 - active].foe > 0 else 0
    state.turn += state.active == 0
    end_attack(rules, setup, building, state)


@kernel
def street_beside(rules, building, state):
    """An open space beside a building."""
    for direction in range(N_DIRECTIONS):
        space = rules.beside[building, direction]
        if space != NOWHERE and is_open(rules, space, state):
            return space
    raise ValueError("street_beside: none")


@kernel
def end_attack(rules, setup, building, state):
    """Whether attacks are over: what was attacked is gone, the attacker is, or his turns are."""
    if setup.on_building and is_open(rules, building, state):
        state.ending = Ending.EATEN
    elif not setup.on_building and not state.seats[1].alive:
        state.ending = Ending.DEFENDER_DEAD
    elif not state.seats[0].alive:
        state.ending = Ending.ATTACKER_DEAD
    elif state.turn > setup.attacks:
        state.ending = Ending.INTACT if setup.on_building else Ending.BOTH_ALIVE


@routine
def score(rules, setup, state, tally, dice, log, outcome):
    """Write the outcome of a game that has ended; `outcome` is modified in place."""
    outcome.ending, outcome.turns, outcome.winner = state.ending, state.turn, NOTHING
    won = setup.entry == Entry.WHOLE_GAME and state.ending == Ending.MISSION
    if won:
        outcome.winner, outcome.won = state.winner, 1
    outcome.attacker_lost, outcome.defender_lost = tally.attacker_lost, tally.defender_lost
    outcome.eater_lost, outcome.city_lost, outcome.gained = tally.eater_lost, tally.city_lost, tally.gained
    outcome.attacks, outcome.bites, outcome.eaten = tally.attacks, tally.bites, tally.eaten
    outcome.examined, outcome.squashed, outcome.escaped = tally.examined, tally.squashed, tally.escaped
    outcome.devoured, outcome.displaced, outcome.both = tally.devoured, tally.displaced, tally.both
    outcome.found = state.blond != Blond.HIDDEN
    for who in range(MOST_SEATS):
        outcome.players[who].monster, outcome.players[who].mission = NOTHING, NOTHING
    for who in range(state.n_players):
        score_seat(rules, who, SHARES if won and who == state.winner else 0, state, tally, outcome)
    emit(log, state.turn, Event.ENDS, 0, state.ending, state.turn, 0, 0)


@kernel
def score_seat(rules, who, share, state, tally, outcome):
    """Write the outcome of one player, by seat, by monster and by mission."""
    seat, player = state.seats[who], outcome.players[who]
    monster, mission = outcome.monsters[seat.monster], outcome.missions[seat.mission]
    player.monster, player.mission, player.share = seat.monster, seat.mission, share
    player.strength, player.movement = seat.strength, seat.movement
    player.dead = monster.died = 1 - seat.alive
    monster.played, mission.played = 1, 1
    monster.share = mission.share = share
    mission.done = deed_done(rules, who, state)
    outcome.carried_off += share > 0 and seat.carrying
    outcome.deaths += player.dead
    if player.dead and tally.killers[who] > 0:
        player.killing = seat.monster * (N_MONSTERS + 1) + tally.killers[who]


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
            state.ending = Ending.TURN_LIMIT
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
