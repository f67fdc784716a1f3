"""Scripted players.  A decision sees what lies face up, its own mission, and never the dice.

All but `random` make for their mission's deed and then for the exit; brawlers fight on the way, avoiders keep away from
the strong, guards go for whoever is about to win.
"""

from simkit.core.dice import roll
from simkit.core.jit import kernel, routine
from simkit.games.new_york.rules.ground import (
    distance,
    is_open,
    may_step,
    other_at,
    others_at,
    passable,
    way_out,
)
from simkit.games.new_york.rules.missions import (
    carrier,
    deed_done,
    deed_left,
    devours,
    exit_of,
    is_done,
    may_still_win,
    must_leave,
    seeks_blond,
)
from simkit.games.new_york.schema import (
    COIN,
    FLYING,
    LEAVE,
    N_CHITS,
    N_DIRECTIONS,
    NOTHING,
    NOWHERE,
    STAY,
    UNREACHED,
    Blond,
    Mission,
    Policy,
)

STEP = 256  # more than any straight line is long

# ---- Where a monster starts


@routine
def choose_start(rules, policy, state, dice):
    """[How to Start] The start of the player before: a free one, the farthest from all that missions lead to."""
    best, n_free = NOWHERE, 0
    for number in range(rules.n_starts):
        space = rules.starts[number]
        if other_at(space, NOTHING, state) == NOTHING:
            n_free += 1
            if best == NOWHERE or rules.remote[space] > rules.remote[best]:
                best = space
    if not policy.random_start:
        return best
    left = roll(dice, n_free)
    for number in range(rules.n_starts):
        space = rules.starts[number]
        if other_at(space, NOTHING, state) == NOTHING:
            left -= 1
            if left == 0:
                return space
    raise ValueError("choose_start: no start is free")


# ---- Moves


@routine
def goal(rules, policy, who, state):
    """Where a monster wants to go: a space, LEAVE, or NOWHERE to stay where it is."""
    if policy.kind == Policy.RANDOM:
        return NOWHERE
    seat = state.seats[who]
    if is_done(rules, who, state) and must_leave(rules, seat):
        return LEAVE
    rival = rival_to_fight(rules, policy, who, state)
    if rival != NOTHING:
        return state.seats[rival].space
    if not may_still_win(rules, who, state):
        return spoilers_space(rules, policy, who, state)
    if not deed_done(rules, who, state):
        return deed_space(rules, policy, who, state)
    return avenue_space(rules, who, state)


@kernel
def spoilers_space(rules, policy, who, state):
    """Who cannot win any more goes for the nearest monster that it would attack, to keep it from winning."""
    seat, best, least = state.seats[who], NOWHERE, UNREACHED
    for other in range(state.n_players):
        foe = state.seats[other]
        weaker = foe.alive and seat.strength - foe.strength >= policy.fights_from
        if other != who and weaker and may_be_reached(rules, who, other, state):
            far = distance(rules, seat.flies, seat.space, foe.space)
            if far < least:
                best, least = foe.space, far
    return best


@kernel
def rival_to_fight(rules, policy, who, state):
    """Whom a player attacks though it is no deed of his: a brawler any in reach, a guard who is about to win."""
    if policy.kind == Policy.MISSION or policy.kind == Policy.AVOIDER:
        holder = carrier(state)
        robbed = seeks_blond(state.seats[who]) and holder != NOTHING and holder != who
        return holder if robbed and may_be_reached(rules, who, holder, state) else NOTHING
    elif policy.kind == Policy.BRAWLER:
        return weakest_in_reach(rules, policy, who, state)
    elif policy.kind == Policy.GUARD:
        return threat(rules, policy, who, state)
    raise ValueError("rival_to_fight: unknown policy")


@kernel
def weakest_in_reach(rules, policy, who, state):
    """The monster that could be attacked now at the best odds, if these are what the player wants."""
    seat, best, most = state.seats[who], NOTHING, policy.fights_from - 1
    for other in range(state.n_players):
        foe = state.seats[other]
        odds = seat.strength - foe.strength
        if other != who and foe.alive and odds > most and may_be_reached(rules, who, other, state):
            if distance(rules, seat.flies, seat.space, foe.space) <= seat.movement:
                best, most = other, odds
    return best


@kernel
def threat(rules, policy, who, state):
    """Who carries the Blond, or else, at the odds wanted, who ate a building that a mission asks for.

    Nobody, where the guard can come to its own deed in this move.
    """
    seat, holder = state.seats[who], carrier(state)
    own = NOWHERE if deed_done(rules, who, state) else deed_space(rules, policy, who, state)
    if own != NOWHERE and distance(rules, seat.flies, seat.space, own) <= seat.movement:
        return NOTHING
    if holder != NOTHING and holder != who and may_be_reached(rules, who, holder, state):
        return holder
    for other in range(state.n_players):
        foe = state.seats[other]
        shows = foe.alive and foe.showed and seat.strength - foe.strength >= policy.fights_from
        if other != who and shows and may_be_reached(rules, who, other, state):
            return other
    return NOTHING


