"""[How to Find a Blond; False Blond Explanations] Chits turned over, and what they do."""

from simkit.core.dice import address, draw, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.new_york.policies import wants_to_examine
from simkit.games.new_york.rules.ground import chit_at, is_open
from simkit.games.new_york.rules.losses import choose, lose
from simkit.games.new_york.rules.table import attacker_loses, column_of, defender_loses, result_of
from simkit.games.new_york.schema import (
    CITY,
    FIRST_ATTACK,
    FOLLOW_UP,
    MOST_SEATS,
    N_DIRECTIONS,
    NOTHING,
    NOWHERE,
    Blond,
    Event,
    Ground,
    Purpose,
    Result,
)


@routine
def look(rules, setup, policies, who, state, tally, dice, log):
    """[How to Find a Blond] Where a monster ends its move: it may examine a chit there, or sees the real Blond."""
    seat = state.seats[who]
    if state.blond == Blond.FOUND and state.blond_space == seat.space:
        if seat.met == 0:
            seat.met = state.turn
            emit(log, state.turn, Event.MEETS, who, seat.space, 0, 0, 0)
        return
    chit = chit_at(seat.space, state)
    if chit != NOTHING and is_open(rules, seat.space, state):
        choose(policies[who], who, tally, dice)
        if wants_to_examine(rules, policies[who], who, state, dice):
            examine(rules, setup, policies, who, chit, state, tally, dice, log)


@routine
def examine(rules, setup, policies, who, chit, state, tally, dice, log):
    """[How to Find a Blond] Turn a chit over: nobody knows before which one it is."""
    seat = state.seats[who]
    address(dice, Purpose.BLOND, state.turn, who)
    number = draw(dice, state.pool)
    state.pool[number] = 0
    state.chits[chit] = NOWHERE
    tally.examined += 1
    emit(log, state.turn, Event.EXAMINES, who, seat.space, number, 0, 0)
    if number == 0:
        state.blond, state.blond_space, seat.met = Blond.FOUND, seat.space, state.turn
    else:
        explain(rules, setup, policies, who, number, state, tally, dice, log)


@routine
def explain(rules, setup, policies, who, number, state, tally, dice, log):
    """[False Blond Explanations] What a False Blond does, at once: attacks first, then what it leaves behind."""
    seat, chit = state.seats[who], rules.chits[number]
    monster = rules.monsters[seat.monster]
    if (chit.strength > 0 or chit.movement > 0) and monster.spared:
        gain(who, chit, state, tally, log)
        return
    suffer(rules, setup, policies, who, number, state, tally, dice, log)
    if chit.adjacent:
        ram(rules, setup, policies, who, number, state, tally, dice, log)
    if seat.alive:
        burden(rules, who, number, state, log)


@kernel
def suffer(rules, setup, policies, who, number, state, tally, dice, log):
    """[False Blonds 1 to 6, 8] The attack on one monster, by whether it is a flyer, and the one that may follow."""
    chit, monster = rules.chits[number], rules.monsters[state.seats[who].monster]
    column = chit.flyers if monster.flyer else chit.others
    if column > 0:
        city_attack(rules, setup, policies, who, FIRST_ATTACK, column, state, tally, dice, log)
    if chit.follow_up > 0 and monster.followed and state.seats[who].alive:
        city_attack(rules, setup, policies, who, FOLLOW_UP, chit.follow_up, state, tally, dice, log)


@kernel
def ram(rules, setup, policies, who, number, state, tally, dice, log):
    """[False Blond 6] All monsters in adjacent street spaces suffer the attack, too."""
    here = state.seats[who].space
    for direction in range(N_DIRECTIONS):
        space = rules.beside[here, direction]
        if space != NOWHERE and rules.ground[space] == Ground.STREET:
            for other in range(state.n_players):
                seat = state.seats[other]
                if other != who and seat.alive and seat.space == space:
                    suffer(rules, setup, policies, other, number, state, tally, dice, log)


@routine
def city_attack(rules, setup, policies, who, nth, column, state, tally, dice, log):
    """[False Blond Explanations] An attack at a differential: what the monster loses; nobody is displaced.

    Variant `city_attack`: the monster is the table's defender, or its attacker.  `nth`: 1 for what follows up.
    """
    address(dice, Purpose.CITY, state.turn, nth * MOST_SEATS + who)
    face = roll(dice, rules.die_sides)
    result = result_of(setup, column_of(column), face)
    emit(log, state.turn, Event.CITY_ATTACKS, who, column, face, result, 0)
    points = int(result == Result.B1)
    if rules.city_defends and result < Result.B1:
        points = attacker_loses(result)
    elif not rules.city_defends and result > Result.B1:
        points = defender_loses(rules, result)
    if points > 0:
        tally.city_lost += lose(rules, policies, who, points, CITY, state, tally, dice, log)


@kernel
def gain(who, chit, state, tally, log):
    """[False Blond 1] Strength and movement, for those whom electricity does good."""
    seat = state.seats[who]
    seat.strength += chit.strength
    seat.movement += chit.movement
    tally.gained += chit.strength + chit.movement
    emit(log, state.turn, Event.GAINS, who, chit.strength, chit.movement, seat.strength, seat.movement)


@kernel
def burden(rules, who, number, state, log):
    """[False Blonds 3, 7, 8, 9] Turns without a move, buildings to eat, a day on television."""
    seat, chit = state.seats[who], rules.chits[number]
    monster = rules.monsters[seat.monster]
    stuck = chit.stuck_flyers if monster.flyer else chit.stuck_others
    if stuck > 0:
        seat.stuck = stuck
        emit(log, state.turn, Event.TO_BE_STUCK, who, stuck, 0, 0, 0)
    if chit.buildings > 0 and not monster.exempt:
        seat.buildings = chit.buildings
        if monster.grounded:
            seat.flies = 0
        emit(log, state.turn, Event.MUST_EAT, who, chit.buildings, int(monster.grounded), 0, 0)
    if chit.turns > 0:
        seat.deadline = state.turn + chit.turns
        emit(log, state.turn, Event.MUST_LEAVE, who, seat.deadline, 0, 0, 0)
