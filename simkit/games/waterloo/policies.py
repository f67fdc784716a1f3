"""Scripted players: where units move, who attacks whom, and what follows from a combat result.

A decision sees the map and the units, never the dice; the one that lets the dice decide takes each legal choice with
the same chance, by holding the k-th that it sees with chance 1/k.  Weights are points; distances are hexes.
"""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.games.waterloo.rules.attacks import (
    aim,
    bombard,
    can_bombard,
    is_held,
    is_safe,
    join,
    must_attack,
    open_attack,
    quit_attack,
    sees,
)
from simkit.games.waterloo.rules.ground import defence, first_unit, in_contact, is_enemy, last_unit, side_at
from simkit.games.waterloo.rules.table import combat_column
from simkit.games.waterloo.schema import (
    FRENCH,
    N_COLUMNS,
    N_DIRECTIONS,
    N_HEXES,
    N_ROWS,
    N_SIGHTS,
    N_UNITS,
    NOTHING,
    NOWHERE,
    OFF_MAP,
    Arm,
    Fate,
    Part,
    Policy,
    Purpose,
    Result,
)


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
def measure(rules, state):
    """How many hexes it is from each hex to the nearest enemy."""
    near, found, ways, n = state.field.near, state.field.found, rules.ways, 0
    for hex_ in range(N_HEXES):
        near[hex_] = N_HEXES
    for who in range(first_unit(1 - state.side), last_unit(1 - state.side)):
        unit = state.units[who]
        if unit.fate == Fate.ON_MAP:
            near[unit.hex] = 0
            found[n] = unit.hex
            n += 1
    for place in range(N_HEXES):
        if place >= n:
            break
        here = found[place]
        for direction in range(N_DIRECTIONS):
            onward = ways[here, direction]
            if onward != NOWHERE and near[onward] == N_HEXES:
                near[onward] = near[here] + 1
                found[n] = onward
                n += 1


@kernel
def spread(steps, hex_, radius, strength):
    """Add a strength to all hexes of a disc, column by column, as steps up and down that are still to be added up."""
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
        if field.leaves and policy.exit_drive > 0 and runs(policy, unit, state):
            return OFF_MAP
        weigh(rules, policy, unit, state)
    else:
        address(dice, Purpose.POLICY_MOVES.value, tally.player_turn, who)
    found, worth, at = field.found, field.value, state.at
    here, chosen, best, n = unit.hex, unit.hex, 0, 0
    for place in range(field.n_found):
        hex_ = found[place]
        if at[hex_] == 0 or hex_ == here:
            n += 1
            if worth[place] > best or n == 1 if scripted else takes(policy, worth[place], n, dice):
                chosen, best = hex_, worth[place]
    if not scripted and field.leaves and roll(dice, n + 1) == 1:
        return OFF_MAP
    if not scripted and here == NOWHERE and roll(dice, n + 1) == 1:
        return NOWHERE
    return chosen


@kernel
def runs(policy, unit, state):
    """Whether a unit makes for the north edge, to leave the map or to guard it."""
    weak = state.turn >= policy.exit_from and unit.strength <= policy.exit_strength
    return weak or (state.demoralized and policy.exit_drive > 0)


