"""[Arms] What a hero may use, and which of it he has at hand."""

from simkit.core.dice import address, draw, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.policies import choose_weapon
from simkit.games.emperor.schema import AT_RANDOM, N_ARMS, NOTHING, Event, Purpose, Stage


@kernel
def ready_arms(rules, setup, battle, tally, dice, log):
    """[How to Start; Arms] The hero lays out what he was given, or draws one chit from the Arms Pool."""
    battle.strongest = battle.sturdiest = battle.launcher = battle.shield = battle.weapon = NOTHING
    battle.parry_arm = NOTHING
    battle.great_sword = int(setup.arms[rules.great_sword] + setup.carries[rules.great_sword] > 0)
    for arm in range(N_ARMS):
        battle.possessions += setup.arms[arm] + setup.carries[arm]
        if setup.arms[arm] > 0:
            lay_out(rules.arms, arm, battle)
    if setup.draws_arms:
        address(dice, Purpose.SETUP, tally.turn, tally.event)
        arm = draw(dice, rules.arms_pool)
        lay_out(rules.arms, arm, battle)
        battle.possessions += 1
        emit(log, tally.rounds, Event.DRAWS_ARM, 0, arm, int(may_use(rules.arms[arm], battle)), 0, 0)
    battle.stage = Stage.CHIT


@kernel
def may_use(arm, battle):
    """[Arms] Who may use what goes by the character's class; anybody may carry anything."""
    return arm.users[battle.hero_class] > 0


@kernel
def lay_out(arms, new, battle):
    """Keep the arms that a player would reach for: most dice, most parried, best shot, best shield."""
    arm = arms[new]
    if not may_use(arm, battle):
        return
    if arm.shield:
        if battle.shield == NOTHING or arm.absorb > arms[battle.shield].absorb:
            battle.shield = new
    elif arm.missile_dice > 0:
        if battle.launcher == NOTHING or harder(
            arm.missile_dice, arm, arms[battle.launcher].missile_dice, arms[battle.launcher]
        ):
            battle.launcher = new
    else:
        if battle.strongest == NOTHING or harder(
            arm.melee_dice, arm, arms[battle.strongest].melee_dice, arms[battle.strongest]
        ):
            battle.strongest = new
        if battle.sturdiest == NOTHING or sturdier(arm, arms[battle.sturdiest]):
            battle.sturdiest = new


@kernel
def harder(dice, arm, old_dice, old):
    """Whether an arm hits harder: more dice, then more plusses, then more parried."""
    if dice != old_dice:
        return dice > old_dice
    if arm.plus != old.plus:
        return arm.plus > old.plus
    return arm.absorb > old.absorb


@kernel
def sturdier(arm, old):
    """Whether a weapon parries more, or as much with a harder blow."""
    if arm.absorb != old.absorb:
        return arm.absorb > old.absorb
    return harder(arm.melee_dice, arm, old.melee_dice, old)


@kernel
def change_arms(policy, parry_left, battle, tally, dice, log):
    """[Arms] One weapon at a time, which may be changed between rounds."""
    choice = choose_weapon(policy, battle, parry_left)
    if choice == AT_RANDOM:
        choice = battle.strongest
        if battle.strongest != battle.sturdiest:
            address(dice, Purpose.POLICY_ARMS, tally.turn, tally.event)
            choice = battle.strongest if roll(dice, 2) == 1 else battle.sturdiest
    take_up(choice, battle, tally, log)


@kernel
def take_up(arm, battle, tally, log):
    """Take an arm in hand; NOTHING for bare hands."""
    if arm != battle.weapon:
        battle.weapon = arm
        emit(log, tally.rounds, Event.TAKES_UP, 0, arm, 0, 0, 0)
