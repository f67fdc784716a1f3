"""[Sequence of Play] One player-turn: move, turn in clues, explore, encounter."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.rules.companions import leave
from simkit.games.emperor.rules.hands import count, size, with_one, without_one
from simkit.games.emperor.rules.possessions import least_useful, n_imperials, n_treasures
from simkit.games.emperor.schema import (
    MAGIC_ARMS_FROM,
    N_CLUES,
    N_COMPANIONS,
    N_IMPERIALS,
    N_SPELLS,
    NOTHING,
    Good,
    Spell,
)
from simkit.games.emperor.whole.meetings import encounter, next_event
from simkit.games.emperor.whole.movement import move, step_away
from simkit.games.emperor.whole.policies import choose_mode, spell_to_learn, treasure_leader
from simkit.games.emperor.whole.pools import draw_arms, draw_treasures, spell_free, take_vessel
from simkit.games.emperor.whole.schema import NOWHERE, Event, Find, Mode, Purpose, SpaceKind


@kernel
def player_turn(rules, policies, state, tally, dice, log):
    """[Sequence of Play] The steps of a turn, in order; the game may end in any of them."""
    who = state.active
    seat, policy = state.seats[who], policies[who]
    tally.turns += 1
    tally.fight.turn = tally.turns
    tally.fight.event = 0
    seat.player.aid = 0
    emit(log, tally.fight.turn, Event.TURN, who, seat.space, seat.player.wounds, 0, 0)
    mode, goal = choose_mode(rules, policy, seat)
    if mode == Mode.MOVE:
        move(rules, policy, goal, who, state, tally, dice, log)
    elif mode == Mode.HEAL:
        heal_by_spell(who, state, tally, log)
    elif mode == Mode.STAY:
        emit(log, tally.fight.turn, Event.STAYS, who, 0, 0, 0, 0)
    explores = turn_in(rules, policy, who, state, tally, dice, log)
    if state.ending == 0 and mode == Mode.MEDITATE:
        meditate(rules, policies, who, state, tally, dice, log)
    elif state.ending == 0:
        look_around(rules, policies, explores, who, state, tally, dice, log)
    for other in range(state.n_players):
        if state.seats[other].follows:
            state.seats[other].follows = 0
            if state.ending == 0:
                look_around(rules, policies, True, other, state, tally, dice, log)
    count_place(rules, who, state, tally)


@kernel
def count_place(rules, who, state, tally):
    """Where turns end."""
    space = rules.spaces[state.seats[who].space]
    tally.civilized += space.kind == SpaceKind.CIVILIZED
    tally.at_sea += space.kind == SpaceKind.SEA
    tally.wilderness += space.kind != SpaceKind.CIVILIZED and space.kind != SpaceKind.SEA


@kernel
def heal_by_spell(who, state, tally, log):
    """[Magic Spells] A spell may be cast in place of the roll to move."""
    player = state.seats[who].player
    player.spells = without_one(player.spells, Spell.HEAL_COMPLETELY.value)
    emit(log, tally.fight.turn, Event.CASTS_INSTEAD, who, Spell.HEAL_COMPLETELY, 0, 0, 0)
    heal_wounds(player.wounds, who, state, tally, log)


@kernel
def heal_wounds(n, who, state, tally, log):
    """So many wounds are healed, if there are any."""
    player = state.seats[who].player
    healed = min(n, player.wounds)
    if healed > 0:
        player.wounds -= healed
        tally.fight.healed += healed
        emit(log, tally.fight.turn, Event.HEALED, who, healed, player.wounds, 0, 0)


@kernel
def turn_in(rules, policy, who, state, tally, dice, log):
    """[2. Turn in Clues] Clues and passengers at their places, Imperial Treasures in the Capital.

    Returns whether the player may still explore: not after he returned treasure to the Emperor.
    """
    turn_in_clues(rules, who, state, tally, dice, log)
    deliver_passengers(rules, who, state, tally, dice, log)
    seat = state.seats[who]
    returned = 0
    if seat.space == rules.capital and policy.redeems:
        while state.ending == 0 and n_imperials(seat.player) > 0:
            returned += redeem(rules, who, state, tally, dice, log)
    return returned == 0


@kernel
def turn_in_clues(rules, who, state, tally, dice, log):
    """[Treasure Clues] Upon arrival the clue goes back to the pool, and its draws are made."""
    seat = state.seats[who]
    if seat.player.clues == 0:
        return
    for clue in range(N_CLUES):
        if count(seat.player.clues, clue) > 0 and rules.clues[clue].destination == seat.space:
            seat.player.clues = without_one(seat.player.clues, clue)
            n = rules.clues[clue].draws
            address(dice, Purpose.CLUE_DRAWS, tally.fight.turn, tally.fight.event)
            for _ in range(rules.clues[clue].draws_dice):
                n += roll(dice, rules.fight.die_sides)
            emit(log, tally.fight.turn, Event.TURNS_IN_CLUE, who, clue, n, 0, 0)
            tally.draws_clues += draw_treasures(rules, n, who, state, tally, dice, log)


@kernel
def deliver_passengers(rules, who, state, tally, dice, log):
    """[Elf Princess; Maid Marywin] At her destination she leaves, and the draws are made."""
    seat = state.seats[who]
    player = seat.player
    if player.companions == 0:
        return
    for slot in range(N_COMPANIONS):
        if player.companion_kinds[slot] > 0 and seat.goals[slot] == seat.space + 1:
            kind = player.companion_kinds[slot] - 1
            n = rules.princess_draws if kind == rules.fight.princess else rules.marywin_draws
            leave(slot, player)
            seat.goals[slot] = 0
            emit(log, tally.fight.turn, Event.DELIVERS, who, kind, n, 0, 0)
            tally.draws_escorts += draw_treasures(rules, n, who, state, tally, dice, log)


@kernel
def redeem(rules, who, state, tally, dice, log):
    """[Imperial Treasures] All Imperials held go to the Emperor, for two draws each; returns how many."""
    seat = state.seats[who]
    n = n_imperials(seat.player)
    for good in range(N_IMPERIALS):
        if count(seat.player.goods, good) > 0:
            seat.player.goods = without_one(seat.player.goods, good)
            state.returned = with_one(state.returned, good)
    seat.points += n * rules.experience_returned
    emit(log, tally.fight.turn, Event.REDEEMS, who, n, n * rules.imperial_draws, 0, 0)
    tally.draws_redeemed += draw_treasures(rules, n * rules.imperial_draws, who, state, tally, dice, log)
    return n


@kernel
def look_around(rules, policies, explores, who, state, tally, dice, log):
    """[3. Explore; 4. Encounter] The chart where there is one, a chit everywhere else; in the Mines first a chit."""
    seat = state.seats[who]
    space = seat.space
    here = rules.spaces[space]
    if here.column == NOWHERE:
        if here.kind != SpaceKind.OASIS or not rules.oasis_safe:
            encounter(rules, policies, who, state, tally, dice, log)
        return
    if here.kind == SpaceKind.MINES:
        encounter(rules, policies, who, state, tally, dice, log)
    if explores and state.ending == 0 and seat.alive and seat.space == space:
        explore(rules, policies, who, state, tally, dice, log)


@kernel
def explore(rules, policies, who, state, tally, dice, log):
    """[Exploration] One die on the chart's column; Grail and Sceptre change it by one, after it is seen."""
    seat = state.seats[who]
    here = rules.spaces[seat.space]
    next_event(tally)
    address(dice, Purpose.EXPLORATION, tally.fight.turn, tally.fight.event)
    face = roll(dice, rules.fight.die_sides)
    if (here.grail and count(seat.player.goods, Good.GRAIL.value) > 0) or (
        here.sceptre and count(seat.player.goods, Good.SCEPTRE.value) > 0
    ):
        face = best_face(rules, here.column, face, seat.player)
    find = rules.exploration[here.column, face - 1]
    taxed = rules.camping_tax and find == Find.TREASURE and seat.last_treasure == seat.space + 1
    seat.last_treasure = 0
    if taxed:
        find = Find.NONE.value
    emit(log, tally.fight.turn, Event.EXPLORES, who, face, find, 0, 0)
    take_find(rules, policies, find, who, state, tally, dice, log)


