"""[Battle Sequence] Range, Approach, Melee, and the ways out."""

from simkit.core.dice import address, hits, roll, two_dice
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.policies import flees, lets_go, shoots
from simkit.games.emperor.rules.arms import change_arms, take_up
from simkit.games.emperor.rules.choices import decide
from simkit.games.emperor.rules.defences import (
    absorb,
    note_first_use,
    parries_now,
    parry_left,
    parrying_weapon,
    shield_left,
)
from simkit.games.emperor.schema import NOTHING, Attacks, Ending, Event, Purpose, Reward, Stage


@kernel
def begin_battle(rules, battle, tally, log):
    """[Encounters] The encounter is hostile."""
    battle.hostile = 1
    battle.stage = Stage.RANGE
    emit(log, tally.rounds, Event.ATTACKS, 0, battle.kind, 0, 0, 0)


@kernel
def determine_range(rules, battle, tally, dice, log):
    """[1. Range Determination] Both roll a die; the difference is the number of rounds of Approach."""
    battle.stage = Stage.ROUNDS
    if not rules.foes[battle.kind].approaches:
        emit(log, tally.rounds, Event.NO_APPROACH, 0, battle.kind, 0, 0, 0)
        return
    address(dice, Purpose.RANGE, tally.turn, tally.event)
    ours, theirs = roll(dice, rules.die_sides), roll(dice, rules.die_sides)
    battle.approach = abs(ours - theirs)
    emit(log, tally.rounds, Event.RANGE, 0, ours, theirs, battle.approach, 0)


@kernel
def fight_round(rules, policy, battle, tally, dice, log):
    """[2. The Approach; 3. Melee] One round: blows, then the attempts to get away."""
    foe = rules.foes[battle.kind]
    tally.rounds += 1
    tally.event += 1
    if rules.approach_skip and battle.approach > 0 and idle(foe, policy, battle):
        emit(log, tally.rounds, Event.CLOSES_IN, 0, battle.approach, 0, 0, 0)
        battle.approach = 0
    if rules.escape_first:
        try_to_part(rules, foe, policy, battle, tally, dice, log)
    if battle.ending == 0:
        exchange_blows(rules, foe, policy, battle, tally, dice, log)
    if battle.ending == 0 and not rules.escape_first:
        try_to_part(rules, foe, policy, battle, tally, dice, log)
    if battle.ending == 0 and not rules.heals_before_flight:
        heal(foe, battle, tally, log)
    battle.approach = max(0, battle.approach - 1)


@kernel
def idle(foe, policy, battle):
    """[2. The Approach] Nobody fires and nobody wants to run: the rest of the Approach is passed over."""
    return foe.missile_dice == 0 and not shoots(policy, battle) and flees(policy, battle) == 0


@kernel
def exchange_blows(rules, foe, policy, battle, tally, dice, log):
    """[3. Melee] Both attack at once; whoever has no weapon for it does not."""
    approaching = battle.approach > 0
    shooting = approaching and shoots(policy, battle)
    if shooting:
        take_up(battle.launcher, battle, tally, log)
    else:
        change_arms(policy, parry_left(rules, battle, battle.sturdiest), battle, tally, dice, log)
        note_first_use(rules, battle)
    shield, weapon = shield_left(rules, battle, approaching), parries_now(rules, battle, approaching, shooting)
    ours, plus = hero_dice(rules, battle, approaching, shooting)
    theirs = foe_dice(foe, approaching)
    address(dice, Purpose.BLOWS, tally.turn, tally.event)
    dealt, taken = hits(dice, rules.hits, ours, plus), hits(dice, rules.hits, theirs, foe.hits_column)
    if rules.attacks == Attacks.HERO_FIRST and battle.foe_wounds + dealt >= foe.wounds:
        theirs, taken = 0, 0
    elif rules.attacks == Attacks.FOE_FIRST and battle.wounds + taken - shield - weapon >= battle.wound_number:
        ours, dealt = 0, 0
    through = absorb(taken, shield, weapon, parrying_weapon(rules, battle, shooting), battle, tally)
    note_blows(ours, dealt, theirs, taken, approaching, shield, taken - through, tally, log)
    wound(rules, foe, dealt, through, battle, tally, log)


@kernel
def hero_dice(rules, battle, approaching, shooting):
    """[3. Melee; Arms] Dice that the hero rolls this round, and how many of them he may raise by one."""
    if approaching and not shooting:
        return 0, 0
    if battle.weapon == NOTHING:
        return battle.ability, 0
    arm = rules.arms[battle.weapon]
    if shooting:
        return arm.missile_dice + (battle.ability if rules.missile_ability else 0), arm.plus
    return battle.ability + arm.melee_dice, arm.plus


@kernel
def foe_dice(foe, approaching):
    """[2. The Approach; 3. Melee] Dice that the creature rolls; only the Brigands have missile weapons."""
    return foe.missile_dice if approaching else foe.ability