@routine
def may_be_reached(rules, who, other, state):
    """Whether a monster could be attacked where it is: not above a building on foot, not in a fight of others."""
    space = state.seats[other].space
    return may_step(rules, who, space, state) and others_at(space, who, state) == 1


@routine
def deed_space(rules, policy, who, state):
    """The space to which a mission leads now, or NOWHERE."""
    seat = state.seats[who]
    if not deed_left(rules, who, state):
        return NOWHERE
    if seeks_blond(seat):
        if state.blond == Blond.FOUND:
            return state.blond_space
        return nearest_chit(rules, policy, who, state) if state.blond == Blond.HIDDEN else NOWHERE
    if seat.mission == Mission.C or seat.mission == Mission.D:
        return victim_space(rules, policy, who, state)
    return rules.targets[seat.mission]


@routine
def nearest_chit(rules, policy, who, state):
    """The nearest chit that lies face down; one in a building is farther by `detour` spaces."""
    seat, best, least = state.seats[who], NOWHERE, 2 * UNREACHED
    for chit in range(N_CHITS):
        space = state.chits[chit]
        if space != NOWHERE and may_step(rules, who, space, state):
            far = distance(rules, seat.flies, seat.space, space)
            far += 0 if far == 0 or is_open(rules, space, state) else policy.detour
            if far < least:
                best, least = space, far
    return best


@routine
def victim_space(rules, policy, who, state):
    """[Missions C, D] Where the next victim is: near and weak, for D one that has lost nothing to this monster.

    One that cannot be attacked where it is comes last: it may move.  Who would have to kill a stronger one waits until
    others have weakened it.
    """
    seat, best, least = state.seats[who], NOWHERE, 1 << 40
    for other in range(state.n_players):
        foe = state.seats[other]
        spent = seat.mission == Mission.D and seat.hurt >> other & 1
        too_strong = seat.mission == Mission.C and seat.strength - foe.strength < policy.kills_from
        if other != who and foe.alive and not spent and not too_strong:
            cost = distance(rules, seat.flies, seat.space, foe.space)
            cost += 0 if may_be_reached(rules, who, other, state) else UNREACHED
            cost += max(foe.strength - seat.strength, 0)
            if seat.mission == Mission.C:
                cost += policy.weight * (foe.strength + foe.movement)
            if cost < least:
                best, least = foe.space, cost
    return best


@routine
def avenue_space(rules, who, state):
    """[False Blond 7] The nearest building at the avenue that nobody has eaten."""
    seat, best, least = state.seats[who], NOWHERE, UNREACHED
    for space in range(rules.n_spaces):
        if rules.avenue[space] and not is_open(rules, space, state) and may_step(rules, who, space, state):
            far = distance(rules, seat.flies, seat.space, space)
            if far < least:
                best, least = space, far
    return best


@routine
def next_step(rules, policy, who, target, left, before, state, dice):
    """The next space of a move, STAY, or LEAVE; it does not turn back to `before`, whence this move came."""
    if policy.kind == Policy.RANDOM:
        return any_step(rules, who, left, state, dice)
    seat = state.seats[who]
    if target == NOWHERE or target == seat.space:
        return STAY
    if target == LEAVE and way_out(rules, seat.flies, exit_of(rules, seat), seat.space) == 0:
        return LEAVE if left >= rules.exit_cost else STAY
    if left == 0:
        return STAY
    best, least = STAY, to_go(rules, who, target, seat.space, state) + (2 * STEP if left > 1 else 0)
    for direction in range(N_DIRECTIONS):
        space = rules.beside[seat.space, direction]
        if space != NOWHERE and space != before and suits(rules, who, target, space, left, state):
            far = to_go(rules, who, target, space, state)
            far += 2 * STEP * int(space != target and other_at(space, who, state) != NOTHING)
            if far < least:
                best, least = space, far
    if policy.kind == Policy.AVOIDER and best != STAY and shuns(rules, policy, who, target, best, left, state):
        return STAY
    return best


@kernel
def shuns(rules, policy, who, target, space, left, state):
    """Whether an avoider stops: he gets nowhere in this move, is out of reach here, and would not be one step on."""
    seat = state.seats[who]
    far = to_go(rules, who, target, seat.space, state) > left * STEP + UNREACHED
    safe = not is_in_reach(rules, policy, who, seat.space, state)
    return far and safe and is_in_reach(rules, policy, who, space, state)


@routine
def is_in_reach(rules, policy, who, space, state):
    """Whether somebody as much stronger as one would want for an attack could attack in a space."""
    for other in range(state.n_players):
        foe = state.seats[other]
        if other != who and foe.alive and foe.strength - state.seats[who].strength >= policy.fights_from:
            if distance(rules, foe.flies, foe.space, space) <= foe.movement:
                return True
    return False


@routine
def to_go(rules, who, target, space, state):
    """How far it is from a space to where a monster wants to go: STEP a step; of equals the nearer as one flies."""
    seat = state.seats[who]
    if target == LEAVE:
        way = exit_of(rules, seat)
        return STEP * way_out(rules, seat.flies, way, space) + way_out(rules, FLYING, way, space)
    return STEP * distance(rules, seat.flies, space, target) + distance(rules, FLYING, space, target)


