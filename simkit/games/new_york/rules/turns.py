"""[How to Start, How to Proceed] The set-up, and a player's turn: a move, then an attack."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.new_york.policies import (
    choose_start,
    goal,
    next_step,
    wants_to_devour,
    wants_to_eat,
    wants_to_pick_up,
)
from simkit.games.new_york.rules.attacks import eat, fight
from simkit.games.new_york.rules.blonds import look
from simkit.games.new_york.rules.ground import is_open, may_step, must_stop, other_at, way_out
from simkit.games.new_york.rules.losses import choose
from simkit.games.new_york.rules.missions import (
    exit_of,
    is_done,
    judge,
    must_leave,
    note_time,
    win,
)
from simkit.games.new_york.schema import (
    LEAVE,
    MOST_SPACES,
    N_CHITS,
    NOTHING,
    NOWHERE,
    STAY,
    Blond,
    Ending,
    Event,
    Policy,
    Purpose,
    Result,
)

# ---- The set-up


@routine
def set_up(rules, setup, policies, state, tally, dice, log):
    """[How to Start] Monsters and missions as they were drawn, the chits, who begins, and who starts where."""
    state.n_players, state.turn, state.winner = setup.n_players, 1, NOTHING
    for who in range(setup.n_players):
        sit_down(rules, setup, who, state, log)
    lay_chits(rules, state, dice, log)
    if rules.random_first:
        address(dice, Purpose.FIRST_PLAYER, 0, 0)
        state.first = roll(dice, setup.n_players) - 1
    state.active = state.first
    emit(log, 0, Event.BEGINS, state.first, 0, 0, 0, 0)
    for place in range(setup.n_players):
        who, chooser = (state.first + place) % setup.n_players, (state.first + place + 1) % setup.n_players
        address(dice, Purpose.POLICY_START, 0, who)
        state.seats[who].space = choose_start(rules, policies[chooser], state, dice)
        state.seats[who].alive = 1
        emit(log, 0, Event.PLACED, who, chooser, state.seats[who].space, 0, 0)


@kernel
def sit_down(rules, setup, who, state, log):
    """[How to Start] A player's monster and mission."""
    seat, monster = state.seats[who], setup.monsters[who]
    seat.monster, seat.mission = monster, setup.missions[who]
    seat.strength, seat.movement = setup.strengths[who], setup.movements[who]
    seat.good, seat.flies = rules.monsters[monster].good, rules.monsters[monster].flyer
    seat.came_from = NOWHERE
    emit(log, 0, Event.SITS, who, monster, seat.mission, seat.strength, seat.movement)


@kernel
def lay_chits(rules, state, dice, log):
    """[How to Start] Ten chits face down, one each on the ten spaces; on ten of more (variant `blond_places`)."""
    taken = 0
    address(dice, Purpose.PLACES, 0, 0)
    for chit in range(N_CHITS):
        nth = chit if rules.n_places == N_CHITS else roll(dice, rules.n_places - chit) - 1
        number = 0
        if rules.n_places > N_CHITS:
            while nth > 0 or taken >> number & 1:
                nth -= not taken >> number & 1
                number += 1
            taken |= 1 << number
        else:
            number = chit
        state.chits[chit], state.pool[chit] = rules.places[number], 1
        emit(log, 0, Event.LAID, 0, state.chits[chit], 0, 0, 0)


# ---- A turn


@routine
def take_turn(rules, setup, policies, state, tally, dice, log):
    """[How to Proceed] A player moves his monster, then attacks with it; then somebody may have won."""
    who = state.active
    seat = state.seats[who]
    emit(log, state.turn, Event.TURN, who, seat.space, seat.strength, seat.movement, 0)
    note_time(rules, who, state, log)
    moves = may_move(who, state, log)
    if not (moves and move(rules, policies, who, state, tally, dice, log)):
        attack(rules, setup, policies, who, moves, state, tally, dice, log)
    if state.ending == PLAYING:
        judge(rules, state, log)


@kernel
def may_move(who, state, log):
    """[Both Lose; False Blonds 3, 8, 9] Who has to fight on stays, and so does who is stuck."""
    seat = state.seats[who]
    if seat.foe > 0:
        emit(log, state.turn, Event.LOCKED, who, seat.foe - 1, 0, 0, 0)
    if seat.stuck > 0:
        seat.stuck -= 1
        emit(log, state.turn, Event.STUCK, who, 0, 0, 0, 0)
        return False
    return seat.foe == 0


