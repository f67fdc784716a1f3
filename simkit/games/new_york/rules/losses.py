"""[When You Lose Points; Carrying the Blond] Points, deaths, and what becomes of the Blond by them."""

from simkit.core.dice import address
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.new_york.policies import give_up_strength
from simkit.games.new_york.schema import CITY, Blond, Event, Policy, Purpose


@routine
def lose(rules, policies, who, n, by, state, tally, dice, log):
    """[When You Lose Points] A monster loses `n` points, each of strength or of movement, by its own choice.

    `by` is the seat that took them, or CITY.  Returns how many it had to lose.
    """
    seat = state.seats[who]
    n_lost, of_strength = min(n, seat.strength + seat.movement), 0
    choose(policies[who], who, tally, dice)
    for _ in range(n_lost):
        if seat.movement == 0 or (seat.strength > 0 and give_up_strength(rules, policies[who], seat, dice)):
            seat.strength -= 1
            of_strength += 1
        else:
            seat.movement -= 1
    emit(log, state.turn, Event.LOSES, who, of_strength, n_lost - of_strength, seat.strength, seat.movement)
    if by != CITY:
        state.seats[by].hurt |= 1 << who
    if seat.carrying and n > rules.harmless:
        squash(who, state, tally, log)
    if seat.strength == 0 and (rules.weak_die or seat.movement == 0):
        die(who, by, state, tally, log)
    return n_lost


@routine
def choose(policy, who, tally, dice):
    """Dice for a choice that a player leaves to them."""
    tally.event += 1
    if policy.kind == Policy.RANDOM:
        address(dice, Purpose.POLICY_CHOICE, tally.event, who)


@kernel
def squash(who, state, tally, log):
    """[Carrying the Blond] She is squashed by accident, and lost from the game."""
    state.seats[who].carrying, state.blond = 0, Blond.LOST
    tally.squashed += 1
    emit(log, state.turn, Event.SQUASHES, who, 0, 0, 0, 0)


@kernel
def escape(who, state, tally, log):
    """[Carrying the Blond] Nobody holds her any more: she escapes."""
    state.seats[who].carrying, state.blond = 0, Blond.LOST
    tally.escaped += 1
    emit(log, state.turn, Event.ESCAPES, who, state.seats[who].space, 0, 0, 0)


@routine
def die(who, by, state, tally, log):
    """[When You Lose Points] Both values are zero: out of the game (variant `death`: strength alone)."""
    seat = state.seats[who]
    seat.alive = 0
    emit(log, state.turn, Event.DIES, who, by, 0, 0, 0)
    if seat.carrying:
        escape(who, state, tally, log)
    part(who, state)
    tally.killers[who] = 1
    if by != CITY:
        state.seats[by].kills += 1
        tally.killers[who] = 2 + state.seats[by].monster


@kernel
def part(who, state):
    """[Both Lose] A monster has nobody to fight on with, and nobody has to fight on with it."""
    state.seats[who].foe = 0
    for other in range(state.n_players):
        if state.seats[other].foe == who + 1:
            state.seats[other].foe = 0
