"""[5.0] Plans of attack: who attacks whom, by the weights of a policy, so that all that must be attacked is."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.games.waterloo.policies import takes
from simkit.games.waterloo.rules.attacks import (
    aim,
    bombard,
    can_bombard,
    is_held,
    join,
    must_attack,
    open_attack,
    quit_attack,
    sees,
)
from simkit.games.waterloo.rules.ground import first_unit, in_contact, is_enemy, last_unit, side_at
from simkit.games.waterloo.rules.worth import (
    barrage,
    column_worth,
    gain,
    owed,
    own_worth,
    price_of,
    united_worth,
    worth_of,
)
from simkit.games.waterloo.schema import (
    N_DIRECTIONS,
    N_SIGHTS,
    N_UNITS,
    NOTHING,
    NOWHERE,
    Part,
    Policy,
    Purpose,
)

A_HUNDREDTH = 600  # of a strength point, in the 60,000ths that a worth is told in


@kernel
def plan_attacks(rules, policy, state, tally, dice):
    """[5.0] Who attacks whom: every attacker is beside all its targets, and whoever must be in an attack is in one."""
    if policy.kind == Policy.RANDOM:
        tally.event += 1
        address(dice, Purpose.POLICY_ATTACKS, tally.player_turn, tally.event)
    state.n_attacks = 0
    for who in range(N_UNITS):
        state.part[who] = min(state.part[who], Part.NONE.value)
    open_required(rules, state)
    take_targets(rules, policy, state, dice)
    cover_the_rest(rules, policy, state, dice)
    if policy.kind == Policy.SCRIPTED:
        shift_attackers(rules, policy, state)
    aim_guns(rules, policy, state, dice)
    if policy.kind == Policy.RANDOM or policy.unite > 0:
        unite_attacks(rules, policy, state, dice)


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
                        worth = gain(rules, policy, number, unit.strength, 0, state)
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
                worth = gain(rules, policy, number, 0, unit.strength, state)
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
    unit, part = state.units[who], state.part[who] - 1
    before = worth_of(rules, policy, part, 0, NOTHING, 0, state)
    if state.attacks[part].n_attackers > 1:
        left = worth_of(rules, policy, part, 0, who, 0, state)
        return left + gain(rules, policy, number, unit.strength, 0, state) - before
    return united_worth(rules, policy, part, number, state) - before


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
    """[5.6 to 5.8] Guns in no contact join an attack in their range, or bombard an enemy whom nobody else attacks.

    To hold fire is one of the choices, and what is done where no target promises as much as `fire`.
    """
    for who in range(first_unit(state.side), last_unit(state.side)):
        unit = state.units[who]
        if state.part[who] != Part.NONE or not can_bombard(rules, unit, state):
            continue
        chosen, best, n = NOTHING, A_HUNDREDTH * policy.fire, 1
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
def unite_attacks(rules, policy, state, dice):
    """[5.4, 5.8] Two attacks that may be one are made one where that promises more; by the dice, one time in two.

    Whoever is beside an enemy in the first of them is beside all enemies of both: one such unit finds the others.
    """
    for number in range(state.n_attacks):
        if state.attacks[number].n_defenders > 0 and state.attacks[number].n_attackers > 0:
            here = state.units[first_attacker(number, state)].hex
            for direction in range(N_DIRECTIONS):
                other = attack_on(state.side, rules.beside[here, direction], state)
                if other != NOTHING and may_unite(rules, number, other, direction, here, state):
                    if prefers_one(rules, policy, number, other, state, dice):
                        unite(number, other, state)


@kernel
def prefers_one(rules, policy, number, other, state, dice):
    """Whether two attacks that may be one are made one."""
    if policy.kind == Policy.RANDOM:
        return roll(dice, 2) == 1
    first = worth_of(rules, policy, number, 0, NOTHING, 0, state)
    second = worth_of(rules, policy, other, 0, NOTHING, 0, state)
    return united_worth(rules, policy, number, other, state) > first + second


@kernel
def first_attacker(number, state):
    """A unit of an attack that is beside the enemy; there must be one."""
    for who in range(first_unit(state.side), last_unit(state.side)):
        if state.part[who] == number + 1 and not state.units[who].bombards:
            return who
    raise ValueError("first_attacker: the attack has none")


@kernel
def may_unite(rules, number, other, direction, here, state):
    """[5.4, 5.8] Whether two attacks may be one: all attackers but bombarding guns are beside all the enemies.

    Each pair is looked at once: in the direction where the other attack's first target stands, and from the attack
    with the lower number, or from the one that alone has attackers beside the enemy.
    """
    first, second = state.attacks[number], state.attacks[other]
    if other == number or state.at[rules.beside[here, direction]] - 1 != second.target:
        return False
    if other < number and second.n_attackers > 0:
        return False
    for who in range(first_unit(state.side), last_unit(state.side)):
        part, unit = state.part[who], state.units[who]
        if (part == number + 1 or part == other + 1) and not unit.bombards:
            n_touched = 0
            for hexside in range(N_DIRECTIONS):
                touched = attack_on(unit.side, rules.beside[unit.hex, hexside], state)
                n_touched += touched in (number, other)
            if n_touched < first.n_defenders + second.n_defenders:
                return False
    return True


@kernel
def unite(number, other, state):
    """[5.4] Who takes part in one attack takes part in another instead, on both sides."""
    first, second = state.attacks[number], state.attacks[other]
    for who in range(N_UNITS):
        if state.part[who] == other + 1:
            state.part[who] = number + 1
    first.n_attackers += second.n_attackers
    first.n_guns += second.n_guns
    first.n_defenders += second.n_defenders
    first.strength += second.strength
    first.guns += second.guns
    first.defence += second.defence
    first.printed += second.printed
    first.held = min(first.held, second.held)
    second.n_attackers = second.n_guns = second.n_defenders = 0


@kernel
def next_attack(rules, policy, state, dice):
    """The attack that is resolved next, the most promising first; NOTHING when all are."""
    chosen, best, n = NOTHING, 0, 0
    for number in range(state.n_attacks):
        attack = state.attacks[number]
        if attack.n_defenders > 0:
            n += 1
            if attack.n_defenders == 1:  # an attack before may have opened a way back, or closed the last one
                attack.held = is_held(rules, state.units[attack.target], state)
            worth = worth_of(rules, policy, number, 0, NOTHING, 0, state)
            if takes(policy, worth - best, n, dice):
                chosen, best = number, worth
    return chosen


@kernel
def lowered_column(rules, policy, number, column, state, dice):
    """[6.2] The column that the attacker announces: the most promising, this one or one below it."""
    attack, trade, chosen, best = state.attacks[number], own_worth(rules, policy, state), column, 0
    for lower in range(column + 1):
        other, strength = column - lower, attack.strength
        price = price_of(rules, number, 1, NOTHING, other, strength, owed(rules, attack), state)
        worth = column_worth(rules, policy, trade, other, strength, attack.printed, attack.held, price)
        if takes(policy, worth - best, lower + 1, dice):
            chosen, best = column - lower, worth
    return chosen