@kernel
def move(rules, policies, who, state, tally, dice, log):
    """[How to Move; Carrying or Devouring the Blond] Returns whether the turn is over: she is devoured, or it left."""
    seat = state.seats[who]
    seat.entered = 0
    if policies[who].kind == Policy.RANDOM:
        address(dice, Purpose.POLICY_MOVE, state.turn, who)
    pick_up(rules, policies, who, state, dice, log)
    if seat.carrying and wants_to_devour(rules, policies[who], who, state, dice):
        devour(who, state, tally, log)
        return True
    return walk(rules, policies, who, state, dice, log)


@kernel
def pick_up(rules, policies, who, state, dice, log):
    """[Carrying the Blond] From the turn after it first examined her, where she is and its move begins."""
    seat = state.seats[who]
    here = state.blond == Blond.FOUND and state.blond_space == seat.space
    if here and 0 < seat.met < state.turn and wants_to_pick_up(rules, policies[who], who, state, dice):
        seat.carrying, state.blond = 1, Blond.CARRIED
        emit(log, state.turn, Event.PICKS_UP, who, seat.space, 0, 0, 0)


@kernel
def devour(who, state, tally, log):
    """[Devouring the Blond] The whole move is spent in the same space, and there is no attack."""
    seat = state.seats[who]
    seat.carrying, seat.devoured, state.blond = 0, 1, Blond.LOST
    tally.devoured += 1
    emit(log, state.turn, Event.DEVOURS, who, seat.space, 0, 0, 0)


@routine
def walk(rules, policies, who, state, dice, log):
    """[How to Move] Step by step, up to the movement that is left; returns whether it left the map, and won."""
    seat = state.seats[who]
    left = max(seat.movement - seat.carrying * rules.carrying_movement, 0)
    target, before = goal(rules, policies[who], who, state), NOWHERE
    if seat.movement == 0:
        return False
    for _ in range(MOST_SPACES):
        step = next_step(rules, policies[who], who, target, left, before, state, dice)
        if step == STAY:
            return False
        if step == LEAVE:
            leave(rules, who, left, state, log)
            return True
        if left == 0 or not may_step(rules, who, step, state):
            raise ValueError("walk: no legal step")
        left -= 1
        before, seat.came_from, seat.space, seat.entered = seat.space, seat.space, step, 1
        emit(log, state.turn, Event.STEPS, who, before, step, left, 0)
        if must_stop(rules, who, state):
            return False
    raise ValueError("walk: endless")


@kernel
def leave(rules, who, left, state, log):
    """[The Monster Mission Chart] Off the map by the exit that the mission names: the mission is performed."""
    seat = state.seats[who]
    exit_ = exit_of(rules, seat)
    legal = is_done(rules, who, state) and must_leave(rules, seat) and left >= rules.exit_cost
    if not legal or way_out(rules, seat.flies, exit_, seat.space) > 0:
        raise ValueError("leave: no legal exit")
    emit(log, state.turn, Event.LEAVES, who, seat.space, exit_, 0, 0)
    win(who, state, log)


@routine
def attack(rules, setup, policies, who, moves, state, tally, dice, log):
    """[How to Attack] The monster in its space, or the building; where it has nothing to attack it may look.

    Variant `found_by`: whether rubble that both sides paid for shows what is in it at once.
    """
    seat = state.seats[who]
    other = other_at(seat.space, who, state)
    if other != NOTHING:
        fight(rules, setup, policies, who, other, state, tally, dice, log)
    elif is_open(rules, seat.space, state):
        if moves:
            look(rules, setup, policies, who, state, tally, dice, log)
    elif eats(rules, policies, who, moves, state, tally, dice):
        result = eat(rules, setup, policies, who, state, tally, dice, log)
        shown = result > Result.B1 or (result == Result.B1 and not rules.found_by_defender)
        if shown and seat.alive and is_open(rules, seat.space, state):
            look(rules, setup, policies, who, state, tally, dice, log)


@kernel
def eats(rules, policies, who, moves, state, tally, dice):
    """[How to Move] Who enters a building on foot must attack it; a flyer above one may (variant `flyers_rest`)."""
    seat = state.seats[who]
    if moves and seat.entered and (seat.flies == 0 or rules.must_eat):
        return True
    choose(policies[who], who, tally, dice)
    return wants_to_eat(rules, policies[who], who, state, dice)


@kernel
def pass_turn(rules, state):
    """[How to Proceed] The next living player; a round is over when it comes to the first one (or to nobody)."""
    for _ in range(state.n_players):
        state.active = (state.active + 1) % state.n_players
        if state.active == state.first:
            state.turn += 1
        if state.seats[state.active].alive:
            break
    if state.turn > rules.rounds:
        state.turn = rules.rounds
        state.ending = Ending.TURN_LIMIT
