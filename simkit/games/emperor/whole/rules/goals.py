"""Where scripted players go, and what they do in place of moving.  They see what is on the table; no pool, no dice."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel, routine
from simkit.games.emperor.encounter.rules.hands import count, size
from simkit.games.emperor.encounter.rules.possessions import n_imperials, n_treasures
from simkit.games.emperor.shared.schema import N_CLUES, N_COMPANIONS
from simkit.games.emperor.shared.terms import Good, Spell, Vessel
from simkit.games.emperor.whole.policies import (
    might,
    note,
    note_habit,
    teleports,
    treasure_leader,
    wants_to_fight,
    way,
    whom_to_heal,
    wounds_left,
)
from simkit.games.emperor.whole.rules.discovery import missing
from simkit.games.emperor.whole.schema import FAR, NOWHERE, Policy, Purpose
from simkit.games.emperor.whole.terms import Habit, Mode, SpaceKind

TURN_POINTS = 7  # twice the points that a turn moves on average, so that costs stay whole numbers
DIE_SUM = 7  # twice what a die shows on average
FAR_OFF = 1 << 20


# ---- What is done in the first step of a turn


@routine
def choose_mode(rules, policy, who, state, tally, dice):
    """Heal by a spell, summon, meditate, stay, teleport or move to a goal.

    Returns (Mode, space), of Mode.HEAL (Mode, patient).
    """
    seat = state.seats[who]
    if policy.kind == Policy.WANDERER:
        return mode_by_chance(rules, who, state, tally, dice)
    patient = whom_to_heal(policy, who, state)
    if patient != NOWHERE:
        note(tally, Habit.HEALS_BY_SPELL.value)
        return Mode.HEAL.value, patient
    if would_summon(policy, seat.player):
        note(tally, Habit.SUMMONS.value)
        return Mode.SUMMON.value, seat.space
    if would_meditate(rules, policy, seat):
        note(tally, Habit.MEDITATES.value)
        return Mode.MEDITATE.value, seat.space
    goal, habit = choose_goal(rules, policy, who, state)
    note_habit(tally, habit)
    if goal == seat.space:
        return Mode.STAY.value, goal
    if teleports(rules, policy, seat, goal):
        note(tally, Habit.TELEPORTS.value)
        return Mode.TELEPORT.value, goal
    return Mode.MOVE.value, goal


@routine
def mode_by_chance(rules, who, state, tally, dice):
    """Any of what is open to a player, and whither or to whom, by the dice; a move may be none."""
    seat = state.seats[who]
    player = seat.player
    address(dice, Purpose.POLICY_MODE, tally.fight.turn, tally.fight.event)
    may_meditate = missing_spells(rules, player) > 0
    may_heal = count(player.spells, Spell.HEAL_COMPLETELY.value) > 0 and wounded_here(who, state) > 0
    may_teleport = count(player.spells, Spell.TELEPORT.value) > 0 or count(player.goods, Good.SCROLL_TELEPORT.value) > 0
    may_summon = player.familiar == 0 and count(player.spells, Spell.FAMILIAR.value) > 0
    n = 1 + may_meditate + may_heal + may_teleport + may_summon
    pick = roll(dice, n) if n > 1 else 1
    if pick == 1:
        return Mode.MOVE.value, NOWHERE
    pick -= may_meditate
    if pick == 1:
        return Mode.MEDITATE.value, seat.space
    pick -= may_heal
    if pick == 1:
        return Mode.HEAL.value, any_wounded(who, state, dice)
    pick -= may_teleport
    if pick == 1:
        return Mode.TELEPORT.value, any_space(rules, seat, dice)
    return Mode.SUMMON.value, seat.space


@kernel
def is_wounded_here(who, other, state):
    """Whether a player, or another in the same space, has wounds."""
    patient = state.seats[other]
    return patient.alive and patient.space == state.seats[who].space and patient.player.wounds > 0


@kernel
def wounded_here(who, state):
    """How many in the same space have wounds, the player himself among them."""
    total = 0
    for other in range(state.n_players):
        total += is_wounded_here(who, other, state)
    return total


@kernel
def any_wounded(who, state, dice):
    """One of those who have wounds, by the dice."""
    pick = roll(dice, wounded_here(who, state))
    for other in range(state.n_players):
        pick -= is_wounded_here(who, other, state)
        if pick == 0:
            return other
    raise ValueError("any_wounded: fewer than were counted")


@kernel
def any_space(rules, seat, dice):
    """[Teleportation] Any space by the dice; one at sea only with a vessel, else the next on land."""
    space = roll(dice, rules.n_spaces) - 1
    for _ in range(rules.n_spaces):
        if not rules.spaces[space].spot.sea or seat.player.vessel != Vessel.NONE:
            break
        space = (space + 1) % rules.n_spaces
    return space


@kernel
def reason_to_stay(rules, policy, who, state):
    """[Traveling Together] Mode.HEAL or Mode.MEDITATE if the player would do that here, else Mode.MOVE."""
    if policy.kind == Policy.WANDERER:
        return Mode.MOVE.value
    if whom_to_heal(policy, who, state) != NOWHERE:
        return Mode.HEAL.value
    if would_meditate(rules, policy, state.seats[who]):
        return Mode.MEDITATE.value
    return Mode.MOVE.value


@kernel
def would_summon(policy, player):
    """[Familiar] Whether a player calls his familiar before he needs it, rather than in a fight."""
    return policy.summons_early > 0 and player.familiar == 0 and count(player.spells, Spell.FAMILIAR.value) > 0


@kernel
def missing_spells(rules, player):
    """[Meditating] Spells that a player could still learn."""
    return rules.class_spells[player.hero_class] - size(player.spells)


@kernel
def would_meditate(rules, policy, seat):
    """[Meditating] Whether it pays to stay for a spell: enough are missing, and he is where he can lose nothing.

    That is a civilized place, of a camper his site, without treasures to be found; not one that heals him of wounds.
    """
    here, player = rules.spaces[seat.space], seat.player
    lacks = missing_spells(rules, player)
    heals = here.heals > 0 and player.wounds > 0
    fits = here.kind == SpaceKind.CIVILIZED if policy.kind != Policy.CAMPER else seat.space == policy.site
    return (
        policy.meditates > 0 and lacks > 0 and lacks >= policy.meditates_from and fits and here.worth == 0 and not heals
    )


# ---- Where to go


@routine
def choose_goal(rules, policy, who, state):
    """Where to go: to be healed, on the errand that brings most for the way, else by habit.

    Returns (space, Habit); with a passenger the habit is NOWHERE here, and is noted when she is led.
    """
    seat = state.seats[who]
    if wounds_left(seat) <= policy.rests_at and seat.player.wounds > 0:
        return nearest_rest(rules, seat), Habit.RESTS.value
    errand, habit = best_errand(rules, policy, who, state)
    if errand != NOWHERE:
        return errand, habit
    if policy.kind == Policy.CAMPER:
        return policy.site, Habit.CAMPS.value
    if policy.kind == Policy.HUNTER and rules.blood_and_guts:
        prey = prey_space(rules, policy, who, state)
        if prey != NOWHERE:
            return prey, Habit.HUNTS.value
    if policy.kind > Policy.HUNTER:
        raise ValueError("choose_goal: unknown policy")
    return best_site(rules, policy, seat), Habit.SEEKS.value


@routine
def best_errand(rules, policy, who, state):
    """Of Imperials to be returned, clues and passengers the errand of fewest points a draw, as (space, Habit).

    None takes more than `points_a_draw`; draws are counted in halves.
    """
    seat = state.seats[who]
    player = seat.player
    goal, habit, points, draws = NOWHERE, NOWHERE, policy.points_a_draw, 2
    if n_imperials(player) > 0 and would_redeem(rules, policy, who, state):
        gained = 2 * n_imperials(player) * (rules.imperial_draws - 1)
        if pays_better(way(rules, seat, rules.capital), gained, points, draws):
            goal, habit = rules.capital, Habit.REDEEMS.value
            points, draws = way(rules, seat, rules.capital), gained
    for slot in range(N_COMPANIONS if policy.escorts and player.companions > 0 else 0):
        if player.companion_kinds[slot] > 0 and seat.goals[slot] > 0:
            space = seat.goals[slot] - 1
            is_princess = player.companion_kinds[slot] - 1 == rules.fight.princess
            gained = 2 * (rules.princess_draws if is_princess else rules.marywin_draws)
            if pays_better(way(rules, seat, space), gained, points, draws):
                goal, habit, points, draws = space, NOWHERE, way(rules, seat, space), gained
    for clue in range(N_CLUES if policy.hunts_clues and player.clues > 0 else 0):
        if count(player.clues, clue) > 0:
            space = rules.clues[clue].destination
            gained = 2 * rules.clues[clue].draws + DIE_SUM * rules.clues[clue].draws_dice
            if pays_better(way(rules, seat, space), gained, points, draws):
                goal, habit, points, draws = space, Habit.FOLLOWS_CLUE.value, way(rules, seat, space), gained
    return goal, habit


@kernel
def pays_better(points, draws, other_points, other_draws):
    """Whether a way takes fewer points a draw than another, or as many if there is no other yet."""
    return draws > 0 and points < FAR and points * other_draws <= other_points * draws


@routine
def would_redeem(rules, policy, who, state):
    """[Imperial Treasures] Whether a player returns what he has: not if that may end the game with him behind."""
    if policy.redeems == 0:
        return False
    player = state.seats[who].player
    if policy.hastens_end or not rules.imperials_end or missing(rules, state) > 1:
        return True
    leader = treasure_leader(state, who)
    return leader == NOWHERE or n_treasures(player) > n_treasures(state.seats[leader].player)


@kernel
def refuge(rules, policy, seat):
    """Where a player teleports out of an encounter: to be healed, or to the Emperor if he is there already."""
    rest = nearest_rest(rules, seat)
    return rest if rest != seat.space else rules.capital


@routine
def nearest_rest(rules, seat):
    """The space where a player is healed of all soonest, the way there included.

    A face that heals all heals all of his wounds, another one.
    """
    best, least, wounds = seat.space, FAR_OFF, max(1, seat.player.wounds)
    for space in range(rules.n_spaces):
        here = rules.spaces[space]
        if here.heals > 0:
            a_turn = here.heals_all * wounds + here.heals - here.heals_all
            cost = 2 * way(rules, seat, space) + TURN_POINTS * 6 * wounds // a_turn
            if cost < least:
                best, least = space, cost
    return best


@kernel
def best_site(rules, policy, seat):
    """The site where a treasure is expected soonest: the way there, then six turns over the faces that give one."""
    best, least = seat.space, FAR_OFF
    for space in range(rules.n_spaces):
        here = rules.spaces[space]
        if here.worth > 0:
            cost = way(rules, seat, space)
            wait = cost + TURN_POINTS * 6 // (2 * here.worth)
            if seat.player.vessel != Vessel.NONE and not here.spot.coastal:
                wait += policy.vessel_points
            if cost <= policy.reach and wait < least:
                best, least = space, wait
    return best


@kernel
def wants_boat(rules, policy, who, state):
    """[Exploration] Whether a boat is better than arms: the way to his next goal is shorter by sea."""
    seat = state.seats[who]
    goal, _ = choose_goal(rules, policy, who, state)
    return rules.sea_cost[seat.space, goal] < rules.land_cost[seat.space, goal]


@kernel
def prey_space(rules, policy, who, state):
    """Where the leader is, if he has treasure, can be reached and is weak enough; or NOWHERE."""
    leader = treasure_leader(state, who)
    if leader == NOWHERE or not wants_to_fight(rules, policy, might(rules, state.seats[who]), state.seats[leader]):
        return NOWHERE
    space = state.seats[leader].space
    reachable = not rules.spaces[space].spot.sea or state.seats[who].player.vessel != Vessel.NONE
    return space if reachable else NOWHERE
