"""[2.1, 4.5] Where units stand, and the Zones of Control that they have there."""

from simkit.core.jit import kernel
from simkit.games.waterloo.schema import ALLIED, FRENCH, N_DIRECTIONS, N_FRENCH, N_UNITS, NOWHERE, Fate


@kernel
def first_unit(side):
    """The first unit of a side: the French come before the Allies."""
    return side * N_FRENCH


@kernel
def last_unit(side):
    """One more than the last unit of a side."""
    return N_FRENCH + side * (N_UNITS - N_FRENCH)


@kernel
def put(rules, who, hex_, state):
    """Take a unit from where it stands and put it in a hex, or off the map; zones of control go with it."""
    unit = state.units[who]
    for arrives in range(2):
        here = hex_ if arrives else unit.hex
        if here != NOWHERE:
            state.at[here] = arrives * (who + 1)
            control(rules, unit, here, 2 * arrives - 1, state)
    unit.hex = hex_


@kernel
def control(rules, unit, here, times, state):
    """[4.5] The six hexes beside a unit are its Zone of Control, across whatever hexsides."""
    beside, zone, pressure = rules.beside, state.zone, state.pressure
    side, strength = unit.side, times * unit.strength
    for direction in range(N_DIRECTIONS):
        other = beside[here, direction]
        if other != NOWHERE:
            zone[side, other] += times
            pressure[side, other] += strength


@kernel
def in_contact(unit, state):
    """[4.5] Whether a unit is in an Enemy Zone of Control."""
    return unit.fate == Fate.ON_MAP and state.zone[1 - unit.side, unit.hex] > 0


@kernel
def side_at(occupant):
    """The side of the unit in a hex; `occupant` is what `state.at` holds there."""
    return FRENCH if occupant <= N_FRENCH else ALLIED


@kernel
def is_enemy(side, hex_, state):
    """Whether a unit of the other side is in a hex."""
    occupant = state.at[hex_]
    return occupant > 0 and side_at(occupant) != side


@kernel
def defence(rules, unit):
    """[2.2, 2.5] What a unit counts for when it is attacked."""
    return unit.strength * rules.factor[unit.hex]
