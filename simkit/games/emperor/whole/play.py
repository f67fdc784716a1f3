"""Begin, step, score, and the loops that use them, for the whole game."""

from simkit.core.board import clear
from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.rules.hands import count
from simkit.games.emperor.rules.possessions import n_imperials, n_treasures
from simkit.games.emperor.schema import MAGIC_ARMS_FROM, N_ARMS, N_GOODS, NOTHING
from simkit.games.emperor.whole.pools import discovered, draw_arms
from simkit.games.emperor.whole.schema import MOST_PLAYERS, NOWHERE, SHARES, Ending, Event, Purpose
from simkit.games.emperor.whole.turns import learn_spell, pass_turn, player_turn


@kernel
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
            spell = learn_spell(rules, who, state)
            emit(log, 0, Event.CHOOSES_SPELL, who, spell, 0, 0, 0)
        if rules.starting_arms:
            draw_arms(rules, 1, Purpose.ARMS_AT_START.value, who, state, tally, dice, log)
    if rules.random_first:
        address(dice, Purpose.FIRST_PLAYER, 0, 0)
        state.active = roll(dice, setup.n_players) - 1


@kernel
def step(rules, setup, policies, state, tally, dice, log):
    """One player-turn."""
    player_turn(rules, policies, state, tally, dice, log)
    if state.ending == PLAYING:
        pass_turn(rules, state, tally)
        if rules.time_limit > 0 and tally.turns >= rules.time_limit + state.n_players:
            state.ending = Ending.TIME_LIMIT


@kernel
def score(rules, setup, state, tally, dice, outcome):
    """Write the outcome of a game that has ended; `outcome` is modified in place."""
    outcome.ending, outcome.turns = state.ending, tally.turns
    outcome.imperials = discovered(state)
    outcome.lead_changes, outcome.met, outcome.hostile = tally.lead_changes, tally.met, tally.hostile
    outcome.draws_explored, outcome.draws_clues = tally.draws_explored, tally.draws_clues
    outcome.draws_escorts, outcome.draws_redeemed = tally.draws_escorts, tally.draws_redeemed
    outcome.draws_fights = tally.draws_fights
    outcome.civilized, outcome.wilderness, outcome.at_sea = tally.civilized, tally.wilderness, tally.at_sea
    best, n_best, winner = most_wealth(rules, state, tally, dice)
    outcome.winner = winner if n_best == 1 else -1
    for who in range(MOST_PLAYERS):
        seat, played = state.seats[who], outcome.players[who]
        played.killer = played.terrain = played.hero = NOTHING
        if who < state.n_players:
            played.hero, played.died = seat.player.hero, 1 - seat.alive
            played.killer, played.terrain = seat.killer, seat.grave
            played.treasures, played.imperials = n_treasures(seat.player), n_imperials(seat.player)
            outcome.deaths += 1 - seat.alive
            if seat.alive and wealth(rules, state, who, tally, dice) == best:
                played.share = SHARES // n_best


@kernel
def most_wealth(rules, state, tally, dice):
    """[How to Win] The most that any living player has, how many have it, and the last of them."""
    best, n_best, winner = -1, 0, -1
    for who in range(state.n_players):
        if state.seats[who].alive:
            has = wealth(rules, state, who, tally, dice)
            if has > best:
                best, n_best, winner = has, 1, who
            elif has == best:
                n_best, winner = n_best + 1, who
    return best, n_best, winner


@kernel
def wealth(rules, state, who, tally, dice):
    """[How to Win; Experience Points] Treasures, all equal; or experience, treasure being rolled for at the end."""
    seat = state.seats[who]
    if not rules.experience:
        return n_treasures(seat.player)
    address(dice, Purpose.EXPERIENCE, tally.turns + 1, who)
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
def play(rules, setup, policies, state, tally, dice, log, outcome):
    """One game from begin to ending; `state` and `tally` come in zeroed."""
    begin(rules, setup, policies, state, tally, dice, log)
    for _ in range(rules.turn_limit):
        if state.ending != PLAYING:
            break
        step(rules, setup, policies, state, tally, dice, log)
    if state.ending == PLAYING:
        state.ending = Ending.TURN_LIMIT
    emit(log, tally.turns, Event.GAME_ENDS, 0, state.ending, discovered(state), 0, 0)
    score(rules, setup, state, tally, dice, outcome)


@kernel
def simulate(rules, setups, policies, first, board, outcomes):
    """Games number `first` and up, one an outcome; `outcomes`: OUTCOME[n], zeroed, modified in place."""
    for i in range(outcomes.shape[0]):
        game = first + i
        clear(board, game)
        setup = setups[game % setups.shape[0]]
        play(rules, setup, policies, board.states[0], board.tallies[0], board.dice, board.log, outcomes[i])