@kernel
def weigh(rules, policy, unit, state):
    """What it is worth to a unit to stand in each of the hexes found: `field.value`, in points."""
    field, side, here, home = state.field, unit.side, unit.hex, unit.home
    found, value, cost, threat, common = field.found, field.value, field.cost, field.threat, field.worth
    zone, factor, exit_way = state.zone, rules.factor, rules.exit_way
    line, caution, safe = policy.line, policy.caution, policy.safe * unit.strength
    exit_drive = policy.exit_drive if runs(policy, unit, state) else 0
    hold = policy.hold if exit_drive == 0 and home != NOWHERE else 0
    watches = policy.guns if unit.arm == Arm.ARTILLERY and rules.bombardment else 0
    for place in range(field.n_found):
        hex_ = found[place]
        friends = zone[side, hex_] - (here != NOWHERE and cost[hex_] == 1)
        worth = common[hex_] + line * min(friends, 2) - exit_drive * exit_way[hex_]
        worth -= caution * max(threat[hex_] - safe * factor[hex_], 0)
        if hold != 0:
            worth -= hold * distance(hex_, home)
        if zone[1 - side, hex_] > 0:
            worth += contact_worth(rules, policy, unit, hex_, state)
        elif watches != 0 and field.near[hex_] == 2:
            worth += watches * has_target(rules, unit, hex_, state)
        value[place] = worth


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
    return worth - policy.guns * (unit.arm == Arm.ARTILLERY)


@kernel
def has_target(rules, unit, hex_, state):
    """Whether guns in a hex would see an enemy."""
    for sight in range(N_SIGHTS):
        other = rules.sights[hex_, sight]
        if other != NOWHERE and is_enemy(unit.side, other, state):
            return True
    return False


# ---- Attacking


@kernel
def plan_attacks(rules, policy, state, tally, dice):
    """[5.0] Who attacks whom: every attacker beside all that it attacks, everybody who must be in an attack in one."""
    if policy.kind == Policy.RANDOM:
        tally.event += 1
        address(dice, Purpose.POLICY_ATTACKS.value, tally.player_turn, tally.event)
    state.n_attacks = 0
    for who in range(N_UNITS):
        state.part[who] = min(state.part[who], Part.NONE.value)
    open_required(rules, state)
    take_targets(rules, policy, state, dice)
    cover_the_rest(rules, policy, state, dice)
    if policy.kind == Policy.SCRIPTED:
        shift_attackers(rules, policy, state)
    aim_guns(rules, policy, state, dice)


@kernel
def open_required(rules, state):
    """[5.1] An attack on each Enemy unit that must be attacked."""
    for who in range(first_unit(1 - state.side), last_unit(1 - state.side)):
        if must_attack(rules, who, state):
            number = open_attack(state)
            aim(rules, who, number, state)
            state.attacks[number].held = is_held(rules, state.units[who], state)


@kernel
def take_targets(rules, policy, state, dice):
    """[5.1] Each unit in contact joins the attack where it gains most: those that have no choice first."""
    for choosing in range(2):
        for who in range(first_unit(state.side), last_unit(state.side)):
            unit = state.units[who]
            if state.part[who] == Part.NONE and in_contact(unit, state):
                chosen, best, n = NOTHING, 0, 0
                for direction in range(N_DIRECTIONS):
                    number = attack_on(unit.side, rules.beside[unit.hex, direction], state)
                    if number != NOTHING:
                        n += 1
                        worth = gain(rules, policy, number, unit, state)
                        if takes(policy, worth - best, n, dice):
                            chosen, best = number, worth
                if chosen != NOTHING and (n > 1) == (choosing == 1):
                    join(who, chosen, state)


@kernel
def attack_on(side, hex_, state):
    """The attack on the enemy in a hex, or NOTHING."""
    if hex_ == NOWHERE or state.at[hex_] == 0:
        return NOTHING
    occupant = state.at[hex_]
    part = state.part[occupant - 1]
    return part - 1 if side_at(occupant) != side and part > 0 else NOTHING


