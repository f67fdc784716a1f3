"""[Encounters] Whose encounter a chit becomes, and what follows from it in the whole game."""

import numpy as np

from simkit.core.dice import address, draw, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.encounter.rules.arms import ready_arms
from simkit.games.emperor.encounter.rules.companions import all_leave
from simkit.games.emperor.encounter.rules.encounters import applies, continue_encounter, meet
from simkit.games.emperor.encounter.rules.hands import count, with_one
from simkit.games.emperor.encounter.rules.possessions import n_imperials, n_magic
from simkit.games.emperor.encounter.rules.sea import sinks
from simkit.games.emperor.shared.schema import EVENTS_AN_ENCOUNTER, N_COMPANIONS
from simkit.games.emperor.shared.schema import Ending as Fate
from simkit.games.emperor.shared.schema import Event as FightEvent
from simkit.games.emperor.shared.terms import Good, Reaction, Stage, Vessel
from simkit.games.emperor.whole.policies import leader_of_rivals, note, refuge, treasure_leader
from simkit.games.emperor.whole.rules.company import (
    all_are_moved,
    all_follow,
    hand_vessel,
    heir,
    lend_dice,
    lend_wounds,
    share_wounds,
    whose_vessel,
)
from simkit.games.emperor.whole.rules.errands import next_event
from simkit.games.emperor.whole.rules.experience import reward_experience
from simkit.games.emperor.whole.rules.movement import relocate, wash_ashore
from simkit.games.emperor.whole.rules.pools import (
    draw_arms,
    draw_clue,
    draw_treasures,
    fill_encounter_pool,
    give_back_all,
)
from simkit.games.emperor.whole.schema import NOWHERE, Ending, Event, Purpose
from simkit.games.emperor.whole.terms import Habit, Presents


@routine
def encounter(rules, policies, who, state, tally, dice, log):
    """[Encounters] A chit is drawn, and becomes the encounter of its drawer, of another, of several, or of nobody."""
    next_event(tally)
    fill_encounter_pool(rules, state)
    kind = choose_chit(rules, who, state, tally, dice, log)
    tally.met_kinds |= 1 << kind
    if kind == rules.clue_kind:
        find_clue(rules, who, state, tally, dice, log)
        return
    concerned = whose_encounter(rules, policies[who], kind, who, state, tally, dice, log)
    if concerned == 0:
        emit(log, state.turns, Event.IGNORES_CHIT, who, kind, 0, 0, 0)
    for other in range(state.n_players):
        if concerned >> other & 1 and state.ending == PLAYING and state.seats[other].alive:
            if other != who:
                emit(log, state.turns, Event.MEETS, other, kind, 0, 0, 0)
            resolve(rules, policies[other], kind, other != who, other, state, tally, dice, log)
            settle(rules, policies[other], kind, other, state, tally, dice, log)


@kernel
def choose_chit(rules, who, state, tally, dice, log):
    """[Encounters; Palantir of Zog] One chit, or for the holder of the Palantir the better of two."""
    address(dice, Purpose.CHIT, tally.fight.turn, tally.fight.event)
    kind = draw(dice, state.pool)
    if rules.palantir_chits > 1 and count(state.seats[who].player.goods, Good.PALANTIR.value) > 0:
        state.pool[kind] -= 1
        other = draw(dice, state.pool)
        state.pool[kind] += 1  # a clue is then drawn from all in the pool, this chit among them
        if menace(rules, other, who, state) < menace(rules, kind, who, state):
            kind, other = other, kind
        emit(log, state.turns, Event.SECOND_CHIT, who, kind, other, 0, 0)
    return kind


@kernel
def menace(rules, kind, who, state):
    """How little a player wants a chit: a clue is best, then what does not apply, then what is weak."""
    if kind == rules.clue_kind:
        return -1
    if not found_at(rules, kind, who, state):
        return 0
    reaction = rules.fight.foes[kind].reaction
    fights = (
        reaction == Reaction.ATTACK or reaction == Reaction.BRIBE_OR_ATTACK or reaction == Reaction.ATTACK_UNLESS_STONE
    )
    return 1 + rules.fight.foes[kind].ability if fights else 1


