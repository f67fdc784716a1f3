"""[Encounters] Whose encounter a chit becomes, and what follows from it in the whole game."""

import numpy as np

from simkit.core.dice import address, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.encounter.rules.arms import ready_arms
from simkit.games.emperor.encounter.rules.companions import all_leave
from simkit.games.emperor.encounter.rules.encounters import continue_encounter, meet
from simkit.games.emperor.encounter.rules.hands import with_one
from simkit.games.emperor.encounter.rules.possessions import n_imperials, n_magic
from simkit.games.emperor.encounter.rules.sea import sinks
from simkit.games.emperor.shared.schema import EVENTS_AN_ENCOUNTER, N_COMPANIONS
from simkit.games.emperor.shared.schema import Ending as Fate
from simkit.games.emperor.shared.schema import Event as FightEvent
from simkit.games.emperor.shared.terms import Stage, Vessel
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
from simkit.games.emperor.whole.rules.goals import any_space, refuge
from simkit.games.emperor.whole.rules.movement import relocate, wash_ashore
from simkit.games.emperor.whole.rules.pools import (
    draw_arms,
    draw_clue,
    draw_treasures,
    fill_encounter_pool,
    give_back_all,
)
from simkit.games.emperor.whole.rules.presenting import choose_chit, found_at, present, whom_to_send_olliver
from simkit.games.emperor.whole.schema import NOWHERE, Ending, Event, Policy, Purpose


@routine
def encounter(rules, policies, who, state, tally, dice, log):
    """[Encounters] A chit is drawn, and becomes the encounter of its drawer, of another, of several, or of nobody."""
    next_event(tally)
    fill_encounter_pool(rules, state)
    kind = choose_chit(rules, policies[who], who, state, tally, dice, log)
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
        victim = whom_to_send_olliver(policy, who, state, tally, dice)
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
            carry_off(rules, policy, who, state, tally, dice, log)
        if battle.joined:
            ask_destinations(rules, who, state, tally, dice, log)
        if kind == rules.patrol and battle.ending == Fate.PEACEFUL:
            seat.patrols += 1
            emit(log, state.turns, Event.PATROL_STAYS, who, 0, 0, 0, 0)
        tally.draws_fights += draw_treasures(rules, battle.treasure_draws, who, state, tally, dice, log)
        draw_arms(rules, policy, battle.arms_draws, who, state, tally, dice, log)
    battle.traded_arms = battle.traded_goods = 0


@kernel
def carry_off(rules, policy, who, state, tally, dice, log):
    """[Teleport; Obtuse Genie; Lost at Sea] The hero is carried where he likes, to the Inn, or to the Pirate Lair."""
    seat, battle = state.seats[who], state.battle
    if battle.sunk:
        wash_ashore(rules, who, state, tally, log)
        all_follow(rules, who, state, tally, log)
    else:
        goal = rules.start
        if battle.ending != Fate.PEACEFUL:
            goal = any_refuge(rules, policy, seat, tally, dice)
            seat.follows = int(who != state.active)
        emit(log, state.turns, Event.WASHED_ASHORE, who, goal, 0, 0, 0)
        relocate(rules, goal, who, state, tally, log)
        all_are_moved(rules, who, state, tally, log)


@kernel
def any_refuge(rules, policy, seat, tally, dice):
    """[Teleport] Where a player gets away to; who decides at random may come anywhere."""
    if policy.kind != Policy.WANDERER:
        return refuge(rules, policy, seat)
    address(dice, Purpose.POLICY_CHOICE, tally.fight.turn, tally.fight.event)
    return any_space(rules, seat, dice)


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
