"""The exact odds of the bare battle in icepool and dyce, as someone who knows these libraries would ask for them.

Both are libraries of exact fractions for any dice at all; they answer many questions that simkit cannot be asked.
"""

import warnings
from fractions import Fraction
from functools import cache
from typing import Any

from bare_battle import (
    BOTH_KILLED,
    FLEES_AT,
    FOE_DICE,
    FOE_ESCAPES,
    FOE_FLED,
    FOE_KILLED,
    FOE_LASTS,
    HERO_DICE,
    HERO_ESCAPED,
    HERO_ESCAPES,
    HERO_KILLED,
    HERO_LASTS,
    HIT_FACE,
    RUNS_AT,
)


def as_icepool_chain() -> dict[int, Fraction]:
    """As `icepool.map` puts a Markov chain: a round of the battle, repeated until it has ended."""
    import icepool

    hit, two_dice = icepool.d6 >= HIT_FACE, 2 @ icepool.d6
    pools = HERO_DICE @ hit, FOE_DICE @ hit, two_dice >= HERO_ESCAPES, two_dice >= FOE_ESCAPES

    def one_round(ending: int, hero: int, foe: int) -> Any:
        if ending:
            return (ending, 0, 0)

        def after(dealt: int, taken: int, escapes: bool, flees: bool) -> tuple[int, int, int]:
            ending, reached = _after(hero + taken, foe + dealt, escapes, flees)
            return (ending, 0, 0) if ending else (0, *reached)

        return icepool.map(after, *pools)

    ends = icepool.map(one_round, (0, 0, 0), repeat="inf")
    return {state[0]: ends.probability(state) for state in ends}


def in_icepool() -> dict[int, Fraction]:
    """As a recursion over the hits taken; a round that changes nothing is rolled again."""
    import icepool

    hit, two_dice = icepool.d6 >= HIT_FACE, 2 @ icepool.d6
    pools = HERO_DICE @ hit, FOE_DICE @ hit, two_dice >= HERO_ESCAPES, two_dice >= FOE_ESCAPES

    @cache
    def fate(hero: int, foe: int) -> Any:
        def one_round(dealt: int, taken: int, escapes: bool, flees: bool) -> Any:
            ending, reached = _after(hero + taken, foe + dealt, escapes, flees)
            if ending:
                return ending
            return icepool.Reroll if reached == (hero, foe) else fate(*reached)

        return icepool.map(one_round, *pools)

    ends = fate(0, 0)
    return {ending: ends.probability(ending) for ending in ends}


def in_dyce() -> dict[int, Fraction]:
    """Likewise in dyce, where an outcome is left out by an empty histogram."""
    from dyce import H, expand

    hit, two_dice = H(6).ge(HIT_FACE), 2 @ H(6)
    pools = HERO_DICE @ hit, FOE_DICE @ hit, two_dice.ge(HERO_ESCAPES), two_dice.ge(FOE_ESCAPES)

    @cache
    def fate(hero: int, foe: int) -> Any:
        def one_round(dealt: Any, taken: Any, escapes: Any, flees: Any) -> Any:
            ending, reached = _after(hero + taken.outcome, foe + dealt.outcome, escapes.outcome, flees.outcome)
            if ending:
                return ending
            return H({}) if reached == (hero, foe) else fate(*reached)

        return expand(one_round, *pools, min_path_probability=Fraction(0), reset_path_probability=True)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `expand` says that it is experimental
        return dict(fate(0, 0).probability_items())


def _after(hero: int, foe: int, escapes: bool, flees: bool) -> tuple[int, tuple[int, int]]:
    """The ending of a round, 0 for none, and the hits taken until then."""
    reached = min(hero, HERO_LASTS), min(foe, FOE_LASTS)
    if hero >= HERO_LASTS:
        return BOTH_KILLED if foe >= FOE_LASTS else HERO_KILLED, reached
    if foe >= FOE_LASTS:
        return FOE_KILLED, reached
    if hero >= RUNS_AT and escapes:
        return HERO_ESCAPED, reached
    return FOE_FLED if foe >= FLEES_AT and flees else 0, reached
