"""[Exploration] One die on the chart's column, and what a face gives."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.emperor.rules.hands import count, without_one
from simkit.games.emperor.rules.possessions import least_useful
from simkit.games.emperor.schema import MAGIC_ARMS_FROM, Good
from simkit.games.emperor.whole.errands import next_event
from simkit.games.emperor.whole.movement import step_away
from simkit.games.emperor.whole.pools import draw_arms, draw_treasures, heal_wounds, take_vessel
from simkit.games.emperor.whole.schema import NOWHERE, Event, Find, Purpose


@routine
def explore(rules, policies, who, state, tally, dice, log):
    """[Exploration] The player rolls and takes what he finds; returns whether that calls for a chit."""
    seat = state.seats[who]
    here = rules.spaces[seat.space]
    next_event(tally)
    address(dice, Purpose.EXPLORATION, tally.fight.turn, tally.fight.event)
    rolled = roll(dice, rules.fight.die_sides)
    face = rolled
    if bends_luck(here, seat.player):
        shift = best_shift(rules, here.column, seat.player) if rules.items_before_roll else 0
        face = min(max(rolled + shift, 1), rules.fight.die_sides)
        if not rules.items_before_roll:
            face = best_face(rules, here.column, rolled, seat.player)
    find = face_of_chart(rules, here.column, face)
    if rules.camping_tax and find == Find.TREASURE and seat.last_treasure == seat.space + 1:
        find = Find.NONE.value
    seat.last_treasure = seat.space + 1 if find == Find.TREASURE else 0
    emit(log, state.turns, Event.EXPLORES, who, rolled, face, find, 0)
    if leave_or_meet(rules, policies, find, who, state, tally, log):
        return True
    take_find(rules, policies[who], find, who, state, tally, dice, log)
    return False


@kernel
def face_of_chart(rules, column, face):
    """[Exploration Chart] What a face gives."""
    return rules.exploration[column, face - 1]


@kernel
def bends_luck(here, player):
    """[Grail of Pale; Sceptre of Balladan] Whether the player may change the roll by one: in villages, in castles."""
    return (here.grail and count(player.goods, Good.GRAIL.value) > 0) or (
        here.sceptre and count(player.goods, Good.SCEPTRE.value) > 0
    )


@kernel
def best_face(rules, column, face, player):
    """[Grail of Pale; Sceptre of Balladan] The best of the face and its neighbours, after it is seen."""
    best, most = face, worth_of_find(face_of_chart(rules, column, face), player)
    for other in range(max(1, face - 1), min(rules.fight.die_sides, face + 1) + 1):
        value = worth_of_find(face_of_chart(rules, column, other), player)
        if value > most:
            best, most = other, value
    return best


@kernel
def best_shift(rules, column, player):
    """Variant `item_roll`: a change that is named before the roll, the one that promises most; -1, 0 or 1."""
    best, most = 0, -rules.fight.die_sides
    for place in range(3):
        shift = (place + 1) % 3 - 1  # none first, so that it wins a tie
        promised = 0
        for face in range(1, rules.fight.die_sides + 1):
            shown = min(max(face + shift, 1), rules.fight.die_sides)
            promised += worth_of_find(face_of_chart(rules, column, shown), player)
        if promised > most:
            best, most = shift, promised
    return best


@kernel
def worth_of_find(find, player):
    """In what order a player wants what he may find."""
    if find == Find.TREASURE:
        return 4
    if find == Find.HEAL_ALL:
        return 3 * (player.wounds > 0)
    if find == Find.HEAL_ONE:
        return 2 * (player.wounds > 0)
    if find == Find.ENCOUNTER or find == Find.MUST_LEAVE:
        return -1
    return int(find == Find.ARMS or find == Find.ARMS_OR_BOAT)


@kernel
def leave_or_meet(rules, policies, find, who, state, tally, log):
    """[Exploration; Meditating] The finds that hit those who meditate, too; returns whether a chit is drawn."""
    if find == Find.MUST_LEAVE:
        return must_leave(rules, policies[who], who, state, tally, log)
    return find == Find.ENCOUNTER


@kernel
def must_leave(rules, policy, who, state, tally, log):
    """[Exploration] Chased one space away; in the wilderness a chit follows (variant `must_leave_follow_up`)."""
    seat = state.seats[who]
    seat.chased = 1
    step_away(rules, policy, who, state, tally, log)
    return rules.must_leave_encounter and rules.spaces[seat.space].column == NOWHERE


@kernel
def take_find(rules, policy, find, who, state, tally, dice, log):
    """[Exploration Chart] Treasure, arms, vessels, healing."""
    seat = state.seats[who]
    tally.draws_explored += draw_treasures(rules, int(find == Find.TREASURE), who, state, tally, dice, log)
    sails = False
    if policy.sails and (find == Find.BOAT_OR_SHIP or find == Find.BOAT or find == Find.ARMS_OR_BOAT):
        sails = take_vessel(rules, find == Find.BOAT_OR_SHIP, who, state, tally, log)
    if find == Find.ARMS or (find == Find.ARMS_OR_BOAT and not sails):
        draw_arms(rules, int(find != Find.NONE), who, state, tally, dice, log)
        keep_to_limit(rules, seat.player, who, state, log)
    if find == Find.HEAL_ALL or find == Find.HEAL_ONE:
        heal_wounds(seat.player.wounds if find == Find.HEAL_ALL else 1, who, state, tally, log)


@kernel
def keep_to_limit(rules, player, who, state, log):
    """[Arms] Five arms at one time, magic ones not counted: the least useful go back."""
    n = 0
    for arm in range(MAGIC_ARMS_FROM):
        n += count(player.arms, arm)
    for _ in range(n - rules.arms_limit):
        arm = least_useful(rules.fight, player)
        player.arms = without_one(player.arms, arm)
        emit(log, state.turns, Event.DROPS_ARM, who, arm, 0, 0, 0)
