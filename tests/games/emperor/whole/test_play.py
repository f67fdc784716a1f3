"""Whole games: each switch changes some, a seeker beats those who leave it to the dice, and each ends for a reason."""

import json
import math

import numpy as np
import pytest
from conftest import JIT
from games.emperor.whole.tables import FIGURES, rules_of
from statistical import ALPHA

from simkit import games
from simkit.core.board import new_board
from simkit.games.emperor.whole import presets, setups
from simkit.games.emperor.whole.schema import OUTCOME, SHARES, STATE, TALLY, Ending
from simkit.games.emperor.whole.variants import VARIANTS

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


@pytest.mark.parametrize("policy", list(presets.POLICIES))
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
    "flee_reward": ({"policy": "cautious"}, {}),  # who lets things go
    "absorb_first": (RANDOM, {}),  # who changes weapons
    "snare_details": (RANDOM, {}),
    "speak_targets": (RANDOM, {}),
    "phrase_targets": (RANDOM, {}),
    "sorcerer_gives_up": ({"policy": "cautious"}, {}),
    "scroll_storm": ({"policy": {"kind": "cautious", "wards_from": 1}}, {}),
    "item_roll": ({"policy": {"kind": "camper", "site": "fragon_birg"}}, {}),
    "explore_after_healing": ({"policy": "cautious"}, {}),
    "spoils": (BAND, {"blood_and_guts": True}),
    "blood_and_guts": (BAND, {}),
    "rock_wall": (RANDOM, {}),
    "ball_of_fire": (RANDOM, {}),  # who learns it
    "clue_timing": (RANDOM, {}),  # who passes by where a clue is to be turned in
    "lost_at_sea_companions": (RANDOM, {}),
}


def choices(variant):
    """What a switch may be beside its default; of a number, one that bites."""
    key = variant.key
    if key.kind == "choice":
        return [choice for choice in key.choices if choice != key.default]
    return (
        [not key.default] if key.kind == "bool" else [{"time_limit": 20, "hit_face": 4, "escape_target": 8}[key.name]]
    )


CASES = [(variant.key.name, choice) for variant in VARIANTS for choice in choices(variant)]


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

ABOVE, BELOW = 0.25, 0.10  # how far from an even quarter of the wins, at least


def share_of(seat, policies, rules=None):
    """The win share of a seat, and what chance may add or take away.

    Hoeffding 1963, theorem 2: a mean of n shares is off by t to one side with a chance of at most exp(-2 n t^2).
    """
    shares = played({"policies": policies}, rules, n=CONTESTS)["players"]["share"][:, seat] / SHARES
    return shares.mean(), math.sqrt(-math.log(ALPHA) / (2 * CONTESTS))


@pytest.mark.skipif(not JIT, reason="takes more games than can be played without the JIT")
@pytest.mark.parametrize("seat", range(4))
def test_one_random_player_among_three_seekers_loses_in_every_seat(seat):
    share, slack = share_of(seat, ["random" if place == seat else "seeker" for place in range(4)])
    assert share + slack < 1 / 4 - BELOW


@pytest.mark.skipif(not JIT, reason="takes more games than can be played without the JIT")
@pytest.mark.parametrize("seat", range(4))
def test_one_seeker_among_three_random_players_wins_in_every_seat_when_treasures_are_counted(seat):
    """By a Time Limit: without one a quarter of these games end with a last survivor, whatever he has."""
    policies = ["seeker" if place == seat else "random" for place in range(4)]
    share, slack = share_of(seat, policies, {"time_limit": 40})
    assert share - slack > 1 / 4 + ABOVE