@kernel
def take_find(rules, policies, find, who, state, tally, dice, log):
    """[Exploration Chart] What a face gives."""
    seat = state.seats[who]
    if find == Find.TREASURE:
        seat.last_treasure = seat.space + 1
        tally.draws_explored += draw_treasures(rules, 1, who, state, tally, dice, log)
    elif find == Find.ARMS:
        draw_arms_to_limit(rules, who, state, tally, dice, log)
    elif find == Find.ARMS_OR_BOAT:
        if not (policies[who].sails and take_vessel(rules, False, who, state, tally, log)):
            draw_arms_to_limit(rules, who, state, tally, dice, log)
    elif find == Find.BOAT or find == Find.BOAT_OR_SHIP:
        if policies[who].sails:
            take_vessel(rules, find == Find.BOAT_OR_SHIP, who, state, tally, log)
    elif find == Find.HEAL_ONE:
        heal_wounds(1, who, state, tally, log)
    elif find == Find.HEAL_ALL:
        heal_wounds(seat.player.wounds, who, state, tally, log)
    elif find == Find.ENCOUNTER:
        encounter(rules, policies, who, state, tally, dice, log)
    elif find == Find.MUST_LEAVE:
        must_leave(rules, policies, who, state, tally, dice, log)


@kernel
def best_face(rules, column, face, player):
    """[Grail of Pale; Sceptre of Balladan] The best of the face and its neighbours, in the order of what a player wants."""
    best, most = face, -1
    for other in range(max(1, face - 1), min(rules.fight.die_sides, face + 1) + 1):
        find = rules.exploration[column, other - 1]
        value = 0
        if find == Find.TREASURE:
            value = 4
        elif find == Find.HEAL_ALL:
            value = 3 * (player.wounds > 0)
        elif find == Find.HEAL_ONE:
            value = 2 * (player.wounds > 0)
        elif find == Find.ARMS or find == Find.ARMS_OR_BOAT:
            value = 1
        elif find == Find.ENCOUNTER or find == Find.MUST_LEAVE:
            value = -1
        if value > most or (value == most and other == face):
            best, most = other, value
    return best


