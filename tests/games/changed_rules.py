"""RULES of a game with some of its switches and figures changed."""

from collections.abc import Mapping
from typing import Any

from simkit import games
from simkit.games.game import Game


def changed_rules(game: Game, changes: Mapping[str, Any]) -> Any:
    """RULES with some switches, and figures with _ _ for the dot, changed."""
    names = {variant.key.name for variant in game.variants}
    figures, complaints = games.figures(game.name).override(
        {key.replace("__", "."): value for key, value in changes.items() if key not in names}
    )
    rules, faults = game.compile_rules(figures, {key: value for key, value in changes.items() if key in names})
    assert [*complaints, *faults] == []
    return rules
