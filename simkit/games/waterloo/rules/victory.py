"""[8.0] Demoralization and the conditions of victory."""

from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.waterloo.rules.ground import put
from simkit.games.waterloo.schema import ALLIED, FRENCH, NOWHERE, Arm, Ending, Event, Fate, Terrain


@kernel
def lose(rules, who, cornered, state, tally, log):
    """[8.0] A unit is destroyed: out of the battle, and its strength is among what its side has lost."""
    unit = state.units[who]
    count_loss(unit, rules.terrain[unit.hex], cornered, tally)
    state.lost[unit.side] += unit.strength
    emit(log, state.turn, Event.DESTROYED, unit.side, who, unit.hex, state.lost[unit.side], cornered)
    put(rules, who, NOWHERE, state)
    unit.fate = Fate.DESTROYED


@kernel
def count_loss(unit, terrain, cornered, tally):
    """The strength lost, by arm and by terrain."""
    infantry, cavalry = unit.arm == Arm.INFANTRY, unit.arm == Arm.CAVALRY
    clear, building = terrain == Terrain.CLEAR, terrain == Terrain.BUILDING
    if unit.side == FRENCH:
        tally.french_infantry += unit.strength * infantry
        tally.french_cavalry += unit.strength * cavalry
        tally.french_artillery += unit.strength * (not infantry and not cavalry)
        tally.french_in_clear += unit.strength * clear
        tally.french_in_building += unit.strength * building
        tally.french_in_woods_road += unit.strength * (not clear and not building)
        tally.french_cornered += unit.strength * cornered
    else:
        tally.allied_infantry += unit.strength * infantry
        tally.allied_cavalry += unit.strength * cavalry
        tally.allied_artillery += unit.strength * (not infantry and not cavalry)
        tally.allied_in_clear += unit.strength * clear
        tally.allied_in_building += unit.strength * building
        tally.allied_in_woods_road += unit.strength * (not clear and not building)
        tally.allied_cornered += unit.strength * cornered


@kernel
def take_stock(rules, state, tally, log):
    """[8.1, 8.2, 8.4] Who has lost how much, after every attack.

    Where both reach their limit by one attack, the French have won if their units have left the map, and else the
    Allies.  What the French lose after the Allies are demoralized does not matter any more.
    """
    if state.demoralized:
        return
    if state.lost[ALLIED] >= rules.allied_limit:
        state.demoralized = 1
        tally.demoralized_turn += state.turn
        emit(log, state.turn, Event.DEMORALIZED, ALLIED, state.lost[ALLIED], 0, 0, 0)
        if state.exited >= rules.exit_units:
            state.ending = Ending.FRENCH_WIN
        elif state.lost[FRENCH] >= rules.french_limit:
            state.ending = Ending.ALLIED_WIN
    elif state.lost[FRENCH] >= rules.french_limit:
        state.ending = Ending.ALLIED_WIN


@kernel
def leave_map(rules, who, state, tally, log):
    """[8.3] A French unit leaves by the north edge; it is not destroyed, and it may be the last one that was wanted."""
    unit = state.units[who]
    state.exited += 1
    emit(log, state.turn, Event.EXITS, FRENCH, who, unit.hex, state.exited, state.field.leaves - 1)
    put(rules, who, NOWHERE, state)
    unit.fate = Fate.EXITED
    if state.demoralized and state.exited >= rules.exit_units:
        state.ending = Ending.FRENCH_WIN
