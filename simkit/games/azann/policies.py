"""Scripted players.  A decision sees the character and his foe, never the dice, and answers with a number or AT_RANDOM.

Yes-or-no decisions answer 1 or 0.
"""

from simkit.core.jit import kernel
from simkit.games.azann.rules.bits import has
from simkit.games.azann.rules.points import total_points
from simkit.games.azann.rules.tactics import (
    best_odds_against,
    edge_over,
    hurts_by_thumb,
    is_spared,
    odds_against,
    odds_now,
    opening_helps,
    pays_by_thumb,
)
from simkit.games.azann.schema import (
    AGILITY,
    AGREE,
    APPROACH,
    AT_RANDOM,
    AZANN,
    AZANN_GONE,
    BURN,
    BY_ROOM,
    BY_SANDALS,
    BY_SPELL,
    CERTAIN,
    CHILD,
    CLIMB,
    COMBAT,
    COMMUNICATE,
    CRYSTAL_SPHERE,
    DEMON,
    DEMONS,
    DUCK,
    DUCK_AWAY,
    ESCAPE,
    FIGHT_ON,
    FIREBALL,
    FRONT_DOOR,
    GOBLIN_DEAD,
    INVESTIGATE,
    JEWEL,
    KIND_BITS,
    LEAVE,
    N_ITEMS,
    N_SPELLS,
    NO_ITEM,
    NOTHING,
    PUSH,
    REGENERATION,
    RESIST,
    RESISTANCE,
    SILVER_DAGGER,
    SIP,
    SPEAK,
    STATUE,
    THROW,
    THROW_BACK,
    TROLL,
    VANISH,
    NerveCheck,
    Policy,
)


@kernel
def answers(rules, policy, state, choice):
    """Whether he says yes to a choice of CHOICES."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    elif policy.kind == Policy.SCRIPTED:
        return int(says_yes(rules, policy, state, choice))
    raise ValueError("answers: unknown policy")


@kernel
def says_yes(rules, policy, state, choice):
    """The scripted answer to a choice; no to all that are not named here."""
    hero = state.hero
    if choice == FRONT_DOOR:
        return policy.back_door == 0
    elif choice == CLIMB:
        return floor_wanted(rules, policy, state) > 1
    elif choice in (ESCAPE, LEAVE):
        return floor_wanted(rules, policy, state) == 0
    elif choice == INVESTIGATE:
        return jewel_to_be_had(policy, state) and (policy.jewel_first == 1 or not child_to_be_had(rules, policy, state))
    elif choice == AGREE:
        return policy.wants_jewel == 1
    elif choice in (SPEAK, DEMONS):
        return not dares(rules, policy, state) and prefers_demons(rules, policy, state)
    elif choice == RESIST:
        return survives_resistance(rules, hero) and not dares(rules, policy, state)
    elif choice == THROW:
        return can_throw(policy, state)
    elif choice == THROW_BACK:
        return odds_with_all(rules, policy, state, TROLL + 1) < CERTAIN
    elif choice == DUCK:
        return hero.agility > rules.duck_cost
    return choice in (STATUE, COMMUNICATE, PUSH, SIP, APPROACH)


@kernel
def at_call(policy, state, points):
    """To what these points of his can be raised: by Regeneration to the sum of all his points."""
    return total_points(state.hero) if can_regenerate(policy, state) else points


@kernel
def can_regenerate(policy, state):
    """Whether he knows Regeneration and uses it."""
    return policy.regenerates == 1 and has(state.spells, REGENERATION)


@kernel
def child_to_be_had(rules, policy, state):
    """Whether the child is wanted and still in the tower, and the way to it is not closed to him."""
    gone = has(state.facts, CHILD) or has(state.facts, AZANN_GONE)
    return policy.wants_child == 1 and not gone and nerves_may_hold(rules, state)


@kernel
def nerves_may_hold(rules, state):
    """[Nerve Checks] As printed (AZ-15) no die passes that is to exceed as many points as it has sides."""
    return rules.nerve_check != NerveCheck.PRINTED or total_points(state.hero) < rules.die_sides


@kernel
def jewel_to_be_had(policy, state):
    """Whether the Jewel is wanted and the goblin still has it."""
    return policy.wants_jewel == 1 and not has(state.facts, JEWEL) and not has(state.facts, GOBLIN_DEAD)


@kernel
def floor_wanted(rules, policy, state):
    """The level that he is bound for; 0 to leave the tower."""
    child, jewel = child_to_be_had(rules, policy, state), jewel_to_be_had(policy, state)
    strength = at_call(policy, state, state.hero.combat + state.hero.agility)
    if strength <= policy.gives_up_at:
        return 0
    elif strength < policy.rests_below and still_pays(rules, state, policy.rest_floor):
        return policy.rest_floor
    elif child and not (jewel and policy.jewel_first):
        return policy.child_floor
    return policy.jewel_floor if jewel else 0


@kernel
def still_pays(rules, state, level):
    """Whether there are points to be had in the rooms of a level."""
    return rules.pays[level] != 0 or (rules.pays_once[level] & ~state.paid) != 0


@kernel
def dares(rules, policy, state):
    """Whether he stands up to Azann: the Jewel to throw, a fire to cast, or a fair chance with his points."""
    if has(state.facts, JEWEL):
        return can_throw(policy, state)
    return has(state.spells, FIREBALL) or not falls_short(
        odds_with_all(rules, policy, state, AZANN + 1), policy.dares_from
    )


@kernel
def prefers_demons(rules, policy, state):
    """Whether he would rather meet the two demons than Azann, whose influence he cannot resist."""
    demons = ((DEMON + 1) << KIND_BITS) + DEMON + 1
    azann = odds_with_all(rules, policy, state, AZANN + 1)
    return not has(state.spells, RESISTANCE) and odds_with_all(rules, policy, state, demons) >= azann


@kernel
def odds_with_all(rules, policy, state, line):
    """His chance against foes to come, with all points that he can bring to bear."""
    hero = state.hero
    if can_regenerate(policy, state):
        return best_odds_against(rules, line, total_points(hero))
    return odds_against(rules, line, hero.combat, hero.agility)


@kernel
def can_throw(policy, state):
    """Whether his Magic Skill is enough to throw the Jewel."""
    return at_call(policy, state, state.hero.magic) >= policy.throws_at


@kernel
def next_way(rules, policy, state, open_ways):
    """The way he takes from a paragraph that is over; `open_ways` as bits."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    elif policy.kind == Policy.SCRIPTED:
        return scripted_way(rules, policy, state, open_ways)
    raise ValueError("next_way: unknown policy")


