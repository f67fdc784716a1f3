"""[9.2 to 9.7] What magic items are, and what becomes of whoever tries them out."""

from simkit.core.dice import address, draw, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.deathmaze.policies import patient, tester, wearer
from simkit.games.deathmaze.rules.codes import roll_code
from simkit.games.deathmaze.rules.party import decide, die, wound
from simkit.games.deathmaze.schema import NOTHING, Event, Item, Medallion, Potion, Purpose, Spice


@kernel
def identify(rules, setup, policy, state, tally, dice, log):
    """[9.2 to 9.7] The item's own table; then whoever needs healing is tended and spare armor finds a wearer."""
    kind = state.kind
    state.kind = Item.NONE
    if kind == Item.WEAPON:
        find_weapon(rules, state, tally, dice, log)
        return
    elif kind == Item.COMBAT_BONUS:
        find_combat_bonus(rules, state, tally, dice, log)
    elif kind == Item.ARMOR:
        find_armor(rules, state, tally, dice, log)
    elif kind == Item.POTION:
        find_potion(rules, policy, state, tally, dice, log)
    elif kind == Item.SPICE:
        find_spice(rules, setup, state, tally, dice, log)
    elif kind == Item.MEDALLION:
        find_medallion(rules, setup, policy, state, tally, dice, log)
    else:
        find_ring(rules, state, tally, dice, log)
    state.items -= 1
    tend(rules, policy, state, tally, dice, log)
    dress(policy, state, tally, dice, log)


@kernel
def find_weapon(rules, state, tally, dice, log):
    """[9.21] The weapon's type; its Combat Bonus is rolled next."""
    address(dice, Purpose.IDENTIFY, state.hoard, state.items)
    emit(log, state.hoard, Event.WEAPON, 0, roll(dice, rules.die_sides), 0, 0, 0)
    state.kind = Item.COMBAT_BONUS


@kernel
def find_combat_bonus(rules, state, tally, dice, log):
    """[9.22] The weapon's bonus, however many sixes are rolled twice."""
    address(dice, Purpose.BONUS, state.hoard, state.items)
    bonus = draw(dice, rules.weapon_bonus)
    tally.weapons += 1
    tally.weapon_bonus += bonus
    tally.bonus += bonus
    emit(log, state.hoard, Event.COMBAT_BONUS, 0, bonus, 0, 0, 0)


@kernel
def find_armor(rules, state, tally, dice, log):
    """[9.31] The Wound Points Bonus, however many sixes are rolled twice."""
    address(dice, Purpose.BONUS, state.hoard, state.items)
    bonus = draw(dice, rules.armor_bonus)
    tally.armors += 1
    tally.armor_bonus += bonus
    tally.bonus += bonus
    emit(log, state.hoard, Event.ARMOR, 0, bonus, 0, 0, 0)
    state.spare = max(state.spare, min(bonus, rules.armor_worn))


@kernel
def dress(policy, state, tally, dice, log):
    """[9.32, 9.17] Armor that nobody wears, found or left by the dead, is offered until nobody wants it."""
    for _ in range(state.party.shape[0]):
        if state.spare == 0 or state.ending != PLAYING:
            return
        who = decide(wearer(policy, state.party, state.spare), Purpose.POLICY_WEARS, state, tally, dice)
        if who == NOTHING:
            return
        bonus = state.spare
        state.spare = 0
        take_off(who, state, tally, log)
        don(who, bonus, state, log)


@kernel
def take_off(who, state, tally, log):
    """[9.32] Whoever takes armor off loses its bonus, which may kill him."""
    adventurer = state.party[who]
    if adventurer.armor > 0:
        state.spare = adventurer.armor
        adventurer.points -= adventurer.armor
        adventurer.armor = 0
        emit(log, state.hoard, Event.TAKES_OFF, 0, who, state.spare, 0, 0)
        if adventurer.points <= 0:
            die(who, state, tally, log)


@kernel
def don(who, bonus, state, log):
    """[9.32] Whoever puts armor on gains its bonus; a dead man does not."""
    adventurer = state.party[who]
    if adventurer.points > 0:
        adventurer.armor = bonus
        adventurer.points += bonus
        emit(log, state.hoard, Event.DONS, 0, who, bonus, adventurer.points, 0)
    else:
        state.spare = max(state.spare, bonus)


@kernel
def find_potion(rules, policy, state, tally, dice, log):
    """[9.41] Somebody tests it before it is known, and one dose is left.  [9.63] An appraised one needs no test."""
    tally.potions += 1
    who = NOTHING
    if not state.appraisal:
        least = 1 if state.antidote else policy.potions_from
        who = decide(tester(policy, state.party, least), Purpose.POLICY_TESTS, state, tally, dice)
        if who == NOTHING:
            keep(Event.KEEPS_POTION, state, tally, log)
            return
    address(dice, Purpose.IDENTIFY, state.hoard, state.items)
    potion = rules.potions[roll(dice, rules.die_sides) - 1]
    emit(log, state.hoard, Event.POTION, 0, who, potion, 0, 0)
    doses = rules.potion_doses
    if who != NOTHING:
        doses -= 1
        drink(rules, who, potion, state, tally, dice, log)
    if potion == Potion.HEALING:
        state.doses += doses


