"""Scripted players: where units move, and what follows from a combat result; `rules/plans.py` has who attacks whom.

A decision sees the map and the units, never the dice; the one that lets the dice decide takes each legal choice with
the same chance, by holding the k-th that it sees with chance 1/k.  Weights are points; distances are hexes.
"""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.games.waterloo.rules.attacks import is_safe
from simkit.games.waterloo.rules.ground import defence, first_unit, in_contact, is_enemy, last_unit, side_at
from simkit.games.waterloo.schema import (
    FRENCH,
    N_COLUMNS,
    N_DIRECTIONS,
    N_HEXES,
    N_ROWS,
    N_SIGHTS,
    N_UNITS,
    NOWHERE,
    OFF_MAP,
    Arm,
    Fate,
    Policy,
    Purpose,
)

ENOUGH = 3  # ways back: more of them are worth no more


@kernel
def takes(policy, margin, n, dice):
    """Whether the n-th choice, better by a margin than the best one before it, is taken instead."""
    if policy.kind == Policy.SCRIPTED:
        return n == 1 or margin > 0
    elif policy.kind == Policy.RANDOM:
        return n == 1 or roll(dice, n) == 1
    raise ValueError("takes: unknown policy")


# ---- The ground


@kernel
def survey(rules, policy, state):
    """Look at the ground before moving: how near the enemy is, what may come where, what a hex is worth to all."""
    field = state.field
    measure(rules, state)
    threat, support, worth, near, factor = field.threat, field.support, field.worth, field.near, rules.factor
    cover, ground = policy.cover, policy.ground
    for hex_ in range(N_HEXES):
        threat[hex_] = support[hex_] = 0
        worth[hex_] = cover * (factor[hex_] - 1) - ground * near[hex_]
        if policy.room != 0:
            worth[hex_] += policy.room * min(ways_back(rules, hex_, state), ENOUGH)
    for who in range(N_UNITS):
        unit = state.units[who]
        if unit.fate == Fate.ON_MAP:
            frozen = in_contact(unit, state)
            if unit.side != state.side:
                spread(threat, unit.hex, 1 if frozen else unit.movement, unit.strength)
            elif not frozen:
                spread(support, unit.hex, unit.movement, unit.strength)
    for hex_ in range(1, N_HEXES):
        if hex_ % N_ROWS > 0:
            threat[hex_] += threat[hex_ - 1]
            support[hex_] += support[hex_ - 1]


@kernel
def ways_back(rules, hex_, state):
    """[6.4] Hexes beside a hex that are safe, friends or not."""
    n = 0
    for direction in range(N_DIRECTIONS):
        n += is_safe(state.side, rules.ways[hex_, direction], state)
    return n


@kernel
def measure(rules, state):
    """How many hexes it is from each hex to the nearest enemy."""
    near, queue, ways, n = state.field.near, state.field.found, rules.ways, 0
    for hex_ in range(N_HEXES):
        near[hex_] = N_HEXES
    for who in range(first_unit(1 - state.side), last_unit(1 - state.side)):
        unit = state.units[who]
        if unit.fate == Fate.ON_MAP:
            near[unit.hex] = 0
            queue[n] = unit.hex
            n += 1
    for index in range(N_HEXES):
        if index >= n:
            break
        here = queue[index]
        for direction in range(N_DIRECTIONS):
            onward = ways[here, direction]
            if onward != NOWHERE and near[onward] == N_HEXES:
                near[onward] = near[here] + 1
                queue[n] = onward
                n += 1


