"""[Encounters; Encounter Descriptions] A chit is drawn, applies or not, and reacts."""

from simkit.core.dice import address, draw, roll, succeeds
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.encounter.policies import gives_up_magic, pays, surrenders, trades
from simkit.games.emperor.encounter.rules.battle import begin_battle, determine_range, end_by_magic, fight_round
from simkit.games.emperor.encounter.rules.choices import decide
from simkit.games.emperor.encounter.rules.clock import mark
from simkit.games.emperor.encounter.rules.companions import all_leave, join, roll_to_stay
from simkit.games.emperor.encounter.rules.hands import count, with_one
from simkit.games.emperor.encounter.rules.magic import act
from simkit.games.emperor.encounter.rules.parting import pay_treasure, trade_one
from simkit.games.emperor.encounter.rules.possessions import (
    lose,
    lose_magic,
    lose_random_treasure,
    n_imperials,
    n_magic,
    n_treasures,
    risk_each,
)
from simkit.games.emperor.encounter.rules.sea import storm_damage, weather_storm
from simkit.games.emperor.shared.schema import Ending, Event, Policy, Purpose
from simkit.games.emperor.shared.terms import (
    N_IMPERIALS,
    Action,
    Good,
    HeroClass,
    Possession,
    Reaction,
    Spell,
    Stage,
    Vessel,
)


@kernel
def continue_encounter(rules, policy, spot, player, battle, tally, dice, log):
    """[Encounters; Battle Sequence] What follows the chit: reaction, range, then round after round."""
    if battle.stage == Stage.ROUNDS:
        fight_round(rules, policy, player, battle, tally, dice, log)
    elif battle.stage == Stage.REACTION:
        if react(rules, policy, spot, player, battle, tally, dice, log):
            begin_battle(rules, policy, player, battle, tally, dice, log)
    else:
        determine_range(rules, player, battle, tally, dice, log)


@kernel
def draw_chit(rules, spot, player, battle, tally, dice, log):
    """[Encounters] One chit is drawn from the Encounter Pool; one that does not apply here is peaceful."""
    address(dice, Purpose.ENCOUNTER_DRAW, tally.turn, tally.event)
    meet(rules, spot, draw(dice, rules.encounter_pool), player, battle, tally, log)


@kernel
def meet(rules, spot, kind, player, battle, tally, log):
    """[Encounters] The chit applies if it is keyed to this terrain or place."""
    battle.kind = kind
    battle.applies = int(applies(rules, rules.foes[kind], spot))
    battle.at_sea = int(spot.sea and player.vessel != Vessel.NONE)
    emit(log, mark(tally), Event.DRAWS_CHIT, player.seat, kind, battle.applies, 0, 0)
    battle.stage = Stage.REACTION
    if not battle.applies:
        battle.ending = Ending.PEACEFUL


@kernel
def applies(rules, foe, spot):
    """[Encounter Descriptions] "Found in": a terrain, coastal land, or a place by name."""
    coastal = spot.coastal or (rules.any_shore and spot.shore)
    return foe.terrains[spot.terrain] + foe.places[spot.place] > 0 or (foe.coastal_land and coastal)


@kernel
def react(rules, policy, spot, player, battle, tally, dice, log):
    """[Encounter Descriptions] What the chit does; returns whether it attacks."""
    reaction = rules.foes[battle.kind].reaction
    attacks = False
    if reaction == Reaction.ATTACK:
        attacks = True
    elif reaction == Reaction.BRIBE_OR_ATTACK:
        attacks = demand_bribe(rules, policy, player, battle, tally, dice, log)
    elif reaction == Reaction.ATTACK_UNLESS_STONE:
        attacks = meet_demon(player, battle, tally, log)
    elif reaction == Reaction.SENT_TO_OTHER:
        attacks = meet_olliver(rules, player, battle, tally, log)
    elif reaction == Reaction.SEEKS_MAGIC:
        attacks = meet_sorcerer(rules, policy, player, battle, tally, dice, log)
    elif reaction == Reaction.CONFISCATE:
        attacks = meet_patrol(policy, player, battle, tally, dice, log)
    elif reaction == Reaction.ELF_JOINS_ELSE_ROLL:
        attacks = meet_elephant(rules, player, battle, tally, dice, log)
    elif reaction == Reaction.ROLL_JOINS:
        meet_eagle(rules, player, battle, tally, dice, log)
    elif reaction == Reaction.ESCORT:
        join(player, battle, tally, log)
        battle.ending = Ending.PEACEFUL
    elif reaction == Reaction.HEAL:
        meet_healer(rules, player, battle, tally, dice, log)
    elif reaction == Reaction.TRADE:
        trade_magic(rules, policy, player, battle, tally, dice, log)
    elif reaction == Reaction.STEAL_OR_SEND_HOME:
        meet_genie(rules, player, battle, tally, dice, log)
    elif reaction == Reaction.STORM:
        meet_storm(rules, policy, spot, player, battle, tally, dice, log)
    elif reaction == Reaction.THIEVES:
        meet_thieves(rules, policy, player, battle, tally, dice, log)
    elif reaction == Reaction.CLUE:
        find_clue(player, battle, tally, log)
    else:
        raise ValueError("react: unknown reaction")
    return attacks


