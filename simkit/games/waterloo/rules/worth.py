"""[6.0] What an attack is worth by the weights of a policy: what its column promises, and what it may cost."""

from simkit.core.jit import kernel
from simkit.games.waterloo.rules.attacks import is_held
from simkit.games.waterloo.rules.ground import defence
from simkit.games.waterloo.rules.table import combat_column
from simkit.games.waterloo.schema import ALLIED, FRENCH, N_DIRECTIONS, NOTHING, NOWHERE, Result

MOST_PAID = 61  # strength points up to which sums of units are told apart: bits of a whole number


@kernel
def barrage(rules, policy, unit, enemy, state):
    """What guns gain by firing at an enemy."""
    target = state.units[enemy]
    if state.part[enemy] > 0:
        return gain(rules, policy, state.part[enemy] - 1, 0, unit.strength, state)
    column = combat_column(rules, unit.strength, defence(rules, target), state)
    return 100 * strength_won(rules, policy, column, target.strength, int(is_held(rules, target, state)))


@kernel
def gain(rules, policy, number, strength, guns, state):
    """What an attack gains by more strength beside the enemy, or by more bombarding guns."""
    before = worth_of(rules, policy, number, 0, NOTHING, 0, state)
    return worth_of(rules, policy, number, strength, NOTHING, guns, state) - before


@kernel
def worth_of(rules, policy, number, joining, leaver, guns, state):
    """What an attack would be worth with a unit of some strength more beside the enemy, one less, and more guns.

    Nothing without an attacker.
    """
    attack = state.attacks[number]
    leaving = state.units[leaver].strength if leaver != NOTHING else 0
    strength = attack.strength + joining - leaving
    if strength + attack.guns + guns == 0:
        return 0
    column = combat_column(rules, strength + attack.guns + guns, attack.defence, state)
    sums = with_unit(1, joining)
    price = price_of(rules, number, sums, leaver, column, strength, owed(rules, attack), state)
    trade = own_worth(rules, policy, state)
    return column_worth(rules, policy, trade, column, strength, attack.printed, attack.held, price)


@kernel
def united_worth(rules, policy, number, other, state):
    """What two attacks would be worth as one."""
    first, second = state.attacks[number], state.attacks[other]
    strength, guns = first.strength + second.strength, first.guns + second.guns
    column = combat_column(rules, strength + guns, first.defence + second.defence, state)
    sums, debt = payments(rules, other, 1, NOTHING, state), owed(rules, first) + owed(rules, second)
    price = price_of(rules, number, sums, NOTHING, column, strength, debt, state)
    trade, printed, held = own_worth(rules, policy, state), first.printed + second.printed, min(first.held, second.held)
    return column_worth(rules, policy, trade, column, strength, printed, held, price)


@kernel
def own_worth(rules, policy, state):
    """Per cent that own strength is worth of the enemy's.

    The less a side may still lose, the dearer its strength: `race` per cent of it follow that, and are worth the more
    the less is left to itself, the less the less is left to the enemy.  Once the Allies are demoralized neither limit
    matters any more.
    """
    if state.demoralized:
        return policy.last_trade
    french = max(rules.french_limit - state.lost[FRENCH], 1)
    allied = max(rules.allied_limit - state.lost[ALLIED], 1)
    own, other = (french, allied) if state.side == FRENCH else (allied, french)
    return policy.trade * (100 - policy.race + policy.race * other // own) // 100


@kernel
def column_worth(rules, policy, trade, column, strength, printed, held, price):
    """Expected worth of a column: strength destroyed and driven back, less `trade` per cent of what it costs.

    `price` is what an exchange costs.  In 60,000ths of a strength point.
    """
    faces = rules.faces[column]
    cost = strength * (100 * faces[Result.AE] + policy.push * faces[Result.AR])
    cost += 100 * price * faces[Result.EE]
    return 100 * strength_won(rules, policy, column, printed, held) - trade * cost


@kernel
def strength_won(rules, policy, column, printed, held):
    """Enemy strength destroyed, or driven back at `push` per cent; `held`: a defender driven back is destroyed."""
    faces = rules.faces[column]
    driven = 100 if held else policy.push
    return printed * (100 * (faces[Result.DE] + faces[Result.EE]) + driven * faces[Result.DR])


# ---- What an exchange costs


@kernel
def owed(rules, attack):
    """[6.3] What the attackers must match in an exchange (variant `exchange`)."""
    return attack.defence if rules.doubled_exchange else attack.printed


@kernel
def price_of(rules, number, sums, leaver, column, strength, debt, state):
    """[6.3] What an exchange costs: the least that whole units can pay, or all.  0 for a column that has none.

    `sums`: what units can pay that are not in the attack yet.
    """
    if rules.faces[column, Result.EE] == 0:
        return 0
    if debt >= strength:
        return strength
    return cheapest(payments(rules, number, sums, leaver, state), debt, strength)


@kernel
def payments(rules, number, sums, leaver, state):
    """[6.3] What the units of an attack beside the enemy can pay, with `sums` before: bit n is set for n points."""
    here = state.units[state.attacks[number].target].hex
    for direction in range(N_DIRECTIONS):
        other = rules.beside[here, direction]
        if other != NOWHERE and state.at[other] > 0:
            who = state.at[other] - 1
            unit = state.units[who]
            if state.part[who] == number + 1 and unit.side == state.side and not unit.bombards and who != leaver:
                sums = with_unit(sums, unit.strength)
    return sums


@kernel
def with_unit(sums, strength):
    """The sums that can be paid with one more unit; those beyond the most are left out."""
    return (sums | sums << min(strength, MOST_PAID)) & ((1 << (MOST_PAID + 1)) - 1)


@kernel
def cheapest(sums, debt, strength):
    """The least sum that covers a debt; all the strength where no sum is known."""
    for points in range(debt, MOST_PAID + 1):
        if sums >> points & 1:
            return points
    return strength
