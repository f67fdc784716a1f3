"""[Battle Sequence] Range, Approach, Melee, and the ways out."""

from simkit.core.dice import address, hits, roll, two_dice
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.encounter.policies import lets_go, runs, shoots, walks_away
from simkit.games.emperor.encounter.rules.arms import change_arms, take_up
from simkit.games.emperor.encounter.rules.choices import decide
from simkit.games.emperor.encounter.rules.clock import mark
from simkit.games.emperor.encounter.rules.companions import (
    companions_ability,
    familiar_takes,
    first_in_turn,
    join,
    princess_bolt,
    princess_is_there,
    roll_to_stay,
    split_hits,
    tell_company,
)
from simkit.games.emperor.encounter.rules.defences import (
    absorb,
    note_first_use,
    parries_now,
    parry_left,
    parrying_weapon,
    shield_left,
    ward_off,
)
from simkit.games.emperor.encounter.rules.hands import count, without_one
from simkit.games.emperor.encounter.rules.magic import act, casting_ability, choose
from simkit.games.emperor.encounter.rules.parting import drop_possession
from simkit.games.emperor.encounter.rules.sea import lose_at_sea, share_with_vessel, sinks, tell_vessel, vessel_dice
from simkit.games.emperor.shared.schema import MOST_DICE, NOTHING, Ending, Event, Purpose
from simkit.games.emperor.shared.terms import Action, Attacks, Good, Reward, Snare, Spell, Stage


@kernel
def begin_battle(rules, policy, player, battle, tally, dice, log):
    """[Encounters] The encounter is hostile; each companion stays or goes."""
    battle.hostile = 1
    battle.stage = Stage.RANGE
    emit(log, mark(tally), Event.ATTACKS, player.seat, battle.kind, 0, 0, 0)
    roll_to_stay(rules, player, tally, dice, log)
    battle.next_hit = first_in_turn(rules, policy, player, battle)


@kernel
def determine_range(rules, player, battle, tally, dice, log):
    """[1. Range Determination] Both roll a die; the difference is the number of rounds of Approach."""
    battle.stage = Stage.ROUNDS
    if not rules.foes[battle.kind].approaches:
        emit(log, mark(tally), Event.NO_APPROACH, player.seat, battle.kind, 0, 0, 0)
        return
    address(dice, Purpose.RANGE, tally.turn, tally.event)
    face, foe_face = roll(dice, rules.die_sides), roll(dice, rules.die_sides)
    battle.approach = abs(face - foe_face)
    emit(log, mark(tally), Event.RANGE, player.seat, face, foe_face, battle.approach, 0)


@kernel
def fight_round(rules, policy, player, battle, tally, dice, log):
    """[2. The Approach; 3. Melee] One round: blows or magic, then the attempts to get away."""
    foe = rules.foes[battle.kind]
    tally.rounds += 1
    tally.event += 1
    action = choose(rules, policy, player, battle, tally, dice)
    if rules.familiar_at_once and action == Spell.FAMILIAR + 1:
        act(rules, action, player, battle, tally, dice, log)
        action = Action.ATTACK.value
    if battle.approach > 0 and rules.approach_skip and idle(rules, foe, policy, player, battle, action):
        emit(log, mark(tally), Event.CLOSES_IN, player.seat, battle.approach, 0, 0, 0)
        battle.approach = 0
    may_run = action == Action.ATTACK or rules.escape_after_casting
    if rules.escape_first:
        try_to_part(rules, foe, policy, may_run, player, battle, tally, dice, log)
    if battle.ending == PLAYING:
        exchange_blows(rules, foe, policy, action, player, battle, tally, dice, log)
    if battle.ending == PLAYING and not rules.escape_first:
        try_to_part(rules, foe, policy, may_run, player, battle, tally, dice, log)
    if battle.ending == PLAYING and not rules.heals_before_flight:
        heal(foe, player, battle, tally, log)
    battle.approach = max(0, battle.approach - 1)
    battle.snared = max(0, battle.snared - 1)


