"""[Exploration] One die on the chart's column, and what a face gives."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.shared.terms import Good
from simkit.games.emperor.whole.rules.company import all_follow
from simkit.games.emperor.whole.rules.errands import next_event
from simkit.games.emperor.whole.rules.goals import wants_boat
from simkit.games.emperor.whole.rules.movement import step_away
from simkit.games.emperor.whole.rules.pools import draw_arms, draw_treasures, heal_wounds, take_vessel
from simkit.games.emperor.whole.schema import Event, Policy, Purpose
from simkit.games.emperor.whole.terms import Find, SpaceKind


@routine
def explore(rules, policies, who, state, tally, dice, log):
    """[Exploration] The player rolls and takes what he finds; returns whether that calls for a chit."""
    seat = state.seats[who]
    here = rules.spaces[seat.space]
    next_event(tally)
    address(dice, Purpose.EXPLORATION, tally.fight.turn, tally.fight.event)
    rolled = roll(dice, rules.fight.die_sides)
    face = rolled
    most = most_shift(here, seat.player)
    if most > 0:
        shift = best_shift(rules, here.column, most, seat.player) if rules.items_before_roll else 0
        face = min(max(rolled + shift, 1), rules.fight.die_sides)
        if not rules.items_before_roll:
            face = best_face(rules, here.column, rolled, most, seat.player)
        if policies[who].kind == Policy.WANDERER:
            face = min(max(rolled + roll(dice, 2 * most + 1) - 1 - most, 1), rules.fight.die_sides)
    find = face_of_chart(rules, here.column, face)
    if rules.camping_tax and find == Find.TREASURE and seat.last_treasure == seat.space + 1:
        find = Find.NONE.value
    seat.last_treasure = seat.space + 1 if find == Find.TREASURE else 0
    emit(log, state.turns, Event.EXPLORES, who, rolled, face, find, seat.player.wounds)
    if leave_or_meet(rules, policies, find, who, state, tally, dice, log):
        return True
    take_find(rules, policies[who], find, who, state, tally, dice, log)
    return False


@kernel
def face_of_chart(rules, column, face):
    """[Exploration Chart] What a face gives."""
    return rules.exploration[column, face - 1]


@kernel
def most_shift(here, player):
    """[Grail of Pale; Sceptre of Balladan] By how much the player may change the roll: in villages, in castles."""
    return max(
        here.grail * (count(player.goods, Good.GRAIL.value) > 0),
        here.sceptre * (count(player.goods, Good.SCEPTRE.value) > 0),
    )


@kernel
def best_face(rules, column, face, most_by, player):
    """[Grail of Pale; Sceptre of Balladan] The best of the face and its neighbours, after it is seen."""
    best, most = face, worth_of_find(face_of_chart(rules, column, face), player)
    for other in range(max(1, face - most_by), min(rules.fight.die_sides, face + most_by) + 1):
        value = worth_of_find(face_of_chart(rules, column, other), player)
        if value > most:
            best, most = other, value
    return best


@kernel
def best_shift(rules, column, most_by, player):
    """Variant `item_roll`: of none, all up and all down the change that promises most before the roll."""
    best, most = 0, -rules.fight.die_sides
    for index in range(3):
        shift = most_by * ((index + 1) % 3 - 1)  # none first, so that it wins a tie
        promised = 0
        for face in range(1, rules.fight.die_sides + 1):
            shown = min(max(face + shift, 1), rules.fight.die_sides)
            promised += worth_of_find(face_of_chart(rules, column, shown), player)
        if promised > most:
            best, most = shift, promised
    return best


@kernel
def worth_of_find(find, player):
    """How much a player wants a find: the larger, the more."""
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
def leave_or_meet(rules, policies, find, who, state, tally, dice, log):
    """[Exploration; Meditating] Must Leave or Encounter, also while meditating; returns whether a chit is drawn."""
    if find == Find.MUST_LEAVE:
        return must_leave(rules, policies[who], who, state, tally, dice, log)
    return find == Find.ENCOUNTER


@kernel
def must_leave(rules, policy, who, state, tally, dice, log):
    """[Exploration] The player and his company are chased one space away; in the wilderness a chit follows.

    Variant `must_leave_follow_up`: nothing follows.
    """
    seat = state.seats[who]
    seat.chased = 1
    step_away(rules, policy, who, state, tally, dice, log)
    all_follow(rules, who, state, tally, log)
    return rules.must_leave_encounter and is_wild(rules, rules.spaces[seat.space])


@kernel
def is_wild(rules, here):
    """[Encounters] Whether a turn that ends here brings a chit: the Mines do, the Oasis by the variant `oasis_kind`."""
    return here.kind != SpaceKind.CIVILIZED and (here.kind != SpaceKind.OASIS or not rules.oasis_safe)


@kernel
def take_find(rules, policy, find, who, state, tally, dice, log):
    """[Exploration Chart] Treasure, arms, vessels, healing."""
    seat = state.seats[who]
    tally.draws_explored += draw_treasures(rules, int(find == Find.TREASURE), who, state, tally, dice, log)
    sails = False
    if would_sail(rules, policy, find, who, state, dice):
        sails = take_vessel(rules, find == Find.BOAT_OR_SHIP, who, state, tally, log)
    if find == Find.ARMS or (find == Find.ARMS_OR_BOAT and not sails):
        draw_arms(rules, policy, int(find != Find.NONE), who, state, tally, dice, log)
    if find == Find.HEAL_ALL or find == Find.HEAL_ONE:
        heal_wounds(seat.player.wounds if find == Find.HEAL_ALL else 1, who, state, tally, log)


@kernel
def would_sail(rules, policy, find, who, state, dice):
    """[Exploration] Whether a player takes the vessel that he found: in place of arms only if it shortens his way."""
    if find != Find.BOAT_OR_SHIP and find != Find.BOAT and find != Find.ARMS_OR_BOAT:
        return False
    if policy.kind == Policy.WANDERER:
        return roll(dice, 2) == 2
    return policy.sails > 0 and (find != Find.ARMS_OR_BOAT or wants_boat(rules, policy, who, state))
