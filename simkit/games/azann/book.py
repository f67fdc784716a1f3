"""The book of duels: the best choice of points against every group of the tower, solved beforehand.

A position of a page is a foe's points, the character's, and whose blow is next.  Every hit costs somebody a point, so
positions are solved in the order of the points left; only a tie in which nobody is hit leads to the same points.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from simkit.games.azann.schema import (
    CERTAIN,
    FOE_AGILITY,
    FOE_COMBAT,
    HERO_POINTS,
    KIND_BITS,
    MONSTERS,
    MOST_PAGES,
    N_TURNS,
    Death,
)

# The longest line of each kind that the paragraphs send, at least three; beside these one of a goblin and an ogre.
LONGEST = {"azann": 3, "goblin": 3, "ogre": 6, "skeleton": 3, "spider": 3, "troll": 3, "wraith": 6, "demon": 3}
MIXED = (("goblin", "ogre"),)
A_POINT, BALANCE = 1e-6, 1e-7  # of two ways to win equally often, the one that leaves more points, more evenly spread
A_BLOW = 1e-8  # ... and then the shorter one
HIS, THEIRS = 0, 1  # whose blow is next
OPTIONS = ((0, 0), (1, 0), (0, 1), (1, 1))  # what he pays with and what he hurts: Combat Strength is 0, Agility 1
Table = Any  # of numbers, one for each position


class Terms(NamedTuple):
    """What a duel hangs on, beside the points."""

    die_sides: int
    zero_is_rolled: bool
    he_is_first: bool  # against the next of several
    death: int
    both_fall_dead: bool


class Page(NamedTuple):
    """A line of foes solved.  All are indexed [whose blow, foe's combat, foe's agility, combat, agility]."""

    worth: Table  # chance of winning, and a little for the points left
    advice: Table  # bits: pays with Agility, hurts Agility; the same again for a blow that hits both


def lines() -> Iterator[tuple[str, ...]]:
    """Every line in the book, each after what stands behind its first foe."""
    for kind, longest in LONGEST.items():
        yield from ((kind,) * number for number in range(1, longest + 1))
    yield from MIXED


def packed(line: tuple[str, ...]) -> int:
    """A line as one number, the first to fight lowest."""
    return sum(MONSTERS.index(name) + 1 << KIND_BITS * place for place, name in enumerate(line))


def write_book(rules: Any) -> None:
    """Put the book into RULES; a monster with more points than the tables hold has no page."""
    terms = Terms(
        int(rules.die_sides), bool(rules.zero_diff_monster_turn), bool(rules.multi_first), int(rules.char_death),
        bool(rules.mutual_death),
    )  # fmt: skip
    chart = tuple((int(monster.combat), int(monster.agility)) for monster in rules.monsters)
    numbers, worth, advice = _book(terms, chart)
    rules.pages[: len(numbers)], rules.n_pages = numbers, len(numbers)
    rules.odds[: len(numbers)], rules.advice[: len(numbers)] = worth, advice


@cache
def _book(terms: Terms, chart: tuple[tuple[int, int], ...]) -> tuple[list[int], Table, Table]:
    """All pages: the lines as numbers, the chances of winning and the advice."""
    pages: dict[tuple[str, ...], Page] = {}
    for line in lines():
        combat, agility = chart[MONSTERS.index(line[0])]
        if combat < FOE_COMBAT and agility < FOE_AGILITY and (len(line) == 1 or line[1:] in pages):
            behind = _met(pages[line[1:]], chart[MONSTERS.index(line[1])]) if line[1:] else _won(terms)
            pages[line] = solve(terms, combat, agility, behind)
    assert len(pages) <= MOST_PAGES
    shape = (0, N_TURNS, FOE_COMBAT, FOE_AGILITY, HERO_POINTS, HERO_POINTS)
    chances = np.array([_chance(page.worth) for page in pages.values()], np.int16).reshape(-1, *shape[1:])
    advice = np.array([page.advice for page in pages.values()], np.int8).reshape(-1, *shape[1:])
    return [packed(line) for line in pages], chances, advice


def _chance(worth: Table) -> Table:
    """Chance of winning out of CERTAIN; what the points left are worth does not show in it."""
    return np.clip(np.floor(worth * CERTAIN), 0, CERTAIN)


def _won(terms: Terms) -> Table:
    """What it is worth to have won, by [whose blow is next, combat, agility]."""
    combat, agility = np.indices((HERO_POINTS, HERO_POINTS))
    worth = 1 + A_POINT * (combat + agility) + BALANCE * np.minimum(combat, agility)
    alive = ~_spent(terms, combat, agility)
    return np.stack([np.where(alive, worth, 0.0)] * N_TURNS)


def _met(page: Page, chart: tuple[int, int]) -> Table:
    """What it is worth to stand before a fresh line."""
    return page.worth[:, chart[0], chart[1]]


def _spent(terms: Terms, combat: Table, agility: Table) -> Table:
    """Where a character is dead."""
    if terms.death == Death.EITHER_ZERO:
        return (combat == 0) | (agility == 0)
    return (combat == 0) & (agility == 0)


def _slain(terms: Terms, combat: Table, agility: Table) -> Table:
    """Where a monster is dead."""
    if terms.death == Death.BOTH_FOR_MONSTERS:
        return (combat == 0) & (agility == 0)
    return (combat == 0) | (agility == 0)


def solve(terms: Terms, most_combat: int, most_agility: int, behind: Table) -> Page:
    """The page of a foe; `behind` is what it is worth to have slain it, by [whose blow is next, combat, agility]."""
    shape = (FOE_COMBAT, FOE_AGILITY, HERO_POINTS, HERO_POINTS)
    foe_combat, foe_agility, combat, agility = np.indices(shape)
    slain, spent = _slain(terms, foe_combat, foe_agility), _spent(terms, combat, agility)
    worth = np.where(slain, _after(terms, behind, spent), 0.0)
    advice = np.zeros((N_TURNS, *shape), np.int8)
    open_ = ~slain & ~spent & (foe_combat <= most_combat) & (foe_agility <= most_agility)
    left = foe_combat + foe_agility + combat + agility
    for points in range(1, int(left.max()) + 1):
        at = np.nonzero(open_ & (left == points))
        blows = [_blow(terms, turn, worth[1 - turn], *at) for turn in (HIS, THEIRS)]
        (his, his_stays, advice[HIS][at]), (its, its_stays, advice[THEIRS][at]) = blows
        moves = his_stays * its_stays < 1
        loop = np.where(moves, 1 - his_stays * its_stays, 1.0)
        worth[HIS][at] = np.where(moves, np.maximum((his + his_stays * its) / loop - A_BLOW, 0), 0.0)
        worth[THEIRS][at] = np.where(moves, np.maximum((its + its_stays * his) / loop - A_BLOW, 0), 0.0)
    return Page(worth, advice)


def _after(terms: Terms, behind: Table, spent: Table) -> Table:
    """What a slain foe is worth, by [whose blow is next, ...]; the blow before was the other's (AZ-18, AZ-46)."""
    next_turn = (HIS, HIS) if terms.he_is_first else (HIS, THEIRS)
    combat, agility = np.indices((HERO_POINTS, HERO_POINTS))
    saved = _spent(terms, combat, agility) & (not terms.both_fall_dead)
    alive = (np.where(saved, np.maximum(combat, 1), combat), np.where(saved, np.maximum(agility, 1), agility))
    worth = np.stack([behind[turn][alive] for turn in next_turn])[:, None, None]
    return np.where(spent & terms.both_fall_dead, 0.0, worth)


