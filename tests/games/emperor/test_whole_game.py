"""The whole game as far as it is built: it plays, conserves every chit, and ends for a reason.

Without the JIT only: the whole game is no entry yet, and compiling it would take longer than all other tests.
"""

import numpy as np
import pytest
from conftest import JIT

from simkit import games
from simkit.core.board import new_board
from simkit.core.dice import random_dice
from simkit.core.log import new_log
from simkit.core.records import PLAYING
from simkit.games.emperor.rules.hands import count, size
from simkit.games.emperor.schema import MAGIC_ARMS_FROM, N_ARMS, N_GOODS
from simkit.games.emperor.whole import compile as whole
from simkit.games.emperor.whole import play, setups
from simkit.games.emperor.whole.schema import COUNTS, OUTCOME, SHARES, STATE, Ending

FIGURES = games.figures("emperor")
RULES, FAULTS = whole.compile_rules(FIGURES, {})

pytestmark = pytest.mark.skipif(JIT, reason="the whole game is no entry yet")


def compiled(**cell):
    found, faults = setups.compile_setup(FIGURES, {}, "WHOLE_GAME", cell)
    assert faults == []
    return found


def played(n=2, **cell):
    outcomes = np.zeros(n, OUTCOME)
    play.simulate(RULES, *compiled(**cell), 0, new_board(STATE, COUNTS, 3), outcomes)
    return outcomes


def test_the_map_can_be_played_on():
    assert FAULTS == []
    n = int(RULES.n_spaces)
    land = [not RULES.spaces[i].spot.sea for i in range(n)]
    assert (RULES.land_cost[:n, :n][np.ix_(land, land)] < whole.FAR).all()
    assert (RULES.sea_cost[:n, :n] < whole.FAR).all()


@pytest.mark.parametrize("policy", list(setups.POLICIES))
def test_every_policy_plays_a_game_to_its_end(policy):
    for outcome in played(policy=policy):
        assert Ending(outcome.ending) in list(Ending)
        shares = outcome.players["share"].sum()
        assert shares in (0, SHARES)
        assert (outcome.players["treasures"] >= outcome.players["imperials"]).all()


def test_chits_are_conserved_at_every_turn():
    found = compiled(policy="hunter")
    state, tally = np.zeros(1, STATE)[0], np.zeros(1, COUNTS)[0]
    dice, log = random_dice(5, 11), new_log()
    play.begin(RULES, found.setups[0], found.policies, state, tally, dice, log)
    for _ in range(400):
        if state.ending != PLAYING:
            break
        play.step(RULES, found.setups[0], found.policies, state, tally, dice, log)
        players = [state.seats[seat].player for seat in range(state.n_players)]
        for good in range(N_GOODS):
            held = sum(count(player.goods, good) for player in players) + count(state.returned, good)
            assert held <= RULES.goods_pool[good]
        for arm in range(N_ARMS):
            there = RULES.magic_pool[arm] if arm >= MAGIC_ARMS_FROM else RULES.fight.arms_pool[arm]
            assert sum(count(player.arms, arm) for player in players) <= there
        assert all(0 <= player.wounds <= player.wound_number for player in players)
        assert sum(size(player.clues) for player in players) <= RULES.fight.encounter_pool[RULES.clue_kind]
    assert state.ending != PLAYING
