"""A board is as good as new before every game."""

from simkit.core.board import clear, new_board
from simkit.core.dice import address, roll
from simkit.core.log import emit, events
from simkit.core.records import integers

STATE, TALLY = integers("ending", "purse"), integers("bets")


def played(board, game):
    """What a game would leave behind."""
    clear(board, game)
    address(board.dice, 0, 0, 0)
    board.states[0].purse = roll(board.dice, 6)
    board.states[0].ending = 1
    board.tallies[0].bets += 1
    emit(board.log, 1, 1, 0, roll(board.dice, 1000), 0, 0, 0)
    return board.states[0].tolist(), board.tallies[0].tolist(), events(board.log).tolist()


def test_a_game_leaves_nothing_to_the_next():
    used, fresh = (new_board(STATE, TALLY, seed=51, events=4) for _ in range(2))
    for game in (3, 9, 4):
        played(used, game)
    assert played(used, 7) == played(fresh, 7)


def test_clearing_leaves_a_zeroed_state_and_the_number_of_the_game():
    board = new_board(STATE, TALLY, seed=51, events=4)
    played(board, 3)
    clear(board, 8)
    assert (board.states.tolist(), board.tallies.tolist()) == ([(0, 0)] * 2, [(0,)] * 2)
    assert (int(board.dice.game), int(board.dice.seed), int(board.log.written)) == (8, 51, 0)


def test_without_events_the_log_is_off():
    board = new_board(STATE, TALLY, seed=51)
    played(board, 3)
    assert len(events(board.log)) == 0
