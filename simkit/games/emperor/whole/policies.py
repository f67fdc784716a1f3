"""Scripted players of the whole game.  They see what lies on the table: places, hands, wounds; never a pool or the dice."""

from simkit.core.jit import kernel
from simkit.games.emperor.rules.hands import count, size
from simkit.games.emperor.rules.possessions import n_imperials, n_treasures
from simkit.games.emperor.schema import N_CLUES, N_COMPANIONS, Policy, Spell, Vessel
from simkit.games.emperor.whole.schema import NOWHERE, Goal, Mode

TURN_POINTS = 7  # twice the points that a turn moves on average, so that costs stay whole numbers


@kernel
def choose_mode(rules, policy, seat):
    """Heal by a spell, meditate, stay, or move to a goal.  Returns (Mode, space)."""
    player = seat.player
    left = player.wound_number - player.wounds
    if policy.heals_by_spell >= left and count(player.spells, Spell.HEAL_COMPLETELY.value) > 0 and player.wounds > 0:
        return Mode.HEAL.value, seat.space
    goal = choose_goal(rules, policy, seat, left)
    if goal == seat.space:
        wants_spell = size(player.spells) < rules.class_spells[player.hero_class]
        if policy.meditates and wants_spell and rules.spaces[seat.space].worth == 0:
            return Mode.MEDITATE.value, goal
        return Mode.STAY.value, goal
    return Mode.MOVE.value, goal


@kernel
def choose_goal(rules, policy, seat, left):
    """Where to go: to be healed, to the Emperor, where a passenger or a clue points, else by habit."""
    player = seat.player
    if left <= policy.rests_at and player.wounds > 0:
        return nearest_rest(rules, seat)
    if policy.redeems and n_imperials(player) > 0 and way(rules, seat, rules.capital) <= policy.reach:
        return rules.capital
    passenger = passenger_goal(seat) if policy.escorts else NOWHERE
    if passenger != NOWHERE:
        return passenger
    clue = nearest_clue(rules, seat) if policy.hunts_clues else NOWHERE
    if clue != NOWHERE:
        return clue
    if policy.goal == Goal.CAMP:
        return policy.site
    return best_site(rules, policy, seat)


@kernel
def way(rules, seat, space):
    """Points to a space, by sea too for the owner of a vessel."""
    if seat.player.vessel != Vessel.NONE:
        return rules.sea_cost[seat.space, space]
    return rules.land_cost[seat.space, space]


@kernel
def nearest_rest(rules, seat):
    """The place whose exploration heals soonest, the way counted."""
    best, least = seat.space, 1 << 20
    for space in range(rules.n_spaces):
        if rules.spaces[space].heals > 0:
            cost = way(rules, seat, space) + TURN_POINTS * 6 // rules.spaces[space].heals
            if cost < least:
                best, least = space, cost
    return best


@kernel
def passenger_goal(seat):
    """Where the first passenger is to be brought, or NOWHERE."""
    if seat.player.companions > 0:
        for slot in range(N_COMPANIONS):
            if seat.player.companion_kinds[slot] > 0 and seat.goals[slot] > 0:
                return seat.goals[slot] - 1
    return NOWHERE


@kernel
def nearest_clue(rules, seat):
    """The nearest place where a clue is turned in, or NOWHERE."""
    best, least = NOWHERE, 1 << 20
    if seat.player.clues > 0:
        for clue in range(N_CLUES):
            place = rules.clues[clue].destination
            if count(seat.player.clues, clue) > 0 and way(rules, seat, place) < least:
                best, least = place, way(rules, seat, place)
    return best


@kernel
def best_site(rules, policy, seat):
    """The site where the next treasure is to be expected soonest: the way, and six turns for each face that gives one."""
    best, least = seat.space, 1 << 20
    for space in range(rules.n_spaces):
        worth = rules.spaces[space].worth
        if worth > 0:
            cost = way(rules, seat, space)
            wait = cost + TURN_POINTS * 6 // (2 * worth)
            if cost <= policy.reach and wait < least:
                best, least = space, wait
    return best


@kernel
def treasure_leader(state, but):
    """The living player with most treasures beside `but`, the first of equals on his left; NOWHERE without one."""
    best, most = NOWHERE, -1
    for step in range(1, state.n_players + 1):
        seat = (but + step) % state.n_players
        if seat != but and state.seats[seat].alive and n_treasures(state.seats[seat].player) > most:
            best, most = seat, n_treasures(state.seats[seat].player)
    return best


@kernel
def spell_to_learn(rules, player, spell):
    """Whether a spell is one that the player could hold and does not."""
    return rules.spell_class[spell] == player.hero_class and count(player.spells, spell) == 0


@kernel
def at_random(policy):
    """Whether the player lets the dice decide."""
    return policy.fight.kind == Policy.RANDOM