@kernel
def suits(rules, who, target, space, left, state):
    """Whether a player goes to a space: to his target or exit, to attack if he must, and else where he may stop.

    Above a building a flyer stops only where it need not eat.
    """
    seat = state.seats[who]
    leads_out = target == LEAVE and way_out(rules, seat.flies, exit_of(rules, seat), space) == 0
    if space == target or leads_out:
        return may_step(rules, who, space, state)
    must_eat = left == 1 and rules.must_eat and not is_open(rules, space, state)
    return passable(rules, who, space, state) and not must_eat


@routine
def any_step(rules, who, left, state, dice):
    """One of all legal steps: into each space beside, off the map; or to stay: no number of steps is likelier."""
    seat = state.seats[who]
    may_leave = left >= rules.exit_cost and is_done(rules, who, state) and must_leave(rules, seat)
    may_leave = may_leave and way_out(rules, seat.flies, exit_of(rules, seat), seat.space) == 0
    n = int(may_leave)
    for direction in range(N_DIRECTIONS):
        space = rules.beside[seat.space, direction]
        n += left > 0 and space != NOWHERE and may_step(rules, who, space, state)
    if n == 0 or roll(dice, left + 1 + int(may_leave)) == 1:
        return STAY
    nth = roll(dice, n)
    if nth == 1 and may_leave:
        return LEAVE
    nth -= int(may_leave)
    for direction in range(N_DIRECTIONS):
        space = rules.beside[seat.space, direction]
        if space != NOWHERE and may_step(rules, who, space, state):
            nth -= 1
            if nth == 0:
                return space
    raise ValueError("any_step: no such step")


# ---- Deeds


@kernel
def wants_to_eat(rules, policy, who, state, dice):
    """Whether a monster that need not eats the building where it is."""
    if policy.kind == Policy.RANDOM:
        return roll(dice, COIN) == 1
    seat = state.seats[who]
    if seat.buildings > 0 and rules.avenue[seat.space]:
        return True
    return not deed_done(rules, who, state) and deed_space(rules, policy, who, state) == seat.space


@kernel
def wants_to_examine(rules, policy, who, state, dice):
    """Whether a monster turns over a chit: if its mission needs the Blond, or out of curiosity."""
    if policy.kind == Policy.RANDOM:
        return roll(dice, COIN) == 1
    seat = state.seats[who]
    needs = seeks_blond(seat) and state.blond == Blond.HIDDEN and not deed_done(rules, who, state)
    return needs or (policy.searches == 1 and state.blond == Blond.HIDDEN)


@kernel
def wants_to_pick_up(rules, policy, who, state, dice):
    """Whether a monster takes the Blond with it: if its mission needs her, or a guard to devour her."""
    if policy.kind == Policy.RANDOM:
        return roll(dice, COIN) == 1
    return seeks_blond(state.seats[who]) or policy.kind == Policy.GUARD


@kernel
def wants_to_devour(rules, policy, who, state, dice):
    """Whether a monster that carries the Blond devours her."""
    if policy.kind == Policy.RANDOM:
        return roll(dice, COIN) == 1
    seat = state.seats[who]
    return devours(rules, seat) or (policy.kind == Policy.GUARD and not seeks_blond(seat))


@kernel
def puts_down(policy, dice):
    """Whether a monster lets the Blond escape before it attacks."""
    if policy.kind == Policy.RANDOM:
        return roll(dice, COIN) == 1
    return policy.puts_down == 1


@kernel
def give_up_strength(rules, policy, seat, dice):
    """[When You Lose Points] Whether a lost point is one of strength, where both are left.

    Strength down to what the player keeps, then movement down to what he keeps of that, then strength again; not the
    last point of it where that is death.
    """
    if policy.kind == Policy.RANDOM:
        return roll(dice, COIN) == 1
    if rules.weak_die and seat.strength == 1:
        return False
    return seat.strength > policy.strength_kept or seat.movement <= policy.movement_kept


@kernel
def choose_displacement(rules, policy, who, state, dice):
    """[Attacker Loses, Defender Loses] Where a loser is moved: where least is to be done; NOWHERE if nowhere."""
    seat, best, n_free = state.seats[who], NOWHERE, 0
    for direction in range(N_DIRECTIONS):
        space = rules.beside[seat.space, direction]
        if space != NOWHERE and passable(rules, who, space, state):
            n_free += 1
            if best == NOWHERE or rules.remote[space] > rules.remote[best]:
                best = space
    if policy.kind != Policy.RANDOM or n_free == 0:
        return best
    nth = roll(dice, n_free)
    for direction in range(N_DIRECTIONS):
        space = rules.beside[seat.space, direction]
        if space != NOWHERE and passable(rules, who, space, state):
            nth -= 1
            if nth == 0:
                return space
    raise ValueError("choose_displacement: no such space")
