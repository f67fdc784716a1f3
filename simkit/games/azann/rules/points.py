"""[How to Start; Combat] Characteristic Points: read, raised, lowered, and death."""

from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.azann.schema import AGILITY, COMBAT, Death, Ending, Event


@kernel
def points(fighter, stat):
    """A characteristic by its number."""
    if stat == COMBAT:
        return fighter.combat
    elif stat == AGILITY:
        return fighter.agility
    return fighter.magic


@kernel
def set_points(fighter, stat, number):
    """Give a characteristic a value."""
    if stat == COMBAT:
        fighter.combat = number
    elif stat == AGILITY:
        fighter.agility = number
    else:
        fighter.magic = number


@kernel
def change_points(hero, stat, change, tally, log):
    """Raise or lower a characteristic; it does not fall below zero."""
    before = points(hero, stat)
    now = max(0, before + change)
    set_points(hero, stat, now)
    emit(log, tally.steps, Event.POINTS, 0, stat, now - before, now, 0)


@kernel
def total_points(hero):
    """[Nerve Checks] All his current points together."""
    return hero.combat + hero.agility + hero.magic


@kernel
def lose_point(fighter, stat):
    """[Combat] One point lost from Combat Strength or Agility; where the one is zero, the other pays (AZ-16)."""
    if fighter.agility == 0 or (stat == COMBAT and fighter.combat > 0):
        fighter.combat = max(0, fighter.combat - 1)
    else:
        fighter.agility -= 1


@kernel
def spent(rules, hero):
    """[Combat] A character is dead when both his Agility and his Combat Strength are zero."""
    if rules.char_death == Death.EITHER_ZERO:
        return hero.combat == 0 or hero.agility == 0
    return hero.combat == 0 and hero.agility == 0


@kernel
def slain(rules, foe):
    """[Combat] A monster is dead once either its Agility or its Combat Strength is zero."""
    if rules.char_death == Death.BOTH_FOR_MONSTERS:
        return foe.combat == 0 and foe.agility == 0
    return foe.combat == 0 or foe.agility == 0


@kernel
def perish(state, cause):
    """The character dies; `cause` as in CAUSES, from 1 on."""
    state.ending = Ending.DEAD
    state.cause = cause
