"""[Movement] From space to space along trails and sea lanes, or by magic."""

import numpy as np

from simkit.core.dice import address, roll, succeeds
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.core.records import MARKS_A_WORD, PLAYING
from simkit.games.emperor.encounter.rules.companions import all_leave, leave
from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.shared.schema import N_COMPANIONS
from simkit.games.emperor.shared.terms import Good, Vessel
from simkit.games.emperor.whole.policies import note
from simkit.games.emperor.whole.rules.errands import turn_in_clues
from simkit.games.emperor.whole.schema import N_SPACES, NOTHING_MORE, NOWHERE, Event, Policy, Purpose
from simkit.games.emperor.whole.terms import Habit, SpaceKind


@routine
def move(rules, policy, goal, who, state, tally, dice, log):
    """[Movement] A die of points; each space entered costs its number.  With any point left one may enter another."""
    seat = state.seats[who]
    address(dice, Purpose.MOVEMENT, tally.fight.turn, tally.fight.event)
    die = roll(dice, rules.fight.die_sides)
    added = rules.talisman_points * (count(seat.player.goods, Good.TALISMAN.value) > 0)
    points = die + added
    emit(log, state.turns, Event.MOVES, who, die, added, 0, 0)
    oasis_known = False
    for steps in range(N_SPACES):
        if points <= 0 or seat.space == goal or state.ending != PLAYING:
            break
        onward = next_space(rules, policy, goal, seat, tally, dice)
        if onward == NOWHERE:
            break
        if rules.spaces[onward].kind == SpaceKind.OASIS and not oasis_known:
            if not find_oasis(rules, who, steps, tally, dice, log):
                break
            oasis_known = not rules.oasis_each_entry
        points -= rules.spaces[onward].cost
        enter(rules, Event.STEPS.value, max(0, points), onward, who, state, tally, log)
        if rules.clue_in_passing:
            turn_in_clues(rules, who, state, tally, dice, log)


@kernel
def next_space(rules, policy, goal, seat, tally, dice):
    """[Movement; Elf Princess] The next space on a cheapest way; with a passenger, on one of fewest areas."""
    if policy.kind == Policy.WANDERER:
        return by_chance(rules, seat, tally, dice)
    if policy.escorts and leads_passenger(seat, goal):
        note(tally, Habit.ESCORTS.value)
        return next_by_hops(rules, goal, seat.space)
    route = rules.sea_route if seat.player.vessel != Vessel.NONE else rules.land_route
    return np.int64(route[seat.space, goal])  # without the JIT it would stay 16 bits wide, and overflow when shifted


@kernel
def leads_passenger(seat, goal):
    """[Elf Princess] Whether a passenger is to be brought to a goal."""
    leads = False
    for slot in range(N_COMPANIONS if seat.player.companions > 0 else 0):
        leads = leads or (seat.player.companion_kinds[slot] > 0 and seat.goals[slot] == goal + 1)
    return leads


@kernel
def by_chance(rules, seat, tally, dice):
    """A random player goes along any trail or lane that is open to him, or stays."""
    note(tally, Habit.WANDERS.value)
    here = rules.spaces[seat.space]
    link = roll(dice, here.n_links + 1) - 1
    if link == here.n_links or not may_enter(rules, here.links[link], seat.player):
        return NOWHERE
    return here.links[link]


@kernel
def next_by_hops(rules, goal, space):
    """[Elf Princess] A neighbour one area nearer by land, the cheapest of them."""
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
def find_oasis(rules, who, steps, tally, dice, log):
    """[Movement] The Vanishing Oasis is found on an even die; on an odd one the turn's movement is over."""
    address(dice, Purpose.OASIS, tally.fight.turn, tally.fight.event + steps)
    is_found = succeeds(dice, rules.oasis_on, rules.fight.die_sides)
    emit(log, tally.fight.turn, Event.OASIS, who, int(is_found), 0, 0, 0)
    return is_found


