"""[4.0, 7.0] Movement, point by point, and the entry of reinforcements."""

from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.waterloo.policies import destination, survey
from simkit.games.waterloo.rules.ground import first_unit, in_contact, is_enemy, last_unit, put, side_at
from simkit.games.waterloo.rules.victory import leave_map
from simkit.games.waterloo.schema import (
    FRENCH,
    N_DIRECTIONS,
    N_HEXES,
    NOWHERE,
    OFF_MAP,
    Event,
    Fate,
    Gate,
)


@kernel
def movement_phase(rules, policies, state, tally, dice, log):
    """[3.0, 4.0] The phasing Player moves as many of his units as he wishes, and brings in reinforcements."""
    policy = policies[state.side]
    survey(rules, policy, state)
    marshal(rules, state)
    for index in range(state.field.n_order):
        if state.ending != PLAYING:
            break
        who = state.field.order[index]
        find_ways(rules, who, state)
        move(rules, who, destination(rules, policy, who, state, tally, dice), state, tally, log)


@kernel
def marshal(rules, state):
    """The order in which units move: those nearest to the enemy first, and of these the strongest."""
    field, n = state.field, 0
    for who in range(first_unit(state.side), last_unit(state.side)):
        unit = state.units[who]
        to_come = unit.fate == Fate.TO_COME and state.turn >= rules.prussian_turn
        if to_come or (unit.fate == Fate.ON_MAP and not in_contact(unit, state)):
            key, slot = rank(unit, field), n
            while slot > 0 and rank(state.units[field.order[slot - 1]], field) > key:
                field.order[slot] = field.order[slot - 1]
                slot -= 1
            field.order[slot] = who
            n += 1
    field.n_order = n


@kernel
def rank(unit, field):
    """The key by which units are ordered, the least first."""
    distance = field.near[unit.hex] if unit.hex != NOWHERE else N_HEXES
    return distance * N_HEXES - unit.strength


@kernel
def find_ways(rules, who, state):
    """[4.1 to 4.5] The hexes that a unit can come to: `field.found`, nearest first, with their `cost`.

    A unit moves through hexes with friends, never through an enemy, and stops where an enemy's zone begins; it cannot
    stop where a friend is.  A search has a number, and `field.seen` of a hex is that of the last one that found it.
    """
    field, unit = state.field, state.units[who]
    field.search += 1
    field.n_found = field.leaves = 0
    if unit.fate == Fate.TO_COME:
        find_entries(rules, unit, state)
    else:
        note(unit.hex, unit, field)
    ways, exits, at, zone = rules.ways, rules.exits, state.at, state.zone
    seen, cost, in_reach = field.seen, field.cost, field.found
    search, side, movement, n = field.search, unit.side, unit.movement, field.n_found
    for index in range(N_HEXES):
        if index >= n:
            break
        here = in_reach[index]
        points = cost[here] + 1
        if points > 1 and zone[1 - side, here] > 0:
            continue
        if side == FRENCH and exits[here] and field.leaves == 0 and cost[here] + rules.exit_cost <= movement:
            field.leaves = here + 1
        if points > movement:
            continue
        for direction in range(N_DIRECTIONS):
            onward = ways[here, direction]
            if onward != NOWHERE and seen[onward] != search and passable(side, at[onward], zone[1 - side, onward]):
                seen[onward], cost[onward], in_reach[n] = search, points, onward
                n += 1
    field.n_found = n


@kernel
def note(hex_, unit, field):
    """A hex where a unit begins to move; a reinforcement has paid a Movement Point for it (7.1)."""
    field.seen[hex_], field.cost[hex_] = field.search, unit.fate == Fate.TO_COME
    field.found[field.n_found] = hex_
    field.n_found += 1


@kernel
def passable(side, occupant, controlled):
    """[4.3 to 4.5] Whether a unit can go on through a hex: empty, or a friend's that no enemy controls."""
    return occupant == 0 or (side_at(occupant) == side and controlled == 0)


@kernel
def find_entries(rules, unit, state):
    """[7.0 to 7.3] The hexes where reinforcements come in: of the east edge, or of the north one when that is barred.

    Variant `north_entry`: when all of the east edge is, or when any of it is.
    """
    n_open, n_barred = 0, 0
    for hex_ in range(N_HEXES):
        if rules.gate[hex_] == Gate.EAST:
            barred = is_barred(hex_, state)
            n_open += not barred
            n_barred += barred
            if not barred:
                note(hex_, unit, state.field)
    if n_open == 0 or (rules.north_if_any_blocked and n_barred > 0):
        for hex_ in range(N_HEXES):
            if rules.gate[hex_] == Gate.NORTH and not is_barred(hex_, state):
                note(hex_, unit, state.field)


@kernel
def is_barred(hex_, state):
    """[7.2] No entry where an enemy is or controls."""
    return is_enemy(state.side, hex_, state) or state.zone[1 - state.side, hex_] > 0


@kernel
def move(rules, who, hex_, state, tally, log):
    """[4.4, 4.6, 8.3] Move a unit to a hex that was found, or off the map; NOWHERE keeps it waiting (7.3)."""
    unit, field = state.units[who], state.field
    if hex_ == unit.hex:
        return
    if hex_ == OFF_MAP:
        if not field.leaves:
            raise ValueError("move: the unit cannot leave the map")
        leave_map(rules, who, state, tally, log)
        return
    if field.seen[hex_] != field.search or state.at[hex_] > 0:
        raise ValueError("move: the unit cannot end its movement there")
    if unit.fate == Fate.TO_COME:
        unit.fate = Fate.ON_MAP
        tally.entered += 1
        emit(log, state.turn, Event.ENTERS, state.side, who, hex_, 0, 0)
    else:
        emit(log, state.turn, Event.MOVES, state.side, who, unit.hex, hex_, 0)
    tally.moves += 1
    put(rules, who, hex_, state)
