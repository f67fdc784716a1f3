"""[Movement] From space to space along trails and sea lanes."""

from simkit.core.dice import address, roll, succeeds
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.rules.companions import leave
from simkit.games.emperor.rules.hands import count
from simkit.games.emperor.schema import N_COMPANIONS, Good, Vessel
from simkit.games.emperor.whole.policies import at_random, passenger_goal
from simkit.games.emperor.whole.schema import NOWHERE, Event, Purpose, SpaceKind


@kernel
def move(rules, policy, goal, who, state, tally, dice, log):
    """[Movement] A die of points, each space entered costs its number; who has any left may enter another."""
    seat = state.seats[who]
    address(dice, Purpose.MOVEMENT, tally.fight.turn, tally.fight.event)
    die = roll(dice, rules.fight.die_sides)
    points = die + (count(seat.player.goods, Good.TALISMAN.value) > 0)
    if at_random(policy):
        goal = rules.spaces[seat.space].links[roll(dice, rules.spaces[seat.space].n_links) - 1]
    steps = 0
    while points > 0 and seat.space != goal:
        onward = next_space(rules, policy, goal, seat)
        if onward == NOWHERE or not find_oasis(rules, onward, who, steps, tally, dice, log):
            break
        points -= rules.spaces[onward].cost
        enter(rules, onward, who, state, tally, log)
        steps += 1
    emit(log, tally.fight.turn, Event.MOVES, who, die, seat.space, 0, 0)


@kernel
def next_space(rules, policy, goal, seat):
    """[Movement; Elf Princess] The next space on a cheapest way; with a passenger, on one of fewest areas."""
    if policy.escorts and passenger_goal(seat) == goal:
        return next_by_hops(rules, goal, seat.space)
    if seat.player.vessel != Vessel.NONE:
        return rules.sea_route[seat.space, goal]
    return rules.land_route[seat.space, goal]


@kernel
def next_by_hops(rules, goal, space):
    """[Elf Princess] A neighbour one area nearer, the cheapest of them."""
    best, least = NOWHERE, 1 << 20
    here = rules.spaces[space]
    for link in range(here.n_links):
        neighbour = here.links[link]
        nearer = (
            rules.land_hops[neighbour, goal] >= 0 and rules.land_hops[neighbour, goal] < rules.land_hops[space, goal]
        )
        if nearer and rules.spaces[neighbour].cost < least:
            best, least = neighbour, rules.spaces[neighbour].cost
    return best


@kernel
def find_oasis(rules, onward, who, steps, tally, dice, log):
    """[Movement] The Vanishing Oasis is found on an even die; on an odd one the turn's movement is over."""
    if rules.spaces[onward].kind != SpaceKind.OASIS:
        return True
    address(dice, Purpose.OASIS, tally.fight.turn, tally.fight.event + steps)
    found = succeeds(dice, rules.fight.stays_on, rules.fight.die_sides)
    emit(log, tally.fight.turn, Event.OASIS, who, int(found), 0, 0, 0)
    return found


@kernel
def enter(rules, space, who, state, tally, log):
    """[Sea Movement; Elf Princess] A vessel is returned inland; a passenger leaves who is led astray."""
    seat = state.seats[who]
    player = seat.player
    if player.companions > 0:
        for slot in range(N_COMPANIONS):
            goal = seat.goals[slot] - 1
            if player.companion_kinds[slot] > 0 and goal != NOWHERE:
                if (
                    rules.land_hops[space, goal] < 0
                    or rules.land_hops[space, goal] >= rules.land_hops[seat.space, goal]
                ):
                    emit(log, tally.fight.turn, Event.PASSENGER_LEAVES, who, player.companion_kinds[slot] - 1, 0, 0, 0)
                    leave(slot, player)
                    seat.goals[slot] = 0
    seat.space = space
    dock(rules, who, state, tally, log)


@kernel
def dock(rules, who, state, tally, log):
    """[Sea Movement] Who is inland has no vessel any more."""
    seat = state.seats[who]
    spot = rules.spaces[seat.space].spot
    if seat.player.vessel != Vessel.NONE and not spot.sea and not spot.coastal:
        emit(log, tally.fight.turn, Event.RETURNS_VESSEL, who, seat.player.vessel, 0, 0, 0)
        seat.player.vessel = Vessel.NONE.value
        seat.player.vessel_wounds = 0


@kernel
def may_enter(rules, space, player):
    """[Sea Movement] The sea is for owners of a vessel."""
    return not rules.spaces[space].spot.sea or player.vessel != Vessel.NONE


@kernel
def step_away(rules, policy, who, state, tally, log):
    """[Exploration] Must Leave: one space in any direction, the cheapest on the way back."""
    seat = state.seats[who]
    here = rules.spaces[seat.space]
    best, least = NOWHERE, 1 << 20
    for link in range(here.n_links):
        neighbour = here.links[link]
        if may_enter(rules, neighbour, seat.player) and rules.spaces[neighbour].cost < least:
            best, least = neighbour, rules.spaces[neighbour].cost
    if best != NOWHERE:
        enter(rules, best, who, state, tally, log)
    emit(log, tally.fight.turn, Event.MUST_LEAVE, who, seat.space, 0, 0, 0)
