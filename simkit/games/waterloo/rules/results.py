"""[6.3 to 6.8] What follows from a combat result: elimination, exchange, retreat, displacement, advance."""

from simkit.core.dice import roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.waterloo.policies import advance_worth, falls_back, safe_retreat, takes
from simkit.games.waterloo.rules.attacks import drop_out, is_safe
from simkit.games.waterloo.rules.ground import put
from simkit.games.waterloo.rules.worth import owed
from simkit.games.waterloo.schema import (
    N_DIRECTIONS,
    N_HEXES,
    N_UNITS,
    NOTHING,
    NOWHERE,
    Event,
    Fate,
    Policy,
    Result,
)


@kernel
def doom(rules, policies, number, result, state, tally, dice):
    """[6.3, 6.8] Mark who is eliminated by the result: never guns that bombard."""
    for index in range(state.n_members):
        unit = state.units[state.members[index]]
        if unit.side != state.side:
            unit.doomed = int(result == Result.DE or result == Result.EE)
        elif not unit.bombards:
            unit.doomed = int(result == Result.AE or result == Result.EE)
    if result == Result.EE:
        spare(rules, policies[state.side], number, state, dice)


@kernel
def spare(rules, policy, number, state, dice):
    """[6.3] In an exchange the attacker loses units whose strength at least equals the printed value of the defenders.

    He picks them; of the attackers beside the enemy those are spared whom he need not lose, so that he loses as little
    as can be.  Variant `exchange`: the value that terrain gives the defenders has to be matched.
    """
    attack = state.attacks[number]
    excess = attack.strength - owed(rules, attack)
    if policy.kind == Policy.RANDOM:
        for index in range(state.n_members):
            unit = state.units[state.members[index]]
            if pays(unit, state) and unit.strength <= excess and roll(dice, 2) == 1:
                unit.doomed = 0
                excess -= unit.strength
        return
    best, chosen = 0, 0
    for choice in range(1 << min(attack.n_attackers, N_DIRECTIONS)):
        spared, bit = 0, 0
        for index in range(state.n_members):
            unit = state.units[state.members[index]]
            if pays(unit, state):
                spared += unit.strength * (choice >> bit & 1)
                bit += 1
        if spared <= excess and spared > best:
            best, chosen = spared, choice
    bit = 0
    for index in range(state.n_members):
        unit = state.units[state.members[index]]
        if pays(unit, state):
            unit.doomed = 1 - (chosen >> bit & 1)
            bit += 1


@kernel
def pays(unit, state):
    """[6.3, 6.8] Whether a unit is one of the attackers who pay for an exchange."""
    return unit.side == state.side and not unit.bombards


@kernel
def fall_back(rules, policies, result, stage, who, state, tally, dice, log):
    """[6.3, 6.8] Stage 0: a unit retreats if it must.  Stage 1: bombarding guns may retreat after a bad result."""
    unit = state.units[who]
    if unit.fate != Fate.ON_MAP:
        return
    attacks = unit.side == state.side
    bombards = attacks and unit.bombards > 0
    if stage == 0:
        goes = (result == Result.AR and not bombards) if attacks else result == Result.DR
    else:
        goes = bombards and result <= Result.EE and falls_back(policies[unit.side], unit, state, dice)
    if goes:
        retreat(rules, policies, result, stage == 0, who, state, tally, dice, log)


@kernel
def retreat(rules, policies, result, forced, who, state, tally, dice, log):
    """[6.4, 6.5] One hex back, to a safe and empty one; failing that by displacing friends; failing that it is lost.

    Variant `retreat_chooser`: its owner chooses the hex, or the victor.  Guns that retreat of their own will displace
    nobody.
    """
    unit, field = state.units[who], state.field
    by_victor = forced and rules.victor_retreats
    chooser, willing = (1 - unit.side, -1) if by_victor else (unit.side, 1)
    here, there = unit.hex, safe_retreat(rules, policies[chooser], willing, unit, state, dice)
    if there == NOWHERE and forced:
        here, there = displacement(rules, unit, state)
    if there == NOWHERE:
        unit.doomed = int(forced)
        return
    vacated = unit.hex
    for _ in range(N_UNITS):
        moved = state.at[here] - 1
        if moved != who:
            drop_out(rules, moved, state)
            tally.displaced += 1
            kind = Event.DISPLACED
        else:
            tally.retreats += 1
            kind = Event.RETREATS if forced else Event.FALLS_BACK
        emit(log, state.turn, kind, state.units[moved].side, moved, here, there, 0)
        put(rules, moved, there, state)
        if moved == who:
            break
        there, here = here, field.came[here]
    if forced:
        vacate(unit, vacated, result, state)


