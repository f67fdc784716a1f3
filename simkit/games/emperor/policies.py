"""Scripted players.  A decision sees the battle, never the dice, and answers yes, no, an arm, or AT_RANDOM."""

from simkit.core.jit import kernel
from simkit.games.emperor.schema import AT_RANDOM, NOTHING, Policy, Weapon


@kernel
def flees(policy, battle):
    """Whether the hero tries to escape: when `flee_at` wounds or fewer are left to him."""
    if policy.kind == Policy.SCRIPTED:
        return int(battle.wound_number - battle.wounds <= policy.flee_at)
    elif policy.kind == Policy.RANDOM:
        return AT_RANDOM
    raise ValueError("flees: unknown policy")


@kernel
def lets_go(policy):
    """Whether the hero allows a creature that tries to get away to do so."""
    if policy.kind == Policy.SCRIPTED:
        return policy.lets_go
    elif policy.kind == Policy.RANDOM:
        return AT_RANDOM
    raise ValueError("lets_go: unknown policy")


@kernel
def pays(policy):
    """Whether the hero pays a bribe that he can afford."""
    if policy.kind == Policy.SCRIPTED:
        return policy.pays
    elif policy.kind == Policy.RANDOM:
        return AT_RANDOM
    raise ValueError("pays: unknown policy")


@kernel
def shoots(policy, battle):
    """Whether the hero uses a missile weapon in the Approach; one who holds one and decides at random does."""
    return battle.launcher != NOTHING and (policy.kind == Policy.RANDOM or policy.shoots != 0)


@kernel
def choose_weapon(policy, battle, parry_left):
    """The arm for the next round of Melee; `parry_left`: hits that the sturdiest one can still take."""
    if policy.kind == Policy.SCRIPTED:
        return battle.sturdiest if policy.weapon == Weapon.STURDIEST and parry_left > 0 else battle.strongest
    elif policy.kind == Policy.RANDOM:
        return AT_RANDOM
    raise ValueError("choose_weapon: unknown policy")