@kernel
def scripted_way(rules, policy, state, open_ways):
    """A room of the floor that he wants, or the way there: magic in place of many flights, else the stairs."""
    floor = max(1, floor_wanted(rules, policy, state))
    if floor == state.level:
        return BY_ROOM
    stairs = flights(state.level, floor, open_ways)
    if has(open_ways, BY_SPELL) and 0 < policy.teleports_over <= stairs:
        return BY_SPELL
    elif has(open_ways, BY_SANDALS) and 0 < policy.sandals_over <= stairs:
        return BY_SANDALS
    elif has(open_ways, floor):
        return floor
    return state.level - 1 if floor < state.level else state.level + 1


@kernel
def flights(level, floor, open_ways):
    """How many flights of stairs lead from a level to another: a single one down to any, where that is the rule."""
    return 1 if has(open_ways, floor) else abs(floor - level)


@kernel
def wants_item(policy, state, item, full):
    """Whether he tries to take a thing; `full`: he would have to leave one for it."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    worth = policy.item_worth[item]
    if full:
        return int(worth > policy.item_worth[least_wanted(policy, state.items)])
    return int(worth > 0)


@kernel
def least_wanted(policy, items):
    """Which of the things that he carries he would lose; there must be one."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    least = NOTHING
    for item in range(N_ITEMS):
        if has(items, item) and (least == NOTHING or policy.item_worth[item] < policy.item_worth[least]):
            least = item
    return least


