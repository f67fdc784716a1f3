"""[Shields and Other Defenses] What takes a hit before it becomes a wound."""

from simkit.core.jit import kernel
from simkit.games.emperor.schema import NOTHING, AbsorbFirst, MissileAbsorb


@kernel
def shield_left(rules, battle, approaching):
    """Hits that the shield can still take in this encounter."""
    if battle.shield == NOTHING or not rules.shield:
        return 0
    if approaching and rules.missile_absorb == MissileAbsorb.NEITHER:
        return 0
    return rules.arms[battle.shield].absorb - battle.shielded


@kernel
def parry_left(rules, battle, arm):
    """Hits that a weapon can still parry: only one weapon does in an encounter (variant `absorb_first`: which)."""
    if rules.absorb_first == AbsorbFirst.BEST_HELD:
        arm = battle.sturdiest
    if arm == NOTHING or not rules.parry:
        return 0
    if battle.parry_arm != NOTHING and battle.parry_arm != arm:
        return 0
    return rules.arms[arm].absorb - battle.parried


@kernel
def parries_now(rules, battle, approaching, shooting):
    """Hits that the weapon can parry this round: in the Approach, one who shoots has no other weapon in hand."""
    if approaching and rules.missile_absorb == MissileAbsorb.NEITHER:
        return 0
    if approaching and shooting and rules.missile_absorb == MissileAbsorb.SHIELD:
        return 0
    return parry_left(rules, battle, battle.weapon)


@kernel
def note_first_use(rules, battle):
    """Variant `absorb_first`: under "first_used" the first weapon wielded is the one that may parry."""
    if rules.absorb_first == AbsorbFirst.FIRST_USED and battle.parry_arm == NOTHING:
        battle.parry_arm = battle.weapon


@kernel
def absorb(rules, n_hits, shield, weapon, battle, tally):
    """Hits go to the shield, then to the parrying weapon; returns what is left of them."""
    by_shield = min(n_hits, shield)
    by_weapon = min(n_hits - by_shield, weapon)
    battle.shielded += by_shield
    battle.parried += by_weapon
    if by_weapon > 0 and rules.absorb_first == AbsorbFirst.FIRST_TO_ABSORB:
        battle.parry_arm = battle.weapon
    tally.absorbed += by_shield + by_weapon
    return n_hits - by_shield - by_weapon
