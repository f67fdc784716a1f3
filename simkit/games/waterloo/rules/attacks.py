"""[5.0] Combat preconditions: who must attack, who must be attacked, and by whom."""

from simkit.core.jit import kernel
from simkit.games.waterloo.rules.ground import defence, first_unit, in_contact, is_enemy, last_unit, side_at
from simkit.games.waterloo.schema import N_DIRECTIONS, N_SIGHTS, N_UNITS, NOTHING, NOWHERE, Arm, Fate, Part


@kernel
def open_attack(state):
    """[5.4] A new attack, on nobody yet; returns its number, from 0 on."""
    attack = state.attacks[state.n_attacks]
    attack.n_attackers = attack.n_guns = attack.n_defenders = 0
    attack.strength = attack.guns = attack.defence = attack.printed = 0
    attack.held = 0
    attack.target = NOTHING
    state.n_attacks += 1
    return state.n_attacks - 1


@kernel
def aim(rules, who, number, state):
    """[5.4] One more Enemy unit is the object of the attack."""
    attack, unit = state.attacks[number], state.units[who]
    if attack.n_defenders == 0:
        attack.target = who
    state.part[who] = number + 1
    attack.n_defenders += 1
    attack.defence += defence(rules, unit)
    attack.printed += unit.strength


@kernel
def join(who, number, state):
    """[5.3] One more unit takes part in the attack, from beside the Enemy."""
    attack, unit = state.attacks[number], state.units[who]
    state.part[who], unit.bombards = number + 1, 0
    attack.n_attackers += 1
    attack.strength += unit.strength


@kernel
def bombard(who, number, state):
    """[5.6, 5.8] Guns take part in the attack from two hexes away."""
    attack, unit = state.attacks[number], state.units[who]
    state.part[who], unit.bombards = number + 1, 1
    attack.n_guns += 1
    attack.guns += unit.strength


@kernel
def quit_attack(who, state):
    """A unit takes no part in its attack any more, as attacker."""
    unit = state.units[who]
    attack = state.attacks[state.part[who] - 1]
    state.part[who] = Part.NONE
    if unit.bombards:
        attack.n_guns -= 1
        attack.guns -= unit.strength
    else:
        attack.n_attackers -= 1
        attack.strength -= unit.strength


@kernel
def drop_out(rules, who, state):
    """[5.1, variant `must_attack`] A unit of either side, parted from the enemy before its attack, drops out of it.

    To be called before the unit leaves its hex.
    """
    unit, part = state.units[who], state.part[who]
    if part > 0 and unit.side == state.side:
        quit_attack(who, state)
    elif part > 0:
        attack = state.attacks[part - 1]
        attack.n_defenders -= 1
        attack.defence -= defence(rules, unit)
        attack.printed -= unit.strength
        state.part[who] = Part.NONE
        for other in range(first_unit(unit.side), last_unit(unit.side)):
            if attack.target == who and state.part[other] == part:
                attack.target = other


@kernel
def can_bombard(rules, unit, state):
    """[5.6] Artillery that is in no Enemy Zone of Control (variant `bombardment`)."""
    free = unit.fate == Fate.ON_MAP and unit.arm == Arm.ARTILLERY and not in_contact(unit, state)
    return free and rules.bombardment


@kernel
def sees(rules, unit, target):
    """[2.2, 5.6] Whether a unit stands two hexes from a hex, with an open line of fire."""
    sights, here, seen = rules.sights, unit.hex, False
    for sight in range(N_SIGHTS):
        seen |= sights[here, sight] == target
    return seen


@kernel
def adjacent(rules, unit, target):
    """Whether a unit stands next to a hex."""
    beside, here, touches = rules.beside, unit.hex, False
    for direction in range(N_DIRECTIONS):
        touches |= beside[here, direction] == target
    return touches


@kernel
def must_attack(rules, who, state):
    """[5.1, 5.2] A unit in contact must attack, or be attacked, while it and one beside it have not had an attack."""
    waits = state.part[who] == Part.NONE and in_contact(state.units[who], state)
    return waits and opponent(rules, who, state) != NOTHING


@kernel
def opponent(rules, who, state):
    """A unit of the other side beside this one that has had no attack yet, or NOTHING."""
    unit, beside, at = state.units[who], rules.beside, state.at
    here, side = unit.hex, unit.side
    for direction in range(N_DIRECTIONS):
        other = beside[here, direction]
        if other != NOWHERE and at[other] > 0 and side_at(at[other]) != side:
            if state.part[at[other] - 1] != Part.SPENT:
                return at[other] - 1
    return NOTHING


@kernel
def is_held(rules, unit, state):
    """[6.4] Whether a unit has no safe hex that is empty."""
    ways, here = rules.ways, unit.hex
    for direction in range(N_DIRECTIONS):
        onward = ways[here, direction]
        if is_safe(unit.side, onward, state) and state.at[onward] == 0:
            return False
    return True


@kernel
def is_safe(side, hex_, state):
    """[6.4] Whether a hex is on the map and no enemy is in it or controls it."""
    return hex_ != NOWHERE and state.zone[1 - side, hex_] == 0 and not is_enemy(side, hex_, state)


@kernel
def require_attacks(rules, state):
    """[5.1, 5.4, 5.6, 5.8] Refuse attacks that may not be made, and a unit in no attack that must be in one."""
    for who in range(N_UNITS):
        if must_attack(rules, who, state):
            raise ValueError("require_attacks: a unit in contact takes part in no attack")
        if state.part[who] > 0 and state.units[who].side == state.side:
            require_part(rules, who, state)
    for number in range(state.n_attacks):
        attack = state.attacks[number]
        if attack.n_defenders > 0 and attack.n_attackers + attack.n_guns == 0:
            raise ValueError("require_attacks: a unit that must be attacked is not")


@kernel
def require_part(rules, who, state):
    """[5.4, 5.6, 5.8] An attacker is beside every defender of its attack; guns that bombard see one, and touch none."""
    unit, part, n_reached = state.units[who], state.part[who], 0
    for other in range(first_unit(1 - state.side), last_unit(1 - state.side)):
        if state.part[other] == part:
            target = state.units[other].hex
            n_reached += sees(rules, unit, target) if unit.bombards else adjacent(rules, unit, target)
    attack = state.attacks[part - 1]
    if n_reached == 0 or (not unit.bombards and n_reached < attack.n_defenders):
        raise ValueError("require_attacks: a unit attacks whom it cannot")
    if unit.bombards and not can_bombard(rules, unit, state):
        raise ValueError("require_attacks: a unit bombards that may not")
