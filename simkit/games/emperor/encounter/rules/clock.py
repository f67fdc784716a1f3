"""What time the log gives to what happens in an encounter."""

from simkit.core.jit import kernel


@kernel
def mark(tally):
    """The player-turn of a whole game; of an encounter by itself, which has none, the round."""
    return tally.turn if tally.turn > 0 else tally.rounds