@kernel
def idle(rules, foe, policy, player, battle, action):
    """[2. The Approach] Nobody fires, casts or wants to run: the rest of the Approach is passed over."""
    if vessel_dice(rules, player, battle) > 0 or battle.shots > 0 or princess_is_there(rules, player):
        return False
    return (
        foe.missile_dice == 0
        and action == Action.ATTACK
        and not shoots(policy, battle)
        and runs(foe, policy, player, battle) == 0
    )


@kernel
def exchange_blows(rules, foe, policy, action, player, battle, tally, dice, log):
    """[3. Melee; Use of Magic] Both act at once; magic that ends the encounter does so before the creature's attack."""
    ending, dealt, n_dice, plus = PLAYING, 0, 0, 0
    shooting, n_foe_dice = False, foe_dice(foe, battle)
    if action == Action.ATTACK:
        shooting = battle.approach > 0 and shoots(policy, battle)
        ready_weapon(rules, policy, shooting, player, battle, tally, dice, log)
        n_dice, plus = hero_dice(rules, player, battle, shooting)
    else:
        dealt, ending = act(rules, action, player, battle, tally, dice, log)
    if ending != PLAYING and rules.spell_stops_attack:
        end_by_magic(rules, foe, policy, ending, player, battle, tally, dice, log)
        return
    if rules.spell_stops_attack:
        n_foe_dice = foe_dice(foe, battle)
    address(dice, Purpose.BLOWS, tally.turn, tally.event)
    struck, taken = hits(dice, rules.hits, n_dice, plus), hits(dice, rules.hits, n_foe_dice, foe.hits_column)
    dealt += struck + princess_bolt(rules, player, tally, dice, log)
    if rules.attacks == Attacks.HERO_FIRST and battle.foe_wounds + dealt >= foe.wounds:
        n_foe_dice, taken = 0, 0
    absorbed, shielded, on_vessel = tally.absorbed, battle.shielded, tally.vessel_hits
    on_companions, on_familiar = tally.companion_hits, tally.familiar_hits
    through = take_hits(rules, policy, action, shooting, taken, player, battle, tally, dice)
    if rules.attacks == Attacks.FOE_FIRST and player.wounds + through >= player.wound_number:
        n_dice, struck, dealt = 0, 0, 0
    shielded, absorbed = battle.shielded - shielded, tally.absorbed - absorbed
    note_blows(n_dice, struck, n_foe_dice, taken, shielded, absorbed, player, battle, tally, log)
    tell_company(rules, on_companions, on_familiar, player, tally, log)
    tell_vessel(rules, on_vessel, player, tally, log)
    tally.dealt += dealt
    wound(rules, foe, dealt, through, player, battle, tally, dice, log)
    if ending != PLAYING and battle.ending == PLAYING:
        end_by_magic(rules, foe, policy, ending, player, battle, tally, dice, log)


@kernel
def ready_weapon(rules, policy, shooting, player, battle, tally, dice, log):
    """[Arms] The hero takes up what suits him: a bow to shoot, else a weapon."""
    if shooting:
        take_up(battle.launcher, player, battle, tally, log)
    else:
        change_arms(policy, parry_left(rules, battle, battle.sturdiest), player, battle, tally, dice, log)
        note_first_use(rules, battle)


@kernel
def hero_dice(rules, player, battle, shooting):
    """[3. Melee; Arms; Traveling Companions] Dice that the hero rolls, and how many of them he may raise by one.

    Those of his vessel and of his company are among them; dice beyond MOST_DICE are not rolled.
    """
    n, plus = vessel_dice(rules, player, battle) + (battle.shots if battle.approach > 0 else battle.lent), 0
    if battle.approach == 0 or shooting:
        ability = casting_ability(rules, player) + companions_ability(rules, player) + battle.aid
        own, plus = armed_dice(rules, ability, battle.weapon, shooting)
        n += own
    return min(n, MOST_DICE), plus


@kernel
def armed_dice(rules, ability, weapon, shooting):
    """[Arms] Dice of an Ability Score and a weapon, and how many of them may be raised; NOTHING for bare hands."""
    if weapon == NOTHING:
        return ability, 0
    arm = rules.arms[weapon]
    if shooting:
        return arm.missile_dice + (ability if rules.missile_ability else 0), arm.plus
    return ability + arm.melee_dice, arm.plus