@kernel
def found_at(rules, kind, who, state):
    """[Encounters] Whether a chit applies where a player is."""
    return applies(rules.fight, rules.fight.foes[kind], rules.spaces[state.seats[who].space].spot)


@kernel
def find_clue(rules, who, state, tally, dice, log):
    """[Treasure Clues] Kept as a personal possession."""
    clue = draw_clue(rules, state, tally, dice)
    player = state.seats[who].player
    player.clues = with_one(player.clues, clue)
    emit(log, state.turns, Event.GETS_CLUE, who, clue, 0, 0, 0)


@routine
def whose_encounter(rules, policy, kind, who, state, tally, dice, log):
    """[Encounters; Evil Sorcerer; Olliver J. Dragon; Storms at Sea] The players who meet a chit, as bits."""
    if kind == rules.sorcerer:
        victim = sorcerer_seeks(rules, state, tally, dice, log)
        if victim != NOWHERE:
            emit(log, state.turns, Event.SORCERER_SEEKS, who, victim, 0, 0, 0)
    elif kind == rules.olliver:
        victim = leader_of_rivals(state, who)
        if victim != NOWHERE:
            emit(log, state.turns, Event.SENDS_OLLIVER, who, victim, 0, 0, 0)
        elif not rules.olliver_stays:
            victim = who
    else:
        victim = NOWHERE
        if found_at(rules, kind, who, state):
            victim = who
        elif rules.presenting:
            victim = present(rules, policy, kind, who, state, tally, dice, log)
        if kind == rules.storm and (victim != NOWHERE or rules.storm_everywhere):
            return vessels_at_sea(rules, state)
    return 1 << victim if victim != NOWHERE else 0


@kernel
def vessels_at_sea(rules, state):
    """[Storms at Sea] A storm is the encounter of every vessel at sea (variant `storm_scope`); players as bits."""
    concerned = 0
    for who in range(state.n_players):
        seat = state.seats[who]
        if seat.alive and seat.player.vessel != Vessel.NONE and rules.spaces[seat.space].spot.sea:
            concerned |= 1 << who
    return concerned


@kernel
def sorcerer_seeks(rules, state, tally, dice, log):
    """[Evil Sorcerer] Who holds most Imperial Treasures, else most magic; of equals who rolls lowest."""
    most, most_magic = 0, 0
    for who in range(state.n_players):
        if state.seats[who].alive:
            most = max(most, n_imperials(state.seats[who].player))
            most_magic = max(most_magic, n_magic(rules.fight, state.seats[who].player))
    if most == 0 and most_magic == 0:
        return NOWHERE
    sought = np.int64(0)
    for who in range(state.n_players):
        player = state.seats[who].player
        held, wanted = (n_imperials(player), most) if most > 0 else (n_magic(rules.fight, player), most_magic)
        if state.seats[who].alive and held == wanted:
            sought |= 1 << who
    return roll_off(rules, sought, state.n_players, tally, dice, log)


@kernel
def roll_off(rules, sought, n_players, tally, dice, log):
    """[Evil Sorcerer] Each rolls two dice; those who roll lowest roll again, until one is left."""
    address(dice, Purpose.SORCERER, tally.fight.turn, tally.fight.event)
    for _ in range(EVENTS_AN_ENCOUNTER):
        if sought & (sought - 1) == 0:
            break
        lowest, lowest_rollers = 2 * rules.fight.die_sides + 1, 0
        for who in range(n_players):
            if sought >> who & 1:
                rolled = roll(dice, rules.fight.die_sides) + roll(dice, rules.fight.die_sides)
                emit(log, tally.fight.turn, Event.ROLLS_OFF, who, rolled, 0, 0, 0)
                if rolled < lowest:
                    lowest, lowest_rollers = rolled, 1 << who
                elif rolled == lowest:
                    lowest_rollers |= 1 << who
        sought = lowest_rollers
    for who in range(n_players):
        if sought >> who & 1:
            return who
    raise ValueError("roll_off: nobody was sought")