@kernel
def keep(event, state, tally, log):
    """[9.41, 9.61] Nobody is delegated: the item is kept unknown."""
    tally.untested += 1
    emit(log, state.hoard, event, 0, 0, 0, 0, 0)


@kernel
def drink(rules, who, potion, state, tally, dice, log):
    """[9.42 to 9.46, 9.62] What a potion does to whoever drinks it; the wearer of the right medallion fears no poison.

    Items change hands freely outside combat [9.17], so the tester wears that medallion.
    """
    if potion == Potion.HEALING:
        heal(rules, who, state, tally, dice, log)
    elif potion == Potion.POISON:
        if not state.antidote:
            wound(who, roll_code(rules.poison, dice), state, tally, log)
    elif potion == Potion.STRENGTH:
        bonus = roll_code(rules.strength, dice)
        tally.strength += bonus
        emit(log, state.hoard, Event.STRENGTH, 0, who, bonus, 0, 0)
    else:
        charm(rules, who, potion == Potion.CHARM_PERSON, state, tally, log)


@kernel
def charm(rules, who, charms_persons, state, tally, log):
    """[9.45, 9.46] A monster of the right sort that is in the segment joins the party; without one nothing happens."""
    if state.bystander != NOTHING and (rules.persons[state.bystander] > 0) == charms_persons:
        emit(log, state.hoard, Event.CHARMS, 0, who, state.bystander, 0, 0)
        tally.charmed += 1
        state.charmer, state.bystander = who, NOTHING


@kernel
def tend(rules, policy, state, tally, dice, log):
    """[9.41, 9.42, 9.52] Doses of healing potions and mustard, for as long as somebody takes one."""
    for _ in range(state.doses):
        who = decide(patient(policy, state.party), Purpose.POLICY_HEALS, state, tally, dice)
        if who == NOTHING:
            return
        state.doses -= 1
        tally.event += 1
        address(dice, Purpose.HEALING, state.hoard, tally.event)
        heal(rules, who, state, tally, dice, log)


@kernel
def heal(rules, who, state, tally, dice, log):
    """[9.42] Wounds are taken away, but never below zero."""
    adventurer = state.party[who]
    healed = min(roll_code(rules.healing, dice), adventurer.wounds)
    adventurer.wounds -= healed
    adventurer.points += healed
    tally.healed += healed
    emit(log, state.hoard, Event.HEALS, 0, who, healed, adventurer.points, 0)


@kernel
def find_spice(rules, setup, state, tally, dice, log):
    """[9.51] Spices are known at sight; those for combat and for doors are kept, and Sesame for the chests to come."""
    address(dice, Purpose.IDENTIFY, state.hoard, state.items)
    spice = rules.spices[roll(dice, rules.die_sides) - 1]
    tally.spices += 1
    state.doses += spice == Spice.MUSTARD
    if spice == Spice.SESAME:
        state.sesame = min(state.sesame + 1, max(setup.n_hoards - state.hoard, 0))
    emit(log, state.hoard, Event.SPICE, 0, spice, 0, 0, 0)


@kernel
def find_medallion(rules, setup, policy, state, tally, dice, log):
    """[9.61] Somebody puts it on before it is known."""
    tally.medallions += 1
    who = decide(tester(policy, state.party, policy.medallions_from), Purpose.POLICY_TESTS, state, tally, dice)
    if who == NOTHING:
        keep(Event.KEEPS_MEDALLION, state, tally, log)
        return
    address(dice, Purpose.IDENTIFY, state.hoard, state.items)
    medallion = rules.medallions[roll(dice, rules.die_sides) - 1]
    emit(log, state.hoard, Event.MEDALLION, 0, who, medallion, 0, 0)
    if medallion == Medallion.NEUTRALIZE_POISON:
        state.antidote = 1
    elif medallion == Medallion.POTION_APPRAISAL:
        state.appraisal = 1
    elif medallion == Medallion.ORATORY:
        tally.oratory += rules.oratory
    elif medallion == Medallion.DEXTERITY:
        tally.dexterity += rules.dexterity * anybody_shoots(setup.party, state.party)
    else:
        wound(who, roll_code(rules.strangling, dice), state, tally, log)


@kernel
def anybody_shoots(cards, party):
    """[9.65] Whether one of the living came with a weapon that Dexterity is good for."""
    shoots = False
    for who in range(party.shape[0]):
        shoots = shoots or (cards[who].missiles > 0 and party[who].points > 0)
    return shoots


@kernel
def find_ring(rules, state, tally, dice, log):
    """[9.71] Rings are known at sight; what they do, they do in combat."""
    address(dice, Purpose.IDENTIFY, state.hoard, state.items)
    tally.rings += 1
    emit(log, state.hoard, Event.RING, 0, roll(dice, rules.die_sides), 0, 0, 0)
