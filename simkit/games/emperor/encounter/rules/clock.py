"""The time that the log gives to the events of an encounter."""

from simkit.core.jit import kernel


@kernel
def mark(tally):
    """The player-turn in a whole game; the round in an encounter by itself, which has no turns."""
    return tally.turn if tally.turn > 0 else tally.rounds