@kernel
def present(rules, policy, kind, who, state, tally, dice, log):
    """[Encounters] A chit that does not apply to its drawer may be given to another to whom it does; returns whom."""
    if policy.presents == Presents.NOBODY or not harms(rules, kind):
        return NOWHERE
    if policy.presents == Presents.LEADER:
        victim = treasure_leader(state, who)
        if victim == NOWHERE or not found_at(rules, kind, victim, state):
            return NOWHERE
    else:
        victim = anybody(rules, kind, who, state, tally, dice)
        if victim == NOWHERE:
            return NOWHERE
    note(tally, Habit.PRESENTS.value)
    tally.presented += 1
    emit(log, state.turns, Event.PRESENTS, who, kind, victim, 0, 0)
    return victim


@kernel
def anybody(rules, kind, who, state, tally, dice):
    """One of the others to whom a chit applies, by chance; NOWHERE without one."""
    n = 0
    for other in range(state.n_players):
        n += other != who and state.seats[other].alive and found_at(rules, kind, other, state)
    if n == 0:
        return NOWHERE
    address(dice, Purpose.POLICY_PRESENT, tally.fight.turn, tally.fight.event)
    pick = roll(dice, n)
    for other in range(state.n_players):
        pick -= other != who and state.seats[other].alive and found_at(rules, kind, other, state)
        if pick == 0:
            return np.int64(other)
    raise ValueError("anybody: fewer than were counted")


@kernel
def harms(rules, kind):
    """Whether a chit is one that nobody wants."""
    reaction = rules.fight.foes[kind].reaction
    return (
        reaction == Reaction.ATTACK
        or reaction == Reaction.BRIBE_OR_ATTACK
        or reaction == Reaction.ATTACK_UNLESS_STONE
        or reaction == Reaction.STORM
        or reaction == Reaction.THIEVES
        or reaction == Reaction.CONFISCATE
        or reaction == Reaction.STEAL_OR_SEND_HOME
    )


@routine
def resolve(rules, policy, kind, presented, who, state, tally, dice, log):
    """[Encounters; Battle Sequence] An encounter from the chit to its end; `presented`: somebody else drew it.

    A player who is carried by a vessel of his company holds that vessel during the encounter.
    """
    seat, battle = state.seats[who], state.battle
    player, spot = seat.player, rules.spaces[seat.space].spot
    next_event(tally)
    state.battle = state.blank
    ready_arms(rules.fight, player, battle)
    battle.aid = patrol_dice(rules, seat) if presented or rules.patrol_always else 0
    lend_dice(rules, who, state, battle)
    lent = lend_wounds(rules, who, state)
    owner = whose_vessel(rules, who, state)
    if owner != NOWHERE:
        hand_vessel(owner, who, state)
    meet(rules.fight, spot, kind, player, battle, tally.fight, log)
    wounds_before = player.wounds
    for _ in range(rules.fight.round_limit):
        if battle.ending != PLAYING:
            break
        if battle.stage == Stage.RANGE and battle.aid + battle.lent > 0:
            emit(log, state.turns, Event.HELPED, who, battle.aid, battle.lent, battle.shots, 0)
        if battle.stage == Stage.RANGE and owner != NOWHERE:
            emit(log, state.turns, Event.BOARDS, who, owner, player.vessel, 0, 0)
        continue_encounter(rules.fight, policy.fight, spot, player, battle, tally.fight, dice, log)
    if owner != NOWHERE and not battle.sunk and not sinks(rules.fight, player, battle):
        hand_vessel(who, owner, state)
    share_wounds(lent, wounds_before, who, state, log)
    tally.met += 1
    tally.hostile += battle.hostile
    seat.fought |= battle.hostile


@kernel
def patrol_dice(rules, seat):
    """[Imperial Patrol] Dice of the patrols that stay with a player."""
    return seat.patrols * rules.fight.foes[rules.patrol].ability


