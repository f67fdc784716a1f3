"""A toy game of two seats whose answers are known on paper; `entered` puts it among the games for a test.

DUEL: each draws a number from 0 to 99 and draws again where it is below `redraw_at`; the higher one wins, equals share.
With numbers between 0 and 1 each redraws below x = .618, the golden section, and nothing does better against that.
THROWS: who throws what beats the other's throw wins seven games of ten; equal throws are even.
RACE: of two strengths one wins in proportion to them; every fourth game is drawn.
"""

from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace

import numba
import numpy as np

from simkit import games
from simkit.core.records import filled, freeze, integers, outcome
from simkit.games.figures import Figure, Figures
from simkit.games.game import Compiled, Entry, Game, Limit
from simkit.games.keys import Key, PolicyPreset, check, read_policy
from simkit.games.metrics import Cast, Metric

WHOLE = 840
THROWS = ("rock", "paper", "scissors")
SETUP, RULES = integers("entry"), integers("rounds")
POLICY = integers("redraw_at", "throw", "strength", "hat")
STATE = TALLY = integers("turn")
OUTCOME = outcome(("players", integers("share"), (2,)))
POLICY_KEYS = (
    Key("redraw_at", "int", "number below which one draws again", low=0, high=100),
    Key("throw", "choice", "throw", choices=THROWS),
    Key("strength", "int", "strength", low=1, high=9),
    Key("hat", "bool", "wears a hat, which nobody minds"),
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


@numba.njit
def _next(luck):
    return luck * 48271 % 2147483647


@numba.njit
def _share(entry, one, other, luck):
    """What the first seat wins, in 840ths."""
    draws = np.zeros(5, np.int64)
    for index in range(5):
        luck = _next(luck)
        draws[index] = luck % 100
    if entry == 1:
        ahead = (one.throw - other.throw) % 3
        return 840 * (draws[0] < (50, 70, 30)[ahead])
    if entry == 2:
        if draws[1] < 25:
            return 420
        return 840 * (draws[0] * (one.strength + other.strength) < 100 * one.strength)
    mine = draws[1] if draws[0] < one.redraw_at else draws[0]
    yours = draws[3] if draws[2] < other.redraw_at else draws[2]
    return 420 + 420 * (mine > yours) - 420 * (mine < yours)


@numba.njit
def _play(entry, policies, seed, first, outcomes):
    for index in range(len(outcomes)):
        luck = (seed * 7919 + (first + index) * 104729 + 12345) % 2147483646 + 1
        for _ in range(5):
            luck = _next(luck)
        share = _share(entry, policies[0], policies[1], luck)
        outcomes[index].ending = 1
        outcomes[index].players[0].share = share
        outcomes[index].players[1].share = 840 - share


def simulate(rules, setups, policies, first, board, outcomes):
    """Play games `first` ... of a setup, into outcomes."""
    _play(int(setups[0]["entry"]), policies, int(board.dice["seed"]), first, outcomes)


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
    others = {name: getattr(games, name) for name in ("names", "get", "figures", "kernels")}
    monkeypatch.setattr(games, "names", lambda: (*others["names"](), GAME.name))
    for name, own in (("get", GAME), ("figures", FIGURES)):
        monkeypatch.setattr(games, name, lambda asked, n=name, o=own: o if asked == GAME.name else others[n](asked))
    monkeypatch.setattr(
        games, "kernels", lambda game: SimpleNamespace(simulate=simulate) if game is GAME else others["kernels"](game)
    )
