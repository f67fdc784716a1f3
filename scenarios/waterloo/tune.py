"""How the marshal and the duke were tuned: `python scenarios/waterloo/tune.py [rounds [proposals [games [seed]]]]`.

The two sides take turns.  A side changes one to four weights of its champion at random and plays the same games with
both against the other side's champions of all rounds so far and one opponent that is not tuned; the better one stays.
A draw counts half.
"""

import random
import sys
from typing import Any

import numpy as np

from simkit import games
from simkit.core.board import new_board
from simkit.games.waterloo.presets import POLICIES, POLICY_KEYS

GAME, FIGURES, KERNELS = games.get("waterloo"), games.figures("waterloo"), games.kernels("waterloo")
RULES, _ = GAME.compile_rules(FIGURES, {})
KEYS = {key.name: key for key in POLICY_KEYS}
Weights = dict[str, int]


def french_score(french: Weights, allied: Weights, n: int, seed: int) -> float:
    """Share of battles that the French win, a draw counting half."""
    cell = {"french": {"kind": "runner", **french}, "allied": {"kind": "defender", **allied}}
    compiled, _ = GAME.compile_setup(FIGURES, {}, "WHOLE_GAME", cell)
    assert compiled is not None
    board, outcomes = new_board(GAME.schema.STATE, GAME.schema.TALLY, seed), np.zeros(n, GAME.schema.OUTCOME)
    KERNELS.simulate(RULES, *compiled, 0, board, outcomes)
    return float(outcomes["french_win"].mean() + outcomes["drawn"].mean() / 2)


def proposal(weights: Weights, rng: random.Random) -> Weights:
    """Other weights near these."""
    changed = dict(weights)
    for name in rng.sample(sorted(KEYS), rng.randint(1, 4)):
        step = rng.choice((-1, 1)) * max(1, round(abs(changed[name]) * rng.choice((0.15, 0.3, 0.6))))
        key = KEYS[name]
        changed[name] = int(min(max(changed[name] + step, key.low or 0), key.high or 0))
    return changed


def climb(weights: Weights, others: list[Weights], french: bool, n_proposals: int, n: int, rng: random.Random) -> Any:
    """The best of a walk uphill, and its score against the others."""

    def score(mine: Weights) -> float:
        values = [french_score(*((mine, other) if french else (other, mine)), n, seed) for other in others]
        return float(np.mean(values)) if french else 1 - float(np.mean(values))

    seed = rng.randrange(2**40)
    best = score(weights)
    for _ in range(n_proposals):
        other = proposal(weights, rng)
        value = score(other)
        if value > best:
            weights, best = other, value
    return weights, best


def main() -> None:
    """Print the champions of every round."""
    rounds, n_proposals, n, seed = (*map(int, sys.argv[1:]), *(6, 60, 300, 18150618)[len(sys.argv) - 1 :])
    rng = random.Random(seed)
    french, allied = [dict(POLICIES["runner"].parameters)], [dict(POLICIES["defender"].parameters)]
    for number in range(1, rounds + 1):
        champion, score = climb(french[-1], [*allied[-3:], POLICIES["attacker"].parameters], True, n_proposals, n, rng)
        french.append(champion)
        print(f"round {number}: French {score:.3f} {champion}", flush=True)
        champion, score = climb(allied[-1], [*french[-3:], POLICIES["attacker"].parameters], False, n_proposals, n, rng)
        allied.append(champion)
        print(f"round {number}: Allied {score:.3f} {champion}", flush=True)
    print(f"the last two: French score {french_score(french[-1], allied[-1], 10 * n, seed):.3f}")


main()
