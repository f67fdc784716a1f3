"""[Shields and Other Defenses] What can take a hit before it becomes a wound."""

from simkit.core.jit import kernel
from simkit.games.emperor.shared.schema import NOTHING
from simkit.games.emperor.shared.terms import AbsorbFirst, MissileAbsorb


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
    """Hits that a weapon can still parry: only one weapon does in an encounter."""
    if arm == NOTHING or not rules.parry:
        return 0
    if battle.parry_arm != NOTHING and battle.parry_arm != arm:
        return 0
    return rules.arms[arm].absorb - battle.parried


@kernel
def parries_now(rules, battle, approaching, shooting):
    """Hits that a weapon can parry this round: one who shoots has a bow in hand (variant `missile_absorb`)."""
    if approaching and rules.missile_absorb == MissileAbsorb.NEITHER:
        return 0
    if shooting and rules.missile_absorb == MissileAbsorb.SHIELD:
        return 0
    return parry_left(rules, battle, parrying_weapon(rules, battle, shooting))


@kernel
def parrying_weapon(rules, battle, shooting):
    """The weapon that may parry: the one in hand; with a bow, or under `absorb_first` "best_held", the sturdiest."""
    if shooting or rules.absorb_first == AbsorbFirst.BEST_HELD:
        return battle.sturdiest
    return battle.weapon


@kernel
def note_first_use(rules, battle):
    """Variant `absorb_first`: under "first_used" the first weapon wielded is the one that may parry."""
    if rules.absorb_first == AbsorbFirst.FIRST_USED and battle.parry_arm == NOTHING:
        battle.parry_arm = battle.weapon


@kernel
def absorb(n_hits, shield, weapon, arm, battle, tally):
    """Hits go to the shield, then to the weapon, `arm`; returns those that neither can take."""
    by_shield = min(n_hits, shield)
    by_weapon = min(n_hits - by_shield, weapon)
    battle.shielded += by_shield
    battle.parried += by_weapon
    if by_weapon > 0:
        battle.parry_arm = arm
    tally.absorbed += by_shield + by_weapon
    return n_hits - by_shield - by_weapon


@kernel
def ward_off(n_hits, battle, tally):
    """[Invisible Barrier; Rock Wall; Protection] The first hits are absorbed; returns those that are left."""
    warded = min(n_hits, battle.ward)
    battle.ward -= warded
    tally.absorbed += warded
    return n_hits - warded