@routine
def settle(rules, policy, kind, who, state, tally, dice, log):
    """[Encounter Descriptions; How to Win] Death, draws, passengers, and where the hero is afterwards."""
    seat, battle = state.seats[who], state.battle
    next_event(tally)
    state.returned += battle.confiscated
    reward_experience(rules, kind, who, state, log)
    if battle.ending == Fate.HERO_KILLED or battle.ending == Fate.BOTH_KILLED:
        die(rules, kind, who, state, tally, log)
    else:
        if battle.ending != Fate.PEACEFUL:
            draws, arms = battle.treasure_draws, battle.arms_draws
            emit(log, state.turns, FightEvent.ENDS, who, battle.ending, draws, arms, 0)
        if battle.moved or battle.sunk:
            carry_off(rules, policy, who, state, tally, log)
        if battle.joined:
            ask_destinations(rules, who, state, tally, dice, log)
        if kind == rules.patrol and battle.ending == Fate.PEACEFUL:
            seat.patrols += 1
            emit(log, state.turns, Event.PATROL_STAYS, who, 0, 0, 0, 0)
        tally.draws_fights += draw_treasures(rules, battle.treasure_draws, who, state, tally, dice, log)
        draw_arms(rules, battle.arms_draws, who, state, tally, dice, log)
    battle.traded_arms = battle.traded_goods = 0


@kernel
def carry_off(rules, policy, who, state, tally, log):
    """[Teleport; Obtuse Genie; Lost at Sea] The hero is carried where he likes, to the Inn, or to the Pirate Lair."""
    seat, battle = state.seats[who], state.battle
    if battle.sunk:
        wash_ashore(rules, who, state, tally, log)
        all_follow(rules, who, state, tally, log)
    else:
        goal = rules.start
        if battle.ending != Fate.PEACEFUL:
            goal = refuge(rules, policy, seat)
            seat.follows = int(who != state.active)
        emit(log, state.turns, Event.WASHED_ASHORE, who, goal, 0, 0, 0)
        relocate(rules, goal, who, state, tally, log)
        all_are_moved(rules, who, state, tally, log)


@kernel
def ask_destinations(rules, who, state, tally, dice, log):
    """[Elf Princess; Maid Marywin] Three dice say where she goes; another roll if the hero is there."""
    seat = state.seats[who]
    player = seat.player
    for slot in range(N_COMPANIONS):
        kind = player.companion_kinds[slot] - 1
        if kind != rules.fight.princess and kind != rules.marywin:
            seat.goals[slot] = 0  # left over from a passenger who had this slot before
        elif kind == state.battle.kind:
            address(dice, Purpose.DESTINATION, tally.fight.turn, tally.fight.event)
            goal, total = seat.space, 0
            for _ in range(EVENTS_AN_ENCOUNTER):
                if goal != seat.space:
                    break
                total = three_dice(rules, dice)
                goal = rules.chart[total]
            seat.goals[slot] = goal + 1
            emit(log, state.turns, Event.DESTINATION, who, kind, goal, total, 0)


@kernel
def three_dice(rules, dice):
    """The sum of three dice."""
    return roll(dice, rules.fight.die_sides) + roll(dice, rules.fight.die_sides) + roll(dice, rules.fight.die_sides)


@kernel
def die(rules, kind, who, state, tally, log):
    """[How to Win] A dead player is out; his possessions go to the pools, and his companions leave."""
    seat = state.seats[who]
    seat.alive = 0
    seat.killer = kind
    seat.grave = seat.space
    seat.patrols = 0
    emit(log, state.turns, Event.DIES, who, kind, seat.space, 0, 0)
    all_leave(seat.player, tally.fight, log)
    hand_over_vessel(rules, who, state, tally, log)
    give_back_all(rules, seat.player, state)
    n_alive = 0
    for other in range(state.n_players):
        n_alive += state.seats[other].alive
    if n_alive == 0:
        state.ending = Ending.ALL_DEAD
    elif n_alive == 1 and rules.survivor_ends:
        state.ending = Ending.LAST_SURVIVOR


@kernel
def hand_over_vessel(rules, who, state, tally, log):
    """[Traveling Together] At sea the next of the dead player's company takes over his vessel.

    If it sank, they are all washed ashore.
    """
    seat, successor = state.seats[who], heir(state, who)
    if successor != NOWHERE and rules.spaces[seat.space].spot.sea:
        if seat.player.vessel_wounds >= rules.fight.vessels[seat.player.vessel].wounds > 0:
            wash_ashore(rules, successor, state, tally, log)
            all_follow(rules, successor, state, tally, log)
        elif seat.player.vessel != Vessel.NONE and state.seats[successor].player.vessel == Vessel.NONE:
            hand_vessel(who, successor, state)
            emit(log, state.turns, Event.TAKES_OVER, successor, state.seats[successor].player.vessel, 0, 0, 0)
