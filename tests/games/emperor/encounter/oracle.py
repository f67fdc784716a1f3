"""The battle worked out from the printed sequence, in fractions: only the figures are shared with the kernels."""

import operator
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from conftest import JIT
from games.emperor.encounter.battles import scenario

from simkit.games.emperor.shared.catalog import Catalog

ENDINGS = ("FOE_KILLED", "HERO_KILLED", "BOTH_KILLED", "HERO_ESCAPED", "FOE_FLED", "LET_GO")
BARE = {"melee_dice": 0, "missile_dice": 0, "absorb": 0, "plus": 0}


@cache
def pool(n, plus=0, hit_face=5):
    """Chance of each number of hits: fives and sixes, and `plus` of the fours."""
    ways = Counter({(0, 0): Fraction(1)})
    for _ in range(n):
        rolled = Counter()
        for (hits, close), chance in ways.items():
            for face in range(1, 7):
                rolled[hits + (face >= hit_face), close + (face == hit_face - 1)] += chance / 6
        ways = rolled
    return sum((Counter({hits + min(close, plus): chance}) for (hits, close), chance in ways.items()), Counter())


@cache
def away(difference, beats):
    """Chance that two dice and the difference of the Escape Numbers make a 7."""
    rolls = [a + b + difference for a, b in product(range(1, 7), repeat=2)]
    return Fraction(sum(beats(roll, 7) for roll in rolls), 36)


class Match(NamedTuple):
    """A battle in numbers.  The last four are how the rules read; a mutant reads one of them otherwise."""

    wounds: int
    escape: int
    dice: tuple[int, int]  # with the weapon that strikes, and with the one that parries while it does
    foe: Any  # the figures of its chit
    plus: int = 0
    missiles: int = 0
    shield: int = 0
    parry: int = 0
    flee_at: int = 0
    lets_go: bool = False
    flees: bool = True
    approach: bool = True
    shield_first: bool = True  # before the weapon
    beats: Any = (operator.ge, operator.ge)  # how the hero's, and the creature's, modified roll must stand to a 7
    signs: tuple[int, int] = (1, 1)  # of the difference of the Escape Numbers, for either
    hits: Any = pool  # of the hero's dice, with the plus of his weapon


def one_round(match, far, shield, parry, mine, theirs):
    """Chance of every ending and state after a round; `mine`, `theirs`: wounds left."""
    foe, after = match.foe, Counter()
    if far and not match.missiles and not foe["missile_dice"] and mine > match.flee_at:
        far = 0
    faster = match.escape - foe["escape"]
    leaves = (away(match.signs[0] * faster, match.beats[0]), away(-match.signs[1] * faster, match.beats[1]))
    ours = match.hits(match.missiles if far else match.dice[parry > 0], match.plus)
    blows = pool(foe["missile_dice"] if far else foe["ability"], 0, 4 if foe["plus"] else 5)
    for (dealt, chance), (taken, other) in product(ours.items(), blows.items()):
        room = 0 if far and match.missiles else parry
        by_shield = min(taken, shield) if match.shield_first else min(taken - min(taken, room), shield)
        by_weapon = min(taken - by_shield, room)
        me, it, chance = mine - (taken - by_shield - by_weapon), theirs - dealt, chance * other
        if me <= 0 or it <= 0:
            after["BOTH_KILLED" if me <= 0 and it <= 0 else "HERO_KILLED" if me <= 0 else "FOE_KILLED"] += chance
            continue
        for wants, ending, gone in (
            (me <= match.flee_at, "HERO_ESCAPED", leaves[0]),
            (it == 1 and match.flees, "LET_GO", match.lets_go),
            (it == 1 and match.flees, "FOE_FLED", leaves[1]),
        ):
            after[ending] += chance * gone * wants
            chance *= 1 - gone * wants
        after[max(far - 1, 0), shield - by_shield, parry - by_weapon, me, min(it + foe["heals"], foe["wounds"])] += (
            chance
        )
    return after


def oracle(match):
    """Chance of every ending, and the mean number of rounds: the chain's equations, solved."""
    start = Counter()
    for ours, theirs in product(range(1, 7), repeat=2):
        far = abs(ours - theirs) if match.approach else 0
        start[far, match.shield, match.parry, match.wounds, match.foe["wounds"]] += 1 / 36
    rounds, waiting = {}, list(start)
    while waiting:
        state = waiting.pop()
        if state not in rounds:
            rounds[state] = one_round(match, *state)
            waiting += [after for after in rounds[state] if isinstance(after, tuple)]
    number = {state: index for index, state in enumerate(rounds)}
    stays, begun = np.zeros((len(number), len(number))), np.zeros(len(number))
    ended = {name: np.zeros(len(number)) for name in ENDINGS}
    for state, index in number.items():
        begun[index] = start[state]
        for after, chance in rounds[state].items():
            (stays[number[after]] if isinstance(after, tuple) else ended[after])[index] += float(chance)
    visits = np.linalg.solve(np.eye(len(number)) - stays, begun)
    return {name: float(chances @ visits) for name, chances in ended.items()}, float(visits.sum())


def bout(character, foe, strikes="", parries="", shoots="", shield="", wounds=0, rules=None, **how):
    """A scenario of one cell, and the same battle in numbers.  Without the JIT both sides are small."""
    policy = {"flee_at": 0, "lets_go": False, **how, "kind": "bold", "weapon": "sturdiest" if parries else "strongest"}
    arms = [arm for arm in (strikes, parries, shoots, shield) if arm]
    cell = {"character": character, "foe": foe, "arms": arms, "policy": policy, "wounds": wounds}
    one = scenario(cell, rules={**({} if JIT else small(character, foe, wounds)), **(rules or {})})
    catalog = Catalog(one.figures)
    hero, chit, arm = catalog.character(character), catalog.chits[foe], {"": BARE, **catalog.arms}
    parrying = arm[parries or strikes]
    return one, Match(
        wounds=hero["wounds"] - wounds,
        escape=hero["escape"],
        dice=(hero["ability"] + arm[strikes]["melee_dice"], hero["ability"] + parrying["melee_dice"]),
        foe=chit,
        plus=arm[strikes].get("plus", 0),
        missiles=hero["ability"] + arm[shoots]["missile_dice"] if shoots else 0,
        shield=arm[shield]["absorb"],
        parry=parrying["absorb"],
        flees=chit["escape_policy"] != "never",
        approach=chit["approach"],
        **how,
    )


def small(character, foe, wounds=0):
    """What-ifs under which the hero has two wounds left, the creature has two, and each has one die of his own."""
    sides = (f"characters.{character.lower()}", f"encounters.{foe}")
    return {f"{sides[0]}.wounds": wounds + 2, f"{sides[1]}.wounds": 2, **{f"{side}.ability": 1 for side in sides}}
