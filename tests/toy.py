"""A toy game of two seats whose answers are known on paper; `entered` puts it among the games for a test.

DUEL: each draws a number from 0 to 99 and draws again where it is below `redraw_at`; the higher one wins, equals share.
With numbers between 0 and 1 each redraws below x = .618, the golden section, and nothing does better against that.
THROWS: who throws what beats the other's throw wins seven games of ten; equal throws are even.
RACE: of two strengths one wins in proportion to them; a draw has the weight of their geometric mean (Davidson 1970).
"""

from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from simkit import games
from simkit.core.records import filled, freeze, integers, outcome
from simkit.games.figures import Figure, Figures
from simkit.games.game import Compiled, Entry, Game, Limit
from simkit.games.keys import Key, PolicyPreset, check, read_policy
from simkit.games.metrics import Cast, Metric

WHOLE, LUCK = 840, 8  # parts of a win; numbers drawn for a game
THROWS = ("rock", "paper", "scissors")
SETUP, RULES = integers("entry"), integers("rounds")
POLICY = integers("redraw_at", "throw", "strength", "hat")
STATE = TALLY = integers("turn")
OUTCOME = outcome(("players", integers("share"), (2,)))
POLICY_KEYS = (
    Key("redraw_at", "int", "number below which one draws again", low=0, high=100),
    Key("throw", "choice", "throw", choices=THROWS),
    Key("strength", "int", "strength", low=1, high=9),
    Key("hat", "bool", "draws his first number from a hat, which is as good"),
)
USUAL = {"redraw_at": 62, "throw": "rock", "strength": 2, "hat": False}
POLICIES = {
    "rock": PolicyPreset("throws rock", 0, USUAL),
    "paper": PolicyPreset("throws paper", 0, {**USUAL, "throw": "paper", "strength": 4}),
    "scissors": PolicyPreset("throws scissors", 0, {**USUAL, "throw": "scissors", "strength": 8}),
    "hasty": PolicyPreset("never draws again", 0, {**USUAL, "redraw_at": 0}),
}


class Ending(IntEnum):
    OVER = 1


class Entries(IntEnum):
    DUEL = 0
    THROWS = 1
    RACE = 2


def simulate(rules, setups, policies, first, board, outcomes):
    """Play games `first` ... of a setup, into outcomes; a game has its own luck, whoever plays and with whom."""
    luck = np.random.Philox(key=int(board.dice["seed"])).advance(LUCK // 4 * first)
    draws = np.random.Generator(luck).random((len(outcomes), LUCK))
    play = (_duel, _throws, _race)[int(setups[0]["entry"])]
    shares = np.int64(WHOLE * play(policies[0], policies[1], draws))
    outcomes["ending"], outcomes["winner"] = Ending.OVER, np.sign(2 * shares - WHOLE)
    outcomes["players"]["share"][:, 0], outcomes["players"]["share"][:, 1] = shares, WHOLE - shares


def _duel(one, other, draws):
    mine, yours = (
        _number(policy, (100 * draws[:, seat : seat + 3]).astype(int)) for policy, seat in ((one, 0), (other, 3))
    )
    return (1 + np.sign(mine - yours)) / 2


def _number(policy, drawn):
    first = drawn[:, 2 if policy["hat"] else 0]
    return np.where(first < policy["redraw_at"], drawn[:, 1], first)


def _throws(one, other, draws):
    return draws[:, 0] < (0.5, 0.7, 0.3)[(one["throw"] - other["throw"]) % 3]


def _race(one, other, draws):
    a, b = float(one["strength"]), float(other["strength"])
    point = draws[:, 0] * (a + b + np.sqrt(a * b))
    return np.where(point < a, 1, np.where(point < a + b, 0, 0.5))


def keys(figures):
    return tuple(Key(name, "policy", f"policy of the {name}", "rock") for name in ("first", "second"))


def compile_setup(figures, variants, entry, cell):
    faults, records = check(keys(figures), cell), []
    for key in keys(figures):
        preset, more = read_policy(POLICIES, POLICY_KEYS, cell.get(key.name, key.default), (key.name,))
        faults += more
        if preset and not more:
            values = {**preset.parameters, "throw": THROWS.index(preset.parameters["throw"])}
            records.append(filled(POLICY, **values))
    if faults:
        return None, faults
    return Compiled(freeze(filled(SETUP, entry=Entries[entry])), freeze(np.concatenate(records))), []


GAME = Game(
    name="toy",
    title="A toy",
    version="1",
    sides=2,
    folder=Path(__file__).parent,
    schema=SimpleNamespace(SETUP=SETUP, RULES=RULES, POLICY=POLICY, STATE=STATE, TALLY=TALLY, OUTCOME=OUTCOME),
    entries={entry.name: Entry(Limit("rounds", Ending.OVER), exact=False) for entry in Entries},
    refused_entries={},
    endings=Ending,
    events=Ending,
    variants=(),
    metrics=(Metric("first_share", "the first one's score", "share", "", "players.0.share", WHOLE),),
    headline=("first_share",),
    policies=POLICIES,
    policy_keys=POLICY_KEYS,
    keys=keys,
    compile_rules=lambda figures, variants: (freeze(filled(RULES, rounds=1)), []),
    compile_setup=compile_setup,
    sentences=lambda figures, setup: str,
    unreached_endings={},
    cast=Cast("side", lambda figures: ("first", "second"), 2),
)
FIGURES = Figures([Figure("toy.faces", 100, "printed", "nowhere")])


def entered(monkeypatch):
    """Put the toy among the games, until the test is over."""
    others = {name: getattr(games, name) for name in ("names", "get", "figures", "kernels", "complaint")}
    monkeypatch.setattr(games, "names", lambda: (*others["names"](), GAME.name))
    for name, own in (("get", GAME), ("figures", FIGURES), ("complaint", "")):
        monkeypatch.setattr(games, name, lambda asked, n=name, o=own: o if asked == GAME.name else others[n](asked))
    monkeypatch.setattr(
        games, "kernels", lambda game: SimpleNamespace(simulate=simulate) if game is GAME else others["kernels"](game)
    )
