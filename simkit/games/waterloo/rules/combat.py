"""[6.0] Combat resolution."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.waterloo.rules.attacks import can_bombard, quit_attack, require_attacks
from simkit.games.waterloo.rules.ground import first_unit, last_unit
from simkit.games.waterloo.rules.plans import lowered_column, next_attack, plan_attacks
from simkit.games.waterloo.rules.results import advance, doom, fall_back, vacate
from simkit.games.waterloo.rules.table import combat_column, combat_result, odds_column
from simkit.games.waterloo.rules.victory import lose, take_stock
from simkit.games.waterloo.schema import (
    MOST_ATTACKS,
    N_FACES,
    N_FRENCH,
    N_ODDS,
    N_RESULTS,
    N_UNITS,
    NOTHING,
    Entry,
    Event,
    Part,
    Policy,
    Purpose,
    Result,
)


@kernel
def combat_phase(rules, setup, policies, state, tally, dice, log):
    """[3.0, 5.1, 6.1] The phasing Player makes his attacks, in any order, each resolved before the next.

    Variant `must_attack`: who must attack whom is fixed as the phase begins, or looked at anew after every attack.
    """
    policy = policies[state.side]
    plan = setup.entry == Entry.WHOLE_GAME
    for _ in range(MOST_ATTACKS):
        if plan:
            plan_attacks(rules, policy, state, tally, dice)
            require_attacks(rules, state)
        plan = rules.reconsiders and setup.entry == Entry.WHOLE_GAME
        if policy.kind == Policy.RANDOM:
            tally.event += 1
            address(dice, Purpose.POLICY_RESULTS, tally.player_turn, tally.event)
        number = next_attack(rules, policy, state, dice)
        if number == NOTHING:
            break
        if still_stands(rules, number, state, tally, log):
            resolve(rules, setup, policies, number, state, tally, dice, log)
        if state.ending != PLAYING:
            break
    for who in range(N_UNITS):
        state.part[who] = Part.NONE
        state.units[who].bombards = 0


@kernel
def still_stands(rules, number, state, tally, log):
    """[5.1, 5.6] Whether an attack can be made still: not when all its attackers are gone, and guns beside an enemy."""
    attack = state.attacks[number]
    for who in range(first_unit(state.side), last_unit(state.side)):
        if state.part[who] == number + 1:
            unit = state.units[who]
            if unit.bombards and not can_bombard(rules, unit, state):
                quit_attack(who, state)
    if attack.n_attackers + attack.n_guns > 0:
        return True
    attack.n_defenders = 0
    tally.lapsed += 1
    emit(log, state.turn, Event.LAPSES, state.side, attack.target, 0, 0, 0)
    return False


@kernel
def resolve(rules, setup, policies, number, state, tally, dice, log):
    """[6.0, 6.3] One attack: ratio, column, die, and the result, applied at once."""
    attack = state.attacks[number]
    muster(number, state)
    due = combat_column(rules, attack.strength + attack.guns, attack.defence, state)
    if setup.entry == Entry.WHOLE_GAME:
        column = lowered_column(rules, policies[state.side], number, due, state, dice)
    else:
        column = max(due - setup.lowered, 0)
    address(dice, Purpose.COMBAT, tally.player_turn, attack.target)
    face = roll(dice, rules.die_sides)
    result = combat_result(rules, column, face)
    count(attack, result, tally)
    if log.capacity > 0:
        tell(rules, attack, due, column, face, result, state, log)
    doom(rules, policies, number, result, state, tally, dice)
    state.n_vacated = 0
    for stage in range(2):
        for index in range(state.n_members):
            fall_back(rules, policies, result, stage, state.members[index], state, tally, dice, log)
        if stage == 0:
            destroy(rules, result, state, tally, log)
            take_stock(rules, state, tally, log)
            if state.ending == PLAYING:
                advance(rules, policies, result, state, tally, dice, log)
    for index in range(state.n_members):
        state.part[state.members[index]] = Part.SPENT
    state.n_members = attack.n_defenders = 0


@kernel
def muster(number, state):
    """Who takes part in an attack, on both sides."""
    n = 0
    for who in range(N_UNITS):
        if state.part[who] == number + 1:
            state.members[n] = who
            n += 1
    state.n_members = n


@kernel
def count(attack, result, tally):
    """One more attack, and its result."""
    tally.attacks += 1
    tally.bombardments += attack.n_attackers == 0
    tally.ae += result == Result.AE
    tally.ar += result == Result.AR
    tally.ee += result == Result.EE
    tally.dr += result == Result.DR
    tally.de += result == Result.DE


@kernel
def tell(rules, attack, due, column, face, result, state, log):
    """Log an attack: who takes part, by bits for the units of each side, and what is `Announced`."""
    french, allied, guns = 0, 0, 0
    for index in range(state.n_members):
        who = state.members[index]
        unit = state.units[who]
        bit = 1 << (who - first_unit(unit.side))
        french |= bit * (who < N_FRENCH)
        allied |= bit * (who >= N_FRENCH)
        guns |= bit * (unit.side == state.side and unit.bombards > 0)
    bare = odds_column(attack.strength + attack.guns, attack.defence, rules.n_below)
    columns = (bare * N_ODDS + due) * N_ODDS + column
    packed = ((attack.defence * N_ODDS**3 + columns) * N_FACES + face - 1) * N_RESULTS + result
    emit(log, state.turn, Event.ATTACKS, state.side, french, allied, guns, packed)


@kernel
def destroy(rules, result, state, tally, log):
    """[6.3, 6.4] Doomed units are lost, by the result or for want of a safe hex."""
    for index in range(state.n_members):
        who = state.members[index]
        unit = state.units[who]
        if unit.doomed:
            attacks = unit.side == state.side
            exchanged = unit.strength * (result == Result.EE)
            tally.attacker_lost += unit.strength * attacks
            tally.defender_lost += unit.strength * (not attacks)
            tally.attacker_exchanged += exchanged * attacks
            tally.defender_exchanged += exchanged * (not attacks)
            vacate(unit, unit.hex, result, state)
            cornered = int(result == Result.AR or result == Result.DR)
            lose(rules, who, cornered, state, tally, log)
            unit.doomed = 0
