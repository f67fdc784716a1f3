"""[Combat] Encounters: who stands against whom, blow for blow, and the ways out."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.azann.policies import draws_bow, hurts, loses, opens_with, stands
from simkit.games.azann.rules.checks import ducks_out
from simkit.games.azann.rules.choices import decide, decide_among
from simkit.games.azann.rules.items import has_in_hand
from simkit.games.azann.rules.magic import array_against, convert, gain_by_spear, may_cast, note_cast
from simkit.games.azann.rules.movement import proceed, teleport
from simkit.games.azann.rules.points import lose_point, perish, slain, spent
from simkit.games.azann.rules.tactics import advised, line_faced, odds_now, page_of
from simkit.games.azann.schema import (
    AGILITY,
    AZANN,
    BURN,
    CERTAIN,
    COMBAT,
    CRYSTAL_SPHERE,
    DUCK_AWAY,
    FIGHT_ON,
    FIREBALL,
    FIRST_BLOW,
    GREAT_BOW,
    KIND_BITS,
    KIND_MASK,
    NO_ITEM,
    NOBODY,
    NOTHING,
    REGENERATION,
    SILVER_DAGGER,
    TELEPORTATION,
    THEIR_BLOW,
    VANISH,
    Bow,
    DuckTiming,
    Ending,
    Event,
    Purpose,
    Stage,
)


@kernel
def line_up(kind, number, behind):
    """So many monsters of a kind, as a line with others behind them."""
    line = behind
    for _ in range(number):
        line = (line << KIND_BITS) + kind + 1
    return line


@kernel
def line_length(line):
    """How many foes stand in a line."""
    n = 0
    while line > 0:
        n += 1
        line >>= KIND_BITS
    return n


@kernel
def begin_encounter(rules, policy, state, line, ambush, tally, dice, log):
    """[Combat] Monsters attack; the character takes them on one at a time."""
    state.stage = Stage.FIGHTING
    state.line, state.ambush, state.fresh = line, ambush, 1
    next_foe(rules, state, ambush, tally, log)
    weapon = opening_weapon(rules, policy, state, tally, dice)
    if weapon != NO_ITEM:
        open_with(rules, state, weapon, tally, log)


@kernel
def next_foe(rules, state, foe_first, tally, log):
    """[Combat] The next monster of the line steps forward."""
    state.foe_kind = (state.line & KIND_MASK) - 1
    state.line >>= KIND_BITS
    foe, chart = state.foe, rules.monsters[state.foe_kind]
    foe.combat, foe.agility = chart.combat, chart.agility
    state.foe_first, state.bow = foe_first, Bow.AT_REST
    emit(log, tally.steps, Event.MEETS, 0, state.foe_kind, foe.combat, foe.agility, line_length(state.line))


@kernel
def opening_weapon(rules, policy, state, tally, dice):
    """[Silver Dagger; Crystal Sphere] With which of the two he opens an encounter, or neither."""
    hero, legal = state.hero, 0
    if has_in_hand(rules, state, SILVER_DAGGER) and hero.agility >= rules.dagger_least:
        legal |= 1 << SILVER_DAGGER
    if has_in_hand(rules, state, CRYSTAL_SPHERE) and hero.magic >= rules.sphere_least:
        legal |= 1 << CRYSTAL_SPHERE
    if legal == 0:
        return NO_ITEM
    legal |= 1 << NO_ITEM
    return decide_among(opens_with(rules, policy, state, legal), legal, tally, dice)


@kernel
def open_with(rules, state, item, tally, log):
    """[Silver Dagger; Crystal Sphere] Two blows before the first opponent's, for a point of Agility or Magic Skill."""
    hero = state.hero
    if item == SILVER_DAGGER:
        hero.agility = max(0, hero.agility - rules.dagger_cost)
    else:
        hero.magic = max(0, hero.magic - rules.sphere_cost)
    state.foe_first, state.opening = 0, rules.opening_blows
    emit(log, tally.steps, Event.USES, 0, item, hero.combat, hero.agility, hero.magic)


@kernel
def draw_bow(rules, policy, state, tally, dice):
    """[Great Bow] He decides as an opponent steps forward, except the first one; he pays when he shoots."""
    if can_shoot(rules, state) and decide(draws_bow(policy, state), tally, dice):
        state.bow = Bow.DRAWN


@kernel
def can_shoot(rules, state):
    """[Great Bow] Whether he has it, and the Combat Strength to carry and to use it."""
    return has_in_hand(rules, state, GREAT_BOW) and state.hero.combat >= rules.bow_least


@kernel
def shoots(rules, state):
    """[Great Bow] Whether his next blow is a shot: he has drawn the bow against this opponent, and can still use it."""
    return state.bow != Bow.AT_REST and can_shoot(rules, state)


