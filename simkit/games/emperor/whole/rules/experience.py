"""[Optional Rules: Experience] How players get points, and what points buy."""

from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.shared.schema import Ending as Fate
from simkit.games.emperor.whole.schema import Event
from simkit.games.emperor.whole.terms import Improves


@kernel
def halves(n_halves, wound_number):
    """[Experience Points] So many halves of a Wound Number, rounded down."""
    return n_halves * wound_number // 2


@kernel
def earn(rules, points, who, state, log):
    """[Experience Points] Points are added to a player's score, and logged where they count."""
    seat = state.seats[who]
    seat.points += points
    if points > 0 and (rules.experience or rules.improved):
        emit(log, state.turns, Event.EARNS, who, points, seat.points, 0, 0)


@kernel
def reward_experience(rules, kind, who, state, log):
    """[Experience Points] For running, for an opponent who runs, for a kill, for a charm."""
    ending, wound_number, points = state.battle.ending, rules.fight.foes[kind].wounds, 0
    if ending == Fate.HERO_ESCAPED:
        points = rules.experience_flee
    elif ending == Fate.FOE_FLED or ending == Fate.LET_GO:
        points = halves(rules.experience_foe_flees, wound_number)
    elif ending == Fate.FOE_KILLED:
        points = halves(rules.experience_kill, wound_number)
    elif ending == Fate.ENDED_BY_MAGIC and state.battle.joined:
        points = halves(rules.experience_charm, wound_number)
    earn(rules, points, who, state, log)


@kernel
def improve(rules, policy, who, state, log):
    """[Improved Abilities] For each forty points one more of a characteristic, of the player's choice."""
    seat = state.seats[who]
    for _ in range(seat.points // rules.improvement_points - seat.improvements):
        seat.improvements += 1
        seat.player.ability += policy.improves == Improves.ABILITY
        seat.player.wound_number += policy.improves == Improves.WOUNDS
        seat.player.escape += policy.improves == Improves.ESCAPE
        emit(log, state.turns, Event.IMPROVES, who, policy.improves, 0, 0, 0)