@kernel
def victor(result, state):
    """[6.3] The side whose unit may advance: the attacker's after Ee, Dr and De."""
    return state.side if result >= Result.EE else 1 - state.side


@kernel
def vacate(unit, hex_, result, state):
    """[6.6] Note the hex that a unit has left, if it is the loser's."""
    if unit.side != victor(result, state):
        state.vacated[state.n_vacated] = hex_
        state.n_vacated += 1


@kernel
def displacement(rules, unit, state):
    """[6.5] The shortest chain of friends, each with a safe hex to go to: its last hex, and the empty one behind.

    `field.came` leads back along it.  NOWHERE twice when there is none.
    """
    field = state.field
    field.search += 1
    field.seen[unit.hex] = field.search
    field.found[0] = unit.hex
    field.n_found = 1
    for index in range(N_HEXES):
        if index >= field.n_found:
            break
        here = field.found[index]
        for direction in range(N_DIRECTIONS):
            onward = rules.ways[here, direction]
            if is_safe(unit.side, onward, state) and field.seen[onward] != field.search:
                if state.at[onward] == 0:
                    return here, onward
                field.seen[onward] = field.search
                if may_be_displaced(state.at[onward] - 1, state):
                    field.came[onward] = here
                    field.found[field.n_found] = onward
                    field.n_found += 1
    return NOWHERE, NOWHERE


@kernel
def may_be_displaced(who, state):
    """[6.5] Not guns that have yet to bombard, if they alone attack their target and a friend is beside it."""
    unit, part = state.units[who], state.part[who]
    if part <= 0 or not unit.bombards or unit.side != state.side:
        return True
    attack = state.attacks[part - 1]
    return attack.n_attackers > 0 or state.zone[unit.side, state.units[attack.target].hex] == 0


@kernel
def advance(rules, policies, result, state, tally, dice, log):
    """[6.6] One unit of the victor's that took part may go into a hex that was vacated.

    Variant `advance`: bombarding guns may too, through a hex between that no enemy is in.
    """
    side = victor(result, state)
    policy = policies[side]
    chosen, target, best, n = NOTHING, NOWHERE, 0, 1
    for index in range(state.n_vacated):
        hex_ = state.vacated[index]
        if state.at[hex_] > 0:
            continue
        for member in range(state.n_members):
            who = state.members[member]
            unit = state.units[who]
            if unit.side == side and may_advance(rules, unit, hex_, state):
                n += 1
                worth = advance_worth(rules, policy, unit, hex_, state)
                if takes(policy, worth - best, n, dice):
                    chosen, target, best = who, hex_, worth
    if chosen != NOTHING:
        tally.advances += 1
        emit(log, state.turn, Event.ADVANCES, side, chosen, state.units[chosen].hex, target, 0)
        put(rules, chosen, target, state)


@kernel
def may_advance(rules, unit, hex_, state):
    """[4.2, 6.6] Whether a unit can go into a hex that was vacated."""
    if unit.fate != Fate.ON_MAP:
        return False
    for direction in range(N_DIRECTIONS):
        onward = rules.ways[unit.hex, direction]
        if onward == hex_:
            return True
        if unit.bombards and rules.guns_advance and onward != NOWHERE and state.at[onward] == 0:
            for turn in range(N_DIRECTIONS):
                if rules.ways[onward, turn] == hex_:
                    return True
    return False