@kernel
def pass_by(player, battle, tally, log):
    """A peaceful encounter is over."""
    emit(log, mark(tally), Event.PASSES, player.seat, battle.kind, 0, 0, 0)
    battle.ending = Ending.PEACEFUL


@kernel
def demand_bribe(rules, policy, player, battle, tally, dice, log):
    """[Brigands; Pirate Raiding Party] They want half a die of treasures, one at least; returns whether they attack."""
    address(dice, Purpose.REACTION, tally.turn, tally.event)
    demand = bribe(roll(dice, rules.die_sides), rules.bribe_divisor)
    held = n_treasures(player)
    paid = held >= demand and decide(pays(policy, player), Purpose.POLICY_PAYS, tally, dice)
    emit(log, mark(tally), Event.DEMANDS, player.seat, battle.kind, demand, held, int(paid))
    if paid:
        for _ in range(demand):
            pay_treasure(rules, policy, player, battle, tally, dice, log)
        pass_by(player, battle, tally, log)
    return not paid


@kernel
def bribe(face, divisor):
    """[Brigands] Treasures demanded on a face: divided and rounded down, but one at least."""
    return max(1, face // divisor)


@kernel
def meet_demon(player, battle, tally, log):
    """[Demon] Whether he attacks: a hero who has the Stone of Fire gives it to him instead."""
    attacks = count(player.goods, Good.STONE_OF_FIRE.value) == 0
    if not attacks:
        emit(log, mark(tally), Event.GIVES_UP, player.seat, battle.kind, 1, 0, 0)
        lose(Possession.GOOD.value, Good.STONE_OF_FIRE.value, player, battle, tally, log)
        pass_by(player, battle, tally, log)
    return attacks


@kernel
def meet_olliver(rules, player, battle, tally, log):
    """[Olliver J. Dragon] Whether he attacks; a lone hero sends him on to somebody else (variant `olliver_alone`)."""
    if not rules.olliver_attacks:
        pass_by(player, battle, tally, log)
    return rules.olliver_attacks


@kernel
def meet_sorcerer(rules, policy, player, battle, tally, dice, log):
    """[Evil Sorcerer] He wants all magic that a hero holds; returns whether he fights for it."""
    n = n_magic(rules, player)
    attacks = False
    if n == 0:
        pass_by(player, battle, tally, log)
    elif decide(gives_up_magic(policy, player), Purpose.POLICY_YIELDS, tally, dice):
        emit(log, mark(tally), Event.GIVES_UP, player.seat, battle.kind, n, 0, 0)
        lose_magic(rules, player, battle, tally, log)
        battle.ending = Ending.PEACEFUL
    else:
        attacks = True
    return attacks


@kernel
def meet_patrol(policy, player, battle, tally, dice, log):
    """[Imperial Patrol] It confiscates Imperial Treasures, for good; returns whether it has to fight for them."""
    n = n_imperials(player)
    attacks = False
    if n == 0:
        pass_by(player, battle, tally, log)
    elif decide(surrenders(policy, player), Purpose.POLICY_YIELDS, tally, dice):
        emit(log, mark(tally), Event.GIVES_UP, player.seat, battle.kind, n, 0, 0)
        for good in range(N_IMPERIALS):
            for _ in range(count(player.goods, good)):
                lose(Possession.GOOD.value, good, player, battle, tally, log)
                battle.confiscated = with_one(battle.confiscated, good)
        battle.ending = Ending.PEACEFUL
    else:
        attacks = True
    return attacks


@kernel
def meet_elephant(rules, player, battle, tally, dice, log):
    """[Elephant] He joins an elf; afraid of anybody else, he attacks or runs away.  Returns whether he attacks."""
    if player.hero_class == HeroClass.ELF:
        join(player, battle, tally, log)
        battle.ending = Ending.PEACEFUL
        return False
    address(dice, Purpose.REACTION, tally.turn, tally.event)
    face = roll(dice, rules.die_sides)
    attacks = face <= rules.elephant_attacks
    if not attacks:
        emit(log, mark(tally), Event.RUNS_AWAY, player.seat, battle.kind, face, 0, 0)
        battle.ending = Ending.PEACEFUL
    return attacks


@kernel
def meet_eagle(rules, player, battle, tally, dice, log):
    """[Ed Eagle] On an even die he comes along, on an odd one he is bored."""
    address(dice, Purpose.REACTION, tally.turn, tally.event)
    if succeeds(dice, rules.joins_on, rules.die_sides):
        join(player, battle, tally, log)
        battle.ending = Ending.PEACEFUL
    else:
        pass_by(player, battle, tally, log)


@kernel
def meet_healer(rules, player, battle, tally, dice, log):
    """[Holy Man; Holy Woman] Heals a die of wounds, or blesses a hero who has none."""
    if player.wounds > 0:
        address(dice, Purpose.REACTION, tally.turn, tally.event)
        healed = min(roll(dice, rules.die_sides), player.wounds)
        player.wounds -= healed
        tally.healed += healed
        emit(log, mark(tally), Event.HEALED, player.seat, healed, player.wounds, 0, 0)
    pass_by(player, battle, tally, log)


@kernel
def trade_magic(rules, policy, player, battle, tally, dice, log):
    """[Mad Magician] Up to a die of magic treasures go for two draws each: those held at the start, no spells."""
    if n_magic(rules, player) == 0:
        pass_by(player, battle, tally, log)
        return
    address(dice, Purpose.REACTION, tally.turn, tally.event)
    face = roll(dice, rules.die_sides)
    traded = 0
    if decide(trades(policy), Purpose.POLICY_YIELDS, tally, dice):
        while traded < face and trade_one(rules, policy, player, battle, tally, dice, log):
            traded += 1
    battle.treasure_draws += traded * rules.magician_draws
    emit(log, mark(tally), Event.TRADES, player.seat, face, traded, 0, 0)
    battle.ending = Ending.PEACEFUL


@kernel
def meet_genie(rules, player, battle, tally, dice, log):
    """[Obtuse Genie] Odd: he steals a treasure; even: he sends the hero to the Inn, without his companions."""
    address(dice, Purpose.REACTION, tally.turn, tally.event)
    if succeeds(dice, rules.die_sides - rules.genie_steals_on, rules.die_sides):
        emit(log, mark(tally), Event.SENT_HOME, player.seat, 0, 0, 0, 0)
        all_leave(player, tally, log)
        battle.moved = 1
    else:
        lose_random_treasure(rules, player, battle, tally, dice, log)
    pass_by(player, battle, tally, log)


@kernel
def meet_storm(rules, policy, spot, player, battle, tally, dice, log):
    """[Storms at Sea] Strikes a vessel at sea; a barrier or a Protection Scroll must be cast before the roll."""
    if rules.check_any_hostile:
        roll_to_stay(rules, player, tally, dice, log)
    if battle.at_sea > 0:
        if policy.kind == Policy.SCRIPTED and policy.wards_from <= rules.storm_dice[spot.terrain]:
            ward_vessel(rules, policy, player, battle, tally, dice, log)
        weather_storm(rules, storm_damage(rules, spot.terrain, tally, dice), player, battle, tally, dice, log)
    if battle.ending != Ending.LOST_AT_SEA:
        pass_by(player, battle, tally, log)


@kernel
def ward_vessel(rules, policy, player, battle, tally, dice, log):
    """[Storms at Sea] The barrier, or the scroll if the policy reads scrolls even without a wound."""
    if count(player.spells, Spell.INVISIBLE_BARRIER.value) > 0:
        act(rules, Spell.INVISIBLE_BARRIER.value + 1, player, battle, tally, dice, log)
    elif count(player.goods, Good.SCROLL_PROTECTION.value) > 0 and policy.scrolls_at >= player.wound_number:
        act(rules, Action.READ_PROTECTION.value, player, battle, tally, dice, log)


@kernel
def meet_thieves(rules, policy, player, battle, tally, dice, log):
    """[Thieves by Night] Heard on a 1; else a die for every possession: on a 5 or 6 it is stolen."""
    if rules.check_any_hostile:
        roll_to_stay(rules, player, tally, dice, log)
    if (
        policy.charms
        and rules.foes[battle.kind].befriends > 0
        and count(player.spells, Spell.PHRASE_OF_FRIENDSHIP.value) > 0
    ):
        _, ending = act(rules, Spell.PHRASE_OF_FRIENDSHIP.value + 1, player, battle, tally, dice, log)
        if ending != 0:
            end_by_magic(rules, rules.foes[battle.kind], policy, ending, player, battle, tally, dice, log)
            return
    address(dice, Purpose.REACTION, tally.turn, tally.event)
    if succeeds(dice, 1, rules.die_sides):
        emit(log, mark(tally), Event.FRIGHTENED, player.seat, rules.frightened_face, 0, 0, 0)
    else:
        risk_each(rules.stolen_on, rules, player, battle, tally, dice, log)
        if rules.vessel_stolen and player.vessel != Vessel.NONE and succeeds(dice, rules.stolen_on, rules.die_sides):
            lose(Possession.VESSEL.value, player.vessel, player, battle, tally, log)
    pass_by(player, battle, tally, log)


@kernel
def find_clue(player, battle, tally, log):
    """[Treasure Clues] Kept face up as a personal possession."""
    emit(log, mark(tally), Event.FINDS_CLUE, player.seat, 0, 0, 0, 0)
    battle.clues_found += 1
    battle.ending = Ending.PEACEFUL
