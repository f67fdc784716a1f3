"""The choices of a decision in words, for who asks what perfect play does."""

from typing import Any

from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.shared.schema import Purpose
from simkit.games.emperor.shared.terms import N_ACTIONS
from simkit.games.figures import Figures


def choices(figures: Figures, rules: Any, state: Any, purpose: int, n: int) -> tuple[str, ...]:
    """A word for each of the `n` choices of a decision in a state."""
    if purpose == Purpose.POLICY_ACTION:
        return _actions(figures, rules, state)
    if purpose == Purpose.POLICY_ARMS:
        return "strongest", "sturdiest"
    if purpose == Purpose.POLICY_VESSEL:
        return tuple(f"{hits} on the vessel" for hits in range(n))
    if purpose in (Purpose.POLICY_DROPS, Purpose.POLICY_PAYS) and n != 2:
        return tuple(f"number {number}" for number in range(1, n + 1))
    return ("no", "yes")[:n]


def _actions(figures: Figures, rules: Any, state: Any) -> tuple[str, ...]:
    """What the hero can do as a round begins, in the order of the choices."""
    from simkit.games.emperor.encounter.rules import magic

    can_do: Any = magic.can_do
    catalog = Catalog(figures)
    names = ["attack", *catalog.spells, *catalog.scrolls]
    able = [can_do(rules, action, state.player, state.battle) for action in range(N_ACTIONS)]
    return tuple(name for name, is_able in zip(names, able, strict=True) if is_able)
