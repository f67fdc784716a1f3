"""[Hostile Encounters at Sea; Storms at Sea; Lost at Sea] Vessels in fights and storms, and shipwreck."""

from simkit.core.dice import ONLY_SIDE, address, choose, roll, succeeds
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.emperor.encounter.policies import hits_on_vessel
from simkit.games.emperor.encounter.rules.clock import mark
from simkit.games.emperor.encounter.rules.companions import stay_behind
from simkit.games.emperor.encounter.rules.possessions import lose, risk_each
from simkit.games.emperor.shared.schema import AT_RANDOM, N_COMPANIONS, Ending, Event, Purpose
from simkit.games.emperor.shared.terms import Possession, Wreck


@kernel
def vessel_dice(rules, player, battle):
    """[Hostile Encounters at Sea] The vessel's dice, in Melee only (variant `vessel_dice_approach`)."""
    if battle.at_sea == 0 or (battle.approach > 0 and not rules.vessel_dice_approach):
        return 0
    return rules.vessels[player.vessel].dice


@kernel
def share_with_vessel(rules, policy, n_hits, player, battle, tally, dice):
    """[Hostile Encounters at Sea] Its owner may put any hits on the vessel; returns those on the hero."""
    if battle.at_sea == 0 or n_hits == 0:
        return n_hits
    left = rules.vessels[player.vessel].wounds - player.vessel_wounds
    choice = hits_on_vessel(policy, n_hits, player.wound_number - player.wounds, left)
    if choice == AT_RANDOM:
        address(dice, Purpose.POLICY_VESSEL, tally.turn, tally.event)
        choice = choose(dice, min(n_hits, left) + 1, ONLY_SIDE)
    tally.vessel_hits += choice
    player.vessel_wounds += choice
    return n_hits - choice


@kernel
def tell_vessel(rules, vessel_hits, player, tally, log):
    """[Hostile Encounters at Sea] Log the vessel's wounds after a round; `vessel_hits`: the count of `tally` before."""
    if tally.vessel_hits > vessel_hits:
        limit = rules.vessels[player.vessel].wounds
        emit(log, mark(tally), Event.VESSEL_WOUNDS, player.seat, player.vessel, player.vessel_wounds, limit, 0)


@kernel
def sinks(rules, player, battle):
    """[Hostile Encounters at Sea] Whether the vessel has taken all that it can."""
    return battle.at_sea > 0 and player.vessel_wounds >= rules.vessels[player.vessel].wounds


@routine
def lose_at_sea(rules, player, battle, tally, dice, log):
    """[Lost at Sea] Washed ashore at the Pirate Lair; a die for each arm, treasure and clue says what is saved."""
    emit(log, mark(tally), Event.SINKS, player.seat, player.vessel, 0, 0, 0)
    address(dice, Purpose.LOST_AT_SEA, tally.turn, tally.event)
    lose(Possession.VESSEL.value, player.vessel, player, battle, tally, log)
    lost_faces = rules.die_sides - rules.saved_on
    battle.sunk = 1
    risk_each(lost_faces, rules, player, battle, tally, dice, log)
    save_companions(rules, player, tally, dice, log)
    battle.moved = 1
    battle.at_sea = 0
    battle.ending = Ending.LOST_AT_SEA


@kernel
def save_companions(rules, player, tally, dice, log):
    """[Lost at Sea] Companions are washed ashore beside their hero (variant `lost_at_sea_companions`)."""
    if rules.companions_at_sea == Wreck.KEPT:
        return
    for slot in range(N_COMPANIONS):
        if player.companion_kinds[slot] > 0:
            rolls = rules.companions_at_sea == Wreck.ROLLED
            if not (rolls and succeeds(dice, rules.saved_on, rules.die_sides)):
                stay_behind(slot, player, tally, log)


@kernel
def storm_damage(rules, terrain, tally, dice):
    """[Storms at Sea] So many dice of structural damage."""
    address(dice, Purpose.REACTION, tally.turn, tally.event)
    damage = 0
    for _ in range(rules.storm_dice[terrain]):
        damage += roll(dice, rules.die_sides)
    return damage


@kernel
def weather_storm(rules, damage, player, battle, tally, dice, log):
    """[Storms at Sea] A barrier or a Protection Scroll takes the first damage; shields and weapons take none."""
    soaked = damage if rules.all_storm_absorbed and battle.ward > 0 else min(damage, battle.ward)
    vessel = rules.vessels[player.vessel]
    struck = min(damage - soaked, vessel.wounds - player.vessel_wounds)
    tally.taken += damage
    tally.absorbed += soaked
    tally.vessel_hits += struck
    tally.lost += damage - soaked - struck
    player.vessel_wounds += struck
    emit(log, mark(tally), Event.STORM, player.seat, damage, soaked, player.vessel_wounds, vessel.wounds)
    if sinks(rules, player, battle):
        lose_at_sea(rules, player, battle, tally, dice, log)
