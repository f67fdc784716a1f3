"""The choices of a decision in words, for who asks what perfect play does."""

from typing import Any

from simkit.games.figures import Figures


def choices(figures: Figures, rules: Any, state: Any, purpose: int, n: int) -> tuple[str, ...]:
    """The living, by their places in the party, then nobody."""
    living = [f"number {who}" for who, one in enumerate(state.party, 1) if one["points"] > 0]
    return (*living, "nobody")[-n:]