@kernel
def draw_arms_to_limit(rules, who, state, tally, dice, log):
    """[Arms] One chit; of more than five arms the least useful goes back."""
    player = state.seats[who].player
    draw_arms(rules, 1, Purpose.ARMS.value, who, state, tally, dice, log)
    keep_to_limit(rules, player, who, tally, log)


@kernel
def keep_to_limit(rules, player, who, tally, log):
    """[Arms] Five arms at one time, magic ones not counted."""
    n = 0
    for arm in range(MAGIC_ARMS_FROM):
        n += count(player.arms, arm)
    while n > rules.arms_limit:
        arm = least_useful(rules.fight, player)
        player.arms = without_one(player.arms, arm)
        emit(log, tally.fight.turn, Event.DROPS_ARM, who, arm, 0, 0, 0)
        n -= 1


@kernel
def must_leave(rules, policies, who, state, tally, dice, log):
    """[Exploration] Chased one space away; in the wilderness a chit follows (variant `must_leave_follow_up`)."""
    step_away(rules, policies[who], who, state, tally, log)
    here = rules.spaces[state.seats[who].space]
    if rules.must_leave_encounter and here.column == NOWHERE:
        encounter(rules, policies, who, state, tally, dice, log)


@kernel
def meditate(rules, policies, who, state, tally, dice, log):
    """[Meditating] An even die brings a spell back, if nothing hostile and no Must Leave comes between."""
    seat = state.seats[who]
    here, space = rules.spaces[seat.space], seat.space
    next_event(tally)
    address(dice, Purpose.MEDITATION, tally.fight.turn, tally.fight.event)
    die = roll(dice, rules.fight.die_sides)
    before = tally.hostile
    if here.column == NOWHERE or here.kind == SpaceKind.MINES:
        encounter(rules, policies, who, state, tally, dice, log)
    if here.column != NOWHERE and state.ending == 0 and seat.alive:
        find = rules.exploration[here.column, die - 1]
        if find == Find.ENCOUNTER or find == Find.MUST_LEAVE:
            take_find(rules, policies, find, who, state, tally, dice, log)
    spell = NOTHING
    if die % 2 == 0 and seat.alive and tally.hostile == before and seat.space == space:
        spell = learn_spell(rules, who, state)
    emit(log, tally.fight.turn, Event.MEDITATES, who, die, spell, 0, 0)


@kernel
def learn_spell(rules, who, state):
    """[Magic Spells] A spell of the class, not one alike, if the Economy has it; NOTHING otherwise."""
    player = state.seats[who].player
    if size(player.spells) < rules.class_spells[player.hero_class]:
        for spell in range(N_SPELLS):
            wanted = rules.spell_order[spell]
            if spell_to_learn(rules, player, wanted) and spell_free(rules, state, wanted):
                player.spells = with_one(player.spells, wanted)
                return wanted
    return NOTHING


@kernel
def pass_turn(rules, state, tally):
    """[Sequence of Play] Clockwise to the next living player; who leads, and whether time is up."""
    leader = treasure_leader(state, NOWHERE)
    ahead = state.leader == NOWHERE or n_treasures(state.seats[state.leader].player) < n_treasures(
        state.seats[leader].player
    )
    if leader != state.leader and ahead:
        tally.lead_changes += n_treasures(state.seats[leader].player) > 0
        state.leader = leader
    for _ in range(state.n_players):
        state.active = (state.active + 1) % state.n_players
        if state.seats[state.active].alive:
            return