@kernel
def foe_dice(foe, battle):
    """[2. The Approach; 3. Melee; Elvin Snare] Dice that the creature rolls; only the Brigands have missile weapons."""
    if battle.snared > 0:
        return 0
    return foe.missile_dice if battle.approach > 0 else foe.ability


@kernel
def note_blows(n_dice, struck, n_foe_dice, taken, shielded, absorbed, player, battle, tally, log):
    """Count and log what both sides rolled; a side that did not attack has 0 dice."""
    tally.taken += taken
    if n_dice > 0:
        emit(log, mark(tally), Event.ATTACK, player.seat, n_dice, struck, int(battle.approach > 0), 0)
    if n_foe_dice > 0:
        emit(log, mark(tally), Event.DEFENCE, player.seat, n_foe_dice, taken, shielded, absorbed)


@kernel
def take_hits(rules, policy, action, shooting, n_hits, player, battle, tally, dice):
    """[Shields and Other Defenses; Traveling Companions] Hits go through every defence; returns the hero's wounds."""
    if n_hits == 0:
        return 0
    approaching, casting = battle.approach > 0, action != Action.ATTACK
    arm = parrying_weapon(rules, battle, shooting)
    shield = shield_left(rules, battle, approaching) if not casting or rules.spell_absorbs else 0
    weapon = parries_now(rules, battle, approaching, shooting) if not casting else 0
    left = ward_off(n_hits, battle, tally) if rules.ward_first else n_hits
    if rules.shield_before_split:
        left = absorb(left, shield, weapon, arm, battle, tally)
        shield = weapon = 0
    left = split_hits(rules, left, player, battle, tally)
    ship_first = rules.vessel_first and battle.at_sea > 0
    if ship_first:
        left = share_with_vessel(rules, policy, left, player, battle, tally, dice)
    left = absorb(left, shield, weapon, arm, battle, tally)
    if not rules.ward_first:
        left = ward_off(left, battle, tally)
    left = familiar_takes(left, player, tally)
    return left if ship_first else share_with_vessel(rules, policy, left, player, battle, tally, dice)


@kernel
def wound(rules, foe, dealt, through, player, battle, tally, dice, log):
    """[3. Melee] Hits become wounds; those beyond death are lost (variant `overkill`: the deadly one, too)."""
    battle.foe_wounds = min(battle.foe_wounds + dealt, foe.wounds)
    foe_dies = battle.foe_wounds == foe.wounds
    suffer(through, player.wound_number - int(foe_dies and rules.hero_survives), player, tally)
    if dealt > 0 or through > 0:
        who, limit = player.seat, player.wound_number
        emit(log, mark(tally), Event.WOUNDS, who, player.wounds, limit, battle.foe_wounds, foe.wounds)
    if player.wounds == player.wound_number and not restored(player, battle, tally, log):
        battle.ending = Ending.BOTH_KILLED if foe_dies else Ending.HERO_KILLED
    elif sinks(rules, player, battle):
        lose_at_sea(rules, player, battle, tally, dice, log)
    elif foe_dies:
        battle.ending = Ending.FOE_KILLED
        take_reward(foe.killed_reward, battle)


@kernel
def suffer(through, most, player, tally):
    """[Wound Markers] Hits become wounds, up to `most` in all; the rest are lost.  Returns the new wounds."""
    suffered = min(through, most - player.wounds)
    player.wounds += suffered
    tally.wounds += suffered
    tally.lost += through - suffered
    return suffered


@kernel
def restored(player, battle, tally, log):
    """[Emerald of Life] Its holder is restored without wounds, once; the fight goes on if the attacker lives."""
    if count(player.goods, Good.EMERALD.value) == 0:
        return False
    player.goods = without_one(player.goods, Good.EMERALD.value)
    player.wounds = 0
    battle.revived = 1
    emit(log, mark(tally), Event.REVIVES, player.seat, 0, 0, 0, 0)
    return True


@kernel
def take_reward(reward, battle):
    """[Encounter Descriptions] One draw from the pool that the description names."""
    battle.treasure_draws += reward == Reward.TREASURE
    battle.arms_draws += reward == Reward.ARMS


