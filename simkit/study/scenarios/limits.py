"""The largest numbers that may be asked for; nothing is imported here, so that a command line begins at once."""

MOST_GAMES_A_CELL, MOST_SEED = 10**9, 2**64 - 1
MOST_JOBS = 1_024  # threads
MOST_GAME = 2**62  # number of a game, cell or turn
MOST_MARGIN, MOST_RANGE = 10**9, 10**9  # a difference that does not matter; an end of a range
