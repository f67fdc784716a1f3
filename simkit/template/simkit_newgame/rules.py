"""The rules in the order of the rulebook, and the one decision of a player."""

from simkit.core.dice import address, succeeds
from simkit.core.jit import kernel
from simkit.core.log import emit

from .schema import NOBODY, Ending, Event, Policy, Purpose


@kernel
def exchange(rules, setup, state, tally, dice, log):
    """[1.1] Both strike, in their order; a fighter whom the other has just felled only where they strike at once."""
    address(dice, Purpose.BLOWS, tally.rounds, 0)
    for side in range(2):
        if state.points[side] > 0 or rules.at_once:
            strike(rules, setup.fighters[side], side, state, tally, dice, log)


@kernel
def strike(rules, fighter, side, state, tally, dice, log):
    """[1.2] A blow hits on the fighter's face or more, and takes a point of the other."""
    if succeeds(dice, rules.faces + 1 - fighter.hits_from, rules.faces):
        tally.hits += 1
        state.points[1 - side] -= 1
        emit(log, tally.rounds, Event.HITS, side, state.points[1 - side], 0, 0, 0)


@kernel
def fall(state):
    """[1.3] Whoever has no points left has lost, unless the other has none either."""
    if state.points[0] <= 0 and state.points[1] <= 0:
        state.ending, state.loser = Ending.BOTH_FALL, NOBODY
    elif state.points[0] <= 0 or state.points[1] <= 0:
        state.ending, state.loser = Ending.FALLS, int(state.points[1] <= 0)


@kernel
def gives_up(policy, points):
    """[1.4] Whether a fighter yields before a round."""
    if policy.kind == Policy.STEADY:
        return points <= policy.yields_at
    raise ValueError("gives_up: unknown policy")
