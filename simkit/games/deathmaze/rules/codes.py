"""[9.12] Dice codes, such as 3:2D6x20."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel


@kernel
def amount(rules, code, purpose, state, dice):
    """[9.12] One column: a die tells whether there is any, then the code how much.  A dash is never rolled for."""
    if code.faces == 0:
        return 0
    address(dice, purpose, state.hoard, 0)
    if code.faces < rules.die_sides and roll(dice, rules.die_sides) > code.faces:
        return 0
    return roll_code(code, dice)


@kernel
def roll_code(code, dice):
    """[9.12] What a dice code such as 2D6x20 comes to; one without dice is a plain number."""
    total = 0
    for _ in range(code.dice):
        total += roll(dice, code.sides)
    return code.times * (total if code.dice > 0 else 1)