@kernel
def strength_of_blow(rules, state, tally, log):
    """[Great Bow] A strength of 8, for a point of Combat Strength at the first shot; without it his Combat Strength."""
    hero = state.hero
    if not shoots(rules, state):
        return hero.combat
    if state.bow == Bow.DRAWN:
        hero.combat = max(0, hero.combat - rules.bow_cost)
        state.bow = Bow.PAID
        emit(log, tally.steps, Event.USES, 0, GREAT_BOW, hero.combat, hero.agility, hero.magic)
    return rules.bow_strength


@kernel
def fight_round(rules, policy, state, tally, dice, log):
    """[Combat] One round: spells and ways out, then blow and blow."""
    tally.rounds += 1
    kind = state.foe_kind
    brace(rules, policy, state, tally, log)
    legal = legal_stands(rules, state)
    stand = decide_among(stands(rules, policy, state, line_length(state.line) + 1, legal), legal, tally, dice)
    state.fresh = 0
    if stand == BURN:
        cast_fireball(rules, state, tally, log)
    elif stand == VANISH:
        vanish(rules, policy, state, tally, dice, log)
    elif stand == DUCK_AWAY and ducks_out(rules, policy, state, tally, dice, log):
        leave_encounter(rules, state, tally, dice, log)
    else:
        exchange_blows(rules, policy, state, tally, dice, log)
    if state.ending == PLAYING and spent(rules, state.hero):
        perish(state, kind + 1)


@kernel
def brace(rules, policy, state, tally, log):
    """[Spell of Regeneration; Spear of Grom; Emerald Rod] Points moved for the foe at hand."""
    if policy.regenerates and may_cast(rules, state, REGENERATION):
        array_against(rules, state, tally, log)
    elif policy.converts and not shoots(rules, state) and odds_now(rules, state) < CERTAIN:
        convert(rules, policy, state, AGILITY, state.foe.combat + 1 - state.hero.agility, tally, log)
        convert(rules, policy, state, COMBAT, gain_by_spear(rules, policy, state), tally, log)


@kernel
def legal_stands(rules, state):
    """[Summary of Spells; Ducking Out] What he may do as a round begins, as bits."""
    legal = 1 << FIGHT_ON
    fireproof = state.foe_kind == AZANN and not rules.fireball_azann
    if may_cast(rules, state, FIREBALL) and not fireproof:
        legal |= 1 << BURN
    if may_cast(rules, state, TELEPORTATION):
        legal |= 1 << VANISH
    timing = rules.duck_out_timing
    in_time = timing == DuckTiming.ANY_ROUND or (timing == DuckTiming.BEFORE_ANY_COMBAT and state.fresh == 1)
    if in_time and state.hero.agility > 0:
        legal |= 1 << DUCK_AWAY
    return legal


