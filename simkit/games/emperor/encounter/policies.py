"""Scripted players.  A decision sees what lies on the table, never the dice, and answers a choice or AT_RANDOM.

Members of enums are passed on and returned by their `.value`; `simkit.core.jit.kernel` says why.
"""

from simkit.core.jit import kernel
from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.shared.schema import AT_RANDOM, N_SPELLS, NOTHING, Policy
from simkit.games.emperor.shared.terms import Action, Good, Spares, Spell, Weapon


@kernel
def by_habit(policy, habit):
    """A yes or no that is the policy's habit, or left to chance."""
    if policy.kind == Policy.SCRIPTED:
        return habit
    elif policy.kind == Policy.RANDOM:
        return AT_RANDOM
    raise ValueError("by_habit: unknown policy")


@kernel
def flees(policy, player):
    """Whether the hero tries to escape: when `flee_at` wounds or fewer are left to him."""
    return by_habit(policy, int(player.wound_number - player.wounds <= policy.flee_at))


@kernel
def runs(foe, policy, player, battle):
    """Whether the hero tries to escape from a creature: when hurt, or if it has `runs_from` dice or more.

    Not while it has `finishes_at` wounds left or fewer.
    """
    left = player.wound_number - player.wounds
    wants = (left <= policy.flee_at or foe.ability >= policy.runs_from) and (
        foe.wounds - battle.foe_wounds > policy.finishes_at
    )
    return by_habit(policy, int(wants))


@kernel
def lets_go(policy):
    """Whether the hero allows a creature that tries to get away to do so."""
    return by_habit(policy, policy.lets_go)


@kernel
def yields(policy, player, habit):
    """A habit of giving in, which one has at `yields_at` wounds left or fewer."""
    return by_habit(policy, int(habit > 0 and player.wound_number - player.wounds <= policy.yields_at))


@kernel
def pays(policy, player):
    """Whether the hero pays a bribe that he can afford."""
    return yields(policy, player, policy.pays)


@kernel
def surrenders(policy, player):
    """Whether the hero hands his Imperial Treasures to a patrol rather than fight it."""
    return yields(policy, player, policy.surrenders)


@kernel
def gives_up_magic(policy, player):
    """Whether the hero gives the Sorcerer all his magic rather than fight him."""
    return yields(policy, player, policy.gives_up)


@kernel
def trades(policy):
    """Whether the hero trades a magic treasure with the Mad Magician."""
    return by_habit(policy, policy.trades)


@kernel
def walks_away(foe, policy, player, battle):
    """Whether the hero leaves a snared creature: by habit, and when he would run, for then he need not roll or drop."""
    wants = policy.walks_away > 0 or (policy.kind == Policy.SCRIPTED and runs(foe, policy, player, battle) > 0)
    return by_habit(policy, int(wants))


@kernel
def shoots(policy, battle):
    """Whether the hero uses a missile weapon in the Approach; a random policy always uses one that it has."""
    return battle.launcher != NOTHING and (policy.kind == Policy.RANDOM or policy.shoots != 0)


@kernel
def choose_weapon(policy, battle, parry_left):
    """The arm for the next round of Melee; `parry_left`: hits that the sturdiest one can still take."""
    parries = policy.weapon == Weapon.STURDIEST and parry_left > 0
    return by_habit(policy, battle.sturdiest if parries else battle.strongest)


@kernel
def hits_on_vessel(policy, n_hits, hero_left, vessel_left):
    """How many hits the hero puts on his vessel: at most all of them, and at most what the vessel can take.

    `hero_left`, `vessel_left`: hits that hero and vessel can take before they are lost.
    """
    if policy.spares == Spares.VESSEL:
        choice = max(0, n_hits - hero_left + 1)
    elif policy.spares == Spares.HERO:
        choice = n_hits
    else:
        afloat = min(n_hits, vessel_left - 1)
        choice = afloat if n_hits - afloat < hero_left else n_hits
    return by_habit(policy, min(choice, n_hits, vessel_left))


@kernel
def choose_action(rules, policy, player, battle):
    """What to do in this round: get away by magic, heal, summon, charm, snare, ward, strike with a bolt, or attack."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    left = player.wound_number - player.wounds
    action = flee_by_magic(policy, player, left)
    if action == Action.ATTACK:
        action = heal_or_ward(rules, policy, player, battle, left)
    if action == Action.ATTACK:
        action = charm_or_strike(rules, policy, player, battle)
    return action


@kernel
def flee_by_magic(policy, player, left):
    """Teleport, Fog or Fear when `magic_flight_at` wounds or fewer are left, the Scroll at `scrolls_at`."""
    if left <= policy.magic_flight_at:
        for spell in (Spell.TELEPORT.value, Spell.STINKING_FOG.value, Spell.FEAR.value):
            if count(player.spells, spell) > 0:
                return spell + 1
    if (
        left <= policy.scrolls_at
        and count(player.goods, Good.SCROLL_TELEPORT.value) > 0
        and left <= policy.magic_flight_at
    ):
        return Action.READ_TELEPORT.value
    return Action.ATTACK.value


@kernel
def heal_or_ward(rules, policy, player, battle, left):
    """Heal at `heals_at` wounds left, ward against `wards_from` dice or more; scrolls only at `scrolls_at` or fewer."""
    if left <= policy.heals_at and player.wounds > 0:
        if count(player.spells, Spell.HEAL_COMPLETELY.value) > 0:
            return Spell.HEAL_COMPLETELY.value + 1
        if left <= policy.scrolls_at and count(player.goods, Good.SCROLL_HEAL.value) > 0:
            return Action.READ_HEALING.value
    if battle.ward == 0 and rules.foes[battle.kind].ability >= policy.wards_from:
        if count(player.spells, Spell.INVISIBLE_BARRIER.value) > 0:
            return Spell.INVISIBLE_BARRIER.value + 1
        if count(player.spells, Spell.ROCK_WALL.value) > 0 and battle.at_sea == 0:
            return Spell.ROCK_WALL.value + 1
        if left <= policy.scrolls_at and count(player.goods, Good.SCROLL_PROTECTION.value) > 0:
            return Action.READ_PROTECTION.value
    return Action.ATTACK.value


@kernel
def charm_or_strike(rules, policy, player, battle):
    """Charm, summon the familiar, snare; then cast bolts while the creature has `bolts_from` wounds left or more."""
    foe = rules.foes[battle.kind]
    if policy.charms and foe.speaks > 0 and count(player.spells, Spell.SPEAK_TO_ANIMALS.value) > 0:
        return Spell.SPEAK_TO_ANIMALS.value + 1
    if policy.charms and foe.befriends > 0 and count(player.spells, Spell.PHRASE_OF_FRIENDSHIP.value) > 0:
        return Spell.PHRASE_OF_FRIENDSHIP.value + 1
    if policy.summons and player.familiar == 0 and count(player.spells, Spell.FAMILIAR.value) > 0:
        return Spell.FAMILIAR.value + 1
    if policy.snares and battle.snared == 0 and count(player.spells, Spell.ELVIN_SNARE.value) > 0:
        return Spell.ELVIN_SNARE.value + 1
    if foe.wounds - battle.foe_wounds >= policy.bolts_from:
        for spell in range(N_SPELLS):
            if rules.spells[spell].wounds_per_hit > 0 and count(player.spells, spell) > 0:
                return spell + 1
    return Action.ATTACK.value
