"""[Sequence of Play] Move or cast, turn in clues, explore; encounters are in encounters.py."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.encounter.rules.hands import count, size, with_one, without_one
from simkit.games.emperor.encounter.rules.possessions import n_imperials
from simkit.games.emperor.shared.schema import N_SPELLS, NOTHING
from simkit.games.emperor.shared.terms import N_IMPERIALS, Good, Spell
from simkit.games.emperor.whole.policies import note, spell_to_learn, whom_to_heal
from simkit.games.emperor.whole.rules.company import all_are_moved, all_follow, held_back, mates
from simkit.games.emperor.whole.rules.errands import deliver_passengers, next_event, turn_in_clues
from simkit.games.emperor.whole.rules.experience import earn
from simkit.games.emperor.whole.rules.exploration import explore, face_of_chart, is_wild, leave_or_meet
from simkit.games.emperor.whole.rules.goals import choose_mode, reason_to_stay, would_redeem
from simkit.games.emperor.whole.rules.movement import move, relocate
from simkit.games.emperor.whole.rules.pools import draw_treasures, heal_wounds, spell_free
from simkit.games.emperor.whole.schema import NOWHERE, Event, Policy, Purpose
from simkit.games.emperor.whole.terms import Habit, Look, Mode, SpaceKind


@routine
def begin_turn(rules, policies, state, tally, dice, log):
    """[1. Move; 2. Turn in Clues] Returns whether the player may explore in this turn."""
    who = state.active
    seat, policy = state.seats[who], policies[who]
    state.turns += 1
    tally.turns = tally.fight.turn = state.turns
    tally.fight.event = 0
    for other in range(state.n_players):
        state.seats[other].meditation = state.seats[other].fought = state.seats[other].chased = 0
    seat.follows = 0
    emit(log, state.turns, Event.TURN, who, seat.space, seat.player.wounds, 0, 0)
    mode, goal = choose_mode(rules, policy, who, state, tally, dice)
    held = rules.traveling_together and held_back(rules, policies, who, state, log)
    if held and (mode == Mode.MOVE or mode == Mode.TELEPORT):
        mode = Mode.STAY.value
    if mode == Mode.MOVE:
        move(rules, policy, goal, who, state, tally, dice, log)
    elif mode == Mode.TELEPORT:
        cast_teleport(rules, goal, who, state, tally, log)
    elif mode == Mode.HEAL:
        cast_healing(goal, who, state, tally, log)
    elif mode == Mode.SUMMON:
        summon(rules, who, state, tally, log)
    elif mode == Mode.MEDITATE:
        meditate(rules, who, state, tally, dice, log)
    else:
        emit(log, state.turns, Event.WAITS, who, 0, 0, 0, 0)
    has_cast = mode == Mode.HEAL or mode == Mode.SUMMON
    if held:
        has_cast = others_stay(rules, policies, who, state, tally, dice, log) or has_cast
    if mode == Mode.TELEPORT:
        all_are_moved(rules, who, state, tally, log)
    else:
        all_follow(rules, who, state, tally, log)
    returned, turned_in = turn_in(rules, policy, who, state, tally, dice, log)
    if has_cast and not rules.explore_after_healing:
        return False
    return returned == 0 and (turned_in == 0 or rules.explore_after_clue)


@routine
def others_stay(rules, policies, who, state, tally, dice, log):
    """[Traveling Together] Members of a company heal and meditate; returns whether one has cast a spell.

    Their die brings spells back and nothing else: only the leader explores.
    """
    healed = False
    for offset in range(1, state.n_players):
        other = (who + offset) % state.n_players
        if mates(state, who, other):
            reason = reason_to_stay(rules, policies[other], other, state)
            if reason == Mode.HEAL:
                note(tally, Habit.HEALS_BY_SPELL.value)
                cast_healing(whom_to_heal(policies[other], other, state), other, state, tally, log)
                healed = True
            elif reason == Mode.MEDITATE:
                note(tally, Habit.MEDITATES.value)
                meditate(rules, other, state, tally, dice, log)
    return healed


@kernel
def cast_teleport(rules, goal, who, state, tally, log):
    """[Teleportation] In place of the roll to move: by the spell, or by the scroll of one who has no spell."""
    player = state.seats[who].player
    by_scroll = count(player.spells, Spell.TELEPORT.value) == 0
    if by_scroll:
        player.goods = without_one(player.goods, Good.SCROLL_TELEPORT.value)
    else:
        player.spells = without_one(player.spells, Spell.TELEPORT.value)
    tally.fight.cast += 1
    emit(log, state.turns, Event.TELEPORTS, who, int(by_scroll), goal, 0, 0)
    relocate(rules, goal, who, state, tally, log)


@kernel
def cast_healing(patient, who, state, tally, log):
    """[Magic Spells; Heal Completely] In place of the roll to move: himself, or somebody in the same space."""
    player = state.seats[who].player
    player.spells = without_one(player.spells, Spell.HEAL_COMPLETELY.value)
    tally.fight.cast += 1
    emit(log, state.turns, Event.CASTS_INSTEAD, who, Spell.HEAL_COMPLETELY, 0, 0, 0)
    if patient != who:
        note(tally, Habit.HEALS_OTHER.value)
        emit(log, state.turns, Event.HEALS_OTHER, who, patient, state.seats[patient].player.wounds, 0, 0)
    heal_wounds(state.seats[patient].player.wounds, patient, state, tally, log)


@kernel
def summon(rules, who, state, tally, log):
    """[Magic Spells; Familiar] In place of the roll to move; its chit is held until the familiar is gone."""
    state.seats[who].player.familiar = rules.fight.familiar_wounds
    tally.fight.cast += 1
    emit(log, state.turns, Event.CASTS_INSTEAD, who, Spell.FAMILIAR, 0, 0, 0)


@kernel
def meditate(rules, who, state, tally, dice, log):
    """[Meditating] The die that says whether a spell comes back, and in a civilized area what else happens."""
    next_event(tally)
    address(dice, Purpose.MEDITATION, tally.fight.turn, tally.fight.event)
    state.seats[who].meditation = roll(dice, rules.fight.die_sides)
    emit(log, state.turns, Event.MEDITATES, who, state.seats[who].meditation, 0, 0, 0)


@kernel
def finish_meditation(rules, policies, state, tally, dice, log):
    """[Meditating] An even die brings a spell back, if neither a fight nor a Must Leave came between."""
    for who in range(state.n_players):
        seat = state.seats[who]
        if seat.meditation > 0:
            spell = NOTHING
            if rules.meditation_on >> seat.meditation & 1 and seat.alive and undisturbed(who, state):
                spell = learn_spell(rules, policies[who], who, state, tally, dice)
            emit(log, state.turns, Event.LEARNS, who, spell, 0, 0, 0)
            seat.meditation = 0


@kernel
def undisturbed(who, state):
    """[Meditating; Traveling Together] Whether neither a fight nor a Must Leave befell a player or his company."""
    quiet = True
    for other in range(state.n_players):
        if other == who or mates(state, who, other):
            quiet = quiet and state.seats[other].fought == 0 and state.seats[other].chased == 0
    return quiet


@kernel
def learn_spell(rules, policy, who, state, tally, dice):
    """[Magic Spells] A player takes a spell of his class that he lacks and the Economy has; or NOTHING."""
    player = state.seats[who].player
    n = 0
    if size(player.spells) < rules.class_spells[player.hero_class]:
        for spell in range(N_SPELLS):
            n += can_learn(rules, spell, player, state)
    if n == 0:
        return NOTHING
    pick = preference(rules, policy, n, tally, dice)
    for rank in range(N_SPELLS):
        spell = policy.spell_order[rank]
        pick -= can_learn(rules, spell, player, state)
        if pick == 0:
            player.spells = with_one(player.spells, spell)
            return spell
    raise ValueError("learn_spell: fewer spells than there were")


@kernel
def can_learn(rules, spell, player, state):
    """[Magic Spells] Whether a spell is one that the player could hold and does not, and a chit of it is left."""
    return int(spell_to_learn(rules, player, spell) and spell_free(rules, state, spell))


@kernel
def preference(rules, policy, n, tally, dice):
    """Which of `n` spells, in the order of preference, a player picks: the first, or one by the dice."""
    if policy.kind != Policy.WANDERER:
        return 1
    address(dice, Purpose.POLICY_SPELL, tally.fight.turn, tally.fight.event)
    tally.fight.event += 1
    return roll(dice, n)


@routine
def turn_in(rules, policy, who, state, tally, dice, log):
    """[2. Turn in Clues] Clues and passengers at their places, Imperials in the Capital; of all who travel along.

    Returns how many Imperial Treasures the Emperor got, and how many clues and passengers came home.
    """
    turned_in, returned = 0, 0
    for offset in range(state.n_players):
        other = (who + offset) % state.n_players
        seat = state.seats[other]
        if offset == 0 or mates(state, who, other):
            turned_in += turn_in_clues(rules, other, state, tally, dice, log)
            turned_in += deliver_passengers(rules, other, state, tally, dice, log)
            if seat.space == rules.capital:
                while n_imperials(seat.player) > 0 and redeems(rules, policy, other, state, tally, dice):
                    returned += redeem(rules, other, state, tally, dice, log)  # again for those just drawn
    return returned, turned_in


@kernel
def redeems(rules, policy, who, state, tally, dice):
    """[Imperial Treasures] Whether a player returns what he has to the Emperor."""
    if state.ending != PLAYING:
        return False
    if policy.kind == Policy.WANDERER:
        next_event(tally)
        address(dice, Purpose.POLICY_CHOICE, tally.fight.turn, tally.fight.event)
        return roll(dice, 2) == 2
    return would_redeem(rules, policy, who, state)


@kernel
def redeem(rules, who, state, tally, dice, log):
    """[Imperial Treasures] All Imperials held go to the Emperor, for two draws each; returns how many."""
    seat = state.seats[who]
    n = n_imperials(seat.player)
    for good in range(N_IMPERIALS):
        if count(seat.player.goods, good) > 0:
            seat.player.goods = without_one(seat.player.goods, good)
            state.returned = with_one(state.returned, good)
    emit(log, state.turns, Event.REDEEMS, who, n, n * rules.imperial_draws, 0, 0)
    earn(rules, n * rules.experience_returned, who, state, log)
    tally.draws_redeemed += draw_treasures(rules, n * rules.imperial_draws, who, state, tally, dice, log)
    return n


@kernel
def calls_for_chit(rules, policies, look, explores, who, state, tally, dice, log):
    """[3. Explore; 4. Encounter] The chart where there is one, a chit everywhere else; in the Mines first a chit."""
    seat = state.seats[who]
    here = rules.spaces[seat.space]
    if look == Look.CHIT:
        return is_wild(rules, here)
    if here.column == NOWHERE:
        return False
    if seat.meditation > 0:
        chart_counts = here.kind != SpaceKind.MINES or rules.mines_chart_meditating
        find = face_of_chart(rules, here.column, seat.meditation)
        return chart_counts and leave_or_meet(rules, policies, find, who, state, tally, dice, log)
    return explores and explore(rules, policies, who, state, tally, dice, log)