@kernel
def cast_fireball(rules, state, tally, log):
    """[Fireball Spell] All who attack are burnt; Magic Skill drops to zero, Combat Strength is halved, fractions up."""
    hero = state.hero
    hero.magic = 0
    hero.combat = -(-hero.combat // rules.fireball_divisor)
    note_cast(rules, state, FIREBALL, tally, log)
    state.line = (state.line << KIND_BITS) + state.foe_kind + 1
    for _ in range(line_length(state.line)):
        note_kill((state.line & KIND_MASK) - 1, tally, log)
        state.line >>= KIND_BITS
    end_encounter(state)


@kernel
def vanish(rules, policy, state, tally, dice, log):
    """[Spell of Teleportation] It removes him from any place at once, a fight as well."""
    end_encounter(state)
    if state.level == 0:
        note_cast(rules, state, TELEPORTATION, tally, log)
        state.ending = Ending.GOT_AWAY
    else:
        teleport(rules, policy, state, tally, dice, log)


@kernel
def leave_encounter(rules, state, tally, dice, log):
    """[Ducking Out] On to another stairway or room."""
    end_encounter(state)
    if state.level == 0:
        state.ending = Ending.GOT_AWAY
    else:
        proceed(rules, state, tally, dice, log)


@kernel
def end_encounter(state):
    """The encounter is over, and the paragraph is read on."""
    state.stage = Stage.READING
    state.foe.combat, state.foe.agility, state.foe_kind, state.line = 0, 0, 0, 0
    state.ambush, state.foe_first, state.fresh, state.opening, state.bow = 0, 0, 0, 0, 0


@kernel
def exchange_blows(rules, policy, state, tally, dice, log):
    """[Combat] The character attacks first unless the paragraph says otherwise; then the monster does."""
    hero, foe = state.hero, state.foe
    page = page_of(rules, line_faced(state))
    if state.foe_first:
        monster_attacks(rules, policy, hero, foe, page, tally, dice, log)
    fatal = THEIR_BLOW
    for blow in range(FIRST_BLOW, max(1, state.opening) + 1):
        if both_stand(rules, hero, foe):
            strength = strength_of_blow(rules, state, tally, log)
            character_attacks(rules, policy, hero, foe, strength, blow, page, tally, dice, log)
            if slain(rules, foe):
                fatal = blow
    state.opening = 0
    if not state.foe_first and both_stand(rules, hero, foe):
        monster_attacks(rules, policy, hero, foe, page, tally, dice, log)
    settle(rules, policy, state, fatal, tally, dice, log)


@kernel
def both_stand(rules, hero, foe):
    """Whether neither is dead."""
    return not spent(rules, hero) and not slain(rules, foe)


@kernel
def settle(rules, policy, state, fatal, tally, dice, log):
    """[Combat] A slain monster makes room for the next; with the last one the encounter is over.

    `fatal` is the blow that slew it.  Where turns go on alternating (AZ-18), the next strikes first after one of his.
    """
    if not slain(rules, state.foe):
        return
    note_kill(state.foe_kind, tally, log)
    if spent(rules, state.hero):
        return
    if state.line == NOBODY:
        end_encounter(state)
        return
    next_foe(rules, state, state.ambush if rules.multi_first else int(fatal != THEIR_BLOW), tally, log)
    draw_bow(rules, policy, state, tally, dice)


@kernel
def note_kill(kind, tally, log):
    """A monster is dead."""
    tally.kills += 1
    emit(log, tally.steps, Event.KILLS, 0, kind, 0, 0, 0)


@kernel
def character_attacks(rules, policy, hero, foe, strength, blow, page, tally, dice, log):
    """[Combat] His Combat Strength less the monster's Agility; `hero` may be a stand-in, whom no page is about."""
    difference = strength - foe.agility
    face = face_on_tie(rules, difference, blow, tally, dice)
    hero_hit, foe_hit = blow_lands(difference, face, hero.combat, foe.combat)
    emit(log, tally.steps, Event.STRIKES, 0, difference, face, hero_hit, foe_hit)
    known = NOTHING if strength != hero.combat else page
    advice = advised(rules, known, 0, hero, foe, hero_hit + foe_hit == 2)
    take_hits(rules, policy, hero, foe, strength, hero_hit, foe_hit, difference == 0, advice, tally, dice, log)


@kernel
def monster_attacks(rules, policy, hero, foe, page, tally, dice, log):
    """[Combat] Its Combat Strength less his Agility; zero is rolled for as in his own attack (AZ-17)."""
    difference = foe.combat - hero.agility
    if difference == 0 and not rules.zero_diff_monster_turn:
        return
    face = face_on_tie(rules, difference, THEIR_BLOW, tally, dice)
    foe_hit, hero_hit = blow_lands(difference, face, foe.combat, hero.combat)
    emit(log, tally.steps, Event.STRIKES, 1, difference, face, foe_hit, hero_hit)
    advice = advised(rules, page, 1, hero, foe, hero_hit + foe_hit == 2)
    take_hits(rules, policy, hero, foe, hero.combat, hero_hit, foe_hit, difference == 0, advice, tally, dice, log)


@kernel
def face_on_tie(rules, difference, blow, tally, dice):
    """[Combat] A die is rolled only for a difference of zero."""
    if difference != 0:
        return 0
    address(dice, Purpose.BLOW, tally.steps, blow)
    return roll(dice, rules.die_sides)


@kernel
def blow_lands(difference, face, striker_combat, target_combat):
    """[Combat] Points that the striker and the target lose: below zero the striker, above zero the target.

    At zero, each of them whose Combat Strength is below the die.
    """
    if difference < 0:
        return 1, 0
    elif difference > 0:
        return 0, 1
    return int(face > striker_combat), int(face > target_combat)


@kernel
def take_hits(rules, policy, hero, foe, strength, hero_hit, foe_hit, tie, advice, tally, dice, log):
    """[Combat] The player chooses which characteristic loses the point, the monster's as well."""
    lost = loses(policy, hero, foe, strength, tie, advice)
    hurt = hurts(policy, hero, foe, strength, tie, advice)
    if hero_hit:
        lose_point(hero, decide(lost, tally, dice))
    if foe_hit:
        lose_point(foe, decide(hurt, tally, dice))
    if not rules.mutual_death and slain(rules, foe) and spent(rules, hero):
        hero.agility = max(1, hero.agility)
        hero.combat = max(1, hero.combat)
    emit(log, tally.steps, Event.STANDS, 0, hero.combat, hero.agility, foe.combat, foe.agility)
