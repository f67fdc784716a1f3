"""Scripted players of the whole game.  They see what is on the table: spaces, hands, wounds; no pool, no dice."""

from simkit.core.jit import kernel, routine
from simkit.games.emperor.encounter.rules.arms import may_use
from simkit.games.emperor.encounter.rules.hands import count, size
from simkit.games.emperor.encounter.rules.possessions import n_imperials, n_treasures
from simkit.games.emperor.shared.schema import N_ARMS, N_CLUES, N_COMPANIONS
from simkit.games.emperor.shared.terms import Good, Spell, Vessel
from simkit.games.emperor.whole.schema import NO_COMPANY, NOWHERE, Policy
from simkit.games.emperor.whole.terms import Habit, Mode

TURN_POINTS = 7  # twice the points that a turn moves on average, so that costs stay whole numbers
FAR_OFF = 1 << 20


@kernel
def note(tally, habit):
    """A rule of a policy was used."""
    tally.fired |= 1 << habit


@routine
def choose_mode(rules, policy, who, state, tally):
    """Heal by a spell, meditate, stay, teleport or move to a goal.  Returns (Mode, space)."""
    seat = state.seats[who]
    if whom_to_heal(policy, who, state) != NOWHERE:
        note(tally, Habit.HEALS_BY_SPELL.value)
        return Mode.HEAL.value, seat.space
    if policy.kind == Policy.WANDERER:
        return Mode.MOVE.value, NOWHERE
    goal, habit = choose_goal(rules, policy, who, state)
    note_habit(tally, habit)
    if goal != seat.space:
        if teleports(rules, policy, seat, goal):
            note(tally, Habit.TELEPORTS.value)
            return Mode.TELEPORT.value, goal
        return Mode.MOVE.value, goal
    if would_meditate(rules, policy, seat):
        note(tally, Habit.MEDITATES.value)
        return Mode.MEDITATE.value, goal
    return Mode.STAY.value, goal


@kernel
def reason_to_stay(rules, policy, who, state):
    """[Traveling Together] Mode.HEAL or Mode.MEDITATE if the player would do that here, else Mode.MOVE."""
    if whom_to_heal(policy, who, state) != NOWHERE:
        return Mode.HEAL.value
    seat = state.seats[who]
    if policy.kind != Policy.WANDERER and would_meditate(rules, policy, seat):
        goal, _ = choose_goal(rules, policy, who, state)
        if goal == seat.space:
            return Mode.MEDITATE.value
    return Mode.MOVE.value


@kernel
def would_meditate(rules, policy, seat):
    """[Meditating] Whether a player who stays would rather have a spell than explore."""
    wants_spell = size(seat.player.spells) < rules.class_spells[seat.player.hero_class]
    return policy.meditates > 0 and wants_spell and rules.spaces[seat.space].worth == 0


@kernel
def note_habit(tally, habit):
    """A rule of a policy was used; NOWHERE for none."""
    if habit != NOWHERE:
        note(tally, habit)


@kernel
def whom_to_heal(policy, who, state):
    """[Heal Completely] Himself if few wounds are left to him, else such a player in the same space; or NOWHERE."""
    seat = state.seats[who]
    if count(seat.player.spells, Spell.HEAL_COMPLETELY.value) == 0:
        return NOWHERE
    if ailing(policy, seat):
        return who
    if policy.heals_others:
        for offset in range(1, state.n_players):
            other = (who + offset) % state.n_players
            patient = state.seats[other]
            if patient.alive and patient.space == seat.space and ailing(policy, patient):
                return other
    return NOWHERE


@kernel
def ailing(policy, seat):
    """Whether a player has so few wounds left that a healing spell is not wasted."""
    return seat.player.wounds > 0 and wounds_left(seat) <= policy.heals_by_spell


@kernel
def wounds_left(seat):
    """Wounds that a player can still take before he is dead."""
    return seat.player.wound_number - seat.player.wounds


@kernel
def teleports(rules, policy, seat, goal):
    """[Teleportation] Whether a way is long enough to teleport; by scroll only at `scrolls_at` wounds left or fewer."""
    if way(rules, seat, goal) < policy.teleports_from:
        return False
    by_scroll = (
        count(seat.player.goods, Good.SCROLL_TELEPORT.value) > 0 and wounds_left(seat) <= policy.fight.scrolls_at
    )
    return count(seat.player.spells, Spell.TELEPORT.value) > 0 or by_scroll


