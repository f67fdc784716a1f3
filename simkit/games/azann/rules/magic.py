"""[Using Spells; Magic Items] What may be cast, and points turned into others by Regeneration, Rod, Ruby and Spear."""

from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.azann.policies import forgotten, learned
from simkit.games.azann.rules.bits import has
from simkit.games.azann.rules.choices import decide_among
from simkit.games.azann.rules.items import demand, has_in_hand
from simkit.games.azann.rules.points import points, set_points
from simkit.games.azann.rules.tactics import best_combat, chance, is_spared, line_faced, odds_now, page_of
from simkit.games.azann.schema import (
    AGILITY,
    CERTAIN,
    COMBAT,
    FIREBALL,
    MAGIC,
    N_ITEMS,
    N_SPELLS,
    N_STATS,
    REGENERATION,
    RESISTANCE,
    TELEPORTATION,
    Event,
    SpellGate,
    Stage,
)


@kernel
def may_cast(rules, state, spell):
    """[Summary of Spells] Whether a spell is known and nothing forbids it; the print limits Resistance only (AZ-40)."""
    if not has(state.spells, spell):
        return False
    hero, gate = state.hero, rules.spell_cost_gate
    if spell == RESISTANCE and hero.combat < rules.resistance_least:
        return False
    if gate == SpellGate.MAGIC_ONE:
        return hero.magic > 0 or spell not in (FIREBALL, TELEPORTATION)
    elif gate == SpellGate.ONCE_EACH:
        return not has(state.cast, spell)
    elif gate == SpellGate.NOT_IN_COMBAT:
        return spell != REGENERATION or state.stage != Stage.FIGHTING
    return True


@kernel
def note_cast(rules, state, spell, tally, log):
    """A spell was cast, and its price is paid."""
    if rules.spell_cost_gate == SpellGate.ONCE_EACH:
        state.cast |= 1 << spell
    tally.casts += 1
    hero = state.hero
    emit(log, tally.steps, Event.CASTS, 0, spell, hero.combat, hero.agility, hero.magic)


@kernel
def cast_resistance(rules, state, tally, log):
    """[Spell of Resistance] It costs Combat Strength."""
    state.hero.combat = max(0, state.hero.combat - rules.resistance_cost)
    note_cast(rules, state, RESISTANCE, tally, log)


@kernel
def learn_spell(policy, state, tally, dice, log):
    """[Adventure Paragraphs, 041] One spell more, of his choice; if he knows all, he learns none."""
    unknown = ~state.spells & ((1 << N_SPELLS) - 1)
    if unknown != 0:
        spell = decide_among(learned(policy, unknown), unknown, tally, dice)
        state.spells |= 1 << spell
        state.cast &= ~(1 << spell)
        emit(log, tally.steps, Event.LEARNS, 0, spell, 0, 0, 0)


@kernel
def forget_spell(policy, state, tally, dice, log):
    """[Adventure Paragraphs, 088 and 091] One spell forgotten, of his choice; if he knows none, he forgets none."""
    if state.spells != 0:
        spell = decide_among(forgotten(policy, state.spells), state.spells, tally, dice)
        state.spells &= ~(1 << spell)
        emit(log, tally.steps, Event.FORGETS, 0, spell, 0, 0, 0)


@kernel
def muster(rules, policy, state, stat, enough, tally, log):
    """[Spell of Regeneration; Magic Items; Spear of Grom] Points moved to where they are about to count."""
    if policy.regenerates and may_cast(rules, state, REGENERATION):
        regenerate(rules, policy, state, stat, enough, tally, log)
    elif policy.converts:
        convert(rules, policy, state, stat, enough - points(state.hero, stat), tally, log)


@kernel
def regenerate(rules, policy, state, stat, enough, tally, log):
    """[Spell of Regeneration] One characteristic raised from the two others, if he has the spell and uses it."""
    hero = state.hero
    if points(hero, stat) >= enough or not policy.regenerates or not may_cast(rules, state, REGENERATION):
        return
    moved = made_by_example(rules, state)
    for source in range(N_STATS - 1, -1, -1):
        wanted = enough - points(hero, stat)
        moved += shift(hero, source, stat, min(wanted, spare(rules, state, source)))
    if moved > 0:
        note_cast(rules, state, REGENERATION, tally, log)


@kernel
def convert(rules, policy, state, stat, missing, tally, log):
    """[Emerald Rod; Ruby of Kreesh; Spear of Grom] Point for point, as many as he can spare."""
    for index in range(N_ITEMS):
        item = rules.items[index]
        if has_in_hand(rules, state, index) and item.to_stat == stat and missing > 0:
            to_give = min(spare(rules, state, item.from_stat), points(state.hero, item.from_stat) - policy.keeps)
            moved = shift(state.hero, item.from_stat, stat, min(missing, to_give))
            missing -= moved
            if moved > 0:
                hero = state.hero
                emit(log, tally.steps, Event.USES, 0, index, hero.combat, hero.agility, hero.magic)


@kernel
def array_against(rules, state, tally, log):
    """[Spell of Regeneration] Points laid out as is best for the fight at hand, when that is better than they are."""
    hero = state.hero
    moved = made_by_example(rules, state)
    moved += shift(hero, MAGIC, AGILITY, spare(rules, state, MAGIC))
    wanted = laid_out(rules, state, spare(rules, state, AGILITY), spare(rules, state, COMBAT))
    moved += shift(hero, AGILITY, COMBAT, wanted - hero.combat)
    moved += shift(hero, COMBAT, AGILITY, hero.combat - wanted)
    if moved > 0:
        note_cast(rules, state, REGENERATION, tally, log)


@kernel
def laid_out(rules, state, most_up, most_down):
    """The Combat Strength with which he fights best, when so many points of Agility, and of it, can be moved.

    Where he wins as surely with his points as they are, they stay, unless only others spare him every blow.
    """
    hero, foe, page, turn = state.hero, state.foe, page_of(rules, line_faced(state)), state.foe_first
    total, now, spared = hero.combat + hero.agility, odds_now(rules, state), is_spared(foe, hero.combat, hero.agility)
    if spared and now == CERTAIN:
        return hero.combat
    best = best_combat(rules, page, turn, foe, hero.combat - most_down, hero.agility - most_up, total)
    then = chance(rules, page, turn, foe, best, total - best)
    better = then > now or (then == now and not spared and is_spared(foe, best, total - best))
    return best if better else hero.combat


@kernel
def gain_by_spear(rules, policy, state):
    """[Spear of Grom] How many points of Agility are of more use to him as Combat Strength, in the fight at hand."""
    to_give = min(spare(rules, state, AGILITY), state.hero.agility - policy.keeps)
    return laid_out(rules, state, max(0, to_give), 0) - state.hero.combat


@kernel
def made_by_example(rules, state):
    """[Spell of Regeneration] Points are re-arranged; by its first example there are more than before (AZ-43)."""
    hero = state.hero
    if rules.regen_conserves or hero.magic < rules.example_magic:
        return 0
    hero.combat += rules.example_combat
    hero.agility += rules.example_agility
    hero.magic -= rules.example_magic
    return 1


@kernel
def spare(rules, state, stat):
    """Points that a characteristic can give: all but what carries his things, and one to live by."""
    to_live = 0 if stat == MAGIC else 1
    return max(0, points(state.hero, stat) - max(to_live, demand(rules, state, stat)))


@kernel
def shift(hero, source, target, number):
    """Move points from one characteristic to another; says how many."""
    if source == target or number <= 0:
        return 0
    set_points(hero, source, points(hero, source) - number)
    set_points(hero, target, points(hero, target) + number)
    return number
