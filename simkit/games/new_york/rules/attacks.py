"""[How to Attack] Attacks on monsters and on buildings, and their results."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.new_york.policies import choose_displacement, puts_down
from simkit.games.new_york.rules.ground import passable
from simkit.games.new_york.rules.losses import choose, escape, lose, part
from simkit.games.new_york.rules.missions import note_eaten
from simkit.games.new_york.rules.table import attacker_loses, column_of, defender_loses, result_of
from simkit.games.new_york.schema import N_DIRECTIONS, NOTHING, NOWHERE, POINT, Event, Purpose, Result


@kernel
def attacking_strength(rules, seat):
    """[How to Attack; Carrying the Blond] Strength in an attack: less while carrying, and never below 0."""
    return max(seat.strength - seat.carrying * rules.carrying_strength, 0)


@routine
def roll_attack(rules, setup, who, differential, state, dice):
    """[The Monster Attack Table] The face of a die, and the Result."""
    address(dice, Purpose.ATTACK, state.turn, who)
    face = roll(dice, rules.die_sides)
    return face, result_of(setup, column_of(differential), face)


@routine
def fight(rules, setup, policies, who, other, state, tally, dice, log):
    """[How to Attack] One monster attacks another in its space."""
    seat, defender = state.seats[who], state.seats[other]
    seat.foe = 0
    choose(policies[who], who, tally, dice)
    if seat.carrying and puts_down(policies[who], dice):
        emit(log, state.turn, Event.PUTS_DOWN, who, seat.space, 0, 0, 0)
        escape(who, state, tally, log)
    differential = attacking_strength(rules, seat) - defender.strength
    face, result = roll_attack(rules, setup, who, differential, state, dice)
    tally.attacks += 1
    emit(log, state.turn, Event.ATTACKS, who, other, differential, face, result)
    if result < Result.B1:
        tally.attacker_lost += lose(rules, policies, who, attacker_loses(result), other, state, tally, dice, log)
        displace(rules, policies, other, who, state, tally, dice, log)
    elif result > Result.B1:
        points = defender_loses(rules, result)
        tally.defender_lost += lose(rules, policies, other, points, who, state, tally, dice, log)
        displace(rules, policies, who, other, state, tally, dice, log)
    else:
        tally.both += 1
        tally.attacker_lost += lose(rules, policies, who, POINT, other, state, tally, dice, log)
        tally.defender_lost += lose(rules, policies, other, POINT, who, state, tally, dice, log)
        stay_together(rules, who, other, state, log)


@kernel
def stay_together(rules, who, other, state, log):
    """[Both Lose] Both stay, and the other must attack in its turn (variant `both_lose`: the attacker goes back)."""
    seat = state.seats[who]
    if not seat.alive or not state.seats[other].alive:
        return
    if rules.attacker_withdraws and seat.came_from != NOWHERE and passable(rules, who, seat.came_from, state):
        go_back(rules, who, state, log)
    else:
        state.seats[other].foe = who + 1


@routine
def displace(rules, policies, chooser, who, state, tally, dice, log):
    """[Attacker Loses, Defender Loses] The victor moves the loser to an adjacent space that it could enter.

    Where there is none both stay, and the one whose turn it is not must attack in its own.
    """
    seat = state.seats[who]
    if not seat.alive or not state.seats[chooser].alive:
        return
    choose(policies[chooser], chooser, tally, dice)
    space = choose_displacement(rules, policies[chooser], who, state, dice)
    if space == NOWHERE:
        foe = chooser if chooser != state.active else who
        state.seats[foe].foe = (who if foe == chooser else chooser) + 1
        emit(log, state.turn, Event.CORNERED, who, chooser, 0, 0, 0)
        return
    part(who, state)
    tally.displaced += 1
    emit(log, state.turn, Event.DISPLACED, who, chooser, seat.space, space, 0)
    seat.came_from, seat.space = seat.space, space


@routine
def eat(rules, setup, policies, who, state, tally, dice, log):
    """[When Attacking (Eating) a Building] Attack the building where a monster is; returns the Result."""
    seat = state.seats[who]
    differential = attacking_strength(rules, seat) - rules.building
    face, result = roll_attack(rules, setup, who, differential, state, dice)
    tally.bites += 1
    emit(log, state.turn, Event.BITES, who, seat.space, differential, face, result)
    if result >= Result.B1:
        bite(rules, who, state, tally, log)
    if result <= Result.B1 and not (rules.unhurt_eater and result < Result.B1):
        points = attacker_loses(result) if result < Result.B1 else POINT
        tally.eater_lost += lose(rules, policies, who, points, NOTHING, state, tally, dice, log)
    standing = result >= Result.B1 and (
        state.bites[seat.space] >= rules.successes[seat.space] or not rules.halves_return
    )
    if seat.alive and not standing:
        go_back(rules, who, state, log)
    return result


@kernel
def bite(rules, who, state, tally, log):
    """[Eating a Building; Mission F] A success against a building, which is rubble after as many as it takes."""
    space = state.seats[who].space
    state.bites[space] += 1
    left = rules.successes[space] - state.bites[space]
    emit(log, state.turn, Event.EATEN, who, space, left, 0, 0)
    if left == 0:
        tally.eaten += 1
        note_eaten(rules, who, space, state, tally, log)


@routine
def go_back(rules, who, state, log):
    """[Eating a Building] Back to the space from which it entered; if that is taken, to the first that is free."""
    seat = state.seats[who]
    space = seat.came_from
    if space == NOWHERE or not passable(rules, who, space, state):
        space = NOWHERE
        for direction in range(N_DIRECTIONS):
            beside = rules.beside[seat.space, direction]
            if space == NOWHERE and beside != NOWHERE and passable(rules, who, beside, state):
                space = beside
    if space != NOWHERE:
        emit(log, state.turn, Event.GOES_BACK, who, seat.space, space, 0, 0)
        seat.came_from, seat.space = seat.space, space