@kernel
def cover_the_rest(rules, policy, state, dice):
    """[5.1, 5.4, 5.6] An enemy whom nobody took is attacked by one who is not needed elsewhere, by guns, or together.

    There is always a way: an attacker beside him either leaves others behind in its attack, or attacks alone and can
    take him on too.
    """
    side = state.side
    for number in range(state.n_attacks):
        attack = state.attacks[number]
        if attack.n_attackers + attack.n_guns > 0:
            continue
        target = state.units[attack.target]
        chosen, best, n = NOTHING, 0, 0
        for direction in range(N_DIRECTIONS):
            other = rules.beside[target.hex, direction]
            if other != NOWHERE and state.at[other] > 0:
                who = state.at[other] - 1
                if side_at(who + 1) == side and state.part[who] > 0 and not state.units[who].bombards:
                    n += 1
                    worth = change(rules, policy, who, number, state)
                    if takes(policy, worth - best, n, dice):
                        chosen, best = who, worth
        for who in range(first_unit(side), last_unit(side)):
            unit = state.units[who]
            if state.part[who] == Part.NONE and can_bombard(rules, unit, state) and sees(rules, unit, target.hex):
                n += 1
                worth = gain_of_guns(rules, policy, number, unit, state)
                if takes(policy, worth - best, n, dice):
                    chosen, best = who, worth
        engage(rules, chosen, number, state)


@kernel
def engage(rules, who, number, state):
    """Have a unit attack a target: with its guns, leaving its attack for it, or taking it on beside its own."""
    part, attack = state.part[who], state.attacks[number]
    if part == Part.NONE:
        bombard(who, number, state)
    elif state.attacks[part - 1].n_attackers > 1:
        quit_attack(who, state)
        join(who, number, state)
    else:
        attack.n_defenders = 0
        aim(rules, attack.target, part - 1, state)


@kernel
def change(rules, policy, who, number, state):
    """What is gained when a unit leaves its attack for another, or, alone in it, takes on the other's target too."""
    unit, own, other = state.units[who], state.attacks[state.part[who] - 1], state.attacks[number]
    before = worth_of(rules, policy, own.strength, own.guns, own, state)
    if own.n_attackers > 1:
        left = worth_of(rules, policy, own.strength - unit.strength, own.guns, own, state)
        return left + gain(rules, policy, number, unit, state) - before
    column = combat_column(rules, own.strength + own.guns, own.defence + other.defence, state)
    return column_worth(rules, policy, column, own.strength, own.printed + other.printed, own.held) - before


@kernel
def shift_attackers(rules, policy, state):
    """Who has a choice may leave an attack for a better use, if others stay in it."""
    for who in range(first_unit(state.side), last_unit(state.side)):
        unit, part = state.units[who], state.part[who]
        if part > 0 and state.attacks[part - 1].n_attackers > 1 and not unit.bombards:
            chosen, best = NOTHING, 0
            for direction in range(N_DIRECTIONS):
                number = attack_on(unit.side, rules.beside[unit.hex, direction], state)
                if number != NOTHING and number != part - 1 and state.attacks[number].n_defenders == 1:
                    worth = change(rules, policy, who, number, state)
                    if worth > best:
                        chosen, best = number, worth
            if chosen != NOTHING:
                quit_attack(who, state)
                join(who, chosen, state)


@kernel
def aim_guns(rules, policy, state, dice):
    """[5.6 to 5.8] Guns in no contact join an attack in their range, or bombard an enemy whom nobody else attacks."""
    for who in range(first_unit(state.side), last_unit(state.side)):
        unit = state.units[who]
        if state.part[who] != Part.NONE or not can_bombard(rules, unit, state):
            continue
        chosen, best, n = NOTHING, 0, 0
        for sight in range(N_SIGHTS):
            hex_ = rules.sights[unit.hex, sight]
            if hex_ == NOWHERE or state.at[hex_] == 0:
                continue
            enemy = state.at[hex_] - 1
            if is_enemy(unit.side, hex_, state) and state.part[enemy] != Part.SPENT:
                n += 1
                worth = barrage(rules, policy, unit, enemy, state)
                if takes(policy, worth - best, n, dice):
                    chosen, best = enemy, worth
        if chosen != NOTHING:
            if state.part[chosen] == Part.NONE:
                aim(rules, chosen, open_attack(state), state)
            bombard(who, state.part[chosen] - 1, state)


