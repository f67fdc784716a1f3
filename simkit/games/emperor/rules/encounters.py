"""[Encounters; Encounter Descriptions] A chit is drawn, applies or not, and reacts."""

from simkit.core.dice import address, draw, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.policies import pays
from simkit.games.emperor.rules.battle import begin_battle
from simkit.games.emperor.rules.choices import decide
from simkit.games.emperor.schema import Ending, Event, HeroClass, Purpose, Reaction, Stage


@kernel
def draw_chit(rules, spot, battle, tally, dice, log):
    """[Encounters] One chit is drawn from the Encounter Pool; what does not apply here is peaceful."""
    address(dice, Purpose.ENCOUNTER_DRAW, tally.turn, tally.event)
    meet(rules, spot, draw(dice, rules.encounter_pool), battle, tally, log)


@kernel
def meet(rules, spot, kind, battle, tally, log):
    """[Encounters] The chit applies if it is keyed to this terrain or place."""
    battle.kind = kind
    battle.applies = int(applies(rules, rules.foes[kind], spot))
    emit(log, tally.rounds, Event.DRAWS_CHIT, 0, kind, battle.applies, 0, 0)
    battle.stage = Stage.REACTION
    if not battle.applies:
        battle.ending = Ending.PEACEFUL


@kernel
def applies(rules, foe, spot):
    """[Encounter Descriptions] "Found in": a terrain, coastal land, or a place by name."""
    coastal = spot.coastal or (rules.any_shore and spot.shore)
    return foe.terrains[spot.terrain] + foe.places[spot.place] > 0 or (foe.coastal_land and coastal)


@kernel
def react(rules, policy, battle, tally, dice, log):
    """[Encounter Descriptions] What the chit does; those that begin no battle are counted as peaceful."""
    reaction = rules.foes[battle.kind].reaction
    if attacks_at_once(rules, reaction):
        begin_battle(rules, battle, tally, log)
    elif reaction == Reaction.BRIBE_OR_ATTACK:
        demand_bribe(rules, policy, battle, tally, dice, log)
    elif reaction == Reaction.ELF_JOINS_ELSE_ROLL:
        meet_elephant(rules, battle, tally, dice, log)
    else:
        pass_by(battle, tally, log)


@kernel
def attacks_at_once(rules, reaction):
    """[Encounter Descriptions] Those that attack anyone; the Demon too, whom only the Stone of Fire buys off.

    Olliver is told of another player's treasure and flies there; a lone hero has nobody to name (`olliver_alone`).
    """
    if reaction == Reaction.SENT_TO_OTHER:
        return rules.olliver_attacks
    return reaction == Reaction.ATTACK or reaction == Reaction.ATTACK_UNLESS_STONE


@kernel
def pass_by(battle, tally, log):
    """A peaceful encounter is over."""
    emit(log, tally.rounds, Event.PASSES, 0, battle.kind, 0, 0, 0)
    battle.ending = Ending.PEACEFUL


@kernel
def demand_bribe(rules, policy, battle, tally, dice, log):
    """[Brigands; Pirate Raiding Party] They want half a die of treasures, one at least, and attack who does not pay."""
    address(dice, Purpose.REACTION, tally.turn, tally.event)
    demand = bribe(roll(dice, rules.die_sides), rules.bribe_divisor)
    paid = battle.treasures >= demand and decide(pays(policy), Purpose.POLICY_PAYS, tally, dice)
    emit(log, tally.rounds, Event.DEMANDS, 0, battle.kind, demand, battle.treasures, int(paid))
    if paid:
        battle.treasures -= demand
        battle.possessions -= demand
        pass_by(battle, tally, log)
    else:
        begin_battle(rules, battle, tally, log)


@kernel
def bribe(face, divisor):
    """[Brigands] Treasures demanded on a face: divided and rounded down, but one at least."""
    return max(1, face // divisor)


@kernel
def meet_elephant(rules, battle, tally, dice, log):
    """[Elephant] He joins an elf; of anybody else he is so afraid that he attacks or runs away."""
    if battle.hero_class == HeroClass.ELF:
        pass_by(battle, tally, log)
        return
    address(dice, Purpose.REACTION, tally.turn, tally.event)
    face = roll(dice, rules.die_sides)
    if face <= rules.elephant_attacks:
        begin_battle(rules, battle, tally, log)
    else:
        emit(log, tally.rounds, Event.RUNS_AWAY, 0, battle.kind, face, 0, 0)
        battle.ending = Ending.PEACEFUL
