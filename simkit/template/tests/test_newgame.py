"""The odds of a duel, counted once more in fractions."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
import simkit_newgame

import simkit as sk

ODDS = Path(simkit_newgame.__file__).parent / "scenarios" / "odds.toml"
GAMES = 1_000


@cache
def first_wins(points: int, others: int, hit: Fraction, other_hit: Fraction) -> Fraction:
    """The chance of the first of two who strike at once and never yield; rounds without a hit change nothing."""
    if points <= 0 or others <= 0:
        return Fraction(points > 0)
    both, alone, suffers = hit * other_hit, hit * (1 - other_hit), (1 - hit) * other_hit
    won = (
        both * first_wins(points - 1, others - 1, hit, other_hit)
        + alone * first_wins(points, others - 1, hit, other_hit)
        + suffers * first_wins(points - 1, others, hit, other_hit)
    )
    return won / (both + alone + suffers)


def test_exact_odds_are_those_in_fractions() -> None:
    answer = sk.exact(sk.load(ODDS).only(first="knight", second="ogre", policy="bold").without_variants())
    assert answer.first_wins.item() == pytest.approx(float(first_wins(6, 9, Fraction(1, 2), Fraction(1, 3))))


def test_simulated_odds_are_the_exact_ones() -> None:
    """Five standard errors: a right game fails once in a million, and since the seed is fixed the answer stays."""
    scenario = sk.load(ODDS, games=GAMES).only(first="knight", second="ogre", policy="bold").without_variants()
    exact, played = sk.exact(scenario).first_wins.item(), sk.run(scenario).first_wins.item()
    assert abs(played - exact) < 5 * (exact * (1 - exact) / GAMES) ** 0.5
