"""Whole games: each switch changes some, a seeker beats those who leave it to the dice, and each ends for a reason."""

import json
import math

import numpy as np
import pytest
from conftest import JIT
from games.emperor.tables import FIGURES, rules_of
from statistical import ALPHA

from simkit import games
from simkit.core.board import new_board
from simkit.games.emperor.whole import setups
from simkit.games.emperor.whole.compile import ALL_VARIANTS
from simkit.games.emperor.whole.schema import OUTCOME, SHARES, STATE, TALLY, Ending

PART = games.get("emperor").part("WHOLE_GAME")
GAMES, CONTESTS = 6_000, 20_000
RANDOM = {"policy": "random"}
BAND = {"policy": "hunter"}


def played(cell, rules=None, n=GAMES, seed=1981):
    """Outcomes of n games."""
    compiled, faults = setups.compile_setup(FIGURES, {}, "WHOLE_GAME", cell)
    assert faults == []
    outcomes, board = np.zeros(n, OUTCOME), new_board(STATE, TALLY, seed)
    games.kernels(PART).simulate(rules_of(**(rules or {})), *compiled, 0, board, outcomes)
    return outcomes


def test_a_game_that_does_not_end_is_broken_off_and_says_so():
    outcomes = played({}, {"constants.turn_limit": 3}, n=2)
    assert outcomes["ending"].tolist() == [Ending.TURN_LIMIT] * 2
    assert outcomes["turns"].tolist() == [3, 3]
    assert outcomes["players"]["share"].sum(axis=1).tolist() == [SHARES] * 2  # of equals without any treasure


@pytest.mark.parametrize("policy", list(setups.POLICIES))
@pytest.mark.parametrize("n_players", [2, 8])
def test_every_policy_plays_at_a_small_and_a_full_table(policy, n_players):
    outcomes = played({"policy": policy, "players": n_players}, n=200 if JIT else 1)
    assert (outcomes["ending"] > 0).all()
    assert ((outcomes["players"]["share"].sum(axis=1) == SHARES) | (outcomes["ending"] == Ending.ALL_DEAD)).all()
    assert (outcomes["players"]["treasures"] >= outcomes["players"]["imperials"]).all()
    assert (outcomes["heroes"]["played"].sum(axis=1) == n_players).all()
    assert (outcomes["heroes"]["share"].sum(axis=1) == outcomes["players"]["share"].sum(axis=1)).all()


# ---- Switches

SPECIAL = {  # cells and other switches without which one makes no difference
    "oasis_retry": (RANDOM, {}),
    "olliver_last_player": (RANDOM, {"last_survivor": "plays_on"}),
    "last_survivor": (RANDOM, {}),
    "mines_meditation": (
        {"policy": {"kind": "camper", "site": "mines"}},
        {
            "exploration.mines": ["arms", "arms", "encounter", "must_leave", "none", "none"]
        },  # else nobody meditates there
    ),
    "item_roll": ({"policy": {"kind": "camper", "site": "fragon_birg"}}, {}),
    "explore_after_healing": ({"policy": "cautious"}, {}),
    "spoils": (BAND, {"blood_and_guts": True}),
    "blood_and_guts": (BAND, {}),
    "rock_wall": ({"characters": ["Turb", "Magician B"]}, {"constants.spell_copies": 1}),  # the last that they choose
}


def choices(variant):
    """What a switch may be beside its default; of a number, one that bites."""
    key = variant.key
    if key.kind == "choice":
        return [choice for choice in key.choices if choice != key.default]
    return (
        [not key.default] if key.kind == "bool" else [{"time_limit": 20, "hit_face": 4, "escape_target": 8}[key.name]]
    )


CASES = [(variant.key.name, choice) for variant in ALL_VARIANTS for choice in choices(variant)]


@pytest.fixture(scope="module")
def as_printed():
    """Outcomes without the switch, by the cell and what else is said."""
    found = {}

    def remembered(cell, rules):
        key = json.dumps([cell, rules])
        if key not in found:
            found[key] = played(cell, rules)
        return found[key]

    return remembered


@pytest.mark.skipif(
    not JIT, reason="takes more games than can be played without the JIT; rule by rule they are tested there"
)
@pytest.mark.parametrize(("switch", "choice"), CASES)
def test_every_switch_changes_some_games(switch, choice, as_printed):
    cell, rules = SPECIAL.get(switch, ({}, {}))
    assert (played(cell, {**rules, switch: choice}) != as_printed(cell, rules)).any()


# ---- A seeker against the dice

MARGIN = 0.25  # that the win share of one seeker among three random players lies above an even quarter, at least


@pytest.mark.skipif(not JIT, reason="takes more games than can be played without the JIT")
@pytest.mark.parametrize("seat", range(4))
def test_a_seeker_beats_three_random_players_in_every_seat(seat):
    """Hoeffding 1963, theorem 2: a mean of n shares is t too high with a chance of at most exp(-2 n t^2)."""
    policies = ["seeker" if place == seat else "random" for place in range(4)]
    share = played({"policies": policies}, n=CONTESTS)["players"]["share"][:, seat] / SHARES
    slack = math.sqrt(-math.log(ALPHA) / (2 * CONTESTS))
    assert share.mean() - slack > 1 / 4 + MARGIN
