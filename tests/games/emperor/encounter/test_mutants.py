"""Wrong rules are caught, each by a battle that turns on it, at p < 1e-12; the right one passes the same comparison.

With the JIT, the games that the kernels play are held against an oracle that has the rule wrong.  Without it, a kernel
is patched to have it wrong, and its games are held against the right oracle.  Of two sides, only one has it wrong.
"""

import operator
from typing import Any, NamedTuple

import pytest
from conftest import JIT
from games.emperor.encounter.oracle import ENDINGS, bout, oracle, pool
from statistical import ALPHA, counts_p_value, rejects

from simkit.core.dice import hits
from simkit.games.emperor.encounter.rules import battle
from simkit.games.emperor.shared.schema import BETTER, Ending
from simkit.study.runs import runner

GAMES = 20_000 if JIT else 200
FAST, SLOW = 12, 7  # Escape Numbers


def fixed_dice(n, plus):
    """One is added to the first dice only."""
    best, others = pool(plus, 0, 4), pool(n - plus)
    return {k: sum(best[i] * others[k - i] for i in range(k + 1)) for k in range(n + 1)}


def every_die(n, plus):
    return pool(n, n if plus else 0)


def patched_absorb(n_hits, shield, weapon, arm, fight, tally):
    """Parry before shield."""
    parried = min(n_hits, weapon)
    shielded = min(n_hits - parried, shield)
    fight.shielded += shielded
    fight.parried += parried
    fight.parry_arm = arm if parried else fight.parry_arm
    return n_hits - shielded - parried


def patched_needed(sign, more, whose):
    """The escape roll needed, wrong for whoever has the Escape Number `whose`."""
    return lambda target, fugitive, pursuer: (
        target - sign * (fugitive - pursuer) + more if fugitive == whose else target - (fugitive - pursuer)
    )


def patched_hits(first, others):
    """Hits where so many `first` dice of a weapon with a plus are one better, and the `others` not."""

    def wrong(dice, table, n, plus):
        if plus == 0:
            return hits(dice, table, n, plus)
        return hits(dice, table, first(n, plus), BETTER) + hits(dice, table, others(n, plus), 0)

    return wrong


class Mutant(NamedTuple):
    """A battle that turns on a rule, the rule read wrong, and the kernel that reads it so."""

    character: str
    foe: str
    arms: tuple[str, ...]
    rules: dict[str, Any]
    flee_at: int
    wrong: dict[str, Any]
    name: str
    patch: Any


def runner_and_wolf(hero, wolf, wounds):
    """Escape Numbers of Nruff, who cannot hit and stands three hits, and of a creature that hits with one die."""
    numbers = {"characters.nruff.escape": hero, "encounters.wolves.escape": wolf, "encounters.wolves.wounds": wounds}
    return {**numbers, "characters.nruff.ability": 0, "characters.nruff.wounds": 3, "encounters.wolves.ability": 1}


PARRIES = {  # the staff only parries, the great sword only strikes, and the wolves soon get through both
    "arms.staff.melee_dice": 0,
    "arms.great_sword.absorb": 0,
    "characters.ozmo.ability": 0,
    "characters.ozmo.wounds": 2,
    "encounters.wolves.ability": 3,
    "encounters.wolves.wounds": 6,
}
ONE_BLOW = {  # eighteen dice against eight wounds, and then the lion kills
    "magic_arms.magic_axe.melee_dice": 9,
    "characters.ozmo.ability": 9,
    "characters.ozmo.wounds": 1,
    "encounters.mountain_lion.ability": 16,
    "encounters.mountain_lion.wounds": 8,
}
MUTANTS = {
    "parry before shield": Mutant(
        "Ozmo", "wolves", ("great_sword", "staff", "", "kite_shield"), PARRIES, 0,
        {"shield_first": False}, "absorb", patched_absorb,
    ),
    "> for >=, hero's escape": Mutant(
        "Nruff", "wolves", (), runner_and_wolf(SLOW, FAST, 9), 99,
        {"beats": (operator.gt, operator.ge)}, "escape_roll_needed", patched_needed(1, 1, SLOW),
    ),
    "> for >=, creature's escape": Mutant(
        "Nruff", "wolves", (), runner_and_wolf(FAST, SLOW, 1), 0,
        {"beats": (operator.ge, operator.gt)}, "escape_roll_needed", patched_needed(1, 1, SLOW),
    ),
    "wrong sign, hero's escape": Mutant(
        "Nruff", "wolves", (), runner_and_wolf(FAST, SLOW, 9), 99,
        {"signs": (-1, 1)}, "escape_roll_needed", patched_needed(-1, 0, FAST),
    ),
    "wrong sign, creature's escape": Mutant(
        "Nruff", "wolves", (), runner_and_wolf(SLOW, FAST, 1), 0,
        {"signs": (1, -1)}, "escape_roll_needed", patched_needed(-1, 0, FAST),
    ),
    "plus on fixed dice": Mutant(
        "Ozmo", "mountain_lion", ("magic_axe",), ONE_BLOW, 0,
        {"hits": fixed_dice}, "hits", patched_hits(lambda n, plus: plus, lambda n, plus: n - plus),
    ),
    "plus on every die": Mutant(
        "Ozmo", "mountain_lion", ("magic_axe",), {**ONE_BLOW, "magic_arms.magic_axe.plus": 1}, 0,
        {"hits": every_die}, "hits", patched_hits(lambda n, plus: n, lambda n, plus: 0),
    ),
}  # fmt: skip


def battle_of(mutant):
    return bout(mutant.character, mutant.foe, *mutant.arms, rules=mutant.rules, flee_at=mutant.flee_at)


def played(one):
    """How often each ending came."""
    endings = runner.simulate(one, one.cells[0], 0, GAMES)["ending"]
    return [int((endings == Ending[name]).sum()) for name in ENDINGS]


def p_value(counts, match):
    chances = oracle(match)[0]
    return counts_p_value(counts, [chances[name] for name in ENDINGS])


@pytest.mark.skipif(not JIT, reason="a patched kernel shows it there")
@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_games_contradict_a_wrong_rule(mutant):
    one, match = battle_of(mutant)
    counts = played(one)
    assert p_value(counts, match) >= ALPHA
    assert rejects(p_value(counts, match._replace(**mutant.wrong)))


@pytest.mark.skipif(JIT, reason="a compiled kernel cannot be patched")
@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_wrong_kernel_contradicts_the_rule(mutant, monkeypatch):
    one, match = battle_of(mutant)
    monkeypatch.setattr(battle, mutant.name, mutant.patch)
    counts = played(one)
    assert rejects(p_value(counts, match))
    assert p_value(counts, match._replace(**mutant.wrong)) >= ALPHA
