"""[Nerve Checks; Ducking Out; Escape] The rolls that stand between the paragraphs."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.azann.policies import answers, resists
from simkit.games.azann.rules.choices import decide
from simkit.games.azann.rules.items import has_in_hand
from simkit.games.azann.rules.magic import cast_resistance, may_cast, muster
from simkit.games.azann.rules.points import total_points
from simkit.games.azann.schema import (
    AGILITY,
    COMBAT,
    DUCK,
    ESCAPE,
    GREAT_AXE,
    RESISTANCE,
    EscapeDie,
    Event,
    NerveCheck,
    Purpose,
)


@kernel
def throw_die(rules, state, tally, dice):
    """One die for the clause being read."""
    address(dice, Purpose.PARAGRAPH, tally.steps, state.at)
    return roll(dice, rules.die_sides)


@kernel
def passes_nerve_check(rules, policy, state, tally, dice, log):
    """[Nerve Checks] A die against all his points; the Great Axe and the Spell of Resistance take from the die."""
    aid = help_of_axe(rules, state)
    if may_cast(rules, state, RESISTANCE):
        if decide(resists(rules, policy, state, aid, gain_of_resistance(rules, state)), tally, dice):
            cast_resistance(rules, state, tally, log)
            aid = rules.resistance_help + help_of_axe(rules, state)
    address(dice, Purpose.PARAGRAPH, tally.steps, state.at)
    face = roll(dice, rules.die_sides)
    if rules.nerve_check == NerveCheck.TWO_DICE:
        face += roll(dice, rules.die_sides)
    against = state.hero.combat if rules.nerve_check == NerveCheck.COMBAT_ONLY else total_points(state.hero)
    passed = steady(rules, face - aid, against)
    emit(log, tally.steps, Event.NERVE_CHECK, 0, face, aid, against, int(passed))
    return passed


@kernel
def help_of_axe(rules, state):
    """[Great Axe] What it takes from the die for as long as he can carry it."""
    return rules.axe_help if has_in_hand(rules, state, GREAT_AXE) else 0


@kernel
def gain_of_resistance(rules, state):
    """[Spell of Resistance] What it takes from the die, less the points paid and the help of an axe that he drops."""
    axe = rules.items[GREAT_AXE]
    falls = axe.carry_stat == COMBAT and state.hero.combat - rules.resistance_cost < axe.carry_least
    return rules.resistance_help - rules.resistance_cost - (help_of_axe(rules, state) if falls else 0)


@kernel
def steady(rules, face, against):
    """[Nerve Checks] As printed a die greater than the points passes; by default it is the other way round (AZ-15)."""
    if rules.nerve_check == NerveCheck.PRINTED:
        return face > against
    return face <= against


@kernel
def ducks_out(rules, policy, state, tally, dice, log):
    """[Ducking Out] A die below his Agility; it costs a point either way, and without one he may not try."""
    if state.hero.agility == 0 or decide(answers(rules, policy, state, DUCK), tally, dice) == 0:
        return False
    muster(rules, policy, state, AGILITY, rules.die_sides + 1, tally, log)
    address(dice, Purpose.DUCKING, tally.steps, state.at)
    face, agility = roll(dice, rules.die_sides), state.hero.agility
    state.hero.agility = max(0, agility - rules.duck_cost)
    emit(log, tally.steps, Event.DUCKS, 0, face, agility, int(face < agility), state.hero.agility)
    return face < agility


@kernel
def finds_the_exit(rules, policy, state, low, high, tally, dice, log):
    """[Escape] On level 1, a die within the range that the room gives; if he does not try, he does not roll."""
    if state.level != 1:
        return False
    wants = decide(answers(rules, policy, state, ESCAPE), tally, dice) != 0
    state.trying = int(wants)
    if not wants and rules.escape_single_die != EscapeDie.ALWAYS_ROLLED:
        return False
    state.face = throw_die(rules, state, tally, dice)
    free = low <= state.face <= high
    emit(log, tally.steps, Event.TRIES_THE_DOOR, 0, state.face, int(free), 0, 0)
    return free
