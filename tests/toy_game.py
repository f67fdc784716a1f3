"""A game of two sides that is solved on paper, for tests of leagues; it stands in no folder."""

import sys
from enum import IntEnum
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from simkit import games
from simkit.core.records import filled, freeze, integers, outcome
from simkit.games.faults import Fault
from simkit.games.figures import Figures
from simkit.games.game import Compiled, Entry, Game, Limit
from simkit.games.keys import Key, PolicyPreset, check, read_policy
from simkit.games.metrics import Metric

CONTESTS = ("hands", "duel", "lots")
HANDS = ("rock", "paper", "scissors")
STAKES = (1, 2, 3)  # what wins with rock, paper and scissors are worth
STEPS = 10  # of the duel; who fires at step k hits with chance k / 10, who misses is hit
WHOLE = 3  # the largest stake

SETUP, STATE, TALLY, RULES = integers("contest"), integers("ending"), integers("turns"), integers("limit")
POLICY = integers("hand", "step", "lot")
OUTCOME = outcome(
    ("ours", "i8"),
)  # the first side's result, 0 ... 2 WHOLE; WHOLE is a draw
POLICY_KEYS = (
    Key("hand", "choice", "hand", choices=HANDS),
    Key("step", "int", "step at which he fires", low=1, high=STEPS),
    Key("lot", "int", "lot that he draws", low=0, high=99),
)
POLICIES = {
    "usual": PolicyPreset("the only one", 0, {"hand": "rock", "step": 9, "lot": 0}),
    "quick": PolicyPreset("another one", 0, {"hand": "paper", "step": 5, "lot": 1}),
    "mute": PolicyPreset("without any choice", 0, {}),
}


class Ending(IntEnum):
    """Why a game ended."""

    OVER = 1


def keys(figures):
    """What a cell may say."""
    return (
        Key("one", "policy", "policy of the first side", "usual"),
        Key("other", "policy", "policy of the second side", "usual"),
        Key("contest", "choice", "contest", "hands", CONTESTS),
    )


def compile_setup(figures, variants, entry, cell):
    """SETUP and POLICY of a cell."""
    faults, policies = check(keys(figures), cell), []
    for side in ("one", "other"):
        preset, more = read_policy(POLICIES, POLICY_KEYS, cell.get(side, "usual"), (side,))
        faults += more
        if preset:
            parameters = {**POLICIES["usual"].parameters, **preset.parameters}
            policies.append(filled(POLICY, **{**parameters, "hand": HANDS.index(parameters["hand"])}))
    if faults:
        return None, faults
    setup = filled(SETUP, contest=CONTESTS.index(cell.get("contest", "hands")))
    return Compiled(freeze(setup), freeze(np.concatenate(policies))), list[Fault]()


def simulate(rules, setups, policies, first, board, outcomes):
    """All games at once; without a line of numba, so both lanes are one."""
    one, other = policies
    numbers, contest = np.arange(first, first + len(outcomes)), CONTESTS[setups[0]["contest"]]
    outcomes["ending"], outcomes["turns"] = Ending.OVER, 1
    if contest == "hands":
        way = (one["hand"] - other["hand"]) % 3  # 1 wins, 2 loses
        outcomes["ours"] = WHOLE + (0, STAKES[one["hand"]], -STAKES[other["hand"]])[way]
    elif contest == "duel":
        chance = duel(int(one["step"]), int(other["step"]))
        outcomes["ours"] = 2 * WHOLE * (uniform(board.dice.seed, numbers, 0) < chance)
    else:
        ours, theirs = (
            uniform(board.dice.seed, numbers, 1 + 2 * int(policy["lot"]) + side) for side, policy in enumerate(policies)
        )
        outcomes["ours"] = 2 * WHOLE * (ours > theirs)


def duel(step, other_step):
    """The chance that the first side hits."""
    if step == other_step:
        return 0.5
    return step / STEPS if step < other_step else 1 - other_step / STEPS


def uniform(seed, numbers, purpose):
    """A number in [0, 1) for each game, seed and purpose: the finisher of splitmix64."""
    with np.errstate(over="ignore"):
        words = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        words ^= np.uint64(hash((int(seed), purpose, 77)) % 2**64)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            words = (words ^ (words >> np.uint64(shift))) * np.uint64(factor)
    return ((words ^ (words >> np.uint64(31))) >> np.uint64(11)) * 2.0**-53


GAME = Game(
    name="toy", title="A toy", version="1", sides=2, folder=Path(__file__).parent / "toy",
    schema=sys.modules[__name__], entries={"WHOLE_GAME": Entry(Limit("limit", Ending.OVER), exact=False)},
    refused_entries={}, endings=Ending, events=Ending, variants=(),
    metrics=(Metric("one_score", "the first side's score", "share", "", "ours", 2 * WHOLE),),
    headline=("one_score",), policies=POLICIES, policy_keys=POLICY_KEYS, keys=keys,
    compile_rules=lambda figures, variants: (freeze(filled(RULES, limit=1)), []), compile_setup=compile_setup,
    sentences=lambda figures, setup: str, unreached_endings={},
)  # fmt: skip


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it one of the games, for a test."""
    names, get, figures = games.names(), games.get, games.figures
    module = ModuleType("simkit.games.toy.play")
    module.simulate = simulate
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(games, "names", lambda: (*names, "toy"))
    complaint = games.complaint
    monkeypatch.setattr(games, "complaint", lambda name: "" if name == "toy" else complaint(name))
    monkeypatch.setattr(games, "get", lambda name: GAME if name == "toy" else get(name))
    monkeypatch.setattr(games, "figures", lambda name: Figures(()) if name == "toy" else figures(name))