@routine
def enter(rules, event, second_number, space, who, state, tally, log):
    """[Movement; Elf Princess] A player enters a space; a passenger who is led astray leaves.

    `event`, `second_number`: the Event of such a step, and its second number.
    """
    seat = state.seats[who]
    old_space = seat.space
    emit(log, state.turns, event, who, space, second_number, 0, 0)
    arrive(rules, space, who, state, tally, log)
    lead_astray(rules, old_space, who, state, log)


@kernel
def lead_astray(rules, old_space, who, state, log):
    """[Elf Princess; Maid Marywin] A passenger leaves who is no nearer to her destination than at `old_space`."""
    seat = state.seats[who]
    player = seat.player
    if player.companions > 0:
        for slot in range(N_COMPANIONS):
            goal = seat.goals[slot] - 1
            if player.companion_kinds[slot] > 0 and goal != NOWHERE:
                if (
                    rules.land_hops[seat.space, goal] < 0
                    or rules.land_hops[seat.space, goal] >= rules.land_hops[old_space, goal]
                ):
                    emit(log, state.turns, Event.PASSENGER_LEAVES, who, player.companion_kinds[slot] - 1, 0, 0, 0)
                    leave(slot, player)
                    seat.goals[slot] = 0


@kernel
def relocate(rules, space, who, state, tally, log):
    """[Teleportation; Obtuse Genie] To any space at once; traveling companions and a patrol stay behind."""
    seat = state.seats[who]
    all_leave(seat.player, tally.fight, log)
    leave_patrols(who, state, log)
    for slot in range(N_COMPANIONS):
        seat.goals[slot] = 0
    arrive(rules, space, who, state, tally, log)


@kernel
def leave_patrols(who, state, log):
    """[Imperial Patrol] Patrols do not come along when a player is carried off."""
    seat = state.seats[who]
    if seat.patrols > 0:
        emit(log, state.turns, Event.PATROL_LEAVES, who, seat.patrols, 0, 0, 0)
    seat.patrols = 0


@kernel
def wash_ashore(rules, who, state, tally, log):
    """[Lost at Sea] To the Pirate Lair, with the companions that are left; a patrol stays behind."""
    leave_patrols(who, state, log)
    enter(rules, Event.WASHED_ASHORE.value, NOTHING_MORE, rules.lair, who, state, tally, log)


@kernel
def arrive(rules, space, who, state, tally, log):
    """[Sea Movement] A player is in a new space; inland he loses his vessel."""
    seat = state.seats[who]
    seat.space = space
    tally.visited[space // MARKS_A_WORD] |= 1 << space % MARKS_A_WORD
    spot = rules.spaces[space].spot
    if seat.player.vessel != Vessel.NONE and not spot.sea and not spot.coastal:
        emit(log, state.turns, Event.RETURNS_VESSEL, who, seat.player.vessel, 0, 0, 0)
        seat.player.vessel = Vessel.NONE
        seat.player.vessel_wounds = 0


@kernel
def may_enter(rules, space, player):
    """[Sea Movement] The sea is for owners of a vessel."""
    return not rules.spaces[space].spot.sea or player.vessel != Vessel.NONE


@kernel
def step_away(rules, policy, who, state, tally, dice, log):
    """[Exploration] Must Leave: one space in any direction, the cheapest; by sea too (variant `must_leave_vessel`)."""
    seat = state.seats[who]
    if policy.kind == Policy.WANDERER:
        address(dice, Purpose.POLICY_CHOICE, tally.fight.turn, tally.fight.event)
    here = rules.spaces[seat.space]
    best, least, n_open = seat.space, 1 << 20, 0
    for link in range(here.n_links):
        neighbour = here.links[link]
        by_sea = rules.spaces[neighbour].spot.sea
        if may_enter(rules, neighbour, seat.player) and (rules.must_leave_by_sea or not by_sea):
            n_open += 1
            if policy.kind == Policy.WANDERER:
                best = neighbour if roll(dice, n_open) == 1 else best  # each of those so far is as likely
            elif rules.spaces[neighbour].cost < least:
                best, least = neighbour, rules.spaces[neighbour].cost
    if best != seat.space:
        enter(rules, Event.MUST_LEAVE.value, NOTHING_MORE, best, who, state, tally, log)
    else:
        emit(log, state.turns, Event.MUST_LEAVE, who, best, 0, 0, 0)
