"""Begin, step, score, and the loops that use them, for the whole game."""

from simkit.core.board import clear
from simkit.core.dice import address, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.encounter.rules.possessions import n_imperials, n_treasures
from simkit.games.emperor.shared.schema import N_ARMS, N_GOODS, NOTHING
from simkit.games.emperor.shared.terms import MAGIC_ARMS_FROM, N_IMPERIALS
from simkit.games.emperor.whole.policies import treasure_leader
from simkit.games.emperor.whole.rules.barter import barter, barter_all
from simkit.games.emperor.whole.rules.company import follows, may_part, meet_others
from simkit.games.emperor.whole.rules.discovery import discovered
from simkit.games.emperor.whole.rules.encounters import encounter
from simkit.games.emperor.whole.rules.experience import improve
from simkit.games.emperor.whole.rules.player_fights import quarrel
from simkit.games.emperor.whole.rules.pools import draw_arms
from simkit.games.emperor.whole.rules.turns import begin_turn, calls_for_chit, finish_meditation, learn_spell
from simkit.games.emperor.whole.schema import MOST_PLAYERS, N_SPACE_WORDS, NOWHERE, SHARES, Ending, Event, Purpose
from simkit.games.emperor.whole.terms import N_LOOKS, SpaceKind


@routine
def begin(rules, setup, policies, state, tally, dice, log):
    """[How to Start] Characters at the Inn, starting spells, a chit from the Arms Pool each, and who begins."""
    state.n_players = setup.n_players
    state.leader = NOWHERE
    for who in range(setup.n_players):
        seat = state.seats[who]
        hero = rules.fight.heroes[setup.heroes[who]]
        player = seat.player
        seat.alive, seat.space, seat.killer, seat.grave = 1, rules.start, NOTHING, NOTHING
        player.seat, player.hero, player.hero_class = who, setup.heroes[who], hero.hero_class
        player.ability, player.wound_number, player.escape = hero.ability, hero.wounds, hero.escape
        for _ in range(rules.class_spells[hero.hero_class]):
            spell = learn_spell(rules, policies[who], who, state, tally, dice)
            if spell != NOTHING:
                emit(log, 0, Event.CHOOSES_SPELL, who, spell, 0, 0, 0)
        draw_arms(rules, policies[who], int(rules.starting_arms), who, state, tally, dice, log)
    if rules.trade:
        barter_all(rules, policies, state, tally, log)
    if rules.random_first:
        address(dice, Purpose.FIRST_PLAYER, 0, 0)
        state.active = roll(dice, setup.n_players) - 1


@routine
def step(rules, setup, policies, state, tally, dice, log):
    """[Sequence of Play] One player-turn, its steps in order; the game may end in any of them.

    Players who teleported out of an encounter in another's turn explore or meet a chit last.
    """
    explores = begin_turn(rules, policies, state, tally, dice, log)
    for offset in range(2 * state.n_players):
        who = (state.active + offset) % state.n_players
        seat = state.seats[who]
        if offset == 0 or seat.follows:
            seat.follows = 0
            space = seat.space
            for look in range(N_LOOKS):
                still_there = state.ending == PLAYING and seat.alive and seat.space == space
                if still_there and calls_for_chit(rules, policies, look, explores, who, state, tally, dice, log):
                    encounter(rules, policies, who, state, tally, dice, log)
            explores = True
    end_turn(rules, policies, state, tally, dice, log)


@routine
def end_turn(rules, policies, state, tally, dice, log):
    """[Meditating; Improved Abilities; Blood & Guts; Traveling Together] What ends a turn; then the next one begins."""
    who = state.active
    finish_meditation(rules, policies, state, tally, dice, log)
    if rules.improved:
        for other in range(state.n_players):
            improve(rules, policies[other], other, state, log)
    if state.ending == PLAYING and rules.trade:
        barter(rules, policies, who, state, tally, log)
    if state.ending == PLAYING and rules.blood_and_guts:
        quarrel(rules, policies, who, state, tally, dice, log)
    if state.ending == PLAYING and rules.traveling_together:
        meet_others(rules, policies, who, state, tally, log)
    count_place(rules, who, state, tally)
    if state.ending == PLAYING:
        note_lead(state, tally)
        pass_turn(rules, policies, state, tally, log)
    followers_turns(rules, policies, state, tally, dice, log)


@routine
def followers_turns(rules, policies, state, tally, dice, log):
    """[Traveling Together; Blood & Guts] A follower may start a conflict when it would be his turn."""
    for _ in range(MOST_PLAYERS * MOST_PLAYERS):
        if state.ending != PLAYING or not follows(state.seats[state.active], state.active):
            return
        quarrel(rules, policies, state.active, state, tally, dice, log)
        if state.ending == PLAYING:
            pass_turn(rules, policies, state, tally, log)


@kernel
def count_place(rules, who, state, tally):
    """Count in what kind of space a turn ends."""
    space = rules.spaces[state.seats[who].space]
    tally.civilized += space.kind == SpaceKind.CIVILIZED
    tally.at_sea += space.kind == SpaceKind.SEA
    tally.wilderness += space.kind != SpaceKind.CIVILIZED and space.kind != SpaceKind.SEA


@kernel
def note_lead(state, tally):
    """Note who has most treasures, and count how often that changes."""
    leader = treasure_leader(state, state.leader)
    if leader != NOWHERE and (
        state.leader == NOWHERE
        or not state.seats[state.leader].alive
        or n_treasures(state.seats[leader].player) > n_treasures(state.seats[state.leader].player)
    ):
        tally.lead_changes += state.leader != NOWHERE and n_treasures(state.seats[leader].player) > 0
        state.leader = leader