@kernel
def end_by_magic(rules, foe, policy, ending, player, battle, tally, dice, log):
    """[Spell Descriptions] A charmed creature joins; one in Fear leaves the reward of one that runs."""
    battle.ending = ending
    if battle.charmed:
        join(player, battle, tally, log)
    if ending == Ending.FOE_FLED:
        take_reward(foe.fled_reward, battle)
    elif battle.moved and rules.teleport_drops:
        drop_possession(rules, policy, player, battle, tally, dice, log)


@kernel
def try_to_part(rules, foe, policy, may_run, player, battle, tally, dice, log):
    """[Escape Attempt] First the hero, then the creature; a snared one can be left, and cannot leave."""
    if rules.heals_before_flight:
        heal(foe, player, battle, tally, log)
    if (
        battle.snared > 0
        and may_run
        and decide(walks_away(foe, policy, player, battle), Purpose.POLICY_WALKS, tally, dice)
    ):
        emit(log, mark(tally), Event.WALKS_AWAY, player.seat, 0, 0, 0, 0)
        battle.ending = Ending.ENDED_BY_MAGIC
    elif may_run and decide(runs(foe, policy, player, battle), Purpose.POLICY_FLEES, tally, dice):
        hero_tries(rules, foe, policy, player, battle, tally, dice, log)
    free = battle.snared == 0 or rules.snare == Snare.MAY_FLEE
    if battle.ending == PLAYING and free and rules.foe_must_flee and in_peril(rules, foe, player, battle):
        foe_tries(rules, foe, policy, player, battle, tally, dice, log)


@kernel
def in_peril(rules, foe, player, battle):
    """[Escape Attempt; Olliver J. Dragon] Hurt enough to run; Olliver never runs from the Magic Great Sword."""
    if foe.defies_great_sword and count(player.arms, rules.great_sword) > 0:
        return False
    return battle.foe_wounds >= foe.flees_at


@kernel
def hero_tries(rules, foe, policy, player, battle, tally, dice, log):
    """[Escape Attempt] Two dice and the difference of the Escape Numbers; a hero who gets away drops a possession."""
    address(dice, Purpose.HERO_ESCAPE, tally.turn, tally.event)
    rolled = two_dice(dice)
    needed = escape_roll_needed(rules.escape_target, escape_number(rules, player), foe.escape)
    emit(log, mark(tally), Event.HERO_TRIES, player.seat, rolled, needed, int(rolled >= needed), 0)
    if rolled >= needed:
        battle.ending = Ending.HERO_ESCAPED
        drop_possession(rules, policy, player, battle, tally, dice, log)


@kernel
def escape_roll_needed(target, fugitive, pursuer):
    """[Escape Attempt] What two dice must show: a larger Escape Number adds to the roll, a smaller one subtracts."""
    return target - (fugitive - pursuer)


@kernel
def escape_number(rules, player):
    """[Talisman of Quox] The hero's Escape Number, and one more for the holder of the talisman."""
    return player.escape + rules.talisman_escape * (count(player.goods, Good.TALISMAN.value) > 0)


@kernel
def foe_tries(rules, foe, policy, player, battle, tally, dice, log):
    """[Escape Attempt] A creature in peril runs by the same roll mirrored, unless the hero lets it go."""
    if decide(lets_go(policy), Purpose.POLICY_LETS_GO, tally, dice):
        battle.ending = Ending.LET_GO
        if rules.flee_reward_when_let_go:
            take_reward(foe.fled_reward, battle)
        return
    rolled, needed = 0, 0
    if rules.foe_escape_rolls:
        address(dice, Purpose.FOE_ESCAPE, tally.turn, tally.event)
        rolled = two_dice(dice)
        needed = escape_roll_needed(rules.escape_target, foe.escape, escape_number(rules, player))
    emit(log, mark(tally), Event.FOE_TRIES, player.seat, rolled, needed, int(rolled >= needed), 0)
    if rolled >= needed:
        battle.ending = Ending.FOE_FLED
        take_reward(foe.fled_reward, battle)


@kernel
def heal(foe, player, battle, tally, log):
    """[Trolls] After every round a wounded troll that was not just killed heals."""
    healed = min(foe.heals, battle.foe_wounds)
    if healed > 0:
        battle.foe_wounds -= healed
        emit(log, mark(tally), Event.HEALS, player.seat, battle.foe_wounds, 0, 0, 0)