def _blow(
    terms: Terms, turn: int, then: Table, foe_combat: Table, foe_agility: Table, combat: Table, agility: Table
) -> tuple[Table, Table, Table]:
    """The worth of what one blow can change, the chance that it changes nothing, and the best choices.

    `then` is the worth of every position after it.
    """
    difference = combat - foe_agility if turn == HIS else foe_combat - agility
    ours, theirs = _hurt(combat, agility), _hurt(foe_combat, foe_agility)
    he_pays = [then[foe_combat, foe_agility, *ours[lost]] for lost in (0, 1)]
    it_pays = [then[*theirs[hurt], combat, agility] for hurt in (0, 1)]
    both_pay = [then[*theirs[hurt], *ours[lost]] for lost, hurt in OPTIONS]
    lost, hurt, both = (np.argmax(options, axis=0) for options in (he_pays, it_pays, both_pay))
    best = [np.max(options, axis=0) for options in (he_pays, it_pays, both_pay)]
    he_falls, it_falls = (difference < 0, difference > 0) if turn == HIS else (difference > 0, difference < 0)
    hits = _hits_of_a_tie(terms, turn, combat, foe_combat)
    tie = sum(share * worth for share, worth in zip(hits, best, strict=True))
    worth = np.where(he_falls, best[0], np.where(it_falls, best[1], tie))
    stays = np.where(difference == 0, 1 - sum(hits), 0.0)
    return worth, stays, (lost + 2 * hurt + 4 * both).astype(np.int8)


def _hurt(combat: Table, agility: Table) -> list[tuple[Table, Table]]:
    """Points after one is lost from Combat Strength, and from Agility; where the one is zero the other pays (AZ-16)."""
    pays = [(agility == 0) | (combat > 0), (agility == 0)]
    return [(combat - np.where(from_combat, 1, 0), agility - np.where(from_combat, 0, 1)) for from_combat in pays]


def _hits_of_a_tie(terms: Terms, turn: int, combat: Table, foe_combat: Table) -> tuple[Table, Table, Table]:
    """[Combat] Chances that a die hits only him, only it, both: each whose Combat Strength is below the die."""
    if turn == THEIRS and not terms.zero_is_rolled:
        return np.zeros(combat.shape), np.zeros(combat.shape), np.zeros(combat.shape)
    he, it = (np.maximum(terms.die_sides - points, 0) / terms.die_sides for points in (combat, foe_combat))
    both = np.minimum(he, it)
    return he - both, it - both, both