@kernel
def pass_turn(rules, policies, state, tally, log):
    """[Sequence of Play; Traveling Together; Time Limit] Clockwise to the next living player who is alone or leads.

    Where players may attack one another it also comes to a follower, who may then attack.

    On the first way round the dead leave their companies; on the second whoever is next may leave his.
    """
    n = state.n_players
    for offset in range(1, 2 * n + 1):
        who = (state.active + offset) % n
        seat = state.seats[who]
        if rules.traveling_together and seat.alive == int(offset > n):
            may_part(rules, policies[who], who, state, tally, log)
        if offset > n:
            seat.patrols = 0
            if rules.time_limit > 0 and state.turns >= rules.time_limit:
                state.last_calls += 1
                if state.last_calls > n:
                    state.ending = Ending.TIME_LIMIT
                    return
            if seat.alive and (rules.blood_and_guts or not follows(seat, who)):
                state.active = who
                return


@routine
def score(rules, setup, state, tally, dice, log, outcome):
    """Write the outcome of a game that has ended; `outcome` is modified in place."""
    outcome.ending, outcome.turns = state.ending, state.turns
    outcome.imperials = discovered(rules, state)
    outcome.lead_changes, outcome.met, outcome.hostile = tally.lead_changes, tally.met, tally.hostile
    outcome.presented, outcome.quarrels = tally.presented, tally.quarrels
    outcome.wounds, outcome.cast = tally.fight.wounds, tally.fight.cast
    outcome.draws_explored, outcome.draws_clues = tally.draws_explored, tally.draws_clues
    outcome.draws_escorts, outcome.draws_redeemed = tally.draws_escorts, tally.draws_redeemed
    outcome.draws_fights = tally.draws_fights
    outcome.civilized, outcome.wilderness, outcome.at_sea = tally.civilized, tally.wilderness, tally.at_sea
    outcome.fired, outcome.met_kinds = tally.fired, tally.met_kinds
    for part in range(N_SPACE_WORDS):
        outcome.visited[part] = tally.visited[part]
    emit(log, state.turns, Event.GAME_ENDS, 0, state.ending, outcome.imperials, 0, 0)
    best, n_best, winner = most_wealth(rules, state, dice)
    outcome.winner = winner if n_best == 1 else -1
    for who in range(MOST_PLAYERS):
        outcome.players[who].hero = NOTHING
    for who in range(state.n_players):
        seat, seated = state.seats[who], outcome.players[who]
        share = SHARES // n_best if seat.alive and seat.wealth == best else 0
        score_seat(seat, share, seated, outcome.heroes[seat.player.hero])
        outcome.deaths += 1 - seat.alive
        emit(log, state.turns, Event.SCORES, who, seat.wealth, share, 0, 0)


@kernel
def score_seat(seat, share, seated, character):
    """Write the outcome of one player, by seat and by character."""
    seated.share = character.share = share
    seated.hero, character.played = seat.player.hero, 1
    seated.died = character.died = 1 - seat.alive
    seated.killer, seated.grave = seat.killer + 1, seat.grave + 1
    seated.treasures = character.treasures = n_treasures(seat.player)
    seated.imperials = character.imperials = n_imperials(seat.player)


@kernel
def most_wealth(rules, state, dice):
    """[How to Win] The most that a living player has, how many have it, the last of them; sets each `wealth`."""
    best, n_best, winner = -1, 0, -1
    for who in range(state.n_players):
        seat = state.seats[who]
        if seat.alive:
            seat.wealth = wealth(rules, who, state, dice)
            if seat.wealth > best:
                best, n_best, winner = seat.wealth, 1, who
            elif seat.wealth == best:
                n_best, winner = n_best + 1, who
    return best, n_best, winner


@kernel
def wealth(rules, who, state, dice):
    """[How to Win; Experience Points] Number of treasures; or experience points, with dice rolled for treasures."""
    seat = state.seats[who]
    if not rules.experience:
        n = n_treasures(seat.player)
        return n * (N_IMPERIALS + 1) + n_imperials(seat.player) if rules.imperials_break_ties else n
    address(dice, Purpose.EXPERIENCE, state.turns + 1, who)
    total = seat.points
    for good in range(N_GOODS):
        n = count(seat.player.goods, good)
        total += n * rules.experience_good[good]
        for _ in range(n * rules.experience_dice[good]):
            total += roll(dice, rules.fight.die_sides)
    for arm in range(MAGIC_ARMS_FROM, N_ARMS):
        total += count(seat.player.arms, arm) * rules.experience_arm[arm]
    return total


@kernel
def simulate(rules, setups, policies, first, board, outcomes):
    """Games number `first` and up, one an outcome; `outcomes`: OUTCOME[n], zeroed, modified in place.

    Each is played here and not in a kernel of its own: a level of calls less saves a sixth of the time to compile.
    """
    state, tally = board.states[0], board.tallies[0]
    for i in range(outcomes.shape[0]):
        game = first + i
        clear(board, game)
        setup = setups[game % setups.shape[0]]
        begin(rules, setup, policies, state, tally, board.dice, board.log)
        for _ in range(rules.turn_limit):
            if state.ending != PLAYING:
                break
            step(rules, setup, policies, state, tally, board.dice, board.log)
        if state.ending == PLAYING:
            state.ending = Ending.TURN_LIMIT
        score(rules, setup, state, tally, board.dice, board.log, outcomes[i])