@kernel
def spread(steps, hex_, radius, strength):
    """Add a strength to all hexes of a disc: in each column a step up where it begins, a step down behind its end.

    The caller sums the steps up afterwards.
    """
    column, height = hex_ // N_ROWS, level(hex_)
    for other in range(max(column - radius, 0), min(column + radius + 1, N_COLUMNS)):
        lower, reach = other % 2, 2 * radius - abs(other - column)
        first, last = max((height - reach - lower + 1) // 2, 0), min((height + reach - lower) // 2, N_ROWS - 1)
        if first <= last:
            steps[other * N_ROWS + first] += strength
            if last < N_ROWS - 1:
                steps[other * N_ROWS + last + 1] -= strength


@kernel
def level(hex_):
    """How far down a hex stands, in half hexes."""
    return 2 * (hex_ % N_ROWS) + hex_ // N_ROWS % 2


@kernel
def distance(hex_, other):
    """Hexes from one to another, as the crow flies."""
    across = abs(hex_ // N_ROWS - other // N_ROWS)
    return max(across, (across + abs(level(hex_) - level(other))) // 2)


# ---- Moving


@kernel
def destination(rules, policy, who, state, tally, dice):
    """Where a unit moves: one of the hexes found, the one where it is, OFF_MAP, or NOWHERE to keep it waiting."""
    field, unit = state.field, state.units[who]
    scripted = policy.kind == Policy.SCRIPTED
    if scripted:
        if unit.hex == NOWHERE and state.turn < policy.enter_from:
            return NOWHERE
        if field.leaves and policy.exit_drive > 0 and runs(rules, policy, unit, state):
            return OFF_MAP
        weigh(rules, policy, unit, state)
    else:
        address(dice, Purpose.POLICY_MOVES, tally.player_turn, who)
    in_reach, worth, at = field.found, field.value, state.at
    here, chosen, best, n = unit.hex, unit.hex, 0, 0
    for index in range(field.n_found):
        hex_ = in_reach[index]
        if at[hex_] == 0 or hex_ == here:
            n += 1
            if worth[index] > best or n == 1 if scripted else takes(policy, worth[index], n, dice):
                chosen, best = hex_, worth[index]
    if not scripted and field.leaves and roll(dice, n + 1) == 1:
        return OFF_MAP
    if not scripted and here == NOWHERE and roll(dice, n + 1) == 1:
        return NOWHERE
    return chosen


@kernel
def runs(rules, policy, unit, state):
    """Whether a unit makes for the north edge, to leave the map or to guard it; nobody does when enough have left."""
    if state.exited >= rules.exit_units:
        return False
    weak = state.turn >= policy.exit_from and unit.strength <= policy.exit_strength
    return weak or (state.demoralized and policy.exit_drive > 0)


@kernel
def weigh(rules, policy, unit, state):
    """What it is worth to a unit to stand in each of the hexes found: `field.value`, in points."""
    field, side, here, home = state.field, unit.side, unit.hex, unit.home
    in_reach, value, cost, threat, common = field.found, field.value, field.cost, field.threat, field.worth
    zone, factor, exit_way = state.zone, rules.factor, rules.exit_way
    line, caution, safe = policy.line, policy.caution, policy.safe * unit.strength
    exit_drive = policy.exit_drive if runs(rules, policy, unit, state) else 0
    hold = policy.hold if exit_drive == 0 and home != NOWHERE else 0
    watches = policy.guns if unit.arm == Arm.ARTILLERY and rules.bombardment else 0
    for index in range(field.n_found):
        hex_ = in_reach[index]
        friends = zone[side, hex_] - (here != NOWHERE and cost[hex_] == 1)
        worth = common[hex_] + line * min(friends, 2) - exit_drive * exit_way[hex_]
        worth -= caution * max(threat[hex_] - safe * factor[hex_], 0)
        if hold != 0:
            worth -= hold * distance(hex_, home)
        if zone[1 - side, hex_] > 0:
            worth += contact_worth(rules, policy, unit, hex_, state)
        elif watches != 0 and field.near[hex_] == 2:
            worth += watches * has_target(rules, unit, hex_, state)
        value[index] = worth


@kernel
def contact_worth(rules, policy, unit, hex_, state):
    """What it is worth to attack from a hex: the strength brought where it is lacking, less what is lacking still."""
    lacking, side, beside, at = 0, unit.side, rules.beside, state.at
    for direction in range(N_DIRECTIONS):
        other = beside[hex_, direction]
        if other != NOWHERE and at[other] > 0 and side_at(at[other]) != side:
            wanted = policy.wanted * defence(rules, state.units[at[other] - 1])
            lacking += max(wanted - state.pressure[side, other], 0)
    others = max(state.field.support[hex_] - unit.strength, 0) * policy.faith // 100
    worth = policy.aggression * min(unit.strength, lacking)
    worth -= policy.reserve * max(lacking - unit.strength - others, 0)
    if policy.trap > 0:
        worth += policy.trap * cut_off(rules, side, hex_, state)
    return worth - policy.guns * (unit.arm == Arm.ARTILLERY)


@kernel
def cut_off(rules, side, hex_, state):
    """[6.4] What a unit would take in a hex of the enemy's ways back: of each enemy beside it his strength, in part.

    The part is that of the safe and empty hexes beside the enemy that the unit is in or controls.
    """
    beside, ways, at, strength = rules.beside, rules.ways, state.at, 0
    for direction in range(N_DIRECTIONS):
        enemy = beside[hex_, direction]
        if enemy != NOWHERE and is_enemy(side, enemy, state):
            n_open, n_closed = 0, 0
            for way in range(N_DIRECTIONS):
                onward = ways[enemy, way]
                if is_safe(1 - side, onward, state) and at[onward] == 0:
                    n_open += 1
                    n_closed += distance(hex_, onward) <= 1
            if n_closed > 0:
                strength += state.units[at[enemy] - 1].strength * n_closed // n_open
    return strength


@kernel
def has_target(rules, unit, hex_, state):
    """Whether guns in a hex would see an enemy."""
    for sight in range(N_SIGHTS):
        other = rules.sights[hex_, sight]
        if other != NOWHERE and is_enemy(unit.side, other, state):
            return True
    return False


# ---- What follows from a result


@kernel
def retreat_worth(rules, policy, unit, hex_, state):
    """What it is worth to its owner that a unit retreats to a hex: friends beside it, walls, its own edge."""
    rear = level(hex_) if unit.side == FRENCH else -level(hex_)
    walls = rules.factor[hex_] - 1
    return rear + policy.line * min(state.zone[unit.side, hex_], 2) + policy.cover * walls


@kernel
def advance_worth(rules, policy, unit, hex_, state):
    """What it is worth to advance into a hex: walls and ways of retreat that it closes, less the danger.

    Nothing or less, and the unit stays.
    """
    factor = rules.factor[hex_]
    danger = max(state.pressure[1 - unit.side, hex_] - policy.safe * unit.strength * factor, 0)
    worth = policy.pursue + policy.cover * (factor - 1) - policy.caution * danger
    worth += policy.trap * cut_off(rules, unit.side, hex_, state)
    return worth - policy.guns * (unit.arm == Arm.ARTILLERY)


@kernel
def falls_back(policy, unit, state, dice):
    """[6.8] Whether guns retreat of their own will after a bad result: when an enemy has come beside them."""
    if policy.kind == Policy.RANDOM:
        return roll(dice, 2) == 1
    return state.zone[1 - unit.side, unit.hex] > 0


@kernel
def safe_retreat(rules, policy, willing, unit, state, dice):
    """[6.4] The safe and empty hex that a unit retreats to, NOWHERE when there is none.

    `willing` is 1 when the owner chooses and -1 when the victor does, who takes the worst.
    """
    chosen, best, n = NOWHERE, 0, 0
    for direction in range(N_DIRECTIONS):
        hex_ = rules.ways[unit.hex, direction]
        if is_safe(unit.side, hex_, state) and state.at[hex_] == 0:
            n += 1
            worth = willing * retreat_worth(rules, policy, unit, hex_, state)
            if takes(policy, worth - best, n, dice):
                chosen, best = hex_, worth
    return chosen