@routine
def choose_goal(rules, policy, who, state):
    """Where to go: to be healed, to the Emperor, where a passenger or a clue points, else by habit.

    Returns (space, Habit); with a passenger the habit is NOWHERE here, and is noted when she is led.
    """
    seat = state.seats[who]
    player = seat.player
    if wounds_left(seat) <= policy.rests_at and player.wounds > 0:
        return nearest_rest(rules, seat), Habit.RESTS.value
    if policy.redeems and n_imperials(player) > 0 and way(rules, seat, rules.capital) <= policy.reach:
        return rules.capital, Habit.REDEEMS.value
    passenger = passenger_goal(seat) if policy.escorts else NOWHERE
    if passenger != NOWHERE:
        return passenger, NOWHERE
    clue = nearest_clue(rules, seat) if policy.hunts_clues else NOWHERE
    if clue != NOWHERE:
        return clue, Habit.FOLLOWS_CLUE.value
    if policy.kind == Policy.CAMPER:
        return policy.site, Habit.CAMPS.value
    if policy.kind == Policy.HUNTER and rules.blood_and_guts:
        prey = prey_space(rules, policy, who, state)
        if prey != NOWHERE:
            return prey, Habit.HUNTS.value
    if policy.kind > Policy.HUNTER:
        raise ValueError("choose_goal: unknown policy")
    return best_site(rules, policy, seat), Habit.SEEKS.value


@kernel
def refuge(rules, policy, seat):
    """Where a player teleports out of an encounter: to be healed, or to the Emperor if he is there already."""
    rest = nearest_rest(rules, seat)
    return rest if rest != seat.space else rules.capital


@kernel
def way(rules, seat, space):
    """Points to a space, by sea too for the owner of a vessel."""
    if seat.player.vessel != Vessel.NONE:
        return rules.sea_cost[seat.space, space]
    return rules.land_cost[seat.space, space]


@kernel
def nearest_rest(rules, seat):
    """The space where exploring heals soonest, the way there included."""
    best, least = seat.space, FAR_OFF
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
    best, least = NOWHERE, FAR_OFF
    if seat.player.clues > 0:
        for clue in range(N_CLUES):
            space = rules.clues[clue].destination
            if count(seat.player.clues, clue) > 0 and way(rules, seat, space) < least:
                best, least = space, way(rules, seat, space)
    return best


@kernel
def best_site(rules, policy, seat):
    """The site where a treasure is expected soonest: the way there, then six turns over the faces that give one."""
    best, least = seat.space, FAR_OFF
    for space in range(rules.n_spaces):
        worth = rules.spaces[space].worth
        if worth > 0:
            cost = way(rules, seat, space)
            wait = cost + TURN_POINTS * 6 // (2 * worth)
            if cost <= policy.reach and wait < least:
                best, least = space, wait
    return best


@kernel
def prey_space(rules, policy, who, state):
    """Where the leader is, if he has treasure, can be reached and is weak enough; or NOWHERE."""
    leader = treasure_leader(state, who)
    if leader == NOWHERE or not wants_to_fight(rules, policy, might(rules, state.seats[who]), state.seats[leader]):
        return NOWHERE
    space = state.seats[leader].space
    reachable = not rules.spaces[space].spot.sea or state.seats[who].player.vessel != Vessel.NONE
    return space if reachable else NOWHERE


@kernel
def wants_to_fight(rules, policy, own_might, other):
    """[Blood & Guts] Whether another player is worth attacking: he has treasure, and is weaker by `challenges_from`."""
    return n_treasures(other.player) > 0 and own_might - might(rules, other) >= policy.challenges_from


@kernel
def might(rules, seat):
    """A player's strength as others judge it: wounds left, and twice the dice that he strikes with."""
    return wounds_left(seat) + 2 * (seat.player.ability + best_melee_dice(rules, seat.player))


@kernel
def best_melee_dice(rules, player):
    """[Arms] Dice of the best weapon that a player may use; 0 with bare hands."""
    best = 0
    for arm in range(N_ARMS if player.arms > 0 else 0):
        if count(player.arms, arm) > 0 and may_use(rules.fight.arms[arm], player):
            best = max(best, rules.fight.arms[arm].melee_dice)
    return best


@kernel
def leader_of_rivals(state, who):
    """The living player with most treasures outside the company of `who`; of all others if nobody is outside."""
    best = leader_outside(state, who, state.seats[who].company)
    return best if best != NOWHERE else treasure_leader(state, who)


@kernel
def treasure_leader(state, excluded):
    """The living player with most treasures, without `excluded`: of equals the first on his left; or NOWHERE."""
    return leader_outside(state, excluded, NO_COMPANY)


@kernel
def leader_outside(state, excluded, company):
    """The same as `treasure_leader`, without the members of a company, too."""
    best, most = NOWHERE, -1
    for offset in range(state.n_players):
        who = (excluded + 1 + offset) % state.n_players
        seat = state.seats[who]
        spared = who == excluded or (company != NO_COMPANY and seat.company == company)
        if seat.alive and not spared and n_treasures(seat.player) > most:
            best, most = who, n_treasures(seat.player)
    return best


@kernel
def spell_to_learn(rules, player, spell):
    """Whether a spell is one that the player could hold and does not."""
    return rules.spell_class[spell] == player.hero_class and count(player.spells, spell) == 0
