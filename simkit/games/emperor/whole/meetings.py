"""[Encounters] Whose encounter a chit becomes, and what comes of it in the whole game."""

from simkit.core.dice import address, draw, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.rules.arms import ready_arms
from simkit.games.emperor.rules.battle import begin_battle
from simkit.games.emperor.rules.companions import all_leave
from simkit.games.emperor.rules.encounters import applies, continue_encounter, meet
from simkit.games.emperor.rules.hands import count, with_one
from simkit.games.emperor.rules.possessions import n_imperials, n_magic
from simkit.games.emperor.schema import (
    EVENTS_AN_ENCOUNTER,
    N_COMPANIONS,
    Good,
    Reaction,
    Vessel,
)
from simkit.games.emperor.schema import Ending as Fate
from simkit.games.emperor.whole.movement import dock
from simkit.games.emperor.whole.policies import choose_goal, treasure_leader
from simkit.games.emperor.whole.pools import (
    draw_arms,
    draw_clue,
    draw_treasures,
    end_if_found,
    fill_encounter_pool,
    give_back_all,
)
from simkit.games.emperor.whole.schema import NOWHERE, Ending, Event, Presents, Purpose


@kernel
def next_event(tally):
    """The address numbers of the next encounter: no two share any, however long the first one was."""
    tally.fight.event = (tally.fight.event // EVENTS_AN_ENCOUNTER + 1) * EVENTS_AN_ENCOUNTER


@kernel
def encounter(rules, policies, who, state, tally, dice, log):
    """[Encounters] A chit is drawn, and becomes the encounter of its drawer, of another, or of nobody."""
    next_event(tally)
    fill_encounter_pool(rules, state)
    kind = choose_chit(rules, who, state, tally, dice, log)
    if kind == rules.clue_kind:
        find_clue(rules, who, state, tally, dice, log)
    elif kind == rules.sorcerer:
        victim = sorcerer_seeks(rules, state, tally, dice)
        if victim != NOWHERE:
            emit(log, tally.fight.turn, Event.SORCERER_SEEKS, who, victim, 0, 0, 0)
            resolve(rules, policies, victim, kind, state, tally, dice, log)
    elif kind == rules.olliver:
        rival = treasure_leader(state, who)
        if rival != NOWHERE:
            emit(log, tally.fight.turn, Event.SENDS_OLLIVER, who, rival, 0, 0, 0)
        resolve(rules, policies, rival if rival != NOWHERE else who, kind, state, tally, dice, log)
    elif found_at(rules, kind, who, state):
        meet_here(rules, policies, who, kind, state, tally, dice, log)
    elif rules.presenting:
        present(rules, policies, who, kind, state, tally, dice, log)


@kernel
def choose_chit(rules, who, state, tally, dice, log):
    """[Encounters; Palantir of Zog] One chit, or for the holder of the Palantir the better of two."""
    address(dice, Purpose.CHIT, tally.fight.turn, tally.fight.event)
    kind = draw(dice, state.pool)
    if count(state.seats[who].player.goods, Good.PALANTIR.value) > 0:
        state.pool[kind] -= 1
        other = draw(dice, state.pool)
        if menace(rules, other, who, state) < menace(rules, kind, who, state):
            kind, other = other, kind
        emit(log, tally.fight.turn, Event.SECOND_CHIT, who, kind, other, 0, 0)
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
    emit(log, tally.fight.turn, Event.FINDS_CLUE, who, clue, 0, 0, 0)


@kernel
def sorcerer_seeks(rules, state, tally, dice):
    """[Evil Sorcerer] Who holds most Imperial Treasures, else most magic; of equals the one who rolls lowest."""
    most, most_magic = 0, 0
    for seat in range(state.n_players):
        if state.seats[seat].alive:
            most = max(most, n_imperials(state.seats[seat].player))
            most_magic = max(most_magic, n_magic(state.seats[seat].player))
    if most == 0 and most_magic == 0:
        return NOWHERE
    address(dice, Purpose.SORCERER, tally.fight.turn, tally.fight.event)
    victim, lowest, n_equal = NOWHERE, 0, 0
    for seat in range(state.n_players):
        player = state.seats[seat].player
        held, wanted = (n_imperials(player), most) if most > 0 else (n_magic(player), most_magic)
        if state.seats[seat].alive and held == wanted:
            n_equal += 1
            rolled = roll(dice, rules.fight.die_sides) + roll(dice, rules.fight.die_sides)
            if victim == NOWHERE or rolled < lowest:
                victim, lowest = seat, rolled
    return victim


@kernel
def present(rules, policies, who, kind, state, tally, dice, log):
    """[Encounters] A chit that does not apply to its drawer may be given to any other player to whom it does."""
    policy = policies[who]
    if policy.presents == Presents.NOBODY:
        return
    best, most, n = NOWHERE, -1, 0
    address(dice, Purpose.POLICY_PRESENT, tally.fight.turn, tally.fight.event)
    for seat in range(state.n_players):
        if seat != who and state.seats[seat].alive and found_at(rules, kind, seat, state):
            n += 1
            wealth = roll(dice, 1 << 20) if policy.presents == Presents.ANYBODY else riches(state, seat)
            if wealth > most:
                best, most = seat, wealth
    leads = policy.presents == Presents.ANYBODY or best == treasure_leader(state, who)
    if best != NOWHERE and leads and harms(rules, kind):
        emit(log, tally.fight.turn, Event.PRESENTS, who, kind, best, 0, 0)
        meet_here(rules, policies, best, kind, state, tally, dice, log)


@kernel
def riches(state, seat):
    """Treasures of a player, as the others see them."""
    player = state.seats[seat].player
    return n_magic(player) + 2 * n_imperials(player) + player.vessel


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


@kernel
def meet_here(rules, policies, who, kind, state, tally, dice, log):
    """[Encounter Descriptions] The encounter of one player; a storm is that of every vessel at sea."""
    if kind != rules.storm:
        resolve(rules, policies, who, kind, state, tally, dice, log)
        return
    for seat in range(state.n_players):
        other = state.seats[seat]
        if other.alive and other.player.vessel != Vessel.NONE and rules.spaces[other.space].spot.sea:
            resolve(rules, policies, seat, kind, state, tally, dice, log)


@kernel
def resolve(rules, policies, who, kind, state, tally, dice, log):
    """[Encounters; Battle Sequence] An encounter from the chit to its end, and what it leaves behind."""
    seat, battle, policy = state.seats[who], state.battle, policies[who].fight
    player, spot = seat.player, rules.spaces[seat.space].spot
    next_event(tally)
    state.battle = state.blank
    ready_arms(rules.fight, player, battle)
    meet(rules.fight, spot, kind, player, battle, tally.fight, log)
    if kind == rules.olliver:
        begin_battle(rules.fight, policy, player, battle, tally.fight, dice, log)
    for _ in range(rules.fight.round_limit):
        if battle.ending != 0:
            break
        continue_encounter(rules.fight, policy, spot, player, battle, tally.fight, dice, log)
    tally.met += 1
    tally.hostile += battle.hostile
    settle(rules, policies, who, kind, state, tally, dice, log)


@kernel
def settle(rules, policies, who, kind, state, tally, dice, log):
    """[Encounter Descriptions; How to Win] Death, draws, passengers, and where the hero finds himself."""
    seat, battle = state.seats[who], state.battle
    next_event(tally)
    state.returned += battle.confiscated
    reward_experience(rules, kind, who, state)
    if battle.ending == Fate.HERO_KILLED or battle.ending == Fate.BOTH_KILLED:
        die(rules, kind, who, state, tally, log)
    else:
        if battle.moved:
            carry_off(rules, policies, who, state, tally, log)
        if battle.joined:
            ask_destinations(rules, who, state, tally, dice, log)
        if kind == rules.patrol and battle.ending == Fate.PEACEFUL:
            seat.player.aid = rules.fight.foes[kind].ability
        if battle.treasure_draws > 0:
            tally.draws_fights += draw_treasures(rules, battle.treasure_draws, who, state, tally, dice, log)
        if battle.arms_draws > 0:
            draw_arms(rules, battle.arms_draws, Purpose.ARMS.value, who, state, tally, dice, log)
    battle.traded_arms = battle.traded_goods = 0
    end_if_found(rules, state)


@kernel
def carry_off(rules, policies, who, state, tally, log):
    """[Teleport; Obtuse Genie; Lost at Sea] Elsewhere: where he likes, to the Inn, or to the Pirate Lair."""
    seat, battle = state.seats[who], state.battle
    if battle.sunk:
        seat.space = rules.lair
    elif battle.ending == Fate.PEACEFUL:
        seat.space = rules.start
    else:
        player = seat.player
        seat.space = choose_goal(rules, policies[who], seat, player.wound_number - player.wounds)
        seat.follows = 1
    for slot in range(N_COMPANIONS):
        seat.goals[slot] = 0
    dock(rules, who, state, tally, log)
    emit(log, tally.fight.turn, Event.WASHED_ASHORE, who, seat.space, 0, 0, 0)


@kernel
def ask_destinations(rules, who, state, tally, dice, log):
    """[Elf Princess; Maid Marywin] Three dice say where she goes; another roll if the hero is there."""
    seat = state.seats[who]
    player = seat.player
    for slot in range(N_COMPANIONS):
        kind = player.companion_kinds[slot] - 1
        if (kind == rules.fight.princess or kind == rules.marywin) and kind == state.battle.kind:
            address(dice, Purpose.DESTINATION, tally.fight.turn, tally.fight.event)
            goal = seat.space
            for _ in range(EVENTS_AN_ENCOUNTER):
                if goal != seat.space:
                    break
                goal = rules.chart[three_dice(rules, dice)]
            seat.goals[slot] = goal + 1
            emit(log, tally.fight.turn, Event.DESTINATION, who, kind, goal, 0, 0)


@kernel
def three_dice(rules, dice):
    """The sum of three dice."""
    return roll(dice, rules.fight.die_sides) + roll(dice, rules.fight.die_sides) + roll(dice, rules.fight.die_sides)


@kernel
def reward_experience(rules, kind, who, state):
    """[Experience Points] For running, for an opponent who runs, for a kill, for a charm."""
    seat, ending = state.seats[who], state.battle.ending
    number = rules.fight.foes[kind].wounds
    if ending == Fate.HERO_ESCAPED:
        seat.points += rules.experience_flee
    elif ending == Fate.FOE_FLED or ending == Fate.LET_GO:
        seat.points += number // 2
    elif ending == Fate.FOE_KILLED:
        seat.points += number
    elif ending == Fate.ENDED_BY_MAGIC and state.battle.joined:
        seat.points += number // 2
    if rules.improved and seat.points >= rules.improvement_points * (seat.improvements + 1):
        seat.improvements += 1
        seat.player.ability += 1


@kernel
def die(rules, kind, who, state, tally, log):
    """[How to Win] A dead player is out; what he had goes to the pools, and his companions their way."""
    seat = state.seats[who]
    seat.alive = 0
    seat.killer = kind
    seat.grave = rules.spaces[seat.space].spot.terrain
    all_leave(seat.player)
    give_back_all(seat.player)
    emit(log, tally.fight.turn, Event.DIES, who, kind, seat.space, 0, 0)
    n_alive = 0
    for other in range(state.n_players):
        n_alive += state.seats[other].alive
    if n_alive == 0:
        state.ending = Ending.ALL_DEAD
    elif n_alive == 1 and rules.survivor_ends and state.n_players > 1:
        state.ending = Ending.LAST_SURVIVOR
