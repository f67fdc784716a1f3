"""[Arms] Which arms a hero may use, and which of them he has in hand."""

from simkit.core.dice import ONLY_SIDE, address, choose, draw
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.encounter.policies import choose_weapon
from simkit.games.emperor.encounter.rules.clock import mark
from simkit.games.emperor.encounter.rules.hands import count, with_one
from simkit.games.emperor.shared.schema import AT_RANDOM, N_ARMS, NOTHING, Event, Purpose
from simkit.games.emperor.shared.terms import Stage


@kernel
def draw_arm(rules, player, tally, dice, log):
    """[How to Start] One chit from the Arms Pool."""
    address(dice, Purpose.SETUP, tally.turn, tally.event)
    arm = draw(dice, rules.arms_pool)
    player.arms = with_one(player.arms, arm)
    emit(log, mark(tally), Event.DRAWS_ARM, player.seat, arm, int(may_use(rules.arms[arm], player)), 0, 0)


@kernel
def ready_arms(rules, player, battle):
    """[Arms] The hero picks his best arms of each sort; the next stage is the chit."""
    battle.weapon = battle.parry_arm = NOTHING
    battle.strongest = battle.sturdiest = battle.launcher = battle.shield = NOTHING
    for arm in range(N_ARMS if player.arms > 0 else 0):
        if count(player.arms, arm) > 0 and may_use(rules.arms[arm], player):
            lay_out(rules.arms, arm, battle)
    battle.stage = Stage.CHIT


@kernel
def may_use(arm, player):
    """[Arms] Whether a character's class may use an arm; anybody may carry any."""
    return arm.users[player.hero_class] > 0


@kernel
def lay_out(arms, new, battle):
    """Keep an arm if it is the best of its sort: most dice, most parried, best shot, best shield."""
    arm = arms[new]
    if arm.shield:
        if battle.shield == NOTHING or arm.absorb > arms[battle.shield].absorb:
            battle.shield = new
    elif arm.missile_dice > 0:
        if battle.launcher == NOTHING or strikes_harder(arm.missile_dice, arm, arms, battle.launcher):
            battle.launcher = new
    else:
        if battle.strongest == NOTHING or strikes_harder(arm.melee_dice, arm, arms, battle.strongest):
            battle.strongest = new
        if battle.sturdiest == NOTHING or parries_more(arm, arms, battle.sturdiest):
            battle.sturdiest = new


@kernel
def strikes_harder(dice, arm, arms, other):
    """Whether an arm is better than another of its sort: more dice, then more plusses, then more parried."""
    old = arms[other]
    if dice != old.melee_dice + old.missile_dice:
        return dice > old.melee_dice + old.missile_dice
    if arm.plus != old.plus:
        return arm.plus > old.plus
    return arm.absorb > old.absorb


@kernel
def parries_more(arm, arms, other):
    """Whether a weapon parries more than another, or as much with a harder blow."""
    if arm.absorb != arms[other].absorb:
        return arm.absorb > arms[other].absorb
    return strikes_harder(arm.melee_dice, arm, arms, other)


@kernel
def change_arms(policy, parry_left, player, battle, tally, dice, log):
    """[Arms] One weapon at a time, which may be changed between rounds."""
    choice = choose_weapon(policy, battle, parry_left)
    if choice == AT_RANDOM:
        choice = battle.strongest
        if battle.strongest != battle.sturdiest:
            address(dice, Purpose.POLICY_ARMS, tally.turn, tally.event)
            choice = battle.strongest if choose(dice, 2, ONLY_SIDE) == 0 else battle.sturdiest
    take_up(choice, player, battle, tally, log)


@kernel
def take_up(arm, player, battle, tally, log):
    """Take an arm in hand; NOTHING for bare hands."""
    if arm != battle.weapon:
        battle.weapon = arm
        emit(log, mark(tally), Event.TAKES_UP, player.seat, arm, 0, 0, 0)