@kernel
def learned(policy, unknown):
    """Which of the spells that he does not know he learns; there must be one."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    best = NOTHING
    for spell in range(N_SPELLS):
        if has(unknown, spell) and (best == NOTHING or policy.spell_worth[spell] > policy.spell_worth[best]):
            best = spell
    return best


@kernel
def forgotten(policy, known):
    """Which of his spells he forgets; there must be one."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    least = NOTHING
    for spell in range(N_SPELLS):
        if has(known, spell) and (least == NOTHING or policy.spell_worth[spell] < policy.spell_worth[least]):
            least = spell
    return least


@kernel
def favours(policy, hero):
    """The characteristic to which a point given freely goes: the lower of the two that he lives by."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    return COMBAT if hero.combat <= hero.agility else AGILITY


@kernel
def resists(rules, policy, state, aid, gain):
    """Whether he casts Resistance at a Nerve Check: when he could fail, and failing is what the die can do.

    `aid`: what is taken from the die without it; `gain`: how much surer it makes him.
    """
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    if policy.resists == 0 or gain <= 0:
        return 0
    if rules.nerve_check == NerveCheck.PRINTED or not survives_resistance(rules, state.hero):
        return 0
    highest = 2 * rules.die_sides if rules.nerve_check == NerveCheck.TWO_DICE else rules.die_sides
    against = state.hero.combat if rules.nerve_check == NerveCheck.COMBAT_ONLY else total_points(state.hero)
    return int(highest - aid > against)


@kernel
def survives_resistance(rules, hero):
    """Whether casting Resistance leaves him a point to live by."""
    return hero.combat > rules.resistance_cost or hero.agility > 0


@kernel
def stands(rules, policy, state, n_foes, legal):
    """What he does as a round begins; `legal` as bits.  It hangs on his edge and on his chance of winning."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    edge, odds = edge_over(state.foe, state.hero.combat, state.hero.agility), odds_now(rules, state)
    burns = edge <= policy.fireball_at or n_foes >= policy.fireball_group or falls_short(odds, policy.fireball_below)
    if has(legal, BURN) and (burns or burns_for_nothing(rules, policy, state)):
        return BURN
    elif has(legal, VANISH) and (edge <= policy.vanish_at or falls_short(odds, policy.vanish_below)):
        return VANISH
    elif has(legal, DUCK_AWAY) and (edge <= policy.duck_at or falls_short(odds, policy.duck_below)):
        return DUCK_AWAY
    return FIGHT_ON


@kernel
def burns_for_nothing(rules, policy, state):
    """Whether a Fireball would take no point that he fights with, and the foe could: then he does not spare it."""
    hero, foe = state.hero, state.foe
    halved = -(-hero.combat // rules.fireball_divisor)
    free = halved == hero.combat and (hero.magic == 0 or not can_regenerate(policy, state))
    return policy.fireball_below > 0 and free and not is_spared(foe, hero.combat, hero.agility)


@kernel
def falls_short(odds, percent):
    """Whether a chance out of CERTAIN is below so many percent."""
    return odds * 100 < percent * CERTAIN


@kernel
def opens_with(rules, policy, state, legal):
    """Silver Dagger, Crystal Sphere or NO_ITEM; `legal` as bits.  He opens where it makes it likelier that he wins."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    if policy.opens == 0:
        return NO_ITEM
    elif has(legal, CRYSTAL_SPHERE) and opening_helps(rules, state, 0):
        return CRYSTAL_SPHERE
    elif has(legal, SILVER_DAGGER) and opening_helps(rules, state, rules.dagger_cost):
        return SILVER_DAGGER
    return NO_ITEM


@kernel
def draws_bow(policy, state):
    """Whether he draws the Great Bow: where his own blows would not land."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    return int(policy.draws_bow == 1 and state.hero.combat <= state.foe.agility)


@kernel
def loses(policy, hero, foe, strength, tie, advice):
    """The characteristic from which he pays for a hit; `advice` of the book, or NOTHING."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    return pays_by_thumb(hero, foe, strength, tie) if advice == NOTHING else advice % 2


@kernel
def hurts(policy, hero, foe, strength, tie, advice):
    """The monster's characteristic that he lowers; `advice` of the book, or NOTHING."""
    if policy.kind == Policy.RANDOM:
        return AT_RANDOM
    return hurts_by_thumb(hero, foe, strength, tie) if advice == NOTHING else advice // 2