@kernel
def note_blows(ours, dealt, theirs, taken, approaching, shield, absorbed, tally, log):
    """Count and tell what both sides rolled; `ours`, `theirs`: dice, 0 for a side that did not attack."""
    tally.dealt += dealt
    tally.taken += taken
    if ours > 0:
        emit(log, tally.rounds, Event.ATTACK, 0, ours, dealt, int(approaching), 0)
    if theirs > 0:
        emit(log, tally.rounds, Event.DEFENCE, 1, theirs, taken, min(taken, shield), absorbed)


@kernel
def wound(rules, foe, dealt, through, battle, tally, log):
    """[3. Melee] Hits become wounds; those beyond death are lost (variant `overkill`: and the deadly one)."""
    battle.foe_wounds = min(battle.foe_wounds + dealt, foe.wounds)
    foe_dies = battle.foe_wounds == foe.wounds
    most = battle.wound_number - int(foe_dies and rules.hero_survives)
    tally.lost += max(0, battle.wounds + through - most)
    battle.wounds = min(battle.wounds + through, most)
    hero_dies = battle.wounds == battle.wound_number
    if dealt > 0 or through > 0:
        emit(log, tally.rounds, Event.WOUNDS, 0, battle.wounds, battle.wound_number, battle.foe_wounds, foe.wounds)
    if hero_dies and foe_dies:
        battle.ending = Ending.BOTH_KILLED
    elif hero_dies:
        battle.ending = Ending.HERO_KILLED
    elif foe_dies:
        battle.ending = Ending.FOE_KILLED
        take_reward(foe.killed_reward, battle)


@kernel
def take_reward(reward, battle):
    """[Encounter Descriptions] One draw from the pool that the description names."""
    battle.treasure_draws += reward == Reward.TREASURE
    battle.arms_draws += reward == Reward.ARMS


@kernel
def try_to_part(rules, foe, policy, battle, tally, dice, log):
    """[Escape Attempt] First the hero, then the creature."""
    if rules.heals_before_flight:
        heal(foe, battle, tally, log)
    if decide(flees(policy, battle), Purpose.POLICY_FLEES, tally, dice):
        hero_tries(rules, foe, battle, tally, dice, log)
    if battle.ending == 0 and rules.foe_must_flee and in_peril(foe, battle):
        foe_tries(rules, foe, policy, battle, tally, dice, log)


@kernel
def in_peril(foe, battle):
    """[Escape Attempt; Olliver J. Dragon] Hurt enough to run; Olliver never runs from the Magic Great Sword."""
    if foe.defies_great_sword and battle.great_sword > 0:
        return False
    return battle.foe_wounds >= foe.flees_at


@kernel
def hero_tries(rules, foe, battle, tally, dice, log):
    """[Escape Attempt] Two dice and the difference of the Escape Numbers; who gets away drops a possession."""
    address(dice, Purpose.HERO_ESCAPE, tally.turn, tally.event)
    rolled, needed = two_dice(dice), escape_roll_needed(rules.escape_target, battle.escape, foe.escape)
    emit(log, tally.rounds, Event.HERO_TRIES, 0, rolled, needed, int(rolled >= needed), 0)
    if rolled >= needed:
        battle.ending = Ending.HERO_ESCAPED
        drop_possession(battle, tally, log)


@kernel
def escape_roll_needed(target, fugitive, pursuer):
    """[Escape Attempt] What two dice must show: the difference is added to the roll of the larger Escape Number."""
    return target - (fugitive - pursuer)


@kernel
def drop_possession(battle, tally, log):
    """[Escape Attempt] Any single personal possession is lost in the haste."""
    if battle.possessions > 0:
        battle.possessions -= 1
        battle.dropped = 1
        emit(log, tally.rounds, Event.DROPS, 0, 0, 0, 0, 0)


@kernel
def foe_tries(rules, foe, policy, battle, tally, dice, log):
    """[Escape Attempt] A creature in peril runs by the same roll mirrored, unless the hero lets it go."""
    if decide(lets_go(policy), Purpose.POLICY_LETS_GO, tally, dice):
        battle.ending = Ending.LET_GO
        if rules.flee_reward_when_let_go:
            take_reward(foe.fled_reward, battle)
        return
    rolled, needed = 0, 0
    if rules.foe_escape_rolls:
        address(dice, Purpose.FOE_ESCAPE, tally.turn, tally.event)
        rolled, needed = two_dice(dice), escape_roll_needed(rules.escape_target, foe.escape, battle.escape)
    emit(log, tally.rounds, Event.FOE_TRIES, 1, rolled, needed, int(rolled >= needed), 0)
    if rolled >= needed:
        battle.ending = Ending.FOE_FLED
        take_reward(foe.fled_reward, battle)


@kernel
def heal(foe, battle, tally, log):
    """[Trolls] After every round a wounded troll that was not just killed heals."""
    healed = min(foe.heals, battle.foe_wounds)
    if healed > 0:
        battle.foe_wounds -= healed
        emit(log, tally.rounds, Event.HEALS, 1, battle.foe_wounds, 0, 0, 0)