@kernel
def barrage(rules, policy, unit, enemy, state):
    """What guns gain by firing at an enemy."""
    target = state.units[enemy]
    if state.part[enemy] > 0:
        return gain_of_guns(rules, policy, state.part[enemy] - 1, unit, state)
    column = combat_column(rules, unit.strength, defence(rules, target), state)
    return 100 * strength_won(rules, policy, column, target.strength, int(is_held(rules, target, state)))


@kernel
def gain(rules, policy, number, unit, state):
    """What an attack gains by one more unit beside the enemy."""
    attack = state.attacks[number]
    before = worth_of(rules, policy, attack.strength, attack.guns, attack, state)
    return worth_of(rules, policy, attack.strength + unit.strength, attack.guns, attack, state) - before


@kernel
def gain_of_guns(rules, policy, number, unit, state):
    """What an attack gains by bombarding guns."""
    attack = state.attacks[number]
    before = worth_of(rules, policy, attack.strength, attack.guns, attack, state)
    return worth_of(rules, policy, attack.strength, attack.guns + unit.strength, attack, state) - before


@kernel
def worth_of(rules, policy, strength, guns, attack, state):
    """What an attack would be worth with that strength; nothing without an attacker."""
    if strength + guns == 0:
        return 0
    column = combat_column(rules, strength + guns, attack.defence, state)
    return column_worth(rules, policy, column, strength, attack.printed, attack.held)


@kernel
def column_worth(rules, policy, column, strength, printed, held):
    """Expected worth of a column: strength destroyed and driven back, less `trade` per cent of what it costs.

    In 60,000ths of a strength point.
    """
    faces = rules.faces[column]
    cost = strength * (100 * faces[Result.AE] + policy.push * faces[Result.AR])
    cost += 100 * min(strength, printed) * faces[Result.EE]
    return 100 * strength_won(rules, policy, column, printed, held) - policy.trade * cost


@kernel
def strength_won(rules, policy, column, printed, held):
    """Enemy strength destroyed, or driven back at `push` per cent; `held` says that who is driven back is destroyed."""
    faces = rules.faces[column]
    driven = 100 if held else policy.push
    return printed * (100 * (faces[Result.DE] + faces[Result.EE]) + driven * faces[Result.DR])


@kernel
def next_attack(rules, policy, state, dice):
    """The attack that is resolved next, the most promising first; NOTHING when all are."""
    chosen, best, n = NOTHING, 0, 0
    for number in range(state.n_attacks):
        attack = state.attacks[number]
        if attack.n_defenders > 0:
            n += 1
            worth = worth_of(rules, policy, attack.strength, attack.guns, attack, state)
            if takes(policy, worth - best, n, dice):
                chosen, best = number, worth
    return chosen


@kernel
def lowered_column(rules, policy, attack, column, dice):
    """[6.2] The column that the attacker announces: the most promising, this one or one below it."""
    chosen, best = column, 0
    for lower in range(column + 1):
        worth = column_worth(rules, policy, column - lower, attack.strength, attack.printed, attack.held)
        if takes(policy, worth - best, lower + 1, dice):
            chosen, best = column - lower, worth
    return chosen


# ---- What follows from a result


@kernel
def retreat_worth(rules, policy, unit, hex_, state):
    """What it is worth to its owner that a unit retreats to a hex: friends beside it, walls, its own edge."""
    rear = level(hex_) if unit.side == FRENCH else -level(hex_)
    walls = rules.factor[hex_] - 1
    return rear + policy.line * min(state.zone[unit.side, hex_], 2) + policy.cover * walls


@kernel
def advance_worth(rules, policy, unit, hex_, state):
    """What it is worth to advance into a hex; nothing or less, and the unit stays."""
    factor = rules.factor[hex_]
    danger = max(state.pressure[1 - unit.side, hex_] - policy.safe * unit.strength * factor, 0)
    worth = policy.pursue + policy.cover * (factor - 1) - policy.caution * danger
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
